/// An action that was not done, or only in part.
public struct ActionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons for which an action of a rule was not done.
  public enum Reason: Hashable, Sendable {
    /// The system refused it, with this message.
    case refused(String)
    /// Too many commands are running: this one was not started.
    case tooManyCommands(String)
    /// Too many steps wait for a command: further steps are dropped.
    case tooManySteps(String, readsSteps: Bool)
    /// This number of steps waited too long for a command and was dropped.
    case stepsLeftOut(String, Int, readsSteps: Bool)
    /// A chord has no keys on the keymap; no key of the action was pressed.
    case chord(String, KeymapError)
    /// An action has more keys than the queue has room for; none of them was pressed.
    case tooManyKeys
    /// A text has a character without a key; nothing of the text was typed.
    case text(KeymapError)
    /// Too many rules wait for the keys of others or for a time; of this one, only actions before a wait were done.
    case tooManyWaiting
  }

  /// The source location of the rule: `rules.yml:12`.
  public var location: String
  public var reason: Reason

  /// Creates a failure of the rule at `location`, a source location.
  public init(location: String, _ reason: Reason) {
    self.location = location
    self.reason = reason
  }

  /// `rules.yml:12: cannot start 'foot': No such file or directory`
  public var description: String { "\(location): \(words)" }

  private var words: String {
    switch reason {
    case .refused(let words): words
    case .tooManyCommands(let command):
      "\(Performer.commandLimit) commands of rules are running: '\(command)' was not started"
    case .tooManySteps(let command, let readsSteps):
      "\(StepLane.limit) steps wait for '\(command)': further steps are dropped\(Self.advice(readsSteps))"
    case .stepsLeftOut(let command, let count, let readsSteps):
      "\(count) \(count == 1 ? "step was" : "steps were") dropped: '\(command)' takes too long\(Self.advice(readsSteps))"
    case .chord(let chord, let error): "cannot press '\(chord)': \(error)"
    case .tooManyKeys: "more than \(InputQueue.limit / 2) keys in one action; none was pressed"
    case .text(let error): "cannot type the text: \(error)"
    case .tooManyWaiting: "\(Performer.limit) rules are waiting; this one was dropped"
    }
  }

  /// Advice on a slow command that handles one step at a time.
  private static func advice(_ readsSteps: Bool) -> String {
    readsSteps ? "" : "; a command that uses SLEIGHT_STEPS runs once for all of them"
  }
}
