/// A word from another tool's language, and its replacement.
package struct ForeignWord {
  /// The replacement, if a single word can replace it.
  package var suggestion: String?
  /// Advice, if another word is not enough.
  var help: String?

  /// The advice for `word` in `context`; nil if it is unknown.
  package static func find(_ word: String, in context: Word.Context) -> ForeignWord? {
    // The patterns below are slow on long texts, which are no words.
    guard word.utf8.count <= longest else { return nil }
    let folded = String(word.lowercased().map { $0 == "_" || $0 == " " || $0 == "+" ? "-" : $0 })
    if let known = table[context]?[folded] { return known }
    if let fingers = fingers(folded, in: context) { return fingers }
    if context == .rule { return gestureWithDirection(folded) }
    // The limits in `settings` are those of rules.
    guard context.rawValue.hasSuffix("-defaults"),
      let meant = keys[folded]?.suggestion ?? RulesAdviser.limit(folded)?.key,
      Vocabulary.word(meant, in: context) != nil
    else { return nil }
    return ForeignWord(suggestion: meant)
  }

  /// The length of the longest word that is looked up, in bytes.
  private static let longest = 200

  /// The button of the pointer that another tool calls `name`; nil if there is none.
  static func button(_ name: String) -> String? {
    guard name.utf8.count <= longest else { return nil }
    let folded = name.lowercased().replacing("_", with: "-")
    // The search takes longer than the look-up.
    guard let meant = table[.button]?[folded]?.suggestion,
      folded.contains(
        /^(btn|button|mouse|mb|pointer-button|mouse:|lmb|rmb|mmb|left-?(click|button)|right-?(click|button)|middle-?(click|button))/
      )
    else { return nil }
    return meant
  }

  /// A number of fingers as the value of a gesture: `swipe: 3`, `tap: three-fingers`.
  private static func fingers(_ word: String, in context: Word.Context) -> ForeignWord? {
    let examples: [Word.Context: String] = [
      .direction: "left", .tap: "single", .pinch: "in", .rotate: "clockwise", .stroke: "circle", .press: "click",
      .tipTap: "left", .touch: "any",
    ]
    guard let example = examples[context],
      let number = word.wholeMatch(of: /(one|two|three|four|five|[1-5])(?:-?fingers?)?/)?.1
        ?? word.wholeMatch(of: /(?:[a-z-]*-)?(one|two|three|four|five|[1-5])-fingers?(?:-[a-z-]*)?/)?.1
    else { return nil }
    return ForeignWord(
      help: "write the number of fingers as 'fingers: \(count(number))', beside a value such as '\(example)'")
  }

  /// The number that `one` to `five` or a digit names.
  private static func count(_ number: Substring) -> Int {
    let names = ["one", "two", "three", "four", "five"]
    return names.firstIndex(of: String(number)).map { $0 + 1 } ?? Int(number) ?? 1
  }

  /// Words such as `swipe_left:`, where the direction belongs in the gesture's value.
  private static func gestureWithDirection(_ word: String) -> ForeignWord? {
    let gestures: [(String, Word.Context)] = [
      ("swipe", .direction), ("pan", .direction), ("pinch", .pinch), ("rotate", .rotate), ("tap", .tap),
    ]
    if let parts = word.wholeMatch(of: /(one|two|three|four|five|[1-5])-?fingers?-(.+)/)?.output {
      let gesture = gestures.map(\.0).first { parts.2.hasPrefix($0) } ?? "swipe"
      return ForeignWord(
        help: "write the gesture as the key, and 'fingers: \(count(parts.1))' below it: '\(gesture): …'")
    }
    if let start = word.wholeMatch(of: /(edge|corner|zone)-(swipe|pan|tap)|(swipe|pan|tap)-(edge|corner|zone)/)?.output
    {
      let region = String(start.1 ?? start.4 ?? "edge")
      let gesture = String(start.2 ?? start.3 ?? "swipe")
      let example = gesture == "tap" ? "tap: single" : "\(gesture): right"
      return ForeignWord(
        help: "write where the touch starts beside the gesture: '\(example)' and '\(region): "
          + "\(region == "corner" ? "top-left" : "left")'")
    }
    for taps in Vocabulary.names(in: .tap) where word == taps + "-tap" {
      return ForeignWord(help: "write the number of taps as the gesture's value: 'tap: \(taps)'")
    }
    for (gesture, context) in gestures where word.hasPrefix(gesture + "-") {
      let direction = String(word.dropFirst(gesture.count + 1))
      guard Vocabulary.word(direction, in: context) != nil else { continue }
      return ForeignWord(help: "write the direction as the gesture's value: '\(gesture): \(direction)'")
    }
    return nil
  }

  private static let table: [Word.Context: [String: ForeignWord]] = [
    .file: [
      "gestures": .init(suggestion: "rules"), "rule": .init(suggestion: "rules"),
      "import": .init(suggestion: "include"), "imports": .init(suggestion: "include"),
      "source": .init(suggestion: "include"),
    ],
    .rule: keys,
    .group: ["if": .init(suggestion: "when"), "match": .init(suggestion: "when")],
    .condition: conditions,
    .action: actions,
    .settings: settings,
    .tap: taps,
    .press: ["force", "hard", "harder", "deep", "strong", "firmly", "pressure"].reduce(into: [:]) {
      $0[$1] = .init(suggestion: "firm")
    },
    .tipTap: ["center", "centre", "between", "inside"].reduce(into: [:]) { $0[$1] = .init(suggestion: "middle") },
    .direction: directions.merging(["in": isPinch, "out": isPinch, "inward": isPinch, "outward": isPinch]) {
      first, _ in first
    },
    .pinch: pinches,
    .rotate: rotations,
    .edge: ["center", "centre", "middle"].reduce(into: edges) {
      $0[$1] = .init(help: "the middle of the device is 'zone: center'")
    },
    .corner: corners,
    .zone: edges.merging(["middle": .init(suggestion: "center"), "centre": .init(suggestion: "center")]) { $1 },
    .moment: moments,
    .stroke: strokes,
    .device: devices,
    .deviceProperty: deviceProperties,
    .deviceOrientation: deviceOrientations,
    .injector: injectors, .desktopSwipes: desktopSwipes,
    .modifier: modifiers,
    .button: buttons,
    .workspace: workspaces, .desktop: functions, .window: windowChanges,
    .orientation: ["vertical": .init(suggestion: "portrait"), "horizontal": .init(suggestion: "landscape")],
    .modeChange: ["lasting", "lasts", "duration", "time", "timeout"].reduce(into: [:]) {
      $0[$1] = .init(suggestion: "for")
    },
  ]
}
