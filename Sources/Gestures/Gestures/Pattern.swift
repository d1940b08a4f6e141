public import Touch

/// A gesture and its limits.
public enum Pattern: Hashable, Sendable {
  /// Fingers touch for a moment, once or several times. Discrete.
  case tap(TapPattern)
  /// Fingers rest. Continuous.
  case longPress(LongPressPattern)
  /// Fingers move in one direction, or in several, one after another; recognised on the way. Discrete.
  case swipe(SwipePattern)
  /// Fingers move. Continuous.
  case pan(PanPattern)
  /// Fingers come together or part. Continuous.
  case pinch(PinchPattern)
  /// Fingers turn. Continuous.
  case rotate(RotatePattern)
  /// Fingers go round. Continuous.
  case circle(CirclePattern)
  /// Fingers draw a shape. Discrete.
  case stroke(StrokePattern)
  /// Fingers press the button under a touchpad, or press firmly. Continuous.
  case press(PressPattern)
  /// Fingers rest, and another one taps beside them. Discrete.
  case tipTap(TipTapPattern)
  /// Fingers are down, whatever they do. Continuous, and always beside other gestures.
  case touch

  public var kind: Gesture.Kind {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .swipe: .swipe
    case .pan: .pan
    case .pinch: .pinch
    case .rotate: .rotate
    case .circle: .circle
    case .stroke: .stroke
    case .press: .press
    case .tipTap: .tipTap
    case .touch: .touch
    }
  }

  /// True if it is made beside a finger that rests.
  public var isAnchored: Bool { if case .pan(let pattern) = self { pattern.anchor > 0 } else { false } }

  /// True if its fingers only rest or touch for a moment.
  public var isRest: Bool { kind.motion == .rest && swipeBefore == nil }

  /// The swipe that a long press continues; nil for other gestures and if its fingers rest from their landing.
  public var swipeBefore: SwipePattern? { if case .longPress(let pattern) = self { pattern.moved } else { nil } }

  /// The number of taps, or of those before a long press or a pan; nil for other gestures.
  var taps: Int? {
    switch self {
    case .tap(let pattern): pattern.taps
    case .longPress(let pattern): pattern.taps == 0 ? nil : pattern.taps
    case .pan(let pattern): pattern.taps == 0 ? nil : pattern.taps
    default: nil
    }
  }

  /// The name of a shape; nil for other gestures.
  var stroke: String? { if case .stroke(let pattern) = self { pattern.name } else { nil } }

  /// True if fingers that make it have made `other` before, in the same touch: it has the same legs and more, or a rest
  /// after them. So `other` waits for it, whatever the order of the rules.
  public func continues(_ other: Pattern) -> Bool {
    guard parts > other.parts, other.parts > 0 else { return false }
    return zip(legs, other.legs).allSatisfy { !$0.isDisjoint(with: $1) }
  }

  /// True if it may continue another one.
  public var continuesOthers: Bool { parts > 1 }

  /// The permitted directions of each leg; angles count as any direction.
  private var legs: [Directions] {
    let swipe = if case .swipe(let pattern) = self { pattern } else { swipeBefore }
    return swipe.map { [$0.angles.isEmpty ? $0.directions : .any] + $0.then } ?? []
  }

  /// The number of parts of a movement in one touch: the legs of a swipe, and a rest after them; 0 for other gestures.
  var parts: Int {
    switch self {
    case .swipe(let pattern): pattern.legs
    case .longPress(let pattern): pattern.moved.map { $0.legs + 1 } ?? 0
    default: 0
    }
  }
}

/// The limits of a tap.
public struct TapPattern: Hashable, Sendable {
  /// The number of taps, 1 to 10.
  public var taps: Int
  /// The longest time during which all fingers of one tap may be down; nil, the default, for the time until a long press
  /// with these fingers begins, or `longest` if no rule requests one. So a press is never nothing. Taps of real hands
  /// take 24 to 124 ms.
  public var within: Duration?
  /// The largest movement of a finger in one tap. Default 2.5 mm.
  public var movement: Millimetres
  /// The longest time from a tap to the landing of the next. Default 300 ms (Android, Flutter).
  public var gap: Duration
  /// The largest distance from a tap to the next. Default 16 mm (100 dp, Android).
  public var distance: Millimetres

  /// The largest number of taps.
  public static let mostTaps = 10

  /// A tap; omitted limits have their defaults.
  public init(
    _ taps: Int = 1, within: Duration? = nil, movement: Millimetres = 2.5,
    gap: Duration = .milliseconds(300), distance: Millimetres = 16
  ) {
    self.taps = taps
    self.within = within
    self.movement = movement
    self.gap = gap
    self.distance = distance
  }

  /// The longest tap where no rule requests a long press: the time after which Android takes a touch for one
  /// (ViewConfiguration, DEFAULT_LONG_PRESS_TIMEOUT).
  public static let longest = Duration.milliseconds(400)
  /// The longest tap of fingers that libinput reports late or that tap beside others.
  static let usual = Duration.milliseconds(250)

  /// The longest time of a tap with fingers of which long presses begin after `presses`.
  public func limit(beforeLongPresses presses: [Duration]) -> Duration {
    within ?? presses.min().map { $0 - .microseconds(1) } ?? Self.longest
  }
}

/// The limits of a long press.
public struct LongPressPattern: Hashable, Sendable {
  /// The time for which the fingers must rest before it begins. Default 500 ms (UIKit).
  public var duration: Duration
  /// The largest movement before it begins. Default 3 mm: a hand that rests for 0.5 s drifts 0.6 mm, for 2 s 2.1 mm.
  public var movement: Millimetres
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int
  /// The time from one step to the next while the fingers stay; nil for no steps.
  public var step: Duration?
  /// The swipe after which the fingers rest, in the same touch; nil if they rest where they landed. Default nil.
  public var moved: SwipePattern?

  /// A long press; omitted limits have their defaults.
  public init(
    _ duration: Duration = .milliseconds(500), movement: Millimetres = 3, taps: Int = 0, step: Duration? = nil,
    moved: SwipePattern? = nil
  ) {
    self.duration = duration
    self.movement = movement
    self.taps = taps
    self.step = step
    self.moved = moved
  }
}

/// The limits of a swipe.
public struct SwipePattern: Hashable, Sendable {
  public var directions: Directions
  /// Further permitted directions, as angles.
  public var angles: [AngleRange]
  /// The permitted directions of the legs that follow the first one in the same touch; each leg turns by at least 90°.
  /// Default none.
  public var then: [Directions]
  /// The distance at which it is recognised; that of the last leg. Default 12 mm.
  public var distance: Millimetres
  /// The least time from the first movement to the distance. Default 0.
  public var after: Duration
  /// The longest time from the first movement to the distance, or for each leg. Default 800 ms.
  public var within: Duration
  /// The permitted speed at the distance, in mm/s; nil for any.
  public var speed: ClosedRange<Double>?
  /// True if it is recognised only when the fingers lift, and must still be a swipe then.
  public var waitsForLift: Bool

  /// The number of legs.
  public var legs: Int { then.count + 1 }

  /// The permitted directions of the last leg.
  public var lastDirections: Directions { then.last ?? directions }

  /// The largest number of legs: paths with more are learnt as strokes.
  public static let mostLegs = 4

  /// A swipe; omitted limits have their defaults.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], then: [Directions] = [], distance: Millimetres = 12,
    after: Duration = .zero, within: Duration = .milliseconds(800), speed: ClosedRange<Double>? = nil,
    waitsForLift: Bool = false
  ) {
    self.directions = directions
    self.angles = angles
    self.then = then
    self.distance = distance
    self.after = after
    self.within = within
    self.speed = speed
    self.waitsForLift = waitsForLift
  }
}

/// The limits of a pan.
public struct PanPattern: Hashable, Sendable {
  /// The directions in which it may begin.
  public var directions: Directions
  /// Further directions in which it may begin, as angles.
  public var angles: [AngleRange]
  /// The distance at which it begins. Default 3 mm (Android's slop is 8 dp, UIKit's about 10 pt).
  public var distance: Millimetres
  /// The distance from one step to the next; nil for no steps.
  public var step: Millimetres?
  /// True if it may also begin in the opposite directions.
  public var goesBack: Bool
  /// The permitted speed when it begins, in mm/s; nil for any.
  public var speed: ClosedRange<Double>?
  /// The number of fingers that rest beside those that move, 0 or 1.
  public var anchor: Int
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int

  /// A pan; omitted limits have their defaults.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], distance: Millimetres = 3, step: Millimetres? = nil,
    goesBack: Bool = false, speed: ClosedRange<Double>? = nil, anchor: Int = 0, taps: Int = 0
  ) {
    self.directions = directions
    self.angles = angles
    self.distance = distance
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
    self.anchor = anchor
    self.taps = taps
  }

  /// The directions in which it may begin, with the opposite ones if it goes back; without angles.
  public var allDirections: Directions { goesBack ? directions.union(directions.opposites) : directions }
}

/// The limits of a pinch.
public struct PinchPattern: Hashable, Sendable {
  public var directions: PinchDirections
  /// The least change of the distance between the fingers, as a fraction of the initial one: it begins at 1 + change or
  /// 1 - change. Default 0.1.
  public var change: Double
  /// The least time from the first movement to the change. Default 0.
  public var after: Duration
  /// The longest time from the first movement to the change; nil, the default, for no limit.
  public var within: Duration?
  /// The change from one step to the next, as a fraction of the initial distance; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool

  /// A pinch; omitted limits have their defaults.
  public init(
    _ directions: PinchDirections, change: Double = 0.1, after: Duration = .zero, within: Duration? = nil,
    step: Double? = nil, goesBack: Bool = false
  ) {
    self.directions = directions
    self.change = change
    self.after = after
    self.within = within
    self.step = step
    self.goesBack = goesBack
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  public var allDirections: PinchDirections { goesBack ? .any : directions }
}

/// The limits of a rotation.
public struct RotatePattern: Hashable, Sendable {
  public var directions: RotationDirections
  /// The angle at which it begins, in degrees. Default 12.
  public var angle: Double
  /// The angle from one step to the next, in degrees; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool

  /// A rotation; omitted limits have their defaults.
  public init(_ directions: RotationDirections, angle: Double = 12, step: Double? = nil, goesBack: Bool = false) {
    self.directions = directions
    self.angle = angle
    self.step = step
    self.goesBack = goesBack
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  public var allDirections: RotationDirections { goesBack ? .any : directions }
}

/// The limits of a circle.
public struct CirclePattern: Hashable, Sendable {
  public var directions: RotationDirections
  /// The angle by which the path must have turned when it begins, in degrees. Default 180.
  public var angle: Double
  /// The angle from one step to the next, in degrees; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool

  /// A circle; omitted limits have their defaults.
  public init(_ directions: RotationDirections, angle: Double = 180, step: Double? = nil, goesBack: Bool = false) {
    self.directions = directions
    self.angle = angle
    self.step = step
    self.goesBack = goesBack
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  public var allDirections: RotationDirections { goesBack ? .any : directions }
}

/// The limits of a press.
public struct PressPattern: Hashable, Sendable {
  /// The force that makes a touch a press.
  public enum Force: String, Hashable, Sendable {
    /// The button under the touchpad is pressed.
    case click
    /// The fingers press harder than they rest; on touchpads with a button under the surface, than when they clicked.
    case firm
  }

  public var force: Force
  /// The time from one step to the next while the fingers press; nil for no steps.
  public var step: Duration?

  public init(_ force: Force = .click, step: Duration? = nil) {
    self.force = force
    self.step = step
  }
}

/// The limits of a tap beside fingers that rest.
public struct TipTapPattern: Hashable, Sendable {
  /// The permitted places of the tap.
  public var sides: TipTapSides

  /// A tap beside fingers that rest.
  public init(_ sides: TipTapSides) { self.sides = sides }
}

/// A shape to draw.
public struct StrokePattern: Hashable, Sendable {
  /// The name of the shape.
  public var name: String
  /// The drawings to compare with: a drawing must resemble one of them.
  public var templates: [StrokeTemplate]

  public init(_ name: String, templates: [StrokeTemplate]) {
    self.name = name
    self.templates = templates
  }
}
