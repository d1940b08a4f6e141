internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesReader {
  /// The kind of words that a key takes: its name in messages, and an example.
  struct WordKind {
    var name: String
    var example: String

    static let direction = WordKind(name: "direction", example: "left")
    static let pinch = WordKind(name: "direction", example: "in")
    static let press = WordKind(name: "kind of press", example: "click")
    static let tipTap = WordKind(name: "place", example: "left")
    static let rotation = WordKind(name: "direction", example: "clockwise")
    static let taps = WordKind(name: "number of taps", example: "double")
    static let edge = WordKind(name: "edge", example: "left")
    static let corner = WordKind(name: "corner", example: "top-left")
    static let zone = WordKind(name: "zone", example: "left")
    static let moment = WordKind(name: "moment", example: "end")
    static let orientation = WordKind(name: "orientation", example: "portrait")
    static let deviceOrientation = WordKind(name: "orientation", example: "left")
    static let injector = WordKind(name: "injector", example: "wayland")
    static let desktopSwipes = WordKind(name: "state", example: "disabled")
    static let button = WordKind(name: "button", example: "right")
    static let scroll = WordKind(name: "direction", example: "down")
    static let position = WordKind(name: "position", example: "pointer")
    static let pointer = WordKind(name: "way to move it", example: "fingers")

    /// The name with its article.
    var phrase: String { name.first.map { "eio".contains($0) } == true ? "an \(name)" : "a \(name)" }
    /// The id of the message about an unknown word.
    var id: MessageID { name == "direction" ? .unknownDirection : .unknownValue }
  }

  /// Reads one of the words of `context` or a list of them; nil if one is wrong.
  mutating func words(_ value: Node, for key: String, in context: Word.Context, _ kind: WordKind) -> [String]? {
    texts(value, for: key, kind)?.compactMap { word($0.text, for: key, in: context, kind, at: $0.span) }
  }

  /// Reads one of the words of `context`; nil if it is none.
  mutating func word(_ value: Node, for key: String, in context: Word.Context, _ kind: WordKind) -> String? {
    text(of: value, for: key, expected: kind.phrase, example: kind.example).flatMap {
      word($0, for: key, in: context, kind, at: value.span)
    }
  }

  /// Reads directions, as words or angles, one or a list of them; nil if one is wrong.
  mutating func directions(_ value: Node, for key: String) -> (named: Directions, angles: [AngleRange])? {
    guard let texts = texts(value, for: key, .direction) else { return nil }
    var named: Directions = []
    var angles: [AngleRange] = []
    for (text, span) in texts {
      let startsWithWord = text.split(separator: " ").first.map { Vocabulary.word(String($0), in: .direction) != nil }
      let isCount =
        text.wholeMatch(of: /[1-5]/) != nil || text.contains(/[1-5][ -]?finger/) || Self.countAndWord(text) != nil
      if text.contains(where: { $0.isASCII && $0.isNumber }), startsWithWord != true, !isCount {
        if let range = angleRange(text, for: key, at: span) { angles.append(range) }
      } else if let word = word(text, for: key, in: .direction, .direction, at: span) {
        named.formUnion(Directions(word: word))
      }
    }
    return (named, angles)
  }

  /// The parts of `3 left`.
  private static func countAndWord(_ text: String) -> (count: String, word: String)? {
    let parts = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    guard parts.count == 2, Int(parts[0]) != nil, parts[1].allSatisfy(\.isLetter) else { return nil }
    return (parts[0], parts[1])
  }

  /// The help for a number beside a word of `context`: of fingers, or of the distance.
  private static func help(forNumber text: String, in context: Word.Context) -> String {
    if let number = Int(text), (1...5).contains(number) || context == .tap {
      return "write the number of fingers as 'fingers: \(text)'"
    }
    let unit: [Word.Context: String] = [.rotate: "°", .pinch: "%"]
    return "write the distance as 'distance: \(text)\(unit[context] ?? "mm")'"
  }

  /// The texts of a value or of the elements of a list; nil if one is no text.
  private mutating func texts(_ value: Node, for key: String, _ kind: WordKind) -> [(text: String, span: Span)]? {
    if case .mapping = value.content {
      report(
        .wrongShape, "'\(key)' takes \(kind.phrase), not a mapping", at: value.span.firstCharacter,
        help: "write '\(key): \(kind.example)', and the rule's other keys in the column of '\(key)'")
      return nil
    }
    guard let elements = elements(of: value, for: key, expected: kind.phrase, example: kind.example) else { return nil }
    return elements.compactMap { element in
      text(of: element, for: key, expected: kind.phrase, example: kind.example).map { ($0, element.span) }
    }
  }

  /// `text` if it is one of the words of `context`; otherwise nil, and a message.
  mutating func word(
    _ text: String, for key: String, in context: Word.Context, _ kind: WordKind, at span: Span
  ) -> String? {
    if Vocabulary.word(text, in: context) != nil { return text }
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(
        .missingValue, "'\(key)' has no value; it takes \(kind.phrase)", at: span,
        help: "write '\(key): \(kind.example)'")
      return nil
    }
    let several: [String] = text.split { (character: Character) -> Bool in
      ",|/&".contains(character) || character.isWhitespace
    }.filter { $0 != "or" && $0 != "and" }.map(String.init)
    let known = several.prefix { Vocabulary.word($0, in: context) != nil }
    guard known.count < 2 || known.count < several.count else {
      report(
        kind.id, "several \(kind.name)s must be a list", at: span, suggestion: "[\(several.joined(separator: ", "))]")
      return nil
    }
    if let parts = Self.countAndWord(text), Vocabulary.word(parts.word, in: context) != nil {
      report(
        kind.id, "\(Phrase.quote(text)) is a number and a \(kind.name)", at: span,
        suggestion: context == .scroll ? "{\(parts.word): \(parts.count)}" : nil,
        help: context == .scroll ? nil : Self.help(forNumber: parts.count, in: context))
      return nil
    }
    if known.count == 1, several.count == 2, Double(several[1]) != nil {
      report(
        kind.id, "\(Phrase.quote(text)) is a \(kind.name) and a number", at: span,
        suggestion: context == .scroll ? "{\(several[0]): \(several[1])}" : nil,
        help: context == .scroll ? nil : Self.help(forNumber: several[1], in: context))
      return nil
    }
    if text.first == "!", Vocabulary.word(String(text.dropFirst()), in: context) != nil {
      report(
        kind.id, "unknown \(kind.name) \(Phrase.quote(text)): '!' negates nothing", at: span,
        help: context == .orientation
          ? "write 'not: {\(key): \(text.dropFirst())}'" : "write the \(kind.name)s that are meant, as a list")
      return nil
    }
    if context == .edge || context == .corner, let quantity = Quantity(text) {
      report(
        kind.id, "unknown \(kind.name) \(Phrase.quote(text))", at: span,
        help: "write the width of the region as 'margin: \(quantity.unit == "mm" ? text : "6mm")'")
      return nil
    }
    if context == .rotate, let quantity = Quantity(text), !quantity.isNegative,
      ["", "°", "deg", "degrees", "degree"].contains(quantity.unit), (Double(quantity.digits) ?? 0) > 5
    {
      report(
        kind.id, "unknown \(kind.name) \(Phrase.quote(text))", at: span,
        help: "write the angle as 'distance: \(quantity.digits)°', beside a direction: 'rotate: clockwise'")
      return nil
    }
    if context == .zone, text.contains(where: \.isNumber) {
      report(
        kind.id, "unknown \(kind.name) \(Phrase.quote(text))", at: span,
        help: "write a rectangle as 'zone: {x: 0%-50%, y: 0%-50%}', from the left and the top")
      return nil
    }
    let ascii = LookAlike.corrected(text).flatMap { Vocabulary.word($0, in: context)?.name }
    let foreign = ascii == nil ? ForeignWord.find(text, in: context) : nil
    let meant =
      ascii
      ?? (foreign == nil ? nearest(to: text, among: Vocabulary.names(in: context)) : foreign?.suggestion)
    let help =
      ascii.flatMap { _ in LookAlike.explanation(of: text) } ?? foreign?.help
      ?? (meant == nil ? "'\(key)' takes \(Vocabulary.list(of: context))" : nil)
    report(kind.id, "unknown \(kind.name) \(Phrase.quote(text))", at: span, suggestion: meant, help: help)
    return nil
  }
}

extension Directions {
  /// The direction that a word of the language stands for.
  fileprivate init(word: String) {
    switch word {
    case "horizontal": self = .horizontal
    case "vertical": self = .vertical
    case "any": self = .any
    default:
      switch Direction(rawValue: word) {
      case .left: self = .left
      case .right: self = .right
      case .up: self = .up
      case .down: self = .down
      case .upLeft: self = .upLeft
      case .upRight: self = .upRight
      case .downLeft: self = .downLeft
      case .downRight: self = .downRight
      case .inwards, .outwards, .clockwise, .counterclockwise, .middle, nil: self = []
      }
    }
  }
}
