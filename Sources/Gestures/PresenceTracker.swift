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

    /// Takes in a landing, which belongs to the one before if that is not longer ago than `chain`.
    mutating func land(at time: Timestamp, chain: Duration) {
      let isChained = count > 0 && time - landings.upperBound <= chain
      landings = (isChained ? landings.lowerBound : time)...time
      isLanding = true
    }
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
      func counts(_ finger: FingerTracker.Finger) -> Bool {
        finger.whole == nil && (candidate.start.map { $0.ofEachFinger.contains([finger.landing], on: device) } ?? true)
      }
      if frame.landed > 0, presences[index].gesture == nil,
        countsFingers || fingers.fingers.contains(where: { $0.change == .landed && counts($0) })
      {
        presences[index].land(at: time, chain: candidates.settling)
      }
      let landings = presences[index].landings
      func own(_ fingers: [FingerTracker.Finger]) -> FingerPositions {
        FingerPositions(
          fingers.lazy.filter { counts($0) && (candidate.isOpen || landings.contains($0.landed)) }.map(\.position))
      }
      let positions = own(fingers.fingers)
      let count = countsFingers ? fingers.down : positions.count
      let hasLifted = count < presences[index].count
      presences[index].count = count
      if let gesture = presences[index].gesture {
        guard count < candidate.fingers.lowerBound else { continue }
        let last = own(fingers.gone + fingers.fingers)
        report(gesture, frame.cancelled > 0 ? .cancelled : .ended, last, index, at: time, into: &gestures)
      } else if presences[index].isLanding {
        let settled = landings.upperBound + candidates.settling
        let isSettled = candidate.isOpen || settled <= time
        presences[index].isLanding = !hasLifted && !isSettled
        if isSettled, !hasLifted || candidate.isOpen, candidate.fingers.contains(count),
          candidate.start.map({ $0.contains(fingers.fingers.filter(counts).map(\.landing), on: device) }) ?? true,
          let rule = candidates.rule(of: candidate)
        {
          var gesture = Gesture(
            time: time, device: device.id, kind: .touch, phase: .began, fingers: count, translation: .zero,
            velocity: .zero, trigger: candidate.trigger, rule: rule)
          gesture.extent =
            positions.isEmpty ? nil : Size(width: device.extent.width, height: device.extent.height)
          report(gesture, .began, positions, index, at: time, into: &gestures)
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
      if let gesture = presences[index].gesture {
        report(gesture, .cancelled, gesture.positions, index, at: time, into: &gestures)
      }
      presences[index] = Presence()
    }
  }

  /// Reports a phase of a gesture, and keeps it while it goes on.
  /// - Parameter positions: those of its fingers now, or when they lifted; empty if they are unknown.
  private mutating func report(
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
