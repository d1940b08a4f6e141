public import Logging
internal import Glibc

/// Writes messages to standard error: with the journal's priorities when the journal reads them, for people otherwise.
///
///     sleight: warning: open /dev/input/event3: Permission denied
public struct ErrorLog: LogHandler {
  public var logLevel: Logger.Level
  public var metadata: Logger.Metadata = [:]
  private let isJournal: Bool

  /// A log of messages from `level` on.
  /// - Parameter isJournal: whether standard error goes to the journal; systemd says so in JOURNAL_STREAM.
  public init(level: Logger.Level, isJournal: Bool = getenv("JOURNAL_STREAM") != nil) {
    logLevel = level
    self.isJournal = isJournal
  }

  public subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  public func log(
    level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
    function: String, line: UInt
  ) {
    let prefix = isJournal ? "<\(level.priority)>" : "sleight: \(level.word)"
    var text = ""
    // The journal takes each line for a message of its own.
    for part in "\(message)".split(separator: "\n", omittingEmptySubsequences: false) {
      text += isJournal || text.isEmpty ? "\(prefix)\(part)\n" : "\(part)\n"
    }
    fputs(text, stderr)
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
