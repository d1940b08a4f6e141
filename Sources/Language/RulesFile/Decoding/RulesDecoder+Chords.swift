internal import Diagnostics
internal import Rules
internal import YAML

/// A part of a chord, with its range of characters.
struct ChordPart {
  var text: String
  var range: Range<Int>

  /// True if it could be a key's name, so that the chord's form is right.
  var isName: Bool { text.isKeyName }

  /// Splits at the plus signs.
  static func parts(of text: String) -> [ChordPart] {
    var start = 0
    return text.split(separator: "+", omittingEmptySubsequences: false).map { piece in
      let length = piece.unicodeScalars.count
      defer { start += length + 1 }
      return ChordPart(text: String(piece), range: start..<start + length)
    }
  }
}

extension String {
  /// True if it consists of letters, digits and underscores, as the names of keys do.
  var isKeyName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

extension RulesDecoder {
  /// Decodes a chord such as `ctrl+alt+t`.
  mutating func chord(_ node: Node, for action: String, example: String) -> Chord? {
    guard let text = text(of: node, for: action, expected: "a chord", example: example) else { return nil }
    guard !text.isEmpty else {
      missing(node, for: action, expected: "a chord", example: example)
      return nil
    }
    let parts = ChordPart.parts(of: text)
    var modifiers: [Chord.Modifier] = []
    var wrong: [Mismatch] = []
    for part in parts.dropLast() where wrong.count <= Self.mostMessages {
      guard let modifier = Chord.Modifier(rawValue: part.text) else {
        wrong.append(Self.unknownModifier(part, in: node, isOfChord: true))
        continue
      }
      if modifiers.contains(modifier) {
        wrong.append(
          Mismatch(
            id: .malformedChord, message: "'\(part.text)' occurs twice in the chord", span: node.span(of: part.range)))
      }
      modifiers.append(modifier)
    }
    guard let last = parts.last else { return nil }
    var key: String?
    // A chord may consist of modifiers alone: `super` opens many desktops' overview.
    if let modifier = Chord.Modifier(rawValue: last.text) {
      modifiers.append(modifier)
    } else {
      key = self.key(last, in: node)
      if key == nil { wrong.append(Self.unknownKey(last, in: node)) }
    }
    guard !wrong.isEmpty else { return Chord(modifiers: modifiers, key: key, text: text) }
    guard parts.allSatisfy(\.isName) else {
      mismatch(
        .malformedChord, "\(Phrase.quote(text)) is not a valid chord", at: node.span,
        found: .chord(text, parts: wrong), help: "join keys with '+': ctrl+alt+t")
      return nil
    }
    for problem in wrong { mismatch(problem) }
    return nil
  }

  /// Decodes a modifier of a chord or of a list of modifiers.
  mutating func modifier(_ part: ChordPart, in node: Node, isOfChord: Bool = true) -> Chord.Modifier? {
    if let modifier = Chord.Modifier(rawValue: part.text) { return modifier }
    mismatch(Self.unknownModifier(part, in: node, isOfChord: isOfChord))
    return nil
  }

  private static func unknownModifier(_ part: ChordPart, in node: Node, isOfChord: Bool) -> Mismatch {
    Mismatch(
      id: .unknownModifier, message: "unknown modifier \(Phrase.quote(part.text))", span: node.span(of: part.range),
      help: "modifiers are \(Vocabulary.list(of: .modifier))",
      found: .modifier(part, isOfChord: isOfChord))
  }

  /// The keysym of the chord's key. A letter names the key it is printed on, in upper and lower case alike: shift is
  /// written explicitly.
  private mutating func key(_ part: ChordPart, in node: Node) -> String? {
    let name = part.text
    if name.unicodeScalars.count == 1, let character = name.first, character.isASCII,
      character.isLetter || character.isNumber
    {
      if character.isUppercase { note(.key(part, node)) }
      return name.lowercased()
    }
    guard let key = names.key(name) else { return nil }
    note(.key(ChordPart(text: key, range: part.range), node))
    return key
  }

  private static func unknownKey(_ part: ChordPart, in node: Node) -> Mismatch {
    Mismatch(
      id: .unknownKeyName, message: "unknown key \(Phrase.quote(part.text))", span: node.span(of: part.range),
      help: "use the names that 'wev' or 'xev' show, such as Return, Page_Down, plus or XF86AudioMute",
      found: .keyName(part))
  }
}

extension Node {
  /// The source location of a range of characters of a scalar's text; the whole scalar if escapes or line breaks
  /// prevent counting.
  func span(of range: Range<Int>) -> Span {
    guard case .scalar(let text, let isPlain) = content, span.start.line == span.end.line else { return span }
    let quotes = isPlain ? 0 : 2
    guard span.end.column - span.start.column == text.unicodeScalars.count + quotes else { return span }
    let start = span.start.advanced(by: quotes / 2)
    return Span(start.advanced(by: range.lowerBound), start.advanced(by: range.upperBound))
  }
}
