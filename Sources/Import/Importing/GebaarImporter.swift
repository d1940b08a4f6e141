internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import Text

/// The beginnings of statements, in comments.
private let statement = TextPattern(#"^\[|^\w+\s*=\s*["']"#)
/// The beginnings of lines that only contain rules.
private let opener = TextPattern(#"^\s*(\[|(fingers|type)\s*=)"#)

/// Reads gebaard.toml in the formats of Gebaar and its forks: `[commands.swipe.three]` (Coffee2CodeNL/gebaar-libinput),
/// `[swipe.commands.three]` (osleg/gebaar-libinput-fork), and `[[swipe.commands]]` with `fingers`, earlier
/// `[[command-swipe-gesture]]` and `[[command-swipe-touch]]` (NICHOLAS85/gebaar-libinput). Their semantics are in
/// README.md, src/config/config.cpp and src/io/input.cpp.
struct GebaarImporter {
  private var draft: ImportDraft
  /// The settings by the names of their tables and keys; the last of several for the same key.
  private let settings: [[String]: String]
  /// The values by key; the last of several for the same key.
  private let values: [Key: String]
  /// The settings that a rule depends on, by gesture and name.
  private var used: Set<[String]> = []
  /// True if it has gestures for touchscreens, so that the others are for touchpads.
  private var hasTouchscreenGestures = false

  private struct Key: Hashable {
    var table: Int
    var path: [String]
  }

  /// Reads a configuration.
  /// - Throws: `ImportError` if it is not TOML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    let (written, comments) = try TOMLReader.read(source)
    let entries = written.flatMap(renamed)
    var reader = GebaarImporter(entries: entries, translator: translator)
    reader.draft.comments = comments
    reader.draft.isStatement = { $0.contains(statement) }
    reader.draft.openers = Set(
      source.lines.indices.filter { source.lines[$0].contains(opener) }.map { $0 + 1 })
    reader.hasTouchscreenGestures = entries.contains {
      $0.path.last == "type" && $0.path.contains("commands") && $0.text.uppercased() == "TOUCH"
    }
    for entry in entries { reader.read(entry) }
    reader.remarkUnused(entries)
    return reader.draft
  }

  /// The tables of earlier versions of NICHOLAS85's fork, by the names of later ones, with their `type`.
  private static let earlierTables: [String: (path: [String], type: String?)] = [
    "command-swipe-gesture": (["swipe", "commands"], "GESTURE"),
    "command-swipe-touch": (["swipe", "commands"], "TOUCH"),
    "command-pinch": (["pinch", "commands"], nil), "commands-pinch": (["pinch", "commands"], nil),
    "command-switch": (["switch", "commands"], nil),
  ]

  /// An entry by its later name, and the `type` of its table.
  private static func renamed(_ entry: TOMLEntry) -> [TOMLEntry] {
    guard let table = entry.path.first.flatMap({ earlierTables[$0] }) else { return [entry] }
    var (renamed, type) = (entry, entry)
    renamed.path = table.path + entry.path.dropFirst()
    type.path = table.path + ["type"]
    type.text = table.type ?? ""
    return table.type == nil ? [renamed] : [renamed, type]
  }

  private init(entries: [TOMLEntry], translator: CommandTranslator) {
    let written = entries.filter { $0.path.contains("settings") }
    settings = Dictionary(
      written.flatMap { entry in entry.path.map { ([$0, entry.path.last ?? ""], entry.text) } }
    ) { $1 }
    values = Dictionary(entries.map { (Key(table: $0.table, path: $0.path), $0.text) }) { $1 }
    draft = ImportDraft(.gebaar, translator)
  }

  // MARK: Settings

  private static let settings = ["one_shot", "threshold", "trigger_on_release", "longswipe_screen_percentage"]

  /// The value of a setting: `[swipe.settings] name`, `[settings] gesture_swipe.name` or `[settings.swipe] name`.
  private mutating func setting(_ gesture: String, _ name: String) -> String? {
    for path in [[gesture, name], ["gesture_\(gesture)", name]] {
      guard let text = settings[path] else { continue }
      used.insert(path)
      return text
    }
    return nil
  }

  /// The positive number of a setting.
  private mutating func number(_ gesture: String, _ name: String) -> Double? {
    setting(gesture, name).flatMap(ImportedQuantity.number).flatMap { $0 > 0 ? $0 : nil }
  }

  /// Remarks on settings that change no rule.
  private mutating func remarkUnused(_ entries: [TOMLEntry]) {
    for entry in entries where entry.path.contains("settings") {
      guard let name = entry.path.last, Self.settings.contains(name) else { continue }
      let path = entry.path.joined(separator: ".")
      if ["threshold", "longswipe_screen_percentage"].contains(name),
        ImportedQuantity.number(entry.text).map({ $0 > 0 }) != true
      {
        draft.ignore(entry.line, "'\(path)' requires a number above 0, not \(Phrase.quote(entry.text))")
      } else if !entry.path.contains(where: { used.contains([$0, name]) }) {
        draft.ignore(entry.line, "'\(path)' has no effect on these gestures")
      }
    }
  }

  /// The value of another key in the same table.
  private func sibling(_ name: String, of entry: TOMLEntry) -> String? {
    values[Key(table: entry.table, path: entry.path.dropLast() + [name])]
  }

  // MARK: Gestures

  private mutating func read(_ entry: TOMLEntry) {
    if let name = entry.path.last, entry.path.contains("settings"), !Self.settings.contains(name) {
      draft.ignore(entry.line, "unknown setting \(Phrase.quote(entry.path.joined(separator: ".")))")
    }
    guard entry.path.contains("commands") || entry.path.contains("settings") else {
      return draft.ignore(entry.line, "\(Phrase.quote(entry.path.joined(separator: "."))) has no counterpart")
    }
    guard entry.path.contains("commands"), let key = entry.path.last, !["fingers", "type"].contains(key) else { return }
    guard !["one_shot", "threshold", "trigger_on_release"].contains(key) else {
      return draft.ignore(entry.line, "setting '\(key)' has no effect among commands")
    }
    guard !entry.path.contains("switch") else {
      if !entry.text.isEmpty { draft.ignore(entry.line, "switch '\(key)' is not a gesture") }
      return
    }
    // Gebaar ignores an empty command.
    guard !entry.text.trimmed.isEmpty else { return }
    let isPinch = entry.path.contains("pinch")
    guard isPinch || entry.path.contains("swipe"),
      let pattern = isPinch
        ? draft.kind.pattern(key, of: .pinch, .rotate) : draft.kind.pattern(key, of: .swipe)
    else { return draft.leaveOut(entry.line, "unknown key \(Phrase.quote(key))") }
    let isTouch = sibling("type", of: entry)?.uppercased() == "TOUCH"
    let device = isTouch ? "touchscreen" : hasTouchscreenGestures ? "touchpad" : nil
    let binding = Binding(entry.line...entry.line, pattern, fingers: fingers(of: entry), device: device)
    guard var rule = draft.rule(binding) else { return }
    rule.act = draft.actions(of: entry.text, in: &rule)
    setAmount(&rule, entry)
    draft.rules.append(rule)
  }

  private static let numbers = ["one": 1, "two": 2, "three": 3, "four": 4, "five": 5]

  /// The number of fingers; nil if none is stated.
  private func fingers(of entry: TOMLEntry) -> Int? {
    entry.path.lazy.compactMap { Self.numbers[$0] }.first ?? sibling("fingers", of: entry).map { Int($0) ?? 0 }
  }

  private mutating func setAmount(_ rule: inout ImportedRule, _ entry: TOMLEntry) {
    let name = rule.gesture.rawValue
    let type = sibling("type", of: entry)?.uppercased()
    // The default of a pinch is continuous in osleg's fork, and once in NICHOLAS85's.
    let isContinuousByDefault = rule.gesture == .pinch && entry.path.contains("two") && type == nil
    let isContinuous =
      setting(name, "one_shot").map { $0 == "false" } ?? (type == "CONTINUOUS" || isContinuousByDefault)
    if let type, !["ONESHOT", "CONTINUOUS", "GESTURE", "TOUCH"].contains(type) {
      draft.ignore(entry.line, "unknown type \(Phrase.quote(type))")
    } else if let type, ["ONESHOT", "CONTINUOUS"].contains(type), setting(name, "one_shot") != nil {
      draft.ignore(entry.line, "'type' has no effect beside the setting 'one_shot'")
    }
    switch rule.gesture.measure {
    case .distance, .speed: setSwipe(&rule, isContinuous, line: entry.line)
    case .scale:
      // Default 0.25: a quarter of the fingers' distance.
      let percent = ImportedQuantity.text((number(name, "threshold") ?? 0.25) * 100, "%")
      rule[isContinuous ? .every : .distance] = percent
    case .rotation:
      // Default: 20 degrees.
      rule[isContinuous ? .every : .distance] = ImportedQuantity.text(number(name, "threshold") ?? 20, "°")
    case nil: break
    }
  }

  /// Sets the distance of a swipe. A threshold of 1 is 1000 of libinput's units horizontally and 500 vertically
  /// (input.h: SWIPE_X_THRESHOLD, SWIPE_Y_THRESHOLD); the default is 0.5. Unless `trigger_on_release` is off, a shorter
  /// swipe acts at the lift.
  private mutating func setSwipe(_ rule: inout ImportedRule, _ isContinuous: Bool, line: Int) {
    if rule[.device] == "touchscreen", rule.fingers == 1...1 {
      // `longswipe_screen_percentage`, default 70.
      let percent = number("touch_swipe", "longswipe_screen_percentage") ?? 70
      let whole =
        ["left", "right"].contains(rule.value) ? draft.translator.screen.width : draft.translator.screen.height
      rule[.distance] = ImportedQuantity.length(whole * percent / 100)
      rule[.within] = "2s"
      draft.screenLine = draft.screenLine ?? line
      draft.explain("The distance of long one-finger swipes is for a screen of \(draft.translator.screen.text).")
      return
    }
    // A swipe that acts at the lift has no threshold.
    let actsAtLift = !isContinuous && setting("swipe", "trigger_on_release") != "false"
    let isVertical = ["up", "down"].contains(rule.value)
    let units = (actsAtLift ? 0.5 : number("swipe", "threshold") ?? 0.5) * (isVertical ? 500 : 1000)
    let length = ImportedQuantity.length(units / ImportedQuantity.unitsPerMillimetre)
    if isContinuous {
      rule.gesture = .pan
      rule[.every] = length
    } else if !actsAtLift {
      rule[.distance] = length
    }
    guard rule[.every] != nil || rule[.distance] != nil else {
      draft.explainLift()
      return
    }
    draft.explain(
      "A swipe's 'threshold' of 1 is 95mm horizontally and 48mm vertically: 1000 and 500 of libinput's units.")
  }
}
