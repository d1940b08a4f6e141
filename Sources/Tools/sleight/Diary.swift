import Control
import Engine
import Glibc
import JSONLines
import Linux
import Rules
import Surroundings
import Time
import Touch

/// The touches that the user marked, each a recording in the state directory.
enum Diary {
  /// The mistake in a touch.
  enum Mark: String {
    /// A rule acted that should not have.
    case wrong
    /// A rule did not act that should have.
    case missed
  }

  /// A marked touch.
  struct Entry {
    var path: String
    var mark: Mark
    /// The rules that acted wrongly, or the one that should have acted.
    var rules: [KeptTouch.Deed]
    var touch: TouchReport
  }

  static var directory: String {
    get throws {
      guard let state = UserDirectory.state.path else {
        throw Failure("neither XDG_STATE_HOME nor HOME is set: there is no place for marked touches")
      }
      return state + "/sleight/touches"
    }
  }

  /// The path for a touch that is marked now.
  static func path(for mark: Mark) throws -> String {
    var moment = time(nil)
    var parts = tm()
    localtime_r(&moment, &parts)
    var name = [CChar](repeating: 0, count: 64)
    strftime(&name, name.count, "%Y-%m-%d-%H%M%S", &parts)
    let base =
      "\(try directory)/\(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))-\(mark.rawValue)"
    var path = "\(base).jsonl"
    var number = 2
    while access(path, F_OK) == 0 {
      path = "\(base)-\(number).jsonl"
      number += 1
    }
    return path
  }

  /// Writes a touch, readable only by the user.
  static func write(_ touch: TouchReport, _ mark: Mark, _ rules: [KeptTouch.Deed], to path: String) throws {
    try InitCommand.makeDirectory(of: path)
    let text = touch.recording(
      adding: [.init("mark", .string(mark.rawValue)), .init("rules", .array(rules.map(\.json)))])
    try OutputFile(path, isForced: false).write(text, mode: 0o600)
  }

  /// The marked touches, the earliest first; files that are none are left out.
  static func entries() throws -> [Entry] {
    let directory = try directory
    return names(inDirectory: directory).filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
      let path = "\(directory)/\(name)"
      guard let bytes = try? InputFile.read(path, limit: Recording.sizeLimit),
        let header = try? JSONReader.read(bytes[..<(bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex)]),
        let mark = header["mark"]?.string.flatMap(Mark.init), let touch = TouchReport(recording: bytes, header),
        case let rules = header["rules"]?.array?.compactMap(KeptTouch.Deed.init) ?? [], !rules.isEmpty
      else { return nil }
      return Entry(path: path, mark: mark, rules: rules, touch: touch)
    }
  }
}

extension [Diary.Entry] {
  /// The mistake in a touch that was marked last; nil if none was.
  func mark(of touch: TouchReport) -> Diary.Mark? { last { $0.touch.isSame(as: touch) }?.mark }
}

extension TouchReport {
  /// True if it has the same events, whenever they were.
  func isSame(as other: TouchReport) -> Bool {
    func relative(_ touch: TouchReport) -> [TouchEvent] {
      touch.events.map { event in
        var event = event
        event.time = Timestamp(microseconds: (event.time - (touch.events.first?.time ?? .zero)).wholeMicroseconds)
        event.device = DeviceID(0)
        return event
      }
    }
    return events.count == other.events.count && relative(self) == relative(other)
  }
}
