internal import CLibevdev
internal import Glibc
internal import Linux
internal import Owning
internal import Time
internal import Touch

/// A device that is owned, or is about to be: the decision what others see of it, and two clones.
///
///     device ── grabbed ──▶ this ──▶ shown clone ──▶ compositor
///                            └─────▶ private clone ── grabbed ──▶ libinput of this program
///
/// libinput must see the gestures that the compositor must not, so it cannot read the shown clone; and the grabbed
/// device has only one reader, which must be this one. The private clone shows everything, and nobody else receives its
/// events. So the gestures are recognised exactly as without owning, and a frame is recognised before it is shown.
final class DeviceOwner {
  /// The stages of a take-over.
  enum Stage: Hashable {
    /// Waits for udev to initialise the clones.
    case made(until: Timestamp)
    /// Waits for the compositor to open its clone.
    case settling(until: Timestamp)
    /// Waits until nothing is down.
    case ready
    /// The device is grabbed.
    case owning
    /// The device is given back once nothing is down.
    case leaving
  }

  /// The longest wait for udev.
  static let patience = Duration.seconds(5)
  /// The time until the compositor has opened a device that udev has initialised: sway lists one 375 ms after it was
  /// made.
  static let settling = Duration.milliseconds(500)

  let shown: CloneDevice
  let copy: CloneDevice
  let slots: Int
  var stage: Stage
  private let surface: OwnedSurface
  private var ownership: Ownership
  /// The private clone's: it passes everything.
  private var passing: Ownership
  private var events: [DeviceEvent] = []
  private var unseen: Set<String>
  /// The time for which five fingers rest to give the device back.
  var panicTime: Duration { didSet { ownership.panicTime = panicTime } }

  /// Makes the clones of the device that `reader` reads.
  /// - Throws: `SystemError`: EOPNOTSUPP for a device that does not track each finger.
  init(_ reader: ContactReader, _ kind: Device.Kind, size: Size?, panicTime: Duration, now: Timestamp)
    throws(SystemError)
  {
    guard let surface = Self.surface(reader.evdev, kind, size) else {
      throw SystemError("EVIOCGRAB", path: reader.path, code: EOPNOTSUPP)
    }
    self.surface = surface
    self.panicTime = panicTime
    slots = surface.slots
    shown = try CloneDevice(of: reader.path, isPrivate: false)
    copy = try CloneDevice(of: reader.path, isPrivate: true)
    ownership = Ownership(surface)
    passing = Ownership(surface)
    events.reserveCapacity(1024)
    unseen = [shown.node, copy.node]
    stage = .made(until: now + Self.patience)
  }

  /// Notes that udev has initialised a device.
  func notice(_ node: String, at now: Timestamp) {
    guard unseen.remove(node) != nil, unseen.isEmpty, case .made = stage else { return }
    stage = .settling(until: now + Self.settling)
  }

  /// The next time at which passing time alone matters.
  var deadline: Timestamp? {
    switch stage {
    case .made(let until): until
    case .settling(let until): until
    case .ready: nil
    case .owning, .leaving: ownership.deadline
    }
  }

  /// True if the device is grabbed.
  var isOwning: Bool {
    switch stage {
    case .owning, .leaving: true
    case .made, .settling, .ready: false
    }
  }

  /// True if nothing is down, nor shown as down.
  var isAtRest: Bool { ownership.isAtRest }
  /// True if the user has asked for the device with five resting fingers.
  var isPanic: Bool { ownership.isPanic }

  /// Begins with the present state of the device, which nothing touches.
  func begin(_ evdev: OpaquePointer) {
    let state = state(of: evdev)
    ownership = Ownership(surface, state: state, panicTime: panicTime)
    passing = Ownership(surface, state: state)
    stage = .owning
  }

  // MARK: Events

  /// Shows a frame to the desktop, unless the rules are to decide about it first.
  /// - Parameter frame: its events, after a spare one.
  /// - Returns: false if the rules are: `writeShown` is next.
  /// - Throws: `SystemError`.
  func show(
    _ frame: UnsafeMutableBufferPointer<input_event>, at time: Timestamp, changesOnlyAxes: Bool
  ) throws(SystemError) -> Bool {
    if changesOnlyAxes, ownership.copies {
      try shown.write(Self.copied(frame, ownership.copiedSlot, at: time))
      for event in frame.dropFirst() {
        ownership.mirror(type: event.type, code: event.code, value: event.value)
      }
      ownership.closeCopy(at: time)
      return true
    }
    for event in frame.dropFirst() {
      ownership.handle(type: event.type, code: event.code, value: event.value)
    }
    guard ownership.passes else { return false }
    try writeShown(at: time, claim: .none)
    return true
  }

  /// Writes a frame to the private clone, with the present time. See `show`.
  /// - Throws: `SystemError`.
  func writeCopy(
    _ frame: UnsafeMutableBufferPointer<input_event>, at now: Timestamp, changesOnlyAxes: Bool
  ) throws(SystemError) {
    guard changesOnlyAxes, passing.copies else {
      for event in frame.dropFirst() { passing.handle(type: event.type, code: event.code, value: event.value) }
      return try writeCopy(at: now)
    }
    for index in frame.indices.dropFirst() {
      frame[index] = sleight_event(now.microseconds, frame[index].type, frame[index].code, frame[index].value)
    }
    try copy.write(Self.copied(frame, passing.copiedSlot, at: now))
    // Nothing is decided here: `close` would change nothing.
    for event in frame.dropFirst() { passing.mirror(type: event.type, code: event.code, value: event.value) }
  }

  /// The events to be copied: those of the frame, after their slot if necessary.
  private static func copied(
    _ frame: UnsafeMutableBufferPointer<input_event>, _ slot: Int?, at time: Timestamp
  ) -> UnsafeMutableBufferPointer<input_event> {
    guard let slot else { return .init(rebasing: frame[1...]) }
    frame[0] = sleight_event(time.microseconds, EventCode.absolute, EventCode.slot, Int32(slot))
    return frame
  }

  func replaceState(with evdev: OpaquePointer) {
    let state = state(of: evdev)
    ownership.replace(with: state)
    passing.replace(with: state)
  }

  /// Writes a frame to the private clone.
  /// - Throws: `SystemError`.
  func writeCopy(at time: Timestamp) throws(SystemError) {
    passing.close(at: time, claim: .none, into: &events)
    try flush(to: copy)
  }

  /// Writes what the desktop sees of a frame.
  /// - Throws: `SystemError`.
  func writeShown(at time: Timestamp, claim: TouchClaim) throws(SystemError) {
    ownership.close(at: time, claim: claim, into: &events)
    try flush(to: shown)
    if ownership.isDrainNew { ownership.begin(drainAt: .now) }
  }

  /// Writes what passing time alone decides.
  /// - Throws: `SystemError`.
  func expire(at now: Timestamp) throws(SystemError) {
    guard let due = ownership.deadline, due <= now else { return }
    ownership.expire(at: now, into: &events)
    try flush(to: shown)
  }

  /// Shows the desktop what follows from a claim that has changed without a frame: by passing time, or by an answer
  /// that the rules waited for.
  /// - Throws: `SystemError`.
  func update(_ claim: TouchClaim, at now: Timestamp) throws(SystemError) {
    if isOwning, ownership.isOutdated(claim) { try writeShown(at: now, claim: claim) }
  }

  /// Lifts everything that the desktop sees.
  func release(at now: Timestamp) {
    ownership.release(at: now, into: &events)
    try? flush(to: shown)
  }

  /// Gives the device back to its other readers.
  func giveBack(_ reader: ContactReader) {
    reader.giveBack(contactAxes: surface.contactAxes, axes: surface.axes, slots: slots)
  }

  private func flush(to clone: CloneDevice) throws(SystemError) {
    defer { events.removeAll(keepingCapacity: true) }
    try clone.write(events)
  }

  // MARK: The device's description

  static func surface(_ evdev: OpaquePointer, _ kind: Device.Kind, _ size: Size?) -> OwnedSurface? {
    func has(_ type: CInt, _ code: UInt16) -> Bool { libevdev.has_event_code(evdev, UInt32(type), UInt32(code)) != 0 }
    let slots = Int(libevdev.get_num_slots(evdev))
    let isSemi = libevdev.has_property(evdev, UInt32(INPUT_PROP_SEMI_MT)) != 0
    guard !isSemi, slots >= (kind == .touchpad ? 3 : 1), slots <= 64, has(EV_ABS, UInt16(ABS_MT_POSITION_X)) else {
      return nil
    }
    func units(_ code: CInt, _ length: Double?) -> Double {
      guard let info = libevdev.get_abs_info(evdev, UInt32(code))?.pointee else { return 1 }
      if let length, length > 0 { return Double(Int(info.maximum) - Int(info.minimum)) / length }
      return Double(max(info.resolution, 1))
    }
    let assumed = Device.assumedTouchpadSize
    let extent = size ?? (kind == .touchpad ? Size(width: assumed.width, height: assumed.height) : nil)
    var surface = OwnedSurface(
      kind: kind, slots: slots,
      contactAxes: (UInt16(0x30)...0x3d).filter { EventCode.isOfContacts($0) && has(EV_ABS, $0) },
      axes: (UInt16(0)..<0x2f).filter { has(EV_ABS, $0) }, keys: (UInt16(0x100)..<0x2ff).filter { has(EV_KEY, $0) },
      unitsPerMillimetre: (
        units(ABS_MT_POSITION_X, extent?.width ?? Device.assumedTouchscreenSize.width),
        units(ABS_MT_POSITION_Y, extent?.height ?? Device.assumedTouchscreenSize.height)
      ))
    guard kind == .touchpad, libevdev.has_property(evdev, UInt32(INPUT_PROP_BUTTONPAD)) != 0 else { return surface }
    if let info = libevdev.get_abs_info(evdev, UInt32(ABS_MT_POSITION_Y))?.pointee {
      let height = Double(Int(info.maximum) - Int(info.minimum)) / surface.unitsPerMillimetre.y
      let strip = Device.buttonStrip(ofHeight: height) * surface.unitsPerMillimetre.y
      surface.buttons = Int32(clamping: Int(info.maximum) - Int(strip))
    }
    surface.ignoresPalms =
      !UdevMonitor.isBuiltInTouchpad(bus: libevdev.get_id_bustype(evdev), vendor: libevdev.get_id_vendor(evdev))
    return surface
  }

  private func state(of evdev: OpaquePointer) -> SurfaceState { Self.state(of: evdev, surface) }

  static func state(of evdev: OpaquePointer, _ surface: OwnedSurface) -> SurfaceState {
    let slots = surface.slots
    var state = SurfaceState(of: surface)
    func set(_ type: CInt, _ code: UInt16, _ value: Int32) {
      state.handle(type: UInt16(type), code: code, value: value, of: surface)
    }
    for slot in 0..<slots {
      set(EV_ABS, UInt16(ABS_MT_SLOT), Int32(slot))
      set(EV_ABS, UInt16(ABS_MT_TRACKING_ID), libevdev.get_slot_value(evdev, UInt32(slot), UInt32(ABS_MT_TRACKING_ID)))
      for code in surface.contactAxes where libevdev.has_event_code(evdev, UInt32(EV_ABS), UInt32(code)) != 0 {
        set(EV_ABS, code, libevdev.get_slot_value(evdev, UInt32(slot), UInt32(code)))
      }
    }
    for code in surface.axes { set(EV_ABS, code, libevdev.get_event_value(evdev, UInt32(EV_ABS), UInt32(code))) }
    for code in surface.keys { set(EV_KEY, code, libevdev.get_event_value(evdev, UInt32(EV_KEY), UInt32(code))) }
    set(EV_ABS, UInt16(ABS_MT_SLOT), max(0, libevdev.get_current_slot(evdev)))
    return state
  }
}
