internal import Touch

/// One touch sequence, from the first finger that lands to the last that lifts, and the recognisers at work on it.
///
///     fingers     ▼ ▼▼                          ▲  ▲▲
///     stage   idle│  landing    │ steady        │ lifting   │ idle
///                    │◀ 100 ms ▶│               │◀ 100 ms ▶│ (spent, where some stay)
///
/// It belongs to the first recogniser that succeeds: the others fail, and what fingers do afterwards in the same
/// sequence is this gesture or nothing. What no rule asked for is only watched: it never takes the sequence from a
/// recogniser that a rule asked for, and is broken off where one of those succeeds.
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

  /// How long after one finger the next may land, and lift. On real hands the second comes up to 85 ms after the first,
  /// and the fourth has been seen to come 83 ms after the third, 111 ms after the first.
  static let settling = Duration.milliseconds(100)
  /// How long after the first finger any other may land.
  static let longestLanding = Duration.milliseconds(250)

  private struct Live {
    let candidate: Candidate
    var recognizer: Recognizer
    var lifecycle: Lifecycle
    /// Set once its conditions are met and it only waits for its turn.
    var match: Match?

    init(_ candidate: Candidate, at sample: Sample) {
      self.candidate = candidate
      recognizer = Recognizer(candidate.pattern, at: sample)
      lifecycle = Lifecycle(isContinuous: candidate.pattern.isContinuous)
    }
  }

  private(set) var stage = Stage.idle
  private let device: DeviceID
  /// What the next sequence is looked at for.
  var candidates: CandidateTable
  /// Those that may still succeed.
  private var possible: [Live] = []
  /// The one the sequence belongs to, from its success on.
  private var claim: Live?
  /// The one that no rule asked for and that succeeded first.
  private var watched: Live?
  private var last: Sample
  private var firstLanding = Timestamp.zero
  private var velocity = VelocityEstimator()

  init(device: DeviceID, candidates: CandidateTable) {
    self.device = device
    self.candidates = candidates
    last = Sample(time: .zero, source: .contacts, fingers: 0, landed: .zero)
  }

  /// How many fingers it is made of.
  var fingers: Int { last.fingers }

  /// When the passing of time alone decides something.
  var deadline: Timestamp? {
    var earliest: Timestamp?
    switch stage {
    case .landing(let until): earliest = until
    case .lifting(let until, let landing): earliest = landing > last.time ? min(until, landing) : until
    case .idle, .steady, .spent: break
    }
    if claim == nil {
      for live in possible where live.match == nil {
        guard let next = live.recognizer.deadline else { continue }
        earliest = earliest.map { min($0, next) } ?? next
      }
    }
    return earliest
  }

  /// Until when another finger may join; nil once the number is settled.
  private var landingEnd: Timestamp? {
    switch stage {
    case .landing(let until), .lifting(_, landingUntil: let until): until > last.time ? until : nil
    case .idle, .steady, .spent: nil
    }
  }

  // MARK: What fingers do

  /// Fingers landed: a sequence starts, or grows while it is landing. A source that settles the number of fingers by
  /// itself (libinput, for touchpads) says so with `settled`.
  mutating func land(_ sample: Sample, settled: Bool, into gestures: inout [Gesture]) {
    switch stage {
    case .idle:
      velocity.reset()
      firstLanding = sample.time
      stage = settled ? .steady : .landing(until: sample.time + Self.settling)
    case .landing, .lifting, .steady:
      guard landingEnd != nil, claim == nil else { return breakOff(at: sample.time, into: &gestures) }
      report(.cancel, into: &gestures)
      watched = nil
      stage = .landing(until: min(sample.time + Self.settling, firstLanding + Self.longestLanding))
    case .spent: return
    }
    last = sample
    velocity.add(sample.time, sample.translation)
    possible.removeAll(keepingCapacity: true)
    for candidate in candidates.for(fingers: sample.fingers) { possible.append(Live(candidate, at: sample)) }
    if possible.isEmpty, settled { stage = .spent }
    judge(into: &gestures) { $0.observe(sample) }
  }

  /// Fingers moved, or libinput changed its mind about what they do.
  mutating func move(_ sample: Sample, into gestures: inout [Gesture]) {
    switch stage {
    case .idle, .spent: return
    case .landing, .steady, .lifting: break
    }
    last = sample
    velocity.add(sample.time, sample.translation)
    report(.proceed, into: &gestures)
    judge(into: &gestures) { $0.observe(sample) }
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
      report(.finish, into: &gestures)
      if claim != nil {
        end()
      } else {
        stage = .lifting(until: sample.time + Self.settling, landingUntil: landingEnd ?? sample.time)
        judge(into: &gestures) { $0.lift() }
      }
    case .lifting: last = sample
    }
    guard remaining == 0 else { return }
    stage = .lifting(until: sample.time, landingUntil: .zero)
    failUnmet()
    resolve(into: &gestures)
    end()
    stage = .idle
  }

  /// The sequence was broken off while `remaining` fingers stay down.
  mutating func cancel(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    if stage != .idle, stage != .spent { breakOff(at: time, into: &gestures) }
    stage = remaining == 0 ? .idle : .spent
  }

  /// Time passed up to `now`, the sequence's deadline or later, and nothing else happened.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    last.time = max(last.time, now)
    switch stage {
    case .landing(let until) where until <= now: stage = .steady
    case .lifting(let until, _) where until <= now:
      failUnmet()
      resolve(into: &gestures)
      end()
    case .idle, .landing, .steady, .lifting, .spent: break
    }
    judge(into: &gestures) { $0.expire(at: now) }
  }

  // MARK: Whose it is

  /// Asks every recogniser that is still possible, drops those that failed, and gives the sequence to the best of
  /// those whose conditions are met.
  private mutating func judge(into gestures: inout [Gesture], _ verdict: (inout Recognizer) -> Verdict) {
    guard claim == nil, !possible.isEmpty else { return }
    var kept = 0
    for index in possible.indices {
      if possible[index].match == nil {
        switch verdict(&possible[index].recognizer) {
        case .undecided: break
        case .met(let match): possible[index].match = match
        case .failed:
          _ = possible[index].lifecycle.receive(.fail)
          continue
        }
      }
      if kept != index { possible.swapAt(kept, index) }
      kept += 1
    }
    possible.removeLast(possible.count - kept)
    resolve(into: &gestures)
  }

  /// Gives the sequence to the best recogniser whose conditions are met and that need not wait. One that no rule asked
  /// for gets its turn where none of the others does.
  private mutating func resolve(into gestures: inout [Gesture]) {
    guard claim == nil else { return }
    if let best = best(where: { $0.trigger != nil }) {
      let winner = possible[best]
      possible.removeAll(keepingCapacity: true)
      report(.cancel, into: &gestures)
      watched = nil
      claim = winner
    } else if watched == nil, let best = best(where: { $0.trigger == nil }) {
      watched = possible[best]
      possible.removeAll { $0.candidate.trigger == nil }
    } else {
      return
    }
    report(.succeed, into: &gestures)
    // One that had to wait until the fingers lifted has its beginning and its end at once.
    guard case .lifting = stage else { return }
    report(.finish, into: &gestures)
    if claim != nil { end() }
  }

  /// The place of the best recogniser that may begin: one that fits exactly before one that fits within its tolerance,
  /// then the earlier one.
  private func best(where belongs: (Candidate) -> Bool) -> Int? {
    var best: Int?
    for index in possible.indices where belongs(possible[index].candidate) {
      guard let match = possible[index].match, mayBegin(possible[index]) else { continue }
      if let other = best, let rival = possible[other].match {
        let isBetter =
          match.isExact == rival.isExact
          ? possible[index].candidate.rank < possible[other].candidate.rank : match.isExact
        guard isBetter else { continue }
      }
      best = index
    }
    return best
  }

  /// Whether nothing that could still come has to be waited for.
  private func mayBegin(_ live: Live) -> Bool {
    if landingEnd != nil, last.fingers < candidates.mostFingers(for: live.candidate) { return false }
    switch live.candidate.requirement {
    case .none: return true
    case .rulesOfItsKindFailed:
      return !possible.contains {
        $0.candidate.requirement == .none && $0.recognizer.kind == live.recognizer.kind
      }
    }
  }

  private mutating func failUnmet() { possible.removeAll { $0.match == nil } }

  private mutating func breakOff(at time: Timestamp, into gestures: inout [Gesture]) {
    last.time = max(last.time, time)
    report(.cancel, into: &gestures)
    end()
  }

  /// Ends the recognisers' work; fingers that stay down do nothing more.
  private mutating func end() {
    possible.removeAll(keepingCapacity: true)
    claim = nil
    watched = nil
    stage = .spent
  }

  /// Tells the recogniser that has the sequence, or the one that is watched, and reports the state that this led to.
  private mutating func report(_ signal: RecognizerSignal, into gestures: inout [Gesture]) {
    if claim != nil {
      guard let state = claim?.lifecycle.receive(signal), let claim else { return }
      report(claim, state, into: &gestures)
    } else {
      guard let state = watched?.lifecycle.receive(signal), let watched else { return }
      report(watched, state, into: &gestures)
    }
  }

  private func report(_ live: Live, _ state: RecognizerState, into gestures: inout [Gesture]) {
    guard let phase = Gesture.Phase(state) else { return }
    let isPinch = live.recognizer.kind == .pinch
    gestures.append(
      Gesture(
        time: last.time, device: device, kind: live.recognizer.kind, phase: phase, fingers: last.fingers,
        direction: live.match?.direction, translation: last.translation,
        speed: velocity.velocity(at: last.time).length.value, scale: isPinch ? last.scale : nil,
        rotation: isPinch ? last.rotation : nil, trigger: live.candidate.trigger))
  }
}

extension Gesture.Phase {
  /// The phase that a recogniser's state is reported as; nil for what nobody is told of.
  fileprivate init?(_ state: RecognizerState) {
    switch state {
    case .possible, .failed: return nil
    case .recognized: self = .recognized
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}
