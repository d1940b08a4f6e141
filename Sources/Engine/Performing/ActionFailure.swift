/// An action that was not done, or not to its end.
public struct ActionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The surroundings refused it, in their words.
    case refused(String)
    /// So many commands are running that this one was not started, nor are others until some end.
    case tooManyCommands(String)
    /// So many steps wait for a command that further ones are left out.
    case tooManySteps(String, readsSteps: Bool)
    /// So many steps waited for a command until it was too late for them.
    case stepsLeftOut(String, Int, readsSteps: Bool)
    /// A chord has no keys; nothing of its action was pressed.
    case chord(String, KeymapError)
    /// An action has more keys than are taken at once; nothing of it was pressed.
    case tooManyKeys
    /// A text has a character that no key gives; nothing of it was typed.
    case text(KeymapError)
    /// Too many rules wait for others' keys or for a time; nothing of this one but what comes first was done.
    case tooManyWaiting
  }

  /// Where the rule stands: `rules.yml:12`.
  public var place: String
  /// What went wrong.
  public var reason: Reason

  /// A failure of the rule at `place`.
  public init(place: String, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }

  /// `rules.yml:12: cannot start 'foot': No such file or directory`
  public var description: String { "\(place): \(words)" }

  private var words: String {
    switch reason {
    case .refused(let words): words
    case .tooManyCommands(let command):
      "\(Performer.commandLimit) commands of rules are running: '\(command)' is not started, nor is any other until some of them end"
    case .tooManySteps(let command, let readsSteps):
      "\(StepLane.limit) steps wait for '\(command)': further ones are left out\(Self.advice(readsSteps))"
    case .stepsLeftOut(let command, let count, let readsSteps):
      "\(count) \(count == 1 ? "step is" : "steps are") left out: '\(command)' takes too long\(Self.advice(readsSteps))"
    case .chord(let chord, let error): "cannot press '\(chord)': \(error)"
    case .tooManyKeys: "more than \(InputQueue.limit / 2) keys in one action; none was pressed"
    case .text(let error): "cannot type the text: \(error)"
    case .tooManyWaiting: "\(Performer.limit) rules wait for their turn; this one is left out"
    }
  }

  /// What makes a command faster that does one step at a time.
  private static func advice(_ readsSteps: Bool) -> String {
    readsSteps ? "" : "; one that reads SLEIGHT_STEPS is started once for all that wait"
  }
}
