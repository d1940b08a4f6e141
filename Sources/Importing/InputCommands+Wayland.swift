internal import RulesFile

/// Commands that press keys and buttons without X11.
extension InputCommands {
  /// `key 29:1 105:1 105:0 29:0`, or of older versions `key ctrl+t`; `click 0xC0`; `type hello`; `mousemove -x 1 -y 2`.
  static func ydotool(_ words: [String], _ keyNames: KeyNames?) -> [InputEvent]? {
    guard let command = words.first else { return nil }
    var values: [String] = []
    var skips = false
    for word in words.dropFirst() {
      if skips {
        skips = false
      } else if ["--key-delay", "--delay", "--next-delay", "-d", "-D"].contains(word) {
        skips = true
      } else if !word.hasPrefix("--") {
        values.append(word)
      } else if !["--key-delay=", "--delay=", "--next-delay="].contains(where: word.hasPrefix), word != "--" {
        return nil
      }
    }
    switch command {
    case "key": return ydotoolKeys(values, keyNames)
    case "click": return values.count == 1 ? ydotoolClick(values[0]) : nil
    case "type": return values.isEmpty ? nil : [.type(values.joined(separator: " "))]
    // With -w it turns the wheel, and with -a it goes to a place.
    case "mousemove": return values.contains("-w") || values.contains("-a") ? nil : [.move]
    default: return nil
    }
  }

  private static func ydotoolKeys(_ values: [String], _ keyNames: KeyNames?) -> [InputEvent]? {
    var events: [InputEvent] = []
    // A second 'key' in the line is a code of 0, which nothing comes of.
    for value in values where value != "key" {
      if let match = value.wholeMatch(of: /(\d{1,3}):([01])/), let code = Int(match.1) {
        guard let keysym = EvdevKeys.keysym(code: code) else { return nil }
        events.append(match.2 == "1" ? .down(keysym) : .up(keysym))
      } else if value.wholeMatch(of: /[A-Za-z_]\w*(\+\w+)*|\w\+\w+/) != nil {
        let chord =
          ImportedChord.evdev(value)
          ?? ImportedChord.keysyms(value, shiftsCapitals: false, keyNames: keyNames)
        guard let chord else { return nil }
        events.append(.chord(chord))
      } else {
        return nil
      }
    }
    return events
  }

  /// The lower half of the number is the button, 0x40 presses it and 0x80 releases it (ydotool(1)); in versions before
  /// 1.0 the numbers were 1 for the left, 2 for the right and 3 for the middle button.
  private static func ydotoolClick(_ value: String) -> [InputEvent]? {
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

  /// `-M ctrl -k Left -m ctrl`, `-M ctrl t -m ctrl`, `hello`.
  static func wtype(_ words: [String], _ keyNames: KeyNames?) -> [InputEvent]? {
    var events: [InputEvent] = []
    var held = 0
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      guard ["-M", "-m", "-k", "-P", "-p", "-s", "-d"].contains(word) else {
        if word == "--" { continue }
        // What is typed with a modifier held is a shortcut, which takes one letter.
        if held == 0 {
          events.append(.type(word))
        } else if word.unicodeScalars.count == 1, let keysym = ImportedChord.keysym(word, keyNames) {
          events.append(.chord(keysym))
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
        events.append(.pause(milliseconds / 1000))
        continue
      }
      guard let name = ImportedChord.keysym(value, keyNames) else { return nil }
      if word == "-M" { held += 1 }
      if word == "-m" { held -= 1 }
      events.append(word == "-k" ? .chord(name) : ["-M", "-P"].contains(word) ? .down(name) : .up(name))
    }
    return events.count <= 50 ? events : nil
  }
}
