internal import Diagnostics
internal import Logging

/// A message in the forms that its readers take.
struct LogMessage {
  /// What it matters.
  let level: Logger.Level
  /// What happened: lines without anything that a terminal would act on, names from outside among them.
  let text: String
  /// What it is about and where it was written, by the journal's names for it, in the order of these.
  let fields: [(name: String, value: String)]

  /// The message of `event`, with what all messages carry: of both, what the journal calls SLEIGHT_RULE is "rule" here.
  init(_ event: LogEvent, with metadata: Logger.Metadata = [:]) {
    level = event.level
    text = "\(event.message)".legibleLines
    let about = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let place = [("CODE_FILE", event.file), ("CODE_FUNC", event.function), ("CODE_LINE", "\(event.line)")]
    fields = (about.map { ("SLEIGHT_\($0.uppercased())", "\($1)".legible) } + place)
      .map { (name: $0.0, value: $0.1) }.sorted { $0.name < $1.name }
  }

  /// For people: `sleight: warning: open /dev/input/event3: Permission denied`.
  var forPeople: String { "sleight: \(level.word)\(text)\n" }

  /// For whoever reads lines with priorities as sd-daemon(3) has them. Each line is a message of its own there.
  var withPriorities: String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "<\(level.priority)>\($0)\n" }.joined()
  }

  /// For the journal's own socket, as systemd.io/JOURNAL_NATIVE_PROTOCOL has it: a message of several lines is one
  /// entry, and one can ask for the fields.
  var journalEntry: [UInt8] {
    var entry: [UInt8] = []
    let own: [(name: String, value: String)] = [
      ("MESSAGE", text), ("PRIORITY", "\(level.priority)"), ("SYSLOG_IDENTIFIER", "sleight"),
    ]
    for (name, value) in own + fields {
      // A value of any content stands behind its length: 64 bits, the lowest first.
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

  /// What stands before a message for people; what goes as planned needs no word.
  fileprivate var word: String {
    switch self {
    case .trace, .debug: "debug: "
    case .info, .notice: ""
    case .warning: "warning: "
    case .error, .critical: "error: "
    }
  }
}
