internal import CLibevdev
internal import CLibinput
internal import Glibc
internal import Linux
internal import Text
internal import Time
internal import Touch

/// A libinput context to which devices are added one by one, by path. libinput itself neither searches nor opens
/// others.
final class LibinputContext {
  /// The state of libinput's C callbacks, at a fixed address for the lifetime of the context.
  private final class Callbacks {
    var openFailure: SystemError?
    /// The devices whose events nobody else may receive, by their paths.
    var grabbed: Set<String> = []
    /// The descriptors of the devices, by their paths.
    var descriptors: [String: CInt] = [:]
    var log: (String) -> Void = { _ in }
    /// The devices, by their names in the kernel, that lost events according to libinput's log since the last dispatch.
    var devicesWithLostEvents: [String] = []
    // libinput keeps this pointer.
    let interface: UnsafeMutablePointer<libinput_interface>

    init() {
      interface = .allocate(capacity: 1)
      interface.initialize(
        to: libinput_interface(
          open_restricted: { path, _, data in
            guard let path, let data else { return -EINVAL }
            let callbacks = Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
            // libinput requests O_RDWR, which it needs only for the lights of keyboards.
            let number = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            let isOpen = number >= 0
            if isOpen, !callbacks.grabbed.contains(String(cString: path)) || sleight_grab(number, 1) == 0 {
              callbacks.descriptors[String(cString: path)] = number
              return number
            }
            let code = errno
            if isOpen { _ = Glibc.close(number) }
            callbacks.openFailure = SystemError("open", path: String(cString: path), code: code)
            return -code
          },
          close_restricted: { number, data in
            _ = Glibc.close(number)
            guard let data else { return }
            let callbacks = Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
            callbacks.descriptors = callbacks.descriptors.filter { $0.value != number }
          }))
    }

    deinit { interface.deallocate() }
  }

  final class OpenDevice {
    fileprivate let pointer: OpaquePointer
    /// Keeps the context alive: libinput frees with it what its devices share.
    private let context: LibinputContext

    fileprivate init(_ pointer: OpaquePointer, of context: LibinputContext) {
      self.pointer = pointer
      _ = libinput.device_ref(pointer)
      self.context = context
    }
    deinit { _ = libinput.device_unref(pointer) }

    /// The size of a touchscreen in millimetres; nil if the kernel gives no resolution, or an absurd one.
    var touchscreenSize: Size? { reportedSize.flatMap { $0.isPossible(for: .touchscreen) ? $0 : nil } }

    /// The size in millimetres; nil if the kernel gives no resolution.
    var reportedSize: Size? {
      var width = 0.0
      var height = 0.0
      guard libinput.device_get_size(pointer, &width, &height) == 0 else { return nil }
      return Size(width: width, height: height)
    }

    /// The output that it covers, by the udev property WL_OUTPUT.
    var outputName: String? { libinput.device_get_output_name(pointer).map { String(cString: $0) } }
  }

  /// The reason for which a device could not be added.
  enum Refusal: Error {
    case open(SystemError)
    /// libinput opened it, but does not support it.
    case notUnderstood
  }

  private let context: OpaquePointer
  private let callbacks: Callbacks
  private var taps = TapDetector()
  /// The devices by their names in the kernel, with which libinput's messages begin.
  private var idsByName: [String: DeviceID] = [:]
  /// The devices that lost events since the last report.
  private var losses: [DeviceID] = []

  /// - Parameter log: called with each message of libinput.
  /// - Throws: `SystemError`.
  init(log: @escaping (String) -> Void) throws(SystemError) {
    try loadLibinput()
    callbacks = Callbacks()
    callbacks.log = log
    guard
      let context = libinput.path_create_context(callbacks.interface, Unmanaged.passUnretained(callbacks).toOpaque())
    else { throw SystemError.last("libinput_path_create_context") }
    self.context = context
    libinput.log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
    let receive: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void = { context, message in
      guard let context, let message, let data = libinput.get_user_data(context) else { return }
      let text = String(cString: message)
      let callbacks = Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
      // event3  - Some Touchpad: SYN_DROPPED event - some input events have been lost.
      // libinput reports lost events only so, at most five times in 30 s for each device.
      if text.contains("SYN_DROPPED"), let name = text.split(separator: " ").first {
        callbacks.devicesWithLostEvents.append(String(name))
      }
      callbacks.log(text.trimmingLineFeed)
    }
    withUnsafePointer(to: libinput) { sleight_log_to(receive, $0, context) }
  }

  deinit { _ = libinput.unref(context) }

  /// The descriptor to wait for: readable if there is input, or one of libinput's own timers has expired.
  var descriptor: CInt { libinput.get_fd(context) }

  /// Opens the device at `path`, which udev has initialised; its events carry `id`.
  /// - Parameter isGrabbed: true to be the only one who receives its events.
  func add(_ path: String, as id: DeviceID, isGrabbed: Bool = false) throws(Refusal) -> OpenDevice {
    callbacks.openFailure = nil
    if isGrabbed { callbacks.grabbed.insert(path) } else { callbacks.grabbed.remove(path) }
    guard let pointer = libinput.path_add_device(context, path) else {
      if let failure = callbacks.openFailure { throw .open(failure) }
      throw .notUnderstood
    }
    let device = OpenDevice(pointer, of: self)
    libinput.device_set_user_data(pointer, DeviceTag(id, hasSize: device.touchscreenSize != nil).userData)
    TouchpadSettings.apply(to: pointer)
    if let name = libinput.device_get_sysname(pointer) { idsByName[String(cString: name)] = id }
    return device
  }

  /// Closes `device`. libinput then ends its gestures as if the fingers had lifted; these events are not reported.
  func remove(_ device: OpenDevice) {
    if let name = libinput.device_get_sysname(device.pointer) { idsByName[String(cString: name)] = nil }
    if let tag = DeviceTag(libinput.device_get_user_data(device.pointer)) { taps.remove(tag.id) }
    libinput.device_set_user_data(device.pointer, nil)
    libinput.path_remove_device(device.pointer)
  }

  /// Lets libinput receive the tool types of the contacts of the device at `path`, or not.
  func passToolTypes(_ passes: Bool, of path: String) {
    if let number = callbacks.descriptors[path] { _ = sleight_pass_tool_types(number, passes ? 1 : 0) }
  }

  /// Notes that events of a device were lost, which `report` reports once.
  func addLoss(on id: DeviceID) { if !losses.contains(id) { losses.append(id) } }

  private var now: Timestamp { Timestamp.now }

  /// Reads the devices. The events are reported by `report`.
  /// - Throws: `SystemError`.
  func read() throws(SystemError) {
    taps.begin(at: now)
    let result = libinput.dispatch(context)
    // After a signal, the remaining input is still there and is read by the next call.
    guard result == 0 || result == -EINTR else { throw SystemError("libinput_dispatch", code: -result) }
  }

  /// Reports each event that was read, in order. Touches on a device of unknown size are fractions of its extent.
  func report(_ body: (consuming TouchDevices.Report) -> Void) {
    // Reported before the events that follow, since all gestures end here.
    if !callbacks.devicesWithLostEvents.isEmpty {
      for name in callbacks.devicesWithLostEvents { if let id = idsByName[name] { addLoss(on: id) } }
      callbacks.devicesWithLostEvents.removeAll()
    }
    if !losses.isEmpty {
      for id in losses { body(.event(TouchEvent(time: now, device: id, kind: .eventsLost))) }
      losses.removeAll()
    }
    var frame: Frame?
    while let event = libinput.get_event(context) {
      defer { libinput.event_destroy(event) }
      guard let device = libinput.event_get_device(event), let tag = DeviceTag(libinput.device_get_user_data(device))
      else { continue }
      let type = libinput.event_get_type(event)
      switch type {
      case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL,
        LIBINPUT_EVENT_TOUCH_FRAME:
        guard let touch = libinput.event_get_touch_event(event) else { continue }
        taps.handleTouchscreenEvent()
        // A frame of ten fingers has eleven events with the same time: libinput is asked for it once.
        let time = frame.flatMap { $0.device == tag.id ? $0.time : nil } ?? Timestamp(ofTouch: touch)
        frame = type == LIBINPUT_EVENT_TOUCH_FRAME ? nil : Frame(device: tag.id, time: time)
        // Constructed in place: a copy would cost as much as all the code above.
        body(.event(TouchEvent(time: time, device: tag.id, kind: .init(touch, type, hasSize: tag.hasSize))))
      default:
        if let tap = taps.handle(event, type, of: tag.id, at: now) {
          body(.event(tap))
        } else if var event = TouchEvent(event, type, of: tag) {
          event.round()
          body(.event(consume event))
        }
      }
    }
  }

  /// The touchscreen frame in progress: all its events have the same time.
  private struct Frame {
    let device: DeviceID
    let time: Timestamp
  }
}

extension String {
  var trimmingLineFeed: String { last == "\n" ? String(dropLast()) : self }
}
