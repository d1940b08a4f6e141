internal import Glibc
internal import Time
internal import Touch

/// The movement of one hand's fingers, as sums over the frames: the translation of their centroid, their scale and
/// their rotation.
///
/// Sums are kept from a base: the positions of the same fingers when one last joined, left or was missing. A finger
/// that joins or leaves moves the base, so that no sum ever jumps.
///
///     one finger   ───▼────▶────────▶────────▶
///     the other    ───▼────·········▶────────▶
///     hand                  lagging   together
///
/// A finger that starts later than the others lags. Until it has started, or 90 ms have passed, the hand may as well be
/// one that turns around its thumb. Once it has, its movement is compared with that of the others from there on. Where
/// two fingers start against each other, they pinch or turn, and none lags.
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

  /// The largest cosine of the angle between the ways of two fingers that move against each other: 120°.
  private static let largestOpposition = -0.5

  /// The least movement of the second of these fingers, as a share of that of the first. Beside a finger that has moved
  /// farther, the start of one that lags may be the sensor's noise.
  private static let leastOpposition = 0.4

  /// The longest time between the starts of two fingers within which one that starts against the other does not lag:
  /// the second finger of a pan lags for longer.
  private static let sameStart = Duration.milliseconds(30)

  /// The least way since a finger joined that tells if it moves along, in mm.
  private static let leastShared = 1.5

  private var baseSpan = 0.0
  /// The centroid of the fingers at the base.
  private var baseCentroid = Point(x: 0, y: 0)
  private var base = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var sums = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  /// The translation when the last finger joined.
  private var joined = Vector.zero
  /// The disagreement with fingers that are missing.
  private var missingDisagreement = 0.0
  private var rotation = 0.0
  private var reach = 0.0
  /// The largest ways so far of the three fingers that have moved farthest, of three or more.
  private var ways: Sample.Ways?
  /// The time at which the first finger started; nil before, and once all have or one is known to stay.
  private var started: Timestamp?
  private var isDecided = false
  /// True while a finger rests beside the others, which have just started, or the other one of two is missing.
  private var isLagging = false
  private var isHalf = false
  /// The sums at the moment at which a finger that lagged started; nil if none lagged.
  private var lag: Sample.Lag?

  /// The movement of the centroid since the first landing, in mm.
  var translation: Vector { sums.translation }

  /// True if a finger that has not started by now does not lag behind the others, but rests.
  func isPastLag(at time: Timestamp) -> Bool { started.map { time - $0 > Self.longestLag } ?? false }

  /// Counts a movement towards the reach that is none of the hand's: that of a contact that jumped.
  mutating func extendReach(to length: Double) { reach = max(reach, length) }

  /// Begins anew with the fingers that are left, and the movement that they have made, because one of them was none.
  mutating func withdraw(_ fingers: inout [FingerTracker.Finger], of hand: Int) {
    var (sum, count) = (Vector.zero, 0.0)
    for index in fingers.indices where fingers[index].hand == hand {
      fingers[index].base = fingers[index].position
      guard Self.counts(fingers[index], hand) else { continue }
      sum += fingers[index].position - fingers[index].origin
      count += 1
    }
    if count > 0 { sums.translation = sum * (1 / count) }
    missingDisagreement = 0
    sums.disagreement = 0
    (started, isDecided, isLagging, isHalf) = (nil, false, false, false)
    (lag, ways) = (nil, nil)
    joined = .zero
    rebase(fingers, of: hand) { $0.position }
  }

  /// Takes in that all fingers of the hand are missing: the one that was does not return before.
  /// - Returns: true if the other one of two was waited for.
  mutating func endWaiting() -> Bool {
    defer { isHalf = false }
    return isHalf
  }

  /// Takes in the last position of a finger that has gone.
  mutating func leave(_ finger: FingerTracker.Finger) {
    // The last position counts, less the noise: the smoothed one lags behind.
    reach = max(reach, (finger.position - finger.origin).length.value - Self.noise)
  }

  /// Moves the base to the last positions of the fingers that stay, before their next movement is added.
  /// - Parameter isSameHand: true if no finger has lifted: each still differs from the others as it did, so that one
  ///   that started late catches up although another one is missing for a moment.
  mutating func rebaseOnLast(_ fingers: inout [FingerTracker.Finger], of hand: Int, isSameHand: Bool) {
    let movement = sums.translation - base.translation
    let lifted = base.disagreement * growth
    missingDisagreement = 0
    for index in fingers.indices where fingers[index].hand == hand {
      let finger = fingers[index]
      var difference = Vector.zero
      if isSameHand, finger.change != .returned, !finger.isDisplaced {
        difference = finger.previous - finger.base - movement
      }
      fingers[index].base = finger.previous + difference * -1
      if finger.missingSince != nil { missingDisagreement = max(missingDisagreement, difference.length.value) }
    }
    rebase(fingers, of: hand) { $0.previous }
    if isSameHand { base.disagreement = lifted }
  }

  /// Moves the base to the present positions, because fingers have joined.
  mutating func join(_ fingers: inout [FingerTracker.Finger], of hand: Int) {
    for index in fingers.indices where fingers[index].hand == hand { fingers[index].base = fingers[index].position }
    rebase(fingers, of: hand) { $0.position }
    joined = sums.translation
    started = nil
    isDecided = false
  }

  /// Adds the movement of the present frame.
  /// - Parameter anchorMovement: that of the finger that rests beside the hand; nil without one.
  mutating func advance(
    _ fingers: inout [FingerTracker.Finger], of hand: Int, anchorMovement: Millimetres?, at time: Timestamp
  ) {
    let frame = fingers.withUnsafeBufferPointer { Self.compare($0, of: hand, baseCentroid: baseCentroid) }
    let (count, movement) = (frame.count, frame.centroid - baseCentroid)
    guard count > 0 else { return }
    let (least, most) = (frame.least.squareRoot(), frame.most.squareRoot())
    reach = max(reach, most)
    var difference = frame.difference.squareRoot()
    isHalf = count == 1 && frame.missing > 0
    if count > 2 {
      let now = Sample.Ways(first: most, second: frame.second.squareRoot(), third: frame.third.squareRoot())
      ways =
        ways.map {
          Sample.Ways(
            first: max($0.first, now.first), second: max($0.second, now.second), third: max($0.third, now.third))
        } ?? now
    }
    sums.translation = base.translation + movement
    difference *= growthBeforeJoining
    if let anchorMovement { difference = max(difference, anchorMovement.value) }
    let held = max(base.disagreement, missingDisagreement) * growth
    sums.disagreement = max(held, count > 1 || anchorMovement != nil ? difference : 0)
    guard count > 1 else { return }
    if frame.cross != 0 { rotation += atan2(frame.cross, frame.dot) * 180 / .pi }
    let span = 2 * frame.distance / count
    sums.scale = base.scale * max(span, Self.leastSpan) / max(baseSpan, Self.leastSpan)
    sums.spread = base.spread + span - baseSpan
    guard frame.missing == 0 else {
      isLagging = false
      return
    }
    if !isDecided { followStart(&fingers, of: hand, least: least, most: most, at: time) }
  }

  /// The growth of the movement since the base: neither the lift of a finger that moved differently nor its absence
  /// reduces the share of the movement that it disagreed with.
  private var growth: Double {
    guard base.translation.length > Thresholds.slop else { return 1 }
    return max(1, sums.translation.length.value / base.translation.length.value)
  }

  /// The whole way as a multiple of that since the last finger joined, with which that finger is compared: the way
  /// before is none of its own.
  private var growthBeforeJoining: Double {
    guard joined != .zero else { return 1 }
    let own = (sums.translation - joined).length.value
    return own < Self.leastShared ? 1 : max(1, sums.translation.length.value / own)
  }

  /// Decides if a finger lags, by the least and the most that one of the fingers has moved.
  private mutating func followStart(
    _ fingers: inout [FingerTracker.Finger], of hand: Int, least: Double, most: Double, at time: Timestamp
  ) {
    guard most >= Self.startMovement else { return }
    let first = started ?? time
    started = first
    isLagging = least < Self.startMovement && time - first <= Self.longestLag && !areOpposed(fingers, of: hand)
    guard !isLagging else { return }
    isDecided = true
    guard time > first, least >= Self.startMovement else { return }
    if time - first <= Self.sameStart, areOpposed(fingers, of: hand) { return }
    let span = Self.span(fingers, of: hand, { $0.position }, around: Self.centroid(fingers, of: hand) { $0.position })
    lag = Sample.Lag(
      translation: sums.translation, spread: Millimetres(sums.spread), span: Millimetres(span), rotation: rotation)
    sums.disagreement = 0
    for index in fingers.indices where fingers[index].hand == hand { fingers[index].base = fingers[index].position }
    rebase(fingers, of: hand) { $0.position }
  }

  /// True if two of the fingers that have started move against each other: they part, come together or turn, and none
  /// of the two lagged.
  private func areOpposed(_ fingers: [FingerTracker.Finger], of hand: Int) -> Bool {
    for index in fingers.indices where Self.counts(fingers[index], hand) {
      let way = fingers[index].smoothed - fingers[index].origin
      for other in fingers.indices.prefix(index) where Self.counts(fingers[other], hand) {
        let second = fingers[other].smoothed - fingers[other].origin
        let lengths = (way.length.value, second.length.value)
        if way.dx * second.dx + way.dy * second.dy <= Self.largestOpposition * lengths.0 * lengths.1,
          min(lengths.0, lengths.1) >= max(Self.leastOpposition * max(lengths.0, lengths.1), Self.startMovement)
        {
          return true
        }
      }
    }
    return false
  }

  /// The least way of each of two fingers about their centroid, in mm, and the largest movement of that, as a share of
  /// it, of fingers that pinch or turn for certain. It is twice the way after which libinput decides what two fingers
  /// do, and the share of two of which one moves 0.4 times as far as the other, against it.
  private static let pairLimits = (way: 3.0, share: 0.45)

  /// True if the two fingers of a hand move against each other, and hardly together.
  func oppose(_ fingers: [FingerTracker.Finger], of hand: Int) -> Bool {
    let span = Self.span(fingers, of: hand, { $0.position }, around: Self.centroid(fingers, of: hand) { $0.position })
    let cosine = cos(rotation * .pi / 180)
    let way = span / 2 / sums.scale * (1 + sums.scale * sums.scale - 2 * sums.scale * cosine).squareRoot()
    return way >= Self.pairLimits.way && sums.translation.length.value <= Self.pairLimits.share * way
  }

  /// The sums as a sample.
  func sample(at time: Timestamp, _ source: Sample.Source, fingers: Int, landed: Timestamp) -> Sample {
    Sample(
      time: time, source: source, fingers: fingers, translation: sums.translation, scale: sums.scale,
      rotation: rotation,
      spread: Millimetres(sums.spread), disagreement: Millimetres(sums.disagreement), reach: Millimetres(reach),
      ways: ways, lag: lag, isLagging: isLagging || isHalf, landed: landed)
  }

  /// The movement of the fingers in one frame. Lengths whose largest or least is wanted are squared.
  private struct Comparison {
    /// The number of fingers that count.
    var count = 0.0
    /// The number of those of the hand that do not.
    var missing = 0
    var centroid = Point(x: 0, y: 0)
    /// The largest difference of a finger's movement since the base from that of the centroid.
    var difference = 0.0
    /// The least and the most that one of the fingers has moved.
    var least = Double.infinity
    var most = 0.0
    /// The most that another finger has moved, and a third one.
    var second = 0.0
    var third = 0.0
    /// The rotation that fits all fingers best: each weighs as much as its distance from the centroid.
    var cross = 0.0
    var dot = 0.0
    /// The sum of the distances to the centroid.
    var distance = 0.0
  }

  private static func compare(
    _ fingers: UnsafeBufferPointer<FingerTracker.Finger>, of hand: Int, baseCentroid: Point
  ) -> Comparison {
    var (count, now, before) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero)
    var missing = 0
    for index in fingers.indices where fingers[index].hand == hand {
      guard counts(fingers[index], hand) else {
        missing += 1
        continue
      }
      count += 1
      now += vector(fingers[index].position)
      before += vector(fingers[index].previous)
    }
    var frame = Comparison()
    frame.missing = missing
    guard count > 0 else { return frame }
    (now, before) = (now / count, before / count)
    let movement = now - vector(baseCentroid)
    for index in fingers.indices where counts(fingers[index], hand) {
      let position = vector(fingers[index].position)
      frame.difference = max(frame.difference, square(position - vector(fingers[index].base) - movement))
      let moved = square(vector(fingers[index].smoothed) - vector(fingers[index].origin))
      frame.least = min(frame.least, moved)
      frame.third = max(frame.third, min(moved, frame.second))
      frame.second = max(frame.second, min(moved, frame.most))
      frame.most = max(frame.most, moved)
      let (old, new) = (vector(fingers[index].previous) - before, position - now)
      frame.cross += old.x * new.y - old.y * new.x
      frame.dot += old.x * new.x + old.y * new.y
      frame.distance += square(new).squareRoot()
    }
    frame.count = count
    frame.centroid = Point(x: now.x, y: now.y)
    return frame
  }

  @inline(__always)
  private static func vector(_ point: Point) -> SIMD2<Double> { SIMD2(point.x, point.y) }

  @inline(__always)
  private static func square(_ vector: SIMD2<Double>) -> Double { vector.x * vector.x + vector.y * vector.y }

  // MARK: Bases

  private mutating func rebase(
    _ fingers: [FingerTracker.Finger], of hand: Int, on position: (FingerTracker.Finger) -> Point
  ) {
    base = sums
    baseCentroid = Self.centroid(fingers, of: hand, position)
    baseSpan = Self.span(fingers, of: hand, position, around: baseCentroid)
  }

  @inline(__always)
  private static func counts(_ finger: FingerTracker.Finger, _ hand: Int) -> Bool {
    finger.hand == hand && finger.missingSince == nil && !finger.isDisplaced
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
