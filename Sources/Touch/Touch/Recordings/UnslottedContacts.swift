/// The contacts of a touchscreen that uses the kernel's protocol without slots (the kernel's documentation,
/// "Multi-touch Protocol", type A): each frame lists the positions of all contacts, in any order, and each contact ends
/// with SYN_MT_REPORT.
///
///     ABS_MT_POSITION_X 100, ABS_MT_POSITION_Y 200, SYN_MT_REPORT, …, SYN_REPORT
///
/// A contact is followed from frame to frame by its tracking id where the device reports ids, otherwise by position, as
/// mtdev does, by which libinput reads such devices.
struct UnslottedContacts {
  /// A contact of one frame.
  struct Contact {
    var x: Double?
    var y: Double?
    var id: Double?
    var isPalm = false

    var isPlaced: Bool { x != nil && y != nil }
  }

  /// More contacts than a device reports without slots.
  private static let mostContacts = 16

  /// The contacts of the present frame.
  private var contacts: [Contact] = []
  private var next = Contact()
  private var hasReport = false
  private var isReleased = false
  /// The previous frame: the slot and the last state of each contact.
  private var known: [(slot: Int, contact: Contact)] = []
  /// True once the device has ended a contact in this way.
  private(set) var isUsed = false

  /// Takes an event other than SYN_REPORT.
  mutating func take(type: Int, code: Int, value: Double) {
    switch (UInt16(clamping: type), UInt16(clamping: code)) {
    case (EventCode.synchronization, EventCode.contactReport): endContact()
    case (EventCode.absolute, EventCode.slotX): next.x = value
    case (EventCode.absolute, EventCode.slotY): next.y = value
    case (EventCode.absolute, EventCode.trackingID): next.id = value
    case (EventCode.absolute, EventCode.toolType): next.isPalm = value == Double(EventCode.palm)
    case (EventCode.key, EventCode.touch): isReleased = value == 0
    default: break
    }
  }

  private mutating func endContact() {
    isUsed = true
    hasReport = true
    if next.isPlaced, contacts.count < Self.mostContacts { contacts.append(next) }
    next = Contact()
  }

  /// Ends a frame. Returns the contact of each slot that is in use; nil for a frame that says nothing about contacts.
  mutating func endFrame() -> [Int: Contact]? {
    defer { (contacts, next, hasReport, isReleased) = ([], Contact(), false, false) }
    // The last SYN_MT_REPORT may be missing on devices that report BTN_TOUCH.
    if isUsed, next.isPlaced { endContact() }
    guard isUsed, hasReport || isReleased else { return nil }
    let matches = matches()
    var slots: [Int: Contact] = [:]
    for (contact, earlier) in zip(contacts, matches) {
      if let earlier { slots[known[earlier].slot] = contact }
    }
    for (contact, earlier) in zip(contacts, matches) where earlier == nil {
      // Not the slot of a contact that lifts in this frame.
      let used = Set(slots.keys).union(known.map(\.slot))
      if let free = (0...used.count).first(where: { !used.contains($0) }) { slots[free] = contact }
    }
    known = slots.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return slots
  }

  /// For each contact of the frame, the index of the same one in the previous frame; nil for one that has landed.
  private func matches() -> [Int?] {
    let ids = contacts.compactMap(\.id)
    if ids.count == contacts.count, Set(ids).count == ids.count {
      return contacts.map { contact in known.firstIndex { $0.contact.id == contact.id } }
    }
    // The assignment with the least sum of squared distances, by exchanges of two. Indices beyond the contacts stand
    // for none, at no distance.
    let count = max(contacts.count, known.count)
    var matches = Array(0..<count)
    func cost(_ contact: Int, _ earlier: Int) -> Double {
      guard contact < contacts.count, earlier < known.count else { return 0 }
      let (one, other) = (contacts[contact], known[earlier].contact)
      let dx = (one.x ?? 0) - (other.x ?? 0)
      let dy = (one.y ?? 0) - (other.y ?? 0)
      return dx * dx + dy * dy
    }
    var isImproved = true
    while isImproved {
      isImproved = false
      for one in 0..<count {
        for other in 0..<one
        where cost(one, matches[other]) + cost(other, matches[one])
          < cost(one, matches[one]) + cost(other, matches[other])
        {
          matches.swapAt(one, other)
          isImproved = true
        }
      }
    }
    return contacts.indices.map { matches[$0] < known.count ? matches[$0] : nil }
  }
}
