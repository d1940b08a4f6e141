internal import Rules
internal import Text

/// A key of ydotool by its code: `29:1`.
private let codeAndState = WholePattern("([0-9]+):([01])")

/// A chord of ydotool by the names of its keys: `ctrl+t`.
private let namedChord = WholePattern(#"[A-Za-z_]\w*(\+\w+)*|\w\+\w+"#)

/// Programs that press keys and buttons without X11.
extension InputCommands {
  /// Parses the arguments of ydotool: `key 29:1 105:1 105:0 29:0`, in older versions `key ctrl+t`; `click 0xC0`;
  /// `type hello`; `mousemove -x 1 -y 2`.
  static func ydotool(_ words: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    guard let command = words.first else { return nil }
    var values: [String] = []
    var (skipsNext, areOptionsOver) = (false, false)
    for word in words.dropFirst() {
      if areOptionsOver {
        values.append(word)
      } else if skipsNext {
        skipsNext = false
      } else if word == "--" {
        areOptionsOver = true
      } else if command == "type", word == "-f" {
        // The text is in a file.
        return nil
      } else if ["--key-delay", "--delay", "--next-delay", "-d", "-D"].contains(word) {
        skipsNext = true
      } else if !word.hasPrefix("--") {
        values.append(word)
      } else if !["--key-delay=", "--delay=", "--next-delay="].contains(where: word.hasPrefix) {
        return nil
      }
    }
    switch command {
    case "key": return ydotoolKeys(values, keyNames)
    case "click": return values.count == 1 ? ydotoolClick(values[0]) : nil
    // Without spaces between them.
    case "type": return values.isEmpty ? nil : [.type(values.joined())]
    // `-w` turns the wheel, `-a` moves to an absolute position.
    case "mousemove": return values.contains("-w") || values.contains("-a") ? nil : [.move]
    default: return nil
    }
  }

  private static func ydotoolKeys(_ values: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    var steps: [InputStep] = []
    // A repeated 'key' is parsed as code 0, which has no effect.
    for value in values where value != "key" {
      if let key = keyCode(value) {
        guard let keysym = EvdevKeys.keysym(code: key.code) else { return nil }
        steps.append(key.isDown ? .down(keysym) : .up(keysym))
      } else if value.wholeMatch(of: namedChord) != nil {
        let chord =
          ImportedChord.evdev(value)
          ?? ImportedChord.keysyms(value, shiftsCapitals: false, keyNames: keyNames)
        guard let chord else { return nil }
        steps.append(.chord(chord))
      } else {
        return nil
      }
    }
    return steps
  }

  /// A key of ydotool by its code, and true if it is pressed: `29:1`.
  package static func keyCode(_ word: some StringProtocol) -> (code: Int, isDown: Bool)? {
    guard let match = word.wholeMatch(of: codeAndState), let code = match[1].flatMap({ Int($0) }) else { return nil }
    return (code, match[2] == "1")
  }

  /// Parses the number of `click`: the lower six bits are the button, 0x40 presses and 0x80 releases it (ydotool(1)).
  /// Before version 1.0, it was 1 for the left, 2 for the right and 3 for the middle button.
  private static func ydotoolClick(_ value: String) -> [InputStep]? {
    guard value.lowercased().hasPrefix("0x"), let number = Int(value.dropFirst(2), radix: 16) else {
      return ["1": 1, "2": 3, "3": 2][value].map { [.click($0, times: 1)] }
    }
    guard let button = [0: 1, 1: 3, 2: 2, 3: 8, 4: 9, 5: 9, 6: 8][number & 0x3f] else { return nil }
    switch number & 0xc0 {
    case 0x40: return [.buttonDown(button)]
    case 0x80: return [.buttonUp(button)]
    case 0xc0: return [.click(button, times: 1)]
    default: return nil
    }
  }

  /// Parses the arguments of wtype: `-M ctrl -k Left -m ctrl`, `-M ctrl t -m ctrl`, `hello`.
  static func wtype(_ words: [String], _ keyNames: KeyNames?) -> [InputStep]? {
    var steps: [InputStep] = []
    var heldCount = 0
    var areOptionsOver = false
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard !areOptionsOver, ["-M", "-m", "-k", "-P", "-p", "-s", "-d"].contains(word) else {
        if word == "--", !areOptionsOver {
          areOptionsOver = true
          continue
        }
        // Text typed with a held modifier is a shortcut, of one letter.
        if heldCount == 0 {
          // One text after another is typed with a space between them.
          if case .type(let text)? = steps.last {
            steps[steps.count - 1] = .type("\(text) \(word)")
          } else {
            steps.append(.type(word))
          }
        } else if word.unicodeScalars.count == 1, let keysym = ImportedChord.keysym(word, keyNames) {
          steps.append(.chord(keysym))
        } else {
          return nil
        }
        continue
      }
      guard index < words.count else { return nil }
      let value = words[index]
      index += 1
      if word == "-d" { continue }
      if word == "-s" {
        guard let milliseconds = ImportedQuantity.number(value) else { return nil }
        steps.append(.pause(milliseconds / 1000))
        continue
      }
      guard let name = ImportedChord.keysym(value, keyNames) else { return nil }
      if word == "-M" { heldCount += 1 }
      if word == "-m" { heldCount -= 1 }
      steps.append(word == "-k" ? .chord(name) : ["-M", "-P"].contains(word) ? .down(name) : .up(name))
    }
    return steps.count <= 50 ? steps : nil
  }
}
