internal import Time
internal import Touch

/// The slots of a touchpad whose fingers are taken: what the kernel says about each, who has said it, and what is to be
/// written. It decides about no finger.
@usableFromInline
struct PalmSlots: Sendable {
  private struct Slot: Sendable {
    /// The tool type that the kernel has, and its contact.
    var tool: Int32 = 0
    var id: Int32 = -1
    var role = Role.driver
    /// True if the driver takes the contact for a palm.
    var isPalm = false
    /// True if the kernel told something about it in this frame, and if that was that it is a finger.
    var isChanged = false
    var isFinger = false
    /// True if it was held in this touch sequence.
    var wasHeld = false
    /// True if its contact is one that this program has landed once more.
    var isRepeated = false
    /// The last answer to `takePalm`.
    var wasPalm = false
  }

  /// The author of the tool type of a slot.
  private enum Role: Sendable {
    /// The driver.
    case driver
    /// This program: a palm.
    case held
    /// This program made it a palm, and has not made it a finger again.
    case owed
  }

  private var slots: [Slot]
  /// True if the driver is known to repeat the tool type in each frame, which undoes palms.
  private(set) var areUndone = false
  /// True if a reader has not received the tool types since the last write.
  @usableFromInline var areHidden = false
  /// True if contacts have come, gone, or been held or given back since the last write.
  private var hasChanges = false
  /// True if the last write only repeated palms that were written before.
  @usableFromInline private(set) var isRepetition = false

  init(count: Int) { slots = Array(repeating: Slot(), count: count) }

  // MARK: What the kernel says

  /// Takes a tool type of the present frame.
  /// - Returns: true if the driver may have undone a palm with it.
  mutating func setTool(_ tool: Int32, in slot: Int) -> Bool {
    guard slots.indices.contains(slot) else { return false }
    slots[slot].tool = tool
    guard tool != EventCode.palm || slots[slot].role == .driver else { return false }
    slots[slot].isFinger = tool != EventCode.palm
    return slots[slot].role != .owed
  }

  /// Takes any other value of the present frame.
  /// - Parameter id: the contact of the slot.
  mutating func change(_ slot: Int, id: Int32) {
    slots[slot].isChanged = true
    slots[slot].id = id
    if id < 0 { slots[slot].isRepeated = false }
  }

  /// Takes what the kernel has at this moment.
  mutating func note(_ slot: Int, id: Int32, tool: Int32) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].isRepeated = id >= Taking.firstReturnedID
    // A contact that has landed once more is the same.
    if !slots[slot].isRepeated { slots[slot].id = id }
    slots[slot].tool = tool
  }

  /// Begins a touch sequence.
  mutating func begin() {
    for slot in slots.indices { slots[slot].wasHeld = false }
  }

  /// Notes that the contact of a slot is another one than before, or none.
  mutating func replaceContact(of slot: Int) {
    if slots[slot].role == .held { slots[slot].role = .owed }
    slots[slot].isPalm = false
    hasChanges = true
  }

  /// Ends a frame: learns the driver's opinion of the contacts.
  /// - Parameters:
  ///   - written: the time of the last write.
  ///   - isOfDriver: true if the frame says more than tool types.
  mutating func update(_ real: SurfaceState, at time: Timestamp, written: Timestamp, isOfDriver: Bool) {
    for slot in slots.indices {
      let isPalm = slots[slot].tool == EventCode.palm
      switch slots[slot].role {
      case .driver: slots[slot].isPalm = isPalm && real.ids[slot] >= 0
      case .owed: if !isPalm, !areHidden { slots[slot].role = .driver }
      case .held:
        if !isPalm {
          // Not if another program has said so, in a frame of its own.
          areUndone = areUndone || slots[slot].isFinger && isOfDriver
        } else if areUndone, slots[slot].isChanged, time > written {
          // The driver has not undone the palm.
          slots[slot].role = .driver
          slots[slot].isPalm = true
        }
      }
      slots[slot].isChanged = false
      slots[slot].isFinger = false
    }
  }

  // MARK: What follows

  /// True if the driver takes the contact of a slot for a palm.
  func isPalm(_ slot: Int) -> Bool { slots[slot].isPalm }

  /// Returns true or false once if it now does, or does no longer.
  mutating func takePalm(_ slot: Int) -> Bool? {
    guard slots[slot].wasPalm != slots[slot].isPalm else { return nil }
    slots[slot].wasPalm = slots[slot].isPalm
    return slots[slot].isPalm
  }

  /// The number of contacts that may be taken.
  func count(_ real: SurfaceState) -> Int {
    var count = 0
    for slot in slots.indices where real.ids[slot] >= 0 && !slots[slot].isPalm { count += 1 }
    return count
  }

  /// True if a contact is not held that others are beside.
  func hasOthers(_ real: SurfaceState) -> Bool {
    slots.indices.contains { real.ids[$0] >= 0 && !slots[$0].isPalm && slots[$0].role != .held }
  }

  /// True if the contacts are those that the kernel has at this moment.
  func isCurrent(_ real: SurfaceState) -> Bool { slots.indices.allSatisfy { slots[$0].id == real.ids[$0] } }

  /// True if this program holds a contact.
  var isHolding: Bool { slots.contains { $0.role == .held } }

  /// True if a contact is to be a palm, and is none.
  var lacksPalms: Bool { slots.contains { $0.role == .held && $0.tool != EventCode.palm } }

  /// The slots of contacts that were held in this touch sequence, a bit each; 0 if there are fewer than rules take.
  /// - Parameter thumb: a slot to leave out.
  func held(_ real: SurfaceState, but thumb: Int?) -> UInt64 {
    var held: UInt64 = 0
    for slot in slots.indices.prefix(UInt64.bitWidth)
    where real.ids[slot] >= 0 && slots[slot].wasHeld && !slots[slot].isPalm && slot != thumb {
      held |= 1 << UInt64(slot)
    }
    return held.nonzeroBitCount < TakingClaim.fewest ? 0 : held
  }

  /// True for the slots that were held in this touch sequence.
  var wereHeld: [Bool] { slots.map(\.wasHeld) }

  // MARK: What is to be written

  /// Holds all contacts.
  mutating func holdAll(_ real: SurfaceState) {
    for slot in slots.indices where real.ids[slot] >= 0 && !slots[slot].isPalm {
      hasChanges = hasChanges || slots[slot].role != .held
      slots[slot].role = .held
      slots[slot].wasHeld = true
    }
  }

  /// Gives all contacts back.
  /// - Parameter thumb: the slot of one that stays a palm.
  mutating func owe(but thumb: Int? = nil) {
    for slot in slots.indices where slots[slot].role == .held && slot != thumb {
      slots[slot].role = .owed
      hasChanges = true
    }
  }

  /// Gives back the palms in slots without a contact, which another program has left there.
  mutating func oweAbsent() {
    for slot in slots.indices where slots[slot].id < 0 && slots[slot].tool == EventCode.palm {
      slots[slot].role = .owed
    }
  }

  /// Appends the differences between what the kernel has and what it is to have; for a reader that tool types were
  /// hidden from, all tool types, unless this is a repetition.
  /// - Returns: true if there is one.
  mutating func appendDifferences(
    _ real: SurfaceState, at now: Timestamp, into events: inout [DeviceEvent]
  ) -> Bool {
    isRepetition = !hasChanges
    hasChanges = false
    let saysAll = areHidden && !isRepetition
    var isChanged = false
    // Drivers end with the last slot and begin with the first: from the last to the first, neither is announced again.
    for slot in slots.indices.reversed() {
      if slots[slot].isRepeated, real.ids[slot] < 0 {
        // The finger has lifted just before it landed once more.
        slots[slot].isRepeated = false
        events.append(.axis(EventCode.slot, Int32(slot), at: now))
        events.append(.axis(EventCode.trackingID, -1, at: now))
        isChanged = true
      }
      guard let tool = dueTool(of: slot, real, saysAll: saysAll) else { continue }
      if slots[slot].role == .owed { slots[slot].role = .driver }
      let isSaid = saysAll && slots[slot].tool == tool
      guard isSaid || slots[slot].tool != tool else { continue }
      slots[slot].tool = tool
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      // The kernel passes on what changes.
      if isSaid {
        let other = tool == EventCode.palm ? EventCode.finger : EventCode.palm
        events.append(.axis(EventCode.toolType, other, at: now))
      }
      events.append(.axis(EventCode.toolType, tool, at: now))
      isChanged = true
    }
    return isChanged
  }

  /// The tool type that the kernel is to have in a slot; nil if nothing is to be said of it.
  private func dueTool(of slot: Int, _ real: SurfaceState, saysAll: Bool) -> Int32? {
    switch slots[slot].role {
    case .driver: saysAll && real.ids[slot] >= 0 ? slots[slot].tool : nil
    // A contact that has come since has not been seen yet.
    case .held: slots[slot].id == real.ids[slot] && slots[slot].id >= 0 ? EventCode.palm : nil
    case .owed: EventCode.finger
    }
  }
}
