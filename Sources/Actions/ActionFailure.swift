public import Linux

/// An action that was not done, or not to its end.
public struct ActionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// A command could not be started.
    case command(String, SystemError)
    /// A chord has no keys; nothing of its action was pressed.
    case chord(String, KeymapError)
    /// There is no keyboard, or it takes no more keys.
    case keyboard(SystemError)
    /// An action has more keys than are taken at once; nothing of it was pressed.
    case tooManyKeys
    /// An action that is understood, and that nothing here can do.
    case notDoneYet(String)
    /// Too many rules wait for others' keys; nothing of this one's keys, and what stands behind them, was done.
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
    case .command(let command, let error):
      // The program is worth naming where the command is more than that.
      error.path.map { $0 == command } ?? true
        ? "cannot start '\(command)': \(error.reason)"
        : "cannot start '\(error.path ?? command)' of '\(command)': \(error.reason)"
    case .chord(let chord, let error): "cannot press '\(chord)': \(error)"
    case .keyboard(let error): "cannot press keys: \(error)"
    case .tooManyKeys: "more than \(KeyQueue.limit / 2) keys in one action; none was pressed"
    case .notDoneYet(let word): "'\(word)' is not done yet"
    case .tooManyWaiting: "\(Performer.limit) rules wait for their keys to be pressed; this one is left out"
    }
  }
}
