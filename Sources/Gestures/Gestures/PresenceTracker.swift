internal import Time
internal import Touch

/// Follows fingers that are down, whatever they do, for each candidate that asks for that.
///
///     fingers      ▼ ▼ │◀ 100 ms ▶│                ▲  ▲
///     2 of them        │          began             ended
///     2 or more        began                        ended
///
/// Fingers that landed one after another, each within the time of one hand, count together; one that lands later counts
/// for nothing, as in a touch sequence. So a palm neither begins nor ends anything beside them. Where the largest
/// number is open, all fingers count, and nothing is waited for.
///
/// A finger that lifts is down until it cannot return any more: other gestures may need its lift at once, and a device
/// that loses its only finger for a frame reports the same.
struct PresenceTracker: Sendable {
  fileprivate struct Presence: Sendable {
    /// The times at which the first and the last of its fingers landed.
    var landings = Timestamp.zero...Timestamp.zero
    /// The number of its fingers that are down.
    var count = 0
    /// True until the number of its fingers is settled.
    var isLanding = false
    /// The gesture that goes on; nil if none does.
    var gesture: Gesture?

    /// Takes in a landing, which belongs to the one before if that is not longer ago than `chain`; while a gesture goes
    /// on, it begins none.
    mutating func land(at time: Timestamp, chain: Duration) {
      guard gesture == nil else { return }
      let isChained = count > 0 && time - landings.upperBound <= chain
      landings = (isChained ? landings.lowerBound : time)...time
      isLanding = true
    }
  }

  /// Of each candidate, in their order.
  fileprivate var presences: [Presence] = []
  /// The fingers that have lifted and may return.
  fileprivate var lost: [FingerTracker.Finger] = []
  /// The fingers that have lifted, and do not return, in the present frame.
  fileprivate var gone: [FingerTracker.Finger] = []
  /// True until the fingers have lifted that were down at a cancellation.
  fileprivate var isCancelled = false
  /// The time at which a number of fingers is settled.
  fileprivate(set) var deadline: Timestamp?

  /// Reports a phase of a gesture, and keeps it while it goes on.
  /// - Parameter positions: those of its fingers now, or when they lifted; empty if they are unknown.
  fileprivate mutating func report(
    _ gesture: Gesture, _ phase: Gesture.Phase, _ positions: FingerPositions, _ index: Int, at time: Timestamp,
    into gestures: inout [Gesture]
  ) {
    var gesture = gesture
    gesture.phase = phase
    gesture.time = time
    if let centroid = positions.centroid { (gesture.positions, gesture.position) = (positions, centroid) }
    gestures.append(gesture)
    presences[index].gesture = phase == .began ? gesture : nil
  }
}

extension ContactSequencer {
  /// Takes in a frame for the candidates that ask for fingers that are down.
  @inline(__always)
  mutating func watchPresences(_ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]) {
    guard !candidates.presences.isEmpty, frame.hasChanges || frame.landed + frame.lifted > 0 else { return }
    followPresences(frame, at: time, into: &gestures)
  }

  /// Cancels what goes on. Fingers that are down do nothing more until all have lifted.
  mutating func cancelPresences(at time: Timestamp, into gestures: inout [Gesture]) {
    presences.isCancelled = !fingers.isEmpty
    presences.deadline = nil
    for index in presences.presences.indices {
      if let gesture = presences.presences[index].gesture {
        presences.report(gesture, .cancelled, gesture.positions, index, at: time, into: &gestures)
      }
      presences.presences[index] = PresenceTracker.Presence()
    }
    presences.lost.removeAll(keepingCapacity: true)
  }

  private mutating func followPresences(
    _ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    if fingers.isEmpty { presences.isCancelled = false }
    guard !presences.isCancelled else { return }
    if presences.presences.count != candidates.presences.count {
      presences.presences = Array(repeating: PresenceTracker.Presence(), count: candidates.presences.count)
    }
    presences.deadline = nil
    followLost(at: time)
    let present = presences.lost.isEmpty ? fingers.fingers : fingers.fingers + presences.lost
    for index in presences.presences.indices {
      let candidate = candidates.presences[index]
      if frame.landed > 0,
        device.countsFingers || fingers.fingers.contains(where: { $0.hasJustLanded && counts($0, for: candidate) })
      {
        let chain = candidate.isAtSeveralPlaces ? TrackedHand.latestElsewhere : candidates.settling
        presences.presences[index].land(at: time, chain: chain)
      }
      let positions = positions(ofPresence: index, among: present)
      let count = device.countsFingers ? fingers.down : positions.count
      let hasLifted = count < presences.presences[index].count
      presences.presences[index].count = count
      if let gesture = presences.presences[index].gesture {
        guard count < candidate.fingers.lowerBound else { continue }
        let last = self.positions(ofPresence: index, among: presences.gone + present)
        let end = presences.gone.reduce(nil as Timestamp?) { max($0 ?? .zero, $1.missingSince ?? time) } ?? time
        presences.report(
          gesture, frame.cancelled > 0 ? .cancelled : .ended, last, index, at: end, into: &gestures)
      } else if presences.presences[index].isLanding {
        settle(index, positions, among: present, hasLifted: hasLifted, at: time, into: &gestures)
      }
      if candidates.isExplained, frame.landed > 0, let start = candidate.start {
        let site = LandingSite(present.map(\.down.position), on: device.extent)
        if !site.isIn(start), let miss = site.miss(of: candidate) { noteMiss(miss, of: candidate, at: time) }
      }
    }
  }

  /// Takes in the fingers that have lifted, that return, and that can do so no more.
  private mutating func followLost(at time: Timestamp) {
    if !presences.gone.isEmpty { presences.gone.removeAll(keepingCapacity: true) }
    for var finger in fingers.gone {
      finger.missingSince = finger.missingSince ?? time
      if finger.change == .lifted { presences.lost.append(finger) } else { presences.gone.append(finger) }
    }
    guard !presences.lost.isEmpty else { return }
    for index in fingers.fingers.indices where fingers.fingers[index].change == .landed {
      guard fingers.fingers[index].whole == nil,
        let lost = MissingFingers.missingFinger(for: fingers.fingers[index], among: presences.lost, at: time)
      else { continue }
      let finger = presences.lost.remove(at: lost)
      fingers.update { $0[index].down = finger.down }
    }
    for index in presences.lost.indices.reversed() {
      let end = (presences.lost[index].missingSince ?? time) + FingerTracker.longestGap
      if end <= time {
        presences.gone.append(presences.lost.remove(at: index))
      } else {
        presences.deadline.limit(to: end)
      }
    }
  }

  /// Begins a gesture if the number of its fingers is settled and permitted.
  private mutating func settle(
    _ index: Int, _ positions: FingerPositions, among present: [FingerTracker.Finger], hasLifted: Bool,
    at time: Timestamp, into gestures: inout [Gesture]
  ) {
    let candidate = candidates.presences[index]
    let presence = presences.presences[index]
    let settled = presence.landings.upperBound + candidates.settling
    let isSettled = settled <= time && !presences.lost.contains { isMember($0, ofPresence: index) }
    guard candidate.isOpen || !hasLifted && isSettled else {
      presences.presences[index].isLanding = !hasLifted
      if !hasLifted, settled > time { presences.deadline.limit(to: settled) }
      return
    }
    presences.presences[index].isLanding = false
    if let sign = palmSign(index, among: present, at: time) {
      if candidates.isExplained { noteMiss(.palm(sign), of: candidate, at: time) }
      return
    }
    guard candidate.fingers.contains(presence.count), hasLanded(present, for: candidate),
      let rule = candidates.rule(of: candidate)
    else { return }
    var gesture = Gesture(
      time: time, device: device.id, kind: .touch, phase: .began, fingers: presence.count, translation: .zero,
      velocity: .zero, trigger: candidate.trigger, rule: rule)
    gesture.extent = positions.isEmpty ? nil : Size(width: device.extent.width, height: device.extent.height)
    presences.report(gesture, .began, positions, index, at: time, into: &gestures)
  }

  private mutating func noteMiss(_ failure: Failure, of candidate: Candidate, at time: Timestamp) {
    hands[0].sequence.failureLog.add(TouchFailure(time: time, trigger: candidate.trigger, failure: failure))
  }

  /// True if a finger landed where those of `candidate` do.
  private func counts(_ finger: FingerTracker.Finger, for candidate: Candidate) -> Bool {
    finger.whole == nil
      && (candidate.start.map { $0.ofEachFinger.contains([finger.down.position], on: device) } ?? true)
  }

  /// True if the fingers together landed in the region of `candidate`: of several places at once, each has one.
  private func hasLanded(_ fingers: [FingerTracker.Finger], for candidate: Candidate) -> Bool {
    candidate.start.map { start in
      start.contains(fingers.filter { counts($0, for: candidate) }.map(\.down.position), on: device)
    } ?? true
  }

  /// The sign by which the fingers of a presence are a palm: the parts of one land one after another for longer than
  /// the fingers of a hand, near to each other, or as no fingers lie; nil if they may be fingers. On a screen whose
  /// size is unknown, their distances are as well.
  private func palmSign(_ index: Int, among fingers: [FingerTracker.Finger], at time: Timestamp) -> PalmSign? {
    let presence = presences.presences[index]
    guard presence.count > 2, !device.countsFingers else { return nil }
    let landing = presence.landings.upperBound - presence.landings.lowerBound
    if !candidates.presences[index].isOpen, landing > TrackedHand.latest {
      return .slow(landing, limit: TrackedHand.latest)
    }
    guard device.size != nil else { return nil }
    for part in fingers where part.missingSince == nil && time - part.landed >= FingerRow.longestSplit {
      guard let whole = fingers.first(where: { $0.id == part.whole }),
        isMember(whole, ofPresence: index)
      else { continue }
      return FingerRow.sign(ofParts: (part.position - whole.position).length)
    }
    return FingerRow.palmSign(
      of: FingerPositions(fingers.lazy.filter { isMember($0, ofPresence: index) }.map(\.down.position)),
      within: landing)
  }

  /// The positions of those of `fingers` that are a presence's.
  private func positions(ofPresence index: Int, among fingers: [FingerTracker.Finger]) -> FingerPositions {
    FingerPositions(of: fingers.lazy.filter { isMember($0, ofPresence: index) })
  }

  /// True if a finger is one of a presence.
  private func isMember(_ finger: FingerTracker.Finger, ofPresence index: Int) -> Bool {
    let candidate = candidates.presences[index]
    return counts(finger, for: candidate)
      && (candidate.isOpen || presences.presences[index].landings.contains(finger.down.time))
  }
}

extension FingerTracker.Finger {
  /// True if it has landed in the present frame and continues no other one.
  fileprivate var hasJustLanded: Bool { change == .landed && down.time == landed }
}

extension Candidate {
  /// True if more fingers than any hand has do not exceed its largest number.
  fileprivate var isOpen: Bool { fingers.upperBound >= Trigger.handFingers && fingers.upperBound > fingers.lowerBound }

  /// True if each of its fingers lands at a place of its own.
  fileprivate var isAtSeveralPlaces: Bool { start.map { $0.ofEachFinger != $0 } ?? false }
}
