/// A line of a configuration that has `name = value` in each.
enum LineConfiguration {
  /// The name and the value; nil where the line has none.
  static func pair(_ line: String) -> (name: String, value: String)? {
    guard let sign = line.firstIndex(of: "=") else { return nil }
    let name = line[..<sign].bare
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    return (name, line[line.index(after: sign)...].bare)
  }

  /// The direction and the fingers of `left3 = …`; nil for any other line.
  static func swipe(_ line: String) -> (direction: String, fingers: Int)? {
    guard let match = pair(line)?.name.wholeMatch(of: /(left|right|up|down)([345])/), let fingers = Int(match.2) else {
      return nil
    }
    return (String(match.1), fingers)
  }
}

/// Reads comfortable-swipe.conf: a chord for each direction and number of fingers.
enum ComfortableSwipeImport {
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportHarvest {
    var harvest = ImportHarvest()
    var distance: String?
    for (index, line) in source.lines.enumerated() {
      guard let (name, value) = LineConfiguration.pair(line.bare), name == "threshold",
        let units = ImportedQuantity.number(value), units > 0
      else { continue }
      let length = ImportedQuantity.length(units / ImportedQuantity.unitsPerMillimetre)
      distance = length
      harvest.explain(
        "'threshold = \(value)' (line \(index + 1)) counts libinput's units, of which a slow finger makes 10.52 in a "
          + "millimetre: 'distance: \(length)'.")
    }
    for (index, line) in source.lines.enumerated() {
      readLine(line.bare, line: index + 1, distance, translator, into: &harvest)
    }
    return harvest
  }

  private static func readLine(
    _ line: String, line number: Int, _ distance: String?, _ translator: CommandTranslator,
    into harvest: inout ImportHarvest
  ) {
    guard !line.isEmpty else { return }
    guard !line.hasPrefix("#"), !line.hasPrefix(";") else {
      harvest.comments.append(SourceComment(line: number, text: String(line.drop { "#;".contains($0) }).bare))
      return
    }
    guard let (name, value) = LineConfiguration.pair(line) else {
      harvest.remark(.ignored, line: number, "this is no 'name = value'")
      return
    }
    guard name != "threshold", !value.isEmpty else { return }
    if let swipe = LineConfiguration.swipe(line) {
      guard let chord = ImportedChord.keysyms(value, shiftsCapitals: true, keyNames: translator.keyNames) else {
        harvest.remark(.leftOut, line: number, "\(Phrase.quote(value)) is no chord of known keys")
        return
      }
      var rule = ImportedRule(
        lines: number...number, gesture: "swipe", value: swipe.direction, fingers: swipe.fingers...swipe.fingers)
      rule["distance"] = distance
      rule.act = [.keys([chord])]
      harvest.rules.append(rule)
    } else if let match = name.wholeMatch(of: /(?:mouse|hold)([34])/), let fingers = Int(match.1) {
      drag(value, fingers, line: number, into: &harvest)
    } else {
      harvest.remark(.ignored, line: number, "comfortable-swipe knows no \(Phrase.quote(name))")
    }
  }

  /// `mouse3 = button1`: a button is held while the fingers move the pointer.
  private static func drag(_ value: String, _ fingers: Int, line: Int, into harvest: inout ImportHarvest) {
    let buttons = ["button1": "left", "button2": "middle", "button3": "right", "mouse1": "left"]
    guard let button = buttons[value] else {
      harvest.remark(.leftOut, line: line, "moving and scrolling with \(fingers) fingers is left to the desktop")
      return
    }
    var rule = ImportedRule(lines: line...line, gesture: "pan", value: "any", fingers: fingers...fingers)
    rule["drag"] = button
    harvest.rules.append(rule)
  }
}
