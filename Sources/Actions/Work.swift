internal import Gestures
internal import Rules
internal import Touch

/// What is left to do of a rule's actions at one moment of its gesture.
struct Work {
  /// Tells it from others.
  let number: Int
  /// What is left, in order.
  var actions: ArraySlice<Action>
  /// Whether its gesture is over, and what it holds is to be released first.
  var releases: Bool
  /// When it goes on, where it waits.
  var resumesAt: Timestamp?
  /// Where the rule stands.
  let place: String
  /// What the hand did.
  let gesture: Gesture
  /// The name of the device it did it on.
  let device: String
  /// The gesture it belongs to; nil for one of a single moment.
  let owner: GestureID?

  init(_ number: Int, _ actions: [Action], releases: Bool, place: String, gesture: Gesture, device: String) {
    self.number = number
    self.actions = actions[...]
    self.releases = releases
    self.place = place
    self.gesture = gesture
    self.device = device
    owner = GestureID(gesture)
  }

  /// Whether what comes next goes through the keyboard or the pointer.
  var needsInput: Bool { releases || actions.first?.isInput == true }
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
