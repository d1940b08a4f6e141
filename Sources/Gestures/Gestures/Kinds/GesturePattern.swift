internal import Time
internal import Touch

/// The statements of a kind of gesture about itself, in its file of this folder: its limits, the recogniser that judges
/// fingers by them, and how it stands to other gestures. None has a default.
protocol GesturePattern: Hashable, Sendable {
  /// The properties of its kind.
  static var facts: KindFacts { get }

  /// Its properties that any gesture may have.
  var traits: PatternTraits { get }

  /// The number of parts of a movement in one touch: its legs, and a rest after them; 0 for gestures without legs. It
  /// is asked for each pair of rules, and so is no trait.
  var parts: Int { get }

  /// The recogniser of fingers at `sample`, the first of their sequence.
  /// - Parameter sharesFingers: true if it runs alongside other gestures.
  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer

  /// The steps of a gesture that began in `direction`; nil if it makes none by distance, scale or angle.
  func stepper(begunIn direction: Direction?) -> Stepper?

  /// Its source with so many fingers on a touchpad that reports no positions of them.
  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource

  /// Its value in the words of rules files: `left`.
  var words: String { get }

  /// The requirements, for people: `12 mm within 800 ms`.
  var limits: String { get }

  /// The outline of its limits around a hand.
  var outline: LimitOutline { get }

  /// The movement of an ideal hand that makes it, as usual where amounts are not `stated`; nil if it may have several
  /// directions.
  func movement(_ stated: StatedAmounts) -> HandMovement?

  /// `Pattern.isImplied`
  func isImplied(by other: Pattern) -> Bool

  /// `Pattern.longestWait`, for gestures after the same taps and beside the same resting fingers.
  func longestWait(of other: Pattern) -> LongestWait?

  /// `Pattern.requiresMore`
  func requiresMore(than other: Pattern) -> Bool
}

/// A kind of gesture that may follow taps.
protocol TappedPattern: GesturePattern {
  /// The number of taps before it.
  var taps: Int { get set }
}

extension TappedPattern {
  /// True if libinput, which reports no taps of four fingers, cannot tell those before it.
  func hidesTaps(of fingers: Int) -> Bool { fingers == 4 && taps > 0 }

  var withoutTaps: Self {
    var pattern = self
    pattern.taps = 0
    return pattern
  }
}

/// The properties that every gesture has, as far as it has them.
// The traits are made for each question, some for each pair of rules: nothing in them is made anew.
struct PatternTraits: Hashable, Sendable {
  /// The number of taps, or of those before another gesture; nil if there are none.
  let taps: Int?
  /// The number of taps before its own last touch.
  let tapsBefore: Int
  /// The permitted directions, a bit each: those of `Directions` for swipes, pans and strokes. A shape may begin in any
  /// direction. A gesture without directions has one bit.
  let directionBits: UInt8
  /// The same without those that go back.
  let forthBits: UInt8
  /// True if two of its kind in different directions are different gestures from the beginning.
  let isDirected: Bool
  /// Further permitted directions, as angles.
  let angles: [AngleRange]
  /// True if it may also begin in the opposite directions.
  let goesBack: Bool
  /// The only direction it can have; nil if it can have several, or none.
  let onlyDirection: Direction?
  /// One of two opposite directions, of a gesture with steps that may begin in either; nil for other gestures.
  let opposite: Direction?
  /// The directions of fingers that move together before it is recognised; nil if they do not.
  let path: Directions?
  /// Of these, those that tell it from other movements at once: shapes and rests are decided at their end.
  let line: Directions
  /// The least movement of a finger that makes it; nil for taps, long presses and shapes, which require none or are
  /// decided by the lift.
  let leastMovement: Millimetres?
  /// The permitted speed at which it acts or begins, as `VelocityEstimator.Velocity.speed(of:)`; nil for any.
  let speed: ClosedRange<Double>?
  /// The time from one step to the next while the fingers stay; nil for no steps by time.
  let stepTime: Duration?
  /// True if the number of fingers suffices to recognise it.
  let needsOnlyCount: Bool
  /// The least way to where the fingers would come to rest, with which it ends, as in `Gesture.Commitment`; nil for
  /// any.
  let projected: Double?
}

extension PatternTraits {
  /// The properties of fingers that rest or touch for a moment.
  static func still(
    taps: Int?, tapsBefore: Int, stepTime: Duration?, needsOnlyCount: Bool
  ) -> PatternTraits {
    PatternTraits(
      taps: taps, tapsBefore: tapsBefore, directionBits: 1, forthBits: 1, isDirected: false, angles: [],
      goesBack: false, onlyDirection: nil, opposite: nil, path: nil, line: [], leastMovement: nil, speed: nil,
      stepTime: stepTime, needsOnlyCount: needsOnlyCount, projected: nil)
  }

  /// The properties of fingers that part, turn or go round, in one of two directions or either; `forth` without those
  /// that go back.
  static func turning(
    _ directionBits: UInt8, forth: UInt8, goesBack: Bool, onlyDirection: Direction?, opposite: Direction?,
    isDirected: Bool, path: Directions?, taps: Int, speed: ClosedRange<Double>?, projected: Double?
  ) -> PatternTraits {
    PatternTraits(
      taps: taps == 0 ? nil : taps, tapsBefore: taps, directionBits: directionBits, forthBits: forth,
      isDirected: isDirected, angles: [],
      goesBack: goesBack, onlyDirection: onlyDirection, opposite: opposite, path: path, line: [],
      leastMovement: Thresholds.slop, speed: speed, stepTime: nil, needsOnlyCount: false,
      projected: projected)
  }
}
