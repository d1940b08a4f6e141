internal import Foreign
public import Rules

extension RuleSet {
  /// The programs that commands of enabled rules start directly, with the rules' locations; each program once. Commands of
  /// several parts, paths, and commands of the shell itself are left out.
  public var programs: [(name: String, location: String)] {
    var seen: Set<String> = []
    var programs: [(name: String, location: String)] = []
    for rule in rules {
      for action in rule.reaction.all {
        let name: String?
        switch action {
        case .shell(let command): name = ShellText(command).words?.first
        case .run(let arguments): name = arguments.first
        case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .desktop, .mode, .wait, .none, .shown:
          name = nil
        }
        guard let name, !name.isEmpty, !name.contains("/"), !name.contains("="), !name.hasPrefix("~"),
          !Self.shellCommands.contains(name), seen.insert(name).inserted
        else { continue }
        programs.append((name, rule.location))
      }
    }
    return programs
  }

  /// Commands that the shell performs itself (POSIX, 2.14 and 1.6), and its reserved words.
  private static let shellCommands: Set = [
    "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "in", "then", "until", "while",
    "break", ":", "continue", ".", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "times",
    "trap", "unset",
    "alias", "bg", "cd", "command", "fc", "fg", "getopts", "hash", "jobs", "kill", "read", "type", "ulimit", "umask",
    "unalias", "wait", "local",
  ]
}
