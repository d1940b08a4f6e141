/// Reads what `libinput debug-events` prints. The text is made for people and differs between releases: columns are
/// padded differently, and a count of events may stand before the time. What stays is read: the device's name, the
/// event's name, the time between a `+` and an `s`, and what follows it.
///
///     -event1   DEVICE_ADDED         Test Touchpad       seat0 default group1  cap:pg  size 100x70mm tap(dl off) …
///      event1   GESTURE_SWIPE_UPDATE +0.021s  3 -9.36/ 0.00 (-10.52/ 0.00 unaccelerated)
///      event1   TOUCH_DOWN           +0.061s  1 (1) 27.75/63.75 (222.00/306.00mm)
enum DebugEvents {
  static func recognizes(_ line: String) -> Bool {
    guard let words = Words(line), words.node.hasPrefix("event") else { return false }
    return words.name == "DEVICE_ADDED" || words.name.hasPrefix("TOUCH_") || words.name.hasPrefix("GESTURE_")
      || words.name.hasPrefix("POINTER_") || words.name.hasPrefix("KEYBOARD_")
  }

  static func read(_ lines: Lines) -> Recording {
    var recording = Recording()
    var devices: [String: Device] = [:]
    for line in lines where !line.isBlank {
      guard let text = line.text else {
        recording.problems.append(.init(line: line.number, message: "the line is not UTF-8 text"))
        continue
      }
      guard let words = Words(text) else { continue }
      if words.name == "DEVICE_ADDED" {
        guard let device = device(words, id: DeviceID(devices.count)) else { continue }
        devices[words.node] = device
        recording.events.append(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
        continue
      }
      guard let device = devices[words.node], let time = words.time else { continue }
      if words.name == "DEVICE_REMOVED" {
        recording.events.append(TouchEvent(time: time, device: device.id, kind: .deviceRemoved))
        devices[words.node] = nil
        continue
      }
      var numbers = Numbers(words.rest)
      switch kind(words.name, &numbers, words.rest, on: device) {
      case .event(let kind): recording.events.append(TouchEvent(time: time, device: device.id, kind: kind).rounded)
      case .ofNoUse: break
      case .unreadable:
        recording.problems.append(.init(line: line.number, message: "cannot read the numbers of this \(words.name)"))
      }
    }
    return recording
  }

  private enum Reading {
    case event(TouchEvent.Kind)
    case ofNoUse
    case unreadable

    init(_ kind: TouchEvent.Kind?) { self = kind.map { .event($0) } ?? .unreadable }
  }

  private static func kind(
    _ name: String, _ numbers: inout Numbers, _ rest: Substring, on device: Device
  ) -> Reading {
    let cancelled = rest.contains("cancelled")
    switch name {
    case "TOUCH_DOWN", "TOUCH_MOTION":
      // slot (seat slot) percent/percent (mm/mm)
      let values = numbers.all()
      guard values.count >= 6 else { return .unreadable }
      let place =
        device.size == nil
        ? Point(x: values[2] / 100, y: values[3] / 100) : Point(x: values[4], y: values[5])
      let slot = Int(values[0])
      return .event(name == "TOUCH_DOWN" ? .touchDown(slot: slot, place) : .touchMotion(slot: slot, place))
    case "TOUCH_UP": return Reading(numbers.next().map { .touchUp(slot: Int($0)) })
    case "TOUCH_CANCEL": return Reading(numbers.next().map { .touchCancel(slot: Int($0)) })
    case "TOUCH_FRAME": return .event(.touchFrame)
    case "GESTURE_SWIPE_BEGIN": return Reading(numbers.next().map { .swipeBegin(fingers: Int($0)) })
    case "GESTURE_PINCH_BEGIN": return Reading(numbers.next().map { .pinchBegin(fingers: Int($0)) })
    case "GESTURE_HOLD_BEGIN": return Reading(numbers.next().map { .holdBegin(fingers: Int($0)) })
    case "GESTURE_SWIPE_END":
      return Reading(numbers.next().map { .swipeEnd(fingers: Int($0), cancelled: cancelled) })
    case "GESTURE_PINCH_END":
      return Reading(numbers.next().map { .pinchEnd(fingers: Int($0), cancelled: cancelled) })
    case "GESTURE_HOLD_END":
      return Reading(numbers.next().map { .holdEnd(fingers: Int($0), cancelled: cancelled) })
    case "GESTURE_SWIPE_UPDATE":
      // fingers dx/dy (dx/dy unaccelerated)
      let values = numbers.all()
      guard values.count >= 5 else { return .unreadable }
      return .event(.swipeUpdate(fingers: Int(values[0]), delta: LibinputUnits.movement(values[3], values[4])))
    case "GESTURE_PINCH_UPDATE":
      // fingers dx/dy (dx/dy unaccelerated) scale @ angle
      let values = numbers.all()
      guard values.count >= 7 else { return .unreadable }
      return .event(
        .pinchUpdate(
          fingers: Int(values[0]), delta: LibinputUnits.movement(values[3], values[4]), scale: values[5],
          rotation: values[6]))
    case "POINTER_SCROLL_FINGER":
      // vert value/discrete horiz value/discrete; an axis that does not take part has no star
      let values = numbers.all()
      guard values.count >= 4 else { return .unreadable }
      let stars = rest.split(separator: "horiz", maxSplits: 1)
      let movement = LibinputUnits.movement(values[2], values[0])
      return .event(
        .scroll(
          dx: stars.count == 2 && stars[1].contains("*") ? movement.dx : nil,
          dy: stars[0].contains("*") ? movement.dy : nil))
    default: return .ofNoUse
    }
  }

  /// A device of a DEVICE_ADDED line; nil for one without touch or gestures.
  private static func device(_ words: Words, id: DeviceID) -> Device? {
    guard let capabilities = words.rest.split(separator: " ").first(where: { $0.hasPrefix("cap:") })?.dropFirst(4)
    else { return nil }
    let kind: Device.Kind
    if capabilities.contains("t") {
      kind = .touchscreen
    } else if capabilities.contains("g") {
      kind = .touchpad
    } else {
      return nil
    }
    var size: Size?
    let parts = words.rest.split(separator: " ")
    if let place = parts.firstIndex(of: "size"), place + 1 < parts.count, parts[place + 1].hasSuffix("mm") {
      let sides = parts[place + 1].dropLast(2).split(separator: "x").compactMap { Double($0) }
      if sides.count == 2 { size = Size(width: sides[0], height: sides[1]) }
    }
    let name = words.rest.split(separator: " seat", maxSplits: 1).first ?? words.rest
    return Device(id: id, name: String(name.trimmingSpaces), kind: kind, size: size)
  }

  /// A line's parts.
  private struct Words {
    var node: String
    var name: String
    var time: Timestamp?
    var rest: Substring

    init?(_ line: String) {
      let words = line.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
      guard words.count >= 2, words[0].contains("event") else { return nil }
      node = String(words[0].first == "-" ? words[0].dropFirst() : words[0])
      name = String(words[1])
      rest = words.count > 2 ? words[2] : ""
      let columns = rest.split(omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
      guard name != "DEVICE_ADDED", let stamp = columns.first(where: { $0.hasPrefix("+") && $0.hasSuffix("s") }),
        let seconds = Double(stamp.dropFirst().dropLast())
      else { return }
      time = Timestamp(microseconds: Int64(min(max(seconds * 1e6, 0), 9e15).rounded()))
      rest = rest[stamp.endIndex...]
    }
  }
}

/// The numbers in a text, whatever stands between them.
struct Numbers {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  mutating func next() -> Double? {
    while let start = rest.firstIndex(where: { $0.isASCII && ($0.isNumber || $0 == "-") }) {
      let end = rest[start...].dropFirst().firstIndex { !($0.isASCII && ($0.isNumber || $0 == ".")) } ?? rest.endIndex
      let word = rest[start..<end]
      rest = rest[end...]
      // A slot or a finger count is turned into an Int: nothing a device reports comes near this.
      if let value = Double(word), abs(value) < 1e9 { return value }
    }
    return nil
  }

  mutating func all() -> [Double] {
    var values: [Double] = []
    while let value = next() { values.append(value) }
    return values
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
    let end = lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
