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
/// of the sequence belongs to this gesture or to none. Simultaneous recognisers run alongside and own nothing. The owner
/// outlasts the lift, because libinput reports some of a touch after it.
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
/// This file handles the fingers' events; arbitration is in TouchSequence+Arbitration and Waiting, the owner in Owner,
/// taps are in TouchSequence+Taps, and recorded drawings in Drawing.
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
    /// True if the fingers have bounced from a tap that was reported: they make no other one.
    let repeatsTap: Bool
    /// True while a finger is missing: no rest is long enough until it returns.
    var isMissing = false
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

  /// The longest time from the first landing to any other, as a multiple of the longest time between two landings
  /// (`CandidateTable.settling`): on a real hand the fourth has been seen 111 ms after the first.
  private static let longestLanding = 2.5

  /// The time by which a landing is reported late, added where fingers land in different frames: one frame of most
  /// touchscreens.
  private static let frame = Duration.milliseconds(12)

  var stage = Stage.idle
  let device: DeviceID
  /// The candidates for the next sequence.
  var candidates: CandidateTable
  /// The recognisers that may still succeed.
  var possible: [ActiveRecognizer] = []
  /// The recognisers that have begun.
  var ongoing: [ActiveRecognizer] = []
  /// The owner of the fingers; while none is down, that of the last ones.
  var owner = Owner.nobody
  var wait = Wait.none
  /// The present touch; while no finger is down, the last one.
  var touch = Touch(firstLanding: .zero, repeatsTap: false)
  /// The gestures whose fingers have lifted and may return.
  var suspended: [Suspension] = []
  var taps = TapSeries()
  var last: Sample
  /// The landing site of the fingers; nil on touchpads whose contacts are not read.
  var landingSite: LandingSite?
  /// The present positions of the fingers; empty on touchpads whose contacts are not read.
  var positions = FingerPositions()
  var velocity = VelocityEstimator()
  /// The path of the fingers, shared by the recognisers.
  private(set) var motion: MotionPath
  /// The legs of the path and its turns, kept while a recogniser follows them.
  private(set) var legs: LegPath
  /// True if `legs` are kept.
  var followsLegs = false
  var sketch = Sketch()
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
  private var isOver: Bool {
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

  /// The time at which the passing of time alone decides something. It changes nothing and is mutating all the same,
  /// because a non-mutating method of a stored struct is given a copy of it.
  mutating func nextDeadline() -> Timestamp? {
    var earliest: Timestamp?
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    switch stage {
    case .landing(let until): consider(until)
    case .lifting(let lift): consider(lift.landingUntil > last.time ? min(lift.until, lift.landingUntil) : lift.until)
    case .idle, .steady, .spent: break
    }
    if !isOver {
      // By index: a loop over the elements would copy each of them.
      for index in possible.indices
      where !possible[index].isMatched && !(touch.isMissing && possible[index].kind == .longPress) {
        consider(possible[index].recognizer.deadline(whileWaiting: wait != .none))
      }
      if wait == .forDecision { consider(last.time) }
    }
    for index in ongoing.indices { consider(ongoing[index].stepAt) }
    if suspensionsMayExpire { for suspension in suspended { consider(suspension.end) } }
    consider(seriesDeadline)
    return earliest
  }

  /// True if suspended recognisers may end by time: not while fingers are landing that may be theirs.
  private var suspensionsMayExpire: Bool { isOver || landingEnd == nil }

  /// Replaces each trigger's rule; nil disables the trigger. Ongoing gestures and pending taps keep theirs. A recogniser
  /// that waits for a trigger that is now disabled begins at the next deadline, which is at once.
  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    candidates.setActiveRules(rules)
    if wait != .none { wait = .forDecision }
    for index in possible.indices { possible[index].precedence = candidates.precedence(of: possible[index].candidate) }
    motion.asked = askedDirections
  }

  /// True if no rule asks for a pinch or a rotation with three fingers or more. Two that pinch zoom.
  private var takesPinches: Bool {
    last.fingers > 2 && !possible.indices.contains { possible[$0].kind.motion == .turn && !possible[$0].isUnasked }
  }

  /// The directions of the swipes that rules ask for now.
  private var askedDirections: Directions {
    var directions: Directions = []
    for index in possible.indices where possible[index].kind == .swipe && possible[index].precedence?.rule != nil {
      if case .swipe(let pattern) = candidates[possible[index].candidate].pattern, pattern.then.isEmpty {
        directions.formUnion(pattern.directions)
      }
    }
    return directions
  }

  /// Starts the paths at the first sample of the present number of fingers.
  private mutating func startPaths(_ sample: Sample) {
    motion = MotionPath(at: sample, asked: askedDirections, takesPinches: takesPinches)
    if followsLegs { legs.reset(at: sample) }
  }

  /// Drops the recognisers that may still succeed and for whose candidate `isExcluded` is true.
  mutating func exclude(because failure: Failure, _ isExcluded: (Candidate) -> Bool) {
    if candidates.isExplained {
      for active in possible where isExcluded(candidates[active.candidate]) { note(failure, of: active) }
    }
    possible.removeAll { isExcluded(candidates[$0.candidate]) }
  }

  /// Drops those that the parts of a palm could make while it rests: long presses, and beside fingers that are away from
  /// it also taps and turns.
  /// - Parameter landed: the time from the first landing to the last.
  private mutating func excludePalm(landed: Duration) {
    guard positions.count > 2, candidates.knowsSize, let sign = FingerRow.palmSign(of: positions, within: landed) else {
      return
    }
    let isBesideFingers = FingerRow.isSpread(positions)
    exclude(because: .palm(sign)) { candidate in
      switch candidate.pattern.kind {
      case .longPress: candidate.pattern.isRest
      case .tap, .pinch, .rotate: isBesideFingers
      case .swipe, .pan, .circle, .stroke, .press, .tipTap, .touch: false
      }
    }
  }

  /// Drops those of taps and of presses that begin where the fingers landed.
  mutating func excludeRests() {
    exclude(because: .rested) { ($0.pattern.kind == .tap || $0.pattern.kind == .longPress) && $0.pattern.isRest }
  }

  // MARK: Events of the fingers

  /// Starts a sequence with fingers that landed, or adds them to one that is landing.
  /// - Parameters:
  ///   - down: the number of fingers that are down now.
  ///   - landingSite: the landing site of all of them.
  ///   - positions: the positions of all of them.
  ///   - reserved: the candidates whose gestures another hand makes: no recogniser starts for them.
  ///   - settled: true if the source itself settles the number of fingers (libinput, for touchpads).
  ///   - isLate: true if a finger joins although the number was settled.
  mutating func land(
    _ sample: Sample, down: Int, landingSite: LandingSite? = nil, positions: FingerPositions = FingerPositions(),
    reserved: [Int] = [], settled: Bool = false, isLate: Bool = false, into gestures: inout [Gesture]
  ) {
    if isOver, resume(sample, down: down, landingSite: landingSite, positions, into: &gestures) { return }
    switch stage {
    case .idle:
      velocity.reset()
      touch = Touch(
        firstLanding: sample.source == .contacts ? sample.time : sample.landed,
        repeatsTap: taps.takeBounce(sample, at: landingSite))
      owner = .nobody
      let settling =
        sample.source == .anchored ? candidates.settling : candidates.settling(fingers: sample.fingers)
      stage = settled ? .steady : .landing(until: sample.time + settling)
    case .landing, .lifting, .steady:
      guard landingEnd != nil || isLate, !isClaimed else { return join(sample, down: down, positions, into: &gestures) }
      if resume(sample, down: down, landingSite: landingSite, positions, into: &gestures) { return }
      let settling = candidates.settling + (sample.time > touch.firstLanding ? Self.frame : .zero)
      stage = .landing(
        until: max(
          sample.time, min(sample.time + settling, touch.firstLanding + candidates.settling * Self.longestLanding)))
    case .spent: return
    }
    last.time = sample.time
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    // The fingers are not those that lifted.
    if settled || suspended.contains(where: { $0.fingers.upperBound < down }) { endSuspended(into: &gestures) }
    owner = .nobody
    last = sample
    self.landingSite = landingSite
    self.positions = positions
    velocity.add(sample)
    startRecognizers(sample, reserved: reserved)
    // libinput does not report when fingers landed.
    excludePalm(landed: sample.source == .contacts ? sample.time - touch.firstLanding : .zero)
    startPaths(sample)
    observe(into: &gestures)
    if settled, possible.isEmpty, ongoing.isEmpty { stage = .spent() }
  }

  /// The largest distance between a finger that was lost and the position at which it is expected, in mm, without its own
  /// change of speed meanwhile.
  private static let lossDistance = 10.0

  /// True if the last touch, which swiped or drew, has not ended: the sensor lost all its fingers, and those of `fingers`
  /// that have landed are where these would be by now, as far as there are as many. No finger lifts and lands so quickly.
  mutating func wasLost(before fingers: [FingerTracker.Finger], at time: Timestamp) -> Bool {
    let gap = time - last.time
    guard isIdle, case .rule(let claim) = owner, claim.isSwipe, gap <= FingerTracker.longestGap,
      last.source == .contacts
    else { return false }
    let way = velocity.velocity(at: last.time).translation * gap.inSeconds
    let limit = Self.lossDistance + way.length.value / 2
    var (landed, expected) = (0, 0)
    for index in fingers.indices where fingers[index].change == .landed && fingers[index].whole == nil {
      landed += 1
      let place = fingers[index].position
      if positions.contains(where: { (place - ($0 + way)).length.value <= limit }) { expected += 1 }
    }
    return expected > 0 && expected >= min(landed, positions.count)
  }

  /// Spends the fingers that have landed: they continue the last touch, and make no second gesture.
  mutating func continueSpent() { stage = .spent() }

  /// Adds a finger after the number was settled: gestures that do not permit the new number are cancelled.
  private mutating func join(
    _ sample: Sample, down: Int, _ positions: FingerPositions, into gestures: inout [Gesture]
  ) {
    last.time = sample.time
    settle(into: &gestures)
    guard ongoing.contains(where: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }) else {
      return breakOff(at: sample.time, remaining: down, into: &gestures)
    }
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    possible.removeAll(keepingCapacity: true)
    last = sample
    self.positions = positions
    velocity.add(sample)
    stage = .steady
  }

  /// Takes in a movement of the fingers, or a new classification of it by libinput.
  mutating func move(_ sample: Sample, into gestures: inout [Gesture]) {
    guard !isOver else { return }
    last = sample
    velocity.add(sample)
    sketch.add(sample.translation)
    if followsLegs {
      legs.add(sample)
      last.turned = legs.turned
    }
    let sample = last
    reportOngoing(into: &gestures) { $0.proceed(sample) }
    observe(into: &gestures)
  }

  private mutating func observe(into gestures: inout [Gesture]) {
    guard !possible.isEmpty else { return endAbandonedSeries(into: &gestures) }
    let sample = last
    motion.add(sample)
    let motion = motion
    let legs = legs
    evaluate(into: &gestures) { $0.observe(sample, motion, legs) }
  }

  /// The time in which a finger that landed beside fingers that move shows that it moves along, slow as they may be.
  private static let joining = Duration.milliseconds(100)

  /// Waits for a finger that has landed beside these and may belong to them.
  mutating func awaitFinger(at time: Timestamp) {
    switch stage {
    case .landing(let until): stage = .landing(until: max(until, time + Self.joining))
    case .steady: stage = .landing(until: time + Self.joining)
    case .lifting(var lift):
      lift.landingUntil = max(lift.landingUntil, time + Self.joining)
      stage = .lifting(lift)
    case .idle, .spent: break
    }
  }

  /// Takes in that a finger is missing: it has lifted, unless it returns.
  mutating func miss() {
    touch.isMissing = true
    for index in possible.indices { possible[index].recognizer.miss() }
  }

  /// Takes in that the missing finger has returned.
  mutating func restore() {
    touch.isMissing = false
    for index in possible.indices { possible[index].recognizer.restore() }
  }

  /// The time for which the last finger may be missing: its lift must decide nothing.
  var linger: FingerTracker.Linger {
    switch stage {
    case .idle, .spent, .lifting: return .none
    case .landing, .steady:
      if wait != .none || possible.indices.contains(where: { possible[$0].recognizer.isDecidedByLift }) { return .none }
      return ongoing.isEmpty ? possible.isEmpty ? .none : .long : .short
    }
  }

  /// True if a gesture that goes on, or waits for an earlier rule, permits so many fingers, or if one waits for as many to
  /// return.
  func permits(_ fingers: Int, down: Int) -> Bool {
    ongoing.contains { !$0.isUnasked && $0.fingers.contains(fingers) }
      || suspended.contains { $0.fingers.contains(down) }
      || possible.contains { $0.isMatched && !$0.isUnasked && $0.fingers.contains(fingers) }
  }

  /// True if a gesture that goes on, or may begin, permits more than one number of fingers.
  var mayChangeFingers: Bool {
    if isOver { return false }
    return ongoing.contains { !$0.isUnasked && $0.fingers.count > 1 }
      || !isClaimed && possible.contains { $0.mayChangeFingers && $0.fingers.count > 1 }
  }

  /// True if a gesture that may still begin permits so many fingers, too.
  func sharesCandidate(with fingers: Int) -> Bool {
    possible.contains { $0.mayChangeFingers && $0.fingers.contains(fingers) }
  }

  /// Goes on with another number of fingers, those of `sample`, as libinput reports it: gestures that permit it go on
  /// with their distance.
  mutating func changeFingers(_ sample: Sample, landingSite: LandingSite?, into gestures: inout [Gesture]) {
    last.time = sample.time
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    last = sample
    velocity.add(sample)
    guard !isClaimed else {
      possible.removeAll(keepingCapacity: true)
      return
    }
    owner = .nobody
    if let landingSite { self.landingSite = landingSite }
    startRecognizers(sample, reserved: [])
    startPaths(sample)
    observe(into: &gestures)
  }

  /// True if the next touch may continue this one: a series of taps, or a gesture whose fingers may return.
  var isPending: Bool { taps.deadline != nil || !suspended.isEmpty }

  /// Takes away contacts that were no fingers. The other fingers, those of `sample`, begin anew, with the movement that
  /// they have made.
  /// - Parameter reserved: as for `land`.
  /// - Returns: false if a gesture had begun that needs more fingers; it is cancelled.
  mutating func withdraw(
    _ sample: Sample, landingSite: LandingSite?, reserved: [Int], into gestures: inout [Gesture]
  ) -> Bool {
    guard !isOver else { return isClaimed }
    last.time = sample.time
    let isPermitted = ongoing.contains { !$0.isUnasked && $0.fingers.contains(sample.fingers) }
    if isClaimed, !ongoing.isEmpty, !isPermitted {
      cancel(at: sample.time, remaining: sample.fingers, into: &gestures)
      return false
    }
    cancelOngoing(unless: { !$0.isUnasked && $0.fingers.contains(sample.fingers) }, into: &gestures)
    last = sample
    guard !isClaimed else { return true }
    self.landingSite = landingSite
    owner = .nobody
    startRecognizers(sample, reserved: reserved)
    excludeRests()
    startPaths(sample)
    return true
  }

  /// Takes in a lift; `remaining` fingers are still down.
  /// - Parameter first: the time at which the first finger lifted; nil for that of `sample`.
  mutating func lift(
    _ sample: Sample, remaining: Int, since first: Timestamp? = nil, into gestures: inout [Gesture]
  ) {
    touch.isMissing = false
    switch stage {
    case .idle: return
    case .spent(let late):
      if remaining == 0 {
        stage = .idle
        if let late { failureLog.completeLateLifts(sample.time - late, since: late) }
      }
      return
    case .landing, .steady:
      let time = max(last.time, first ?? sample.time)
      if candidates.isExplained { failureLog.completeHolds(from: last.landed, to: time) }
      last = sample
      last.time = time
      if ongoing.contains(where: { !$0.isUnasked && $0.fingers.contains(remaining) }) { settle(into: &gestures) }
      let goesOn = liftOngoing(remaining: remaining, into: &gestures)
      last.time = max(last.time, sample.time)
      if goesOn {
        last.fingers = remaining
        possible.removeAll(keepingCapacity: true)
        stage = .steady
      } else if isClaimed {
        end()
      } else {
        let first = first ?? sample.time
        stage = .lifting(
          Lift(
            first: first, until: first + candidates.settling, landingUntil: landingEnd ?? sample.time,
            remaining: remaining))
        evaluate(into: &gestures) { $0.lift() }
      }
    case .lifting(var lift):
      last = sample
      lift.until = (first ?? sample.time) + candidates.settling
      lift.remaining = remaining
      stage = .lifting(lift)
    }
    guard remaining == 0 else { return }
    if !isOver { complete(into: &gestures) }
    end()
    stage = .idle
  }

  /// Cancels the sequence while `remaining` fingers stay down, together with its series of taps and suspended gestures.
  mutating func cancel(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    taps.reset()
    possible.removeAll(keepingCapacity: true)
    breakOff(at: time, remaining: remaining, into: &gestures)
    last.time = max(last.time, time)
    while !suspended.isEmpty {
      var active = suspended.removeFirst().active
      report(&active, active.receive(.cancel), into: &gestures)
    }
  }

  /// Cancels the present gestures because the fingers do something else; a series of taps and suspended gestures
  /// survive.
  mutating func breakOff(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    if !isOver {
      endFollowing(.cancelled)
      last.time = max(last.time, time)
      settle(into: &gestures)
      if last.mayTap { waitForRestingFingers() } else { reportTaps(into: &gestures) }
      cancelOngoing(unless: { _ in false }, into: &gestures)
      end()
    }
    switch stage {
    case _ where remaining == 0: stage = .idle
    case .spent: break
    case .idle, .landing, .steady, .lifting: stage = .spent()
    }
    if case .rule(var claim) = owner {
      claim.isSwipe = false
      owner = .rule(claim)
    }
  }

  /// Ends a gesture that libinput reported as cancelled, mostly because the fingers lifted one after another: gestures
  /// recognised so far count; ongoing ones are cancelled, or suspended if their fingers may return. Those that waited
  /// begin first.
  mutating func rejectByLibinput(_ sample: Sample, into gestures: inout [Gesture]) {
    guard !isOver else {
      stage = .idle
      return
    }
    last = sample
    cancelOngoing(unless: { $0.resume != nil }, into: &gestures)
    _ = liftOngoing(remaining: 0, into: &gestures)
    if !isClaimed { complete(isRejected: true, into: &gestures) }
    end()
    stage = .idle
  }

  /// Advances time to `now`, the sequence's deadline or later, without an event.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    last.time = max(last.time, now)
    if wait == .forDecision { wait = .forEarlierRules }
    switch stage {
    case .landing(let until) where until <= now: stage = .steady
    case .lifting(let lift) where lift.until <= now:
      complete(remaining: lift.remaining, into: &gestures)
      if ongoing.isEmpty { end(late: lift.first) }
    case .idle, .landing, .steady, .lifting, .spent: break
    }
    if let due = seriesDeadline, due <= now { reportTaps(into: &gestures) }
    reportOngoing(into: &gestures) { active in
      guard let due = active.stepAt, due <= now else { return nil }
      return active.step()
    }
    let isMissing = touch.isMissing
    let reach = last.reach
    evaluate(into: &gestures) { recognizer in
      if isMissing, recognizer.isRest { return .undecided }
      return recognizer.expire(at: now, reach)
    }
    // Fewer or more fingers than lifted are not the same ones.
    if case .steady = stage { endSuspended(into: &gestures) }
    if suspensionsMayExpire { endSuspended(dueBy: now, into: &gestures) }
  }

  /// Ends the work of all recognisers; fingers that stay down are ignored.
  /// - Parameter late: the time of the first lift, if others stayed too long after it.
  mutating func end(late: Timestamp? = nil) {
    possible.removeAll(keepingCapacity: true)
    ongoing.removeAll(keepingCapacity: true)
    sketch.end()
    wait = .none
    endFollowing(.lifted)
    stage = .spent(late: late)
  }
}

extension ActiveRecognizer {
  /// True if a finger may join or leave before it is recognised. The lift of one finishes a drawing.
  fileprivate var mayChangeFingers: Bool { !isUnasked && kind.motion != .rest && kind != .stroke }

  /// True if no rule requested this recogniser.
  var isUnasked: Bool { trigger == nil }
}
