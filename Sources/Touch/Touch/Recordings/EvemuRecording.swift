import Time

/// Reads a file of evemu-record: the description of a touchscreen or a touchpad, then its events.
///
///     # EVEMU 1.3
///     N: Atmel maXTouch Touchscreen
///     P: 02 00 00 00 00 00 00 00
///     A: 35 0 799 0 0 0
///     E: 0.000001 0003 0039 0007	# EV_ABS / ABS_MT_TRACKING_ID   7
///
/// The events of touchpads have the contacts alone: the gestures that libinput recognises in them are missing.
struct EvemuRecording {
  private var recording = Recording()
  private var description = RecordedContacts.Description()
  /// The numbers of bits that the description has listed: of the properties, and of the keys.
  private var listed = (properties: 0, keys: 0)
  private var touches: KernelTouches?
  private var contacts: RecordedContacts?
  /// The time of the first event, which may be that of any clock.
  private var start: Double?

  /// The problem of events without the description of their device.
  private static func withoutDescription(_ line: Int) -> Recording {
    Recording(problems: [
      Recording.Problem(
        line: line,
        message: "the description of the device is missing before these evemu events: evemu-record writes it itself; "
          + "for events alone, put the output of 'evemu-describe' for the same device in front", isLast: true)
    ])
  }

  /// The recording; nil if it is neither of a touchscreen nor of a touchpad.
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
      if !reader.hasBegun, !reader.begin(at: line) {
        return reader.description.axes.isEmpty ? withoutDescription(line.number) : nil
      }
      do throws(Recording.Problem) {
        try reader.event(content, line)
      } catch {
        reader.recording.problems.append(error)
        if error.isLast { break }
      }
    }
    return reader.hasBegun ? reader.recording : nil
  }

  private var hasBegun: Bool { touches != nil || contacts != nil }

  /// Reads a line of the description.
  private mutating func describe(_ text: Substring) {
    let words = text.split { $0 == " " || $0 == "\t" }
    switch words.first {
    case "N:": description.name = String(text.dropFirst(2).trimmingSpaces)
    // Eight bytes of bits a line.
    case "P:":
      for bit in Self.bits(words.dropFirst()) { description.properties.insert(listed.properties + bit) }
      listed.properties += (words.count - 1) * 8
    case "B:" where words.count > 1 && Int(words[1], radix: 16) == 1:
      for bit in Self.bits(words.dropFirst(2)) { description.keys.insert(listed.keys + bit) }
      listed.keys += (words.count - 2) * 8
    case "A:":
      guard words.count > 1, let code = Int(words[1], radix: 16) else { return }
      description.axes[code] = KernelTouches.Axis(words.dropFirst(2).compactMap { Double($0) })
    default: break
    }
  }

  /// The bits that are set in bytes.
  private static func bits(_ words: ArraySlice<Substring>) -> [Int] {
    words.enumerated().flatMap { offset, word in
      let byte = UInt8(word, radix: 16) ?? 0
      return (0..<8).filter { byte >> UInt8($0) & 1 != 0 }.map { offset * 8 + $0 }
    }
  }

  /// Adds the device once its description is complete. Returns false if it is neither a touchscreen nor a touchpad.
  private mutating func begin(at line: Lines.Line) -> Bool {
    let id = DeviceID(0)
    if description.isTouchscreen {
      guard let touches = KernelTouches(description) else { return false }
      self.touches = touches
      add(Device(id: id, name: description.name, kind: .touchscreen, size: touches.size))
      return true
    }
    guard description.isTouchpad, let contacts = RecordedContacts(description, size: nil, as: id) else { return false }
    self.contacts = contacts
    let surface = contacts.surface
    add(Device(id: id, name: description.name, kind: .touchpad, size: surface.size, contacts: surface.reports))
    recording.problems.append(
      .init(
        line: line.number,
        message: "this is a recording of evemu, which has only the contacts of a touchpad and no libinput events: "
          + "record with 'sleight record' or 'libinput record --with-libinput'", isWarning: true))
    return true
  }

  private mutating func add(_ device: Device) {
    recording.events.append(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)).rounded)
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
    let moment = Timestamp(seconds: max(0, time - start))
    for kind in touches?.take(type: type, code: code, value: value) ?? [] {
      let event = TouchEvent(time: moment, device: DeviceID(0), kind: kind)
      try recording.append(event.rounded, line: line.number)
    }
    for event in contacts?.take(type: type, code: code, value: value, at: moment) ?? [] {
      try recording.append(event, line: line.number)
    }
  }
}
