/// A cache of the programs of command lines. Parsing a line takes a quarter of the time to prepare its start.
struct ShellCommands: Sendable {
  /// The maximum number of entries: more than rules files have.
  private static let limit = 256

  private var known: [String: (arguments: [String], isShell: Bool)] = [:]

  init() {
    // The runtime creates the table's type metadata with its first entry, which would delay the first command.
    known.reserveCapacity(16)
  }

  /// The program and arguments to run `line`; `isShell` is true if the program is a shell.
  mutating func arguments(of line: String) -> (arguments: [String], isShell: Bool) {
    if let program = known[line] { return program }
    let words = ShellCommand.words(of: line)
    let program = (arguments: words ?? ShellCommand.shell(line), isShell: words == nil)
    // Drops entries of former rules.
    if known.count >= Self.limit { known.removeAll() }
    known[line] = program
    return program
  }
}

/// Decides if a command line requires a shell, as make does: starting one costs 1.7 to 3.1 ms, more than the rest of
/// the latency from touch to program.
///
/// The shell runs every line that could mean anything but words between blanks to it, and any line in doubt, so that
/// all lines behave as in a shell.
public enum ShellCommand {
  /// The program and arguments to run `line`: its words, or `/bin/sh -c line`.
  public static func arguments(of line: String) -> [String] {
    words(of: line) ?? shell(line)
  }

  /// The arguments to run `line` in a shell.
  static func shell(_ line: String) -> [String] { ["/bin/sh", "-c", line] }

  /// The words of `line`, if a shell would only start the first with the others as arguments; nil otherwise.
  public static func words(of line: String) -> [String]? {
    guard !line.utf8.contains(where: isSpecial) else { return nil }
    let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { String(Substring($0)) }
    // A line of blanks is an empty command; a leading `name=value` is an assignment.
    guard let first = words.first, !first.utf8.contains(UInt8(ascii: "=")), !shellWords.contains(first) else {
      return nil
    }
    return words
  }

  /// True for characters of quotes, expansions, patterns, redirections, operators, grouping, comments, negation, and
  /// the end of a line.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`"),
      UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "~"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"),
      UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: "#"), UInt8(ascii: "!"), UInt8(ascii: "\n"), 0:
      true
    default: false
    }
  }

  /// Reserved words and builtins of shells (POSIX, and those of dash and bash, either of which may be /bin/sh). Some
  /// exist as programs, too, such as echo, printf, test, true, kill and pwd; the builtins behave differently, and users
  /// expect the builtins.
  private static let shellWords: Set<String> = [
    // Reserved words
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select", "then",
    "time", "until", "while",
    // Special builtins
    ".", ":", "break", "continue", "eval", "exec", "exit", "export", "readonly", "return", "set", "shift", "source",
    "times", "trap", "unset",
    // Builtins
    "alias", "bg", "bind", "builtin", "caller", "cd", "chdir", "command", "compgen", "complete", "compopt", "declare",
    "dirs", "disown", "echo", "enable", "false", "fc", "fg", "getopts", "hash", "help", "history", "jobs", "kill",
    "let", "local", "logout", "mapfile", "newgrp", "popd", "printf", "pushd", "pwd", "read", "readarray", "shopt",
    "suspend", "test", "true", "type", "typeset", "ulimit", "umask", "unalias", "wait",
  ]
}
