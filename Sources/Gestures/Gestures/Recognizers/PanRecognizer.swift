internal import Touch

/// A recogniser of fingers that move.
///
///     fingers  ──▼────────────────────────────────▲──
///     path     0 mm   distance   step   step
///     state    possible  began  changed  changed  ended
///
/// The gesture begins when the fingers have moved its distance in a permitted direction. A movement whose nearest of
/// the eight directions is permitted, or that deviates no more than 30° from a permitted one, is recognised at once. Up
/// to 45°, if the permitted direction is still the largest part of the movement, it takes twice the distance, because a
/// finger often starts with a small hook. After four times the distance in another direction it fails.
struct PanRecognizer: Hashable, Sendable {
  private let pattern: PanPattern
  private let directions: Directions
  private let sharesFingers: Bool

  init(_ pattern: PanPattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.allDirections
  }

  func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll, .anchored: break
    // libinput reports a pinch, whose events include the movement of the centroid.
    case .pinch: guard sharesFingers || motion.takesPinches else { return .failed(.reported(.pinch)) }
    default: return .failed(sample.source.failure)
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
