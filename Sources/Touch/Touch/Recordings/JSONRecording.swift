internal import JSONLines
internal import Time

/// Reads the recordings that `RecordingWriter` writes.
enum JSONRecording {
  static func read(_ lines: Lines) -> Recording {
    var recording = Recording()
    var hasHeader = false
    var known: Set<Int> = []
    for line in lines where !line.isBlank {
      do throws(Recording.Problem) {
        let value = try object(line)
        guard hasHeader else {
          let devices = try header(value, line: line.number)
          recording.events = devices.map {
            TouchEvent(time: .zero, device: $0.id, kind: .deviceAdded($0))
          }
          known = Set(devices.map(\.id.number))
          hasHeader = true
          continue
        }
        if value["sleight"] != nil {
          recording.problems.append(
            .init(line: line.number, message: "another recording starts here; it and what follows is not read"))
          return recording
        }
        let event = try LineReader(value: value, line: line.number).event()
        if case .deviceAdded = event.kind { known.insert(event.device.number) }
        guard known.contains(event.device.number) else {
          throw Recording.Problem(
            line: line.number,
            message: "device \(event.device.number) is neither among the devices of the first line nor was it added")
        }
        try recording.append(event, line: line.number)
      } catch {
        recording.problems.append(error)
        if error.isLast { return recording }
        // Without the devices no other line has a meaning.
        if !hasHeader { return recording }
      }
    }
    return recording
  }

  private static func object(_ line: Lines.Line) throws(Recording.Problem) -> JSONValue {
    guard line.text != nil else { throw Recording.Problem(line: line.number, message: "the line is not UTF-8 text") }
    do {
      let value = try JSONReader.read(line.bytes)
      guard case .object = value else {
        throw Recording.Problem(line: line.number, column: 1, message: "a recording has one JSON object a line")
      }
      return value
    } catch let error as JSONError {
      let reason = line.isComplete ? error.reason : "the recording breaks off in the middle of the line"
      throw Recording.Problem(line: line.number, column: error.column, message: reason)
    } catch let error as Recording.Problem {
      throw error
    } catch {
      throw Recording.Problem(line: line.number, message: "\(error)")
    }
  }

  private static func header(_ value: JSONValue, line: Int) throws(Recording.Problem) -> [Device] {
    guard let version = value["sleight"] else {
      throw Recording.Problem(
        line: line, message: "a recording starts with {\"sleight\": \(RecordingWriter.version), \"devices\": […]}")
    }
    guard version.integer == RecordingWriter.version else {
      throw Recording.Problem(
        line: line,
        message: "this recording is of version \(version.text); this program reads version \(RecordingWriter.version)")
    }
    guard let devices = value["devices"]?.array else {
      throw Recording.Problem(line: line, message: "'devices' must be a list of devices")
    }
    var result: [Device] = []
    for device in devices {
      let reader = LineReader(value: device, line: line)
      let device = try reader.device(id: try reader.index("id"))
      guard !result.contains(where: { $0.id == device.id }) else {
        throw Recording.Problem(line: line, message: "two devices have the id \(device.id.number)")
      }
      result.append(device)
    }
    return result
  }
}

/// A reader of the members of one line's object.
private struct LineReader {
  let value: JSONValue
  let line: Int

  func event() throws(Recording.Problem) -> TouchEvent {
    let time = try number("t")
    let device = try index("device")
    guard let name = value["event"]?.string else { throw problem("'event' must be the name of an event") }
    return TouchEvent(
      time: Timestamp(clamping: time), device: DeviceID(device),
      kind: try kind(name, device: device))
  }

  private func kind(_ name: String, device: Int) throws(Recording.Problem) -> TouchEvent.Kind {
    switch name {
    case "device-added": return .deviceAdded(try self.device(id: device))
    case "device-removed": return .deviceRemoved
    case "events-lost": return .eventsLost
    case "fingers-left": return .fingersLeft(try left())
    case "touch-down": return .touchDown(slot: try index("slot"), Point(x: try number("x"), y: try number("y")))
    case "touch-motion": return .touchMotion(slot: try index("slot"), Point(x: try number("x"), y: try number("y")))
    case "touch-up": return .touchUp(slot: try index("slot"))
    case "touch-cancel": return .touchCancel(slot: try index("slot"))
    case "touch-pressure": return .touchPressure(slot: try index("slot"), try number("pressure"))
    case "touch-frame": return .touchFrame
    case "finger-count": return .fingerCount(try index("fingers"))
    case "button": return .button(isPressed: try flag("pressed"))
    case "swipe-begin": return .swipeBegin(fingers: try index("fingers"))
    case "swipe-update": return .swipeUpdate(fingers: try index("fingers"), delta: try delta())
    case "swipe-end": return .swipeEnd(fingers: try index("fingers"), cancelled: try flag("cancelled"))
    case "pinch-begin": return .pinchBegin(fingers: try index("fingers"))
    case "pinch-update":
      return .pinchUpdate(
        fingers: try index("fingers"), delta: try delta(), scale: try number("scale"),
        rotation: try number("rotation"))
    case "pinch-end": return .pinchEnd(fingers: try index("fingers"), cancelled: try flag("cancelled"))
    case "hold-begin": return .holdBegin(fingers: try index("fingers"))
    case "hold-end": return .holdEnd(fingers: try index("fingers"), cancelled: try flag("cancelled"))
    case "scroll": return .scroll(dx: try optional("dx"), dy: try optional("dy"))
    case "tap": return .tap(fingers: try index("fingers"), lasted: try duration("lasted"))
    default: throw problem("unknown event '\(name)'")
    }
  }

  func device(id: Int) throws(Recording.Problem) -> Device {
    guard let name = value["name"]?.string else { throw problem("a device's 'name' must be a string") }
    guard let kind = value["kind"]?.string.flatMap(Device.Kind.init(rawValue:)) else {
      throw problem("a device's 'kind' must be \"touchpad\" or \"touchscreen\"")
    }
    let size: Size?
    switch (try optional("width"), try optional("height")) {
    case (nil, nil): size = nil
    case (let width?, let height?):
      size = Size(width: width, height: height)
      guard size != nil else { throw problem("a device of \(width) x \(height) mm: sizes go from 0 to 10 m") }
    case (_, nil), (nil, _): throw problem("a device has a width and a height, or null for both")
    }
    return Device(id: DeviceID(id), name: name, kind: kind, size: size, contacts: try contacts())
  }

  private func contacts() throws(Recording.Problem) -> ContactReports? {
    switch value["contacts"] {
    case nil, .null?: return nil
    case let contacts?:
      let reader = LineReader(value: contacts, line: line)
      return ContactReports(
        slots: try reader.index("slots"), fingers: try reader.index("fingers"),
        hasPositions: try reader.flag("positions"), hasPressure: try reader.flag("pressure"),
        isClickpad: try reader.flag("clickpad"),
        hasToolTypes: reader.value["toolTypes"] == nil ? false : try reader.flag("toolTypes"))
    }
  }

  private func left() throws(Recording.Problem) -> LeftFingers {
    guard let reason = value["reason"]?.string.flatMap(LeftFingers.Reason.init(rawValue:)) else {
      let reasons = LeftFingers.Reason.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw problem("'reason' must be one of \(reasons)")
    }
    return LeftFingers(reason, amount: try index("amount"))
  }

  private func delta() throws(Recording.Problem) -> Vector { Vector(dx: try number("dx"), dy: try number("dy")) }

  func number(_ key: String) throws(Recording.Problem) -> Double {
    guard let number = value[key]?.number else { throw problem("'\(key)' must be a number") }
    return number
  }

  private func optional(_ key: String) throws(Recording.Problem) -> Double? {
    switch value[key] {
    case nil, .null?: nil
    case .number(let number)?: number
    case .bool?, .string?, .array?, .object?: throw problem("'\(key)' must be a number or null")
    }
  }

  func index(_ key: String) throws(Recording.Problem) -> Int {
    guard let number = value[key]?.integer, (0...1_000_000).contains(number) else {
      throw problem("'\(key)' must be a whole number from 0 to 1000000")
    }
    return number
  }

  private func duration(_ key: String) throws(Recording.Problem) -> Duration {
    guard let number = value[key]?.number, number >= 0 else {
      throw problem("'\(key)' must be a number of microseconds, 0 or more")
    }
    return Timestamp(clamping: number) - .zero
  }

  private func flag(_ key: String) throws(Recording.Problem) -> Bool {
    guard let flag = value[key]?.bool else { throw problem("'\(key)' must be true or false") }
    return flag
  }

  private func problem(_ message: String) -> Recording.Problem { Recording.Problem(line: line, message: message) }
}

extension TouchEvent.Kind {
  /// The event's name in recordings.
  var name: String {
    switch self {
    case .deviceAdded: "device-added"
    case .deviceRemoved: "device-removed"
    case .eventsLost: "events-lost"
    case .fingersLeft: "fingers-left"
    case .touchDown: "touch-down"
    case .touchMotion: "touch-motion"
    case .touchUp: "touch-up"
    case .touchCancel: "touch-cancel"
    case .touchPressure: "touch-pressure"
    case .touchFrame: "touch-frame"
    case .fingerCount: "finger-count"
    case .button: "button"
    case .swipeBegin: "swipe-begin"
    case .swipeUpdate: "swipe-update"
    case .swipeEnd: "swipe-end"
    case .pinchBegin: "pinch-begin"
    case .pinchUpdate: "pinch-update"
    case .pinchEnd: "pinch-end"
    case .holdBegin: "hold-begin"
    case .holdEnd: "hold-end"
    case .scroll: "scroll"
    case .tap: "tap"
    }
  }
}
