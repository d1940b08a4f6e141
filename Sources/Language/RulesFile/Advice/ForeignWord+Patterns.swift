package import Foreign
internal import Text

/// A number of fingers: `three-fingers`.
private let fingerCount = WholePattern("(one|two|three|four|five|[1-5])(-?fingers?)?")
/// A number of fingers between other words.
private let fingerCountInside = WholePattern(
  "([a-z-]*-)?(one|two|three|four|five|[1-5])-fingers?(-[a-z-]*)?")
/// A number of fingers before other words.
private let fingerCountFirst = WholePattern("(one|two|three|four|five|[1-5])-?fingers?-(.+)")
/// A gesture and where it starts, in one word.
private let gestureAtRegion = WholePattern(
  "(edge|corner|zone)-(swipe|pan|tap)|(swipe|pan|tap)-(edge|corner|zone)")

extension ForeignWord {
  /// The advice for `word` in `context`; nil if it is unknown.
  package static func find(_ word: String, in context: Word.Context) -> ForeignWord? {
    guard word.utf8.count <= longest else { return nil }
    let folded = Self.folded(word)
    if let known = Self.known(folded, in: context.rawValue) { return known }
    if let fingers = Self.fingers(folded, in: context) { return fingers }
    if context == .rule { return gestureWithDirection(folded) }
    // The limits in `settings` are those of rules.
    guard context.rawValue.hasSuffix("-defaults"),
      let meant = Self.known(folded, in: "rule")?.suggestion ?? RulesAdviser.limit(folded)?.key,
      Vocabulary.word(meant, in: context) != nil
    else { return nil }
    return ForeignWord(suggestion: meant)
  }

  /// A number of fingers as the value of a gesture: `swipe: 3`, `tap: three-fingers`.
  private static func fingers(_ word: String, in context: Word.Context) -> ForeignWord? {
    let contexts: Set<Word.Context> = [.direction, .tap, .pinch, .rotate, .stroke, .press, .tipTap, .touch]
    guard contexts.contains(context),
      let number = word.wholeMatch(of: fingerCount)?[1]
        ?? word.wholeMatch(of: fingerCountInside)?[2]
    else { return nil }
    return ForeignWord(
      help: "write the number of fingers as 'fingers: \(count(number))', beside a value such as '\(context.example)'")
  }

  /// The number that `one` to `five` or a digit names.
  private static func count(_ number: Substring) -> Int {
    let names = ["one", "two", "three", "four", "five"]
    return names.firstIndex(of: String(number)).map { $0 + 1 } ?? Int(number) ?? 1
  }

  /// Words such as `swipe_left:`, where the direction belongs in the gesture's value.
  private static func gestureWithDirection(_ word: String) -> ForeignWord? {
    let gestures: [(String, Word.Context)] = [
      (Word.swipe.name, .direction), (Word.pan.name, .direction), (Word.pinch.name, .pinch),
      (Word.rotate.name, .rotate), (Word.tap.name, .tap),
    ]
    if let match = word.wholeMatch(of: fingerCountFirst), let number = match[1], let rest = match[2] {
      let gesture = gestures.map(\.0).first { rest.hasPrefix($0) } ?? Word.swipe.name
      return ForeignWord(
        help: "write the gesture as the key, and 'fingers: \(count(number))' below it: '\(gesture): …'")
    }
    if let start = word.wholeMatch(of: gestureAtRegion) {
      let region = String(start[1] ?? start[4] ?? "")
      let gesture = String(start[2] ?? start[3] ?? "")
      let example = gesture == .tap ? "tap: single" : "\(gesture): right"
      return ForeignWord(
        help: "write where the touch starts beside the gesture: '\(example)' and '\(region): "
          + "\(region == .corner ? "top-left" : "left")'")
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
}
