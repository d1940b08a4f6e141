internal import Touch

/// Taps: what a touch adds to a series of them, and when a series is over.
extension TouchSequence {
  /// All fingers have lifted: decides what the touch was to the series of taps it belongs to. The most taps go first. A
  /// rule for more of them makes one for fewer wait, and nothing else does.
  mutating func completeTaps(into gestures: inout [Gesture]) {
    guard possible.contains(where: { $0.isTap }) else { return endAbandonedSeries(into: &gestures) }
    taps.recordTap(last, at: landingSite)
    var final: Int?
    for (index, active) in possible.enumerated()
    where active.isTap && active.isAtLastTouch && !active.isSimultaneous && active.isEnabled {
      if let other = final, !active.precedesAsTap(possible[other]) { continue }
      final = index
    }
    let winner = final.map { possible[$0] }
    // What this tap completes is not the beginning of something else, but it may be of something longer.
    let least = winner.map { $0.isUnasked ? 0 : $0.taps.made } ?? 0
    var gap = Duration.zero
    for active in possible where active.isTap && !active.isAtLastTouch && active.taps.made >= least {
      // What no rule asks for is one series, told as single, double, triple and then from the start: a double tap does
      // not begin anew at its third, which is that of the triple one.
      if let winner, winner.isUnasked, active.isUnasked, active.taps.made < winner.taps.made { continue }
      taps.setCount(of: active.candidate, made: active.taps.made + 1)
      if !active.isUnasked, active.isEnabled { gap = max(gap, candidates[active.candidate].tapPattern.gap) }
    }
    // One that shares the fingers need not wait for the others.
    possible.removeAll { $0.isTap && !($0.isSimultaneous && $0.isAtLastTouch && $0.isEnabled) }
    // What waited was the beginning of this.
    if let winner, winner.taps.made > 0 { taps.dropPending() }
    if gap > .zero {
      if let winner { taps.addPending(winner) }
      taps.wait(until: last.time + gap + last.delay)
    } else {
      reportTaps(into: &gestures)
      if let winner { possible.append(winner) }
    }
  }

  /// Ends the series where the fingers that are down do not go on with it.
  mutating func endAbandonedSeries(into gestures: inout [Gesture]) {
    guard taps.deadline != nil, !possible.contains(where: { $0.taps.made > 0 }) else { return }
    if last.mayTap { return waitForRestingFingers() }
    switch stage {
    case .idle, .spent: return
    case .landing where last.fingers < taps.fingers: return
    case .landing, .steady, .lifting: reportTaps(into: &gestures)
    }
  }

  /// Fingers rest on a touchpad, or did until now, or slipped and were taken for scrolling. They may be the first of those
  /// that tap, which is told when all have lifted: as late as the last of them may land and a tap may take.
  mutating func waitForRestingFingers() {
    guard let deadline = taps.deadline else { return }
    taps.wait(until: max(deadline, last.landed + candidates.settling + TapPattern().within))
  }

  /// When the series is over by the passing of time: never while fingers are down that may go on with it.
  var seriesDeadline: Timestamp? {
    switch stage {
    case .idle, .spent: taps.deadline
    case .landing, .steady, .lifting:
      last.mayTap && !possible.contains { $0.taps.made > 0 } ? taps.deadline : nil
    }
  }

  /// The series is over: tells of what waited for that.
  mutating func reportTaps(into gestures: inout [Gesture]) {
    guard taps.deadline != nil else { return }
    var sample = taps.sample
    sample.time = max(last.time, sample.time)
    for active in taps.pending {
      var active = active
      let pattern = candidates[active.candidate].pattern
      guard let phase = active.succeed(pattern, at: sample).flatMap({ Gesture.Phase($0) }) else { continue }
      gestures.append(
        active.gesture(phase, at: sample, device: device, velocity: VelocityEstimator.Velocity(), pattern: pattern))
    }
    taps.end()
  }
}

extension ActiveRecognizer {
  /// Whether this touch is a tap to it, its own or one that comes before.
  fileprivate var isTap: Bool { if case .tap = recognizer { true } else { false } }

  /// Of two taps that are complete: what a rule asked for, then the most taps, then the earlier rule.
  fileprivate func precedesAsTap(_ other: ActiveRecognizer) -> Bool {
    guard isUnasked == other.isUnasked else { return !isUnasked }
    return taps.made == other.taps.made ? hasPrecedence(over: other) : taps.made > other.taps.made
  }
}

extension Sample {
  /// Whether it is what a touchpad tells of fingers that may be tapping.
  var mayTap: Bool {
    switch source {
    case .hold, .scroll: true
    case .contacts, .tap, .swipe, .pinch: false
    }
  }

  /// How much later than it happens a touchpad tells of a finger that lands.
  fileprivate var delay: Duration { source == .tap ? TouchpadSequencer.holdDelay(fingers: fingers) : .zero }
}
