internal import Time
internal import Touch

/// Fingers that lift, and what ends a touch sequence.
extension TouchSequence {
  /// Takes in that a finger is missing: it has lifted, unless it returns.
  mutating func miss(at time: Timestamp) {
    touch.missingSince = time
    for index in possible.indices { possible[index].recognizer.miss() }
  }

  /// Takes in that the missing finger has returned.
  mutating func restore(at time: Timestamp) {
    let gone = touch.missingSince.map { time - $0 } ?? .zero
    touch.missingSince = nil
    for index in possible.indices { possible[index].recognizer.restore(after: gone) }
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

  /// True if the fingers have not moved too far for a tap that a rule requests.
  var mayTap: Bool { possible.indices.contains { possible[$0].kind.isMadeOfTaps && !possible[$0].isUnasked } }

  /// Takes in a lift; `remaining` fingers are still down.
  /// - Parameter first: the time at which the first finger lifted; nil for that of `sample`.
  mutating func lift(
    _ sample: Sample, remaining: Int, since first: Timestamp? = nil, into gestures: inout [Gesture]
  ) {
    touch.missingSince = nil
    switch stage {
    case .idle: return
    case .spent(let late):
      if remaining == 0 {
        stage = .idle
        if let late { failureLog.completeLateLifts(sample.time - late, since: late) }
      }
      return
    case .landing, .steady: beginLift(sample, remaining: remaining, since: first ?? sample.time, into: &gestures)
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

  /// Takes in the first lift.
  private mutating func beginLift(
    _ sample: Sample, remaining: Int, since first: Timestamp, into gestures: inout [Gesture]
  ) {
    let time = max(last.time, first)
    if candidates.isExplained {
      failureLog.completeHolds(from: last.landed, to: time)
      failureLog.completeTremor(motion.tremor, since: last.landed)
    }
    last = sample
    last.time = time
    let isDecided = isClaimed && !awaitsLift
    if isDecided || ongoing.indices.contains(where: { ongoing[$0].goesOn(with: remaining) }) {
      settle(into: &gestures)
    }
    let goesOn = liftOngoing(remaining: remaining, into: &gestures)
    last.time = max(last.time, sample.time)
    if goesOn {
      last.fingers = remaining
      followEdge()
      possible.removeAll(keepingCapacity: true)
      stage = .steady
    } else if isDecided {
      // Recognisers of gestures that go on with the fingers of another one.
      if candidates.isExplained { for active in possible { note(.liftedEarly, of: active) } }
      end()
    } else {
      stage = .lifting(
        Lift(
          first: first, until: first + candidates.settling, landingUntil: landingEnd ?? sample.time,
          remaining: remaining))
      evaluate(into: &gestures) { $0.recognizer.lift() }
    }
  }

  /// True if the lift decides a gesture beside a step, or the next step.
  private var awaitsLift: Bool {
    possible.indices.contains { index in
      possible[index].isBeside
        || candidates[possible[index].candidate].isContinuation && possible[index].recognizer.isDecidedByLift
    }
  }

  /// Continues the recognisers that permit the `remaining` fingers; the others end, or wait for their fingers to
  /// return.
  /// - Returns: true if one continues.
  mutating func liftOngoing(remaining: Int, into gestures: inout [Gesture]) -> Bool {
    var kept = 0
    for index in ongoing.indices {
      if remaining > 0, ongoing[index].goesOn(with: remaining) {
        ongoing.exchange(kept, index)
        kept += 1
      } else {
        finish(ongoing[index], into: &gestures)
      }
    }
    ongoing.removeLast(ongoing.count - kept)
    return kept > 0
  }

  mutating func finish(_ finished: ActiveRecognizer, into gestures: inout [Gesture]) {
    if let resume = finished.resume {
      suspended.add(finished, until: last.time + resume)
    } else {
      var active = finished
      conclude(&active, into: &gestures)
    }
  }

  /// Decides what waited for the lift of all fingers, or for the end of the time in which fingers lift together.
  /// Recognisers that are still undecided fail.
  /// - Parameters:
  ///   - remaining: the number of fingers that stay down.
  ///   - isRejected: true if libinput reported that the gesture was cancelled.
  mutating func complete(remaining: Int = 0, isRejected: Bool = false, into gestures: inout [Gesture]) {
    let allLifted = remaining == 0
    stage = .lifting(Lift(first: last.time, until: last.time, landingUntil: .zero, remaining: remaining))
    let shape = allLifted ? completeDrawing() : nil
    let sample = last
    var index = 0
    while index < possible.count {
      if !possible[index].isMatched {
        switch possible[index].recognizer.complete(sample, shape: shape, allLifted: allLifted) {
        case .matched(let match) where permit(possible[index].standing) == .granted:
          possible[index].markMatched(match, at: sample)
        case .failed(let failure):
          // Asked here: to note a failure copies the recogniser.
          if candidates.isExplained { noteIncomplete(failure, of: possible[index], shape) }
          possible.remove(at: index)
          continue
        case .matched, .undecided:
          if candidates.isExplained {
            note(speedFailure(of: possible[index].standing), of: possible[index])
          }
          possible.remove(at: index)
          continue
        }
      }
      index += 1
    }
    completeTaps(into: &gestures)
    resolve(isRejected: isRejected, into: &gestures)
  }

  /// Records that a recogniser failed when its touch was complete.
  private mutating func noteIncomplete(_ failure: Failure, of active: ActiveRecognizer, _ shape: StrokeShape?) {
    if case .lateLift = failure {
      note(.lateLift(after: candidates.settling, limit: candidates.settling), of: active)
    } else if case .otherShape = failure, let pattern = candidates[active.candidate].pattern.shape {
      note(pattern.failure(of: shape), of: active)
    } else {
      note(failure, of: active)
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
    if !isClaimed || possible.contains(where: { $0.isBeside }) { complete(isRejected: true, into: &gestures) }
    end()
    stage = .idle
  }

  /// Cancels the sequence while `remaining` fingers stay down, together with its series of taps and suspended gestures.
  mutating func cancel(at time: Timestamp, remaining: Int, into gestures: inout [Gesture]) {
    taps.reset()
    touch.isCancelled = true
    possible.removeAll(keepingCapacity: true)
    breakOff(at: time, remaining: remaining, into: &gestures)
    last.time = max(last.time, time)
    cancelSuspended(into: &gestures)
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
