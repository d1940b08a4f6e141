internal import Foreign
public import Rules

extension RuleSet {
  /// The programs that commands of enabled rules start directly, with the rules' locations; each program once. Commands
  /// of several parts, paths, and commands of the shell itself are left out.
  public var programs: [(name: String, location: String)] {
    var seen: Set<String> = []
    var programs: [(name: String, location: String)] = []
    for rule in rules {
      for action in rule.condition.questions.map({ Action.shell($0.command) }) + rule.reaction.all {
        if let name = action.program, seen.insert(name).inserted { programs.append((name, rule.location)) }
      }
    }
    return programs
  }
}

extension Action {
  /// The program that a command starts directly; nil for other actions, and for commands of several parts, paths, and
  /// commands of the shell itself.
  var program: String? {
    let name: String?
    switch self {
    case .shell(let command), .feed(let command): name = ShellText(command).words?.first
    case .run(let arguments): name = arguments.first
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .desktop, .mode, .wait, .none, .shown:
      name = nil
    }
    guard let name, !name.isEmpty, !name.contains("/"), !name.contains("="), !name.hasPrefix("~") else { return nil }
    if case .run = self { return name }
    return Self.shellCommands.contains(name) ? nil : name
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
