internal import Linux
public import Logging
internal import Touch

/// Messages that say the same again and again, as a rule does whose program is missing or whose command fails at every
/// step: each is let through, and not again for a while, with how often it would have been meanwhile.
///
///     failure    x     x x x x          x                        x
///     said       x                      x (and 4 more times …)   x
///                │◀────── 5 s ───────▶│ │◀─────── 5 s ───────▶│
///
/// Time is an argument.
struct RepeatedMessages {
  /// How long one that was said is not said again: who tries a gesture again to see what is wrong is told again.
  static let interval: Duration = .seconds(5)
  /// The most that are remembered: more than a rules file has commands that fail.
  static let limit = 64

  private var said: [String: (at: Timestamp, folded: Int)] = [:]

  /// What to say of `text`; nil for nothing.
  mutating func wording(of text: String, at now: Timestamp) -> String? {
    if let last = said[text], now < last.at + Self.interval {
      said[text]?.folded += 1
      return nil
    }
    let folded = said[text]?.folded ?? 0
    if said.count >= Self.limit {
      said = said.filter { now < $0.value.at + Self.interval }
      // So many different ones at once are no repetition.
      if said.count >= Self.limit { said.removeAll() }
    }
    said[text] = (now, 0)
    return folded == 0 ? text : "\(text) (and \(folded) more time\(folded == 1 ? "" : "s") since this was said last)"
  }
}

/// Writes what a gesture may give reason to say at every step, and does not say the same at each.
public final class FoldedLog {
  private let log: Logger
  private var messages = RepeatedMessages()

  /// Writes to `log`.
  public init(_ log: Logger) { self.log = log }

  /// Writes a message, or counts it where it was said a moment ago.
  /// - Parameter rule: where the rule stands that it is about.
  public func tell(
    _ text: String, _ level: Logger.Level, of rule: String? = nil, file: String = #fileID, function: String = #function,
    line: UInt = #line
  ) {
    guard let words = messages.wording(of: text, at: Timestamp(microseconds: monotonicNow())) else { return }
    log.log(
      level: level, "\(words)", metadata: rule.map { ["rule": "\($0)"] }, file: file, function: function, line: line)
  }
}
