internal import Time
internal import Touch

/// The fingers on one device, frame by frame: contacts that outlive short gaps.
///
///     contact  ──▼────────────▲   ▼────────────▲──
///     finger   ──▼──────────── ⋯ ──────────────▲──
///                             │◀─▶│ up to 40 ms
///
/// Sensors lose a finger for some frames, or give it another slot; the kernel reports both as a lift and a landing. A
/// contact that lands soon after another one ended, and near where that finger would be now, is the same finger: nothing
/// lifts, lands or jumps. While a finger is missing, its hand moves on without it. The last finger of a hand is not
/// waited for, because its lift decides taps, unless the hand holds or drags something, or may only swipe (`lingering`).
///
/// A contact that moves farther in one frame than a finger can has not moved. A contact that lands within the width of
/// another finger is a part of that finger. A contact that moves half way to a neighbour's when that ends stands for both
/// fingers, until it lets go of the other one or ends.
struct FingerTracker: Sendable {
  /// The changes of one frame. A finger that returns neither lifts nor lands.
  struct Frame: Hashable, Sendable {
    var landed = 0
    var lifted = 0
    var cancelled = 0
    /// The number of fingers that are down after the frame, with those that are missing.
    var down = 0
    var moved = false
    /// True if a finger may have a `Change`, or is gone.
    var hasChanges = false
  }

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

  /// The change of one finger in the present frame that is no movement of its hand.
  enum Change: Hashable, Sendable {
    case landed
    /// Its contact ended; the finger may return.
    case missed
    case returned
    case jumped
    /// Its contact took in that of a neighbour, or let go of it.
    case merged
    case lifted
    case cancelled
  }

  struct Finger: Sendable {
    /// Its number, in the order of the landings.
    let id: Int
    /// The slot of its contact; while it is missing, that of its last one.
    var slot: Int
    let landing: Point
    let landed: Timestamp
    /// The position from which its reach counts: its landing, moved by its jumps.
    var origin: Point
    /// The position from which the movement of its hand counts.
    var base: Point
    /// The positions in the last frame and in this one. Those of a missing finger move with its hand.
    var previous: Point
    var position: Point
    /// The position without the sensor's noise.
    var smoothed: Point
    /// Its movement in the last frame.
    fileprivate var movement = Vector.zero
    /// The length of its last movement, in mm, and the time; nil until it has moved.
    var stride: Double?
    fileprivate var movedAt: Timestamp
    /// Its pressure, as a share of the device's range; 0 if it reports none.
    var pressure = 0.0
    /// The index of its hand; nil until it has one.
    var hand: Int?
    /// The time at which its contact ended; nil while it has one.
    var missingSince: Timestamp?
    /// The number of the finger whose contact stands for both while this one is missing; nil if there is none.
    fileprivate var host: Int?
    /// The number of the finger that it is a part of; nil for a finger of its own.
    var whole: Int?
    var change: Change? = .landed
    /// True if its lift was not reported.
    var isLost = false
    /// The way from its place to that of its contact, which stands for another finger as well.
    fileprivate var offset = Vector.zero
    /// True if it jumped or merged in the last frame: its movement counts again from this one on.
    var wasDisplaced = false

    /// True if its movement counts.
    var isPresent: Bool { missingSince == nil && whole == nil && change != .landed }

    /// True if its contact moved in the present frame, and the finger did not.
    @inline(__always)
    var isDisplaced: Bool { change == .jumped || change == .merged }

    /// True if it is resting where it landed.
    var isResting: Bool { (smoothed - origin).length <= Thresholds.slop }

    /// The time of its last movement, or of its landing if it rests there. The noise of a sensor is no movement there.
    var restingSince: Timestamp { isResting ? landed : movedAt }

    /// True if it has a contact that has not ended in the present frame.
    @inline(__always)
    var isContact: Bool { missingSince == nil && change != .lifted && change != .cancelled }

    init(id: Int, slot: Int, at position: Point, _ time: Timestamp) {
      self.id = id
      self.slot = slot
      landing = position
      landed = time
      (origin, base) = (position, position)
      movedAt = time
      (previous, self.position, smoothed) = (position, position, position)
    }

    /// Moves the smoothed position half way to the reported one. This leaves little more than half of noise 0.5 mm
    /// wide, with which every tenth tap of three fingers would exceed its 2.5 mm.
    fileprivate mutating func smooth() { smoothed = smoothed + (position - smoothed) * 0.5 }

    /// Takes in a movement that is too short to be a jump, or an exchange of contacts.
    /// - Returns: false if it is longer.
    fileprivate mutating func followShort(at time: Timestamp) -> Bool {
      guard change == nil, missingSince == nil else { return true }
      let movement = position - previous
      let length = movement.length.value
      guard length <= FingerTracker.shortMovement else { return false }
      self.movement = movement
      guard length > 0 else { return true }
      movedAt = time
      stride = length
      return true
    }

    fileprivate mutating func completeFrame() {
      previous = position
      wasDisplaced = isDisplaced
      change = nil
    }
  }

  /// More fingers than two hands have are ignored.
  static let mostFingers = 16
  /// The longest time for which a finger is missing: one that taps twice lifts for longer (ViewConfiguration of Android,
  /// DOUBLE_TAP_MIN_TIME).
  static let longestGap = Duration.milliseconds(40)
  /// The largest distance between a finger's return and the position at which it is expected, in mm, without its own
  /// movement meanwhile.
  private static let returnDistance = 10.0
  /// The distance below which two contacts are parts of one finger, in mm: fingertips are wider.
  private static let fingerWidth = 6.0
  /// The distance from which a part is a finger of its own.
  private static let separation = 10.0
  /// The largest distance of two fingers that a sensor sees as one, in mm.
  private static let mergeDistance = 35.0
  /// The share of the distance between two fingers at which a sensor sees them as one.
  private static let mergeShares = 0.3...0.7
  /// The least movement by which a contact takes in another one, in mm.
  private static let leastMerge = 2.0
  /// The most that it may move across the way to the other one, in mm: noise, in three frames.
  private static let mostAcrossMerge = 4.0
  /// The length, in mm, up to which a movement in one frame can be that of a finger, whatever it did before: less than
  /// the least of the limits below.
  fileprivate static let shortMovement = 5.0

  /// The fingers that are down, with those that are missing, in the order of their landings.
  private(set) var fingers: [Finger] = []
  /// The fingers that lifted or were cancelled in the present frame.
  private(set) var gone: [Finger] = []
  /// The positions at which the fingers landed that lifted last, of which a touchpad may report a tap.
  private(set) var lifted: [Point] = []
  /// The length of the last movement that no finger can make, in mm, and the time in which it was made.
  private(set) var lastJump = (length: 0.0, time: Duration.zero)
  /// The fingers without a slot.
  private(set) var unseen = 0
  private var unseenChange = 0
  private var nextID = 0
  private var hasMoved = false
  private var missing = 0
  private var hasParts = false
  /// True if a finger jumped in the last frame; while a frame is closed, in this one.
  private var hasDisplaced = false
  /// True if a finger has landed or a contact has ended in the present frame.
  private var hasChanged = false

  init() {
    fingers.reserveCapacity(Self.mostFingers)
    gone.reserveCapacity(Self.mostFingers)
    lifted.reserveCapacity(Self.mostFingers)
  }

  /// True if no finger is down.
  var isEmpty: Bool { fingers.isEmpty && unseen == 0 }

  /// True if a finger is down that is not missing.
  var arePresent: Bool { unseen > 0 || fingers.contains { $0.missingSince == nil } }

  /// The number of fingers that are down after a frame.
  var down: Int {
    var count = unseen
    for index in fingers.indices where fingers[index].whole == nil { count += 1 }
    return count
  }

  /// The time at which a missing finger has lifted if it does not return.
  private(set) var deadline: Timestamp?

  // MARK: Events

  mutating func down(slot: Int, at position: Point, _ time: Timestamp) {
    if let index = index(of: slot) {
      // The lift of the slot's previous contact was not reported: events were lost.
      fingers[index].isLost = true
      up(slot: slot)
    }
    guard fingers.count < Self.mostFingers else { return }
    fingers.append(Finger(id: nextID, slot: slot, at: position, time))
    nextID += 1
    hasChanged = true
  }

  mutating func move(slot: Int, to position: Point) {
    guard let index = index(of: slot) else { return }
    fingers[index].position = position
    hasMoved = true
  }

  mutating func setPressure(_ pressure: Double, of slot: Int) {
    if let index = index(of: slot) { fingers[index].pressure = pressure }
  }

  mutating func up(slot: Int) { end(slot, .lifted) }

  mutating func cancel(slot: Int) { end(slot, .cancelled) }

  private mutating func end(_ slot: Int, _ change: Change) {
    guard let index = index(of: slot) else { return }
    if fingers[index].change == .landed {
      // It was down within one frame.
      fingers.remove(at: index)
    } else {
      fingers[index].change = change
      hasChanged = true
    }
  }

  // Inline, because a non-mutating method is called with a copy of the whole struct.
  @inline(__always)
  private func index(of slot: Int) -> Int? {
    // Contacts that land one after another are in the order of their slots.
    if fingers.indices.contains(slot), isContact(slot, fingers[slot]) { return slot }
    return fingers.firstIndex { isContact(slot, $0) }
  }

  @inline(__always)
  private func isContact(_ slot: Int, _ finger: Finger) -> Bool {
    finger.slot == slot && finger.isContact
  }

  /// Sets the number of fingers that are down, for a device that has fewer slots than fingers.
  mutating func setCount(_ count: Int) {
    var seen = 0
    for finger in fingers where finger.change != .lifted && finger.change != .cancelled { seen += 1 }
    let now = min(max(0, count - seen), Self.mostFingers)
    unseenChange = now - unseen
    unseen = now
  }

  // MARK: Frames

  /// True if the end of the frame decides which fingers are missing.
  var mayMiss: Bool { hasChanged || missing > 0 || hasParts }

  /// Closes the frame: all changes since the last one happened at once.
  /// - Parameter lingering: the time for which the last finger of each hand may be missing.
  mutating func closeFrame(at time: Timestamp, lingering: Lingering = Lingering()) -> Frame {
    var frame = Frame()
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
    let hadDisplaced = hasDisplaced
    hasDisplaced = false
    if hasMoved {
      if hasChanged || missing > 0 { followMerges(at: time) }
      followMovements(at: time)
    }
    // One check of the array's owners, not one for each finger.
    fingers.withUnsafeMutableBufferPointer { for index in $0.indices { $0[index].smooth() } }
    if hadDisplaced {
      for index in fingers.indices where fingers[index].wasDisplaced && fingers[index].change == nil {
        fingers[index].change = .returned
      }
    }
    frame.hasChanges = mayMiss || hasDisplaced || hadDisplaced
    frame.down = fingers.count + unseen
    if mayMiss {
      if hasChanged { followContacts(at: time) }
      settleMissing(at: time, lingering: lingering, &frame)
      for index in fingers.indices where fingers[index].whole == nil && fingers[index].change == .landed {
        frame.landed += 1
      }
      frame.down = down
    }
    if unseenChange > 0 { frame.landed += unseenChange } else { frame.lifted -= unseenChange }
    frame.moved = hasMoved
    hasMoved = false
    hasChanged = false
    return frame
  }

  /// Lifts the fingers that have been missing for too long by `now`.
  mutating func expire(at now: Timestamp, lingering: Lingering) -> Frame {
    var frame = Frame()
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
    settleMissing(at: now, lingering: lingering, &frame)
    frame.down = down
    frame.hasChanges = true
    return frame
  }

  /// Completes the frame, once its changes have been taken in: the present positions become those of the last frame.
  mutating func completeFrame() {
    fingers.withUnsafeMutableBufferPointer { for index in $0.indices { $0[index].completeFrame() } }
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
    unseenChange = 0
  }

  /// The number of fingers without a slot that have landed in the present frame; negative if they have lifted.
  var landedUnseen: Int { unseenChange }

  mutating func assign(_ index: Int, to hand: Int?) { fingers[index].hand = hand }

  /// Lets `body` change the fingers, whose sums a hand keeps.
  @inline(__always)
  mutating func update(_ body: (inout [Finger]) -> Void) { body(&fingers) }

  // MARK: Movements

  /// The largest speed of a finger, in mm per ms. libinput takes 20 mm in 12 ms for a jump (src/evdev-mt-touchpad.c,
  /// `tp_detect_jumps`); the quickest flicks of touchscreens are half as fast again.
  var greatestSpeed = 3.3
  /// The same on touchpads, as in libinput.
  static let greatestSpeedOnTouchpads = 20.0 / 12
  /// The largest growth of a finger's movement from one frame to the next, in mm per ms²: 22 mm in frames of 12 ms.
  /// libinput permits 7 mm; a flick that leaves a touchscreen in 60 ms grows by 20 mm.
  private static let greatestGrowth = 0.15
  /// The times between frames for which the limits hold, in ms. After longer times a finger that rested on a sensor that
  /// reports only changes has moved for one frame.
  private static let frameTimes = 7.0...20.0
  /// The time without a movement after which a finger has rested, in ms.
  private static let longestRest = 30.0

  /// Corrects movements that no finger can make: contacts that changed places, and those that jumped.
  private mutating func followMovements(at time: Timestamp) {
    let areShort = fingers.withUnsafeMutableBufferPointer { fingers in
      for index in fingers.indices where !fingers[index].followShort(at: time) { return false }
      return true
    }
    if !areShort { followLongMovements(at: time) }
    if missing > 0 { moveMissing() }
  }

  /// The same for a frame in which a finger moved far. Those that moved less have been followed before it.
  private mutating func followLongMovements(at time: Timestamp) {
    for index in fingers.indices where fingers[index].change == nil && fingers[index].missingSince == nil {
      let movement = fingers[index].position - fingers[index].previous
      guard movement != .zero else {
        fingers[index].movement = .zero
        continue
      }
      // Some devices report each position twice.
      let elapsed = (time - fingers[index].movedAt).inSeconds * 1000
      let frameTime = min(max(elapsed, Self.frameTimes.lowerBound), Self.frameTimes.upperBound)
      let largest = greatestSpeed * frameTime
      let growth = max(Self.greatestGrowth * frameTime * frameTime, largest / 2)
      let stride = elapsed > Self.longestRest ? fingers[index].stride.map { _ in 0 } : fingers[index].stride
      fingers[index].movedAt = time
      if movement.length.value > Self.shortMovement { exchange(index) }
      let length = (fingers[index].position - fingers[index].previous).length.value
      if length > largest || stride.map({ length > $0 + growth }) ?? false { jump(index, in: elapsed) }
      fingers[index].stride = fingers[index].change == .jumped ? 0 : length
      fingers[index].movement = fingers[index].position - fingers[index].previous
    }
  }

  /// Moves the missing fingers along with those of their hand that are present.
  private mutating func moveMissing() {
    for index in fingers.indices where fingers[index].missingSince != nil {
      var (sum, count) = (Vector.zero, 0.0)
      for other in fingers.indices
      where fingers[other].isPresent && !fingers[other].isDisplaced && fingers[other].hand == fingers[index].hand {
        sum += fingers[other].position - fingers[other].previous
        count += 1
      }
      if count > 0 { fingers[index].position = fingers[index].position + sum * (1 / count) }
    }
  }

  /// Exchanges the contacts of two fingers that have taken each other's place.
  private mutating func exchange(_ index: Int) {
    for other in fingers.indices.dropFirst(index + 1)
    where fingers[other].change == nil && fingers[other].missingSince == nil {
      let (one, two) = (fingers[index], fingers[other])
      let straight = (one.position - one.previous).length.value + (two.position - two.previous).length.value
      let crossed = (two.position - one.previous).length.value + (one.position - two.previous).length.value
      guard crossed < straight / 2 else { continue }
      (fingers[index].slot, fingers[other].slot) = (two.slot, one.slot)
      (fingers[index].position, fingers[other].position) = (two.position, one.position)
    }
  }

  private mutating func jump(_ index: Int, in milliseconds: Double) {
    let movement = fingers[index].position - fingers[index].previous
    lastJump = (movement.length.value, .microseconds(Int64(milliseconds * 1000)))
    displace(index, .jumped, by: movement)
  }

  /// Moves a finger with its contact, so that the movement counts for nothing.
  private mutating func displace(_ index: Int, _ change: Change, by movement: Vector) {
    fingers[index].change = change
    hasDisplaced = true
    fingers[index].origin = fingers[index].origin + movement
    fingers[index].smoothed = fingers[index].smoothed + movement
    fingers[index].previous = fingers[index].position
  }

  /// Discounts the movements of contacts that took in a neighbour's in the frame in which that ended, or let go of it: the
  /// sensor sees two fingers as one, between them.
  private mutating func followMerges(at time: Timestamp) {
    for index in fingers.indices where fingers[index].change == nil && fingers[index].missingSince == nil {
      let finger = fingers[index]
      let movement = finger.position - finger.previous
      let unexpected = movement - finger.movement
      guard unexpected.length.value > Self.leastMerge else { continue }
      if finger.offset != .zero, Self.isMerge(unexpected, of: finger.offset * -2) {
        // Back to its place, without the noise of both movements. The other finger lands in this frame, or has lifted.
        displace(index, .merged, by: finger.offset * -1)
        fingers[index].offset = .zero
        for other in fingers.indices where fingers[other].host == finger.id {
          (fingers[other].host, fingers[other].missingSince) = (nil, time)
        }
        continue
      }
      for other in fingers.indices {
        let place = fingers[other].position
        switch fingers[other].change {
        case .lifted where Self.isMerge(unexpected, of: place - finger.previous):
          fingers[other].host = finger.id
          fingers[index].offset = finger.offset + movement
          displace(index, .merged, by: movement)
        case .landed where Self.isMerge(unexpected, of: finger.position - place): displace(index, .merged, by: movement)
        default: break
        }
      }
    }
  }

  /// True if `movement` is about half of `gap`, the way from one finger to another.
  private static func isMerge(_ movement: Vector, of gap: Vector) -> Bool {
    let length = gap.length.value
    guard length > 0, length <= mergeDistance else { return false }
    let along = movement.dot(gap) / length
    let across = (movement.dx * gap.dy - movement.dy * gap.dx) / length
    return mergeShares.contains(along / length) && abs(across) <= mostAcrossMerge
  }

  // MARK: Contacts that end and begin

  /// Follows the contacts that ended or began in the present frame.
  private mutating func followContacts(at time: Timestamp) {
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
      if let missing = missingFinger(for: fingers[index], at: time) {
        takeOver(missing, from: index, at: time)
      } else {
        fingers[index].whole =
          fingers.prefix(index).first {
            $0.whole == nil && $0.missingSince == nil
              && ($0.position - fingers[index].position).length.value < Self.fingerWidth
          }?.id
        index += 1
      }
    }
    // A part of a finger whose own contact has ended is that finger.
    for part in fingers.indices.reversed() {
      guard fingers.indices.contains(part), let whole = fingers[part].whole,
        let index = fingers.firstIndex(where: { $0.id == whole }), fingers[index].missingSince != nil,
        fingers[part].missingSince == nil
      else { continue }
      takeOver(index, from: part, at: time)
    }
  }

  /// The index of the missing finger that `contact` is, which has landed; nil if it is a new one.
  private func missingFinger(for contact: Finger, at time: Timestamp) -> Int? {
    var nearest: (index: Int, distance: Double)?
    for index in fingers.indices {
      guard let since = fingers[index].missingSince, fingers[index].whole == nil,
        fingers[index].host != nil || time - since <= Self.longestGap
      else { continue }
      let limit = Self.returnDistance + Self.frames(in: time - since) * (fingers[index].stride ?? 0)
      let distance = (contact.position - fingers[index].position).length.value
      if distance <= limit, distance < nearest?.distance ?? .infinity { nearest = (index, distance) }
    }
    return nearest?.index
  }

  /// The number of frames in a time, roughly, with the present one.
  private static func frames(in time: Duration) -> Double { time.inSeconds * 1000 / 10 + 1 }

  /// True if a finger that was missing with its whole hand for a frame or two has moved on to `position`: its movement counts.
  /// Otherwise the hand has moved without it, or it rested.
  private func hasMovedOn(_ finger: Finger, to position: Point, at time: Timestamp) -> Bool {
    guard let since = finger.missingSince, since < time, time - since <= Linger.short.time,
      !fingers.contains(where: { $0.hand == finger.hand && $0.isPresent && $0.change != .returned })
    else { return false }
    let expected = finger.movement * Self.frames(in: time - since)
    return (position - finger.position - expected).length.value <= expected.length.value / 2
  }

  /// Continues the finger at `index` with the contact at `other`.
  private mutating func takeOver(_ index: Int, from other: Int, at time: Timestamp) {
    let contact = fingers[other]
    if hasMovedOn(fingers[index], to: contact.position, at: time) {
      hasMoved = true
    } else {
      fingers[index].previous = contact.position
    }
    fingers[index].slot = contact.slot
    fingers[index].position = contact.position
    fingers[index].pressure = contact.pressure
    fingers[index].missingSince = nil
    fingers[index].host = nil
    fingers[index].stride = nil
    fingers[index].change = .returned
    fingers.remove(at: other)
  }

  /// Decides which of the missing fingers have lifted, and removes the fingers that are gone.
  private mutating func settleMissing(at time: Timestamp, lingering: Lingering, _ frame: inout Frame) {
    deadline = nil
    missing = 0
    hasParts = false
    var index = 0
    while index < fingers.count {
      var finger = fingers[index]
      if finger.whole != nil {
        // A part that has ended, with or without its lift, is gone; one that moves away is a finger that lands.
        let whole = fingers.first { $0.id == finger.whole }
        if finger.missingSince != nil || finger.change == .lifted || finger.change == .cancelled {
          fingers.remove(at: index)
          continue
        }
        if whole.map({ ($0.position - finger.position).length.value > Self.separation }) ?? true {
          fingers[index] = Finger(id: finger.id, slot: finger.slot, at: finger.position, time)
        } else {
          hasParts = true
        }
        index += 1
        continue
      }
      if let host = finger.host, !fingers.contains(where: { $0.id == host && $0.isContact }) {
        // Both have ended, at this time.
        (finger.host, finger.missingSince) = (nil, time)
        (fingers[index].host, fingers[index].missingSince) = (nil, time)
      }
      if let since = finger.missingSince {
        guard finger.host == nil else {
          missing += 1
          index += 1
          continue
        }
        let isAlone = !fingers.contains { $0.hand == finger.hand && $0.isPresent && $0.change != .cancelled }
        let end = since + (isAlone ? lingering.time(of: finger.hand) : Self.longestGap)
        if end > time {
          deadline = min(deadline ?? end, end)
          missing += 1
          index += 1
          continue
        }
        finger.change = .lifted
      }
      if finger.change == .lifted || finger.change == .cancelled {
        if finger.change == .lifted { frame.lifted += 1 } else { frame.cancelled += 1 }
        if lifted.count == Self.mostFingers { lifted.removeFirst() }
        lifted.append(finger.landing)
        gone.append(finger)
        fingers.remove(at: index)
        continue
      }
      index += 1
    }
  }
}
