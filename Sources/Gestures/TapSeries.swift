internal import Touch

/// A series of taps, from the first until nothing can be added to it any more.
///
///     fingers  ──▼─▲────────────▼─▲────────────────────
///                   │◀── gap ──▶│   │◀──── gap ────▶│
///     told                                          a double tap, where a rule for a triple one exists
///
/// Each candidate keeps its own count, because each has limits of its own: a tap may be too slow for one rule and just
/// right for another.
struct TapSeries: Sendable {
  /// How many taps one candidate has.
  private struct Count: Sendable {
    var candidate: Int
    var made: Int
  }

  private var counts: [Count] = []
  /// The last tap: when the fingers lifted, with how many, and where they had landed.
  private(set) var sample: Sample
  private var landingSite: LandingSite?
  /// What is told when the series is over without having become more.
  private(set) var pending: [ActiveRecognizer] = []
  /// When it is over, where somebody waits for that.
  private(set) var deadline: Timestamp?

  init() { sample = Sample(time: .zero, source: .tap, fingers: 0, landed: .zero) }

  var fingers: Int { sample.fingers }

  /// How many taps `candidate` has made when fingers land at `landing` in `place`: none where they come too late for it
  /// or too far away, or are not as many as before.
  func tapsMade(by index: Int, _ candidate: Candidate, fingers: Int, landing: Timestamp, landingSite: LandingSite?)
    -> Int
  {
    guard fingers == sample.fingers, let count = counts.first(where: { $0.candidate == index }) else { return 0 }
    let limits = candidate.tapPattern
    guard landing - sample.time <= limits.gap else { return 0 }
    if let landingSite, let before = self.landingSite, (landingSite.centroid - before.centroid).length > limits.distance
    {
      return 0
    }
    return count.made
  }

  /// A tap was made.
  mutating func recordTap(_ sample: Sample, at landingSite: LandingSite?) {
    counts.removeAll(keepingCapacity: true)
    self.sample = sample
    self.landingSite = landingSite
    deadline = nil
  }

  /// The candidate with this place has `made` so many taps, and wants more.
  mutating func setCount(of candidate: Int, made: Int) { counts.append(Count(candidate: candidate, made: made)) }

  /// Waits for more taps until `deadline`.
  mutating func wait(until deadline: Timestamp) { self.deadline = deadline }

  /// `live` is told when the series is over.
  mutating func addPending(_ active: ActiveRecognizer) { pending.append(active) }

  /// What waited was the beginning of something else.
  mutating func dropPending() { pending.removeAll(keepingCapacity: true) }

  /// Nothing can be added any more.
  mutating func end() {
    dropPending()
    deadline = nil
  }

  /// Forgets the series.
  mutating func reset() {
    end()
    counts.removeAll(keepingCapacity: true)
  }
}
