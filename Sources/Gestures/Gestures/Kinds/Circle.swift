internal import Diagnostics
internal import Time
internal import Touch

/// The limits of a circle.
public struct CirclePattern: Hashable, Sendable {
  /// The directions in which it may begin; without the opposite ones if it goes back.
  public var directions: RotationDirections
  /// The angle by which the path must have turned when it begins, in degrees. Default 180.
  public var angle: Double
  /// The longest time from the first movement to the angle; nil, the default, for no limit.
  public var within: Duration?
  /// The angle from one step to the next, in degrees; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool
  /// The permitted speed when it begins, in mm/s; nil for any.
  public var speed: ClosedRange<Double>?
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int

  /// A circle; omitted limits have their defaults.
  public init(
    _ directions: RotationDirections, angle: Double = 180, within: Duration? = nil, step: Double? = nil,
    goesBack: Bool = false, speed: ClosedRange<Double>? = nil, taps: Int = 0
  ) {
    self.directions = directions
    self.angle = angle
    self.within = within
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
    self.taps = taps
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  var allDirections: RotationDirections { goesBack ? .any : directions }
}

extension CirclePattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.move, .rotation, .continuous) }

  var traits: PatternTraits {
    .turning(
      allDirections.rawValue, forth: directions.rawValue, goesBack: goesBack, onlyDirection: directions.only,
      opposite: directions == .any && step != nil ? .clockwise : nil, isDirected: false, path: .any, taps: taps,
      speed: speed, projected: nil)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .circle(CircleRecognizer(self)) }

  func stepper(begunIn direction: Direction?) -> Stepper? {
    step.map { .line(LineStepper(degrees: $0, directions, goesBack: goesBack, begunIn: direction)) }
  }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) || fingers == 1 ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .circle(let other) = other else { return false }
    return taps == other.taps && angle <= other.angle && within.isLongEnough(for: other.within)
      && speed.includes(other.speed, areAtOnce: angle == other.angle)
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    other.kind.movesAtOnce ? within.map { .time($0) } ?? .lift : nil
  }

  // A straight path is no circle.
  func requiresMore(than other: Pattern) -> Bool {
    if case .circle(let other) = other { angle > other.angle } else { false }
  }

  var words: String { Phrase.directions(directions) }

  var limits: String {
    precededBy(taps: taps) + "a turn of the path by \(angle.tenths)°"
      + (step.map { ", then \($0.tenths)° per step" } ?? "")
  }

  var outline: LimitOutline { .none }

  // The chords of a circle from its top, until the path has turned by the angle. They turn by 6° each; the first two do
  // not count.
  func movement(_ stated: StatedAmounts) -> HandMovement? {
    guard directions != .any else { return nil }
    let isClockwise = directions == .clockwise
    let chords = (0...Int((stated.contains(.distance) ? angle : 360) / 6) + 2).map { index in
      Vector(degrees: Double(isClockwise ? -index : index) * 6 + (isClockwise ? 0 : 180))
        * (HandMovement.usualDistance * .pi / 60)
    }
    return HandMovement(chords, speed: speed?.typical ?? HandMovement.usualSpeed.pan, taps: taps)
  }
}

extension Pattern {
  /// The same gesture of one finger on a touchpad, which mostly points.
  mutating func beginLaterAsCircle() {
    guard case .circle(var pattern) = self else { return }
    pattern.angle = max(pattern.angle, Thresholds.leastRound)
    self = .circle(pattern)
  }
}

/// A recogniser of fingers that go round.
///
///     turned   0° ─────────── ± angle ──── + every ──▲──
///             │◀─ within ─▶│
///     state    possible          began     changed    ended
///
/// The angle is that by which the path has turned, wherever its centre is, so a hand may wander while it goes round.
/// The gesture begins when the path has turned by its angle on curves wider than a fingertip rolls: fingers that turn
/// back make a tight bend.
struct CircleRecognizer: TimedRecognizer, Hashable, Sendable {
  /// The least mean radius of the curves, in mm.
  private static let leastRadius = 4.0
  /// The largest radius, in mm, of a path that may become a circle, behind its first millimetres. Straighter ones are
  /// swipes.
  private static let largestRadius = 60.0
  private static let undecided = 10.0

  private let pattern: CirclePattern
  private let directions: RotationDirections
  /// The last moment at which it is in time, once the fingers have moved; nil if it has no limit.
  private(set) var lastChance: Timestamp?

  init(_ pattern: CirclePattern) {
    self.pattern = pattern
    directions = pattern.allDirections
  }

  var limit: Duration? { pattern.within }

  mutating func observe(_ sample: Sample, _ legs: LegPath, takesPinches: Bool) -> Verdict {
    if let failure = sample.source.failureOfPath(takesPinches: takesPinches) { return .failed(failure) }
    if let within = pattern.within {
      lastChance = legs.farthest > Thresholds.slop.value ? legs.start + within : nil
      guard !isTooLate(at: sample.time) else { return tooLate }
    }
    guard isEnough(legs), legs.isTogether(sample) else { return .undecided }
    return .matched(Match(direction: legs.turned > 0 ? .clockwise : .counterclockwise))
  }

  private func isEnough(_ legs: LegPath) -> Bool {
    // Rounded, because sums of small turns fall a little short.
    abs(legs.turned) >= pattern.angle - 1e-9 && permits(legs.turned)
      && legs.turnedLength >= abs(legs.turned) * .pi / 180 * Self.leastRadius
  }

  private func permits(_ angle: Double) -> Bool { directions.contains(angle > 0 ? .clockwise : .counterclockwise) }

  func amount(_ legs: LegPath) -> Amount { Amount(abs(legs.turned), of: pattern.angle, .degrees) }

  /// True if the path so far is the beginning of a circle.
  func mayFollow(_ legs: LegPath) -> Bool {
    permits(legs.turned) && abs(legs.turned) * .pi / 180 * Self.largestRadius >= legs.farthest - Self.undecided
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ legs: LegPath) -> Failure {
    guard permits(legs.turned) else { return .otherDirection(legs.turned > 0 ? .clockwise : .counterclockwise) }
    guard abs(legs.turned) >= pattern.angle - 1e-9 else {
      return .turnedTooLittle(abs(legs.turned), least: pattern.angle)
    }
    guard legs.isTogether(sample) else { return sample.disagreementFailure(over: legs.farthest) }
    return .tight(
      radius: Millimetres(legs.turnedLength / (abs(legs.turned) * .pi / 180)), least: Millimetres(Self.leastRadius))
  }
}
