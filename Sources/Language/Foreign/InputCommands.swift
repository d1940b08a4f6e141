package import Rules
internal import Text

/// Parsers of commands that press keys and buttons.
package enum InputCommands {
  /// The programs that reach X11 windows only.
  package static let x11Programs: Set = [
    "xdotool", "xte", "xvkbd", "wmctrl", "xprop", "xwininfo", "xkill", "xinput",
  ]

  /// The reason why a part of a command has no effect on a Wayland desktop; nil if none is known.
  package static func obstacle(to text: ShellText) -> String? {
    if let program = text.allPrograms.first(where: x11Programs.contains) {
      return "\(program) reaches X11 windows only"
    }
    let words = text.tokens.lazy.compactMap { if case .word(let word) = $0 { word.text } else { nil } }
    return words.contains { $0.contains("org.gnome.Shell.Eval") || $0.contains("org/gnome/Shell.Eval") }
      || words.contains { $0.hasSuffix("Shell.Eval") }
      ? "GNOME 41 and later refuses 'Shell.Eval'" : nil
  }

  /// The steps of a program; nil if it is unknown or its arguments do anything but press keys and buttons.
  package static func steps(_ program: String, _ arguments: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    switch program {
    case "xdotool", "wdotool": xdotool(arguments, keyNames)
    case "xte": xte(arguments, keyNames)
    case "ydotool": ydotool(arguments, keyNames)
    case "wtype": wtype(arguments, keyNames)
    default: nil
    }
  }

  /// The supported commands of xdotool, and `mouseclick` of xte.
  private static let commands: Set = [
    "key", "keydown", "keyup", "click", "mouseclick", "mousedown", "mouseup", "type", "sleep", "mousemove_relative",
    "mousermove",
  ]
  /// Options that have no effect on the steps, without a value and with one.
  private static let flags: Set = ["--clearmodifiers", "--sync", "--"]
  private static let options: Set = ["--delay", "--repeat-delay"]

  /// Parses the arguments of xte, each of which is a command: `'keydown Alt_L' 'key Left'`, `'str two words'`.
  private static func xte(_ commands: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    var steps: [InputStep] = []
    for command in commands {
      if command.hasPrefix("str ") {
        steps.append(.type(String(command.dropFirst(4))))
      } else if let more = xdotool(command.words, keyNames) {
        steps += more
      } else {
        return nil
      }
    }
    return steps
  }

  /// Parses the arguments of xdotool: `key ctrl+t`, `keydown ctrl click 4 keyup ctrl`, `type --delay 10 hello`.
  private static func xdotool(_ words: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    var steps: [InputStep] = []
    var index = 0
    while index < words.count {
      let command = words[index]
      guard commands.contains(command) else { return nil }
      index += 1
      var times = 1
      while index < words.count, words[index].hasPrefix("--") {
        if options.contains(words[index]) {
          index += 1
        } else if words[index] == "--repeat" {
          index += 1
          guard index < words.count, let number = Int(words[index]), (1...20).contains(number) else { return nil }
          times = number
        } else if !flags.contains(words[index]) {
          return nil
        }
        index += 1
      }
      if command == "type" {
        // All remaining words are text, without spaces between them.
        steps.append(.type(words.dropFirst(index).joined()))
        return steps
      }
      let start = index
      // No key has the name of a command.
      while index < words.count, !commands.contains(words[index]) { index += 1 }
      guard let more = xdotool(command, Array(words[start..<index]), times, keyNames) else { return nil }
      steps += more
      guard steps.count <= 50 else { return nil }
    }
    return steps
  }

  private static func xdotool(
    _ command: String, _ values: [String], _ times: Int, _ keyNames: KeyNames?
  ) -> [InputStep]? {
    guard let first = values.first else { return nil }
    switch command {
    case "key":
      let chords = values.compactMap { ImportedChord.keysyms($0, shiftsCapitals: true, keyNames: keyNames) }
      guard chords.count == values.count else { return nil }
      return Array(repeating: chords.map { InputStep.chord($0) }, count: times).flatMap { $0 }
    case "keydown", "keyup":
      let names = values.flatMap { $0.split(separator: "+") }.map { ImportedChord.keysym(String($0), keyNames) }
      guard names.allSatisfy({ $0 != nil }) else { return nil }
      return names.compactMap { $0 }.map { command == "keydown" ? .down($0) : .up($0) }
    case "click", "mouseclick":
      let buttons = values.compactMap { Int($0) }
      return buttons.count == values.count ? buttons.map { .click($0, times: times) } : nil
    case "mousedown": return values.count == 1 ? Int(first).map { [.buttonDown($0)] } : nil
    case "mouseup": return values.count == 1 ? Int(first).map { [.buttonUp($0)] } : nil
    case "sleep": return values.count == 1 ? ImportedQuantity.number(first).map { [.pause($0)] } : nil
    default: return [.move]
    }
  }
}
