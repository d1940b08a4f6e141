internal import Linux
internal import Logging
internal import Time

/// Rate-limits messages that repeat at each step of a gesture, for example if a rule's program is missing: each is
/// logged at most once in `interval`, with a count.
///
///     failure    x     x x x x          x                        x
///     logged     x                      x (repeated 4 times)     x
///                │◀────── 5 s ───────▶│ │◀─────── 5 s ───────▶│
///
/// Pure: time is an argument.
struct RepeatedMessages {
  /// The shortest time between two equal messages: short enough that a user who repeats a gesture to find the error
  /// sees it again.
  static let interval: Duration = .seconds(5)
  /// The number of messages that are remembered: more than a rules file has failing commands.
  static let limit = 64

  private var logged: [String: (at: Timestamp, folded: Int)] = [:]

  /// Returns the text to log for `text`; nil to log nothing.
  mutating func wording(of text: String, at now: Timestamp) -> String? {
    if let last = logged[text], now < last.at + Self.interval {
      logged[text]?.folded += 1
      return nil
    }
    let folded = logged[text]?.folded ?? 0
    if logged.count >= Self.limit {
      logged = logged.filter { now < $0.value.at + Self.interval }
      // So many different messages are no repetition.
      if logged.count >= Self.limit { logged.removeAll() }
    }
    logged[text] = (now, 0)
    return folded == 0 ? text : "\(text) (repeated \(folded == 1 ? "once" : "\(folded) times"))"
  }
}

/// A log that rate-limits messages that repeat at each step of a gesture.
final class RateLimitedLog {
  private let log: Logger
  private let folds: Bool
  private var messages = RepeatedMessages()

  /// Writes to `log`.
  /// - Parameter folds: false to write each message that repeats.
  init(_ log: Logger, folds: Bool = true) { (self.log, self.folds) = (log, folds) }

  /// Logs a message, or counts it if it repeats.
  /// - Parameter rule: the source location of the rule that it is about.
  func write(
    _ text: String, _ level: Logger.Level, of rule: String? = nil, file: String = #fileID, function: String = #function,
    line: UInt = #line
  ) {
    guard let words = folds ? messages.wording(of: text, at: Timestamp.now) : text else { return }
    log.log(
      level: level, "\(words)", metadata: rule.map { ["rule": "\($0)"] }, file: file, function: function, line: line)
  }
}
