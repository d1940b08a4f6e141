internal import Foreign

/// The judgements of shell commands: in a file with thousands of rules, most commands occur often.
struct JudgedCommands: Sendable {
  /// A command, with what its judgement depends on.
  struct Command: Hashable {
    var text: String
    /// True if it is neither quoted nor a block.
    var isPlain: Bool
    /// True for an entry of a list of actions.
    var isInList: Bool
    /// True while suggestions are searched for.
    var seeksSuggestions: Bool
  }

  /// The judgement of a command, wherever it stands.
  struct Judgement {
    /// The reason to doubt that it does what its author expects.
    var doubt: Doubt?
    /// The reason why the shell cannot run it.
    var problem: ShellText.Problem?
  }

  /// The largest number of judgements that are kept: those of a file of the maximum size.
  private static let most = 30_000

  private var known: [Command: Judgement] = [:]

  /// The judgement of a command; nil if it is not known.
  subscript(command: Command) -> Judgement? {
    get { known[command] }
    set {
      if known.count >= Self.most { known = [:] }
      known[command] = newValue
    }
  }
}
