import Text
import Time

/// Reads a file of `libinput record`: the libinput events of `--with-libinput`, and the kernel's events of touchpads,
/// which tell where the fingers are. Of touchscreens, the kernel's events suffice. It is YAML, but written line by line
/// by a machine, and is read so: events are one-line mappings, and a device starts with `- node:`.
///
///     - node: /dev/input/event1
///       evdev:
///         name: "Test Touchpad"
///       udev:
///         properties:
///         - ID_INPUT_TOUCHPAD=1
///       libinput:
///         size: [100, 70]
///       events:
///       - evdev:
///         …
///         libinput:
///         - {time: 0.022170, type: GESTURE_SWIPE_UPDATE, nfingers: 3, delta: [-9.36, 0.00], unaccel: [-10.52, 0.00]}
struct LibinputRecord {
  private var recording = Recording()
  /// The device of the present part of the file; nil until its first event.
  private var device: Device?
  private var name = ""
  private var kind: Device.Kind?
  private var size: Size?
  private var time = Timestamp.zero
  private var count = 0
  private var hasEvents = false
  /// True once the file has the new scroll events. libinput 1.19 and later report the same scrolling twice, by a new
  /// event and, after it, the old one. `record` has only written the old one, up to 1.30; if a file has both, the new
  /// one counts.
  private var hasScrollEvents = false

  /// The kernel's events of the same file, which count if it has none of libinput's.
  private var kernel = KernelRecord()
  /// The contacts of the touchpad in the present part of the file; nil if it reports none.
  private var contacts: RecordedContacts?

  static func recognizes(_ line: String) -> Bool { line.hasPrefix("# libinput record") || line.hasPrefix("ndevices:") }

  static func read(_ lines: Lines) -> Recording {
    var reader = LibinputRecord()
    for line in lines {
      do throws(Recording.Problem) {
        try reader.read(line)
      } catch {
        reader.recording.problems.append(error)
        if error.isLast { break }
      }
    }
    return reader.finished
  }

  private mutating func read(_ line: Lines.Line) throws(Recording.Problem) {
    try kernel.read(line, withEvents: !hasEvents)
    guard let whole = line.text else {
      throw Recording.Problem(line: line.number, message: "the line is not UTF-8 text")
    }
    let text = whole[...].trimmingSpaces
    if text.hasPrefix("- node:") {
      name = ""
      size = nil
      kind = nil
      device = nil
      contacts = nil
      time = .zero
    } else if text.hasPrefix("name: \"") {
      name = String(text.dropFirst(7).dropLast())
    } else if text.hasPrefix("- ID_INPUT_TOUCHSCREEN=1") {
      kind = .touchscreen
    } else if text.hasPrefix("- ID_INPUT_TOUCHPAD=1") {
      kind = .touchpad
    } else if text.hasPrefix("size: [") {
      var numbers = Numbers(text)
      let sides = numbers.all()
      size = sides.count == 2 ? Size(width: sides[0], height: sides[1]) : nil
    } else if text.hasPrefix("- [") {
      try kernelEvent(text, line: line.number)
    } else if text.hasPrefix("- {") {
      guard line.isComplete || text.hasSuffix("}") else {
        throw Recording.Problem(line: line.number, message: "the recording breaks off in the middle of the line")
      }
      try event(text, line: line.number)
    }
  }

  private mutating func event(_ text: Substring, line: Int) throws(Recording.Problem) {
    guard let type = Self.word("type", in: text) else { return }
    hasEvents = true
    // The device is a keyboard or a mouse.
    guard let kind else { return }
    let device = addedDevice(kind)
    if type == "POINTER_SCROLL_FINGER" { hasScrollEvents = true }
    if type == "POINTER_AXIS", hasScrollEvents || Self.word("source", in: text) != "finger" { return }
    switch Self.kind(type, in: text, on: device) {
    case nil: return
    case .some(nil): throw Recording.Problem(line: line, message: "cannot read the numbers of this \(type)")
    case .some(let kind?):
      if let seconds = Self.numbers("time", in: text).first {
        time = Timestamp(seconds: seconds)
      } else if kind != .deviceRemoved {
        // Only the removal of a device has no time.
        throw Recording.Problem(line: line, message: "cannot read the time of this \(type)")
      }
      try recording.append(TouchEvent(time: time, device: device.id, kind: kind).rounded, line: line)
    }
  }

  /// The device of the present part of the file, which is added to the recording with its first event.
  private mutating func addedDevice(_ kind: Device.Kind) -> Device {
    if let device { return device }
    let device = Device(id: DeviceID(count), name: name, kind: kind, size: size)
    if kind == .touchpad { contacts = RecordedContacts(kernel.description, size: size, as: device.id) }
    self.device = device
    count += 1
    recording.events.append(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)).rounded)
    return device
  }

  /// Takes in an event of the kernel's, for the contacts of a touchpad.
  private mutating func kernelEvent(_ text: Substring, line: Int) throws(Recording.Problem) {
    guard kind == .touchpad, let event = KernelRecord.Event(text) else { return }
    var device = addedDevice(.touchpad)
    let events = contacts?.take(type: event.type, code: event.code, value: event.value, at: event.time) ?? []
    guard !events.isEmpty, let surface = contacts?.surface else { return }
    // The file may have been made without the kernel's events: the first contact shows that it has them.
    if device.contacts == nil {
      device.size = surface.size
      device.contacts = surface.reports
      self.device = device
      let added = recording.events.firstIndex { $0.device == device.id }
      if let added { recording.events[added].kind = .deviceAdded(device) }
    }
    for event in events { try recording.append(event, line: line) }
  }

  private var finished: Recording {
    var recording = recording
    if !hasEvents, recording.problems.isEmpty {
      // Without --with-libinput, the kernel's events of touchscreens are enough.
      let touchpads = recording.events
      recording = kernel.recording
      recording.events = touchpads + recording.events.map { $0.moved(by: count) }
      if !touchpads.isEmpty || recording.events.isEmpty, recording.problems.isEmpty {
        let contacts = touchpads.contains { if case .deviceAdded = $0.kind { false } else { true } }
        recording.problems.append(
          .init(
            line: 1,
            message: "this recording has no libinput events\(contacts ? ", only the contacts of a touchpad" : ""): "
              + "it was made without 'libinput record --with-libinput'", isWarning: contacts))
      }
    }
    // Several devices follow one another in the file. The sort is stable, so that a frame's events stay together.
    recording.events = recording.events.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    return recording
  }

  /// The event; nil for one of no use here, `.some(nil)` if its numbers are missing.
  private static func kind(_ type: Substring, in text: Substring, on device: Device) -> TouchEvent.Kind?? {
    let fingers = numbers("nfingers", in: text).first.map(\.count)
    let slot = numbers("slot", in: text).first.map(\.count)
    let cancelled = word("cancelled", in: text) == "true"
    switch type {
    case "DEVICE_REMOVED": return .deviceRemoved
    case "TOUCH_DOWN", "TOUCH_MOTION":
      let position = numbers(device.size == nil ? "transformed" : "point", in: text)
      guard let slot, position.count == 2 else { return .some(nil) }
      let share = device.size == nil ? 100.0 : 1
      let point = Point(x: position[0] / share, y: position[1] / share)
      return type == "TOUCH_DOWN" ? .touchDown(slot: slot, point) : .touchMotion(slot: slot, point)
    case "TOUCH_UP": return .some(slot.map { .touchUp(slot: $0) })
    case "TOUCH_CANCEL": return .some(slot.map { .touchCancel(slot: $0) })
    case "TOUCH_FRAME": return .touchFrame
    case "GESTURE_SWIPE_BEGIN": return .some(fingers.map { .swipeBegin(fingers: $0) })
    case "GESTURE_PINCH_BEGIN": return .some(fingers.map { .pinchBegin(fingers: $0) })
    case "GESTURE_HOLD_BEGIN": return .some(fingers.map { .holdBegin(fingers: $0) })
    case "GESTURE_SWIPE_END": return .some(fingers.map { .swipeEnd(fingers: $0, cancelled: cancelled) })
    case "GESTURE_PINCH_END": return .some(fingers.map { .pinchEnd(fingers: $0, cancelled: cancelled) })
    case "GESTURE_HOLD_END": return .some(fingers.map { .holdEnd(fingers: $0, cancelled: cancelled) })
    case "GESTURE_SWIPE_UPDATE":
      let delta = numbers("unaccel", in: text)
      guard let fingers, delta.count == 2 else { return .some(nil) }
      return .swipeUpdate(fingers: fingers, delta: LibinputUnits.movement(delta[0], delta[1]))
    case "GESTURE_PINCH_UPDATE":
      let delta = numbers("unaccel", in: text)
      guard let fingers, delta.count == 2, let scale = numbers("scale", in: text).first,
        let angle = numbers("angle_delta", in: text).first
      else { return .some(nil) }
      return .pinchUpdate(
        fingers: fingers, delta: LibinputUnits.movement(delta[0], delta[1]), scale: scale, rotation: angle)
    case "POINTER_AXIS", "POINTER_SCROLL_FINGER":
      let axes = numbers("axes", in: text)
      guard axes.count == 2 else { return .some(nil) }
      let movement = LibinputUnits.movement(axes[0], axes[1])
      return .scroll(dx: movement.dx, dy: movement.dy)
    default: return nil
    }
  }

  /// The value of `key` in a one-line mapping, up to the next comma outside brackets.
  private static func word(_ key: String, in text: Substring) -> Substring? {
    let mark = "\(key): "
    var rest = text
    while let match = rest.firstRange(of: mark) {
      let before = rest[..<match.lowerBound].last
      rest = rest[match.upperBound...]
      guard before == "{" || before == " " else { continue }
      var isInList = false
      let end = rest.firstIndex { character in
        if character == "[" { isInList = true }
        if character == "]" { isInList = false }
        return !isInList && (character == "," || character == "}")
      }
      return rest[..<(end ?? rest.endIndex)].trimmingSpaces
    }
    return nil
  }

  private static func numbers(_ key: String, in text: Substring) -> [Double] {
    var numbers = Numbers(word(key, in: text) ?? "")
    return numbers.all()
  }
}

extension TouchEvent {
  /// The event with the number of its device raised by `count`.
  fileprivate func moved(by count: Int) -> TouchEvent {
    var event = self
    event.device = DeviceID(device.number + count)
    if case .deviceAdded(var device) = kind {
      device.id = event.device
      event.kind = .deviceAdded(device)
    }
    return event
  }
}

/// The kernel's events of touchscreens in a file of `libinput record`, and the descriptions of all devices.
private struct KernelRecord {
  /// An event of the kernel's, in a line such as `- [  0,  30802,   3,  53,  1000] # EV_ABS / ABS_MT_POSITION_X 1000`.
  struct Event {
    var time: Timestamp
    var type: Int
    var code: Int
    var value: Double

    init?(_ text: Substring) {
      var numbers = Numbers(text.dropFirst(3).prefix { $0 != "]" })
      let values = numbers.all()
      guard values.count == 5 else { return nil }
      time = Timestamp(seconds: values[0] + values[1] / 1_000_000)
      (type, code, value) = (values[2].count, values[3].count, values[4])
    }
  }

  var recording = Recording()
  /// The present device.
  private(set) var description = RecordedContacts.Description()
  private var isTouchscreen = false
  private var isInAxes = false
  private var touches: KernelTouches?
  private var count = 0

  /// - Parameter withEvents: false reads the descriptions alone.
  mutating func read(_ line: Lines.Line, withEvents: Bool) throws(Recording.Problem) {
    guard let text = line.text?[...].trimmingSpaces else { return }
    if text.hasPrefix("- [") { return withEvents ? try event(text, line) : () }
    defer { isInAxes = text == "absinfo:" || isInAxes && text.first?.isNumber == true }
    if text.hasPrefix("- node:") {
      (description, isTouchscreen, touches) = (.init(), false, nil)
    } else if text.hasPrefix("name: \"") {
      description.name = String(text.dropFirst(7).dropLast())
    } else if text.hasPrefix("- ID_INPUT_TOUCHSCREEN=1") {
      isTouchscreen = true
    } else if text.hasPrefix("properties: [") {
      description.properties = Set(Self.numbers(text).map(\.count))
    } else if text.hasPrefix("- Attr"), let mark = text.firstIndex(of: "=") {
      description.quirks.texts[String(text[..<mark].dropFirst(2))] = String(text[text.index(after: mark)...])
    } else if isInAxes {
      let values = Self.numbers(text)
      guard values.count > 1 else { return }
      description.axes[values[0].count] = KernelTouches.Axis(Array(values.dropFirst()))
    } else if text.hasPrefix("1: [") {
      description.keys = Set(Self.numbers(text.dropFirst(2)).map(\.count))
    }
  }

  private static func numbers(_ text: Substring) -> [Double] {
    var numbers = Numbers(text.prefix { $0 != "#" })
    return numbers.all()
  }

  private mutating func event(_ text: Substring, _ line: Lines.Line) throws(Recording.Problem) {
    guard isTouchscreen else { return }
    if touches == nil {
      guard let touches = KernelTouches(description) else { return }
      let device = Device(id: DeviceID(count), name: description.name, kind: .touchscreen, size: touches.size)
      recording.events.append(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)).rounded)
      count += 1
      self.touches = touches
    }
    guard let event = Event(text) else { return }
    for kind in touches?.take(type: event.type, code: event.code, value: event.value) ?? [] {
      try recording.append(
        TouchEvent(time: event.time, device: DeviceID(count - 1), kind: kind).rounded, line: line.number)
    }
  }
}
