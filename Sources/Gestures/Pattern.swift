public import Touch

/// A gesture and the limits within which it counts.
public enum Pattern: Hashable, Sendable {
  /// Fingers touch for a moment, once or several times. Discrete.
  case tap(TapPattern)
  /// Fingers rest. Continuous.
  case longPress(LongPressPattern)
  /// Fingers move one way and act once, on the way. Discrete.
  case swipe(SwipePattern)
  /// Fingers move. Continuous.
  case pan(PanPattern)
  /// Fingers come together or part. Continuous.
  case pinch(PinchPattern)
  /// Fingers turn. Continuous.
  case rotate(RotatePattern)
  /// Fingers draw a shape. Discrete.
  case stroke(StrokePattern)

  /// Which gesture it is.
  public var kind: Gesture.Kind {
    switch self {
    case .tap: .tap
    case .longPress: .longPress
    case .swipe: .swipe
    case .pan: .pan
    case .pinch: .pinch
    case .rotate: .rotate
    case .stroke: .stroke
    }
  }
}

/// The limits of a tap.
public struct TapPattern: Hashable, Sendable {
  /// How many taps: 1 to 3.
  public var taps: Int
  /// How long the fingers of one tap may all be down. Default 250 ms: taps of real hands take 24 to 124 ms.
  public var within: Duration
  /// How far a finger may move in one tap. Default 2.5 mm.
  public var movement: Millimetres
  /// How long after a tap the next one may land. Default 300 ms (Android, Flutter).
  public var gap: Duration
  /// How far from a tap the next one may be. Default 16 mm (100 dp, Android).
  public var distance: Millimetres

  /// A tap; what is not given has its default.
  public init(
    _ taps: Int = 1, within: Duration = .milliseconds(250), movement: Millimetres = 2.5,
    gap: Duration = .milliseconds(300), distance: Millimetres = 16
  ) {
    self.taps = taps
    self.within = within
    self.movement = movement
    self.gap = gap
    self.distance = distance
  }
}

/// The limits of a long press.
public struct LongPressPattern: Hashable, Sendable {
  /// It begins when the fingers have rested this long. Default 500 ms (UIKit).
  public var duration: Duration
  /// How far they may move before. Default 3 mm: a hand that rests for 0.5 s drifts 0.6 mm, for 2 s 2.1 mm.
  public var movement: Millimetres
  /// How many taps must come right before it, as a tap's default limits have them; 0 to 2. Default 0.
  public var taps: Int
  /// How long it is from one step to the next while the fingers stay; nil for none.
  public var step: Duration?

  /// A long press; what is not given has its default.
  public init(
    _ duration: Duration = .milliseconds(500), movement: Millimetres = 3, taps: Int = 0, step: Duration? = nil
  ) {
    self.duration = duration
    self.movement = movement
    self.taps = taps
    self.step = step
  }
}

/// The limits of a swipe.
public struct SwipePattern: Hashable, Sendable {
  /// The ways it may go.
  public var directions: Directions
  /// Further ways it may go, by their angles.
  public var angles: [AngleRange]
  /// It acts on the sample that has come this far. Default 12 mm.
  public var distance: Millimetres
  /// It must take at least this long from the first movement to its distance. Default 0.
  public var after: Duration
  /// It must come that far within this time. Default 800 ms.
  public var within: Duration
  /// How fast the fingers must be where it acts, in mm/s; nil is any speed.
  public var speed: ClosedRange<Double>?
  /// Whether it waits until the fingers lift, and must still be a swipe then.
  public var waitsForLift: Bool

  /// A swipe; what is not given has its default.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], distance: Millimetres = 12, after: Duration = .zero,
    within: Duration = .milliseconds(800), speed: ClosedRange<Double>? = nil, waitsForLift: Bool = false
  ) {
    self.directions = directions
    self.angles = angles
    self.distance = distance
    self.after = after
    self.within = within
    self.speed = speed
    self.waitsForLift = waitsForLift
  }
}

/// The limits of a pan.
public struct PanPattern: Hashable, Sendable {
  /// The ways it may begin.
  public var directions: Directions
  /// Further ways it may begin, by their angles.
  public var angles: [AngleRange]
  /// It begins when the fingers have come this far. Default 3 mm (Android's slop is 8 dp, UIKit's about 10 pt).
  public var distance: Millimetres
  /// How far it is from one step to the next; nil for none.
  public var step: Millimetres?
  /// Whether it may also begin the other way.
  public var goesBack: Bool
  /// How fast the fingers must be where it begins, in mm/s; nil is any speed.
  public var speed: ClosedRange<Double>?

  /// A pan; what is not given has its default.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], distance: Millimetres = 3, step: Millimetres? = nil,
    goesBack: Bool = false, speed: ClosedRange<Double>? = nil
  ) {
    self.directions = directions
    self.angles = angles
    self.distance = distance
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
  }
}

/// The limits of a pinch.
public struct PinchPattern: Hashable, Sendable {
  /// The ways it may go.
  public var directions: PinchDirections
  /// How much the fingers' distance must have changed, as a fraction of what it was: it begins at 1 + change or
  /// 1 - change. Default 0.1.
  public var change: Double
  /// It must take at least this long from the first movement to its change. Default 0.
  public var after: Duration
  /// It must change that much within this time; nil is no limit, the default.
  public var within: Duration?
  /// How much it is from one step to the next, as a fraction of the fingers' distance at first; nil for none.
  public var step: Double?
  /// Whether it may also begin the other way.
  public var goesBack: Bool

  /// A pinch; what is not given has its default.
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
}

/// The limits of a rotation.
public struct RotatePattern: Hashable, Sendable {
  /// The ways it may go.
  public var directions: RotationDirections
  /// It begins when the fingers have turned this far, in degrees. Default 12.
  public var angle: Double
  /// How far it is from one step to the next, in degrees; nil for none.
  public var step: Double?
  /// Whether it may also begin the other way.
  public var goesBack: Bool

  /// A rotation; what is not given has its default.
  public init(_ directions: RotationDirections, angle: Double = 12, step: Double? = nil, goesBack: Bool = false) {
    self.directions = directions
    self.angle = angle
    self.step = step
    self.goesBack = goesBack
  }
}

/// A shape to be drawn.
public struct StrokePattern: Hashable, Sendable {
  /// What it is called.
  public var name: String
  /// How it is drawn: the drawing must be like one of these.
  public var templates: [StrokeTemplate]

  /// A shape.
  public init(_ name: String, templates: [StrokeTemplate]) {
    self.name = name
    self.templates = templates
  }
}
