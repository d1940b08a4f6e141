internal import Time
internal import Touch

/// Finds a tap beside fingers that rest.
///
///     resting  ▼────────────────────────────────────────────▶
///     other          │◀ 150 ms ▶│ ▼─▲ │◀ 60 ms ▶│
///     reported                                 tip-tap
///
/// The fingers of one tap land and lift together, so the resting ones have to be down for a while before it, and stay
/// after it. They must not have moved since they landed: a hand that points taps to click. The tap is beside them: a
/// thumb rests below the finger that taps.
struct TipTapTracker: Sendable {
  /// A tap that was found.
  struct Found: Sendable {
    var side: Direction
    /// The number of fingers that rest.
    var resting: Int
    var landed: Timestamp
  }

  private enum State: Sendable {
    case none
    /// The other finger is down.
    case touching(Found, finger: Int)
    /// A finger that has lifted; the others may follow.
    case lifted(Found, at: Timestamp)
  }

  /// The least time for which the fingers rest before the tap: longer than those of one tap land apart.
  static let leastRest = Duration.milliseconds(150)
  /// The least time for which they stay after it.
  static let leastStay = Duration.milliseconds(60)
  /// The largest number of fingers that rest.
  private static let mostResting = 3
  /// The least distance beside the fingers, the largest, and the largest above or below them, in mm.
  private static let beside = (least: 6.0, most: 45.0, across: 25.0)

  private var state = State.none
  /// The reason why a finger that landed beside resting ones does not tap.
  var miss: Failure?

  /// The time at which the present tap is certain.
  var deadline: Timestamp? { if case .lifted(_, let time) = state { time + Self.leastStay } else { nil } }

  mutating func reset() { state = .none }

  /// The tap that the finger which is down would be; nil if it is none.
  var watched: Found? { if case .touching(let tap, _) = state { tap } else { nil } }

  /// True if the finger with number `finger` may be tapping beside the others.
  func isWatching(_ finger: Int) -> Bool {
    if case .touching(_, finger) = state { true } else { false }
  }

  /// Takes in a frame after the contacts have changed.
  /// - Returns: the tap that it completes.
  mutating func observe(_ frame: FingerTracker.Frame, _ tracker: FingerTracker, at time: Timestamp) -> Found? {
    var found: Found?
    switch state {
    case .none: break
    case .touching(let tap, let finger):
      let isDown = tracker.fingers.contains { $0.id == finger && $0.missingSince == nil }
      let limits = TapPattern()
      if time - tap.landed > TapPattern.usual || frame.cancelled > 0 || frame.landed > 0
        || tracker.present != tap.resting + (isDown ? 1 : 0)
        || !tracker.areResting(tracker.fingers.count, within: limits.movement)
      {
        state = .none
      } else if !isDown {
        state = .lifted(tap, at: time)
      }
    case .lifted(let tap, let lifted):
      if tracker.present < tap.resting || frame.cancelled > 0 {
        state = .none
      } else if frame.landed > 0 || time - lifted >= Self.leastStay {
        found = tap
        state = .none
      }
    }
    if case .none = state, frame.landed == 1, frame.lifted == 0, frame.cancelled == 0 { start(tracker, at: time) }
    return found
  }

  /// Lets time pass.
  mutating func expire(at now: Timestamp) -> Found? {
    guard case .lifted(let tap, let lifted) = state, now - lifted >= Self.leastStay else { return nil }
    state = .none
    return tap
  }

  private mutating func start(_ tracker: FingerTracker, at time: Timestamp) {
    let contacts = tracker.fingers
    guard let tap = contacts.last, tap.landed == time, contacts.count > 1, contacts.count <= Self.mostResting + 1,
      tracker.areResting(contacts.count - 1, within: Thresholds.slop)
    else { return }
    var low = Double.infinity
    var high = -Double.infinity
    var nearest = (distance: Double.infinity, across: 0.0)
    for contact in contacts.dropLast() {
      guard time - contact.landed >= Self.leastRest else { return }
      low = min(low, contact.position.x)
      high = max(high, contact.position.x)
      let distance = abs(tap.position.x - contact.position.x)
      if distance < nearest.distance { nearest = (distance, abs(tap.position.y - contact.position.y)) }
    }
    let mostAcross = min(Self.beside.across, nearest.distance)
    guard nearest.distance >= Self.beside.least else {
      return miss = .tooNearBeside(Millimetres(nearest.distance), limit: Millimetres(Self.beside.least))
    }
    guard nearest.distance <= Self.beside.most else {
      return miss = .tooFarBeside(Millimetres(nearest.distance), limit: Millimetres(Self.beside.most))
    }
    guard nearest.across <= mostAcross else {
      return miss = .tooFarAcross(Millimetres(nearest.across), limit: Millimetres(mostAcross))
    }
    let side: Direction = tap.position.x < low ? .left : tap.position.x > high ? .right : .middle
    state = .touching(Found(side: side, resting: contacts.count - 1, landed: time), finger: tap.id)
  }
}

extension FingerTracker {
  /// The number of fingers that are not missing.
  fileprivate var present: Int { fingers.reduce(0) { $0 + ($1.missingSince == nil ? 1 : 0) } }

  /// True if the first `count` contacts are where they landed.
  fileprivate func areResting(_ count: Int, within distance: Millimetres) -> Bool {
    fingers.prefix(count).allSatisfy { ($0.smoothed - $0.landing).length <= distance }
  }
}
