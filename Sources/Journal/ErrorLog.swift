internal import Linux
public import Logging

/// Writes messages to the journal where that reads standard error, and to standard error for people elsewhere.
///
///     sleight: warning: open /dev/input/event3: Permission denied
///
/// The journal gets them over its own socket: only there is a message of several lines, as those about a rules file are,
/// one entry, and can the entries of one rule be asked for. What that socket does not take goes to standard error, line
/// by line with priorities.
///
/// Who has stopped reading, a terminal that Ctrl+S holds or a pager, does not hold up the daemon: what there is no room
/// for is left out.
public struct ErrorLog: LogHandler {
  /// Messages below this are left out.
  public var logLevel: Logger.Level
  /// What every message carries.
  public var metadata: Logger.Metadata = [:]
  /// The journal's socket, where the journal reads standard error.
  private let journal: String?
  /// How long one message waits for room: what a reader that is only slow needs, and a hand does not notice.
  private static let patience: Duration = .milliseconds(20)

  /// A log of messages from `level` on.
  public init(level: Logger.Level) {
    self.init(level: level, journal: StandardStream.error.isJournal ? "/run/systemd/journal/socket" : nil)
  }

  init(level: Logger.Level, journal: String?) {
    logLevel = level
    self.journal = journal
  }

  /// One of the things that every message carries.
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
        // The longest messages do not fit, and the journal may be away for a moment or have no room.
      }
    }
    // Where even this fails there is nobody to tell.
    try? StandardStream.error.write(
      journal == nil ? message.forPeople : message.withPriorities, patience: Self.patience)
  }
}
