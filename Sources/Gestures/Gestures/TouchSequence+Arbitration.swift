internal import Time
internal import Touch

/// Arbitration: the recogniser that owns the touch sequence.
extension TouchSequence {
  /// Starts the recognisers for the number of fingers of `sample`, but for `reserved` candidates.
  mutating func startRecognizers(_ sample: Sample, reserved: [Int]) {
    possible.removeAll(keepingCapacity: true)
    sketch.clear()
    candidates.find(&starting, fingers: sample.fingers, withLater: mayFollow, at: landingSite)
    for index in starting { startRecognizer(of: index, at: sample, reserved: reserved) }
    dropUntapped()
    followsLegs = possible.indices.contains { possible[$0].recognizer.followsLegs }
    if sketch.isDrawing {
      let shape = possible.lazy.filter { $0.kind.isDrawn && !$0.isSimultaneous }.compactMap(\.precedence).min()
      for index in possible.indices {
        guard let shape, let own = possible[index].precedence, shape < own, !possible[index].isSimultaneous else {
          continue
        }
        possible[index].recognizer.waitForLift()
      }
    }
    // A tap that was reported already is not made again by the same fingers.
    if touch.repeatsTap { possible.removeAll { $0.kind.isMadeOfTaps } }
    wait = .none
  }

  /// Drops the recognisers of gestures without taps if fingers have tapped that would make one with taps.
  private mutating func dropUntapped() {
    guard possible.indices.contains(where: { possible[$0].taps.made > 0 }) else { return }
    let standIns = possible.indices.flatMap {
      possible[$0].taps.made > 0 ? candidates.standIns(for: possible[$0].candidate) : []
    }
    func drop(_ isUntapped: (Standing) -> Bool) {
      possible.removeAll { active in
        active.taps.needed == 0 && isUntapped(active.standing) && !(active.trigger.map(standIns.contains) ?? false)
      }
    }
    // A press right after a tap is tap and hold if a rule requests that.
    if hasTapped(before: .rest) { drop { $0.kind.rests && $0.parts == 0 } }
    // A movement right after one is tap and drag, tap and swipe, or tap and draw.
    if hasTapped(before: .move) { drop { ($0.kind.motion == .move || $0.parts > 0) && !$0.isSimultaneous } }
    // Fingers that part or turn right after one.
    if hasTapped(before: .turn) { drop { $0.kind.motion == .turn && !$0.isSimultaneous } }
  }

  /// Starts the recogniser of a candidate, unless it cannot begin with the fingers that are down.
  private mutating func startRecognizer(of index: Int, at sample: Sample, reserved: [Int]) {
    // A copy: to reach into the table for each property takes longer.
    let candidate = candidates[index]
    guard candidate.pattern.isAnchored == (sample.source == .anchored) else { return }
    guard candidate.permits(landingSite) else {
      if candidates.isExplained, let miss = landingSite?.miss(of: candidate) { note(miss, of: candidate.trigger) }
      return
    }
    if ongoing.contains(where: { $0.candidate == index }) || reserved.contains(index) { return }
    let made =
      candidate.tapsBefore == 0
      ? 0
      : taps.tapsMade(
        by: index, candidate, fingers: sample.fingers, landing: touch.firstLanding, landingSite: landingSite)
    if candidates.isExplained, made < candidate.tapsBefore,
      let miss = taps.miss(of: index, candidate, landing: touch.firstLanding, landingSite: landingSite)
    {
      note(miss, of: candidate.trigger)
    }
    let precedence = candidates.precedence(of: index)
    possible.append(ActiveRecognizer(index, candidate, precedence: precedence, at: sample, tapsMade: made))
    if precedence != nil, candidate.pattern.kind.isDrawn { sketch.begin(at: sample.translation) }
  }

  /// True if taps were made that a rule requests before fingers that move like this; a tap is none of these.
  private func hasTapped(before motion: Gesture.Motion) -> Bool {
    // By index: a closure over the elements would be given a copy of each.
    possible.indices.contains {
      possible[$0].kind.motion == motion && !possible[$0].kind.isMadeOfTaps && possible[$0].taps.needed > 0
        && possible[$0].isAtLastTouch && possible[$0].isEnabled
    }
  }

  /// Asks every possible recogniser for a verdict, drops those that failed, and gives the sequence to the best of those
  /// whose conditions are met.
  mutating func evaluate(into gestures: inout [Gesture], _ verdict: (inout ActiveRecognizer) -> Verdict) {
    guard !possible.isEmpty else { return endAbandonedSeries(into: &gestures) }
    var kept = 0
    // Usually none is.
    var areMatched = false
    for index in possible.indices {
      if !possible[index].isMatched {
        let verdict = verdict(&possible[index])
        if case .undecided = verdict {} else if !accept(verdict, on: index) { continue }
      }
      areMatched = areMatched || possible[index].isMatched
      possible.exchange(kept, index)
      kept += 1
    }
    keep(kept, areMatched: areMatched, into: &gestures)
  }

  /// Takes in the verdict of a recogniser that has decided.
  /// - Returns: false if it has failed, or may not recognise its gesture.
  // Not inlined, nor is the next: the loop above is compiled once for each of its callers.
  @inline(never)
  private mutating func accept(_ verdict: Verdict, on index: Int) -> Bool {
    switch verdict {
    case .undecided: return true
    case .matched(let match):
      switch permit(possible[index].standing) {
      case .granted: possible[index].markMatched(match, at: last)
      case .pending: possible[index].markTooSlow()
      case .denied:
        if candidates.isExplained, possible[index].isEnabled {
          note(speedFailure(of: possible[index].standing), of: possible[index])
        }
        return false
      }
      return true
    case .failed(let failure):
      if candidates.isExplained {
        note(
          possible[index].conditions.isTooSlow ? speedFailure(of: possible[index].standing) : failure,
          of: possible[index])
      }
      return false
    }
  }

  /// Drops the recognisers after the first `count`, and decides among these if conditions are met.
  @inline(never)
  private mutating func keep(_ count: Int, areMatched: Bool, into gestures: inout [Gesture]) {
    possible.removeLast(possible.count - count)
    endAbandonedSeries(into: &gestures)
    if areMatched { resolve(into: &gestures) } else { wait = .none }
  }

  /// The verdict on a recogniser whose conditions are met: its rule has to be enabled, and the speed within its range.
  /// A hand that is too slow may still become faster; one that is too fast has been too fast. Of a series of taps only
  /// the last touch must satisfy this.
  func permit(_ active: Standing) -> Permission {
    guard active.isEnabled || !active.isAtLastTouch else { return .denied }
    guard let range = candidates[active.candidate].speed else { return .granted }
    let speed = velocity.velocity(at: last.time).speed(of: active.kind)
    return speed > range.upperBound ? .denied : speed < range.lowerBound ? .pending : .granted
  }

  func speedFailure(of active: Standing) -> Failure {
    guard let range = candidates[active.candidate].speed else { return .other }
    return .speed(velocity.velocity(at: last.time).speed(of: active.kind), range)
  }

  enum Permission { case granted, pending, denied }

  /// Begins the recognisers whose conditions are met and that need not wait: the best first, until one has claimed the
  /// sequence. An unasked one begins only if none of the others does.
  mutating func resolve(isRejected: Bool = false, into gestures: inout [Gesture]) {
    wait = .none
    // By index: a closure over the elements would be given a copy of each.
    guard possible.indices.contains(where: { possible[$0].isMatched }) else { return }
    while let best = best(isUnasked: false) {
      begin(possible.remove(at: best), isRejected: isRejected, into: &gestures)
    }
    if case .nobody = owner, let best = best(isUnasked: true) {
      owner = .unasked
      begin(possible.remove(at: best), isRejected: isRejected, into: &gestures)
      possible.removeAll { $0.isUnasked }
    }
    if case .lifting(let lift) = stage, !ongoing.isEmpty {
      // The gesture continues with the fingers that stay down.
      stage = .steady
      last.fingers = lift.remaining
      possible.removeAll(keepingCapacity: true)
    }
    if possible.indices.contains(where: { possible[$0].isMatched && !possible[$0].isUnasked }) {
      wait = .forEarlierRules
    }
  }

  /// The index of the best recogniser that may begin: the one of the first rule, but of one kind the best fit.
  private func best(isUnasked: Bool) -> Int? {
    var best: Int?
    for index in possible.indices {
      let active = possible[index].standing
      guard active.isUnasked == isUnasked, active.isEnabled, let match = possible[index].match,
        mayBegin(active, match)
      else { continue }
      if let held = best, let rival = possible[held].match {
        let other = possible[held].standing
        let isByFit = active.kind == other.kind && active.parts == other.parts && match.fit != rival.fit
        guard isByFit ? match.fit > rival.fit : hasPrecedence(active, over: other) else { continue }
      }
      best = index
    }
    return best
  }

  /// True if no other gesture that is still possible has to be waited for.
  private func mayBegin(_ active: Standing, _ match: Match) -> Bool {
    if landingEnd != nil {
      let most = max(candidates.mostFingers(for: active.candidate), suspended.mostFingers)
      if last.fingers < most { return false }
    }
    guard active.isUnasked else { return !waits(active, match) }
    return !possible.indices.contains { index in
      let other = possible[index].standing
      guard other.precedence != active.precedence, other.isEnabled else { return false }
      // Any movement is a pan.
      if active.kind.isFollowedMovement { return !other.kind.isTapOrRest }
      return !other.isUnasked && other.kind == active.kind
    }
  }

  /// Begins `active`, a recogniser that was possible.
  private mutating func begin(
    _ active: consuming ActiveRecognizer, isRejected: Bool, into gestures: inout [Gesture]
  ) {
    // No optional: an empty list takes nothing.
    var tapped: [TapSeries.Pending] = []
    if !active.isUnasked {
      cancelOngoing(unless: { !$0.isUnasked }, into: &gestures)
      endSuspended(into: &gestures)
      if !active.isSimultaneous {
        // The taps before a press belong to it.
        if active.taps.made > 0 { tapped = taps.takePending(of: candidates.standIns(for: active.candidate)) }
        if !active.kind.isMadeOfTaps { reportTaps(into: &gestures) }
        let step = candidates.openStep(of: active.candidate, last.fingers, active.match?.direction)
        if !active.isBeside { claim(for: active, step) }
        takeFingers(for: active, step)
        startContinuations(of: active.candidate, active.match?.direction, isBeside: active.isBeside)
      } else {
        // The movement is not reported a second time, without its rule.
        let motion = active.kind.motion
        possible.removeAll { $0.isUnasked && $0.kind.motion == motion }
        startContinuations(of: active.candidate, active.match?.direction, isBeside: true)
        excludeTied(to: active.trigger)
      }
    }
    start(active, isRejected: isRejected, into: &gestures)
    for tap in tapped { report(tap, into: &gestures) }
  }

  /// Takes the fingers from the other recognisers. A step leaves them to those that act if its sequence fails, and one
  /// of these leaves them to the next steps.
  private mutating func takeFingers(for active: borrowing ActiveRecognizer, _ step: OpenStep?) {
    var kept = 0
    for index in possible.indices where keeps(index, beside: active, step) {
      possible.exchange(kept, index)
      kept += 1
    }
    possible.removeLast(possible.count - kept)
    // Not for a step: the rest of its sequence decides.
    if step == nil { excludeTied(to: active.trigger) }
  }

  /// True if the recogniser at `index` goes on beside one that takes the fingers.
  private mutating func keeps(_ index: Int, beside active: borrowing ActiveRecognizer, _ step: OpenStep?) -> Bool {
    let other = possible[index].standing
    if other.isSimultaneous { return true }
    if candidates.ties.has(.with, other.trigger, active.trigger) {
      if !active.kind.isTapOrRest { possible[index].recognizer.share(hasBegun: true) }
      return true
    }
    let isContinuation = candidates[other.candidate].isContinuation
    if active.isBeside, isContinuation { return true }
    guard other.isEnabled, let trigger = other.trigger else { return false }
    let isStandIn = candidates.standIns(for: active.candidate).contains(trigger)
    guard isStandIn || !isContinuation && acts(index, for: step, active) else { return false }
    if isContinuation {
      possible[index].standing.isSimultaneous = true
    } else {
      possible[index].standing.isBeside = true
    }
    return true
  }

  /// True if the recogniser at `index` acts if the sequence of a step fails: any, if no rule requests the step by
  /// itself; otherwise those of earlier rules that this rule would have waited for.
  private func acts(_ index: Int, for step: OpenStep?, _ active: borrowing ActiveRecognizer) -> Bool {
    guard let step else { return false }
    guard let own = step.own else { return true }
    guard let precedence = possible[index].precedence, precedence < own else { return false }
    if possible[index].isMatched { return true }
    guard let match = active.match else { return false }
    return candidates.waits(active.candidate, for: possible[index].candidate)
      && mayFollow(index, match, of: active.kind)
  }

  /// Reports the gesture of a recogniser, and follows it if it goes on.
  private mutating func start(
    _ active: consuming ActiveRecognizer, isRejected: Bool, into gestures: inout [Gesture]
  ) {
    report(&active, active.succeed(candidates.pattern(of: active.candidate), at: last), into: &gestures)
    guard active.state == .began else { return }
    guard case .lifting(let lift) = stage, lift.remaining == 0 || !active.staying.contains(lift.remaining) else {
      startEdge(for: active)
      ongoing.append(active)
      return
    }
    if isRejected, active.resume == nil {
      report(&active, active.receive(.cancel), into: &gestures)
    } else {
      finish(active, into: &gestures)
    }
  }

  /// Starts the recognisers of the steps that go on with the fingers of a step that was just made.
  /// - Parameter isBeside: true if the fingers have made another step before, and may go on from that as well.
  private mutating func startContinuations(of candidate: Int, _ direction: Direction?, isBeside: Bool) {
    let next = candidates.continuations(of: candidate)
    guard !next.isEmpty else { return }
    switch stage {
    case .landing, .steady: break
    case .idle, .lifting, .spent: return
    }
    for index in next where candidates[index].fingers.contains(last.fingers) {
      if isBeside, possible.contains(where: { $0.candidate == index }) { continue }
      let precedence = candidates.precedence(of: index)
      possible.append(
        ActiveRecognizer(
          index, candidates[index], precedence: precedence, at: last, tapsMade: candidates[index].tapsBefore))
      if precedence != nil, candidates[index].pattern.kind.isDrawn { sketch.begin(at: last.translation) }
    }
    followsLegs = possible.indices.contains { possible[$0].recognizer.followsLegs }
    if !isBeside || continued == nil { startPaths(last, after: Step(at: last, direction)) }
  }

  // MARK: Ongoing recognisers

  /// Passes an event to each ongoing recogniser, and reports those that changed state.
  mutating func reportOngoing(into gestures: inout [Gesture], _ happened: (inout ActiveRecognizer) -> RecognizerState?)
  {
    for index in ongoing.indices {
      guard let phase = happened(&ongoing[index]).flatMap({ Gesture.Phase($0) }) else { continue }
      // Not in a method: one that is given a part of this value works on a copy of the whole.
      let speed = velocity.velocity(at: last.time)
      gestures.append(
        ongoing[index].gesture(phase, at: last, from: landingSite, positions, device: device, velocity: speed))
    }
  }

  /// Cancels all but those for which `stays` is true.
  mutating func cancelOngoing(unless stays: (ActiveRecognizer) -> Bool, into gestures: inout [Gesture]) {
    var kept = 0
    for index in ongoing.indices {
      if stays(ongoing[index]) {
        ongoing.exchange(kept, index)
        kept += 1
      } else {
        let state = ongoing[index].receive(.cancel)
        report(&ongoing[index], state, into: &gestures)
      }
    }
    ongoing.removeLast(ongoing.count - kept)
  }

  // MARK: Reports

  /// Reports the state that `active` has reached.
  func report(_ active: inout ActiveRecognizer, _ state: RecognizerState?, into gestures: inout [Gesture]) {
    guard let phase = state.flatMap({ Gesture.Phase($0) }) else { return }
    gestures.append(
      active.gesture(
        phase, at: last, from: landingSite, positions, device: device, velocity: velocity.velocity(at: last.time)))
    if active.isBeside { gestures[gestures.count - 1].landingOfStep = touch.firstLanding }
  }
}

extension Array {
  /// Exchanges two elements in place: `swapAt` copies both.
  mutating func exchange(_ one: Int, _ other: Int) {
    guard one != other else { return }
    withUnsafeMutableBufferPointer { $0.swapAt(one, other) }
  }
}
