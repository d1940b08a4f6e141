internal import Linux
internal import Logging
internal import Touch

/// Writes what a gesture may give reason to say at every step, and does not say the same at each.
final class FoldedLog {
  private let log: Logger
  private var messages = RepeatedMessages()

  init(_ log: Logger) { self.log = log }

  /// Writes a message, or counts it where it was said a moment ago.
  /// - Parameter rule: where the rule stands that it is about.
  func tell(
    _ text: String, _ level: Logger.Level, of rule: String? = nil, file: String = #fileID, function: String = #function,
    line: UInt = #line
  ) {
    guard let words = messages.wording(of: text, at: Timestamp(microseconds: monotonicNow())) else { return }
    log.log(
      level: level, "\(words)", metadata: rule.map { ["rule": "\($0)"] }, file: file, function: function, line: line)
  }
}
