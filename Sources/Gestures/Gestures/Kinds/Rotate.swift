internal import Diagnostics
internal import Glibc
internal import Time
internal import Touch

/// The limits of a rotation.
public struct RotatePattern: Hashable, Sendable {
  /// The directions in which it may begin; without the opposite ones if it goes back.
  public var directions: RotationDirections
  /// The angle at which it begins, in degrees. Default 12.
  public var angle: Double
  /// The longest time from the first movement to the angle; nil, the default, for no limit.
  public var within: Duration?
  /// The angle from one step to the next, in degrees; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool
  /// The permitted speed when it begins, in degrees per second; nil for any.
  public var speed: ClosedRange<Double>?
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int
  /// The least angle, in degrees, at which the fingers would come to rest, with which it ends; with less it is
  /// cancelled. Nil, the default, for any.
  public var projected: Double?

  /// A rotation; omitted limits have their defaults.
  public init(
    _ directions: RotationDirections, angle: Double = 12, within: Duration? = nil, step: Double? = nil,
    goesBack: Bool = false, speed: ClosedRange<Double>? = nil, taps: Int = 0,
    projected: Double? = nil
  ) {
    self.directions = directions
    self.angle = angle
    self.within = within
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
    self.taps = taps
    self.projected = projected
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  var allDirections: RotationDirections { goesBack ? .any : directions }
}

extension RotatePattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.turn, .rotation, usualFingers: 2, .continuous) }

  var traits: PatternTraits {
    .turning(
      allDirections.rawValue, forth: directions.rawValue, goesBack: goesBack, onlyDirection: directions.only,
      opposite: directions == .any && step != nil ? .clockwise : nil, isDirected: true, path: nil, taps: taps,
      speed: speed, projected: projected)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    .rotate(RotateRecognizer(self, sharesFingers: sharesFingers))
  }

  func stepper(begunIn direction: Direction?) -> Stepper? {
    step.map { .line(LineStepper(degrees: $0, directions, goesBack: goesBack, begunIn: direction)) }
  }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .rotate(let other) = other else { return false }
    return taps == other.taps && angle <= other.angle && within.isLongEnough(for: other.within)
      && speed.includes(other.speed, areAtOnce: angle == other.angle)
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    other.kind == .rotate ? within.map { .time($0) } ?? .lift : nil
  }

  func requiresMore(than other: Pattern) -> Bool {
    if case .rotate(let other) = other { angle > other.angle } else { true }
  }

  var words: String { Phrase.directions(directions) }

  var limits: String {
    precededBy(taps: taps) + "\(angle.tenths)°" + (step.map { ", then \($0.tenths)° per step" } ?? "")
  }

  var outline: LimitOutline { .turn(angle) }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    guard directions != .any else { return nil }
    let angle = stated.contains(.distance) ? angle : 90
    var hand = HandMovement()
    hand.rotation = directions == .clockwise ? angle : -angle
    hand.moving = within ?? speed.map { HandMovement.time(of: angle, at: $0) } ?? HandMovement.usualTime
    hand.taps = taps
    return hand
  }
}

/// A recogniser of fingers that turn.
///
///     turned   0° ─────────── ± angle ──────────▲──
///             │◀─ within ─▶│
///     state    possible          began  changed  ended
///
/// The gesture begins when the fingers have turned by its angle. They must have turned farther than they have parted,
/// or else the hand pinches, and must not be moving together: the hand of a long swipe turns about its elbow. Of three
/// fingers or more, as many move as of those that pinch.
struct RotateRecognizer: TimedRecognizer, Hashable, Sendable {
  private let pattern: RotatePattern
  private let directions: RotationDirections
  /// True if it runs alongside other gestures.
  var sharesFingers: Bool
  /// The last moment at which it is in time, once the fingers have turned; nil if it has no limit.
  private(set) var lastChance: Timestamp?

  init(_ pattern: RotatePattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.allDirections
  }

  var limit: Duration? { pattern.within }

  func permits(_ direction: Direction?) -> Bool {
    directions.contains(direction == .clockwise ? .clockwise : .counterclockwise)
  }

  mutating func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .pinch: break
    // libinput has classified the touchpad's fingers as something else, and does not revise that.
    default: return .failed(sample.source.failure)
    }
    if let within = pattern.within {
      guard !isTooLate(at: sample.time) else { return tooLate }
      // From the first sample of the movement: fingers that rest make none.
      if abs(sample.rotation) <= Thresholds.turnSlop {
        lastChance = nil
      } else if lastChance == nil {
        lastChance = sample.time + within
      }
    }
    // Rounded, because sums of small turns fall a little short.
    guard abs(sample.rotation) >= pattern.angle - 1e-9 else { return .undecided }
    guard sample.moveMost, sharesFingers || sample.isOneHand && sample.turns else {
      return .undecided
    }
    guard directions.contains(sample.rotation > 0 ? .clockwise : .counterclockwise) else {
      return .failed(.otherDirection(sample.rotation > 0 ? .clockwise : .counterclockwise))
    }
    return .matched(Match(direction: sample.rotation > 0 ? .clockwise : .counterclockwise))
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample) -> Failure {
    if let fewMoved = sample.fewMoved { return fewMoved }
    return abs(sample.rotation) < pattern.angle - 1e-9
      ? .rotatedTooLittle(abs(sample.rotation), least: pattern.angle) : sample.turnFailure
  }

  func amount(_ sample: Sample) -> Amount { Amount(abs(sample.rotation), of: pattern.angle, .degrees) }
}

extension Sample {
  /// The largest distance from the centroid of two fingers to the centre of their rotation, in mm: half of the span of
  /// a hand.
  private static let largestRadius = 48.0

  /// True if two fingers can belong to one hand, which turns about a point between them or about one of them. Beside a
  /// thumb that holds the device, a scrolling finger of the other hand turns about it in a very wide circle.
  fileprivate var isOneHand: Bool {
    guard source == .contacts, fingers == 2 else { return true }
    return translation.length.value <= 2 * sin(min(abs(rotation), 180) * .pi / 360) * Self.largestRadius
  }

  /// The least change since a finger that lagged has started, in mm and degrees: what the lag itself did does not
  /// count. Fingers that turn must also cover an arc of that length: those that lie close turn by many degrees with the
  /// noise.
  private static let leastSinceLag = (spread: 3.0, rotation: 6.0)

  /// True if the fingers come together or part, and do not move together.
  var pinches: Bool {
    guard !isLagging, !isTogether, pinchesMoreThanItTurns else { return false }
    guard let lag, let spread else { return true }
    let since = spread.value - lag.spread.value
    return abs(since) >= Self.leastSinceLag.spread && (since > 0) == (scale > 1)
  }

  /// True if the fingers turn, and do not move together.
  var turns: Bool {
    guard !isLagging, !isTogether, !pinchesMoreThanItTurns else { return false }
    guard let lag else { return true }
    let since = rotation - lag.rotation
    return abs(since) >= Self.leastSinceLag.rotation && (since > 0) == (rotation > 0)
      && abs(since) * .pi / 180 * lag.span.value >= Self.leastSinceLag.spread
  }

  /// The reason why fingers that have parted or turned far enough neither pinch nor turn.
  var turnFailure: Failure {
    let way = translation.length.value
    return isTogether
      ? .together(share: disagreementShare(over: way), limit: Self.largestDisagreement)
      : .mixed(scale: abs(scale - 1), rotation: abs(rotation))
  }

  /// True if the fingers have parted farther than they have turned. Both are fractions of their distance: its change,
  /// and the length of the arc.
  private var pinchesMoreThanItTurns: Bool { abs(scale - 1) >= abs(rotation) * .pi / 180 }
}
