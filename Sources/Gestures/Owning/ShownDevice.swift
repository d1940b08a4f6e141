internal import Time
internal import Touch

/// The device that the desktop sees: its state, and the events that change it.
///
/// Both states are kept, and the difference is written, each value with its slot: the kernel reports only changed
/// values, so that a copied stream would be wrong after each contact that was left out of it. Events are copied only
/// while both states are the same.
struct ShownDevice: Sendable {
  /// The visibility of a slot.
  enum Visibility: Hashable, Sendable {
    /// The slot shows no contact.
    case hidden
    /// The slot shows the real contact.
    case shown
    /// The slot shows a contact that stays where it is.
    case frozen
  }

  private let surface: OwnedSurface
  private let toolAxis: Int
  private(set) var state: SurfaceState
  /// The real contact that each slot shows, by its tracking id; -1 if none.
  private var sources: [Int32]
  private var nextID: Int32 = 0
  private var isChanged = false

  init(of surface: OwnedSurface) {
    self.surface = surface
    toolAxis = surface.contactAxes.firstIndex(of: EventCode.toolType) ?? 0
    state = SurfaceState(of: surface)
    sources = Array(repeating: -1, count: surface.slots)
  }

  /// The number of contacts that are down.
  var count: Int {
    var count = 0
    for id in state.ids where id >= 0 { count += 1 }
    return count
  }

  /// True if everything that is down on the real device is shown as it is, so that its next events may be copied.
  func isMirror(of real: SurfaceState, _ visible: [Visibility]) -> Bool {
    let axes = surface.contactAxes.count
    for slot in state.ids.indices {
      guard state.ids[slot] >= 0 || real.ids[slot] >= 0 else { continue }
      guard state.ids[slot] >= 0, visible[slot] == .shown, sources[slot] == real.ids[slot] else { return false }
      for index in slot * axes..<(slot + 1) * axes where state.values[index] != real.values[index] { return false }
    }
    // Contacts that were withheld may be shown in another order than they landed.
    return state.axes == real.axes && state.keys == real.keys && Self.oldest(of: state) == Self.oldest(of: real)
  }

  /// Takes the value of an axis that was copied from the real device.
  mutating func mirror(_ axis: OwnedSurface.Axis, _ value: Int32) {
    state.set(axis, to: value, axesPerContact: surface.contactAxes.count)
  }

  // MARK: Writing

  /// Writes the difference to the real device, as far as it is visible.
  /// - Parameters:
  ///   - suppressed: the buttons that count as released.
  ///   - holdsButtons: true to leave the buttons as they are.
  ///   - isOther: true if the contacts are not the real ones.
  ///   - timestamp: the device's own time of the frame, if it reports one.
  mutating func show(
    _ real: SurfaceState, _ visible: [Visibility], suppressed: [Bool], holdsButtons: Bool = false,
    isOther: Bool = false, timestamp: Int32? = nil, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    var isPartial = isOther
    for slot in state.ids.indices {
      switch visible[slot] {
      case .hidden: if real.ids[slot] >= 0 { isPartial = true }
      case .shown: break
      case .frozen: isPartial = true
      }
    }
    // A slot's next contact gets a frame of its own.
    if liftGone(real, visible, at: time, into: &events) {
      showKeys(real, isPartial: true, suppressed: suppressed, holdsButtons: true, at: time, into: &events)
      close(at: time, into: &events)
    }
    for slot in state.ids.indices where visible[slot] == .shown && real.ids[slot] >= 0 {
      if state.ids[slot] < 0 { land(slot, real, as: real.ids[slot], at: time, into: &events) }
      showValues(of: slot, real, at: time, into: &events)
    }
    showKeys(
      real, isPartial: isPartial, suppressed: suppressed, holdsButtons: holdsButtons, at: time, into: &events)
    showAxes(real, at: time, into: &events)
    if let timestamp, isChanged {
      events.append(.init(time: time, type: EventCode.miscellaneous, code: EventCode.timestamp, value: timestamp))
    }
    close(at: time, into: &events)
  }

  /// Lifts the contacts that are shown and no longer to be.
  /// - Returns: true if another one is to be shown in the slot of one of them.
  private mutating func liftGone(
    _ real: SurfaceState, _ visible: [Visibility], at time: Timestamp, into events: inout [DeviceEvent]
  ) -> Bool {
    var isReplaced = false
    for slot in state.ids.indices where state.ids[slot] >= 0 {
      let isKept =
        switch visible[slot] {
        case .hidden: false
        case .shown: sources[slot] == real.ids[slot]
        case .frozen: true
        }
      guard !isKept else { continue }
      lift(slot, at: time, into: &events)
      if visible[slot] == .shown, real.ids[slot] >= 0 { isReplaced = true }
    }
    return isReplaced
  }

  /// Cancels contacts: they become palms, and then lift.
  ///
  /// On a clickpad where libinput ignores palms, the button is pressed and released within one frame: libinput ends the
  /// tap, and reports no click, because it compares the buttons at the ends of frames.
  /// - Parameter slots: true for the slots of these contacts; nil for all.
  mutating func cancel(
    _ real: SurfaceState, slots: [Bool]? = nil, suppressed: [Bool], at time: Timestamp,
    into events: inout [DeviceEvent]
  ) {
    for slot in state.ids.indices where state.ids[slot] >= 0 && slots?[slot] != false {
      select(slot, at: time, into: &events)
      setValue(toolAxis, of: slot, to: EventCode.palm, at: time, into: &events)
    }
    if surface.ignoresPalms, slots == nil, count > 0,
      let button = surface.keys.firstIndex(of: EventCode.leftButton), !state.keys[button]
    {
      for value in [Int32(1), 0] { emit(EventCode.key, EventCode.leftButton, value, at: time, into: &events) }
    }
    close(at: time, into: &events)
    for slot in state.ids.indices where state.ids[slot] >= 0 && slots?[slot] != false {
      lift(slot, at: time, into: &events)
    }
    guard isChanged else { return }
    showKeys(real, isPartial: true, suppressed: suppressed, holdsButtons: true, at: time, into: &events)
    close(at: time, into: &events)
  }

  /// The number of frames of `tap`.
  static let tapFrames = 2

  /// Shows a tap of contacts that have lifted.
  /// - Parameter slots: true for each slot that had one.
  mutating func tap(_ real: SurfaceState, slots: [Bool], at time: Timestamp, into events: inout [DeviceEvent]) {
    for slot in state.ids.indices where slots[slot] && state.ids[slot] < 0 {
      land(slot, real, as: -1, at: time, into: &events)
      showValues(of: slot, real, at: time, into: &events)
    }
    showKeys(real, isPartial: true, suppressed: [], holdsButtons: true, at: time, into: &events)
    showAxes(real, at: time, into: &events)
    close(at: time, into: &events)
    for slot in state.ids.indices where slots[slot] && state.ids[slot] >= 0 { lift(slot, at: time, into: &events) }
    showKeys(real, isPartial: true, suppressed: [], holdsButtons: true, at: time, into: &events)
    close(at: time, into: &events)
  }

  private mutating func land(
    _ slot: Int, _ real: SurfaceState, as id: Int32, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    select(slot, at: time, into: &events)
    // First: on touchscreens, libinput takes a contact for a palm if its slot has that tool when the contact begins.
    let tool = real.values[slot * surface.contactAxes.count + toolAxis]
    setValue(toolAxis, of: slot, to: tool, at: time, into: &events)
    state.ids[slot] = nextID
    sources[slot] = id
    // The kernel's own range of tracking ids.
    nextID = (nextID + 1) & 0xffff
    emit(EventCode.absolute, EventCode.trackingID, state.ids[slot], at: time, into: &events)
  }

  private mutating func lift(_ slot: Int, at time: Timestamp, into events: inout [DeviceEvent]) {
    select(slot, at: time, into: &events)
    state.ids[slot] = -1
    sources[slot] = -1
    emit(EventCode.absolute, EventCode.trackingID, -1, at: time, into: &events)
  }

  private mutating func showValues(
    of slot: Int, _ real: SurfaceState, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    for axis in surface.contactAxes.indices {
      let value = real.values[slot * surface.contactAxes.count + axis]
      setValue(axis, of: slot, to: value, at: time, into: &events)
    }
  }

  private mutating func setValue(
    _ axis: Int, of slot: Int, to value: Int32, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    let index = slot * surface.contactAxes.count + axis
    guard state.values[index] != value else { return }
    select(slot, at: time, into: &events)
    state.values[index] = value
    emit(EventCode.absolute, surface.contactAxes[axis], value, at: time, into: &events)
  }

  /// The touch keys follow the contacts that are shown, and the real keys if all are: a device may count more fingers
  /// than it tracks.
  private mutating func showKeys(
    _ real: SurfaceState, isPartial: Bool, suppressed: [Bool], holdsButtons: Bool, at time: Timestamp,
    into events: inout [DeviceEvent]
  ) {
    let count = count
    for (index, code) in surface.keys.enumerated() {
      let isDown: Bool
      if code == EventCode.touch {
        isDown = isPartial ? count > 0 : real.keys[index]
      } else if let fingers = EventCode.fingers(code) {
        isDown = isPartial ? min(count, EventCode.mostFingers) == fingers : real.keys[index]
      } else if holdsButtons {
        isDown = state.keys[index]
      } else {
        isDown = real.keys[index] && !suppressed[index]
      }
      guard isDown != state.keys[index] else { continue }
      state.keys[index] = isDown
      emit(EventCode.key, code, isDown ? 1 : 0, at: time, into: &events)
    }
  }

  /// The axes of a device with a single contact follow the oldest one, as the kernel's own emulation does.
  private mutating func showAxes(_ real: SurfaceState, at time: Timestamp, into events: inout [DeviceEvent]) {
    let oldest = Self.oldest(of: state)
    for (index, code) in surface.axes.enumerated() {
      let source: UInt16? =
        switch code {
        case EventCode.x: EventCode.slotX
        case EventCode.y: EventCode.slotY
        case EventCode.pressure: EventCode.slotPressure
        default: nil
        }
      var value = real.axes[index]
      if let source, let axis = surface.contactAxes.firstIndex(of: source) {
        value = oldest.map { state.values[$0 * surface.contactAxes.count + axis] } ?? state.axes[index]
        if oldest == nil, code == EventCode.pressure { value = 0 }
      }
      guard state.axes[index] != value else { continue }
      state.axes[index] = value
      emit(EventCode.absolute, code, value, at: time, into: &events)
    }
  }

  /// The slot of the contact that landed first; nil without contacts.
  private static func oldest(of state: SurfaceState) -> Int? {
    var oldest: Int?
    for slot in state.ids.indices where state.ids[slot] >= 0 {
      // The kernel's tracking ids begin again after 0xffff.
      if let other = oldest, (state.ids[slot] - state.ids[other]) & 0xffff < 0x8000 { continue }
      oldest = slot
    }
    return oldest
  }

  private mutating func select(_ slot: Int, at time: Timestamp, into events: inout [DeviceEvent]) {
    guard state.current != slot else { return }
    state.current = slot
    emit(EventCode.absolute, EventCode.slot, Int32(slot), at: time, into: &events)
  }

  private mutating func emit(
    _ type: UInt16, _ code: UInt16, _ value: Int32, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    isChanged = true
    events.append(DeviceEvent(time: time, type: type, code: code, value: value))
  }

  private mutating func close(at time: Timestamp, into events: inout [DeviceEvent]) {
    guard isChanged else { return }
    isChanged = false
    events.append(.end(at: time))
  }
}
