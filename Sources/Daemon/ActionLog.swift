internal import Actions
internal import Linux
internal import Logging
internal import Touch

/// Says what became of actions, and does not say the same at every gesture.
final class ActionLog {
  private let log: Logger
  private var messages = RepeatedMessages()

  init(_ log: Logger) { self.log = log }

  func tell(_ text: String, _ level: Logger.Level) {
    guard let words = messages.wording(of: text, at: Timestamp(microseconds: monotonicNow())) else { return }
    log.log(level: level, "\(words)")
  }
}
