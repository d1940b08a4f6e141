internal import CLibinput
internal import Glibc
internal import Linux
internal import Touch

/// A libinput context to which devices are added by path, one by one: libinput itself looks for none and opens none
/// but those.
final class LibinputContext {
  /// What libinput's C callbacks reach: it lives as long as the context, at one address.
  private final class Callbacks {
    var openFailure: SystemError?
    var log: (String) -> Void = { _ in }
    /// The devices, by the kernel's names, of which libinput said since the last reading that events were lost.
    var lost: [String] = []
    // libinput keeps the pointer to it.
    let interface: UnsafeMutablePointer<libinput_interface>

    init() {
      interface = .allocate(capacity: 1)
      interface.initialize(
        to: libinput_interface(
          open_restricted: { path, _, data in
            guard let path, let data else { return -EINVAL }
            let callbacks = Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
            // libinput asks for O_RDWR, to set lights on keyboards; nothing is ever written to a touch device.
            let number = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard number < 0 else { return number }
            let code = errno
            callbacks.openFailure = SystemError("open", path: String(cString: path), code: code)
            return -code
          },
          close_restricted: { number, _ in _ = Glibc.close(number) }))
    }

    deinit { interface.deallocate() }
  }

  /// A device that was opened.
  final class OpenDevice {
    fileprivate let pointer: OpaquePointer
    /// libinput frees with a context what its devices share: it stays for as long as they do.
    private let context: LibinputContext

    fileprivate init(_ pointer: OpaquePointer, of context: LibinputContext) {
      self.pointer = pointer
      _ = libinput.device_ref(pointer)
      self.context = context
    }
    deinit { _ = libinput.device_unref(pointer) }

    /// Its size, or nil where the kernel gives no resolution.
    var size: Size? {
      var width = 0.0
      var height = 0.0
      guard libinput.device_get_size(pointer, &width, &height) == 0 else { return nil }
      return Size(width: width, height: height)
    }

    /// The output that it lies over, where the udev property WL_OUTPUT says so.
    var outputName: String? { libinput.device_get_output_name(pointer).map { String(cString: $0) } }
  }

  /// Why a device could not be added.
  enum Refusal: Error {
    case open(SystemError)
    /// libinput opened it and found nothing it understands.
    case notUnderstood
  }

  private let context: OpaquePointer
  private let callbacks: Callbacks
  private var taps = TapReader()
  /// The devices by the names that libinput's messages begin with.
  private var names: [String: DeviceID] = [:]

  /// - Parameter log: told what libinput has to say.
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
    libinput.log_set_handler(context) { context, _, format, arguments in
      guard let context, let format, let arguments, let data = libinput.get_user_data(context) else { return }
      var buffer = [CChar](repeating: 0, count: 512)
      guard sleight_format(&buffer, buffer.count, format, arguments) > 0 else { return }
      let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let callbacks = Unmanaged<Callbacks>.fromOpaque(data).takeUnretainedValue()
      // event3  - Some Touchpad: SYN_DROPPED event - some input events have been lost.
      // It is told in no other way; of one device five times in 30 s at most.
      if text.contains("SYN_DROPPED"), let name = text.split(separator: " ").first {
        callbacks.lost.append(String(name))
      }
      callbacks.log(text.trimmingLineFeed)
    }
  }

  deinit { _ = libinput.unref(context) }

  /// Becomes readable when there is something to dispatch: input, or one of libinput's own timers.
  var descriptor: CInt { libinput.get_fd(context) }

  /// Opens the device at `path`, which udev has set up; its events carry `id`.
  func add(_ path: String, as id: DeviceID) throws(Refusal) -> OpenDevice {
    callbacks.openFailure = nil
    guard let pointer = libinput.path_add_device(context, path) else {
      if let failure = callbacks.openFailure { throw .open(failure) }
      throw .notUnderstood
    }
    let device = OpenDevice(pointer, of: self)
    libinput.device_set_user_data(pointer, DeviceTag(id, hasSize: device.size != nil).userData)
    TouchpadSettings.apply(to: pointer)
    if let name = libinput.device_get_sysname(pointer) { names[String(cString: name)] = id }
    return device
  }

  /// Closes `device`. libinput ends its gestures with the next events, as if the fingers had lifted: those are not handed
  /// over any more.
  func remove(_ device: OpenDevice) {
    if let name = libinput.device_get_sysname(device.pointer) { names[String(cString: name)] = nil }
    if let tag = DeviceTag(libinput.device_get_user_data(device.pointer)) { taps.forget(tag.id) }
    libinput.device_set_user_data(device.pointer, nil)
    libinput.path_remove_device(device.pointer)
  }

  private var now: Timestamp { Timestamp(microseconds: monotonicNow()) }

  /// Reads what the devices have and hands over each event, in order, as the report that it becomes. Touches on a device
  /// whose size is not known are fractions of its extent.
  /// - Throws: `SystemError`.
  func dispatch(_ body: (consuming TouchDevices.Report) -> Void) throws(SystemError) {
    taps.begin(at: now)
    let result = libinput.dispatch(context)
    // Where a signal came in between, what there is stays there, and is dispatched next.
    guard result == 0 || result == -EINTR else { throw SystemError("libinput_dispatch", code: -result) }
    // Told before what is known again: by then nothing goes on any more.
    for name in callbacks.lost {
      if let id = names[name] { body(.event(TouchEvent(time: now, device: id, kind: .eventsLost))) }
    }
    if !callbacks.lost.isEmpty { callbacks.lost.removeAll() }
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
        taps.passOver()
        // Ten fingers are eleven events at one time, and each of them would be asked for it.
        let time = frame.flatMap { $0.device == tag.id ? $0.time : nil } ?? Timestamp(ofTouch: touch)
        frame = type == LIBINPUT_EVENT_TOUCH_FRAME ? nil : Frame(device: tag.id, time: time)
        // Made where it is handed on: it is not copied then, which would be as much as all that is above.
        body(.event(TouchEvent(time: time, device: tag.id, kind: .init(touch, type, hasSize: tag.hasSize))))
      default:
        if let tap = taps.take(event, type, of: tag.id, at: now) {
          body(.event(tap))
        } else if var event = TouchEvent(event, type, of: tag) {
          event.round()
          body(.event(consume event))
        }
      }
    }
  }

  /// What libinput is telling of a touchscreen at once: until its end everything has the same time.
  private struct Frame {
    let device: DeviceID
    let time: Timestamp
  }
}

extension String {
  fileprivate var trimmingLineFeed: String { last == "\n" ? String(dropLast()) : self }
}
