internal import Diagnostics
internal import Time
public import Touch

/// The limits of a pan.
public struct PanPattern: Hashable, Sendable {
  /// The directions in which it may begin.
  public var directions: Directions
  /// Further directions in which it may begin, as angles.
  public var angles: [AngleRange]
  /// The distance at which it begins. Default 3 mm (Android's slop is 8 dp, UIKit's about 10 pt).
  public var distance: Millimetres
  /// The longest time from the first movement to the distance; nil, the default, for no limit.
  public var within: Duration?
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
  /// The least distance from the landing, in the direction in which it began, at which the fingers would come to rest,
  /// with which it ends; with less it is cancelled. Nil, the default, for any.
  public var projected: Millimetres?

  /// A pan; omitted limits have their defaults.
  public init(
    _ directions: Directions, angles: [AngleRange] = [], distance: Millimetres = 3, within: Duration? = nil,
    step: Millimetres? = nil, goesBack: Bool = false, speed: ClosedRange<Double>? = nil, anchor: Int = 0, taps: Int = 0,
    projected: Millimetres? = nil
  ) {
    self.directions = directions
    self.angles = angles
    self.distance = distance
    self.within = within
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
    self.anchor = anchor
    self.taps = taps
    self.projected = projected
  }

  /// The directions in which it may begin, with the opposite ones if it goes back; without angles.
  var allDirections: Directions { goesBack ? directions.union(directions.opposites) : directions }
}

extension PanPattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.move, .distance, [.continuous, .straight]) }

  var traits: PatternTraits {
    PatternTraits(
      taps: taps == 0 ? nil : taps, tapsBefore: taps, directionBits: allDirections.rawValue,
      forthBits: directions.rawValue, isDirected: true, angles: angles, goesBack: goesBack,
      onlyDirection: angles.isEmpty ? directions.only : nil, opposite: step == nil ? nil : opposite,
      path: allDirections, line: allDirections, leastMovement: distance, speed: speed, stepTime: nil,
      needsOnlyCount: false, projected: projected?.value)
  }

  /// One of two opposite directions in which it may begin; nil if it begins in one of each two, and at angles.
  private var opposite: Direction? {
    guard angles.isEmpty else { return nil }
    return [.up, .right, .upLeft, .upRight].first { direction in
      let one = EightDirections.bit(direction).map { Directions(bit: $0) } ?? []
      return directions.isSuperset(of: one.union(one.opposites))
    }
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    .pan(PanRecognizer(self, sharesFingers: sharesFingers))
  }

  func stepper(begunIn direction: Direction?) -> Stepper? {
    guard let step = step?.value, let direction, let bit = EightDirections.bit(direction) else { return nil }
    return LineStepper(self, step: step, begunAt: bit).map { .line($0) }
      ?? .plane(PlaneStepper(self, step: step, begunAt: bit))
  }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) || fingers == 1 ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    if case .pan(let other) = other {
      return anchor == other.anchor && taps == other.taps && distance <= other.distance
        && within.isLongEnough(for: other.within)
        && speed.includes(other.speed, areAtOnce: distance == other.distance)
    }
    guard isFree else { return false }
    if case .swipe(let other) = other { return distance <= other.distance }
    if let moved = other.swipeBefore { return other.tapsBefore == 0 && distance <= moved.distance }
    return other.kind.motion == .move && distance.value <= StrokePath.leastSide
  }

  /// True if nothing has to come before it: no finger that rests, no taps, no speed, no limit of time.
  private var isFree: Bool { anchor == 0 && taps == 0 && speed == nil && within == nil }

  func longestWait(of other: Pattern) -> LongestWait? {
    other.kind.movesAtOnce ? within.map { .time($0) } ?? .lift : nil
  }

  func requiresMore(than other: Pattern) -> Bool {
    if case .swipe(let other) = other { return distance > other.distance }
    if case .pan(let other) = other { return distance > other.distance }
    return true
  }

  var words: String { Phrase.directions(directions, angles) }

  var limits: String {
    precededBy(taps: taps) + distance.text
      + (anchor > 0 ? " beside a finger that rests" : "") + (step.map { ", then \($0.text) per step" } ?? "")
  }

  // The path of a pan beside a finger that rests is not that of all fingers.
  var outline: LimitOutline { anchor > 0 ? .none : .reach(allDirections, angles, distance) }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    let way = stated.contains(.distance) ? distance.value : HandMovement.usualDistance
    return Vector(directions, angles).map {
      HandMovement(
        [$0 * way],
        speed: stated.contains(.time)
          ? way / max(within?.inSeconds ?? 1, 0.001) : speed?.typical ?? HandMovement.usualSpeed.pan, taps: taps)
    }
  }
}

extension Pattern {
  /// True if it is made beside a finger that rests.
  public var isAnchored: Bool { if case .pan(let pattern) = self { pattern.anchor > 0 } else { false } }

  /// The same gesture beside so many fingers that rest; other gestures than pans are unchanged.
  public func beside(_ resting: Int) -> Pattern {
    guard case .pan(var pattern) = self else { return self }
    pattern.anchor = resting
    return .pan(pattern)
  }

  /// The same gesture of one finger on a touchpad, which mostly points.
  mutating func beginLaterAsPan() {
    guard case .pan(var pattern) = self else { return }
    pattern.distance = max(pattern.distance, Thresholds.leastSlide)
    self = .pan(pattern)
  }
}

/// A recogniser of fingers that move.
///
///     fingers  ──▼────────────────────────────────▲──
///     path     0 mm   distance   step   step
///                 │◀ within ▶│
///     state    possible  began  changed  changed  ended
///
/// The gesture begins when the fingers have moved its distance in a permitted direction. A movement whose nearest of
/// the eight directions is permitted, or that deviates no more than 30° from a permitted one, is recognised at once. Up
/// to 45°, if the permitted direction is still the largest part of the movement, it takes twice the distance, because a
/// finger often starts with a small hook. After four times the distance in another direction it fails.
struct PanRecognizer: TimedRecognizer, Hashable, Sendable {
  private let pattern: PanPattern
  private let directions: Directions
  /// True if it runs alongside other gestures.
  var sharesFingers: Bool
  /// True if it may run alongside a gesture that has not begun.
  var awaitsPartner = false
  /// The last moment at which it is in time, once the fingers have moved; nil if it has no limit.
  private(set) var lastChance: Timestamp?

  init(_ pattern: PanPattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.allDirections
  }

  var limit: Duration? { pattern.within }

  mutating func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll, .anchored: break
    // libinput reports a pinch, whose events include the movement of the centroid.
    case .pinch: guard sharesFingers || awaitsPartner || motion.takesPinches else { return .failed(.reported(.pinch)) }
    default: return .failed(sample.source.failure)
    }
    if let within = pattern.within {
      lastChance = motion.hasLeft ? motion.start + within : nil
      guard !isTooLate(at: sample.time) else { return tooLate }
    }
    guard motion.length >= pattern.distance.value,
      sharesFingers && sample.source != .anchored || sample.isTogether || motion.takesPinches && sample.isNearlySwipe
    else { return .undecided }
    if let match = match(motion) { return .matched(match) }
    return motion.length > 4 * pattern.distance.value ? .failed(otherDirection(motion)) : .undecided
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ motion: MotionPath) -> Failure {
    if motion.length < pattern.distance.value { return .tooShort(Millimetres(motion.length), least: pattern.distance) }
    guard sample.isTogether else { return sample.disagreementFailure(over: motion.length) }
    if let best = motion.nearest(of: directions), motion.along[best] >= Thresholds.looseCosine * motion.length {
      return .tooShort(
        Millimetres(motion.length), least: Millimetres(Thresholds.looseFactor * pattern.distance.value))
    }
    return otherDirection(motion)
  }

  func amount(_ motion: MotionPath) -> Amount { Amount(motion.length, of: pattern.distance.value, .millimetres) }

  private func otherDirection(_ motion: MotionPath) -> Failure {
    directions.isEmpty
      ? pattern.angles.failure(of: motion.vector, goesBack: pattern.goesBack) ?? .other
      : .otherDirection(EightDirections.name(motion.nearest))
  }

  /// True if it begins if the fingers go on this way: in a permitted direction that is as near as `rival`.
  func mayFollow(_ rival: Direction?, _ motion: MotionPath) -> Bool {
    pattern.angles.contains(motion.vector, goesBack: pattern.goesBack)
      || motion.goes(Thresholds.looseCosine, along: directions, rival: rival)
  }

  private func match(_ motion: MotionPath) -> Match? {
    let nearest = motion.nearest
    if directions.contains(bit: nearest) || pattern.angles.contains(motion.vector, goesBack: pattern.goesBack) {
      return Match(direction: EightDirections.name(nearest))
    }
    guard let best = motion.nearest(of: directions) else { return nil }
    if motion.along[best] >= Thresholds.cosine * motion.length {
      return Match(fit: 0.5, direction: EightDirections.name(best))
    }
    guard motion.along[best] >= Thresholds.looseCosine * motion.length,
      motion.length >= Thresholds.looseFactor * pattern.distance.value
    else { return nil }
    return Match(fit: 0.25, direction: EightDirections.name(best))
  }
}
