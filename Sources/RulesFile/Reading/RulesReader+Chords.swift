internal import Diagnostics
internal import Rules
internal import YAML

/// A part of a chord, with its range of characters.
struct ChordPart {
  var text: String
  var range: Range<Int>

  /// True if it could be a key's name, so that the chord's form is right.
  var isName: Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}

extension RulesReader {
  /// Reads a chord such as `ctrl+alt+t`; nil if it has a mistake.
  mutating func chord(_ node: Node, for action: String = "keys", example: String = "super+Page_Down") -> Chord? {
    guard let text = text(of: node, for: action, expected: "a chord", example: example) else { return nil }
    guard text.contains(where: { !$0.isWhitespace }) else {
      if !text.isEmpty {
        report(
          .malformedChord, "the name of the space bar is 'space'", at: node.span, suggestion: "space")
        return nil
      }
      reportMissing(node, for: action, expected: "a chord", example: example)
      return nil
    }
    let parts = Self.parts(of: text)
    guard parts.allSatisfy(\.isName) || !reportMalformed(text, at: node) else { return nil }
    let errorsBefore = errorCount
    var modifiers: [Chord.Modifier] = []
    for part in parts.dropLast() where !hasReportedEnough {
      guard let modifier = modifier(part, in: node) else { continue }
      if modifiers.contains(modifier) {
        report(
          .malformedChord, "'\(part.text)' occurs twice in the chord", at: node.span(of: part.range))
      }
      modifiers.append(modifier)
    }
    guard let last = parts.last else { return nil }
    // A chord may consist of modifiers alone: `super` opens many desktops' overview.
    if let modifier = Chord.Modifier(rawValue: last.text) {
      guard errorCount == errorsBefore else { return nil }
      return Chord(modifiers: modifiers + [modifier], key: nil, text: text)
    }
    guard let key = key(last, in: node), errorCount == errorsBefore else { return nil }
    return Chord(modifiers: modifiers, key: key, text: text)
  }

  /// Splits at the plus signs.
  static func parts(of text: String) -> [ChordPart] {
    var start = 0
    return text.split(separator: "+", omittingEmptySubsequences: false).map { piece in
      let length = piece.unicodeScalars.count
      defer { start += length + 1 }
      return ChordPart(text: String(piece), range: start..<start + length)
    }
  }

  /// Reports a text that does not have the form of a chord, with a suggestion. Returns true if it reported something.
  private mutating func reportMalformed(_ text: String, at node: Node) -> Bool {
    let bare = text.filter { !"\u{201c}\u{201d}\u{2018}\u{2019}".contains($0) }
    if bare != text, !bare.isEmpty {
      report(.malformedChord, "YAML reads curly quotes as part of the text", at: node.span, suggestion: bare)
      return true
    }
    let isSpaced = text.contains(where: \.isWhitespace)
    let tight = text.split(separator: "+", omittingEmptySubsequences: false)
      .map(\.trimmed).joined(separator: "+")
    if isSpaced, !tight.isEmpty, !tight.contains(where: \.isWhitespace) {
      report(.malformedChord, "a chord has no spaces", at: node.span, suggestion: tight)
      return true
    }
    if let wait = text.wholeMatch(of: /(?:wait|sleep|delay)[ :=]*([0-9.]+ *[a-z]*)/)?.1 {
      let time = Quantity(String(wait)).map { $0.digits + ($0.unit.isEmpty ? "ms" : $0.unit) } ?? "200ms"
      report(
        .malformedChord, "\(Phrase.quote(text)) is not a chord", at: node.span,
        help: "write the wait as an action between others: [{keys: ctrl+c}, {wait: \(time)}, {keys: ctrl+v}]")
      return true
    }
    if isSpaced, let meant = spacedChord(text) {
      report(.malformedChord, "\(Phrase.quote(text)) is not a chord", at: node.span, suggestion: meant)
      return true
    }
    if text.contains(/^[0-9]+:[01]( |$)/) {
      report(
        .malformedChord, "\(Phrase.quote(text)) is not a chord", at: node.span,
        help: "key codes are not supported: write the names of keys, such as ctrl+c")
      return true
    }
    if isSpaced {
      let pieces = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
      // If all but the last are modifiers, the spaces stand for plus signs; otherwise they separate chords.
      let isOne = pieces.dropLast().allSatisfy { Chord.Modifier(rawValue: $0) != nil }
      let areChords = pieces.allSatisfy { $0.count == 1 || $0.dropFirst().contains("+") }
      report(
        .malformedChord, "\(Phrase.quote(text)) is not a chord", at: node.span,
        suggestion: isOne && pieces.count > 1
          ? pieces.joined(separator: "+") : areChords ? "[\(pieces.joined(separator: ", "))]" : nil,
        help: "write several chords as a list: [super+a, super+b]; to type text, use 'type'")
      return true
    }
    if text == "+" || text.hasSuffix("++") {
      report(
        .malformedChord, "the name of the key '+' is 'plus'", at: node.span, suggestion: text.dropLast() + "plus")
      return true
    }
    if text.hasPrefix("<") && text.count > 1 {
      let meant = chordText(text).flatMap { checks("{keys: \($0)}") ? $0 : nil }
      report(
        .malformedChord, "\(Phrase.quote(text)) is not a valid chord", at: node.span, suggestion: meant,
        help: "join keys with '+': ctrl+alt+t")
      return true
    }
    if let key = text.wholeMatch(of: /\^([A-Za-z])/)?.1 {
      report(
        .malformedChord, "\(Phrase.quote(text)) is not a valid chord", at: node.span,
        suggestion: "ctrl+\(key.lowercased())")
      return true
    }
    var pieces = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    if !text.contains("+"), pieces.count > 1, pieces.allSatisfy({ !$0.isEmpty }), let first = pieces.first,
      Chord.Modifier(rawValue: first.lowercased()) != nil || ForeignWord.find(first, in: .modifier) != nil
    {
      for index in pieces.indices.dropLast() {
        pieces[index] = ForeignWord.find(pieces[index], in: .modifier)?.suggestion ?? pieces[index].lowercased()
      }
      report(
        .malformedChord, "the keys of a chord are joined with '+'", at: node.span,
        suggestion: pieces.joined(separator: "+"))
      return true
    }
    if text.split(separator: "+", omittingEmptySubsequences: false).contains("") {
      report(
        .malformedChord, "\(Phrase.quote(text)) has a '+' without a key", at: node.span,
        help: "write modifiers and a key, such as ctrl+alt+t; the name of the key '+' is 'plus'")
      return true
    }
    return false
  }

  /// The chord that is meant by modifiers and a key with spaces or commas between them, under any of their names:
  /// `SUPER SHIFT, Q`, `Control_L Left`.
  private func spacedChord(_ text: String) -> String? {
    let pieces = text.split { $0 == "," || $0 == "+" || $0.isWhitespace }.map(String.init)
    guard pieces.count > 1, pieces.dropLast().allSatisfy({ $0.count > 1 }),
      let meant = chordText(pieces.joined(separator: "+")), checks("{keys: \(meant)}")
    else { return nil }
    return meant
  }

  /// Reads a modifier of a chord or of a list of modifiers.
  mutating func modifier(_ part: ChordPart, in node: Node, isOfChord: Bool = true) -> Chord.Modifier? {
    if let modifier = Chord.Modifier(rawValue: part.text) { return modifier }
    if !isOfChord, part.text.first == "!", Chord.Modifier(rawValue: String(part.text.dropFirst())) != nil {
      report(
        .unknownModifier, "unknown modifier \(Phrase.quote(part.text)): '!' negates nothing",
        at: node.span(of: part.range), help: "write 'not: {modifiers: \(part.text.dropFirst())}'")
      return nil
    }
    let names = Vocabulary.names(in: .modifier)
    let meant =
      ForeignWord.find(part.text, in: .modifier)?.suggestion ?? Self.modifiers(in: part.text)
      ?? nearest(to: part.text, among: names)
    let isCode = part.text.count > 1 && part.text.allSatisfy(\.isNumber)
    if isCode {
      report(
        .unknownModifier, "unknown modifier \(Phrase.quote(part.text))", at: node.span(of: part.range),
        suggestion: Int(part.text).flatMap { EvdevKeys.keysym(code: $0) }.flatMap {
          Chord.Modifier(rawValue: $0)?.rawValue
        },
        help: "key codes are not supported: write the names of keys")
    } else if meant == nil, isOfChord,
      part.text.unicodeScalars.count == 1 || keyNames?.isKnown(part.text) == true
        || KeyAlias.keysym(for: part.text) != nil || EvdevKeys.keysym(name: part.text) != nil
    {
      report(
        .unknownModifier, "\(Phrase.quote(part.text)) is not a modifier", at: node.span(of: part.range),
        help: "a chord has one key, at its end; write several chords as a list: [super+a, super+b]")
    } else {
      report(
        .unknownModifier, "unknown modifier \(Phrase.quote(part.text))", at: node.span(of: part.range),
        suggestion: meant,
        help: meant != nil
          ? nil
          : part.text.lowercased() == "fn"
            ? "'fn' never leaves the keyboard: write the key that it makes, such as XF86AudioMute"
            : "modifiers are \(Vocabulary.list(of: .modifier))")
    }
    return nil
  }

  /// The modifiers in one word: `KEY_LEFTCTRL`, `SUPER_SHIFT`.
  private static func modifiers(in word: String) -> String? {
    if let name = EvdevKeys.keysym(name: word), Chord.Modifier(rawValue: name) != nil { return name }
    let parts = word.lowercased().split(separator: "_").map(String.init)
    guard parts.count > 1, Set(parts).count == parts.count, parts.allSatisfy({ Chord.Modifier(rawValue: $0) != nil })
    else { return nil }
    return parts.joined(separator: "+")
  }

  /// The keysym of the chord's key. A letter names the key it is printed on, in upper and lower case alike: shift is
  /// written explicitly.
  private mutating func key(_ part: ChordPart, in node: Node) -> String? {
    let name = part.text
    if name.unicodeScalars.count == 1, let character = name.first, character.isASCII,
      character.isLetter || character.isNumber
    {
      if character.isUppercase, node.text == name, warnsOfDoubts {
        report(
          .capitalLetter, "'\(name)' presses the key without shift", at: node.span,
          suggestion: "shift+\(name.lowercased())",
          help: "write '\(name.lowercased())' to press the key alone")
      }
      return name.lowercased()
    }
    if let keyNames, keyNames.isKnown(name) {
      if AbsentKeys.contains(name) {
        report(
          .absentKey, "no keyboard layout has the key \(Phrase.quote(name))", at: node.span(of: part.range),
          suggestion: AbsentKeys.meant(by: name))
      }
      return name
    }
    let foreign = ForeignWord.find(name, in: .modifier)?.suggestion
    let modifier = Chord.Modifier(rawValue: name.lowercased())?.rawValue ?? (name.contains("_") ? nil : foreign)
    if let modifier {
      report(
        .unknownModifier, "unknown modifier \(Phrase.quote(name))", at: node.span(of: part.range),
        suggestion: modifier)
      return nil
    }
    if let scalar = name.unicodeScalars.first, name.count == 1, scalar.value >= 0x2190, !scalar.properties.isAlphabetic
    {
      report(
        .unknownKeyName, "no keyboard layout has the key \(Phrase.quote(name))", at: node.span(of: part.range),
        help: "to type it, write {type: \(name)}")
      return nil
    }
    if let button = ForeignWord.button(name) {
      report(
        .unknownKeyName, "\(Phrase.quote(name)) is a button of the pointer, not a key", at: node.span(of: part.range),
        help: "write {click: \(button)}, or {drag: \(button)} to hold it")
      return nil
    }
    if name.count > 1, let code = Int(name) {
      report(
        .unknownKeyName, "unknown key \(Phrase.quote(name))", at: node.span(of: part.range),
        suggestion: EvdevKeys.keysym(code: code), help: "key codes are not supported: write the names of keys")
      return nil
    }
    if name.hasPrefix("{"), let inner = name.wholeMatch(of: /\{([A-Za-z]+)\}/)?.1,
      let keysym = KeyAlias.keysym(for: String(inner))
    {
      report(
        .unknownKeyName, "unknown key \(Phrase.quote(name))", at: node.span(of: part.range), suggestion: keysym)
      return nil
    }
    let isOfEvdev = name.hasPrefix("KEY_") || name.count > 1 && name == name.uppercased()
    let alias = ((isOfEvdev ? EvdevKeys.keysym(name: name) : nil) ?? KeyAlias.keysym(for: name)).flatMap {
      $0 == name ? nil : $0
    }
    // Without the list of key names, every well-formed name is accepted.
    guard keyNames == nil, part.isName, alias == nil else {
      let meant = alias ?? meantKey(name)
      report(
        .unknownKeyName, "unknown key \(Phrase.quote(name))", at: node.span(of: part.range), suggestion: meant,
        help: meant == nil
          ? "use the names that 'wev' or 'xev' show, such as Return, Page_Down, plus or XF86AudioMute" : nil)
      return nil
    }
    return name
  }

  /// The key name most like `name`. There are thousands of them, so the number of look-ups is limited.
  private mutating func meantKey(_ name: String) -> String? {
    if let meant = meantKeys[name] { return meant }
    guard let keyNames, warnsOfDoubts, meantKeys.count < 50 else { return nil }
    guard seeksSuggestions else { return nil }
    let candidates = candidateKeys ?? Vocabulary.names(in: .modifier) + keyNames.all()
    candidateKeys = candidates
    let meant = nearest(to: name, among: candidates)
    meantKeys[name] = .some(meant)
    return meant
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
