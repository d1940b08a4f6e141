internal import Time

/// Series of taps: how a touch extends one, and when one ends.
extension TouchSequence {
  /// Extends the series of taps once all fingers have lifted. Of several recognisers the one with the most taps wins;
  /// it waits only for rules with more taps.
  mutating func completeTaps(into gestures: inout [Gesture]) {
    guard possible.indices.contains(where: { possible[$0].isTap }) else { return endAbandonedSeries(into: &gestures) }
    dropUnaskedBesideShared()
    // By index, as long as nothing is removed: a copy takes longer than most of this.
    var winner = completedTap
    // A gesture may have waited to see if this is a tap.
    if let rival = rivalOfTaps {
      guard let index = winner, !possible[index].isUnasked,
        hasPrecedence(possible[index].standing, over: possible[rival].standing)
      else {
        return possible.removeAll { $0.isTap && !$0.isSimultaneous }
      }
      possible.removeAll { $0.isRivalOfTaps }
      winner = completedTap
    }
    taps.recordTap(last, at: landingSite, positions)
    // The tap that completes one gesture starts no other, but it may belong to a longer one.
    var least = winner.map { possible[$0].isUnasked ? 0 : possible[$0].taps.made } ?? 0
    // So does a tap that follows several of them, while more are possible: the burst is longer than those.
    if let made = taps.mostPending, let single = winner, !possible[single].isUnasked, possible[single].taps.needed == 0,
      possible.indices.contains(where: {
        possible[$0].isTap && possible[$0].isEnabled && possible[$0].taps.made >= made
      })
    {
      (winner, least) = (nil, made)
      taps.dropPending()
    }
    let gap = countTap(beside: winner.map { possible[$0].standing }, least: least)
    reportTap(of: winner, after: gap, into: &gestures)
  }

  /// Reports the recogniser at `index`, which has completed its taps, once no rule requires another tap within `gap`.
  @inline(__always)
  private mutating func reportTap(of index: Int?, after gap: Duration, into gestures: inout [Gesture]) {
    let winner = index.map { possible[$0] }
    let standIns = winner.map { tapsStandingIn(for: $0.candidate) } ?? []
    // A simultaneous recogniser need not wait for the others.
    possible.removeAll { $0.isTap && !$0.isSharedTap }
    // The pending taps were the first of this gesture.
    if let winner, winner.taps.made > 0 { taps.dropPending() }
    if gap > .zero {
      if let winner { taps.addPending(winner) }
      for standIn in standIns { taps.addPending(standIn) }
      taps.wait(until: last.time + gap, delay: last.delay)
    } else {
      reportTaps(into: &gestures)
      if let winner { possible.append(winner) }
      possible += standIns
    }
  }

  /// The taps that were made as well, and act for a step if its sequence fails.
  private func tapsStandingIn(for step: Int) -> [ActiveRecognizer] {
    let triggers = candidates.standIns(for: step)
    guard !triggers.isEmpty else { return [] }
    return possible.filter { active in
      active.isTap && !active.isSimultaneous && active.isMatched && active.isEnabled
        && active.trigger.map(triggers.contains) ?? false
    }
  }

  /// Drops the unasked taps if a rule shares this one: it is not reported a second time, without its rule.
  private mutating func dropUnaskedBesideShared() {
    guard possible.indices.contains(where: { possible[$0].isSharedTap }) else { return }
    possible.removeAll { $0.isTap && $0.isUnasked }
    if possible.indices.contains(where: { possible[$0].isSharedTap && possible[$0].taps.made > 0 }) {
      taps.dropUnaskedPending()
    }
  }

  /// The recogniser whose taps this one completes, by index; nil if there is none.
  @inline(__always)
  private var completedTap: Int? {
    var best: Int?
    // By index: a loop over the elements would copy each of them.
    for index in possible.indices where possible[index].isTap {
      let active = possible[index].standing
      guard active.isAtLastTouch, !active.isSimultaneous, active.isEnabled else { continue }
      if let other = best, !precedesAsTap(active, possible[other].standing) { continue }
      best = index
    }
    return best
  }

  /// The best of the other gestures that wait to see if this is a tap, by index; nil if there is none.
  @inline(__always)
  private var rivalOfTaps: Int? {
    var best: Int?
    for index in possible.indices where possible[index].isRivalOfTaps {
      if let other = best, !hasPrecedence(possible[index].standing, over: possible[other].standing) { continue }
      best = index
    }
    return best
  }

  /// Counts this tap for the recognisers that require more.
  /// - Parameters:
  ///   - winner: the recogniser that it completes; nil if there is none.
  ///   - least: the least number of taps that one has to have counted before, to count on.
  /// - Returns: the longest time that rules permit until the next tap; zero if none requires one.
  private mutating func countTap(beside winner: Standing?, least: Int) -> Duration {
    var gap = Duration.zero
    for index in possible.indices where possible[index].isTap {
      let active = possible[index].standing
      guard !active.isAtLastTouch, active.taps.made >= least else { continue }
      // Unasked taps are one series, reported as single, double, triple and then from the start: a double tap does not
      // start anew with the third tap, which belongs to the triple one.
      if let winner, winner.isUnasked, active.isUnasked, active.taps.made < winner.taps.made { continue }
      taps.setCount(of: active.candidate, made: active.taps.made + 1)
      // The landing has told why there are no taps before.
      if candidates.isExplained,
        !(active.trigger.map { failureLog.hasTapFailure(of: $0, since: last.landed) } ?? false)
      {
        note(
          active.kind.isMadeOfTaps
            ? .taps(active.taps.made + 1, of: active.taps.needed + 1)
            : .unfollowed(limit: candidates[active.candidate].pattern.tapLimits.gap), of: active.trigger)
      }
      if !active.isUnasked, active.isEnabled { gap = max(gap, candidates[active.candidate].pattern.tapLimits.gap) }
    }
    return gap
  }

  /// The precedence of two completed taps: requested before unasked, then the most taps, then the earlier rule.
  private func precedesAsTap(_ one: Standing, _ other: Standing) -> Bool {
    guard one.isUnasked == other.isUnasked else { return !one.isUnasked }
    return one.taps.made == other.taps.made ? hasPrecedence(one, over: other) : one.taps.made > other.taps.made
  }

  /// Ends the series if the fingers that are down cannot continue it.
  mutating func endAbandonedSeries(into gestures: inout [Gesture]) {
    guard taps.deadline != nil, !possible.indices.contains(where: { possible[$0].taps.made > 0 }) else { return }
    if last.mayTap { return waitForRestingFingers() }
    switch stage {
    case .idle, .spent: return
    case .landing where last.fingers < taps.fingers: return
    case .landing, .steady, .lifting: reportTaps(into: &gestures)
    }
  }

  /// Postpones the end of the series for fingers that rest on a touchpad, or did until now, or whose slight movement
  /// was reported as scrolling. They may be the first of a tap, which libinput reports after the lift: as late as the
  /// last of them may land, plus the time a tap may take.
  mutating func waitForRestingFingers() {
    guard let deadline = taps.deadline else { return }
    taps.postpone(until: max(deadline, last.landed + candidates.settling + TapPattern.usual))
  }

  /// The time at which the series ends without further touches; nil while fingers are down that may continue it.
  @inline(__always)
  var seriesDeadline: Timestamp? {
    switch stage {
    case .idle, .spent: taps.deadline
    case .landing, .steady, .lifting:
      last.mayTap && !possible.indices.contains { possible[$0].taps.made > 0 } ? taps.deadline : nil
    }
  }

  /// Ends the series and reports the taps that waited for that.
  mutating func reportTaps(into gestures: inout [Gesture]) {
    guard taps.deadline != nil else { return }
    for pending in taps.pending { report(pending, into: &gestures) }
    taps.end(at: last.time)
  }

  func report(_ pending: TapSeries.Pending, into gestures: inout [Gesture]) {
    var (active, sample) = (pending.active, pending.sample)
    let lift = sample.time
    sample.time = max(last.time, lift)
    let state = active.succeed(candidates.pattern(of: active.candidate), at: sample)
    guard let phase = state.flatMap({ Gesture.Phase($0) }) else { return }
    var gesture = active.gesture(
      phase, at: sample, from: pending.landingSite, pending.positions, device: device,
      velocity: VelocityEstimator.Velocity())
    gesture.wait = sample.time - lift
    gestures.append(gesture)
  }
}

extension ActiveRecognizer {
  /// True if this touch is a tap to it, its last one or an earlier one.
  fileprivate var isTap: Bool { if case .tap = recognizer { true } else { false } }

  /// True if this touch completes its taps, and it leaves the fingers to others.
  fileprivate var isSharedTap: Bool { isTap && isSimultaneous && isAtLastTouch && isEnabled }

  /// True if it is another gesture whose conditions are met, and takes the fingers for itself.
  fileprivate var isRivalOfTaps: Bool { isMatched && !isTap && !isUnasked && !isSimultaneous && isEnabled }
}

extension Sample {
  /// True if a touchpad reports fingers like this that may be tapping.
  var mayTap: Bool {
    switch source {
    case .hold, .scroll: true
    default: false
    }
  }

  /// The time by which a touchpad reports a landing late.
  fileprivate var delay: Duration { source == .tap ? Thresholds.holdDelay(fingers: fingers) : .zero }
}
