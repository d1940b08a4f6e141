internal import CLibevdev
internal import Glibc
internal import Linux
internal import Time
internal import Touch

/// A device's own node, read beside libinput, which does not tell where the fingers are on a touchpad. It is opened for
/// reading only, and grabbed only if the device is owned: else others receive everything as before.
final class ContactReader {
  let path: String
  private let descriptor: Descriptor
  /// Tells what the device can report, and its state when it was opened or when events were lost last.
  let evdev: OpaquePointer
  private let device: DeviceID
  private let surface: ContactSurface
  private var frames: ContactFrames?
  /// True if events were lost in the last `read`; the contacts were cancelled.
  private(set) var hasLostEvents = false
  /// The decision what others see of the device; nil if it is not owned.
  var owner: DeviceOwner?
  /// The writer that makes palms of fingers for others; nil if none are taken.
  var taker: FingerTaker? { didSet { if taker == nil, let oldValue { tools.slot = oldValue.currentSlot } } }
  /// True if the descriptor is known to be ready.
  var isReady = false

  /// The device's ability to report contacts.
  var reports: ContactReports { surface.reports }
  var number: CInt { descriptor.number }

  /// Opens the touchpad at `path`, whose events carry `device`. Nothing is read before `begin`.
  /// - Parameter size: the size by libinput; nil if unknown.
  /// - Throws: `SystemError`: ELIBACC if libevdev is not installed.
  init(_ path: String, as device: DeviceID, size: Size?) throws(SystemError) {
    try loadLibevdev()
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let evdev = try Self.open(descriptor.number, path)
    self.path = path
    self.descriptor = descriptor
    self.evdev = evdev
    self.device = device
    surface = Self.surface(evdev, size)
  }

  deinit {
    libevdev.free(evdev)
    buffer.deallocate()
  }

  /// Begins to read, with libinput's limits for a touchpad of this name.
  func begin(name: String, quirks: LibinputQuirks) {
    let subject = LibinputQuirks.Subject(
      name: name, bus: libevdev.get_id_bustype(evdev), vendor: Int(libevdev.get_id_vendor(evdev)),
      product: Int(libevdev.get_id_product(evdev)), version: Int(libevdev.get_id_version(evdev)),
      machine: LibinputQuirks.machine, deviceTree: LibinputQuirks.deviceTree)
    let limits = ContactLimits(surface, quirks: quirks.values(of: subject))
    frames = ContactFrames(surface, limits, of: device, in: state)
    tools.slot = max(0, Int(libevdev.get_current_slot(evdev)))
  }

  /// The events of the last read, after a spare one. They are read without libevdev, which asks for each whether the
  /// device has it: a fifth of this program's instructions in a frame of three fingers (callgrind).
  private let buffer = UnsafeMutableBufferPointer<input_event>.allocate(capacity: 1 + room)
  /// True if events were lost (SYN_DROPPED) in the present frame.
  private var isInterrupted = false

  /// More events than any frame has.
  private static let room = 1024

  /// True if the device is grabbed.
  var isOwned: Bool { owner?.isOwning == true }
  /// True if palms are written after each frame, which libinput here should read together with it.
  var isTaken: Bool { taker?.isTaking == true }

  /// Reports everything since the last call, in order.
  /// - Parameter frame: called after each frame of an owned device, with its time, and true if the desktop has seen it.
  /// - Throws: `SystemError`: ENODEV if the device is gone. The contacts are cancelled before.
  func read(
    _ report: (consuming TouchEvent) -> Void, frame: (DeviceOwner, Timestamp, Bool) throws(SystemError) -> Void
  ) throws(SystemError) {
    hasLostEvents = false
    let stride = MemoryLayout<input_event>.stride
    // With palms of this program, whose frame is there at once, it is read once more; otherwise nothing is there.
    var hasMore = true
    while hasMore {
      let size = Glibc.read(number, buffer.baseAddress?.advanced(by: 1), Self.room * stride)
      if size < 0 {
        if errno == EAGAIN { return }
        if errno == EINTR { continue }
        let code = errno
        end(report)
        throw SystemError("read", path: path, code: code)
      }
      let count = size / stride
      hasMore = count == Self.room
      if let owner, owner.isOwning {
        guard try passFrames(count, to: owner, report, frame: frame) else { return }
      } else {
        taker?.beginReading()
        guard handleFrames(count, report) else { return }
        hasMore = hasMore || taker?.hasWritten == true
      }
    }
  }

  // MARK: Frames

  /// Hands on the frames at the beginning of the buffer.
  /// - Returns: false if events were lost, or the device was given back.
  private func passFrames(
    _ count: Int, to owner: DeviceOwner, _ report: (consuming TouchEvent) -> Void,
    frame: (DeviceOwner, Timestamp, Bool) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    // The kernel returns whole frames, unless they do not fit.
    var start = 1
    var changesOnlyAxes = true
    for index in 1..<(1 + count) {
      let type = CInt(buffer[index].type)
      let code = CInt(buffer[index].code)
      if type == EV_ABS {
        if code == ABS_MT_TRACKING_ID { changesOnlyAxes = false }
      } else if type == EV_SYN, code == SYN_DROPPED {
        isInterrupted = true
      } else if type != EV_SYN || code != SYN_REPORT {
        if type != EV_MSC || code != MSC_TIMESTAMP { changesOnlyAxes = false }
      } else if isInterrupted {
        // Later events of the buffer are older than the state that is read now.
        isInterrupted = false
        resynchronize(report)
        owner.replaceState(with: evdev)
        let now = Timestamp.now
        try owner.writeCopy(at: now)
        try frame(owner, now, false)
        return false
      } else {
        try pass(start - 1..<index + 1, to: owner, changesOnlyAxes: changesOnlyAxes, report, frame: frame)
        // Given back by what it has led to.
        guard self.owner === owner, owner.isOwning else { return false }
        start = index + 1
        changesOnlyAxes = true
      }
    }
    if start < 1 + count { isInterrupted = true }
    return true
  }

  /// Handles the events at the beginning of the buffer.
  /// - Returns: false if events were lost.
  private func handleFrames(_ count: Int, _ report: (consuming TouchEvent) -> Void) -> Bool {
    for index in 1..<(1 + count) {
      if CInt(buffer[index].type) == EV_SYN {
        if CInt(buffer[index].code) == SYN_DROPPED { isInterrupted = true }
        if CInt(buffer[index].code) == SYN_REPORT, isInterrupted {
          isInterrupted = false
          resynchronize(report)
          return false
        }
      }
      if !isInterrupted { handle(buffer[index], isLast: index == count, report) }
    }
    return true
  }

  /// Hands a frame on: to the desktop first.
  /// - Parameter range: its events in the buffer, after a spare one.
  private func pass(
    _ range: Range<Int>, to owner: DeviceOwner, changesOnlyAxes: Bool, _ report: (consuming TouchEvent) -> Void,
    frame: (DeviceOwner, Timestamp, Bool) throws(SystemError) -> Void
  ) throws(SystemError) {
    let time = Timestamp(microseconds: sleight_event_time(&buffer[range.upperBound - 1]))
    let events = UnsafeMutableBufferPointer(rebasing: buffer[range])
    let isShown = try owner.show(events, at: time, changesOnlyAxes: changesOnlyAxes)
    for event in events.dropFirst() {
      frames?.handle(type: event.type, code: event.code, value: event.value, at: time, report)
    }
    // Not the frame's own time: `TapDetector` takes a press from before the last dispatch for a tap.
    try owner.writeCopy(events, at: Timestamp.now, changesOnlyAxes: changesOnlyAxes)
    try frame(owner, time, isShown)
  }

  /// Calls `body` with libevdev's knowledge of the present state. It asks through a descriptor of its own: a question
  /// about keys takes their unread events from a descriptor.
  /// - Throws: `SystemError`.
  func withPresentState<Value>(_ body: (OpaquePointer) -> Value) throws(SystemError) -> Value {
    let descriptor = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let evdev = try Self.open(descriptor.number, path)
    defer { libevdev.free(evdev) }
    return body(evdev)
  }

  private static func open(_ number: CInt, _ path: String) throws(SystemError) -> OpaquePointer {
    var evdev: OpaquePointer?
    let result = libevdev.new_from_fd(number, &evdev)
    guard result == 0, let evdev else { throw SystemError("libevdev_new_from_fd", path: path, code: -result) }
    let clock = libevdev.set_clock_id(evdev, CLOCK_MONOTONIC)
    guard clock == 0 else {
      libevdev.free(evdev)
      throw SystemError("ioctl EVIOCSCLOCKID", path: path, code: -clock)
    }
    return evdev
  }

  /// - Parameter isLast: true if the kernel had no later event when this one was read.
  private func handle(_ event: input_event, isLast: Bool = false, _ report: (consuming TouchEvent) -> Void) {
    var event = event
    let time = Timestamp(microseconds: sleight_event_time(&event))
    if let taker { return handle(event, at: time, isLast: isLast, taker, report) }
    if owner == nil, reports.hasToolTypes, isDeferred(event, at: time) { return }
    frames?.handle(type: event.type, code: event.code, value: event.value, at: time, report)
  }

  /// The tool types of the present frame, its slot, and true if it has anything else.
  private var tools: (types: [(slot: Int, value: Int32)], slot: Int, areBesideOthers: Bool) = ([], 0, false)

  /// Defers tool types to the end of their frame: a frame that has nothing else is one of a daemon that takes fingers
  /// for its rules, and does not count.
  private func isDeferred(_ event: input_event, at time: Timestamp) -> Bool {
    switch (CInt(event.type), CInt(event.code)) {
    case (EV_ABS, ABS_MT_TOOL_TYPE):
      tools.types.append((tools.slot, event.value))
      return true
    case (EV_ABS, ABS_MT_SLOT): tools.slot = Int(event.value)
    case (EV_SYN, SYN_REPORT):
      if tools.areBesideOthers {
        for type in tools.types {
          setPalm(type.value == EventCode.palm, in: type.slot, current: tools.slot, at: time)
        }
      }
      tools.types.removeAll(keepingCapacity: true)
      tools.areBesideOthers = false
    default: tools.areBesideOthers = true
    }
    return false
  }

  /// Takes an event of a device whose fingers may be taken. Its tool types are those that the driver means.
  private func handle(
    _ event: input_event, at time: Timestamp, isLast: Bool, _ taker: FingerTaker,
    _ report: (consuming TouchEvent) -> Void
  ) {
    let isEnd = CInt(event.type) == EV_SYN && CInt(event.code) == SYN_REPORT
    let isFrame = isEnd && taker.isFrame
    if isFrame {
      taker.close(at: time, isLast: isLast)
      for palm in taker.palms { setPalm(palm.isPalm, in: palm.slot, current: taker.currentSlot, at: time) }
    }
    if taker.handle(event) {
      frames?.handle(type: event.type, code: event.code, value: event.value, at: time, report)
    }
    guard isFrame else { return }
    taker.decide(at: time)
    reportLeft(report)
  }

  /// Tells the recognisers once that the fingers which are down were left to the desktop.
  func reportLeft(_ report: (consuming TouchEvent) -> Void) {
    guard let left = taker?.takeLeft() else { return }
    report(TouchEvent(time: Timestamp.now, device: device, kind: .fingersLeft(left)))
  }

  private func setPalm(_ isPalm: Bool, in slot: Int, current: Int, at time: Timestamp) {
    func set(_ code: UInt16, _ value: Int32) {
      frames?.handle(type: EventCode.absolute, code: code, value: value, at: time) { _ in }
    }
    set(EventCode.slot, Int32(slot))
    set(EventCode.toolType, isPalm ? EventCode.palm : EventCode.finger)
    set(EventCode.slot, Int32(current))
  }

  /// Cancels the contacts before the device is closed.
  func end(_ report: (consuming TouchEvent) -> Void) {
    frames?.end(at: Timestamp.now, report)
  }

  /// Cancels the contacts after events were lost (SYN_DROPPED), and reads the device's state again.
  private func resynchronize(_ report: (consuming TouchEvent) -> Void) {
    var event = input_event()
    _ = libevdev.next_event(evdev, LIBEVDEV_READ_FLAG_FORCE_SYNC.rawValue, &event)
    // The differences that libevdev derives from the state do not matter, since it is used as a whole.
    while libevdev.next_event(evdev, LIBEVDEV_READ_FLAG_SYNC.rawValue, &event)
      == LIBEVDEV_READ_STATUS_SYNC.rawValue.signed
    {}
    // After the taker has made fingers of its palms.
    taker?.replaceState(with: evdev)
    frames?.cancel(in: state, at: Timestamp.now, report)
    tools = ([], max(0, Int(libevdev.get_current_slot(evdev))), false)
    hasLostEvents = true
  }

  // MARK: The device's description

  private var state: ContactFrames.State {
    func value(_ slot: Int, _ code: CInt) -> Int32 {
      libevdev.get_slot_value(evdev, UInt32(slot), UInt32(code))
    }
    var state = ContactFrames.State(
      slots: (0..<surface.slots).map { slot in
        ContactFrames.Slot(
          id: value(slot, ABS_MT_TRACKING_ID), x: value(slot, ABS_MT_POSITION_X), y: value(slot, ABS_MT_POSITION_Y),
          pressure: value(slot, ABS_MT_PRESSURE), major: value(slot, ABS_MT_TOUCH_MAJOR),
          minor: value(slot, ABS_MT_TOUCH_MINOR),
          isToolPalm: taker == nil && value(slot, ABS_MT_TOOL_TYPE) == MT_TOOL_PALM)
      }, current: max(0, Int(libevdev.get_current_slot(evdev))))
    func isDown(_ key: UInt16) -> Bool { libevdev.get_event_value(evdev, UInt32(EV_KEY), UInt32(key)) != 0 }
    for key in EventCode.fingerTools where isDown(key) { state.tools |= 1 << (ContactFrames.State.tool(key) ?? 0) }
    for key in [EventCode.leftButton, EventCode.rightButton, EventCode.middleButton] where isDown(key) {
      state.buttons |= 1 << (ContactFrames.State.button(key) ?? 0)
    }
    state.isTouched = isDown(EventCode.touch)
    return state
  }

  private static func surface(_ evdev: OpaquePointer, _ size: Size?) -> ContactSurface {
    func axis(_ code: UInt16) -> ContactSurface.Axis? {
      guard let info = libevdev.get_abs_info(evdev, UInt32(code)), info.pointee.maximum > info.pointee.minimum else {
        return nil
      }
      return .init(minimum: info.pointee.minimum, maximum: info.pointee.maximum, hasUnit: info.pointee.resolution != 0)
    }
    return ContactSurface(
      slots: max(0, Int(libevdev.get_num_slots(evdev))), size: size, axis: axis,
      hasKey: { libevdev.has_event_code(evdev, UInt32(EV_KEY), UInt32($0)) != 0 },
      hasProperty: { libevdev.has_property(evdev, UInt32($0)) != 0 })
  }
}

extension UInt32 {
  /// The number as C's int.
  fileprivate var signed: CInt { CInt(bitPattern: self) }
}
