internal import Gestures
internal import Touch

/// A position on a touchscreen with its position on the desktop.
struct TouchSite {
  let mapping: DesktopMapping
  /// The position, in millimetres in the user's view.
  let point: Point

  func moved(by movement: Vector) -> TouchSite { TouchSite(mapping: mapping, point: point + movement) }

  func position() -> DesktopPosition { mapping.position(under: point) }
}

/// Converts the translation of a gesture to pointer motion or scrolling.
struct Follower {
  /// The reaction to motion of the fingers.
  enum Kind {
    /// The pointer moves.
    case pointer(PointerMotion)
    /// The content under the pointer scrolls with the fingers (natural scrolling), or against them.
    case scrolling(isReversed: Bool)
  }

  /// The gesture that is followed.
  let owner: GestureID
  /// The source location of the rule.
  let location: String
  private let kind: Kind
  /// The translation that was followed, in mm.
  private var followed: Vector
  /// The distance in the units of events that is not sent yet: less than a unit.
  private var rest = (right: 0.0, down: 0.0)

  /// The site where the fingers landed, if the pointer stays under them, and its last position on the desktop.
  private var placed: (landing: TouchSite, last: DesktopPosition)?

  /// Creates a follower of a gesture that has just begun.
  /// - Parameter landing: the site where the fingers landed, and where the pointer is, to keep the pointer under the
  ///   fingers; nil to move it by as much as the fingers.
  /// - Parameter isWhole: true to follow the fingers from their landing, before the gesture began.
  init(
    _ kind: Kind, from landing: TouchSite? = nil, isWhole: Bool = false, _ gesture: Gesture, owner: GestureID,
    location: String
  ) {
    self.kind = kind
    self.owner = owner
    self.location = location
    followed = isWhole ? .zero : gesture.translation
    placed = landing.map { ($0, $0.position()) }
  }

  /// Returns the event for the motion since the last one; nil if that is less than a unit.
  mutating func event(for gesture: Gesture) -> InputEvent? {
    if let (landing, last) = placed {
      let position = landing.moved(by: gesture.translation).position()
      placed = (landing, position)
      return position == last ? nil : .position(position)
    }
    let way = (gesture.translation - followed) * kind.unitsPerMillimetre(at: gesture.speed)
    followed = gesture.translation
    rest.right += way.dx
    rest.down += way.dy
    let right = Self.whole(rest.right)
    let down = Self.whole(rest.down)
    guard right != 0 || down != 0 else { return nil }
    rest.right -= Double(right)
    rest.down -= Double(down)
    switch kind {
    case .pointer: return .motion(right: right, down: down)
    // Scrolling to the right, or down, moves what is seen to the left, or up.
    case .scrolling(let isReversed):
      return isReversed ? .scroll(right: right, down: down) : .scroll(right: -right, down: -down)
    }
  }

  var ability: InputEvent.Ability {
    switch kind {
    case .pointer: .pointer
    case .scrolling: .scrolling
    }
  }

  private static func whole(_ units: Double) -> Int32 { Int32(max(-30_000, min(30_000, units)).rounded(.towardZero)) }
}

extension Follower.Kind {
  /// The scale of events while the fingers have a speed in mm/s.
  fileprivate func unitsPerMillimetre(at speed: Double) -> Double {
    switch self {
    case .pointer(let motion): motion.unitsPerMillimetre(at: speed)
    // Compositors scroll by libinput's units: those of motion for fingers, degrees for a wheel (15 to the click). A
    // millimetre thus scrolls as far as on a touchpad.
    case .scrolling: LibinputUnits.perMillimetre / 15 * Double(WheelUnits.perClick)
    }
  }
}
