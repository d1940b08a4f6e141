internal import Touch

/// Fingers that move.
///
///     fingers  ──▼────────────────────────────────▲──
///     path     0 mm   distance   step   step
///     state    possible  began  changed  changed  ended
///
/// It begins when the fingers have come its distance, one of the wanted ways. A way that is wanted and the nearest of
/// the eight, or no more than 30° beside a wanted one, is clear at once. Up to 45° beside it, where the wanted way is
/// still the one that most of the movement goes, takes twice the distance, because a finger often starts with a small
/// hook. Fingers that have gone four times as far and not that way are on their way elsewhere.
struct PanRecognizer: Hashable, Sendable {
  /// 30° and 45°, as cosines with room for rounding.
  private static let clear = 0.866_025_4
  private static let loose = 0.707_106

  private let pattern: PanPattern
  private let directions: Directions
  private let sharesFingers: Bool

  init(_ pattern: PanPattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.goesBack ? pattern.directions.union(pattern.directions.opposites) : pattern.directions
  }

  func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll: break
    // libinput takes the fingers for a pinch; their way is told along with it.
    case .pinch: guard sharesFingers else { return .failed }
    case .tap: return .failed
    }
    guard motion.length >= pattern.distance.value, sharesFingers || sample.isTogether else { return .undecided }
    if let match = match(motion) { return .matched(match) }
    return motion.length > 4 * pattern.distance.value ? .failed : .undecided
  }

  private func match(_ motion: MotionPath) -> Match? {
    let nearest = motion.nearest
    if directions.contains(bit: nearest) || pattern.angles.contains(motion.vector, goesBack: pattern.goesBack) {
      return Match(direction: EightDirections.name(nearest))
    }
    guard let best = motion.nearest(of: directions) else { return nil }
    if motion.along[best] >= Self.clear * motion.length {
      return Match(fit: 0.5, direction: EightDirections.name(best))
    }
    guard motion.along[best] >= Self.loose * motion.length, motion.length >= 2 * pattern.distance.value else {
      return nil
    }
    return Match(fit: 0.25, direction: EightDirections.name(best))
  }
}
