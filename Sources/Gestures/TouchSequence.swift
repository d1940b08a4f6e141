internal import Touch

/// One touch sequence, from the first finger that lands to the last that lifts, and the recognisers at work on it.
///
///     fingers     ▼ ▼▼                          ▲  ▲▲
///     stage   idle│  landing    │ steady        │ lifting   │ idle
///                    │◀ 100 ms ▶│               │◀ 100 ms ▶│ (spent, where some stay)
///
/// It belongs to the first recogniser that succeeds: the others fail, and what fingers do afterwards in the same
/// sequence is this gesture or nothing. Those that share the fingers come and go beside it. What no rule asked for is
/// only watched: it never takes the sequence from a recogniser that a rule asked for, and is broken off where one of
/// those succeeds.
///
/// Two things outlast a sequence and are continued by the next: a series of taps (`TapRun`), and a gesture whose fingers
/// may come back (`suspended`).
///
/// This file is what fingers do; whose the sequence is stands in TouchSequence+Arbitration, taps in TouchSequence+Taps,
/// and what was drawn, for those who keep it, in TouchSequence+Drawing.
struct TouchSequence: Sendable {
  enum Stage: Hashable, Sendable {
    /// No finger is down.
    case idle
    /// Fingers may still join, up to the moment it holds.
    case landing(until: Timestamp)
    /// The number of fingers is settled.
    case steady
    /// The first has lifted; the others may follow up to the moment it holds. A quick hand's last finger may even land
    /// after its first has lifted.
    case lifting(until: Timestamp, landingUntil: Timestamp)
    /// Nothing more can come of it.
    case spent
  }

  /// How long after the first finger any other may land, as a multiple of how long after one the next may
  /// (`CandidateTable.settling`): on a real hand the fourth has been seen to come 111 ms after the first.
  private static let longestLanding = 2.5

  var stage = Stage.idle
  let device: DeviceID
  /// What the next sequence is looked at for.
  var candidates: CandidateTable
  /// Those that may still succeed.
  var possible: [ActiveRecognizer] = []
  /// Those that have begun and go on.
  var ongoing: [ActiveRecognizer] = []
  /// Whether one of those that do not share has succeeded: the sequence is its own.
  var isClaimed = false
  /// Whether one that no rule asked for has succeeded.
  var hasUnasked = false
  /// Those whose fingers have lifted and may come back.
  var suspended: [ActiveRecognizer] = []
  /// The taps so far of a series that may go on.
  var taps = TapSeries()
  var last: Sample
  /// Where the fingers landed; nil on touchpads.
  var landingSite: LandingSite?
  var firstLanding = Timestamp.zero
  var velocity = VelocityEstimator()
  /// How the fingers came where they are.
  private var motion: MotionPath
  /// What the fingers draw, while somebody wants to know.
  var path = StrokePath()
  var isDrawing = false
  /// Whether the path is that of a drawing that was finished.
  var hasDrawn = false

  init(device: DeviceID, candidates: CandidateTable) {
    self.device = device
    self.candidates = candidates
    last = Sample(time: .zero, source: .contacts, fingers: 0, landed: .zero)
    motion = MotionPath(at: last)
  }

  /// How many fingers it is made of.
  var fingers: Int { last.fingers }

  /// Until when another finger may join; nil once the number is settled.
  var landingEnd: Timestamp? {
    switch stage {
    case .landing(let until), .lifting(_, landingUntil: let until): until > last.time ? until : nil
    case .idle, .steady, .spent: nil
    }
  }

  /// Whether no finger does anything that something may come of.
  private var isOver: Bool {
    switch stage {
    case .idle, .spent: true
    case .landing, .steady, .lifting: false
    }
  }

  /// When the passing of time alone decides something. It changes nothing, and is mutating all the same, because a
  /// method that is not is handed a copy of all of this where it is a part of something else.
  mutating func nextDeadline() -> Timestamp? {
    var earliest: Timestamp?
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    switch stage {
    case .landing(let until): consider(until)
    case .lifting(let until, let landing): consider(landing > last.time ? min(until, landing) : until)
    case .idle, .steady, .spent: break
    }
    if !isOver { for active in possible where active.match == nil { consider(active.recognizer.deadline) } }
    for active in ongoing { consider(active.stepAt) }
    if suspensionsMayExpire { for active in suspended { consider(active.resumeUntil) } }
    consider(seriesDeadline)
    return earliest
  }

  /// Whether the time of those that are suspended may run out: not while the fingers that may be theirs are landing.
  private var suspensionsMayExpire: Bool { isOver || landingEnd == nil }

  /// Each trigger's rank is this now, or none. What has begun, and taps that wait to be told, keep theirs.
  mutating func rank(_ ranks: [Int?]) {
    candidates.rank(ranks)
    for index in possible.indices { possible[index].rank = candidates.rank(of: possible[index].candidate) }
  }

  // MARK: What fingers do

  /// Fingers landed: a sequence starts, or grows while it is landing.
  /// - Parameters:
  ///   - down: how many are down now.
  ///   - place: where all of them landed.
  ///   - settled: whether the source settles the number of fingers by itself (libinput, for touchpads).
  mutating func land(
    _ sample: Sample, down: Int, landingSite: LandingSite? = nil, settled: Bool = false, into gestures: inout [Gesture]
  ) {
    if isOver, resume(sample, down: down, into: &gestures) { return }
    switch stage {
    case .idle:
      velocity.reset()
      isClaimed = false
      hasUnasked = false
      firstLanding = sample.source == .contacts ? sample.time : sample.landed
      stage = settled ? .steady : .landing(until: sample.time + candidates.settling)
    case .landing, .lifting, .steady:
      guard landingEnd != nil, !isClaimed else { return join(sample, down: down, into: &gestures) }
      if resume(sample, down: down, into: &gestures) { return }
      stage = .landing(
        until: min(sample.time + candidates.settling, firstLanding + candidates.settling * Self.longestLanding))
    case .spent: return
    }
    last.time = sample.time
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    // Fingers that are others than those that lifted.
    if settled || suspended.contains(where: { $0.fingers.upperBound < down }) { endSuspended(into: &gestures) }
    hasUnasked = false
    last = sample
    self.landingSite = landingSite
    velocity.add(sample)
    startRecognizers(sample)
    motion = MotionPath(at: sample)
    observe(into: &gestures)
    if settled, possible.isEmpty, ongoing.isEmpty { stage = .spent }
  }

  /// A finger landed when their number was settled: what does not go on with that many is broken off.
  private mutating func join(_ sample: Sample, down: Int, into gestures: inout [Gesture]) {
    guard ongoing.contains(where: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }) else {
      return breakOff(at: sample.time, remaining: down, into: &gestures)
    }
    last.time = sample.time
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    possible.removeAll(keepingCapacity: true)
    last = sample
    velocity.add(sample)
    stage = .steady
  }

  /// Fingers moved, or libinput changed its mind about what they do.
  mutating func move(_ sample: Sample, into gestures: inout [Gesture]) {
    guard !isOver else { return }
    last = sample
    velocity.add(sample)
    if isDrawing { path.add(sample.translation) }
    reportOngoing(into: &gestures) { $0.proceed(sample) }
    observe(into: &gestures)
  }

  private mutating func observe(into gestures: inout [Gesture]) {
    let sample = last
    if !possible.isEmpty { motion.add(sample) }
    let motion = motion
    evaluate(into: &gestures) { $0.observe(sample, motion) }
  }

  /// Fingers lifted; `remaining` are still down.
  mutating func lift(_ sample: Sample, remaining: Int, into gestures: inout [Gesture]) {
    switch stage {
    case .idle: return
    case .spent:
      if remaining == 0 { stage = .idle }
      return
    case .landing, .steady:
      last = sample
      let goesOn = liftOngoing(remaining: remaining, into: &gestures)
      if goesOn {
        last.fingers = remaining
        possible.removeAll(keepingCapacity: true)
        stage = .steady
      } else if isClaimed {
        end()
      } else {
        stage = .lifting(until: sample.time + candidates.settling, landingUntil: landingEnd ?? sample.time)
        evaluate(into: &gestures) { $0.lift() }
      }
    case .lifting: last = sample
    }
    guard remaining == 0 else { return }
    if !isOver { complete(allLifted: true, into: &gestures) }
    end()
    stage = .idle
  }

  /// The sequence was broken off while `remaining` fingers stay down, and with it what it continued.
  mutating func cancel(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    taps.reset()
    breakOff(at: time, remaining: remaining, into: &gestures)
    last.time = max(last.time, time)
    while !suspended.isEmpty {
      var active = suspended.removeFirst()
      report(&active, active.receive(.cancel), into: &gestures)
    }
  }

  /// What the fingers do is nothing of what it began as, though nobody took them away.
  mutating func breakOff(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    if !isOver {
      last.time = max(last.time, time)
      if last.mayTap { waitForRestingFingers() } else { reportTaps(into: &gestures) }
      cancelOngoing(unless: { _ in false }, into: &gestures)
      end()
    }
    stage = remaining == 0 ? .idle : .spent
  }

  /// libinput took back what it had said the fingers do, mostly because they lifted one after another: what was reached
  /// by then counts, what goes on is broken off, or goes on when they come back.
  mutating func rejectByLibinput(_ sample: Sample, into gestures: inout [Gesture]) {
    guard !isOver else {
      stage = .idle
      return
    }
    last = sample
    cancelOngoing(unless: { $0.resume != nil }, into: &gestures)
    _ = liftOngoing(remaining: 0, into: &gestures)
    if !isClaimed { complete(allLifted: true, into: &gestures) }
    end()
    stage = .idle
  }

  /// Time passed up to `now`, the sequence's deadline or later, and nothing else happened.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    last.time = max(last.time, now)
    switch stage {
    case .landing(let until) where until <= now: stage = .steady
    case .lifting(let until, _) where until <= now:
      complete(allLifted: false, into: &gestures)
      end()
    case .idle, .landing, .steady, .lifting, .spent: break
    }
    if let due = seriesDeadline, due <= now { reportTaps(into: &gestures) }
    reportOngoing(into: &gestures) { active in
      guard let due = active.stepAt, due <= now else { return nil }
      return active.step()
    }
    evaluate(into: &gestures) { $0.expire(at: now) }
    // Fingers that are fewer or more than those that lifted are not the same ones.
    if case .steady = stage { endSuspended(into: &gestures) }
    if suspensionsMayExpire { endSuspended(dueBy: now, into: &gestures) }
  }

  /// Ends the recognisers' work; fingers that stay down do nothing more.
  mutating func end() {
    possible.removeAll(keepingCapacity: true)
    ongoing.removeAll(keepingCapacity: true)
    isDrawing = false
    stage = .spent
  }
}

extension ActiveRecognizer {
  /// Whether no rule asked for it.
  var isUnasked: Bool { trigger == nil }
}
