internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesDecoder {
  /// Reads one of the words of `context` or a list of them; nil if one is wrong.
  mutating func words(_ value: Node, for key: String, in context: Word.Context) -> [String]? {
    texts(value, for: key, in: context)?.compactMap {
      word($0.text, for: key, in: context, at: $0.span, isElement: value.isSequence)
    }
  }

  /// Reads one of the words of `context`; nil if it is none.
  mutating func word(_ value: Node, for key: String, in context: Word.Context) -> String? {
    if value.isMapping, Vocabulary.word(key, in: .rule)?.role == .gesture {
      mapping(value, for: key, in: context)
      return nil
    }
    return text(of: value, for: key, expected: context.phrase, example: context.example).flatMap {
      word($0, for: key, in: context, at: value.span)
    }
  }

  /// Reads directions, as words or angles, one or a list of them; nil if one is wrong.
  mutating func directions(_ value: Node, for key: String) -> (named: Directions, angles: [AngleRange])? {
    guard let texts = texts(value, for: key, in: .direction) else { return nil }
    var named: Directions = []
    var angles: [AngleRange] = []
    for (text, span) in texts {
      let startsWithWord = text.split(separator: " ").first.map { Vocabulary.word(String($0), in: .direction) != nil }
      let isCount =
        text.wholeMatch(of: /[1-5]/) != nil || text.contains(/[1-5][ -]?finger/) || Self.countAndWord(text) != nil
      if text.contains(where: { $0.isASCII && $0.isNumber }), startsWithWord != true, !isCount {
        if let range = angleRange(text, for: key, at: span) { angles.append(range) }
      } else if let word = word(text, for: key, in: .direction, at: span, isElement: value.isSequence) {
        named.formUnion(Directions(word: word))
      }
    }
    return (named, angles)
  }

  /// The parts of `3 left`.
  static func countAndWord(_ text: String) -> (count: String, word: String)? {
    let parts = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    guard parts.count == 2, Int(parts[0]) != nil, parts[1].allSatisfy(\.isLetter) else { return nil }
    return (parts[0], parts[1])
  }

  /// Reports a mapping under a gesture.
  private mutating func mapping(_ value: Node, for key: String, in context: Word.Context) {
    mismatch(
      .wrongShape, "'\(key)' takes \(context.phrase), not a mapping", at: value.span.firstCharacter,
      help: "write '\(key): \(context.example)', and the rule's other keys in the column of '\(key)'")
  }

  /// The texts of a value or of the elements of a list; nil if one is no text.
  private mutating func texts(_ value: Node, for key: String, in context: Word.Context) -> [(text: String, span: Span)]?
  {
    if value.isMapping {
      mapping(value, for: key, in: context)
      return nil
    }
    guard let elements = elements(of: value, for: key, expected: context.phrase, example: context.example) else {
      return nil
    }
    return elements.compactMap { element in
      text(of: element, for: key, expected: context.phrase, example: context.example).map { ($0, element.span) }
    }
  }

  /// `text` if it is one of the words of `context`; otherwise nil, and a message.
  mutating func word(
    _ text: String, for key: String, in context: Word.Context, at span: Span, isElement: Bool = false
  ) -> String? {
    if Vocabulary.word(text, in: context) != nil { return text }
    guard text.contains(where: { !$0.isWhitespace }) else {
      mismatch(
        .missingValue, "'\(key)' has no value; it takes \(context.phrase)", at: span,
        help: "write '\(key): \(context.example)'")
      return nil
    }
    mismatch(
      context.messageID, "unknown \(context.noun) \(Phrase.quote(text))", at: span,
      found: .word(text, key: key, context, isElement: isElement),
      help: "'\(key)' takes \(Vocabulary.list(of: context))")
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
