import Time

/// The contents of a recording.
public struct Recording: Hashable, Sendable {
  /// The readable events, in the file's order, the devices first.
  public var events: [TouchEvent] = []
  /// The unreadable lines, and what the recorder left out.
  public var problems: [Problem] = []
  /// The time of the latest event except additions of devices, while a file is read; nil if there is none.
  var latest: Timestamp?

  /// True if all that is in the file has been read.
  public var isWhole: Bool { problems.allSatisfy(\.isWarning) }

  /// An unreadable line, or a line from which on something is missing.
  public struct Problem: Error, Hashable, Sendable {
    /// The number of the line, from 1.
    public var line: Int
    /// The byte in the line, from 1; nil if unknown.
    public var column: Int?
    /// The problem, for people.
    public var message: String
    /// True if reading stopped at this line.
    var isLast = false
    /// True if everything in the file has been read, but the recorder left something out.
    public var isWarning = false
  }

  /// The longest time between two events. A recording may last for days, but not without a touch; and a finger that
  /// rested until the end of time would take as long to recognise.
  static let longestPause = Duration.seconds(86_400)

  /// The maximum size of a recording in bytes: an hour of ten fingers that never rest has less.
  public static let sizeLimit = 256 << 20
  /// The maximum number of devices that are plugged in at the same time.
  static let mostDevices = 64
  /// The maximum number of devices that are added, one after another.
  static let mostAdded = 1_000
  /// The maximum number of slots, and of fingers: no device has more.
  static let mostSlots = 64

  /// A recording of more than `sizeLimit` bytes, of which nothing is read.
  public static let tooLarge = Recording(problems: [
    Problem(line: 1, message: "the recording is larger than \(sizeLimit >> 20) MiB", isLast: true)
  ])

  /// The recording up to the first event that exceeds a limit: more devices and fingers than anybody has would take
  /// time out of proportion.
  private func limited() -> Recording {
    var devices: Set<DeviceID> = []
    var added = 0
    for (index, event) in events.enumerated() {
      switch event.kind {
      case .deviceAdded:
        devices.insert(event.device)
        added += 1
      case .deviceRemoved: devices.remove(event.device)
      default: break
      }
      let excess: String? =
        devices.count > Self.mostDevices
        ? "more than \(Self.mostDevices) devices at once"
        : added > Self.mostAdded
          ? "more than \(Self.mostAdded) devices are added"
          : event.kind.largestNumber > Self.mostSlots ? "more than \(Self.mostSlots) fingers" : nil
      guard let excess else { continue }
      var limited = self
      limited.events.removeLast(events.count - index)
      limited.problems.append(
        Problem(line: 1, message: "\(excess); the recording is read up to there", isLast: true))
      return limited
    }
    return self
  }

  /// Appends the event of a line.
  /// - Throws: `Problem` if its time cannot be right.
  mutating func append(_ event: TouchEvent, line: Int) throws(Problem) {
    guard latest.map({ event.time - $0 <= Self.longestPause }) ?? true else {
      throw Problem(
        line: line, message: "this is more than a day after what is above it; it and what follows is not read",
        isLast: true)
    }
    // The first event may have any time that a running clock can show.
    guard event.time < Timestamp(seconds: 1e9) else {
      throw Problem(line: line, message: "no clock shows this time; it and what follows is not read", isLast: true)
    }
    events.append(event)
    if case .deviceAdded = event.kind { return }
    latest = event.time
  }

  /// Reads a recording of `RecordingWriter`, of `libinput debug-events`, of `libinput record` or of evemu-record; the
  /// first lines tell which.
  /// - Parameter isOverdue: true when the time is over that a recording of another program may take: the rest of it is
  ///   not read. Those of `RecordingWriter` take as long as their size permits.
  public static func read(_ bytes: [UInt8], isOverdue: @escaping () -> Bool = { false }) -> Recording {
    guard bytes.count <= sizeLimit else { return .tooLarge }
    let deadline = Lines.Deadline(isOverdue)
    var recording = readAll(bytes, deadline)
    if let line = deadline.line {
      recording.problems.append(
        Problem(line: line, message: "the file takes too long to read; it is read up to there", isLast: true))
    }
    return recording.limited()
  }

  private static func readAll(_ bytes: [UInt8], _ deadline: Lines.Deadline) -> Recording {
    let lines = Lines(bytes, deadline)
    guard let first = lines.first(where: { !$0.isBlank }) else {
      return Recording(problems: [Problem(line: 1, message: "the file is empty")])
    }
    if first.bytes.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") {
      return JSONRecording.read(Lines(bytes))
    }
    if let tool = OtherRecorder.allCases.first(where: { tool in lines.prefix(20).contains { tool.wrote($0) } }) {
      if tool == .evemu, let recording = EvemuRecording.read(lines) { return recording }
      return Recording(problems: [
        Problem(
          line: first.number,
          message:
            "this is a recording of \(tool.rawValue), which has no libinput events: record with 'sleight record' "
            + "or 'libinput record --with-libinput'")
      ])
    }
    // libinput's files start with comments and keys of their own; the events may come late.
    for line in lines {
      guard let text = line.text else { continue }
      if DebugEvents.recognizes(text) { return DebugEvents.read(lines) }
      if LibinputRecord.recognizes(text) { return LibinputRecord.read(lines) }
    }
    return Recording(problems: [
      Problem(
        line: first.number,
        message: "this is not a recording of 'sleight record', 'libinput debug-events' or 'libinput record'"
      )
    ])
  }
}

extension TouchEvent.Kind {
  /// The largest number of slots or fingers that the event mentions.
  fileprivate var largestNumber: Int {
    switch self {
    case .touchDown(let slot, _), .touchMotion(let slot, _), .touchUp(let slot), .touchCancel(let slot),
      .touchPressure(let slot, _):
      slot + 1
    case .deviceAdded(let device): max(device.contacts?.slots ?? 0, device.contacts?.fingers ?? 0)
    case .fingerCount(let count), .swipeBegin(let count), .swipeUpdate(let count, _), .swipeEnd(let count, _),
      .pinchBegin(let count), .pinchUpdate(let count, _, _, _), .pinchEnd(let count, _), .holdBegin(let count),
      .holdEnd(let count, _), .tap(let count, _):
      count
    case .deviceRemoved, .eventsLost, .fingersLeft, .touchFrame, .button, .scroll: 0
    }
  }
}

/// A program whose recordings have the events of the kernel alone. They are enough for touchscreens, and tell the
/// contacts of touchpads.
private enum OtherRecorder: String, CaseIterable {
  case evemu = "evemu"
  case evtest = "evtest"
  case hidRecorder = "hid-recorder"

  /// True if `line` is one of its own.
  func wrote(_ line: Lines.Line) -> Bool {
    guard let text = line.text else { return false }
    switch self {
    case .evemu:
      return text.hasPrefix("# EVEMU ") || ["E: ", "B: ", "A: "].contains { text.hasPrefix($0) } && Self.areHex(text)
    case .evtest: return text.hasPrefix("Input driver version is ") || text.hasPrefix("Event: time ")
    case .hidRecorder: return text.hasPrefix("R: ") && Self.areHex(text)
    }
  }

  /// True if everything after the letter consists of digits.
  private static func areHex(_ text: String) -> Bool {
    // evemu adds the names of codes in a comment.
    let digits = text.dropFirst(3).prefix { $0 != "#" }
    return digits.utf8.count > 3 && digits.allSatisfy { $0.isHexDigit || " .-\t".contains($0) }
  }
}

/// The lines of a file with their numbers, split one after another.
struct Lines: Sequence {
  /// The end of the time for reading.
  final class Deadline {
    private let isOver: () -> Bool
    /// The line at which it was over; nil if it was not.
    fileprivate(set) var line: Int?

    init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }

    /// Asks at every so many lines: a line takes much less time than the clock.
    private static let lines = 256

    fileprivate func stops(at number: Int) -> Bool {
      if line == nil, number.isMultiple(of: Self.lines), isOver() { line = number }
      return line != nil
    }
  }

  struct Line: Sendable {
    var number: Int
    var bytes: ArraySlice<UInt8>
    /// False for the last line of a file that does not end with a line feed.
    var isComplete: Bool

    /// The line as text; nil if it is not UTF-8.
    var text: String? { String(validating: bytes, as: UTF8.self) }

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }
  }

  struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    fileprivate var position = 0
    fileprivate var number = 0
    fileprivate let deadline: Deadline?

    mutating func next() -> Line? {
      guard position < bytes.count else { return nil }
      number += 1
      if let deadline, deadline.stops(at: number) { return nil }
      let end = bytes[position...].firstIndex(of: 0x0a)
      var content = bytes[position..<(end ?? bytes.count)]
      position = (end ?? bytes.count) + 1
      if content.last == 0x0d { content.removeLast() }
      return Line(number: number, bytes: content, isComplete: end != nil)
    }
  }

  private let bytes: [UInt8]
  private let deadline: Deadline?

  init(_ bytes: [UInt8], _ deadline: Deadline? = nil) { (self.bytes, self.deadline) = (bytes, deadline) }

  func makeIterator() -> Iterator { Iterator(bytes: bytes, deadline: deadline) }
}
