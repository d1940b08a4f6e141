internal import Gestures

/// Reads gebaard.toml, in the forms that Gebaar and its descendants have given it: `[commands.swipe.three]`,
/// `[swipe.commands.three]`, and `[[swipe.commands]]` with `fingers`.
struct GebaarImport {
  private var harvest = ImportHarvest()
  private let entries: [TOMLEntry]
  private let translator: CommandTranslator

  /// What the names of its tables have in them.
  static let tables = ["commands.swipe", "swipe.commands", "commands.pinch", "pinch.commands", "gesture_swipe"]

  /// Everything that `source` says.
  /// - Throws: `ImportError` where it is not TOML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportHarvest {
    let (entries, comments) = try TOMLReader.read(source)
    var reader = GebaarImport(entries: entries, translator: translator)
    reader.harvest.comments = comments
    for entry in entries { reader.read(entry) }
    return reader.harvest
  }

  private init(entries: [TOMLEntry], translator: CommandTranslator) {
    self.entries = entries
    self.translator = translator
  }

  // MARK: Settings

  /// The value of `[swipe.settings] name`, `[settings] gesture_swipe.name` or `[settings.swipe] name`.
  private func setting(_ gesture: String, _ name: String) -> String? {
    entries.last { entry in
      entry.path.last == name && entry.path.contains("settings")
        && entry.path.contains { $0 == gesture || $0 == "gesture_\(gesture)" }
    }?.text
  }

  /// What else stands in the same table.
  private func neighbour(_ name: String, of entry: TOMLEntry) -> String? {
    entries.last { $0.table == entry.table && $0.path.dropLast() == entry.path.dropLast() && $0.path.last == name }?
      .text
  }

  // MARK: Gestures

  private mutating func read(_ entry: TOMLEntry) {
    guard entry.path.contains("commands"), let key = entry.path.last, !["fingers", "type"].contains(key) else { return }
    guard !entry.path.contains("switch") else {
      if !entry.text.isEmpty {
        harvest.remark(.leftOut, line: entry.line, "a switch is no gesture: the desktop sees to '\(key)'")
      }
      return
    }
    // What has no command does nothing in Gebaar either.
    guard !entry.text.bare.isEmpty else { return }
    let isPinch = entry.path.contains("pinch")
    guard isPinch || entry.path.contains("swipe"), let pattern = Self.pattern(key, isPinch: isPinch) else {
      harvest.remark(.leftOut, line: entry.line, "Gebaar knows no \(Phrase.quote(key)) here")
      return
    }
    guard let fingers = fingers(of: entry, isPinch: isPinch) else {
      harvest.remark(.leftOut, line: entry.line, "these are no fingers from 1 to \(Trigger.mostFingers)")
      return
    }
    var rule = ImportedRule(
      lines: entry.line...entry.line, gesture: pattern.gesture, value: pattern.value, fingers: fingers)
    if neighbour("type", of: entry)?.uppercased() == "TOUCH" { rule["device"] = "touchscreen" }
    let translation = translator.translate(entry.text)
    rule.act = translation.actions
    if let note = translation.note { rule.notes.append(note) }
    setMoment(&rule, entry)
    harvest.rules.append(rule)
  }

  private static func pattern(_ key: String, isPinch: Bool) -> (gesture: String, value: String)? {
    guard isPinch else { return LibinputGesturesImport.directions[key].map { ("swipe", $0) } }
    switch key {
    case "in", "out": return ("pinch", key)
    case "rotate_left": return ("rotate", "counterclockwise")
    case "rotate_right": return ("rotate", "clockwise")
    default: return nil
    }
  }

  private func fingers(of entry: TOMLEntry, isPinch: Bool) -> ClosedRange<Int>? {
    let words = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5]
    for name in entry.path { if let number = words[name] { return number...number } }
    if let text = neighbour("fingers", of: entry) {
      guard let number = Int(text), (1...Trigger.mostFingers).contains(number) else { return nil }
      return number...number
    }
    // A pinch without a number is one of as many fingers as there are; a swipe has three.
    return isPinch ? 2...4 : 3...3
  }

  private mutating func setMoment(_ rule: inout ImportedRule, _ entry: TOMLEntry) {
    let name = rule.gesture == "swipe" ? "swipe" : rule.gesture == "pinch" ? "pinch" : "rotate"
    let isContinuous =
      neighbour("type", of: entry)?.uppercased() == "CONTINUOUS" || setting(name, "one_shot") == "false"
    let threshold = setting(name, "threshold").flatMap(ImportedQuantity.number).flatMap { $0 > 0 ? $0 : nil }
    switch name {
    case "swipe":
      let length = threshold.map { ImportedQuantity.length(12 * $0 / 0.5) }
      if isContinuous {
        rule.gesture = "pan"
        rule["every"] = length ?? "12mm"
      } else {
        if let length, threshold != 0.5 { rule["distance"] = length }
        if setting(name, "trigger_on_release") == "true" { rule["at"] = "end" }
      }
      if let threshold, threshold != 0.5, let length {
        harvest.explain(
          "A swipe's 'threshold' is \(ImportedQuantity.text(threshold * 100, "%")) where 50% is usual, and its distance "
            + "\(length) where 12mm is usual.")
      }
      harvest.explain(
        "Swipes act on the way, as soon as the fingers have come far enough; 'at: end' makes one wait for the lift.")
    case "pinch":
      let percent = ImportedQuantity.text(min(max((threshold ?? 0.25) * 100, 2), 90), "%")
      if threshold != nil {
        harvest.explain("A pinch's 'threshold' is the 'distance' here, or the step of one that goes on: \(percent).")
      }
      if isContinuous { rule["every"] = percent } else if threshold != nil { rule["distance"] = percent }
    default:
      let degrees = ImportedQuantity.text(min(max(threshold ?? 20, 5), 90), "°")
      if isContinuous { rule["every"] = degrees } else if threshold != nil { rule["distance"] = degrees }
    }
  }
}
