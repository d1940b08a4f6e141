internal import Time
internal import Touch

/// One touch sequence, from the first finger that lands to the last that lifts, and the recognisers at work on it.
///
///     fingers     ▼ ▼▼                          ▲  ▲▲
///     stage   idle│  landing    │ steady        │ lifting   │ idle
///                    │◀ 100 ms ▶│               │◀ 100 ms ▶│ (spent, where some stay)
///
/// The stage, by what happens to the fingers (StageTests):
///
///     stage     one lands        one lands late  libinput begins  one lifts    cancelled,   its time
///               in time                          a gesture        (not the     some stay    has come
///                                                                 last)
///     idle      landing          landing         steady           idle         spent        -
///     landing   landing (1)      spent (2)       landing (1)      lifting (3)  spent        steady
///     steady    spent (2)        spent (2)       spent (2)        lifting (3)  spent        -
///     lifting   landing (1)      spent (2)       landing (1)      lifting      spent        spent (4)
///     spent     spent            spent           spent            spent        spent        -
///
/// From each, the lift of the last finger and a cancellation without fingers lead to idle. A finger that joins a hand
/// late (`TrackedHand.Answer.joinLate`) counts as one in time.
///
/// 1. As (2), if a rule owns the fingers.
/// 2. Steady, if a gesture goes on that permits the number of fingers.
/// 3. Steady, if a gesture goes on that permits the number of those that stay; spent, if a rule owns the fingers
///    otherwise.
/// 4. Steady, if a gesture begins that permits the number of those that stay.
///
/// The owner of the fingers (`Owner`), by what happens to it:
///
///     owner     first landing    other number    unasked gesture    rule's gesture    suspended
///               of a touch       of fingers      succeeds           succeeds          fingers return
///     nobody    nobody           nobody          unasked            rule              rule
///     unasked   nobody           nobody          -                  rule              rule
///     rule      nobody           rule            -                  -                 rule
///
/// The first gesture of a rule that succeeds owns the fingers: the other recognisers fail, and the movement in the rest
/// of the sequence belongs to this gesture or to none. Simultaneous recognisers run alongside and own nothing. A step
/// that no active rule requests by itself leaves the fingers to the others (`Standing.isBeside`): one of them acts if
/// the rest of the steps is not made. The owner outlasts the lift, because libinput reports some of a touch after it.
///
/// A recogniser is in one of three lists, or has failed:
///
///     possible ──────▶ begun, discrete: reported, and gone
///     │  conditions    begun, continuous: ongoing ──▶ ended or cancelled, and gone
///     │                                   │     ▲
///     │                            lifted ▼     │ fingers returned
///     │                                suspended ──▶ ended or cancelled, and gone
///     open ──▶ (too slow) ──▶ met: begins at once, or waits for those of earlier rules (`wait`, `waits`)
///
/// Two things outlast a sequence and are continued by the next: a series of taps (`TapSeries`), and suspended gestures.
///
/// This file has the state; TouchSequence+Landing, +Movement and +Lifting have the fingers' events. Arbitration is in
/// TouchSequence+Arbitration and Waiting, the owner in Owner, suspended gestures are in Suspensions, taps in
/// TouchSequence+Taps, the movement at an edge in EdgeMotion, and recorded drawings in Drawing.
struct TouchSequence: Sendable {
  enum Stage: Sendable {
    /// No finger is down.
    case idle
    /// Fingers may still join, until the time given.
    case landing(until: Timestamp)
    /// The number of fingers is settled.
    case steady
    /// The first finger has lifted, and the others may follow. A quick hand's last finger may even land after its first
    /// has lifted.
    case lifting(Lift)
    /// The fingers that are down can make no further gesture.
    /// - Parameter late: the time of the first lift, if others stayed too long after it.
    case spent(late: Timestamp? = nil)
  }

  /// Fingers that lift one after another.
  struct Lift: Sendable {
    /// The time at which the first finger lifted.
    let first: Timestamp
    /// The time until which the others may follow.
    var until: Timestamp
    /// The time until which others may land.
    var landingUntil: Timestamp
    /// The number of fingers that stayed down at the last lift.
    var remaining: Int
  }

  /// A touch, from the first landing to the last lift.
  struct Touch: Sendable {
    let firstLanding: Timestamp
    /// True if the fingers have bounced from a tap that was reported, or are reported too late for a series: they make
    /// no other one.
    let repeatsTap: Bool
    /// The time since which a finger is missing: no rest is long enough until it returns. Nil if none is.
    var missingSince: Timestamp?
    var isMissing: Bool { missingSince != nil }
    /// True if the device has cancelled it.
    var isCancelled = false
    /// True if nothing tells that it was not meant.
    var isMeant: Bool { !repeatsTap && !isCancelled }
  }

  /// The recognisers whose conditions are met and that have not begun.
  enum Wait: Hashable, Sendable {
    /// There are none.
    case none
    /// They wait for those of earlier rules.
    case forEarlierRules
    /// They did, but the rules have changed: they may have to wait no longer.
    case forDecision
  }

  var stage = Stage.idle
  let device: DeviceID
  /// The candidates for the next sequence.
  var candidates: CandidateTable
  /// The recognisers that may still succeed.
  var possible: [ActiveRecognizer] = []
  /// The candidates whose recognisers start. A stored property to reuse its memory.
  var starting: [Int] = []
  /// True if other fingers on the device, or a report that is late, may still be a step that these fingers follow.
  var hasOthers = false
  /// The step from which the fingers go on to the next one; nil if they have made none.
  var continued: Step?
  /// The paths since the landing, if fingers go on from a step and may make other gestures beside it; else empty.
  var whole: [Paths] = []
  /// The recognisers that have begun.
  var ongoing: [ActiveRecognizer] = []
  /// The owner of the fingers; while none is down, that of the last ones.
  var owner = Owner.nobody
  var wait = Wait.none
  /// The present touch; while no finger is down, the last one.
  var touch = Touch(firstLanding: .zero, repeatsTap: false)
  /// The gestures whose fingers have lifted and may return.
  var suspended = Suspensions()
  var taps = TapSeries()
  var last: Sample
  /// The landing site of the fingers; nil on touchpads whose contacts are not read.
  var landingSite: LandingSite?
  /// True if a gesture of earlier touches is pending, which may be a step that the fingers follow.
  var mayFollow: Bool { hasOthers || taps.deadline != nil || !suspended.isEmpty }

  /// The present positions of the fingers; empty on touchpads whose contacts are not read.
  var positions = FingerPositions()
  var velocity = VelocityEstimator()
  /// The path of the fingers, shared by the recognisers.
  var motion: MotionPath
  /// The legs of the path and its turns, kept while a recogniser follows them.
  var legs: LegPath
  /// True if `legs` are kept.
  var followsLegs = false
  var sketch = Sketch()
  /// The movement at the edge of a touchpad of the gestures that have begun.
  var edge = EdgeMotion()
  /// The latest failures, if they are asked for.
  var failureLog = FailureLog()

  init(device: DeviceID, candidates: CandidateTable) {
    self.device = device
    self.candidates = candidates
    last = Sample(time: .zero, source: .contacts, fingers: 0, landed: .zero)
    motion = MotionPath(at: last)
    legs = LegPath(at: last)
  }

  /// The number of fingers of the sequence.
  @inline(__always)
  var fingers: Int { last.fingers }

  /// The time until which another finger may join; nil once the number is settled.
  @inline(__always)
  var landingEnd: Timestamp? {
    switch stage {
    case .landing(let until): until > last.time ? until : nil
    case .lifting(let lift): lift.landingUntil > last.time ? lift.landingUntil : nil
    case .idle, .steady, .spent: nil
    }
  }

  /// True if no finger is down.
  @inline(__always)
  var isIdle: Bool { if case .idle = stage { true } else { false } }

  /// True if no finger is down whose movement matters.
  @inline(__always)
  var isOver: Bool {
    switch stage {
    case .idle, .spent: true
    case .landing, .steady, .lifting: false
    }
  }

  /// True if no gesture can come of the fingers that are down unless others join them, and none is pending.
  @inline(__always)
  var isFutile: Bool {
    switch stage {
    case .steady, .spent:
      possible.isEmpty && ongoing.isEmpty && suspended.isEmpty && !sketch.isDrawing && taps.deadline == nil
        && followed != .moving
    case .idle, .landing, .lifting: false
    }
  }

  /// True if the fingers that are down, or taps that wait for others, may still make the gesture of a trigger.
  func mayMake(_ trigger: Int) -> Bool {
    if possible.contains(where: { $0.trigger == trigger })
      || suspended.recognizers.contains(where: { $0.trigger == trigger })
      || taps.pending.contains(where: { $0.active.trigger == trigger })
      || taps.awaitsMore(where: { candidates[$0].trigger == trigger })
    {
      return true
    }
    switch stage {
    case .idle: return false
    case .landing, .lifting: if !isClaimed { return true }
    case .steady, .spent: break
    }
    return candidates.isMadeBesideRest(trigger)
  }

  /// The time at which the passing of time alone decides something. It changes nothing and is mutating all the same,
  /// because a non-mutating method of a stored struct is given a copy of it.
  mutating func nextDeadline() -> Timestamp? {
    var earliest: Timestamp?
    switch stage {
    case .landing(let until): earliest.limit(to: until)
    case .lifting(let lift):
      earliest.limit(to: lift.landingUntil > last.time ? min(lift.until, lift.landingUntil) : lift.until)
    case .idle, .steady, .spent: break
    }
    if !isOver {
      // By index: a loop over the elements would copy each of them.
      for index in possible.indices
      where !possible[index].isMatched && !(touch.isMissing && possible[index].kind.rests) {
        earliest.limit(to: possible[index].recognizer.deadline(whileWaiting: wait != .none))
      }
      if wait == .forDecision { earliest.limit(to: last.time) }
    }
    for index in ongoing.indices { earliest.limit(to: ongoing[index].stepAt) }
    if !ongoing.isEmpty { earliest.limit(to: edge.due) }
    if !suspended.isEmpty, suspensionsMayExpire { earliest.limit(to: suspended.deadline) }
    earliest.limit(to: seriesDeadline)
    return earliest
  }

  /// Replaces each trigger's rule; nil disables the trigger. Ongoing gestures and pending taps keep theirs. A
  /// recogniser that waits for a trigger that is now disabled begins at the next deadline, which is at once.
  mutating func setActiveRules(_ rules: ActiveRules) {
    candidates.setActiveRules(rules)
    // Steps of sequences that have failed meanwhile.
    if !rules.own.isEmpty {
      let failed = possible.indices.filter { index in
        candidates[possible[index].candidate].isContinuation
          && !(possible[index].trigger.map(rules.continued.contains) ?? false)
      }
      for index in failed.reversed() { possible.remove(at: index) }
    }
    if wait != .none { wait = .forDecision }
    for index in possible.indices {
      possible[index].standing.precedence = candidates.precedence(of: possible[index].candidate)
    }
    motion.asked = askedDirections
    for index in whole.indices { whole[index].motion.asked = askedDirections }
  }

  /// Drops the recognisers that may still succeed and for whose candidate `isExcluded` is true.
  mutating func exclude(because failure: Failure, _ isExcluded: (Candidate) -> Bool) {
    // The rest is apart: it would be compiled once for each caller.
    let excluded = possible.indices.filter { isExcluded(candidates[possible[$0].candidate]) }
    if !excluded.isEmpty { drop(excluded, because: failure) }
  }

  private mutating func drop(_ excluded: [Int], because failure: Failure) {
    if candidates.isExplained { for index in excluded { note(failure, of: possible[index]) } }
    for index in excluded.reversed() { possible.remove(at: index) }
  }

  /// Drops those that the parts of a palm could make while it rests: long presses, and beside fingers that are away
  /// from it also taps and turns.
  /// - Parameter landed: the time from the first landing to the last.
  mutating func excludePalm(landed: Duration) {
    guard positions.count > 2, candidates.knowsSize, let sign = FingerRow.palmSign(of: positions, within: landed) else {
      return
    }
    let isBesideFingers = FingerRow.isSpread(positions)
    exclude(because: .palm(sign)) { candidate in
      let kind = candidate.pattern.kind
      return candidate.pattern.restingTime != nil || isBesideFingers && (kind.isMadeOfTaps || kind.motion == .turn)
    }
  }

  /// Drops those of taps and of presses that begin where the fingers landed.
  mutating func excludeRests() {
    exclude(because: .rested) { $0.pattern.kind.isTapOrRest && $0.pattern.isRest }
  }
}
