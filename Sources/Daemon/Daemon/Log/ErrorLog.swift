import Diagnostics
internal import Linux
public import Logging

/// The log: writes to the journal if that reads standard error, else to standard error for people.
///
///     sleight: warning: open /dev/input/event3: Permission denied
///
/// The journal receives them over its own socket, which keeps a message of several lines (as those about a rules file
/// are) one entry, and allows to search for the entries of one rule. If that socket refuses a message, it is written to
/// standard error, line by line with priorities.
///
/// A reader that has stopped, such as a pager or a terminal after Ctrl+S, does not block the daemon: messages without
/// room are dropped.
public struct ErrorLog: LogHandler {
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// Metadata of every message.
  public var metadata: Logger.Metadata = [:]
  /// The path of the journal's socket; nil if the journal does not read standard error.
  private let journal: String?
  /// The longest wait for room per message: enough for a slow reader, and too short for a hand to notice.
  private static let patience: Duration = .milliseconds(20)

  /// A log of messages of `level` and above.
  public init(level: Logger.Level) {
    self.init(level: level, journal: StandardStream.error.isJournal ? "/run/systemd/journal/socket" : nil)
  }

  init(level: Logger.Level, journal: String?) {
    logLevel = level
    self.journal = journal
  }

  /// An entry of `metadata`.
  public subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes one message.
  public func log(event: LogEvent) {
    let message = LogMessage(event, with: metadata)
    if let journal {
      do throws(SystemError) {
        return try UnixSocket.sendDatagram(message.journalEntry, to: journal, nonblocking: true)
      } catch {
        // The longest messages do not fit, and the journal may be restarting or have no room.
      }
    }
    // There is no other place to report this error.
    try? StandardStream.error.write(
      journal == nil ? message.forPeople.wrapped(to: StandardStream.error.columns) : message.withPriorities,
      patience: Self.patience)
  }
}
