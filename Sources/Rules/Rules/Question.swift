/// A command of a rule (`ask`) whose exit status tells whether the gesture may begin.
///
/// Until it has answered, the rule counts as active: its gesture waits when it would be recognised.
public struct Question: Hashable, Sendable {
  /// The shell command.
  public var command: String
  /// The longest time from the landing of the fingers for which the gesture waits.
  public var within: Duration

  /// The usual one: a shell and a program that it starts take 5 to 20 ms on a small machine; 200 ms is a wait that
  /// users notice.
  public static let usualTime = Duration.milliseconds(200)

  public init(_ command: String, within: Duration = Self.usualTime) {
    self.command = command
    self.within = within
  }
}

extension Condition {
  /// The questions that it depends on.
  public var questions: [Question] {
    clauses.compactMap { if case .ask(let question) = $0 { question } else { nil } }
  }
}
