internal import Diagnostics
internal import Linux
public import Logging

/// Writes messages to standard error: with the journal's priorities when the journal reads them, for people otherwise.
///
///     sleight: warning: open /dev/input/event3: Permission denied
///
/// Who has stopped reading, a terminal that Ctrl+S holds or a pager, does not hold up the daemon: what there is no room
/// for is left out.
public struct ErrorLog: LogHandler {
  /// Messages below this are left out.
  public var logLevel: Logger.Level
  /// What every message carries; none is written.
  public var metadata: Logger.Metadata = [:]
  private let isJournal: Bool
  /// How long one message waits for room: what a reader that is only slow needs, and a hand does not notice.
  private static let patience: Duration = .milliseconds(20)

  /// A log of messages from `level` on.
  public init(level: Logger.Level) {
    logLevel = level
    isJournal = StandardStream.error.isJournal
  }

  /// One of the things that every message carries.
  public subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one message.
  public func log(event: LogEvent) {
    let prefix = isJournal ? "<\(event.level.priority)>" : "sleight: \(event.level.word)"
    var text = ""
    // The journal takes each line for a message of its own.
    for line in "\(event.message)".legibleLines.split(separator: "\n", omittingEmptySubsequences: false) {
      text += isJournal || text.isEmpty ? "\(prefix)\(line)\n" : "\(line)\n"
    }
    // Where even this fails there is nobody to tell.
    try? StandardStream.error.write(text, patience: Self.patience)
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
