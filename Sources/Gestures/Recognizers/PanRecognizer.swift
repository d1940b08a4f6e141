internal import Touch

/// Fingers that move.
///
///     fingers  ──▼────────────────────────────────▲──
///     way      0 mm   distance   step   step
///     state    possible  began  changed  changed  ended
///
/// It begins when the fingers have come its distance, one of the wanted ways. A way that is wanted and the nearest of
/// the eight, or no more than 30° beside a wanted one, is clear at once. Up to 45° beside it, where the wanted way is
/// still the one that most of the movement goes, takes twice the distance, because a finger often starts with a small
/// hook. Fingers that have gone four times as far and not that way are on their way elsewhere.
struct PanRecognizer: Hashable, Sendable {
  /// 30° and 45°, as cosines; the latter with room for rounding.
  private static let clear = 0.866_025_403_784_438_6
  private static let loose = 0.707_106

  private let pattern: PanPattern
  private let directions: Directions
  private let sharesFingers: Bool

  init(_ pattern: PanPattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.goesBack ? pattern.directions.union(pattern.directions.opposites) : pattern.directions
  }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll: break
    // libinput takes the fingers for a pinch; their way is told along with it.
    case .pinch: guard sharesFingers else { return .failed }
    case .tap: return .failed
    }
    let length = sample.translation.length
    guard length >= pattern.distance, sharesFingers || sample.isTogether else { return .undecided }
    if let match = match(sample.translation, length: length.value) { return .met(match) }
    return length.value > 4 * pattern.distance.value ? .failed : .undecided
  }

  private func match(_ way: Vector, length: Double) -> Match? {
    let along = EightWays.along(way)
    let nearest = EightWays.nearest(along)
    if directions.contains(bit: nearest) { return Match(direction: EightWays.name(nearest)) }
    if pattern.angles.contains(way, goesBack: pattern.goesBack) { return Match(direction: EightWays.name(nearest)) }
    var best: Int?
    for bit in 0..<8 where directions.contains(bit: bit) {
      if let other = best, along[other] >= along[bit] { continue }
      best = bit
    }
    guard let best else { return nil }
    if along[best] >= Self.clear * length { return Match(fit: 0.5, direction: EightWays.name(best)) }
    guard along[best] >= Self.loose * length, length >= 2 * pattern.distance.value else { return nil }
    return Match(fit: 0.25, direction: EightWays.name(best))
  }
}
