internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile

/// Translates commands to other actions of rules files, if possible: to keys and buttons that they press, commands to
/// a compositor, or workspaces.
struct CommandTranslator {
  let desktop: DesktopKind?
  let keyNames: KeyNames?
  /// The touchscreen for which lengths in pixels are converted.
  var screen = ImportScreen.usual

  /// The result of a translation.
  struct Translation {
    var actions: [ImportedAction]
    /// Comments on the translation.
    var notes: [ImportText] = []
    /// The part of the command that only the rule does; nil if there is none.
    var change: String?
  }

  /// Translates a command.
  /// - Parameter hasShell: true if the tool ran the command in a shell.
  func translate(_ command: String, hasShell: Bool = true) -> Translation {
    let command = command.trimmed
    let text = ShellText(command)
    let tokens = text.tokens
    if let inner = text.innerCommand {
      // The same without its shell, unless it stays a command.
      let translation = translate(inner)
      if translation.actions != [.shell(inner.trimmed)] { return translation }
    }
    guard let words = Self.words(of: tokens) else {
      if hasShell, let actions = sequence(text) { return Translation(actions: actions) }
      return Translation(actions: [.shell(command)], change: hasShell ? nil : Self.ranWithoutShell)
    }
    if let script = script(words), script.isSelfContained, !script.actions.isEmpty {
      let isCode = words.contains { InputCommands.keyCode($0.text) != nil }
      let held = script.heldForWheel.joined(separator: "+")
      return Translation(
        actions: held.isEmpty ? script.actions : [.held(held, script.actions, command: command)],
        notes: isCode ? ["keycodes of '\(command)' in layout us"] : [])
    }
    if let desktopAction = desktopAction(words), let action = desktopAction.action(on: desktop) {
      return Translation(actions: [action], notes: ["was '\(command)'"])
    }
    if let action = compositorAction(words) ?? plasmaAction(words) { return Translation(actions: [action]) }
    let hasComment = tokens.contains { if case .comment = $0 { true } else { false } }
    return Translation(
      actions: [.shell(command)], change: !hasShell && hasComment ? Self.ranWithoutShell : nil)
  }

  /// The actions of commands that are run one after the other, with pauses between them: `sleep 0.2; xdotool key a`;
  /// nil if another way of running them would mean something else.
  ///
  /// A rule does not wait for a command, so one that stays is the last, or has a '&' behind it.
  private func sequence(_ text: ShellText) -> [ImportedAction]? {
    var actions: [ImportedAction] = []
    var isTranslated = false
    var rest = text.tokens[...]
    while !rest.isEmpty {
      var words: [ShellText.Word] = []
      while case .word(let word)? = rest.first {
        words.append(word)
        rest.removeFirst()
      }
      var operation = "\n"
      switch rest.popFirst() {
      case .operation(let text): operation = text
      case .comment, nil: break
      case .word: return nil
      }
      guard [";", "&&", "&", "\n"].contains(operation) else { return nil }
      guard !words.isEmpty else { continue }
      if words.count == 2, words[0].text == "sleep", let seconds = ImportedQuantity.number(words[1].text),
        (0.001...60).contains(seconds), operation != "&"
      {
        actions.append(.wait(ImportedQuantity.duration(seconds)))
        continue
      }
      let step = words.map { $0.isExpanded ? nil : $0.text.shellWord }
      guard step.allSatisfy({ $0 != nil }) else { return nil }
      let command = step.compactMap(\.self).joined(separator: " ")
      let more = translate(command).actions
      if more == [.shell(command)] {
        guard operation == "&" || rest.isEmpty else { return nil }
      } else if more.contains(where: { if case .held = $0 { true } else { false } }) {
        return nil
      } else {
        isTranslated = true
      }
      actions += more
    }
    return isTranslated ? actions : nil
  }

  private static let ranWithoutShell =
    "a shell runs this command as it is written; the tool, which has none, makes arguments of operators and '#'"

  /// The keyboard and pointer input of a command; nil if it does anything else.
  func script(_ command: String) -> InputScript? {
    Self.words(of: ShellText(command.trimmed).tokens).flatMap { script($0, mayExpand: true) }
  }

  /// - Parameter mayExpand: true to allow variables in arguments of pointer motion.
  private func script(_ words: [ShellText.Word], mayExpand: Bool = false) -> InputScript? {
    // Users outside of the group with access to uinput need root for it.
    let words = words.first?.text == "sudo" ? Array(words.dropFirst()) : words
    guard let (name, arguments) = Self.program(words), mayExpand || arguments.allSatisfy({ !$0.isExpanded }) else {
      return nil
    }
    let steps = InputCommands.steps(name, arguments.map(\.text), keyNames)
    guard let steps, !arguments.contains(where: \.isExpanded) || steps == [.move] else { return nil }
    return InputScript(steps)
  }

  /// The words of a command; nil if it has operators. Comments are ignored, and so is a trailing '&': rules do not wait
  /// for commands.
  private static func words(of tokens: [ShellText.Token]) -> [ShellText.Word]? {
    var words: [ShellText.Word] = []
    for (index, token) in tokens.enumerated() {
      switch token {
      case .word(let word): words.append(word)
      case .comment: break
      case .operation(let operation):
        guard operation == "\n" || operation == "&" && index == tokens.count - 1 else { return nil }
      }
    }
    return words
  }

  /// The name of the program and its arguments, without leading assignments such as `YDOTOOL_SOCKET=…`.
  static func program(_ words: [ShellText.Word]) -> (name: String, arguments: ArraySlice<ShellText.Word>)? {
    let rest = words.drop(while: \.isAssignment)
    guard let first = rest.first else { return nil }
    return (first.text.lastComponent, rest.dropFirst())
  }
}
