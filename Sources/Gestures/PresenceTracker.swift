internal import Time
internal import Touch

/// Follows fingers that are down, whatever they do, for each candidate that asks for that.
///
///     fingers      ▼ ▼ │◀ 100 ms ▶│                ▲  ▲
///     2 of them        │          began             ended
///     2 or more        began                        ended
///
/// Fingers that landed one after another, each within the time of one hand, count together; one that lands later counts
/// for nothing, as in a touch sequence. So a palm neither begins nor ends anything beside them. Where the largest number
/// is open, all fingers count, and nothing is waited for.
struct PresenceTracker: Sendable {
  private struct Presence: Sendable {
    /// The times at which the first and the last of its fingers landed.
    var landings = Timestamp.zero...Timestamp.zero
    /// The number of its fingers that are down.
    var count = 0
    /// True until the number of its fingers is settled.
    var isLanding = false
    /// The gesture that goes on; nil if none does.
    var gesture: Gesture?
  }

  /// Of each candidate, in their order.
  private var presences: [Presence] = []
  /// True until the fingers have lifted that were down at a cancellation.
  private var isCancelled = false
  /// The time at which a number of fingers is settled.
  private(set) var deadline: Timestamp?

  /// Takes in a frame.
  mutating func observe(
    _ frame: FingerTracker.Frame, _ fingers: FingerTracker, _ candidates: CandidateTable, on device: Device,
    countsFingers: Bool, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    if fingers.isEmpty { isCancelled = false }
    guard !isCancelled else { return }
    if presences.count != candidates.presences.count {
      presences = Array(repeating: Presence(), count: candidates.presences.count)
    }
    deadline = nil
    for index in presences.indices {
      let candidate = candidates.presences[index]
      let isOpen = candidate.isOpen
      func counts(_ finger: FingerTracker.Finger) -> Bool {
        finger.whole == nil && (candidate.start.map { $0.ofEachFinger.contains([finger.landing], on: device) } ?? true)
      }
      let hasLanded =
        frame.landed > 0 && (countsFingers || fingers.fingers.contains { $0.change == .landed && counts($0) })
      if hasLanded, presences[index].gesture == nil {
        let isChained =
          presences[index].count > 0 && time - presences[index].landings.upperBound <= candidates.settling
        presences[index].landings = (isChained ? presences[index].landings.lowerBound : time)...time
        presences[index].isLanding = true
      }
      var positions = FingerPositions()
      var count = countsFingers ? fingers.down : 0
      for finger in fingers.fingers
      where counts(finger) && (isOpen || presences[index].landings.contains(finger.landed)) {
        positions.append(finger.position)
        if !countsFingers { count += 1 }
      }
      let hasLifted = count < presences[index].count
      presences[index].count = count
      if let gesture = presences[index].gesture {
        guard count < candidate.fingers.lowerBound else { continue }
        end(gesture, frame.cancelled > 0 ? .cancelled : .ended, index, at: time, into: &gestures)
      } else if presences[index].isLanding {
        let settled = presences[index].landings.upperBound + candidates.settling
        let isSettled = isOpen || settled <= time
        if hasLifted || isSettled { presences[index].isLanding = false }
        if isSettled, !hasLifted || isOpen, candidate.fingers.contains(count),
          candidate.start.map({ $0.contains(fingers.fingers.filter(counts).map(\.landing), on: device) }) ?? true
        {
          begin(candidate, candidates.rule(of: candidate), positions, count, index, on: device, at: time, &gestures)
        }
        if presences[index].isLanding { deadline = deadline.map { min($0, settled) } ?? settled }
      }
    }
  }

  /// Cancels what goes on. Fingers that are down do nothing more until all have lifted.
  mutating func cancel(hasFingers: Bool, at time: Timestamp, into gestures: inout [Gesture]) {
    isCancelled = hasFingers
    deadline = nil
    for index in presences.indices {
      if let gesture = presences[index].gesture { end(gesture, .cancelled, index, at: time, into: &gestures) }
      presences[index] = Presence()
    }
  }

  private mutating func begin(
    _ candidate: Candidate, _ rule: RuleIndex?, _ positions: FingerPositions, _ count: Int, _ index: Int,
    on device: Device, at time: Timestamp, _ gestures: inout [Gesture]
  ) {
    guard let rule else { return }
    var gesture = Gesture(
      time: time, device: device.id, kind: .touch, phase: .began, fingers: count, translation: .zero, velocity: .zero,
      trigger: candidate.trigger, rule: rule)
    gesture.positions = positions
    gesture.position = positions.centroid
    if gesture.position != nil { gesture.extent = Size(width: device.extent.width, height: device.extent.height) }
    gestures.append(gesture)
    presences[index].gesture = gesture
  }

  private mutating func end(
    _ gesture: Gesture, _ phase: Gesture.Phase, _ index: Int, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    var gesture = gesture
    gesture.phase = phase
    gesture.time = time
    gestures.append(gesture)
    presences[index].gesture = nil
  }
}

extension ContactSequencer {
  /// Takes in a frame for the candidates that ask for fingers that are down.
  @inline(__always)
  mutating func watchPresences(_ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]) {
    guard !candidates.presences.isEmpty, frame.hasChanges || frame.landed + frame.lifted > 0 else { return }
    presences.observe(
      frame, fingers, candidates, on: device, countsFingers: countsFingers, at: time, into: &gestures)
  }

  mutating func cancelPresences(at time: Timestamp, into gestures: inout [Gesture]) {
    presences.cancel(hasFingers: !fingers.isEmpty, at: time, into: &gestures)
  }
}

extension Candidate {
  /// True if more fingers than any hand has do not exceed its largest number.
  fileprivate var isOpen: Bool { fingers.upperBound >= Trigger.handFingers && fingers.upperBound > fingers.lowerBound }
}

extension StartRegion {
  /// The region that each finger of a touch lands in.
  fileprivate var ofEachFinger: StartRegion {
    switch self {
    case .allEdges(let edges, let margin): .edge(edges, margin: margin)
    case .allCorners(let corners, let margin): .corner(corners, margin: margin)
    case .edge, .corner, .zone: self
    }
  }
}
