internal import Gestures
internal import Rules
internal import Touch

/// What is left to do of a rule's actions at one moment of its gesture.
struct Work {
  /// Tells it from others.
  let number: Int
  /// What is left, in order.
  var deeds: ArraySlice<Deed>
  /// Whether its gesture is over, and what it holds is to be released first.
  var releases: Bool
  /// When it goes on, where it waits.
  var resumesAt: Timestamp?
  /// What it is done for. Kept beside the work, which is handed about and would have a dozen strings to copy each time.
  private let cause: Cause
  /// The gesture it belongs to; nil for one of a single moment.
  let owner: GestureID?

  init(_ number: Int, _ deeds: [Deed], releases: Bool, _ occasion: Occasion) {
    self.number = number
    self.deeds = deeds[...]
    self.releases = releases
    cause = Cause(occasion)
    owner = GestureID(occasion.gesture)
  }

  /// What it is done for.
  var occasion: Occasion { cause.occasion }
  /// Where the rule stands.
  var place: String { occasion.place }
  /// What the hand did.
  var gesture: Gesture { occasion.gesture }

  /// Whether what comes next goes through the keyboard or the pointer.
  var needsInput: Bool { releases || deeds.first?.action.isInput == true }
}

/// An occasion at a place of its own.
private final class Cause {
  let occasion: Occasion
  init(_ occasion: Occasion) { self.occasion = occasion }
}

/// A gesture that goes on: a rule has no two of them on a device at once.
struct GestureID: Hashable {
  /// The device.
  let device: DeviceID
  /// The rule's place in the file.
  let rank: Int

  /// Nil for a gesture that happens once.
  init?(_ gesture: Gesture) {
    guard gesture.phase != .recognized, let rank = gesture.rank else { return nil }
    device = gesture.device
    self.rank = rank
  }
}

extension Action {
  /// Whether it goes through the keyboard or the pointer, so that what stands behind it waits.
  var isInput: Bool {
    switch self {
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer: true
    case .shell, .run, .compositor, .mode, .wait, .none: false
    }
  }
}
