internal import Touch

/// Whose the touch sequence is.
extension TouchSequence {
  /// Sets to work what `sample`'s number of fingers may become.
  mutating func setToWork(_ sample: Sample) {
    possible.removeAll(keepingCapacity: true)
    isDrawing = false
    hasDrawn = false
    for index in candidates.for(fingers: sample.fingers) {
      let candidate = candidates[index]
      if let region = candidate.start, place?.isIn(region) != true { continue }
      if active.contains(where: { $0.candidate == index }) { continue }
      let made =
        candidate.tapsBefore == 0
        ? 0 : taps.made(by: index, candidate, fingers: sample.fingers, landing: firstLanding, place: place)
      let live = Live(index, candidate, rank: candidates.rank(of: index), at: sample, tapsMade: made)
      possible.append(live)
      if live.kind == .stroke, live.isInPlay { isDrawing = true }
    }
    // Tap and hold is what a press right after a tap means where a rule asks for it.
    if possible.contains(where: { $0.kind == .longPress && $0.taps.needed > 0 && $0.isAtLastTouch && $0.isInPlay }) {
      possible.removeAll { $0.kind == .longPress && $0.taps.needed == 0 }
    }
    if isDrawing {
      path.reset()
      path.add(sample.translation)
      for index in possible.indices { possible[index].recognizer.waitForLift() }
    }
  }

  /// Asks every recogniser that is still possible, drops those that failed, and gives the sequence to the best of
  /// those whose conditions are met.
  mutating func judge(into gestures: inout [Gesture], _ verdict: (inout Recognizer) -> Verdict) {
    guard !possible.isEmpty else { return settleTaps(into: &gestures) }
    let sample = last
    var kept = 0
    for index in possible.indices {
      if possible[index].match == nil {
        switch verdict(&possible[index].recognizer) {
        case .undecided: break
        case .met(let match) where mayHave(possible[index]): possible[index].meet(match, at: sample)
        case .met, .failed: continue
        }
      }
      if kept != index { possible.swapAt(kept, index) }
      kept += 1
    }
    possible.removeLast(possible.count - kept)
    settleTaps(into: &gestures)
    resolve(into: &gestures)
  }

  /// Whether its rule, at this moment, asks for it, and for its speed. Of a series of taps only the last one decides.
  private func mayHave(_ live: Live) -> Bool {
    guard live.isInPlay || !live.isAtLastTouch else { return false }
    guard let range = candidates[live.candidate].pattern.speed else { return true }
    return range.contains(velocity.velocity(at: last.time).translation.length.value)
  }

  /// All fingers have lifted, or some stayed too long to belong to those that did: what has waited for that is decided,
  /// and what has not come so far will not come any more.
  mutating func complete(allLifted: Bool, into gestures: inout [Gesture]) {
    stage = .lifting(until: last.time, landingUntil: .zero)
    if allLifted { completeDrawing() }
    let shape = isDrawing && allLifted ? path.shape : nil
    let sample = last
    var index = 0
    while index < possible.count {
      if possible[index].match == nil {
        switch possible[index].recognizer.complete(sample, shape: shape, allLifted: allLifted) {
        case .met(let match) where mayHave(possible[index]): possible[index].meet(match, at: sample)
        case .met, .failed, .undecided:
          possible.remove(at: index)
          continue
        }
      }
      index += 1
    }
    completeTaps(into: &gestures)
    resolve(into: &gestures)
  }

  /// Lets those begin whose conditions are met and that need not wait: the best first, until one has claimed the
  /// sequence. What no rule asked for gets its turn where none of the others does.
  mutating func resolve(into gestures: inout [Gesture]) {
    // Mostly nothing is met. By index: a closure over the elements would be handed a copy of each.
    guard possible.indices.contains(where: { possible[$0].match != nil }) else { return }
    while let best = best(where: { !$0.isWatched }) {
      begin(possible.remove(at: best), into: &gestures)
    }
    if !isClaimed, !hasWatched, let best = best(where: { $0.isWatched }) {
      hasWatched = true
      begin(possible.remove(at: best), into: &gestures)
      possible.removeAll { $0.isWatched }
    }
  }

  /// The place of the best recogniser that may begin: the one that fits best, then the earlier one.
  private func best(where belongs: (Live) -> Bool) -> Int? {
    var best: Int?
    for index in possible.indices where belongs(possible[index]) {
      guard let match = possible[index].match, possible[index].isInPlay, mayBegin(possible[index]) else { continue }
      if let other = best, let rival = possible[other].match {
        let isEarlier = possible[index].ranksBefore(possible[other])
        guard match.fit == rival.fit ? isEarlier : match.fit > rival.fit else {
          continue
        }
      }
      best = index
    }
    return best
  }

  /// Whether nothing that could still come has to be waited for.
  private func mayBegin(_ live: Live) -> Bool {
    if landingEnd != nil {
      let most = suspended.reduce(candidates.mostFingers(for: candidates[live.candidate])) {
        max($0, $1.fingers.upperBound)
      }
      if last.fingers < most { return false }
    }
    guard live.isWatched else { return !isForestalled(live) }
    return !possible.contains { other in
      guard other.rank != live.rank, other.isInPlay else { return false }
      if live.kind == .pan { return other.kind != .tap && other.kind != .longPress }
      return !other.isWatched && other.kind == live.kind
    }
  }

  /// Whether an earlier rule for the same gesture, and for touches that start just here, may still have it: a swipe from
  /// the edge goes farther than a plain one.
  private func isForestalled(_ live: Live) -> Bool {
    possible.contains { other in
      other.isInPlay && other.ranksBefore(live) && other.startsInRegion && !live.startsInRegion
        && other.kind == live.kind
        && other.match == nil && !other.isWatched && other.isAtLastTouch
    }
  }

  /// The turn of one that was possible has come.
  private mutating func begin(_ winner: Live, into gestures: inout [Gesture]) {
    var live = winner
    if !live.isWatched {
      breakOffActive(unless: { !$0.isWatched }, into: &gestures)
      endSuspended(into: &gestures)
      if !live.isSimultaneous {
        // The taps before a press are a part of it.
        if live.taps.made > 0 { taps.dropWaiting() }
        if live.kind != .tap { tellTaps(into: &gestures) }
        isClaimed = true
        possible.removeAll { !$0.isSimultaneous }
      }
    }
    tell(&live, live.succeed(candidates[live.candidate].pattern, at: last), into: &gestures)
    guard live.state == .began else { return }
    // One that had to wait until the fingers lifted has its beginning and its end at once.
    if case .lifting = stage { finish(live, into: &gestures) } else { active.append(live) }
  }

  // MARK: Those that have begun

  /// Lets each of them take in what happened, and tells of those that say so.
  mutating func tellActive(into gestures: inout [Gesture], _ happened: (inout Live) -> RecognizerState?) {
    for index in active.indices {
      guard let phase = happened(&active[index]).flatMap({ Gesture.Phase($0) }) else { continue }
      // Not by way of a method: one that is handed a part of this value works on a copy of the whole.
      let speed = velocity.velocity(at: last.time)
      let pattern = candidates[active[index].candidate].pattern
      gestures.append(active[index].gesture(phase, at: last, device: device, velocity: speed, pattern: pattern))
    }
  }

  /// Fingers lifted: those that go on with the `remaining` ones do, the others end, or wait for their fingers.
  /// - Returns: whether one goes on.
  mutating func liftActive(remaining: Int, into gestures: inout [Gesture]) -> Bool {
    var kept = 0
    for index in active.indices {
      if remaining > 0, !active[index].isWatched, active[index].fingers.contains(remaining) {
        active.swapAt(kept, index)
        kept += 1
      } else {
        finish(active[index], into: &gestures)
      }
    }
    active.removeLast(active.count - kept)
    return kept > 0
  }

  /// Breaks off those that do not belong.
  mutating func breakOffActive(unless stays: (Live) -> Bool, into gestures: inout [Gesture]) {
    var kept = 0
    for index in active.indices {
      if stays(active[index]) {
        active.swapAt(kept, index)
        kept += 1
      } else {
        let state = active[index].receive(.cancel)
        tell(&active[index], state, into: &gestures)
      }
    }
    active.removeLast(active.count - kept)
  }

  private mutating func finish(_ finished: Live, into gestures: inout [Gesture]) {
    var live = finished
    if let resume = live.resume {
      live.resumeUntil = last.time + resume
      suspended.append(live)
    } else {
      tell(&live, live.receive(.finish), into: &gestures)
    }
  }

  // MARK: Those whose fingers may come back

  /// The fingers of those that are suspended are back: they go on.
  /// - Returns: whether there are any.
  mutating func resume(_ sample: Sample, down: Int, into gestures: inout [Gesture]) -> Bool {
    guard !suspended.isEmpty, suspended.contains(where: { $0.fingers.contains(down) }) else { return false }
    tellTaps(into: &gestures)
    breakOffActive(unless: { _ in false }, into: &gestures)
    end()
    stage = .steady
    velocity.reset()
    last = sample
    last.fingers = down
    velocity.add(sample)
    isClaimed = true
    while !suspended.isEmpty {
      var live = suspended.removeFirst()
      if live.fingers.contains(down) {
        live.goOn(from: sample)
        active.append(live)
      } else {
        tell(&live, live.receive(.finish), into: &gestures)
      }
    }
    return true
  }

  /// Ends those whose time is over, or all.
  mutating func endSuspended(dueBy now: Timestamp? = nil, into gestures: inout [Gesture]) {
    var index = 0
    while index < suspended.count {
      if let now, let until = suspended[index].resumeUntil, until > now {
        index += 1
        continue
      }
      var live = suspended.remove(at: index)
      tell(&live, live.receive(.finish), into: &gestures)
    }
  }

  // MARK: Telling

  /// Tells of the state that `live` has come to.
  func tell(_ live: inout Live, _ state: RecognizerState?, into gestures: inout [Gesture]) {
    guard let phase = state.flatMap({ Gesture.Phase($0) }) else { return }
    gestures.append(
      live.gesture(
        phase, at: last, device: device, velocity: velocity.velocity(at: last.time),
        pattern: candidates[live.candidate].pattern))
  }
}
