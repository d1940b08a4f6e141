internal import Time
internal import Touch

/// Fingers whose contacts have ended, and which may return; and contacts that are parts of fingers.
struct MissingFingers: Sendable {
  /// The largest distance between a finger's return and the position at which it is expected, in mm, without its own
  /// movement meanwhile.
  private static let returnDistance = 10.0
  /// The largest distance of the return of a finger that rests from its place, after a frame or two: as far as a sensor
  /// sees a part of the fingertip for the whole.
  private static let restingReturn: Millimetres = 3.5
  /// The distance below which two contacts are parts of one finger, in mm: fingertips are wider.
  private static let fingerWidth = 6.0
  /// The distance from which a part is a finger of its own, as a multiple of the one below which it was a part.
  private static let separation = 10.0 / 6
  /// The same as `fingerWidth` on a surface of unknown size, as a share of the distances between the other fingers:
  /// those of a hand are at least 13 mm apart, and mostly 20 mm.
  private static let shareOfGap = 0.25

  /// True if fingers are missing.
  private(set) var areAny = false
  /// True if contacts are parts of fingers.
  private(set) var haveParts = false
  /// The time at which a missing finger has lifted if it does not return.
  private(set) var deadline: Timestamp?

  /// Moves the missing fingers, and those whose contacts are away, along with those of their hand that are present.
  static func move(_ fingers: inout [FingerTracker.Finger]) {
    for index in fingers.indices where fingers[index].missingSince != nil || fingers[index].isAway {
      var (sum, count) = (Vector.zero, 0.0)
      for other in fingers.indices
      where fingers[other].isPresent && !fingers[other].isDisplaced && !fingers[other].isAway
        && fingers[other].hand == fingers[index].hand
      {
        sum += fingers[other].position - fingers[other].previous
        count += 1
      }
      if count > 0 { fingers[index].position = fingers[index].position + sum * (1 / count) }
    }
  }

  /// Follows the contacts that ended or began in the present frame.
  /// - Returns: true if a finger that has returned has moved on meanwhile.
  static func followContacts(
    of fingers: inout [FingerTracker.Finger], isSizeKnown: Bool, bounce: Duration, at time: Timestamp
  ) -> Bool {
    var haveMoved = false
    for index in fingers.indices where fingers[index].change == .lifted && !fingers[index].isLost {
      fingers[index].change = .missed
      fingers[index].missingSince = time
    }
    var index = 0
    while index < fingers.count {
      guard fingers[index].change == .landed else {
        index += 1
        continue
      }
      if let missing = missingFinger(
        for: fingers[index], among: fingers, bounce: bounce, at: time)
      {
        if takeOver(missing, from: index, of: &fingers, at: time) { haveMoved = true }
      } else {
        let contact = fingers[index]
        for other in fingers.prefix(index) where other.whole == nil && other.missingSince == nil {
          let width = isSizeKnown ? fingerWidth : Self.width(beside: contact, other, among: fingers)
          guard (other.position - contact.position).length.value < width else { continue }
          fingers[index].whole = other.id
          fingers[index].separation = width * separation
          break
        }
        index += 1
      }
    }
    // A part of a finger whose own contact has ended is that finger.
    for part in fingers.indices.reversed() {
      guard fingers.indices.contains(part), let whole = fingers[part].whole,
        let index = fingers.firstIndex(where: { $0.id == whole }), fingers[index].missingSince != nil,
        fingers[part].missingSince == nil
      else { continue }
      if takeOver(index, from: part, of: &fingers, at: time) { haveMoved = true }
    }
    return haveMoved
  }

  /// The distance below which two contacts are parts of one finger on a surface whose millimetres are assumed: it
  /// follows the least distance between others that are down. Two contacts alone are two fingers: a finger that counts
  /// twice now and then is better than taps of two fingers that are refused.
  private static func width(
    beside one: FingerTracker.Finger, _ two: FingerTracker.Finger, among fingers: [FingerTracker.Finger]
  ) -> Double {
    var gap = Double.infinity
    func isOther(_ finger: FingerTracker.Finger) -> Bool {
      finger.whole == nil && finger.missingSince == nil && finger.id != one.id && finger.id != two.id
    }
    for (index, finger) in fingers.enumerated() where isOther(finger) {
      for next in fingers[(index + 1)...] where isOther(next) {
        gap = min(gap, (next.position - finger.position).length.value)
      }
    }
    return gap.isFinite ? min(fingerWidth, gap * shareOfGap) : 0
  }

  /// The index of the missing finger that `contact` is, which has landed; nil if it is a new one.
  static func missingFinger(
    for contact: FingerTracker.Finger, among fingers: [FingerTracker.Finger], bounce: Duration = .zero,
    at time: Timestamp
  ) -> Int? {
    var nearest: (index: Int, distance: Double)?
    for index in fingers.indices {
      guard let since = fingers[index].missingSince, fingers[index].whole == nil,
        fingers[index].host != nil || time - since <= max(FingerTracker.longestGap, bounce)
      else { continue }
      let frames = frames(in: time - since)
      // A missing finger has moved with its hand, unless all of that is missing.
      let way = isMissingWithHand(fingers[index], among: fingers, at: time) ? fingers[index].movement * frames : .zero
      let limit = returnDistance + frames * (fingers[index].stride ?? 0)
      let distance = (contact.position - fingers[index].position - way).length.value
      if distance <= limit, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest?.index
  }

  /// The number of frames in a time, roughly, with the present one.
  private static func frames(in time: Duration) -> Double { time.inSeconds * 1000 / 10 + 1 }

  /// True if a finger was missing with its whole hand until the present frame.
  private static func isMissingWithHand(
    _ finger: FingerTracker.Finger, among fingers: [FingerTracker.Finger], at time: Timestamp
  ) -> Bool {
    guard let since = finger.missingSince, since < time else { return false }
    return !fingers.contains { $0.hand == finger.hand && $0.isPresent && $0.change != .returned }
  }

  /// True if a finger that was missing with its whole hand for a frame or two has moved on to `position`: its movement
  /// counts. Otherwise the hand has moved without it, or it rested.
  private static func hasMovedOn(
    _ finger: FingerTracker.Finger, to position: Point, among fingers: [FingerTracker.Finger], at time: Timestamp
  ) -> Bool {
    guard let since = finger.missingSince, time - since <= FingerTracker.Linger.short.time,
      isMissingWithHand(finger, among: fingers, at: time)
    else { return false }
    let expected = finger.movement * frames(in: time - since)
    return (position - finger.position - expected).length.value <= expected.length.value / 2
  }

  /// Continues the finger at `index` with the contact at `other`.
  /// - Returns: true if it has moved on meanwhile.
  private static func takeOver(
    _ index: Int, from other: Int, of fingers: inout [FingerTracker.Finger], at time: Timestamp
  ) -> Bool {
    let contact = fingers[other]
    let hasMoved = hasMovedOn(fingers[index], to: contact.position, among: fingers, at: time)
    if !hasMoved {
      fingers[index].previous = contact.position
      let aside = contact.position - fingers[index].position
      if fingers[index].isResting, aside.length <= restingReturn,
        fingers[index].missingSince.map({ time - $0 <= FingerTracker.Linger.short.time }) ?? false
      {
        fingers[index].shift(by: aside)
      }
    }
    fingers[index].slot = contact.slot
    fingers[index].position = contact.position
    fingers[index].pressure = contact.pressure
    fingers[index].missingSince = nil
    fingers[index].host = nil
    fingers[index].stride = nil
    fingers[index].change = .returned
    fingers.remove(at: other)
    return hasMoved
  }

  /// Decides which of the missing fingers have lifted, and moves those that lifted or were cancelled to `gone`.
  mutating func settle(
    _ fingers: inout [FingerTracker.Finger], at time: Timestamp, _ lingering: FingerTracker.Lingering,
    bounce: Duration, gone: inout [FingerTracker.Finger]
  ) {
    deadline = nil
    areAny = false
    haveParts = false
    // A finger that lands elsewhere is no return of one that was waited for.
    let bounce = fingers.contains { $0.change == .landed && $0.whole == nil } ? .zero : bounce
    var index = 0
    while index < fingers.count {
      if fingers[index].whole != nil {
        if settlePart(at: index, of: &fingers, at: time) { index += 1 }
        continue
      }
      if let host = fingers[index].host, !fingers.contains(where: { $0.id == host && $0.isContact }) {
        // Both have ended, at this time.
        (fingers[index].host, fingers[index].missingSince) = (nil, time)
      }
      if let since = fingers[index].missingSince {
        if waits(for: fingers[index], since, among: fingers, at: time, lingering, bounce: bounce) {
          index += 1
          continue
        }
        fingers[index].change = .lifted
      }
      if fingers[index].change == .lifted || fingers[index].change == .cancelled {
        gone.append(fingers.remove(at: index))
      } else {
        index += 1
      }
    }
  }

  /// True if a finger that is missing may still return.
  private mutating func waits(
    for finger: FingerTracker.Finger, _ since: Timestamp, among fingers: [FingerTracker.Finger], at time: Timestamp,
    _ lingering: FingerTracker.Lingering, bounce: Duration
  ) -> Bool {
    if finger.host == nil {
      let isAlone = !fingers.contains { $0.hand == finger.hand && $0.isPresent && $0.change != .cancelled }
      let end = since + max(isAlone ? lingering.time(of: finger.hand) : FingerTracker.longestGap, bounce)
      guard end > time else { return false }
      deadline = min(deadline ?? end, end)
    }
    areAny = true
    return true
  }

  /// Decides on a part of a finger: one that has ended, with or without its lift, is gone; one that moves away is a
  /// finger that lands.
  /// - Returns: false if it is gone.
  private mutating func settlePart(
    at index: Int, of fingers: inout [FingerTracker.Finger], at time: Timestamp
  ) -> Bool {
    let part = fingers[index]
    if part.missingSince != nil || part.change == .lifted || part.change == .cancelled {
      fingers.remove(at: index)
      return false
    }
    let whole = fingers.first { $0.id == part.whole }
    if whole.map({ ($0.position - part.position).length.value > part.separation }) ?? true {
      fingers[index] = FingerTracker.Finger(id: part.id, slot: part.slot, at: part.position, time)
    } else {
      haveParts = true
    }
    return true
  }
}

extension FingerTracker {
  /// The longest time for which a finger is missing: one that taps twice lifts for longer (ViewConfiguration of
  /// Android, DOUBLE_TAP_MIN_TIME).
  static let longestGap = Duration.milliseconds(40)

  /// The time for which the last finger of a hand may be missing.
  enum Linger: Sendable {
    case none
    /// One or two frames, which nobody notices: the hand holds or drags something.
    case short
    /// As long as any other finger: the lift decides nothing.
    case long

    fileprivate var time: Duration {
      switch self {
      case .none: .zero
      case .short: .milliseconds(20)
      case .long: FingerTracker.longestGap
      }
    }
  }

  /// True if a finger of a hand left in a movement that had just begun: so does one that the sensor loses, and no tap.
  func leavesMoving(_ hand: Int) -> Bool {
    fingers.contains {
      $0.hand == hand && $0.whole == nil && !$0.isContact
        && ($0.position - $0.smoothed).length.value >= Self.leavingMovement.lag
        && ($0.position - $0.origin).length.value >= Self.leavingMovement.way
    }
  }

  /// The least way of a finger that leaves while it moves, in mm, and the least distance from its smoothed position: 0.7 mm
  /// within a frame, which noise of 0.5 mm reaches at 1 of 20 lifts.
  private static let leavingMovement = (way: 1.5, lag: 0.7)

  /// The time for which the last finger of each hand may be missing, a bit each.
  struct Lingering: Hashable, Sendable {
    private var short: UInt64 = 0
    private var long: UInt64 = 0

    mutating func set(_ linger: Linger, of hand: Int) {
      switch linger {
      case .none: break
      case .short: short |= 1 << UInt64(hand)
      case .long: long |= 1 << UInt64(hand)
      }
    }

    fileprivate func time(of hand: Int?) -> Duration {
      guard let hand else { return .zero }
      let bit: UInt64 = 1 << UInt64(hand)
      let linger: Linger = long & bit != 0 ? .long : short & bit != 0 ? .short : .none
      return linger.time
    }
  }
}
