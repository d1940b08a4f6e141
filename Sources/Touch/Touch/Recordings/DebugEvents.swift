import Text
import Time

/// Reads the output of `libinput debug-events`. The text is meant for people and differs between releases: columns are
/// padded differently, and a count of events may precede the time. The constant parts are read: the device's name, the
/// event's name, the time between a `+` and an `s`, and what follows it.
///
///     -event1   DEVICE_ADDED         Test Touchpad       seat0 default group1  cap:pg  size 100x70mm tap(dl off) …
///      event1   GESTURE_SWIPE_UPDATE +0.021s  3 -9.36/ 0.00 (-10.52/ 0.00 unaccelerated)
///      event1   TOUCH_DOWN           +0.061s  1 (1) 27.75/63.75 (222.00/306.00mm)
///
/// Recordings are often cut from a longer output. A device whose DEVICE_ADDED is missing is inferred from its events,
/// and a frame that the end lacks is completed.
struct DebugEvents {
  private let lines: Lines
  private var recording = Recording()
  /// The devices by node; nil for devices without touch or gestures, such as a keyboard.
  private var devices: [String: Device?] = [:]
  private var count = 0
  /// The latest event's time, used when a device is added or removed: those lines have no time.
  private var time = Timestamp.zero
  /// True once the file has the scroll events of libinput 1.19 and later; the old ones then report the same scrolling.
  private var hasScrollEvents = false
  /// The time from the first event to libinput's zero.
  private var lead = Duration.zero

  static func recognizes(_ line: String) -> Bool {
    guard let words = DebugEventsLine(line), words.node.hasPrefix("event") else { return false }
    return words.name == "DEVICE_ADDED" || words.name.hasPrefix("TOUCH_") || words.name.hasPrefix("GESTURE_")
      || words.name.hasPrefix("POINTER_") || words.name.hasPrefix("KEYBOARD_")
  }

  private init(_ lines: Lines) { self.lines = lines }

  static func read(_ lines: Lines) -> Recording {
    var reader = DebugEvents(lines)
    for line in lines where !line.isBlank {
      do throws(Recording.Problem) {
        try reader.read(line)
      } catch {
        reader.recording.problems.append(error)
        if error.isLast { break }
      }
    }
    reader.completeFrame()
    return reader.recording
  }

  /// Completes the last frame: the end of the recording may lack its TOUCH_FRAME.
  private mutating func completeFrame() {
    guard let last = recording.events.last else { return }
    switch last.kind {
    case .touchDown, .touchMotion, .touchUp, .touchCancel:
      recording.events.append(TouchEvent(time: last.time, device: last.device, kind: .touchFrame))
    default: break
    }
  }

  private mutating func read(_ line: Lines.Line) throws(Recording.Problem) {
    guard let text = line.text else {
      throw Recording.Problem(line: line.number, message: "the line is not UTF-8 text")
    }
    guard let words = DebugEventsLine(text) else { return }
    if words.name == "DEVICE_ADDED" { return add(words) }
    guard Self.names.contains(words.name), isOfTouch(words) else { return }
    if words.name == "POINTER_SCROLL_FINGER" { hasScrollEvents = true }
    if words.name == "POINTER_AXIS", hasScrollEvents { return }
    if devices[words.node] == nil { addInferred(words.node) }
    guard let device = devices[words.node] ?? nil else { return }
    if words.name == "DEVICE_REMOVED" {
      devices[words.node] = nil
      return recording.events.append(TouchEvent(time: time, device: device.id, kind: .deviceRemoved))
    }
    guard let stamp = words.time else {
      throw Recording.Problem(line: line.number, message: "cannot read the time of this \(words.name)")
    }
    time = moment(stamp)
    guard let kind = Self.kind(words, on: device) else {
      throw Recording.Problem(line: line.number, message: "cannot read the numbers of this \(words.name)")
    }
    try recording.append(TouchEvent(time: time, device: device.id, kind: kind).rounded, line: line.number)
  }

  /// False for scrolling that is not done by fingers: of a wheel, or without its source, as in the oldest releases, of
  /// another device than a touchpad.
  private func isOfTouch(_ words: DebugEventsLine) -> Bool {
    guard words.name == "POINTER_AXIS" else { return true }
    return words.rest.contains("(finger)") || !words.rest.contains("(") && devices[words.node]??.kind == .touchpad
  }

  /// Converts libinput's `stamp`. libinput counts from when it noticed the first event, in milliseconds of 32 bits:
  /// events that happened shortly before have stamps of almost 50 days. Then all events are shifted by this much, so
  /// that none precedes 0.
  private mutating func moment(_ stamp: Timestamp) -> Timestamp {
    let wrap = Duration.milliseconds(1 << 32)
    guard (wrap / 2..<wrap).contains(stamp - .zero) else { return stamp + lead }
    let before = wrap - (stamp - .zero)
    lead = max(lead, before)
    return .zero + (lead - before)
  }

  /// Adds a device whose DEVICE_ADDED is missing: touches are those of a touchscreen, gestures and scrolling those of a
  /// touchpad. The size of a touchscreen follows from positions, which have percentages and millimetres.
  private mutating func addInferred(_ node: String) {
    var kind: Device.Kind?
    // The greatest percentages give the most exact size.
    var width = (share: 0.0, length: 0.0)
    var height = (share: 0.0, length: 0.0)
    for line in lines {
      guard let text = line.text, let words = DebugEventsLine(text), words.node == node,
        Self.names.contains(words.name), isOfTouch(words)
      else { continue }
      guard words.name != "DEVICE_REMOVED" else { break }
      guard words.name.hasPrefix("TOUCH_") else {
        kind = kind ?? .touchpad
        continue
      }
      kind = kind ?? .touchscreen
      guard words.name == "TOUCH_DOWN" || words.name == "TOUCH_MOTION" else { continue }
      var numbers = Numbers(words.rest)
      let values = numbers.all()
      guard values.count >= 6 else { continue }
      if values[2] > width.share { width = (values[2], values[4]) }
      if values[3] > height.share { height = (values[3], values[5]) }
    }
    guard let kind else { return }
    let size =
      width.length > 0 && height.length > 0
      ? Size(width: Self.side(width), height: Self.side(height)) : nil
    let device = Device(id: DeviceID(count), name: node, kind: kind, size: size)
    count += 1
    devices[node] = device
    recording.events.append(TouchEvent(time: time, device: device.id, kind: .deviceAdded(device)))
  }

  /// The length of a side in millimetres, to the tenth, from a position in percent and in millimetres.
  private static func side(_ position: (share: Double, length: Double)) -> Double {
    (position.length / position.share * 1000).rounded() / 10
  }

  private mutating func add(_ words: DebugEventsLine) {
    guard let device = words.device(id: DeviceID(count)) else { return devices[words.node] = .some(nil) }
    count += 1
    devices[words.node] = device
    recording.events.append(TouchEvent(time: time, device: device.id, kind: .deviceAdded(device)))
  }

  /// The events that gestures need.
  private static let names: Set = [
    "DEVICE_REMOVED", "TOUCH_DOWN", "TOUCH_MOTION", "TOUCH_UP", "TOUCH_CANCEL", "TOUCH_FRAME",
    "GESTURE_SWIPE_BEGIN", "GESTURE_SWIPE_UPDATE", "GESTURE_SWIPE_END",
    "GESTURE_PINCH_BEGIN", "GESTURE_PINCH_UPDATE", "GESTURE_PINCH_END",
    "GESTURE_HOLD_BEGIN", "GESTURE_HOLD_END", "POINTER_SCROLL_FINGER", "POINTER_AXIS",
  ]

  /// The event; nil if its numbers are missing.
  private static func kind(_ words: DebugEventsLine, on device: Device) -> TouchEvent.Kind? {
    var numbers = Numbers(words.rest)
    let cancelled = words.rest.contains("cancelled")
    switch words.name {
    case "TOUCH_DOWN": return touch(numbers.all(), on: device).map { .touchDown(slot: $0.slot, $0.position) }
    case "TOUCH_MOTION": return touch(numbers.all(), on: device).map { .touchMotion(slot: $0.slot, $0.position) }
    case "TOUCH_UP": return numbers.next().map { .touchUp(slot: $0.count) }
    case "TOUCH_CANCEL": return numbers.next().map { .touchCancel(slot: $0.count) }
    case "TOUCH_FRAME": return .touchFrame
    case "GESTURE_SWIPE_BEGIN": return numbers.next().map { .swipeBegin(fingers: $0.count) }
    case "GESTURE_PINCH_BEGIN": return numbers.next().map { .pinchBegin(fingers: $0.count) }
    case "GESTURE_HOLD_BEGIN": return numbers.next().map { .holdBegin(fingers: $0.count) }
    case "GESTURE_SWIPE_END": return numbers.next().map { .swipeEnd(fingers: $0.count, cancelled: cancelled) }
    case "GESTURE_PINCH_END": return numbers.next().map { .pinchEnd(fingers: $0.count, cancelled: cancelled) }
    case "GESTURE_HOLD_END": return numbers.next().map { .holdEnd(fingers: $0.count, cancelled: cancelled) }
    case "GESTURE_SWIPE_UPDATE":
      // fingers dx/dy (dx/dy unaccelerated)
      let values = numbers.all()
      guard values.count >= 5 else { return nil }
      return .swipeUpdate(fingers: values[0].count, delta: LibinputUnits.movement(values[3], values[4]))
    case "GESTURE_PINCH_UPDATE":
      // fingers dx/dy (dx/dy unaccelerated) scale @ angle
      let values = numbers.all()
      guard values.count >= 7 else { return nil }
      return .pinchUpdate(
        fingers: values[0].count, delta: LibinputUnits.movement(values[3], values[4]), scale: values[5],
        rotation: values[6])
    case "POINTER_SCROLL_FINGER", "POINTER_AXIS":
      // vert value/discrete horiz value/discrete, until 1.18 without the discrete ones; an axis without movement has no
      // star
      let values = numbers.all()
      let axes = words.rest.split(separator: "horiz", maxSplits: 1)
      guard axes.count == 2, values.count >= (words.name == "POINTER_AXIS" ? 2 : 4) else { return nil }
      let movement = LibinputUnits.movement(values[values.count < 4 ? 1 : 2], values[0])
      return .scroll(
        dx: axes[1].contains("*") ? movement.dx : nil,
        dy: axes[0].contains("*") ? movement.dy : nil)
    default: return nil
    }
  }

  /// slot (seat slot) percent/percent (mm/mm)
  private static func touch(_ values: [Double], on device: Device) -> (slot: Int, position: Point)? {
    guard values.count >= 6 else { return nil }
    let position =
      device.size == nil ? Point(x: values[2] / 100, y: values[3] / 100) : Point(x: values[4], y: values[5])
    return (values[0].count, position)
  }
}

/// A line of `libinput debug-events`, split.
struct DebugEventsLine {
  /// `event1`
  var node: String
  /// `TOUCH_DOWN`
  var name: String
  var time: Timestamp?
  /// The text after the time, or after the name if there is no time.
  var rest: Substring

  /// - Returns: nil for a line of another form.
  init?(_ line: String) {
    let words = line.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
    guard words.count >= 2, words[0].contains("event") else { return nil }
    node = String(words[0].first == "-" ? words[0].dropFirst() : words[0])
    name = String(words[1])
    rest = words.count > 2 ? words[2] : ""
    // The name of a device is in the column of the time.
    guard !name.hasPrefix("DEVICE_") else { return }
    let columns = rest.split(omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
    guard let stamp = columns.first(where: { $0.hasPrefix("+") && $0.hasSuffix("s") }),
      let seconds = Double(stamp.dropFirst().dropLast()), seconds.isFinite
    else { return }
    time = Timestamp(seconds: seconds)
    rest = rest[stamp.endIndex...]
  }

  /// The device of a DEVICE_ADDED; nil for one without touch or gestures.
  func device(id: DeviceID) -> Device? {
    let columns = rest.split(separator: " ")
    guard let capabilities = columns.last(where: { $0.hasPrefix("cap:") })?.dropFirst(4) else { return nil }
    let kind: Device.Kind
    if capabilities.contains("t") {
      kind = .touchscreen
    } else if capabilities.contains("g") {
      kind = .touchpad
    } else {
      return nil
    }
    var size: Size?
    if let index = columns.lastIndex(of: "size"), index + 1 < columns.count, columns[index + 1].hasSuffix("mm") {
      let sides = columns[index + 1].dropLast(2).split(separator: "x").compactMap { Double($0) }
      if sides.count == 2 { size = Size(width: sides[0], height: sides[1]) }
    }
    // A name may contain any text, including the word that follows it.
    let name = rest.ranges(of: " seat").last.map { rest[..<$0.lowerBound] } ?? rest
    return Device(id: id, name: String(name.trimmingSpaces), kind: kind, size: size)
  }
}
