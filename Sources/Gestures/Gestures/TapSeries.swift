internal import Time
internal import Touch

/// A series of taps, from the first until no tap can be added any more.
///
///     fingers  ──▼─▲────────────▼─▲────────────────────
///                   │◀── gap ──▶│   │◀──── gap ────▶│
///     reported                                      a double tap, where a rule for a triple one exists
///
/// Each candidate has a count of its own, because it has limits of its own: a tap may be too slow for one rule and just
/// right for another.
struct TapSeries: Sendable {
  /// The number of taps of one candidate.
  private struct Count: Sendable {
    var candidate: Int
    var made: Int
  }

  /// A tap to report when the series ends without having become longer.
  struct Pending: Sendable {
    var active: ActiveRecognizer
    var sample: Sample
    var landingSite: LandingSite?
    var positions: FingerPositions
  }

  private var counts: [Count] = []

  /// The number of taps that followed one another in time and place, whatever rules count.
  private var inRow = 0
  /// The last tap: the time of the lift, the number of fingers, the landing site, and the positions of the fingers.
  private(set) var sample: Sample
  private(set) var landingSite: LandingSite?
  private(set) var positions = FingerPositions()
  private(set) var pending: [Pending] = []
  /// The end of the series, if a recogniser waits for it.
  private(set) var deadline: Timestamp?
  /// The latest landing of the tap for which a recogniser waits, or waited.
  private var latestLanding = Timestamp.zero
  /// True once the taps for which more could follow were reported: what follows is no part of them.
  private var isReported = false

  init() { sample = Sample(time: .zero, source: .tap, fingers: 0, landed: .zero) }

  var fingers: Int { sample.fingers }

  /// The number of taps `candidate` has made when fingers land at `landing`: 0 if they land too late for it, too far
  /// away, or are not as many as before.
  func tapsMade(by index: Int, _ candidate: Candidate, fingers: Int, landing: Timestamp, landingSite: LandingSite?)
    -> Int
  {
    guard !isReported, let count = counts.first(where: { $0.candidate == index }),
      isFollowed(by: fingers, landing, landingSite, within: candidate.pattern.tapLimits)
    else { return 0 }
    return count.made
  }

  /// The number of taps that fingers follow which land at `landing`, whatever rules count.
  func tapsInRow(fingers: Int, landing: Timestamp, landingSite: LandingSite?) -> Int {
    isFollowed(by: fingers, landing, landingSite, within: TapPattern()) ? inRow : 0
  }

  /// True if fingers that land at `landing` continue the series.
  private func isFollowed(
    by fingers: Int, _ landing: Timestamp, _ landingSite: LandingSite?, within limits: TapPattern
  ) -> Bool {
    guard fingers == sample.fingers, landing - sample.time <= limits.gap else { return false }
    guard let landingSite, let before = self.landingSite else { return true }
    return (landingSite.centroid - before.centroid).length <= limits.distance
  }

  /// The reason why fingers that land at `landing` do not continue the taps of `candidate`; nil if it has made none, or
  /// if they do.
  func miss(of index: Int, _ candidate: Candidate, landing: Timestamp, landingSite: LandingSite?) -> Failure? {
    guard counts.contains(where: { $0.candidate == index }) else { return nil }
    let limits = candidate.pattern.tapLimits
    if landing - sample.time > limits.gap { return .lateTap(after: landing - sample.time, limit: limits.gap) }
    guard let landingSite, let before = self.landingSite else { return nil }
    let distance = (landingSite.centroid - before.centroid).length
    return distance > limits.distance ? .distantTap(distance, limit: limits.distance) : nil
  }

  /// The shortest time from a tap to the next of a series: fingers that land sooner have bounced.
  private static let shortestGap = TapPattern().pause
  /// The largest distance at which a finger lands that has bounced, in mm.
  private static let bounceDistance = 8.0

  /// Takes in a landing. If the fingers of `sample` have lifted from a tap so shortly before that they have only
  /// bounced, a tap that waits for more is forgotten: it is made again when they lift.
  /// - Parameter pause: the least time from a tap that was reported to the next.
  /// - Returns: true if they have bounced from a tap that was reported.
  mutating func takeBounce(_ sample: Sample, at site: LandingSite?, pause: Duration) -> Bool {
    guard sample.source == .contacts, self.sample.time > .zero,
      sample.time - self.sample.time < (deadline == nil ? pause : Self.shortestGap),
      let site, let before = landingSite,
      (site.centroid - before.centroid).length.value <= Self.bounceDistance
        || self.sample.fingers > sample.fingers && (site.centroid - before.centroid).length <= Trigger.handSpan
    else { return false }
    for index in counts.indices { counts[index].made -= 1 }
    inRow -= 1
    dropPending()
    return deadline == nil
  }

  /// True if fingers of which a touchpad reports that they rest or have tapped landed in time for a series that was
  /// reported before: the report came late, as it does if they land one after another. They make no tap of their own.
  func hasMissed(_ sample: Sample) -> Bool {
    let isReport = sample.source == .hold || sample.source == .tap
    return isReport && isReported && sample.fingers == fingers && sample.landed <= latestLanding
  }

  /// Records a tap; its counts follow. The end of the series, for which earlier taps may wait, is still that of these.
  mutating func recordTap(_ sample: Sample, at landingSite: LandingSite?, _ positions: FingerPositions) {
    counts.removeAll(keepingCapacity: true)
    isReported = false
    inRow = tapsInRow(fingers: sample.fingers, landing: sample.landed, landingSite: landingSite) + 1
    self.sample = sample
    self.landingSite = landingSite
    self.positions = positions
  }

  /// True if a candidate of which `isIncluded` is true may still make more taps.
  func awaitsMore(where isIncluded: (_ candidate: Int) -> Bool) -> Bool {
    deadline != nil && counts.contains { isIncluded($0.candidate) }
  }

  /// Records that `candidate` has `made` so many taps and needs more.
  mutating func setCount(of candidate: Int, made: Int) { counts.append(Count(candidate: candidate, made: made)) }

  /// Waits for a tap that lands until `landing`, and is reported until `delay` after that.
  mutating func wait(until landing: Timestamp, delay: Duration) {
    (latestLanding, deadline) = (landing, landing + delay)
  }

  /// Waits until `deadline` for fingers that may have landed.
  mutating func postpone(until deadline: Timestamp) { self.deadline = deadline }

  /// Reports `active`, which has recognised the last tap, when the series ends.
  mutating func addPending(_ active: ActiveRecognizer) {
    pending.append(Pending(active: active, sample: sample, landingSite: landingSite, positions: positions))
  }

  /// The most taps of a pending gesture that a rule requested; nil if none has several.
  var mostPending: Int? {
    pending.lazy.filter { !$0.active.isUnasked }.map { $0.active.taps.needed + 1 }.max().flatMap { $0 > 1 ? $0 : nil }
  }

  /// Returns those of the pending recognisers that act for the longer gesture whose first taps they are, and drops all.
  mutating func takePending(of triggers: [Int]) -> [Pending] {
    defer { dropPending() }
    return triggers.isEmpty ? [] : pending.filter { $0.active.trigger.map(triggers.contains) ?? false }
  }

  /// Drops the pending recognisers, because their taps were the first of something longer.
  mutating func dropPending() { pending.removeAll(keepingCapacity: true) }

  /// Drops those of them that no rule requested.
  mutating func dropUnaskedPending() { pending.removeAll { $0.active.isUnasked } }

  /// Ends the series, at the present time.
  mutating func end(at time: Timestamp) {
    guard let deadline else { return }
    isReported = !pending.isEmpty
    // Fingers that do something else have ended it.
    if time < deadline { latestLanding = .zero }
    self.deadline = nil
    dropPending()
  }

  /// Ends the series and forgets its taps.
  mutating func reset() {
    dropPending()
    deadline = nil
    inRow = 0
    counts.removeAll(keepingCapacity: true)
  }
}
