internal import RulesFile

/// Finds out what a command does, where that has a counterpart in the rules file: keys and buttons that it presses, a
/// compositor that it speaks to, a workspace that it goes to.
struct CommandTranslator {
  let desktop: ImportDesktop?
  let keyNames: KeyNames?

  /// What a command has become.
  struct Translation {
    var actions: [ImportedAction]
    /// What there is to say of it.
    var note: String?
    /// What is not as it was.
    var change: String?
  }

  /// Translates a command.
  /// - Parameter hasShell: whether the tool gave it to a shell.
  func translate(_ command: String, hasShell: Bool = true) -> Translation {
    let command = command.bare
    let tokens = ShellText.tokens(of: command)
    guard let words = Self.words(of: tokens) else {
      return Translation(actions: [.shell(command)], change: hasShell ? nil : Self.ranWithoutShell)
    }
    if let script = script(words), script.isComplete, !script.actions.isEmpty {
      let isCode = words.contains { $0.text.wholeMatch(of: /\d+:[01]/) != nil }
      let held = script.heldForWheel.joined(separator: "+")
      return Translation(
        actions: held.isEmpty ? script.actions : [.held(held, script.actions, command: command)],
        note: isCode ? "the keys of '\(command)' on a keyboard with layout us" : nil)
    }
    if let deed = deed(words), let action = deed.action(on: desktop) {
      return Translation(actions: [action], note: "was '\(command)'")
    }
    if let action = compositorAction(words) { return Translation(actions: [action]) }
    let hasComment = tokens.contains { if case .comment = $0 { true } else { false } }
    return Translation(
      actions: [.shell(command)], change: !hasShell && hasComment ? Self.ranWithoutShell : nil)
  }

  private static let ranWithoutShell =
    "the tool ran this without a shell, which takes operators and '#' for arguments: here a shell runs it"

  /// What a command presses and releases; nil where it does anything else.
  func script(_ command: String) -> InputScript? {
    Self.words(of: ShellText.tokens(of: command.bare)).flatMap { script($0, mayExpand: true) }
  }

  /// - Parameter mayExpand: whether it may have variables in it: those that say how far the pointer moves.
  private func script(_ words: [ShellText.Word], mayExpand: Bool = false) -> InputScript? {
    // Who was no member of the group that may press keys had to be root for it.
    let words = words.first?.text == "sudo" ? Array(words.dropFirst()) : words
    guard let (name, arguments) = Self.program(words), mayExpand || arguments.allSatisfy({ !$0.isExpanded }) else {
      return nil
    }
    let events = InputCommands.events(name, arguments.map(\.text), keyNames)
    guard let events, !arguments.contains(where: \.isExpanded) || events == [.move] else { return nil }
    return InputScript(events)
  }

  /// The words of a command; nil where there are operators in it. A note behind it is passed over, as a shell does, and
  /// so is a '&' at its end: no rule waits for a command.
  private static func words(of tokens: [ShellText.Token]) -> [ShellText.Word]? {
    var words: [ShellText.Word] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .word(let word): words.append(word)
      case .comment: break
      case .operation(let operation, _):
        guard operation == "\n" || operation == "&" && index == tokens.count - 1 else { return nil }
      }
    }
    return words
  }

  /// The words behind assignments such as `YDOTOOL_SOCKET=…`, and the name of the program.
  static func program(_ words: [ShellText.Word]) -> (name: String, arguments: ArraySlice<ShellText.Word>)? {
    let rest = words.drop { $0.text.wholeMatch(of: /[A-Za-z_]+=.*/) != nil }
    guard let first = rest.first else { return nil }
    return (first.text.split(separator: "/").last.map(String.init) ?? first.text, rest.dropFirst())
  }
}
