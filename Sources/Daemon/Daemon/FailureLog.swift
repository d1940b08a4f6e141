internal import Linux
internal import Logging
internal import Surroundings
internal import Time

/// The log of failures that may repeat at each step of a gesture. It keeps the last failure of an action for the status
/// and for the reply to 'trigger'.
final class FailureLog {
  /// A failed action of a rule.
  struct Failure {
    /// The source location of the rule.
    var location: String
    /// The message for people, with the source location.
    var message: String
    var time: Timestamp

    /// The message without the source location.
    var reason: String { message.hasPrefix("\(location): ") ? String(message.dropFirst(location.count + 2)) : message }
  }

  private let log: RateLimitedLog
  /// Called with each failure that is an error: not for commands that end with another exit status than 0.
  var report: (Failure) -> Void = { _ in }
  /// The last failure; nil if no action has failed.
  private(set) var last: Failure?
  /// The failures of the rule at a location during a call of `messages(ofRuleAt:during:)`; nil outside of one.
  private var collected: (location: String, messages: [String])?

  /// Writes to `log`.
  /// - Parameter folds: false to write each message that repeats.
  init(_ log: Logger, folds: Bool = true) { self.log = RateLimitedLog(log, folds: folds) }

  /// Logs a failure that is not an action's, as a warning.
  func write(_ message: String) { log.write(message, .warning) }

  /// Logs that an action of the rule at `location` failed.
  func write(_ message: String, _ level: Logger.Level, of location: String) {
    let failure = Failure(location: location, message: message, time: .now)
    last = failure
    log.write(message, level, of: location)
    if collected?.location == location {
      collected?.messages.append(message)
    } else if level == .error {
      report(failure)
    }
  }

  /// Calls `body` and returns the messages of actions of the rule at `location` that failed during the call, each once,
  /// in order. They are not reported.
  func messages(ofRuleAt location: String, during body: () -> Void) -> [String] {
    collected = (location, [])
    body()
    defer { collected = nil }
    var known: Set<String> = []
    return (collected?.messages ?? []).filter { known.insert($0).inserted }
  }
}
