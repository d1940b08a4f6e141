internal import Diagnostics
internal import Logging

/// A message in the formats of its readers.
struct LogMessage {
  let level: Logger.Level
  /// Its text, without control characters: it may contain names from outside.
  let text: String
  /// Its metadata and source location, by their field names in the journal, sorted by these.
  let fields: [(name: String, value: String)]

  /// The message of `event`, with the metadata of all messages. The key "rule" becomes the field SLEIGHT_RULE.
  init(_ event: LogEvent, with metadata: Logger.Metadata = [:]) {
    level = event.level
    text = "\(event.message)".legibleLines
    let about = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let source = [("CODE_FILE", event.file), ("CODE_FUNC", event.function), ("CODE_LINE", "\(event.line)")]
    fields = (about.map { ("SLEIGHT_\($0.uppercased())", "\($1)".legible) } + source)
      .map { (name: $0.0, value: $0.1) }.sorted { $0.name < $1.name }
  }

  /// The format for people: `sleight: warning: open /dev/input/event3: Permission denied`.
  var forPeople: String { "sleight: \(level.word)\(text)\n" }

  /// The format of lines with priorities (sd-daemon(3)). Each line is a message of its own there.
  var withPriorities: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "<\(level.priority)>\($0)\n" }.joined()
  }

  /// The format of the journal's socket (systemd.io/JOURNAL_NATIVE_PROTOCOL), in which a message of several lines is
  /// one entry and fields are searchable.
  var journalEntry: [UInt8] {
    var entry: [UInt8] = []
    let own: [(name: String, value: String)] = [
      ("MESSAGE", text), ("PRIORITY", "\(level.priority)"), ("SYSLOG_IDENTIFIER", "sleight"),
    ]
    for (name, value) in own + fields {
      // A value follows its length: 64 bits, little-endian.
      let bytes = Array(value.utf8)
      entry += Array("\(name)\n".utf8)
      entry += (0..<8).map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) }
      entry += bytes
      entry.append(UInt8(ascii: "\n"))
    }
    return entry
  }
}

extension Logger.Level {
  /// The priority of syslog(3) and of sd-daemon(3).
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }

  /// The prefix for people; none for messages that report no problem.
  fileprivate var word: String {
    switch self {
    case .trace, .debug: "debug: "
    case .info, .notice: ""
    case .warning: "warning: "
    case .error, .critical: "error: "
    }
  }
}
