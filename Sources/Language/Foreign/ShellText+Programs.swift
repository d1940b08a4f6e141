/// The commands of a text, and the programs that they start.
extension ShellText {
  /// The commands between operators, each by its words.
  package var commands: [[Word]] {
    var commands: [[Word]] = [[]]
    for token in tokens {
      switch token {
      case .word(let word): commands[commands.count - 1].append(word)
      case .operation: commands.append([])
      case .comment: break
      }
    }
    return commands.filter { !$0.isEmpty }
  }

  /// The names of the programs at the beginnings of commands.
  package var programs: [String] {
    commands.compactMap { $0.first { !$0.isAssignment && $0.text != "sudo" }?.text.lastComponent }
  }

  /// The text that a simple command `sh -c TEXT` gives to a shell; nil for any other command.
  package var innerCommand: String? {
    guard problem == nil, tokens.count == 3 else { return nil }
    let words = tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
    guard words.count == 3, Self.shells.contains(words[0].text.lastComponent), words[1].text == "-c",
      !words[2].isExpanded
    else { return nil }
    return words[2].text
  }

  private static let shells: Set = ["sh", "bash", "dash", "zsh"]
  /// The words of the shell, and the programs, behind which a program stands.
  private static let prefixes: Set = [
    "sudo", "exec", "env", "nohup", "setsid", "time", "nice", "command", "if", "then", "else", "elif", "while", "until",
    "do", "!", "{", "xargs", "eval",
  ]

  /// The names of all programs that it may start: also behind words such as `then` and `nohup`, in substitutions, and
  /// in commands for another shell.
  package var allPrograms: [String] { allPrograms(depth: 0) }

  private func allPrograms(depth: Int) -> [String] {
    guard depth < 5 else { return [] }
    var programs: [String] = []
    func add(_ text: String) { programs += ShellText(text).allPrograms(depth: depth + 1) }
    for command in commands {
      let words = command.drop {
        $0.isAssignment || Self.prefixes.contains($0.text.lastComponent) || $0.text.hasPrefix("-")
      }
      if let name = words.first?.text.lastComponent { programs.append(name) }
      let isShell = words.first.map { Self.shells.contains($0.text.lastComponent) } ?? false
      if isShell, let option = words.firstIndex(where: { $0.text == "-c" }), option + 1 < words.endIndex {
        add(words[option + 1].text)
      }
      for word in command where word.isExpanded {
        for text in word.text.substitutions { add(String(text)) }
      }
    }
    return programs
  }
}

extension String {
  /// The texts of the outermost substitutions: `$(TEXT)`, and between backquotes. No character is in two of them.
  fileprivate var substitutions: [Substring] {
    var texts: [Substring] = []
    var (start, open) = (endIndex, 0)
    var isBackquoted = false
    var last: Character = " "
    for index in indices {
      let character = self[index]
      switch (character, open) {
      case ("`", 0): (start, open, isBackquoted) = (self.index(after: index), 1, true)
      case ("(", 0) where last == "$": (start, open, isBackquoted) = (self.index(after: index), 1, false)
      case ("(", 1...) where !isBackquoted: open += 1
      case (")", 1...) where !isBackquoted: open -= 1
      case ("`", 1) where isBackquoted: open = 0
      default: break
      }
      if open == 0, character == ")" || character == "`", start < index { texts.append(self[start..<index]) }
      if open == 0 { start = endIndex }
      last = character
    }
    return open == 0 ? texts : texts + [self[start...]]
  }
}
