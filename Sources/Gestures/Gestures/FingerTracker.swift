internal import Time
internal import Touch

/// The fingers on one device, frame by frame: contacts that outlive short gaps.
///
///     contact  ──▼────────────▲   ▼────────────▲──
///     finger   ──▼──────────── ⋯ ──────────────▲──
///                             │◀─▶│ up to 40 ms
///
/// Sensors lose a finger for some frames, or give it another slot; the kernel reports both as a lift and a landing. A
/// contact that lands soon after another one ended, and near where that finger would be now, is the same finger:
/// nothing lifts, lands or jumps. While a finger is missing, its hand moves on without it. The last finger of a hand is
/// not waited for, because its lift decides taps, unless the hand holds or drags something, or may only swipe
/// (`lingering`), or the device is known to bounce.
///
/// A contact that moves farther in one frame than a finger can has not moved. A contact that lands within the width of
/// another finger is a part of that finger. A contact that moves half way to a neighbour's when that ends stands for
/// both fingers, until it lets go of the other one or ends.
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

  /// More fingers than two hands have are ignored.
  static let mostFingers = 16

  /// The fingers that are down, with those that are missing, in the order of their landings.
  private(set) var fingers: [Finger] = []
  /// The fingers that lifted or were cancelled in the present frame.
  private(set) var gone: [Finger] = []
  /// The positions at which the fingers landed that lifted last, of which a touchpad may report a tap.
  private(set) var lifted: [Point] = []
  /// The fingers without a slot.
  private(set) var unseen = 0
  private var unseenChange = 0
  private var nextID = 0
  private var hasMoved = false
  /// True if a finger has landed or a contact has ended in the present frame.
  private var hasChanged = false
  var movements = ContactMovements()
  /// True if a millimetre of a position is one of the device.
  var isSizeKnown = true
  /// The longest time for which the device loses a finger, also the last one of a hand; zero for the usual one.
  var bounce = Duration.zero
  private var missing = MissingFingers()

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
  var deadline: Timestamp? { missing.deadline }

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
  var mayMiss: Bool { hasChanged || missing.areAny || missing.haveParts }

  /// Closes the frame: all changes since the last one happened at once.
  /// - Parameter lingering: the time for which the last finger of each hand may be missing.
  mutating func closeFrame(at time: Timestamp, lingering: Lingering = Lingering()) -> Frame {
    var frame = Frame()
    if !gone.isEmpty { gone.removeAll(keepingCapacity: true) }
    let hadDisplaced = movements.beginFrame()
    if hasMoved {
      if hasChanged || missing.areAny { movements.followMerges(of: &fingers, at: time) }
      movements.follow(&fingers, at: time)
      if missing.areAny || movements.areAway { MissingFingers.move(&fingers) }
    }
    // One check of the array's owners, not one for each finger.
    fingers.withUnsafeMutableBufferPointer { for index in $0.indices { $0[index].smooth() } }
    if hadDisplaced {
      for index in fingers.indices where fingers[index].wasDisplaced && fingers[index].change == nil {
        fingers[index].change = .returned
      }
    }
    frame.hasChanges = mayMiss || movements.hasDisplaced || hadDisplaced
    frame.down = fingers.count + unseen
    if mayMiss {
      if hasChanged,
        MissingFingers.followContacts(
          of: &fingers, isSizeKnown: isSizeKnown, bounce: bounce, at: time)
      {
        hasMoved = true
      }
      settle(at: time, lingering, &frame)
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
    settle(at: now, lingering, &frame)
    frame.down = down
    frame.hasChanges = true
    return frame
  }

  /// Removes the fingers that are gone.
  private mutating func settle(at time: Timestamp, _ lingering: Lingering, _ frame: inout Frame) {
    missing.settle(&fingers, at: time, lingering, bounce: bounce, gone: &gone)
    for index in gone.indices {
      if gone[index].change == .lifted { frame.lifted += 1 } else { frame.cancelled += 1 }
      if lifted.count == Self.mostFingers { lifted.removeFirst() }
      lifted.append(gone[index].landing)
    }
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
}
