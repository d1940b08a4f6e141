import Rules
import Time

/// The unanswered commands to a compositor, in order, and the failures of answered ones.
struct CommandQueue {
  /// A command of a rule.
  struct Command: Hashable {
    /// The number of the command, unique in the queue.
    var number: Int
    /// The command, as in the rule.
    var text: String
    /// The source location of the rule.
    var location: String
    /// The time until which it must be answered.
    var deadline: Timestamp
    /// The operation of the desktop that it performs; nil for a command of the rule itself.
    var operation: DesktopOperation?
  }

  /// A command that failed, and the reason.
  struct Failure: Hashable {
    var location: String
    var text: String
  }

  /// The maximum number of unanswered commands. A hand makes a few gestures a second, and steps of a pan follow every
  /// few milliseconds: only a compositor that hangs leaves this many unanswered.
  static let limit = 64
  /// The timeout of a command: a compositor that takes longer hangs.
  static let timeout = Duration.seconds(5)

  private let kind: DesktopKind
  private var count = 0
  /// The unanswered commands. Those that are given up remain, since their answers may still come.
  private var unanswered: [(command: Command, isGivenUp: Bool)] = []
  private var failures: [Failure] = []

  init(_ kind: DesktopKind) { self.kind = kind }

  /// True if no command is unanswered, except those that are given up.
  var isIdle: Bool { !unanswered.contains { !$0.isGivenUp } }
  /// The deadline of the first command that is not given up.
  var deadline: Timestamp? { unanswered.first { !$0.isGivenUp }?.command.deadline }

  /// Appends a command; nil if there are too many, which is recorded as a failure.
  mutating func append(
    _ text: String, location: String, for operation: DesktopOperation? = nil, at now: Timestamp
  ) -> Command? {
    guard unanswered.count < Self.limit else {
      fail(location, "\(Self.limit) commands wait for an answer of \(kind.name); '\(text)' is skipped")
      return nil
    }
    count += 1
    let command = Command(
      number: count, text: text, location: location, deadline: now + Self.timeout, operation: operation)
    unanswered.append((command, false))
    return command
  }

  /// Removes a command that was answered.
  /// - Parameters:
  ///   - problem: the reason of its failure; nil for success. It is ignored if the command is given up.
  ///   - sent: what was sent in place of the command; nil if it was sent as it is.
  mutating func finish(_ command: Command, _ problem: String?, sentAs sent: String? = nil) {
    guard let index = unanswered.firstIndex(where: { $0.command.number == command.number }) else { return }
    let isGivenUp = unanswered.remove(at: index).isGivenUp
    guard let problem, !isGivenUp else { return }
    let sent = sent.map { ", sent as '\($0)'" } ?? ""
    fail(command.location, "\(kind.name) refuses '\(command.text)'\(sent): \(Self.brief(problem))")
  }

  /// Removes a command whose operation was performed and has changed nothing, and records that.
  /// - Parameter reason: the reason for people; nil for the usual one of the operation.
  mutating func finish(unchangedBy command: Command, _ reason: String? = nil) {
    guard let index = unanswered.firstIndex(where: { $0.command.number == command.number }) else { return }
    let isGivenUp = unanswered.remove(at: index).isGivenUp
    guard !isGivenUp, let operation = command.operation, let reason = reason ?? operation.unchangedReason else {
      return
    }
    fail(command.location, "cannot perform '\(operation.text)': \(reason)")
  }

  /// Removes a command that cannot be sent, and records its failure.
  mutating func reject(_ command: Command, _ problem: String) {
    unanswered.removeAll { $0.command.number == command.number }
    fail(command.location, problem)
  }

  /// Gives up the commands whose deadline is past. They stay in the queue, since their answers may still come.
  mutating func expire(at now: Timestamp) {
    for index in unanswered.indices where !unanswered[index].isGivenUp && unanswered[index].command.deadline <= now {
      unanswered[index].isGivenUp = true
      let command = unanswered[index].command
      fail(
        command.location, "\(kind.name) has not answered '\(command.text)' within \(Self.timeout.components.seconds) s")
    }
  }

  /// Gives up all commands, since the connection has ended.
  mutating func abandon(_ reason: String) {
    for (command, isGivenUp) in unanswered where !isGivenUp {
      fail(command.location, "\(kind.name) has not answered '\(command.text)': \(reason)")
    }
    unanswered = []
  }

  /// True if the command is given up, so that it need not be sent any more.
  func isGivenUp(_ command: Command) -> Bool {
    !unanswered.contains { $0.command.number == command.number && !$0.isGivenUp }
  }

  /// Removes and returns the failures.
  mutating func takeFailures() -> [Failure] {
    defer { failures = [] }
    return failures
  }

  private mutating func fail(_ location: String, _ text: String) {
    failures.append(Failure(location: location, text: text))
  }

  /// The first line, truncated if it is long: some answers list all commands.
  private static func brief(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    return line.count <= 200 ? line : "\(line.prefix(200))..."
  }
}
