/// The touches in the kernel's events of one touchscreen. Positions are those that libinput reports for the device.
struct KernelTouches {
  /// The ways in which a touchscreen reports contacts.
  private enum Form {
    /// The kernel's protocol with slots (the kernel's documentation, "Multi-touch Protocol", type B).
    case slots
    /// The protocol without slots, as soon as the device has used it.
    case unslotted
    /// One contact: ABS_X, ABS_Y and BTN_TOUCH.
    case single
  }

  /// The range of an axis, and its units per millimetre; 0 if they are unknown.
  struct Axis {
    var least: Double
    var most: Double
    var resolution: Double

    init?(_ numbers: [Double]) {
      guard numbers.count >= 2, numbers[1] > numbers[0], numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
      (least, most) = (numbers[0], numbers[1])
      resolution = numbers.count >= 5 && numbers[4] >= 1 ? numbers[4] : 0
    }
  }

  private struct Slot {
    var isDown = false
    /// True if its landing was reported and its lift was not.
    var isReported = false
    var isChanged = false
    /// True if it lifted in this frame; another contact may follow in the same frame.
    var hasLifted = false
    var isPalm = false
    var x = 0.0
    var y = 0.0
  }

  let x: Axis
  let y: Axis
  private let form: Form
  private var slots: [Slot] = []
  private var current = 0
  private var unslotted = UnslottedContacts()

  /// The touches of a touchscreen; nil if its description has no contacts.
  init?(_ description: RecordedContacts.Description) {
    let axes = description.axes
    if let x = axes[Int(EventCode.slotX)], let y = axes[Int(EventCode.slotY)] {
      (self.x, self.y) = (x, y)
      form = axes[Int(EventCode.slot)] == nil ? .unslotted : .slots
    } else if let x = axes[Int(EventCode.x)], let y = axes[Int(EventCode.y)],
      description.keys.contains(Int(EventCode.touch)), !description.keys.contains(Int(EventCode.penTool))
    {
      (self.x, self.y) = (x, y)
      form = .single
    } else {
      return nil
    }
    size = Self.size(x, y, .touchscreen)
  }

  /// The size of the device; nil if it does not report a sensible one.
  let size: Size?

  /// The size of a device with these axes; nil if one of them has no resolution, or if it is absurd. A resolution of 1
  /// is none: libinput writes it where the kernel gives none (`EVDEV_FAKE_RESOLUTION`), and takes it for none.
  static func size(_ x: Axis, _ y: Axis, _ kind: Device.Kind) -> Size? {
    guard x.resolution > 1, y.resolution > 1 else { return nil }
    let size = Size(width: (x.most - x.least) / x.resolution, height: (y.most - y.least) / y.resolution)
    return size?.isPossible(for: kind) == true ? size : nil
  }

  /// Takes an event. Returns the touches of a frame at its end, otherwise nothing.
  mutating func take(type: Int, code: Int, value: Double) -> [TouchEvent.Kind] {
    if type == EventCode.synchronization, code == EventCode.report { return endFrame() }
    switch form {
    case .single:
      takeSingle(type: type, code: code, value: value)
      return []
    case .unslotted:
      unslotted.take(type: type, code: code, value: value)
      if unslotted.isUsed { return [] }
    case .slots: break
    }
    guard type == EventCode.absolute else { return [] }
    if code == EventCode.slot {
      current = (0..<Double(Recording.mostSlots)).contains(value) ? Int(value) : Recording.mostSlots
      return []
    }
    guard current < Recording.mostSlots else { return [] }
    while slots.count <= current { slots.append(Slot()) }
    switch UInt16(exactly: code) {
    case EventCode.trackingID:
      slots[current].hasLifted = slots[current].hasLifted || slots[current].isReported
      slots[current].isDown = value >= 0
      slots[current].isPalm = false
    case EventCode.slotX: slots[current].x = value
    case EventCode.slotY: slots[current].y = value
    case EventCode.toolType: slots[current].isPalm = value == Double(EventCode.palm)
    default: return []
    }
    slots[current].isChanged = true
    return []
  }

  /// Takes an event of a device with one contact.
  private mutating func takeSingle(type: Int, code: Int, value: Double) {
    if slots.isEmpty { slots.append(Slot()) }
    switch (UInt16(clamping: type), UInt16(clamping: code)) {
    case (EventCode.key, EventCode.touch):
      slots[0].hasLifted = slots[0].hasLifted || slots[0].isReported && value == 0
      slots[0].isDown = value != 0
    case (EventCode.absolute, EventCode.x): slots[0].x = value
    case (EventCode.absolute, EventCode.y): slots[0].y = value
    default: return
    }
    slots[0].isChanged = true
  }

  /// Gives the contacts of a frame without slots to slots.
  private mutating func assignSlots() {
    guard let contacts = unslotted.endFrame() else { return }
    while slots.count <= contacts.keys.max() ?? 0 { slots.append(Slot()) }
    for index in slots.indices {
      var slot = slots[index]
      let contact = contacts[index]
      slot.isDown = contact != nil
      slot.hasLifted = contact == nil && slot.isReported
      slot.isPalm = contact?.isPalm ?? false
      let place = (contact?.x ?? slot.x, contact?.y ?? slot.y)
      slot.isChanged = slot.hasLifted || slot.isDown && (!slot.isReported || slot.isPalm || place != (slot.x, slot.y))
      (slot.x, slot.y) = place
      slots[index] = slot
    }
  }

  private mutating func endFrame() -> [TouchEvent.Kind] {
    if form == .unslotted { assignSlots() }
    var kinds: [TouchEvent.Kind] = []
    for index in slots.indices where slots[index].isChanged {
      var slot = slots[index]
      if slot.hasLifted || slot.isReported && slot.isPalm {
        kinds.append(slot.hasLifted ? .touchUp(slot: index) : .touchCancel(slot: index))
        slot.isReported = false
      }
      if slot.isDown, !slot.isPalm {
        let point = point(slot)
        kinds.append(slot.isReported ? .touchMotion(slot: index, point) : .touchDown(slot: index, point))
        slot.isReported = true
      }
      (slot.isChanged, slot.hasLifted) = (false, false)
      slots[index] = slot
    }
    return kinds.isEmpty ? [] : kinds + [.touchFrame]
  }

  /// In millimetres, or as a share of a device without a size.
  private func point(_ slot: Slot) -> Point {
    guard size != nil else {
      return Point(x: (slot.x - x.least) / (x.most - x.least + 1), y: (slot.y - y.least) / (y.most - y.least + 1))
    }
    return Point(x: (slot.x - x.least) / x.resolution, y: (slot.y - y.least) / y.resolution)
  }
}
