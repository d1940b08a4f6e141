/// What starts the command lines that have been started: each is looked into once, which takes a quarter of the time in
/// which a command is got ready.
struct ShellCommands: Sendable {
  /// The most that are kept: more than rules files have.
  private static let limit = 256

  private var known: [String: (arguments: [String], isShell: Bool)] = [:]

  init() {
    // The table's type is made with its first entry, which no first command should wait for.
    known.reserveCapacity(16)
  }

  /// The program and its arguments that do what a shell does with `line`, and whether that is a shell.
  mutating func arguments(of line: String) -> (arguments: [String], isShell: Bool) {
    if let program = known[line] { return program }
    let words = ShellCommand.words(of: line)
    let program = (arguments: words ?? ShellCommand.shell(line), isShell: words == nil)
    // Those of rules that are gone make room for the new ones.
    if known.count >= Self.limit { known.removeAll() }
    known[line] = program
    return program
  }
}

/// Decides whether a command line needs a shell, as make does: starting one costs 1.7 to 3.1 ms, more than the rest of
/// the way from the finger to the program.
///
/// A line goes to the shell as soon as a shell could read anything in it as more than words between blanks. Both ways
/// then do the same; in doubt the shell has it.
public enum ShellCommand {
  /// The program and its arguments that do what a shell does with `line`: its words, or `/bin/sh -c line`.
  public static func arguments(of line: String) -> [String] {
    words(of: line) ?? shell(line)
  }

  /// The shell with `line`.
  static func shell(_ line: String) -> [String] { ["/bin/sh", "-c", line] }

  /// The words of `line`, where a shell would do nothing but start the first with the others as its arguments.
  public static func words(of line: String) -> [String]? {
    guard !line.utf8.contains(where: isSpecial) else { return nil }
    let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { String(Substring($0)) }
    // A line of blanks is a command that does nothing; `name=value` in front is an assignment.
    guard let first = words.first, !first.utf8.contains(UInt8(ascii: "=")), !shellWords.contains(first) else {
      return nil
    }
    return words
  }

  /// Quotes, expansions, patterns, redirections, operators, grouping, comments, negation, and the end of a line.
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

  /// First words that a shell acts on itself: its reserved words and builtins (POSIX, and those of dash and bash,
  /// either of which may be /bin/sh). Some exist as programs too, as echo, printf, test, true, kill and pwd do; the
  /// shell's own are not quite the same, and its users mean those.
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
