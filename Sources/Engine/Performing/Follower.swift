internal import Gestures
internal import Touch

/// Moves the pointer, or scrolls, by as much as the fingers of a gesture move.
struct Follower {
  /// What follows them.
  enum Kind {
    /// The pointer.
    case pointer
    /// What is under it: it moves as the fingers do, like paper.
    case scrolling
  }

  /// The gesture.
  let owner: GestureID
  /// The place of its rule.
  let place: String
  private let kind: Kind
  /// Where the fingers were when the gesture began.
  private let start: Vector
  /// How far it has gone since, in the units of the events: what is less than one is not lost so.
  private var sent = (right: 0.0, down: 0.0)

  /// Follows a gesture from where it was at its beginning.
  init(_ kind: Kind, _ gesture: Gesture, owner: GestureID, place: String) {
    self.kind = kind
    self.owner = owner
    self.place = place
    start = gesture.translation
  }

  /// What is lacking to be where the fingers are; nil where that is less than a unit.
  mutating func event(for gesture: Gesture) -> InputEvent? {
    let way = (gesture.translation - start) * kind.unitsPerMillimetre
    let right = Self.whole(way.dx - sent.right)
    let down = Self.whole(way.dy - sent.down)
    guard right != 0 || down != 0 else { return nil }
    sent.right += Double(right)
    sent.down += Double(down)
    switch kind {
    case .pointer: return .motion(right: right, down: down)
    // Scrolling to the right, or down, moves what is seen to the left, or up.
    case .scrolling: return .scroll(right: -right, down: -down)
    }
  }

  /// What it takes to follow.
  var ability: InputEvent.Ability {
    switch kind {
    case .pointer: .pointer
    case .scrolling: .scrolling
    }
  }

  private static func whole(_ units: Double) -> Int32 { Int32(max(-30_000, min(30_000, units)).rounded(.towardZero)) }
}

extension Follower.Kind {
  /// As libinput has it for the fingers on a touchpad, before it accelerates them.
  fileprivate var unitsPerMillimetre: Double {
    switch self {
    case .pointer: LibinputUnits.perMillimetre
    // Compositors scroll by libinput's units: those of motion where fingers scroll, and degrees where a wheel does, 15
    // to the click. So a millimetre is as far for both.
    case .scrolling: LibinputUnits.perMillimetre / 15 * Double(WheelUnits.perClick)
    }
  }
}
