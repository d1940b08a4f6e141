internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Rules
internal import Text

/// The number of a workspace in the words of other tools.
private let numberedWorkspace = WholePattern(
  "(move[-_ ]?)?(to[-_ ]?)?(workspace|desktop)[-_ ]?([0-9]{1,2})")

/// A text in place of a word of the language.
struct FoundWord {
  var text: String
  var key: String
  var context: Word.Context
  /// True for an element of a list, which cannot be replaced by a list.
  var isElement: Bool

  /// The parts between commas, bars and blanks.
  var several: [String] {
    text.split { (character: Character) -> Bool in ",|/&".contains(character) || character.isWhitespace }
      .filter { $0 != "or" && $0 != "and" }.map(String.init)
  }

  /// The first parts that are words.
  var known: ArraySlice<String> { several.prefix { Vocabulary.word($0, in: context) != nil } }
}

extension RulesAdviser {
  private static var wordAdvisors: [(FoundWord) -> Advice?] {
    [
      path, rest, several, numberAndWord, wordAndNumber, negation, margin, angle, rectangle, numbered, special,
      lookAlike,
      foreign,
    ]
  }

  func advice(on word: FoundWord) -> Advice? {
    for advisor in Self.wordAdvisors { if let advice = advisor(word) { return advice } }
    return nearest(to: word.text, among: Vocabulary.names(in: word.context)).map { Advice(suggestion: $0) }
  }

  /// `left then down` where it is no path: in a pan, or as an element of a list.
  private static func path(_ word: FoundWord) -> Advice? {
    guard word.context == .direction, word.text.contains(SwipePath.separator) else { return nil }
    return Advice(
      message: "\(Phrase.quote(word.text)) is several directions, one after another",
      help: word.key == .swipe || word.key == .moved
        ? "write a rule of its own for a path: '\(word.key): \(word.text)'" : "only 'swipe' and 'moved' take a path")
  }

  /// `left then hold`
  private static func rest(_ word: FoundWord) -> Advice? {
    guard word.context == .direction, word.key == .swipe, word.isElement,
      rests.contains(word.text)
    else { return nil }
    return Advice(help: restAfterSwipe)
  }

  /// Words for fingers that rest after a swipe, and the help for them.
  static let rests = ["hold", "rest", "stay", "wait", "stop", "long-press", "press"]
  static let restAfterSwipe =
    "for fingers that rest after a swipe, write 'long-press: 300ms' and its path under 'moved'"

  /// `left, right`, without brackets.
  private static func several(_ word: FoundWord) -> Advice? {
    let several = word.several
    guard several.count > 1, word.known.count == several.count else { return nil }
    return Advice(
      message: word.isElement
        ? "\(Phrase.quote(word.text)) is several \(word.context.noun)s"
        : "several \(word.context.noun)s must be a list",
      suggestion: word.isElement ? nil : "[\(several.joined(separator: ", "))]",
      help: word.isElement ? "write each as an element of the list: '\(several.joined(separator: ", "))'" : nil)
  }

  /// `3 left`
  private static func numberAndWord(_ word: FoundWord) -> Advice? {
    guard let parts = RulesDecoder.countAndWord(word.text), Vocabulary.word(parts.word, in: word.context) != nil else {
      return nil
    }
    return Advice(
      message: "\(Phrase.quote(word.text)) is a number and a \(word.context.noun)",
      suggestion: word.context == .scroll ? "{\(parts.word): \(parts.count)}" : nil,
      help: word.context == .scroll ? nil : help(forNumber: parts.count, in: word.context))
  }

  /// `left 20`
  private static func wordAndNumber(_ word: FoundWord) -> Advice? {
    let several = word.several
    guard word.known.count == 1, several.count == 2, Double(several[1]) != nil else { return nil }
    return Advice(
      message: "\(Phrase.quote(word.text)) is a \(word.context.noun) and a number",
      suggestion: word.context == .scroll ? "{\(several[0]): \(several[1])}" : nil,
      help: word.context == .scroll ? nil : help(forNumber: several[1], in: word.context))
  }

  /// The help for a number beside a word of `context`: of fingers, or of the distance.
  private static func help(forNumber text: String, in context: Word.Context) -> String {
    if let number = Int(text), (1...5).contains(number) || context == .tap {
      return "write the number of fingers as 'fingers: \(text)'"
    }
    let unit: [Word.Context: String] = [.rotate: "°", .pinch: "%"]
    return "write the distance as 'distance: \(text)\(unit[context] ?? "mm")'"
  }

  /// `!left`
  private static func negation(_ word: FoundWord) -> Advice? {
    let text = word.text
    guard text.first == "!", Vocabulary.word(String(text.dropFirst()), in: word.context) != nil else { return nil }
    return Advice(
      message: "unknown \(word.context.noun) \(Phrase.quote(text)): '!' negates nothing",
      help: word.context == .orientation
        ? "write 'not: {\(word.key): \(text.dropFirst())}'"
        : "write the \(word.context.noun)s that are meant, as a list")
  }

  /// `edge: 10mm`
  private static func margin(_ word: FoundWord) -> Advice? {
    guard word.context == .edge || word.context == .corner, let quantity = Quantity(word.text) else { return nil }
    return Advice(help: "write the width of the region as 'margin: \(quantity.unit == "mm" ? word.text : "6mm")'")
  }

  /// `rotate: 90°`
  private static func angle(_ word: FoundWord) -> Advice? {
    guard word.context == .rotate, let quantity = Quantity(word.text), !quantity.isNegative,
      ["", "°", "deg", "degrees", "degree"].contains(quantity.unit), (Double(quantity.digits) ?? 0) > 5
    else { return nil }
    return Advice(
      help: "write the angle as 'distance: \(quantity.digits)°', beside a direction: '\(word.key): clockwise'")
  }

  /// `zone: 0 0 50 50`
  private static func rectangle(_ word: FoundWord) -> Advice? {
    guard word.context == .zone, word.text.contains(where: \.isNumber) else { return nil }
    return Advice(help: "write a rectangle as 'zone: {x: 0%-50%, y: 0%-50%}', from the left and the top")
  }

  /// `to-workspace-3`
  private static func numbered(_ word: FoundWord) -> Advice? {
    guard word.context == .window, word.text.contains(where: \.isNumber),
      let number = word.text.lowercased().wholeMatch(of: numberedWorkspace)?[4].flatMap({ Int($0) }),
      let operation = DesktopOperation(.window, "to-workspace-\(number)")
    else { return nil }
    return Advice(suggestion: operation.value)
  }

  /// `special:magic`
  private static func special(_ word: FoundWord) -> Advice? {
    guard word.context == .workspace, word.text.hasPrefix("special:"),
      case let name = word.text.dropFirst("special:".count), !name.isEmpty,
      name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return Advice(help: "send Hyprland's command: {hyprland: dispatch togglespecialworkspace \(name)}")
  }

  /// A word with letters of another alphabet.
  private static func lookAlike(_ word: FoundWord) -> Advice? {
    LookAlike.corrected(word.text).flatMap { Vocabulary.word($0, in: word.context)?.name }.map {
      Advice(suggestion: $0, help: LookAlike.explanation(of: word.text))
    }
  }

  /// Another tool's word.
  private static func foreign(_ word: FoundWord) -> Advice? {
    ForeignWord.find(word.text, in: word.context).map { foreign in
      Advice(
        suggestion: foreign.suggestion,
        help: foreign.help
          ?? (foreign.suggestion == nil ? "'\(word.key)' takes \(Vocabulary.list(of: word.context))" : nil))
    }
  }
}
