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
    /// The other finger has stayed too long for a tap.
    case staying(finger: Int, landed: Timestamp)
    /// A finger that has lifted; the others may follow.
    case lifted(Found, at: Timestamp)
  }

  /// The least time for which the fingers rest before the tap: longer than those of one tap land apart.
  static let leastRest = Duration.milliseconds(150)
  /// The least time for which they stay after it.
  static let leastStay = Duration.milliseconds(60)
  /// The largest movement of a finger meanwhile.
  private static let movement = TapPattern().movement
  /// The largest number of fingers that rest.
  private static let mostResting = 3
  /// The least distance beside the fingers, the largest, and the largest above or below them, in mm.
  private static let beside = (least: 6.0, most: 45.0, across: 25.0)

  private var state = State.none
  /// The reason why a finger that landed beside resting ones did not tap.
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
      let isDown = tracker.isDown(finger)
      let reach = tracker.reach(of: tracker.fingers.count)
      if time - tap.landed > TapPattern.usual {
        state = isDown ? .staying(finger: finger, landed: tap.landed) : .none
        if !isDown { miss = .heldTooLong(time - tap.landed, limit: TapPattern.usual) }
      } else if frame.cancelled > 0 || frame.landed > 0 {
        state = .none
      } else if reach > Self.movement {
        state = .none
        miss = .movedTooFar(reach, limit: Self.movement, held: nil, within: nil)
      } else if tracker.present != tap.resting + (isDown ? 1 : 0) {
        state = .none
        if !isDown { miss = .stayedTooBriefly(.zero, least: Self.leastStay) }
      } else if !isDown {
        state = .lifted(tap, at: time)
      }
    case .staying(let finger, let landed):
      if !tracker.isDown(finger) {
        state = .none
        miss = .heldTooLong(time - landed, limit: TapPattern.usual)
      }
    case .lifted(let tap, let lifted):
      if tracker.present < tap.resting {
        state = .none
        miss = .stayedTooBriefly(time - lifted, least: Self.leastStay)
      } else if frame.cancelled > 0 {
        state = .none
      } else if frame.landed > 0 || time - lifted >= Self.leastStay {
        found = tap
        state = .none
      }
    }
    switch state {
    case .none, .staying:
      if frame.landed == 1, frame.lifted == 0, frame.cancelled == 0 { start(tracker, at: time) }
    case .touching, .lifted: break
    }
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
    guard let tap = contacts.last, tap.landed == time, contacts.count > 1, contacts.count <= Self.mostResting + 1 else {
      return
    }
    let reach = tracker.reach(of: contacts.count - 1)
    guard reach <= Thresholds.slop else {
      return miss = .movedTooFar(reach, limit: Thresholds.slop, held: nil, within: nil)
    }
    var low = Double.infinity
    var high = -Double.infinity
    var nearest = (distance: Double.infinity, across: 0.0)
    for contact in contacts.dropLast() {
      let rest = time - contact.landed
      guard rest >= Self.leastRest else { return miss = .restedTooBriefly(rest, least: Self.leastRest) }
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

  /// True if the finger with number `finger` is down and not missing.
  fileprivate func isDown(_ finger: Int) -> Bool { fingers.contains { $0.id == finger && $0.missingSince == nil } }

  /// The largest distance of the first `count` contacts from where they landed.
  fileprivate func reach(of count: Int) -> Millimetres {
    fingers.prefix(count).reduce(0) { max($0, ($1.smoothed - $1.landing).length) }
  }
}
