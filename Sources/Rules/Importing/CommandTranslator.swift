/// Finds out what a command does, where that has a counterpart in the rules file: keys that it presses, a workspace that
/// it goes to.
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
    var words: [ShellText.Word] = []
    var isSimple = true
    for token in tokens {
      switch token {
      case .word(let word): words.append(word)
      // A note behind the command, which a shell passes over.
      case .comment: break
      case .operation(let operation, _):
        if operation != "\n" { isSimple = false }
      }
    }
    if isSimple, let actions = keys(words) {
      let isCode = words.contains { $0.text.contains(":") }
      return Translation(actions: actions, note: isCode ? "the keys of '\(command)' on a keyboard with layout us" : nil)
    }
    if isSimple, let deed = deed(words), let action = deed.action(on: desktop), action != .shell(command) {
      return Translation(actions: [action], note: "was '\(command)'")
    }
    var translation = Translation(actions: [.shell(command)])
    let hasComment = tokens.contains { if case .comment = $0 { true } else { false } }
    if !hasShell, !isSimple || hasComment {
      translation.change =
        "the tool ran this without a shell, which takes operators and '#' for arguments: here a shell runs it"
    }
    return translation
  }

  /// The words behind assignments such as `YDOTOOL_SOCKET=…`, and the name of the program.
  private func program(_ words: [ShellText.Word]) -> (name: String, arguments: ArraySlice<ShellText.Word>)? {
    let rest = words.drop { $0.text.wholeMatch(of: /[A-Za-z_]+=.*/) != nil }
    guard let first = rest.first else { return nil }
    return (first.text.split(separator: "/").last.map(String.init) ?? first.text, rest.dropFirst())
  }

  // MARK: Keys

  private func keys(_ words: [ShellText.Word]) -> [ImportedAction]? {
    guard let (name, arguments) = program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    let texts = arguments.map(\.text)
    let chords: [String]? =
      switch name {
      case "xdotool": xdotool(texts)
      case "ydotool": ydotool(texts)
      case "wtype": wtype(texts)
      default: nil
      }
    guard let chords, !chords.isEmpty else { return nil }
    return [.keys(chords)]
  }

  /// The chords of `key [--clearmodifiers] chord…` and of `keydown ctrl key t keyup ctrl`.
  private func xdotool(_ words: [String]) -> [String]? {
    var chords: [String] = []
    var held: [String] = []
    var command = ""
    var skips = false
    for word in words {
      if skips {
        skips = false
      } else if ["key", "keydown", "keyup"].contains(word) {
        command = word
      } else if word.hasPrefix("--"), !command.isEmpty {
        guard ["--clearmodifiers", "--delay", "--repeat-delay"].contains(word) else { return nil }
        skips = word != "--clearmodifiers"
      } else {
        switch command {
        case "key":
          let text = (held + [word]).joined(separator: "+")
          guard let chord = ImportedChord.keysyms(text, shiftsCapitals: true, keyNames: keyNames) else { return nil }
          chords.append(chord)
        case "keydown":
          guard let name = ImportedChord.keysym(word, keyNames), Chord.Modifier(rawValue: name) != nil else {
            return nil
          }
          held.append(name)
        case "keyup":
          guard let name = ImportedChord.keysym(word, keyNames), let index = held.lastIndex(of: name) else {
            return nil
          }
          held.remove(at: index)
        default: return nil
        }
      }
    }
    return held.isEmpty && chords.count <= 50 ? chords : nil
  }

  /// The chords of `key 29:1 105:1 105:0 29:0`, or of the older `key ctrl+t`.
  private func ydotool(_ words: [String]) -> [String]? {
    guard words.first == "key" else { return nil }
    var chords: [String] = []
    var chord = ImportedChord()
    var down: Set<Int> = []
    var skips = false
    for word in words.dropFirst() {
      if skips {
        skips = false
      } else if ["--key-delay", "--delay", "-d"].contains(word) {
        skips = true
      } else if word.hasPrefix("--key-delay=") || word.hasPrefix("--delay=") || word == "key" {
        // A second 'key' in the line is a code of 0, which nothing comes of.
        continue
      } else if let match = word.wholeMatch(of: /(\d{1,3}):([01])/), let code = Int(match.1) {
        if match.2 == "1" {
          guard let keysym = EvdevKeys.keysym(code: code), chord.press(keysym) else { return nil }
          down.insert(code)
        } else {
          guard down.remove(code) != nil else { return nil }
          if down.isEmpty {
            if let text = chord.text { chords.append(text) }
            chord = ImportedChord()
          }
        }
      } else if word.wholeMatch(of: /[A-Za-z_]\w*(\+\w+)*|\w\+\w+/) != nil {
        guard
          let text = ImportedChord.evdev(word)
            ?? ImportedChord.keysyms(word, shiftsCapitals: false, keyNames: keyNames)
        else { return nil }
        chords.append(text)
      } else {
        return nil
      }
    }
    return down.isEmpty && chords.count <= 50 ? chords : nil
  }

  /// The chord of `-M ctrl -k Left -m ctrl` or `-M ctrl t -m ctrl`.
  private func wtype(_ words: [String]) -> [String]? {
    var chords: [String] = []
    var held: [String] = []
    var option = ""
    for word in words {
      if option.isEmpty, ["-M", "-m", "-k", "-P", "-p"].contains(word) {
        option = word
        continue
      }
      guard let name = ImportedChord.keysym(word, keyNames) else { return nil }
      switch option {
      case "-M": held.append(name)
      case "-m":
        guard let index = held.lastIndex(of: name) else { return nil }
        held.remove(at: index)
      case "-k", "-P":
        let text = (held + [name]).joined(separator: "+")
        guard let chord = ImportedChord.keysyms(text, shiftsCapitals: false, keyNames: keyNames) else { return nil }
        chords.append(chord)
      case "-p": break
      // A letter by itself is typed; more than one would be text.
      default:
        guard word.unicodeScalars.count == 1, !held.isEmpty else { return nil }
        let text = (held + [word]).joined(separator: "+")
        guard let chord = ImportedChord.keysyms(text, shiftsCapitals: false, keyNames: keyNames) else { return nil }
        chords.append(chord)
      }
      option = ""
    }
    return option.isEmpty && chords.count <= 50 ? chords : nil
  }

  // MARK: Workspaces

  /// What a command has the desktop do, where it is one for another desktop than that of the rules.
  private func deed(_ words: [ShellText.Word]) -> DesktopDeed? {
    guard let (name, arguments) = program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    let texts = arguments.flatMap { $0.text.words }
    switch name {
    case "xdotool": return desktopOfX11(texts)
    case "wmctrl":
      guard texts.count == 2, texts[0] == "-s", let number = Int(texts[1]), (0..<100).contains(number) else {
        return nil
      }
      return .workspaceNumber(number + 1)
    case "swaymsg" where desktop != nil && desktop != .sway, "i3-msg" where desktop != nil:
      guard texts.count == 2, texts[0] == "workspace" else { return nil }
      return ["next", "next_on_output"].contains(texts[1])
        ? .workspace(.next) : ["prev", "prev_on_output"].contains(texts[1]) ? .workspace(.previous) : nil
    case "hyprctl" where desktop != nil && desktop != .hyprland:
      guard texts.count == 3, texts[0] == "dispatch", texts[1] == "workspace" else { return nil }
      return ["e+1", "m+1", "r+1", "+1"].contains(texts[2])
        ? .workspace(.next) : ["e-1", "m-1", "r-1", "-1"].contains(texts[2]) ? .workspace(.previous) : nil
    case "qdbus", "qdbus6", "qdbus-qt5":
      guard let desktop, desktop != .kde, texts.contains("invokeShortcut") else { return nil }
      return Self.kwinShortcuts[arguments.last?.text ?? ""]
    default: return nil
    }
  }

  /// `set_desktop --relative -- 1`, `set_desktop 2`
  private func desktopOfX11(_ words: [String]) -> DesktopDeed? {
    guard words.first == "set_desktop" else { return nil }
    let isRelative = words.contains("--relative")
    let numbers = words.dropFirst().filter { $0 != "--relative" && $0 != "--" }
    guard numbers.count == 1, let number = Int(numbers[0]), (-1..<100).contains(number) else { return nil }
    if isRelative { return number == 1 ? .workspace(.next) : number == -1 ? .workspace(.previous) : nil }
    return number >= 0 ? .workspaceNumber(number + 1) : nil
  }

  private static let kwinShortcuts: [String: DesktopDeed] = [
    "Switch to Next Desktop": .workspace(.next), "Switch to Previous Desktop": .workspace(.previous),
    "Switch One Desktop to the Left": .workspace(.left), "Switch One Desktop to the Right": .workspace(.right),
    "Switch One Desktop Up": .workspace(.up), "Switch One Desktop Down": .workspace(.down),
    "Window Maximize": .maximize, "Window Minimize": .minimize, "Window Fullscreen": .fullscreen,
    "Window Close": .close, "Show Desktop": .showDesktop, "Window Quick Tile Left": .tile(.left),
    "Window Quick Tile Right": .tile(.right),
  ]
}
