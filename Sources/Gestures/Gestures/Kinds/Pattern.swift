public import Touch

// This file dispatches: what a kind of gesture is stands in its own file beside this one, behind `GesturePattern`.

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

  /// The kind of gesture whose limits these are.
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

  var traits: PatternTraits {
    switch self {
    case .tap(let pattern): pattern.traits
    case .longPress(let pattern): pattern.traits
    case .swipe(let pattern): pattern.traits
    case .pan(let pattern): pattern.traits
    case .pinch(let pattern): pattern.traits
    case .rotate(let pattern): pattern.traits
    case .circle(let pattern): pattern.traits
    case .stroke(let pattern): pattern.traits
    case .press(let pattern): pattern.traits
    case .tipTap(let pattern): pattern.traits
    case .touch: TouchPattern().traits
    }
  }

  /// `GesturePattern.parts`
  var parts: Int {
    switch self {
    case .tap(let pattern): pattern.parts
    case .longPress(let pattern): pattern.parts
    case .swipe(let pattern): pattern.parts
    case .pan(let pattern): pattern.parts
    case .pinch(let pattern): pattern.parts
    case .rotate(let pattern): pattern.parts
    case .circle(let pattern): pattern.parts
    case .stroke(let pattern): pattern.parts
    case .press(let pattern): pattern.parts
    case .tipTap(let pattern): pattern.parts
    case .touch: TouchPattern().parts
    }
  }

  /// The pattern itself. It is put into a box, which takes time: what rules are compared by is dispatched one by one.
  var value: any GesturePattern {
    switch self {
    case .tap(let pattern): pattern
    case .longPress(let pattern): pattern
    case .swipe(let pattern): pattern
    case .pan(let pattern): pattern
    case .pinch(let pattern): pattern
    case .rotate(let pattern): pattern
    case .circle(let pattern): pattern
    case .stroke(let pattern): pattern
    case .press(let pattern): pattern
    case .tipTap(let pattern): pattern
    case .touch: TouchPattern()
    }
  }

  /// `GesturePattern.recognizer`
  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    switch self {
    case .tap(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .longPress(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .swipe(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .pan(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .pinch(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .rotate(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .circle(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .stroke(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .press(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .tipTap(let pattern): pattern.recognizer(at: sample, sharesFingers: sharesFingers)
    case .touch: TouchPattern().recognizer(at: sample, sharesFingers: sharesFingers)
    }
  }

  /// True if, in the directions that both permit, every hand that matches `other` matches this pattern: after the same
  /// distance or less, in the same time or more. Of two such rules the one with `other` never acts if it is the later
  /// one.
  public func isImplied(by other: Pattern) -> Bool {
    switch self {
    case .tap(let pattern): pattern.isImplied(by: other)
    case .longPress(let pattern): pattern.isImplied(by: other)
    case .swipe(let pattern): pattern.isImplied(by: other)
    case .pan(let pattern): pattern.isImplied(by: other)
    case .pinch(let pattern): pattern.isImplied(by: other)
    case .rotate(let pattern): pattern.isImplied(by: other)
    case .circle(let pattern): pattern.isImplied(by: other)
    case .stroke(let pattern): pattern.isImplied(by: other)
    case .press(let pattern): pattern.isImplied(by: other)
    case .tipTap(let pattern): pattern.isImplied(by: other)
    case .touch: TouchPattern().isImplied(by: other)
    }
  }

  /// The longest time for which a gesture `other` of a later rule may wait for this one with the same fingers; nil if
  /// it never waits.
  public func longestWait(of other: Pattern) -> LongestWait? {
    guard isAnchored == other.isAnchored else { return nil }
    // The movement after a tap is made by fingers that have tapped.
    if !kind.isMadeOfTaps, tapsBeforeMovement != other.tapsBeforeMovement { return nil }
    return switch self {
    case .tap(let pattern): pattern.longestWait(of: other)
    case .longPress(let pattern): pattern.longestWait(of: other)
    case .swipe(let pattern): pattern.longestWait(of: other)
    case .pan(let pattern): pattern.longestWait(of: other)
    case .pinch(let pattern): pattern.longestWait(of: other)
    case .rotate(let pattern): pattern.longestWait(of: other)
    case .circle(let pattern): pattern.longestWait(of: other)
    case .stroke(let pattern): pattern.longestWait(of: other)
    case .press(let pattern): pattern.longestWait(of: other)
    case .tipTap(let pattern): pattern.longestWait(of: other)
    case .touch: TouchPattern().longestWait(of: other)
    }
  }
}

extension Gesture {
  /// The kinds of gestures. Raw values are their keys in rules files.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Fingers touched for a moment. Discrete.
    case tap
    /// Fingers rested. Continuous.
    case longPress = "long-press"
    /// Fingers moved in one direction. Discrete.
    case swipe
    /// Fingers move. Continuous.
    case pan
    /// Fingers came together or parted. Continuous.
    case pinch
    /// Fingers turned. Continuous.
    case rotate
    /// Fingers go round. Continuous.
    case circle
    /// Fingers drew a shape. Discrete.
    case stroke
    /// Fingers pressed the button under a touchpad, or pressed firmly. Continuous.
    case press
    /// Fingers rested, and another one tapped beside them. Discrete.
    case tipTap = "tip-tap"
    /// Fingers are down, whatever they do. Continuous.
    case touch
  }
}

extension Pattern {
  /// True if it requires more of the fingers than `other`, a gesture of a later rule that may wait for it: with less,
  /// they hardly ever wait.
  public func requiresMore(than other: Pattern) -> Bool {
    switch self {
    case .tap(let pattern): pattern.requiresMore(than: other)
    case .longPress(let pattern): pattern.requiresMore(than: other)
    case .swipe(let pattern): pattern.requiresMore(than: other)
    case .pan(let pattern): pattern.requiresMore(than: other)
    case .pinch(let pattern): pattern.requiresMore(than: other)
    case .rotate(let pattern): pattern.requiresMore(than: other)
    case .circle(let pattern): pattern.requiresMore(than: other)
    case .stroke(let pattern): pattern.requiresMore(than: other)
    case .press(let pattern): pattern.requiresMore(than: other)
    case .tipTap(let pattern): pattern.requiresMore(than: other)
    case .touch: TouchPattern().requiresMore(than: other)
    }
  }

  /// Its value in the words of rules files: `left`.
  public var words: String { value.words }

  /// The requirements, for people: `12 mm within 800 ms`.
  public var limits: String { value.limits }

  /// The outline of its limits around a hand.
  public var outline: LimitOutline { value.outline }

  /// The movement of an ideal hand that makes it, as usual where amounts are not `stated`; nil if it may have several
  /// directions.
  public func movement(_ stated: StatedAmounts) -> HandMovement? { value.movement(stated) }

  /// True if its fingers only rest or touch for a moment.
  var isRest: Bool { kind.motion == .rest && swipeBefore == nil }

  /// The number of taps, or of those before another gesture; nil if there are none.
  var taps: Int? { traits.taps }

  /// The number of taps before its own last touch.
  public var tapsBefore: Int { traits.tapsBefore }

  /// The number of taps before fingers that move; 0 for fingers that rest.
  var tapsBeforeMovement: Int { kind.motion == .rest ? 0 : tapsBefore }

  /// The same without the taps before its last touch; that of taps is itself.
  var withoutTaps: Pattern {
    switch self {
    case .longPress(let pattern): .longPress(pattern.withoutTaps)
    case .swipe(let pattern): .swipe(pattern.withoutTaps)
    case .pan(let pattern): .pan(pattern.withoutTaps)
    case .pinch(let pattern): .pinch(pattern.withoutTaps)
    case .rotate(let pattern): .rotate(pattern.withoutTaps)
    case .circle(let pattern): .circle(pattern.withoutTaps)
    case .stroke(let pattern): .stroke(pattern.withoutTaps)
    case .tap, .press, .tipTap, .touch: self
    }
  }

  /// True if it differs from `other` by limits and directions alone; false for shapes.
  func isLike(_ other: Pattern) -> Bool {
    kind == other.kind && !kind.isDrawn && parts == other.parts && taps == other.taps
      && isAnchored == other.isAnchored && pressForce == other.pressForce
  }

  /// The permitted directions, a bit each; the bits of swipes, pans and strokes are those of `Directions`. A shape may
  /// begin in any direction. Taps and long presses have one bit.
  public var directionBits: UInt8 { traits.directionBits }

  /// Further permitted directions, as angles.
  public var angles: [AngleRange] { traits.angles }

  /// True if it may also begin in the opposite directions.
  public var goesBack: Bool { traits.goesBack }

  /// One of two opposite directions, of a gesture with steps that may begin in either; nil for other gestures.
  public var opposite: Direction? { traits.opposite }

  /// The directions of fingers that move together before it is recognised; nil if they do not.
  public var path: Directions? { traits.path }

  /// Of these, those that tell it from other movements at once: shapes and rests are decided at their end.
  public var line: Directions { traits.line }

  /// The least way to where the fingers would come to rest, with which it ends, as in `Gesture.Commitment`; nil for
  /// any.
  var projected: Double? { traits.projected }

  /// True if it is made beside fingers that rest.
  public var isMadeBesideRest: Bool { isAnchored || kind.isBesideRest }

  /// The least movement of a finger that makes it; nil for taps, long presses and shapes.
  public var leastMovement: Millimetres? { traits.leastMovement }

  /// True if fingers that make it have made `other` before, in the same touch: it has the same legs and more, or a rest
  /// after them. So `other` waits for it, whatever the order of the rules.
  public func continues(_ other: Pattern) -> Bool {
    let others = other.parts
    guard others > 0, parts > others, tapsBefore == other.tapsBefore, let own = swipe, let other = other.swipe
    else { return false }
    return zip(own.allLegs, other.allLegs).allSatisfy { !$0.isDisjoint(with: $1) }
  }

  /// Its swipe, or that before its rest; nil if it has none.
  private var swipe: SwipePattern? { if case .swipe(let pattern) = self { pattern } else { swipeBefore } }

  /// True if it may continue another one.
  public var continuesOthers: Bool { parts > 1 }
}

extension Duration {
  /// True if a gesture that must not come before this time is not too early where one that must not come before `other`
  /// is in time. If it needs less distance, it may be too early.
  func isInTime(where other: Duration, areAtOnce: Bool) -> Bool { self == .zero || areAtOnce && self <= other }
}

extension Duration? {
  /// True if what is made within `other` is made within this time; nil is no limit.
  func isLongEnough(for other: Duration?) -> Bool {
    map { most in other.map { $0 <= most } ?? false } ?? true
  }
}

extension ClosedRange<Double>? {
  /// True if a gesture of this speed has it where one of the speed `other` has. At different distances speeds differ.
  func includes(_ other: ClosedRange<Double>?, areAtOnce: Bool) -> Bool { self == nil || areAtOnce && self == other }
}
