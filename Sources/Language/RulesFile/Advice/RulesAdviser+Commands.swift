internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import Text
internal import YAML

/// An action inside of a command.
private let actionInCommand = TextPattern(#"(^|[;&|]\s*)(\{ *([a-z]+):[^}]*\})"#)
/// The beginning of an address.
private let address = TextPattern("^(https?|file|mailto):")
/// A variable with the names of Sleight's.
private let ownVariable = TextPattern(#"\$\{?(SLEIGHT_[A-Z_]+)"#)
/// An assignment without a command.
private let assignment = WholePattern(#"[A-Za-z_][A-Za-z0-9_]*=\S*"#)

/// A text that is valid and probably has another meaning than its author intends.
struct Doubt {
  var id: MessageID
  var message: String
  /// The text that is probably meant, in place of the whole value.
  var suggestion: String?
  var help: String?

  init(_ id: MessageID, _ message: String, suggestion: String? = nil, help: String? = nil) {
    self.id = id
    self.message = message
    self.suggestion = suggestion
    self.help = help
  }
}

/// Shell commands that were probably meant as something else.
extension RulesAdviser {
  /// The doubt about a shell command that probably does not do what its author expects.
  /// - Parameter isInList: true for an entry of a list of actions.
  func doubt(about command: String, _ text: ShellText, isPlain: Bool, isInList: Bool) -> Doubt? {
    // No command that was meant as something else is as long.
    guard command.utf8.count <= 1000 else { return nil }
    if let doubt = Self.lookAlike(in: command, text) { return doubt }
    let trimmed = command.trimmed
    if isPlain || trimmed.contains(": ") {
      if var doubt = nothing(trimmed) ?? chord(trimmed) ?? action(trimmed, text) ?? compositor(trimmed, text) {
        // The text has quotes already.
        if !isPlain, doubt.help == Self.keepHelp { doubt.help = nil }
        return doubt
      }
    }
    if let match = trimmed.firstMatch(of: actionInCommand), let action = match[2], let word = match[3],
      checks(String(action))
    {
      return Doubt(
        .commandLikeAction, "the shell runs no actions: '\(word)' is one of Sleight's",
        help: "write several actions as a list: ['command', \(action)]")
    }
    return foreignCommand(trimmed, text) ?? desktopTool(text) ?? inputTool(text)
      ?? effectless(trimmed, text, isInList: isInList)
  }

  private static let keepHelp = "quote it to keep the command"

  // MARK: Characters

  /// Curly quotes, dashes and spaces that the shell takes for letters.
  private static func lookAlike(in command: String, _ text: ShellText) -> Doubt? {
    let scalars = Array(command.unicodeScalars)
    let strange = text.bare.first { offset, scalar in
      guard let ascii = LookAlike.ascii(for: scalar) else { return false }
      let before = offset > 0 ? scalars[offset - 1] : " "
      let after = offset + 1 < scalars.count ? scalars[offset + 1] : " "
      switch ascii {
      // An apostrophe inside a word is text.
      case "\"", "'":
        return before.properties.isWhitespace || after.properties.isWhitespace || "=(".contains(Character(before))
      case "-", "--": return before.properties.isWhitespace && after.properties.isAlphabetic
      case " ", "": return true
      default:
        // A letter of another alphabet is strange only beside Latin ones.
        return !scalar.properties.isAlphabetic
          || [before, after].contains { $0.isASCII && $0.properties.isAlphabetic }
      }
    }
    guard let strange else { return nil }
    let isQuote = ["\"", "'"].contains(LookAlike.ascii(for: strange.scalar) ?? "")
    var meant = String.UnicodeScalarView()
    let isBare = Set(text.bare.map(\.offset))
    for (offset, scalar) in scalars.enumerated() {
      let ascii = isBare.contains(offset) ? LookAlike.ascii(for: scalar) : nil
      // A dash before a word of several letters was typed as two hyphens.
      let isLong = ascii == "-" && offset + 2 < scalars.count && scalars[offset + 2].properties.isAlphabetic
      meant.append(contentsOf: (isLong ? "--" : ascii ?? String(scalar)).unicodeScalars)
    }
    var corrected = String(meant)
    // Curly quotes around the whole command were meant as YAML's.
    if isQuote, let first = corrected.first, first == "\"" || first == "'", corrected.last == first, corrected.count > 2
    {
      let inner = String(corrected.dropFirst().dropLast())
      if !inner.contains(first) { corrected = inner }
    }
    return Doubt(
      .lookAlike,
      isQuote ? "the shell reads curly quotes as part of the text" : LookAlike.explanation(of: strange.scalar),
      suggestion: ShellText(corrected).problem == nil ? YAMLText.element(corrected) : nil)
  }

  // MARK: Actions

  /// Words for no action.
  private func nothing(_ command: String) -> Doubt? {
    let words = ["none", "nothing", "noop", "no-op", "nop", "ignore", "ignored", "disable", "disabled", "pass", "nil"]
    guard words.contains(command.lowercased()) else { return nil }
    return Doubt(
      .commandLikeAction, "this runs a command named \(Phrase.quote(command))", suggestion: "none", help: Self.keepHelp)
  }

  /// Chords and the names of keys.
  private func chord(_ command: String) -> Doubt? {
    let pieces = command.split { $0 == "," || $0 == ";" || $0.isBlank }.map(String.init)
    var chords = pieces.compactMap { chordText($0) ?? keyText($0) }
    if chords.count != pieces.count || pieces.isEmpty || pieces.count > 1 && !pieces.allSatisfy({ $0.contains("+") }) {
      // Modifiers and a key, separated by spaces: `ctrl + w`, `super Left`.
      let parts = command.split { $0 == "+" || $0.isBlank }.map(String.init)
      guard parts.count > 1, let joined = chordText(parts.joined(separator: "+")) else { return nil }
      chords = [joined]
    }
    let meant = chords.count == 1 ? chords[0] : "[\(chords.joined(separator: ", "))]"
    guard checks("{keys: \(meant)}") else { return nil }
    return Doubt(
      .commandLikeKeys, "this runs a shell command, and presses no keys", suggestion: "{keys: \(meant)}",
      help: Self.keepHelp)
  }

  /// The chord that is probably meant by modifiers and a key joined by '+' or '-', under any of their names.
  func chordText(_ text: String) -> String? {
    var text = text
    if text.first == "<" { text = String(text.dropFirst()).replacing(">", with: "+").replacing("<", with: "") }
    let separator: Character = text.dropFirst().contains("+") ? "+" : "-"
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let key = parts.last, !key.isEmpty else { return nil }
    let modifiers = parts.dropLast().map { part in
      Chord.Modifier(rawValue: part.lowercased())?.rawValue
        ?? (part.count > 1 ? modifier(part) : nil)
    }
    guard !modifiers.contains(nil) else { return nil }
    return (modifiers.compactMap { $0 } + [keyName(key)]).joined(separator: "+")
  }

  /// The modifier that another tool calls `name`; nil if there is none.
  private func modifier(_ name: String) -> String? {
    let known = EvdevKeys.keysym(name: name).flatMap { Chord.Modifier(rawValue: $0)?.rawValue }
    return known ?? ForeignWord.find(name, in: .modifier)?.suggestion
  }

  /// The key that another tool calls `name`; the name itself if it is unknown.
  private func keyName(_ name: String) -> String {
    if name.count == 1 { return KeyAlias.keysym(for: name) ?? name.lowercased() }
    if keyNames?.isKnown(name) == true { return name }
    let capitalized = name.prefix(1).uppercased() + name.dropFirst()
    if let meant = name.hasPrefix("KEY_") ? EvdevKeys.keysym(name: name) : KeyAlias.keysym(for: name) { return meant }
    if keyNames?.isKnown(capitalized) == true { return capitalized }
    return name == name.uppercased() ? EvdevKeys.keysym(name: name) ?? name : name
  }

  /// The key that is probably meant by a word that is hardly a program's name.
  private func keyText(_ word: String) -> String? {
    if Chord.Modifier(rawValue: word.lowercased()) != nil { return word.lowercased() }
    if word.hasPrefix("KEY_") { return EvdevKeys.keysym(name: word) }
    guard word.count > 1 else { return nil }
    let isCapital = word.first?.isUppercase == true
    if isCapital, keyNames?.isKnown(word) == true { return word }
    // Short words such as 'dot' and 'dash' are programs.
    return isCapital || word.count > 5 && word != "equals" && word != "tilde" ? KeyAlias.keysym(for: word) : nil
  }

  /// An action written as a command: `keys ctrl+w`, `type hello`, `click right`, `wait 200ms`.
  private func action(_ command: String, _ text: ShellText) -> Doubt? {
    guard let end = command.firstIndex(where: { $0.isBlank || $0 == ":" }) else { return bareAction(command) }
    let first = String(command[..<end])
    let rest = command[end...].drop { $0 == ":" || $0 == "=" }.trimmed
    if let button = Self.button(first, rest) {
      return Doubt(
        .commandLikeAction, "this runs a shell command, and clicks nothing", suggestion: "{click: \(button)}",
        help: Self.keepHelp)
    }
    guard let word = Self.actionWord(first), !rest.isEmpty else { return nil }
    guard let meant = meantAction(word, rest, text) else { return nil }
    return Doubt(
      .commandLikeAction, "this runs a shell command named \(Phrase.quote(first))", suggestion: meant,
      help: Self.keepHelp)
  }

  /// The action, in braces, that is probably meant by `keys ctrl+w`; nil if it is none.
  func meantAction(by command: String) -> String? {
    action(command, ShellText(command))?.suggestion.flatMap { $0.first == "{" ? $0 : nil }
  }

  /// `right click`, `click-right`, `middleclick`
  private static func button(_ first: String, _ rest: String) -> String? {
    let words = (first + " " + rest).lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }
    guard words.count == 2, words.contains(where: { $0 == Word.click.name }) else { return nil }
    let other = String(words[0] == Word.click.name ? words[1] : words[0])
    if other == "double" { return "[left, left]" }
    return Vocabulary.word(other, in: .button) != nil ? other : nil
  }

  private func bareAction(_ command: String) -> Doubt? {
    let (word, click) = (command.lowercased(), Word.click.name)
    for button in Vocabulary.names(in: .button)
    where ["\(button)\(click)", "\(button)-\(click)", "\(click)-\(button)"].contains(word) {
      return Doubt(
        .commandLikeAction, "this runs a shell command, and clicks nothing", suggestion: "{click: \(button)}",
        help: Self.keepHelp)
    }
    let keys: [Word] = [.click, .scroll, .drag, .pointer, .keys, .wait, .hold, .setMode]
    let known = keys.first { $0.name == word }.flatMap { key in
      key.form?.examples(nil).first.map { "{\(key.name): \($0)}" }
    }
    guard let example = word == "doubleclick" ? "{click: [left, left]}" : known else { return nil }
    return Doubt(
      .commandLikeAction, "this runs a shell command named \(Phrase.quote(command))",
      help: "for the action, write \(example); \(Self.keepHelp)")
  }

  /// The action's key that a command's first word stands for.
  private static func actionWord(_ word: String) -> String? {
    let name = word.lowercased()
    if Vocabulary.word(name, in: .action) != nil { return name }
    // Words that are programs or the shell's own are no traps.
    let known: Set = ["exec", "command", "sh", "write", "none", "for", "program", "move", "sleep"]
    guard !known.contains(name), !CompositorCommands.otherNames.contains(where: { $0.names.contains(name) }) else {
      return nil
    }
    if name == "spawn" || name == "shell" || name == "cmd" { return "" }
    return ForeignWord.find(name, in: .action)?.suggestion
  }

  private func meantAction(_ word: String, _ rest: String, _ text: ShellText) -> String? {
    let first = rest.words.first ?? rest
    switch word {
    // A command behind a word for starting it.
    case "": return YAMLText.element(rest)
    case Word.run.name: return text.words.map { "{run: \(YAMLText.list(Array($0.dropFirst())))}" }
    case Word.keys.name, Word.hold.name:
      let pieces = rest.split { $0 == "," || $0.isBlank }.map { chordText(String($0)) ?? String($0) }
      return firstThatChecks(
        [
          "{\(word): \(rest)}", "{\(word): [\(pieces.joined(separator: ", "))]}",
          "{\(word): \(pieces.joined(separator: "+"))}",
        ])
    case Word.scroll.name:
      let parts = rest.words
      return firstThatChecks(["{scroll: \(rest)}"] + (parts.count == 2 ? ["{scroll: {\(parts[0]): \(parts[1])}}"] : []))
    case Word.wait.name:
      return firstThatChecks(["{wait: \(rest)}", "{wait: \(rest)ms}", "{wait: \(rest)s}"])
    case Word.type.name:
      // `type -p foot` is the shell's own command.
      guard !first.hasPrefix("-") else { return nil }
      let words = text.words.map { $0.dropFirst().joined(separator: " ") } ?? rest
      return firstThatChecks(["{type: \(YAMLText.element(words))}"])
    default:
      if let socket = DesktopKind(rawValue: word)?.socket {
        return socket.takes(first) ? firstThatChecks(["{\(word): \(YAMLText.element(rest))}"]) : nil
      }
      return firstThatChecks(["{\(word): \(YAMLText.element(rest))}", "{\(word): {\(rest)}}"])
    }
  }

  // MARK: Compositors

  private func compositor(_ command: String, _ text: ShellText) -> Doubt? {
    guard text.isSimple, let meant = CompositorCommands.action(meantBy: command) else { return nil }
    return Doubt(
      .commandLikeAction, "this runs a shell command, and sends nothing to \(meant.compositor.name)",
      suggestion: "{\(meant.compositor.rawValue): \(YAMLText.element(meant.command))}", help: Self.keepHelp)
  }

  // MARK: Programs

  /// The doubt about a command that only other tools and menus know: an address, a desktop entry, libinput-gestures'
  /// own.
  private func foreignCommand(_ command: String, _ text: ShellText) -> Doubt? {
    if let doubt = variable(command) { return doubt }
    guard text.isSimple, let first = command.words.first else { return nil }
    if first == command, command.contains(address) {
      return Doubt(
        .malformedCommand, "an address is not a command", suggestion: YAMLText.element("xdg-open \(command)"))
    }
    if first == command, first.hasSuffix(".desktop"), !first.contains("/"), first.count > 8 {
      return Doubt(
        .malformedCommand, "a desktop entry is not a command",
        suggestion: YAMLText.element("gtk-launch \(first.dropLast(8))"))
    }
    if first == "_internal" {
      return Doubt(
        .malformedCommand, "'_internal' is a command of libinput-gestures alone",
        suggestion: ["ws_up": "{workspace: next}", "ws_down": "{workspace: previous}"][command.words.last ?? ""],
        help: "the action for another workspace is {workspace: next}; 'sleight import' converts the whole file")
    }
    return nil
  }

  /// A variable that looks like one of Sleight's and is none.
  private func variable(_ command: String) -> Doubt? {
    guard
      let name = command.matches(of: ownVariable).compactMap({ $0[1].map(String.init) })
        .first(where: { !Vocabulary.variables.contains($0) && !command.contains("\($0)=") })
    else { return nil }
    let meant = nearest(to: name, among: Vocabulary.variables)
    return Doubt(
      .malformedCommand, "commands have no variable '\(name)'",
      suggestion: meant.map { YAMLText.element(command.replacing(name, with: $0)) },
      help: meant == nil ? "sleight(1) lists the variables under ENVIRONMENT" : nil)
  }

  /// Programs that press keys, where an action does it on every desktop and with the right layout.
  private func inputTool(_ text: ShellText) -> Doubt? {
    guard let words = text.words, let program = words.first?.lastComponent,
      ["xdotool", "ydotool", "wtype", "dotool", "wdotool", "xte", "xvkbd"].contains(program)
    else { return InputCommands.obstacle(to: text).map { Doubt(.inputTool, $0) } }
    return Doubt(
      .inputTool,
      InputCommands.x11Programs.contains(program)
        ? "\(program) reaches X11 windows only" : "\(program) is not required here: an action does this",
      suggestion: meantInput(program, Array(words.dropFirst())),
      help: "actions on the keyboard and pointer are 'keys', 'hold', 'type', 'click' and 'scroll'")
  }

  /// Programs that control workspaces and windows, where an action does exactly that on every desktop.
  private func desktopTool(_ text: ShellText) -> Doubt? {
    guard let words = text.words, let program = words.first?.lastComponent else { return nil }
    let arguments = Array(words.dropFirst())
    let operation =
      DesktopCommands.operation(program, arguments) ?? DesktopCommands.ownOperation(program, arguments)
    guard let operation else { return nil }
    return Doubt(
      .inputTool,
      InputCommands.x11Programs.contains(program)
        ? "\(program) reaches X11 windows only"
        : "\(program) is not required here: an action does this on every desktop",
      suggestion: "{\(operation.text)}")
  }

  /// The action that does the same as the program; nil if no single one does.
  private func meantInput(_ program: String, _ arguments: [String]) -> String? {
    guard let steps = InputCommands.steps(program, arguments, keyNames), let script = InputScript(steps),
      script.isSelfContained, script.heldForWheel.isEmpty, script.actions.count == 1
    else { return nil }
    return firstThatChecks([script.actions[0].value.flow])
  }

  // MARK: Commands that change only their own shell

  /// Commands that end before the next action begins, or that change nothing outside their own shell.
  private func effectless(_ command: String, _ text: ShellText, isInList: Bool) -> Doubt? {
    guard text.isSimple, text.problem == nil, let first = command.words.first else { return nil }
    if first == "sleep" || first == "usleep" {
      let values = command.words.dropFirst()
      guard values.count == 1, let value = values.first else { return nil }
      let units = ["s": 1000.0, "m": 60_000, "h": 3_600_000]
      let unit = value.last.map(String.init).flatMap { units[$0] }
      guard let number = Double(value.dropLast(unit == nil ? 0 : 1)) else { return nil }
      let milliseconds = first == "usleep" ? number / 1000 : number * (unit ?? 1000)
      let time = milliseconds >= 1 && milliseconds <= 60_000 ? Duration.milliseconds(milliseconds) : nil
      return Doubt(
        .notWaitedFor,
        isInList
          ? "the next action does not wait for this command" : "this command has no effect: nothing waits for it",
        suggestion: time.map { "{wait: \(Phrase.time($0))}" }, help: "the action 'wait' delays the actions after it")
    }
    let isAssignment = command.wholeMatch(of: assignment) != nil
    guard
      isAssignment
        || ["cd", "export", "source", ".", "alias", "unset", "umask", "set", "pushd", "popd"].contains(first)
    else { return nil }
    return Doubt(
      .notWaitedFor,
      "\(Phrase.quote(isAssignment ? command : first)) has no effect: every command has its own shell",
      help: "write one command: '\(isAssignment ? "\(command) program" : "\(command) && program")'")
  }
}
