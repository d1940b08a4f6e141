internal import Diagnostics
internal import Gestures
internal import Text
internal import YAML

/// A number of fingers with its unit.
private let countedFingers = TextPattern("[1-5][ -]?finger")

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
      if Self.areAngles(text) {
        if let range = angleRange(text, for: key, at: span) { angles.append(range) }
      } else if let word = word(text, for: key, in: .direction, at: span, isElement: value.isSequence) {
        named.formUnion(Directions(words: [word]))
      }
    }
    return (named, angles)
  }

  /// Reads directions, or a path of several legs: words joined by ` then `; nil if one is wrong.
  mutating func path(_ value: Node, for key: String) -> SwipePath? {
    // Looking for a text costs more than the rest of a rule, and nearly all values are one word.
    guard let text = value.text, text.utf8.contains(UInt8(ascii: " ")), text.contains(SwipePath.separator) else {
      return directions(value, for: key).map { SwipePath(first: $0) }
    }
    var legs: [(word: String, directions: Directions, span: Span)] = []
    for range in text.ranges(betweenOccurrencesOf: SwipePath.separator) {
      let span = value.span(of: text.unicodeScalarOffsets(of: range))
      guard let word = word(String(text[range]), for: key, in: .direction, at: span, isElement: true) else {
        return nil
      }
      legs.append((word, Directions(words: [word]), span))
    }
    guard legs.count <= SwipePattern.mostLegs else {
      mismatch(
        .outOfRange, "'\(key)' has at most \(SwipePattern.mostLegs) directions one after another", at: value.span,
        help: "record what is longer with 'sleight record --stroke', and write a rule with 'stroke'")
      return nil
    }
    for (one, two) in zip(legs, legs.dropFirst()) where !one.directions.areApart(from: two.directions) {
      mismatch(
        .conflictingKeys, "\(Phrase.quote(one.word)) and \(Phrase.quote(two.word)) are less than 90° apart",
        at: two.span,
        help: "fingers that move on have to turn by 90° or more to begin a new leg")
      return nil
    }
    return SwipePath(first: (legs[0].directions, []), then: legs.dropFirst().map(\.directions))
  }

  /// True if a text is meant as angles: it has a digit, and begins neither with a direction nor with a number of
  /// fingers.
  private static func areAngles(_ text: String) -> Bool {
    guard text.contains(where: { $0.isASCII && $0.isNumber }) else { return false }
    let startsWithWord = text.split(separator: " ").first.map { Vocabulary.word(String($0), in: .direction) != nil }
    let isCount = isFingerCount(text) || text.contains(countedFingers) || countAndWord(text) != nil
    return startsWithWord != true && !isCount
  }

  /// True for the number of one hand's fingers.
  static func isFingerCount(_ text: String) -> Bool { text.utf8.count == 1 && "1"..."5" ~= text }

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
    guard !text.isBlank else {
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

/// The directions of a swipe, and those of the legs that follow in the same touch.
package struct SwipePath {
  var first: (named: Directions, angles: [AngleRange])
  var then: [Directions] = []

  /// The word between two legs.
  static let separator = " then "
}

extension String {
  /// The ranges before, between and after the occurrences of `separator`.
  fileprivate func ranges(betweenOccurrencesOf separator: String) -> [Range<String.Index>] {
    var parts: [Range<String.Index>] = []
    var start = startIndex
    for occurrence in ranges(of: separator) {
      parts.append(start..<occurrence.lowerBound)
      start = occurrence.upperBound
    }
    return parts + [start..<endIndex]
  }

  /// `range` as offsets in Unicode scalars.
  fileprivate func unicodeScalarOffsets(of range: Range<String.Index>) -> Range<Int> {
    let start = unicodeScalars.distance(from: startIndex, to: range.lowerBound)
    return start..<start + unicodeScalars.distance(from: range.lowerBound, to: range.upperBound)
  }
}

extension Directions {
  /// True if each of them is at least 90° from each of `others`.
  fileprivate func areApart(from others: Directions) -> Bool {
    let near = rawValue | (rawValue << 1 | rawValue >> 7) | (rawValue >> 1 | rawValue << 7)
    return near & others.rawValue == 0
  }
}
