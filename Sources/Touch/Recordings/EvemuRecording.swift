/// Reads a touchscreen's file of evemu-record: the description of the device, then its events.
///
///     # EVEMU 1.3
///     N: Atmel maXTouch Touchscreen
///     P: 02 00 00 00 00 00 00 00
///     A: 35 0 799 0 0 0
///     E: 0.000001 0003 0039 0007	# EV_ABS / ABS_MT_TRACKING_ID   7
///
/// The events of touchpads are not enough: the gestures that libinput recognises in them are missing.
struct EvemuRecording {
  private var recording = Recording()
  private var name = ""
  /// True if the surface is a screen (INPUT_PROP_DIRECT).
  private var isDirect = false
  private var axes: [Int: KernelTouches.Axis] = [:]
  private var touches: KernelTouches?
  /// The time of the first event, which may be that of any clock.
  private var start: Double?

  /// The recording; nil if it is not of a touchscreen with slots.
  static func read(_ lines: Lines) -> Recording? {
    var reader = EvemuRecording()
    for line in lines where !line.isBlank {
      guard let text = line.text else { continue }
      // Comments hold the names of codes.
      let content = text.prefix { $0 != "#" }
      guard text.hasPrefix("E:") else {
        reader.describe(text.hasPrefix("N:") ? text[...] : content)
        continue
      }
      guard reader.touches != nil || reader.begin() else { return nil }
      do throws(Recording.Problem) {
        try reader.event(content, line)
      } catch {
        reader.recording.problems.append(error)
        if error.isLast { break }
      }
    }
    return reader.touches == nil ? nil : reader.recording
  }

  /// Reads a line of the description.
  private mutating func describe(_ text: Substring) {
    let words = text.split { $0 == " " || $0 == "\t" }
    switch words.first {
    case "N:": name = String(text.dropFirst(2).trimmingSpaces)
    case "P:":
      // The first line has the first eight properties.
      guard words.count > 1, let bits = UInt8(words[1], radix: 16) else { return }
      isDirect = isDirect || bits & 2 != 0
    case "A:":
      guard words.count > 1, let code = Int(words[1], radix: 16) else { return }
      axes[code] = KernelTouches.Axis(words.dropFirst(2).compactMap { Double($0) })
    default: break
    }
  }

  /// Adds the device once its description is complete. Returns false if it is not a touchscreen.
  private mutating func begin() -> Bool {
    guard isDirect, let x = axes[KernelTouches.positionX], let y = axes[KernelTouches.positionY] else { return false }
    let touches = KernelTouches(x: x, y: y)
    let device = Device(id: DeviceID(0), name: name, kind: .touchscreen, size: touches.size)
    recording.events.append(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)).rounded)
    self.touches = touches
    return true
  }

  private mutating func event(_ text: Substring, _ line: Lines.Line) throws(Recording.Problem) {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard words.count == 5, let time = Double(words[1]), time.isFinite, let type = Int(words[2], radix: 16),
      let code = Int(words[3], radix: 16), let value = Double(words[4]), abs(value) < 1e9
    else {
      throw Recording.Problem(
        line: line.number,
        message: line.isComplete
          ? "cannot read this event" : "the recording breaks off in the middle of the line")
    }
    let start = start ?? time
    self.start = start
    for kind in touches?.take(type: type, code: code, value: value) ?? [] {
      let event = TouchEvent(time: Timestamp(seconds: max(0, time - start)), device: DeviceID(0), kind: kind)
      try recording.append(event.rounded, line: line.number)
    }
  }
}
