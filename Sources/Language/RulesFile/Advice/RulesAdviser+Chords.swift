internal import Diagnostics
internal import Foreign
internal import Rules
internal import Text

/// A pause among keys.
private let waiting = WholePattern("(wait|sleep|delay)[ :=]*([0-9.]+ *[a-z]*)")
/// `^c` for ctrl+c.
private let caretLetter = WholePattern(#"\^([A-Za-z])"#)
/// `{Enter}`, as in AutoHotkey.
private let nameInBraces = WholePattern(#"\{([A-Za-z]+)\}"#)

/// Texts that do not have the form of a chord.
extension RulesAdviser {
  private var chordAdvisors: [(String) -> Advice?] {
    [
      Self.blank, Self.curlyQuotes, Self.spaces, Self.wait, spacedChord, Self.keyCodes, Self.severalChords, Self.plus,
      angleBrackets, Self.caret, hyphens, Self.missingPart,
    ]
  }

  func advice(onChord chord: String) -> Advice? {
    for advisor in chordAdvisors { if let advice = advisor(chord) { return advice } }
    return nil
  }

  private static func notAChord(_ chord: String, suggestion: String? = nil, help: String? = nil) -> Advice {
    Advice(message: "\(Phrase.quote(chord)) is not a chord", suggestion: suggestion, help: help)
  }

  private static func blank(_ chord: String) -> Advice? {
    guard chord.isBlank else { return nil }
    return Advice(message: "the name of the space bar is 'space'", suggestion: "space")
  }

  private static func curlyQuotes(_ chord: String) -> Advice? {
    let bare = chord.filter { !"\u{201c}\u{201d}\u{2018}\u{2019}".contains($0) }
    guard bare != chord, !bare.isEmpty else { return nil }
    return Advice(message: "YAML reads curly quotes as part of the text", suggestion: bare)
  }

  /// `ctrl + t`
  private static func spaces(_ chord: String) -> Advice? {
    let tight = chord.split(separator: "+", omittingEmptySubsequences: false)
      .map(\.trimmed).joined(separator: "+")
    guard chord.contains(where: \.isWhitespace), !tight.isEmpty, !tight.contains(where: \.isWhitespace) else {
      return nil
    }
    return Advice(message: "a chord has no spaces", suggestion: tight)
  }

  /// `wait 200ms`
  private static func wait(_ chord: String) -> Advice? {
    guard let wait = chord.wholeMatch(of: waiting)?[2] else { return nil }
    let time = Quantity(String(wait)).map { $0.digits + ($0.unit.isEmpty ? "ms" : $0.unit) } ?? "200ms"
    return notAChord(
      chord, help: "write the wait as an action between others: [{keys: ctrl+c}, {wait: \(time)}, {keys: ctrl+v}]")
  }

  /// Modifiers and a key with spaces or commas between them, under any of their names: `SUPER SHIFT, Q`,
  /// `Control_L Left`.
  private func spacedChord(_ chord: String) -> Advice? {
    guard chord.contains(where: \.isWhitespace) else { return nil }
    let pieces = chord.split { $0 == "," || $0 == "+" || $0.isWhitespace }.map(String.init)
    guard pieces.count > 1, pieces.dropLast().allSatisfy({ $0.count > 1 }),
      let meant = chordText(pieces.joined(separator: "+")), checks("{keys: \(meant)}")
    else { return nil }
    return Self.notAChord(chord, suggestion: meant)
  }

  /// `29:1 20:1`, as ydotool writes keys.
  private static func keyCodes(_ chord: String) -> Advice? {
    guard InputCommands.keyCode(chord.prefix { $0 != " " }) != nil else { return nil }
    return notAChord(chord, help: "key codes are not supported: write the names of keys, such as ctrl+c")
  }

  private static func severalChords(_ chord: String) -> Advice? {
    guard chord.contains(where: \.isWhitespace) else { return nil }
    let pieces = chord.split { $0 == "," || $0.isWhitespace }.map(String.init)
    // If all but the last are modifiers, the spaces stand for plus signs; otherwise they separate chords.
    let isOne = pieces.dropLast().allSatisfy { Chord.Modifier(rawValue: $0) != nil }
    let areChords = pieces.allSatisfy { $0.count == 1 || $0.dropFirst().contains("+") }
    return notAChord(
      chord,
      suggestion: isOne && pieces.count > 1
        ? pieces.joined(separator: "+") : areChords ? "[\(pieces.joined(separator: ", "))]" : nil,
      help: "write several chords as a list: [super+a, super+b]; to type text, use 'type'")
  }

  private static func plus(_ chord: String) -> Advice? {
    guard chord == "+" || chord.hasSuffix("++") else { return nil }
    return Advice(message: "the name of the key '+' is 'plus'", suggestion: chord.dropLast() + "plus")
  }

  /// `<Ctrl>t`
  private func angleBrackets(_ chord: String) -> Advice? {
    guard chord.hasPrefix("<") && chord.count > 1 else { return nil }
    return Advice(
      suggestion: chordText(chord).flatMap { checks("{keys: \($0)}") ? $0 : nil },
      help: "join keys with '+': ctrl+alt+t")
  }

  /// `^C`
  private static func caret(_ chord: String) -> Advice? {
    chord.wholeMatch(of: caretLetter)?[1].map { Advice(suggestion: "ctrl+\($0.lowercased())") }
  }

  /// `Ctrl-Alt-t`, also with dashes; `C-M-t`, as in Emacs.
  private func hyphens(_ chord: String) -> Advice? {
    let pieces = (LookAlike.corrected(chord) ?? chord).split(separator: "-", omittingEmptySubsequences: false)
      .map(String.init)
    let emacs = ["C": "ctrl", "M": "alt", "S": "shift", "s": "super"]
    let names = pieces.dropLast().map { emacs[$0] ?? $0 } + pieces.suffix(1)
    guard !chord.contains("+"), let meant = chordText(names.joined(separator: "-")), checks("{keys: \(meant)}") else {
      return nil
    }
    return Advice(message: "the keys of a chord are joined with '+'", suggestion: meant)
  }

  private static func missingPart(_ chord: String) -> Advice? {
    guard chord.split(separator: "+", omittingEmptySubsequences: false).contains("") else { return nil }
    return Advice(
      message: "\(Phrase.quote(chord)) has a '+' without a key",
      help: "write modifiers and a key, such as ctrl+alt+t; the name of the key '+' is 'plus'")
  }
}

// MARK: Modifiers
extension RulesAdviser {
  func advice(onModifier part: ChordPart, isOfChord: Bool) -> Advice? {
    let text = part.text
    let unknown = "unknown modifier \(Phrase.quote(text))"
    if !isOfChord, text.first == "!", Chord.Modifier(rawValue: String(text.dropFirst())) != nil {
      return Advice(
        message: "\(unknown): '!' negates nothing", help: "write 'not: {modifiers: \(text.dropFirst())}'")
    }
    if text.count > 1 && text.allSatisfy(\.isNumber) {
      return Advice(
        suggestion: Int(text).flatMap { EvdevKeys.keysym(code: $0) }.flatMap { Chord.Modifier(rawValue: $0)?.rawValue },
        help: "key codes are not supported: write the names of keys")
    }
    if let meant = ForeignWord.find(text, in: .modifier)?.suggestion ?? Self.modifiers(in: text)
      ?? nearest(to: text, among: Vocabulary.names(in: .modifier))
    {
      return Advice(suggestion: meant)
    }
    if isOfChord,
      text.unicodeScalars.count == 1 || keyNames?.isKnown(text) == true || KeyAlias.keysym(for: text) != nil
        || EvdevKeys.keysym(name: text) != nil
    {
      return Advice(
        message: "\(Phrase.quote(text)) is not a modifier",
        help: "a chord has one key, at its end; write several chords as a list: [super+a, super+b]")
    }
    guard text.lowercased() == "fn" else { return nil }
    return Advice(help: "'fn' never leaves the keyboard: write the key that it makes, such as XF86AudioMute")
  }

  /// The modifiers in one word: `KEY_LEFTCTRL`, `SUPER_SHIFT`.
  private static func modifiers(in word: String) -> String? {
    if let name = EvdevKeys.keysym(name: word), Chord.Modifier(rawValue: name) != nil { return name }
    let parts = word.lowercased().split(separator: "_").map(String.init)
    guard parts.count > 1, Set(parts).count == parts.count, parts.allSatisfy({ Chord.Modifier(rawValue: $0) != nil })
    else { return nil }
    return parts.joined(separator: "+")
  }
}

// MARK: Keys
extension RulesAdviser {
  func advice(onKey part: ChordPart) -> Advice? {
    let name = part.text
    if let modifier = Self.modifier(insteadOfKey: name) {
      return Advice(
        id: .unknownModifier, message: "unknown modifier \(Phrase.quote(name))", suggestion: modifier)
    }
    if let scalar = name.unicodeScalars.first, name.count == 1, scalar.value >= 0x2190, !scalar.properties.isAlphabetic
    {
      return Advice(
        message: "no keyboard layout has the key \(Phrase.quote(name))", help: "to type it, write {type: \(name)}")
    }
    if let button = ForeignWord.button(name) {
      return Advice(
        message: "\(Phrase.quote(name)) is a button of the pointer, not a key",
        help: "write {click: \(button)}, or {drag: \(button)} to hold it")
    }
    if name.count > 1, let code = Int(name) {
      return Advice(
        suggestion: EvdevKeys.keysym(code: code), help: "key codes are not supported: write the names of keys")
    }
    if let inner = name.wholeMatch(of: nameInBraces)?[1],
      let keysym = KeyAlias.keysym(for: String(inner))
    {
      return Advice(suggestion: keysym)
    }
    return (Self.alias(of: name) ?? similarKey(name)).map { Advice(suggestion: $0) }
  }

  /// The modifier that is meant by a name in place of a key's.
  static func modifier(insteadOfKey name: String) -> String? {
    Chord.Modifier(rawValue: name.lowercased())?.rawValue
      ?? (name.contains("_") ? nil : ForeignWord.find(name, in: .modifier)?.suggestion)
  }

  /// The keysym that another tool calls `name`; nil if there is none.
  static func alias(of name: String) -> String? {
    let isOfEvdev = name.hasPrefix("KEY_") || name.count > 1 && name == name.uppercased()
    return ((isOfEvdev ? EvdevKeys.keysym(name: name) : nil) ?? KeyAlias.keysym(for: name)).flatMap {
      $0 == name ? nil : $0
    }
  }

  /// The key name most like `name`. There are thousands of them, so the number of look-ups is limited.
  private func similarKey(_ name: String) -> String? {
    if let meant = similarKeys.byName[name] { return meant }
    guard let keyNames, !isTrial, similarKeys.byName.count < SimilarKeys.most, messages.seeksSuggestions
    else { return nil }
    let candidates = similarKeys.candidates ?? Vocabulary.names(in: .modifier) + keyNames.all()
    similarKeys.candidates = candidates
    let meant = nearest(to: name, among: candidates)
    similarKeys.byName[name] = .some(meant)
    return meant
  }
}
