internal import Time
internal import Touch

/// Gestures whose fingers have lifted and may return, in the order in which they lifted.
struct Suspensions: Sendable {
  private struct Suspension: Sendable {
    var active: ActiveRecognizer
    /// The time at which it ends without its fingers.
    let end: Timestamp
  }

  private var all: [Suspension] = []

  /// True if there are none.
  @inline(__always)
  var isEmpty: Bool { all.isEmpty }

  /// The recognisers of the gestures.
  var recognizers: some Sequence<ActiveRecognizer> { all.lazy.map(\.active) }

  /// The largest number of fingers that continues one; 0 if there are none.
  var mostFingers: Int { all.reduce(0) { max($0, $1.active.fingers.upperBound) } }

  /// The time at which the first of them ends without its fingers; nil if there are none.
  var deadline: Timestamp? { all.lazy.map(\.end).min() }

  /// The recogniser that owns the fingers when they return; nil if there are none.
  var main: ActiveRecognizer? { (all.first { !$0.active.isSimultaneous } ?? all.first)?.active }

  /// True if so many fingers continue one.
  func permit(_ fingers: Int) -> Bool { all.contains { $0.active.fingers.contains(fingers) } }

  /// True if so many fingers are too many for one.
  func areExceeded(by fingers: Int) -> Bool { all.contains { $0.active.fingers.upperBound < fingers } }

  /// Adds a gesture that ends at `end` without its fingers.
  mutating func add(_ active: ActiveRecognizer, until end: Timestamp) {
    all.append(Suspension(active: active, end: end))
  }

  /// Takes out the first one, or the first of those that are due by `now`; nil if there is none.
  mutating func takeFirst(dueBy now: Timestamp? = nil) -> ActiveRecognizer? {
    all.firstIndex { suspension in now.map { suspension.end <= $0 } ?? true }.map { all.remove(at: $0).active }
  }
}

extension TouchSequence {
  /// True if the next touch may continue this one: a series of taps, or a gesture whose fingers may return.
  var isPending: Bool { taps.deadline != nil || !suspended.isEmpty }

  /// True if the hand that made the last touch could have reached `place`, which is another person's otherwise.
  func wasInReach(of place: Point) -> Bool {
    positions.allSatisfy { ($0 - place).length <= Trigger.handSpan }
  }

  /// True if suspended recognisers may end by time: not while fingers are landing that may be theirs.
  var suspensionsMayExpire: Bool { isOver || landingEnd == nil }

  /// Continues the suspended recognisers, because their fingers have returned.
  /// - Returns: true if there are any.
  mutating func resume(
    _ sample: Sample, down: Int, landingSite: LandingSite?, _ positions: FingerPositions,
    into gestures: inout [Gesture]
  ) -> Bool {
    guard !suspended.isEmpty, suspended.recognizers.contains(where: { isReturn($0, sample, down) }) else {
      return false
    }
    reportTaps(into: &gestures)
    cancelOngoing(unless: { _ in false }, into: &gestures)
    end()
    stage = .steady
    velocity.reset()
    last = sample
    last.fingers = down
    self.landingSite = landingSite
    self.positions = positions
    velocity.add(sample)
    claimAgain()
    while var active = suspended.takeFirst() {
      if active.fingers.contains(down) {
        active.resumeProgress(from: sample)
        startEdge(for: active)
        ongoing.append(active)
      } else {
        report(&active, active.receive(.finish), into: &gestures)
      }
    }
    return true
  }

  /// True if `down` fingers are those of a suspended recogniser.
  private func isReturn(_ active: ActiveRecognizer, _ sample: Sample, _ down: Int) -> Bool {
    active.fingers.contains(down) && candidates[active.candidate].pattern.isAnchored == (sample.source == .anchored)
  }

  /// Gives the fingers, which have returned, to the suspended gestures.
  private mutating func claimAgain() {
    switch owner {
    case .rule(var claim):
      if case .hand = claim.view { claim.view = .nothing }
      owner = .rule(claim)
    case .nobody, .unasked:
      // Fewer fingers have landed in between.
      let isKept = suspended.main.map { candidates[$0.candidate].view == .fingers } ?? false
      owner = .rule(Claim(view: isKept ? .fingers : .nothing, isSwipe: false, isStep: false))
    }
  }

  /// Ends the suspended recognisers that are due by `now`, or all.
  mutating func endSuspended(dueBy now: Timestamp? = nil, into gestures: inout [Gesture]) {
    while var active = suspended.takeFirst(dueBy: now) {
      report(&active, active.receive(.finish), into: &gestures)
    }
  }

  /// Cancels the suspended recognisers.
  mutating func cancelSuspended(into gestures: inout [Gesture]) {
    while var active = suspended.takeFirst() { report(&active, active.receive(.cancel), into: &gestures) }
  }
}
