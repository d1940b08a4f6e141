internal import Glibc
internal import Time
internal import Touch

/// The movement of one hand's fingers, as sums over the frames: the translation of their centroid, their scale and their
/// rotation.
///
/// Sums are kept from a base: the positions of the same fingers when one last joined, left or was missing. A finger that
/// joins or leaves moves the base, so that no sum ever jumps.
///
///     one finger   ───▼────▶────────▶────────▶
///     the other    ───▼────·········▶────────▶
///     hand                  lagging   together
///
/// A finger that starts later than the other one of two lags. Until it has started, or 90 ms have passed, the hand may as well be
/// one that turns around its thumb. Once it has, its movement is compared with that of the other one from there on.
struct HandMotion: Sendable {
  /// The least span, in mm: closer contacts (two of one palm) count as this far apart, so that the ratio of spans stays
  /// meaningful.
  private static let leastSpan = 1.0
  /// The largest error of a sensor's position in one frame, in mm.
  private static let noise = 0.4
  /// The movement by which a finger has started, in mm: more than a sensor's noise and a hand's tremor.
  private static let startMovement = 1.2
  /// The longest time from the start of the first finger of a hand to that of the last: a pan's second finger starts up
  /// to 70 ms late.
  static let longestLag = Duration.milliseconds(90)

  private var baseSpan = 0.0
  /// The centroid of the base positions.
  private var baseCentroid = Point(x: 0, y: 0)
  private var base = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var sums = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var rotation = 0.0
  private var reach = 0.0
  /// The time at which the first finger started; nil before, and once all have or one is known to stay.
  private var started: Timestamp?
  private var isDecided = false
  /// True while one of two fingers rests beside the other, which has just started, or is missing.
  private var isLagging = false
  private var isHalf = false
  /// The sums at the moment at which a finger that lagged started; nil if none lagged.
  private var lag: Sample.Lag?

  /// The movement of the centroid since the first landing, in mm.
  var translation: Vector { sums.translation }

  /// Counts a movement towards the reach that is none of the hand's: that of a contact that jumped.
  mutating func extendReach(to length: Double) { reach = max(reach, length) }

  /// Forgets how the fingers' movements differed, because one of them was none.
  mutating func forgetDisagreement() {
    base.disagreement = 0
    sums.disagreement = 0
  }

  /// Takes in the last position of a finger that has gone.
  mutating func leave(_ finger: FingerTracker.Finger) {
    // The last position counts, less the noise: the smoothed one lags behind.
    reach = max(reach, (finger.position - finger.origin).length.value - Self.noise)
  }

  /// Moves the base to the last positions of the fingers that stay, before their next movement is added.
  mutating func rebaseOnLast(_ fingers: inout [FingerTracker.Finger], of hand: Int) {
    for index in fingers.indices where fingers[index].hand == hand { fingers[index].base = fingers[index].previous }
    rebase(fingers, of: hand)
  }

  /// Moves the base to the present positions, because fingers have joined.
  mutating func join(_ fingers: inout [FingerTracker.Finger], of hand: Int) {
    for index in fingers.indices where fingers[index].hand == hand { fingers[index].base = fingers[index].position }
    rebase(fingers, of: hand)
    started = nil
    isDecided = false
  }

  /// Adds the movement of the present frame.
  /// - Parameter anchorMovement: that of the finger that rests beside the hand; nil without one.
  mutating func advance(
    _ fingers: inout [FingerTracker.Finger], of hand: Int, anchorMovement: Millimetres?, at time: Timestamp
  ) {
    let now = Self.centroid(fingers, of: hand) { $0.position }
    let before = Self.centroid(fingers, of: hand) { $0.previous }
    let movement = now - baseCentroid
    var count = 0.0
    var difference = 0.0
    var (least, most) = (Double.infinity, 0.0)
    var turn = (cross: 0.0, dot: 0.0)
    for index in fingers.indices where Self.counts(fingers[index], hand) {
      count += 1
      difference = max(difference, ((fingers[index].position - fingers[index].base) - movement).length.value)
      let moved = (fingers[index].smoothed - fingers[index].origin).length.value
      reach = max(reach, moved)
      least = min(least, moved)
      most = max(most, moved)
      // The rotation that fits all fingers best: each weighs as much as its distance from the centroid.
      let old = fingers[index].previous - before
      let new = fingers[index].position - now
      turn.cross += old.dx * new.dy - old.dy * new.dx
      turn.dot += old.dx * new.dx + old.dy * new.dy
    }
    guard count > 0 else { return }
    isHalf = count == 1 && hasMissing(fingers, of: hand)
    sums.translation = base.translation + movement
    if let anchorMovement { difference = max(difference, anchorMovement.value) }
    // The lift of a finger that moved differently does not reduce the disagreement, nor its share of the movement.
    var held = base.disagreement
    if base.translation.length > Thresholds.slop {
      held *= max(1, sums.translation.length.value / base.translation.length.value)
    }
    sums.disagreement = max(held, count > 1 || anchorMovement != nil ? difference : 0)
    guard count > 1 else { return }
    if turn.cross != 0 { rotation += atan2(turn.cross, turn.dot) * 180 / .pi }
    let span = Self.span(fingers, of: hand, { $0.position }, around: now)
    sums.scale = base.scale * max(span, Self.leastSpan) / max(baseSpan, Self.leastSpan)
    sums.spread = base.spread + span - baseSpan
    // Of more fingers, one may be where the others turn or part about it.
    guard count == 2, !hasMissing(fingers, of: hand) else {
      isLagging = false
      return
    }
    if !isDecided { followStart(&fingers, of: hand, least: least, most: most, at: time) }
  }

  /// Decides if a finger lags, by the least and the most that one of the fingers has moved.
  private mutating func followStart(
    _ fingers: inout [FingerTracker.Finger], of hand: Int, least: Double, most: Double, at time: Timestamp
  ) {
    guard most >= Self.startMovement else { return }
    let first = started ?? time
    started = first
    isLagging = least < Self.startMovement && time - first <= Self.longestLag
    guard !isLagging else { return }
    isDecided = true
    guard time > first, least >= Self.startMovement else { return }
    lag = Sample.Lag(translation: sums.translation, spread: Millimetres(sums.spread), rotation: rotation)
    sums.disagreement = 0
    for index in fingers.indices where fingers[index].hand == hand { fingers[index].base = fingers[index].position }
    rebase(fingers, of: hand)
  }

  /// The sums as a sample.
  func sample(at time: Timestamp, _ source: Sample.Source, fingers: Int, landed: Timestamp) -> Sample {
    Sample(
      time: time, source: source, fingers: fingers, translation: sums.translation, scale: sums.scale,
      rotation: rotation,
      spread: Millimetres(sums.spread), disagreement: Millimetres(sums.disagreement), reach: Millimetres(reach),
      lag: lag, isLagging: isLagging || isHalf, landed: landed)
  }

  private func hasMissing(_ fingers: [FingerTracker.Finger], of hand: Int) -> Bool {
    fingers.contains { $0.hand == hand && !Self.counts($0, hand) }
  }

  // MARK: Bases

  private mutating func rebase(_ fingers: [FingerTracker.Finger], of hand: Int) {
    base = sums
    baseCentroid = Self.centroid(fingers, of: hand) { $0.base }
    baseSpan = Self.span(fingers, of: hand, { $0.base }, around: baseCentroid)
  }

  @inline(__always)
  private static func counts(_ finger: FingerTracker.Finger, _ hand: Int) -> Bool {
    finger.hand == hand && finger.missingSince == nil && finger.change != .jumped
  }

  private static func centroid(
    _ fingers: [FingerTracker.Finger], of hand: Int, _ position: (FingerTracker.Finger) -> Point
  ) -> Point {
    var sum = Point(x: 0, y: 0)
    var count = 0.0
    for index in fingers.indices where counts(fingers[index], hand) {
      let own = position(fingers[index])
      sum = Point(x: sum.x + own.x, y: sum.y + own.y)
      count += 1
    }
    return count == 0 ? sum : Point(x: sum.x / count, y: sum.y / count)
  }

  /// Twice the mean distance to the centroid: for two fingers, the distance between them.
  private static func span(
    _ fingers: [FingerTracker.Finger], of hand: Int, _ position: (FingerTracker.Finger) -> Point, around centroid: Point
  ) -> Double {
    var sum = 0.0
    var count = 0.0
    for index in fingers.indices where counts(fingers[index], hand) {
      sum += (position(fingers[index]) - centroid).length.value
      count += 1
    }
    return count < 2 ? 0 : 2 * sum / count
  }
}
