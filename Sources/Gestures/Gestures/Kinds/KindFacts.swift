/// The properties of a kind of gesture whatever its limits: each kind states them in its file.
struct KindFacts {
  /// The properties that a kind has or has not.
  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The gesture has a beginning and an end; others happen at one moment.
    static let continuous = Marks(rawValue: 1)
    /// Taps are the gesture itself, and not what comes before it.
    static let madeOfTaps = Marks(rawValue: 1 << 1)
    /// Its fingers rest for a time.
    static let rests = Marks(rawValue: 1 << 2)
    /// Its fingers move together straight on, in the nearest of the permitted directions.
    static let straight = Marks(rawValue: 1 << 3)
    /// The whole movement decides, when the fingers lift.
    static let drawn = Marks(rawValue: 1 << 4)
    /// Another finger makes it beside those that rest.
    static let besideRest = Marks(rawValue: 1 << 5)
    /// Fingers are only down: it has no part in touch sequences.
    static let presence = Marks(rawValue: 1 << 6)
  }

  let motion: Gesture.Motion
  /// The amount that is told of one that was made; nil if none is.
  let measure: Gesture.Measure?
  /// The number of fingers of a rule that does not state it.
  let usualFingers: Int
  /// The value of one that is named without a value; nil if it requires one.
  let usualValue: String?
  let marks: Marks

  init(
    _ motion: Gesture.Motion, _ measure: Gesture.Measure?, usualFingers: Int = 1, usualValue: String? = nil,
    _ marks: Marks
  ) {
    self.motion = motion
    self.measure = measure
    self.usualFingers = usualFingers
    self.usualValue = usualValue
    self.marks = marks
  }
}

extension Gesture.Kind {
  @inline(__always)
  private var facts: KindFacts {
    switch self {
    case .tap: TapPattern.facts
    case .longPress: LongPressPattern.facts
    case .swipe: SwipePattern.facts
    case .pan: PanPattern.facts
    case .pinch: PinchPattern.facts
    case .rotate: RotatePattern.facts
    case .circle: CirclePattern.facts
    case .stroke: StrokePattern.facts
    case .press: PressPattern.facts
    case .tipTap: TipTapPattern.facts
    case .touch: TouchPattern.facts
    }
  }

  /// How its fingers move.
  public var motion: Gesture.Motion { facts.motion }

  /// The amount that is told of one that was made; nil if none is.
  public var measure: Gesture.Measure? { facts.measure }

  /// The number of fingers of a rule that does not state it.
  public var usualFingers: Int { facts.usualFingers }

  /// The value of one that is named without a value; nil if it requires one.
  public var usualValue: String? { facts.usualValue }

  /// True if it has a beginning and an end; a discrete gesture happens at one moment.
  public var isContinuous: Bool { facts.marks.contains(.continuous) }

  /// True if taps are the gesture itself, and not what comes before it.
  public var isMadeOfTaps: Bool { facts.marks.contains(.madeOfTaps) }

  /// True if its fingers rest for a time.
  public var rests: Bool { facts.marks.contains(.rests) }

  /// True if its fingers move together straight on.
  public var isStraight: Bool { facts.marks.contains(.straight) }

  /// True if the whole movement decides, when the fingers lift.
  public var isDrawn: Bool { facts.marks.contains(.drawn) }

  /// True if another finger taps beside those that rest.
  public var isBesideRest: Bool { facts.marks.contains(.besideRest) }

  /// True if its fingers are only down, whatever they do: it has no part in touch sequences.
  public var isPresence: Bool { facts.marks.contains(.presence) }

  /// True if fingers that move together make it on the way, and not only when they lift.
  var movesAtOnce: Bool { motion == .move && !isDrawn }

  /// True if it is one movement, which nothing follows.
  public var isOneMovement: Bool { motion == .move && !isContinuous }

  /// True if it is one movement straight on.
  public var isOneStraightMovement: Bool { isOneMovement && isStraight }

  /// True if its fingers move straight on and are followed until they lift.
  public var isFollowedMovement: Bool { isContinuous && isStraight }

  /// True if the fingers have lifted when it is certain.
  public var endsWithLift: Bool { isMadeOfTaps || isDrawn }

  /// True if its fingers tap or rest by themselves.
  var isTapOrRest: Bool { isMadeOfTaps || rests }

  /// The property of the fingers that it follows.
  public var change: Gesture.Change {
    switch motion {
    case .rest, .move: .place
    case .turn: measure == .scale ? .scale : .rotation
    }
  }
}

extension Gesture {
  /// An amount that is told of a gesture.
  public enum Measure: Hashable, Sendable {
    /// Its distance.
    case distance
    /// Its distance and its speed.
    case speed
    /// The distance between the fingers.
    case scale
    /// The angle by which the fingers or their path turned.
    case rotation
  }

  /// The ways in which fingers move.
  public enum Motion: Hashable, Sendable {
    /// Fingers that rest, or touch for a moment.
    case rest
    /// Fingers that move together.
    case move
    /// Fingers that part, come together or turn.
    case turn
  }

  /// A property of the fingers that a gesture follows, with the unit of its limits; its speed is a change of this.
  public enum Change: Hashable, Sendable {
    /// Their place, in mm.
    case place
    /// Their distance, in multiples of the initial one.
    case scale
    /// Their angle, in degrees.
    case rotation
  }
}
