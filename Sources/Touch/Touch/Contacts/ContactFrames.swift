public import Time

/// The contacts of a touchpad: the kernel's events in, touch events out. It has no descriptor and no clock.
///
/// A contact is what libinput takes for a finger: palms and thumbs are never reported, or cancelled when they turn out
/// to be one. A contact whose landing was not seen is not reported either: a gesture could begin anywhere with it.
public struct ContactFrames: Sendable {
  /// The state of a slot as the kernel describes it.
  public struct Slot: Hashable, Sendable {
    /// The tracking id; -1 if there is no contact.
    public var id: Int32
    /// The position, in the device's units.
    public var x: Int32
    /// The same, downwards.
    public var y: Int32
    /// The pressure, in the device's units.
    public var pressure: Int32
    /// The length of the contact.
    public var major: Int32
    /// The width of the contact.
    public var minor: Int32
    /// True if the device takes the contact for a palm.
    public var isToolPalm: Bool

    /// The state of a slot; without arguments, that of one without a contact.
    public init(
      id: Int32 = -1, x: Int32 = 0, y: Int32 = 0, pressure: Int32 = 0, major: Int32 = 0, minor: Int32 = 0,
      isToolPalm: Bool = false
    ) {
      self.id = id
      self.x = x
      self.y = y
      self.pressure = pressure
      self.major = major
      self.minor = minor
      self.isToolPalm = isToolPalm
    }
  }

  /// The state of a touchpad as the kernel describes it.
  public struct State: Hashable, Sendable {
    /// The slots, by their numbers; those without a contact have the id -1.
    public var slots: [Slot]
    /// The slot that the next event describes.
    public var current: Int
    /// The keys for one finger, two, and so on, as bits 1 to 5.
    public var tools: UInt8 = 0
    /// True while the surface is touched.
    public var isTouched = false
    /// The buttons that are pressed: left, right and middle as bits 0 to 2.
    public var buttons: UInt8 = 0

    /// A state without pressed keys.
    public init(slots: [Slot], current: Int = 0) {
      self.slots = slots
      self.current = current
    }
  }

  /// The part of a contact's history that decides about it.
  private struct Contact {
    enum Phase {
      /// There is no contact.
      case none
      /// A contact that is too light for libinput.
      case hovering
      /// A contact that was reported.
      case finger
      /// A palm or a thumb, until it lifts.
      case palm
      /// Its landing was not seen.
      case unseen
    }

    var phase = Phase.none
    /// True if the kernel told something about it in this frame.
    var isChanged = false
    /// True if it lifted in this frame. The slot may have its successor already.
    var hasLifted = false
    var landed = Timestamp.zero
    /// The position of the landing.
    var start = (x: Int32(0), y: Int32(0))
    /// The values that were reported.
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
  }

  private let device: DeviceID
  private let surface: ContactSurface
  private let limits: ContactLimits
  private var state: State
  private var contacts: [Contact]
  private var fingers = 0
  private var isPressed = false
  private var isReported = false
  /// True if the keys or the slots of this frame changed.
  private var isChanged = false
  private var hasLanding = false
  /// True if the device reported the end of all touches in this frame.
  private var isReleased = false

  /// - Parameter state: the present state. Its contacts landed unseen.
  public init(_ surface: ContactSurface, _ limits: ContactLimits, of device: DeviceID, in state: State) {
    self.device = device
    self.surface = surface
    self.limits = limits
    self.state = state
    contacts = state.slots.map { Contact(phase: $0.id < 0 ? .none : .unseen) }
    fingers = count
    isPressed = state.buttons != 0
  }

  /// Takes an event of the kernel; reports the frame with its end (SYN_REPORT).
  public mutating func handle(
    type: UInt16, code: UInt16, value: Int32, at time: Timestamp, _ report: (consuming TouchEvent) -> Void
  ) {
    switch type {
    case EventCode.absolute: handleAxis(code, value)
    case EventCode.key: handleKey(code, isDown: value != 0)
    case EventCode.synchronization where code == EventCode.report: closeFrame(at: time, report)
    default: break
    }
  }

  /// Cancels all contacts: events were lost, or nothing is read any more. Those that stay down count as unseen.
  /// - Parameter state: the state after the loss.
  public mutating func cancel(in state: State, at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    for slot in contacts.indices where contacts[slot].phase == .finger { emit(.touchCancel(slot: slot), time, report) }
    self.state = state
    for slot in contacts.indices { contacts[slot] = Contact(phase: state.slots[slot].id < 0 ? .none : .unseen) }
    isChanged = false
    hasLanding = false
    isReleased = false
    reportKeys(at: time, report)
  }

  /// Cancels all contacts, for a device that is not read any more.
  public mutating func end(at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    cancel(in: State(slots: contacts.map { _ in Slot() }), at: time, report)
  }

  // MARK: Events

  private mutating func handleAxis(_ code: UInt16, _ value: Int32) {
    if code == EventCode.slot {
      state.current = Int(value)
      return
    }
    let slot = state.current
    guard contacts.indices.contains(slot) else { return }
    switch code {
    case EventCode.trackingID:
      if state.slots[slot].id >= 0, state.slots[slot].id != value { contacts[slot].hasLifted = true }
      state.slots[slot].id = value
    case EventCode.slotX: state.slots[slot].x = value
    case EventCode.slotY: state.slots[slot].y = value
    case EventCode.slotPressure: state.slots[slot].pressure = value
    case EventCode.touchMajor: state.slots[slot].major = value
    case EventCode.touchMinor: state.slots[slot].minor = value
    case EventCode.toolType: state.slots[slot].isToolPalm = value == EventCode.palm
    default: return
    }
    contacts[slot].isChanged = true
    isChanged = true
  }

  private mutating func handleKey(_ code: UInt16, isDown: Bool) {
    if let bit = State.tool(code) {
      state.tools.set(bit, to: isDown)
    } else if let bit = State.button(code) {
      state.buttons.set(bit, to: isDown)
    } else if code == EventCode.touch {
      if state.isTouched, !isDown { isReleased = true }
      state.isTouched = isDown
    } else {
      return
    }
    isChanged = true
  }

  // MARK: Frames

  private mutating func closeFrame(at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    guard isChanged else { return }
    isChanged = false
    for slot in contacts.indices where contacts[slot].isChanged { update(slot, at: time, report) }
    // The kernel releases the keys when it suspends a device, and may leave its contacts.
    if isReleased {
      isReleased = false
      for slot in contacts.indices where contacts[slot].phase == .finger {
        contacts[slot].phase = .unseen
        emit(.touchCancel(slot: slot), time, report)
      }
    }
    if hasLanding {
      hasLanding = false
      cancelRestingThumb(at: time, report)
    }
    reportKeys(at: time, report)
  }

  private mutating func update(_ slot: Int, at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    let now = state.slots[slot]
    contacts[slot].isChanged = false
    if contacts[slot].hasLifted {
      if contacts[slot].phase == .finger {
        emit(now.isToolPalm ? .touchCancel(slot: slot) : .touchUp(slot: slot), time, report)
      }
      contacts[slot] = Contact()
    }
    guard now.id >= 0 else { return }
    switch contacts[slot].phase {
    case .none, .hovering:
      guard !isPalm(now) else {
        contacts[slot].phase = .palm
        return
      }
      guard hasLanded(now) else {
        contacts[slot].phase = .hovering
        return
      }
      contacts[slot] = Contact(
        phase: .finger, landed: time, start: (now.x, now.y), x: now.x, y: now.y, pressure: now.pressure)
      hasLanding = true
      emit(.touchDown(slot: slot, surface.position(now.x, now.y)), time, report)
      reportPressure(of: slot, at: time, report)
    case .finger:
      if isPalm(now) {
        contacts[slot].phase = .palm
        emit(.touchCancel(slot: slot), time, report)
      } else if isLifting(now) {
        contacts[slot].phase = .hovering
        emit(.touchUp(slot: slot), time, report)
      } else {
        follow(slot, at: time, report)
      }
    case .palm, .unseen: break
    }
  }

  /// Reports what has changed of a finger that stays down.
  private mutating func follow(_ slot: Int, at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    let now = state.slots[slot]
    if contacts[slot].x != now.x || contacts[slot].y != now.y {
      (contacts[slot].x, contacts[slot].y) = (now.x, now.y)
      emit(.touchMotion(slot: slot, surface.position(now.x, now.y)), time, report)
    }
    if contacts[slot].pressure != now.pressure {
      contacts[slot].pressure = now.pressure
      reportPressure(of: slot, at: time, report)
    }
  }

  private mutating func reportPressure(
    of slot: Int, at time: Timestamp, _ report: (consuming TouchEvent) -> Void
  ) {
    guard let pressure = surface.pressure else { return }
    emit(.touchPressure(slot: slot, pressure.share(contacts[slot].pressure)), time, report)
  }

  /// Reports the number of fingers and the button if they changed, and ends the frame.
  private mutating func reportKeys(at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    let count = count
    if count != fingers {
      fingers = count
      emit(.fingerCount(count), time, report)
    }
    if (state.buttons != 0) != isPressed {
      isPressed = state.buttons != 0
      emit(.button(isPressed: isPressed), time, report)
    }
    guard isReported else { return }
    emit(.touchFrame, time, report)
    isReported = false
  }

  private mutating func emit(_ kind: TouchEvent.Kind, _ time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    isReported = true
    var event = TouchEvent(time: time, device: device, kind: kind)
    event.round()
    report(consume event)
  }

  /// The number of fingers on the surface. Slots may be too few for them, so the device's own count is valid as well;
  /// that includes palms. Without slots it is the only one, and valid while the surface is touched: some devices keep
  /// the key of one finger.
  private var count: Int {
    let tools = state.tools == 0 ? 0 : 7 - state.tools.leadingZeroBitCount
    guard !contacts.isEmpty else { return surface.hasTouchKey && !state.isTouched ? 0 : tools }
    var tracked = 0
    var others = 0
    for contact in contacts {
      switch contact.phase {
      case .none: break
      case .finger, .unseen: tracked += 1
      case .palm, .hovering: others += 1
      }
    }
    return max(tools - others, tracked)
  }

  // MARK: Palms and thumbs

  private func hasLanded(_ slot: Slot) -> Bool {
    if let size = limits.touchSize {
      return slot.major > size.high && slot.minor > size.low || slot.major > size.low && slot.minor > size.high
    }
    if let pressure = limits.touchPressure { return slot.pressure >= pressure.high || hasTooFewSlots }
    return true
  }

  private func isLifting(_ slot: Slot) -> Bool {
    if let size = limits.touchSize { return slot.major < size.low || slot.minor < size.low }
    if let pressure = limits.touchPressure { return slot.pressure < pressure.low && !hasTooFewSlots }
    return false
  }

  /// True if more fingers are down than slots exist. Their pressure is then ignored (tp_unhover_pressure).
  private var hasTooFewSlots: Bool { Int(state.tools) >> (contacts.count + 1) != 0 }

  private func isPalm(_ slot: Slot) -> Bool {
    if slot.isToolPalm { return true }
    if let limit = limits.palmPressure, slot.pressure > limit { return true }
    if let limit = limits.palmSize, slot.major > limit || slot.minor > limit { return true }
    if let limit = limits.thumbSize, limits.thumbLine != nil, slot.major > limit,
      Double(slot.minor) < Double(limit) * 0.6
    {
      return true
    }
    if let limit = limits.thumbPressure, let line = limits.thumbLine, slot.pressure > limit, slot.y > line {
      return true
    }
    return false
  }

  /// Cancels the thumb that rests at the bottom of a clickpad while another finger lands, or that lands there to click
  /// while one is down: the lowest contact, below the line for thumbs, apart in time from the others and more than 25
  /// mm below the next one (tp_thumb_update_multifinger). A thumb that moves is a finger.
  private mutating func cancelRestingThumb(at time: Timestamp, _ report: (consuming TouchEvent) -> Void) {
    guard let line = limits.thumbLine, let height = surface.size?.height else { return }
    var lowest: Int?
    var next: Int?
    for slot in contacts.indices where contacts[slot].phase == .finger {
      if lowest.map({ contacts[slot].y > contacts[$0].y }) ?? true {
        next = lowest
        lowest = slot
      } else if next.map({ contacts[slot].y > contacts[$0].y }) ?? true {
        next = slot
      }
    }
    guard let lowest, let next, contacts[lowest].y > line, contacts[lowest].start.y > line else { return }
    func millimetres(_ share: Double) -> Double { share * height }
    let below = surface.y.share(contacts[lowest].y) - surface.y.share(contacts[next].y)
    let landings = contacts.lazy.filter { $0.phase == .finger }.map(\.landed)
    let apart = max(time - contacts[lowest].landed, contacts[lowest].landed - (landings.min() ?? time))
    guard millimetres(below) > 25, apart >= .milliseconds(100) else { return }
    contacts[lowest].phase = .palm
    emit(.touchCancel(slot: lowest), time, report)
  }
}

extension ContactFrames.State {
  /// The bit of a key for a number of fingers: that number.
  public static func tool(_ code: UInt16) -> Int? { EventCode.fingers(code) }

  /// The bit of a button.
  public static func button(_ code: UInt16) -> Int? {
    switch code {
    case EventCode.leftButton: 0
    case EventCode.rightButton: 1
    case EventCode.middleButton: 2
    default: nil
    }
  }
}

extension UInt8 {
  /// Sets or clears a bit.
  fileprivate mutating func set(_ bit: Int, to isSet: Bool) {
    if isSet { self |= 1 << bit } else { self &= ~(1 << bit) }
  }
}
