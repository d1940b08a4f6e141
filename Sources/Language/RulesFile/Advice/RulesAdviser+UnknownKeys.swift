internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Text
internal import YAML

extension UnknownKey {
  var name: String { entry.key.text ?? "" }
  var isOfRule: Bool { entry.key.word(in: .rule) != nil }
}

// MARK: Keys of any mapping
extension RulesAdviser {
  /// The advice for an unknown key, of the first advisor that knows it.
  func advice(on key: UnknownKey, _ mismatch: Mismatch) -> Advice? {
    if let rule = key.rule { return advice(on: key, of: rule, mismatch) }
    switch key.context {
    case .condition: return conditionAdvice(key)
    case .deviceProperty:
      // An orientation with another value than its words is no orientation.
      let isTurn = key.entry.value.word(in: .deviceOrientation) != nil
      return commonAdvice(
        key, in: key.context, isValid: { $0 != Word.turn.name || isTurn },
        example: { "write '\($0)' with \(Vocabulary.list(of: .deviceOrientation))" })
    default: return commonAdvice(key, in: key.context)
    }
  }

  /// The advice that is the same for the keys of all mappings.
  /// - Parameters:
  ///   - isValid: tells whether a key may be suggested.
  ///   - example: help that shows a key that may not.
  func commonAdvice(
    _ key: UnknownKey, in context: Word.Context, isValid: (String) -> Bool = { _ in true },
    example: (String) -> String? = { _ in nil }
  ) -> Advice? {
    let name = key.name
    if let advice = Self.fullWidthColon(key.entry) { return advice }
    if let known = Self.gluedKey(name, in: context) {
      return Advice(help: "a space is missing after '\(known):'", keepsNotes: true, meant: [.rules])
    }
    if let ascii = LookAlike.corrected(name), Vocabulary.word(ascii, in: context) != nil {
      return Advice(suggestion: ascii, help: LookAlike.explanation(of: name), keepsNotes: true, meant: [.rules])
    }
    if let foreign = ForeignWord.find(name, in: context) {
      let refused = foreign.suggestion.flatMap { isValid($0) ? nil : $0 }
      return Advice(
        suggestion: refused == nil ? foreign.suggestion : nil, help: foreign.help ?? refused.flatMap { example($0) },
        keepsNotes: true, meant: [.rules])
    }
    if let home = Self.home(of: key.entry, called: name, insteadOf: context) {
      return Advice(span: key.entry.key.location, help: home)
    }
    guard let meant = nearest(to: name, among: Vocabulary.names(in: context)) else { return nil }
    return isValid(meant)
      ? Advice(suggestion: meant, keepsNotes: true, meant: [.rules])
      : Advice(help: example(meant), keepsNotes: true, meant: [.rules])
  }

  /// A full-width colon in a key, which is the rest of the key's text for YAML.
  static func fullWidthColon(_ entry: Node.Entry) -> Advice? {
    guard let name = entry.key.text, let colon = name.unicodeScalars.first(where: { LookAlike.ascii(for: $0) == ":" })
    else { return nil }
    let parts = name.split(separator: Character(colon), maxSplits: 1).map { String($0).trimmed }
    return Advice(
      id: .wrongShape, message: LookAlike.explanation(of: colon), span: entry.key.span,
      suggestion: parts.count == 2 && entry.value.isNull ? "\(parts[0]): \(parts[1])" : nil,
      help: "write ':' and a space after each key", meant: [.gesture, .action, .rules])
  }

  /// The other context in the file or its settings that has this key.
  private static func home(of entry: Node.Entry, called name: String, insteadOf context: Word.Context) -> String? {
    if context == .file || context == .settings,
      let limit = limit(name.lowercased().replacing("_", with: "-")), let gesture = limit.gesture
    {
      let path = "\(gesture): {\(limit.key): …}"
      return "write '\(context == .file ? "settings: {\(path)}" : path)'"
    }
    switch context {
    case .file:
      // A mapping of devices was meant as `devices`.
      if name == .device, entry.value.isMapping { return nil }
      let isOfRule = entry.key.word(in: .rule) != nil
      // A gesture that is followed by a mapping has default limits for all rules, as in `settings`.
      if Vocabulary.word(name, in: .settings) != nil, !isOfRule || entry.value.isMapping {
        return "'\(name)' belongs under 'settings': 'settings: {\(name): …}'"
      }
      return isOfRule
        ? "'\(name)' is a key of a rule: start it in the column of the rule's first key, after the '- '"
        : elsewhere(name, context)
    case .settings:
      if Vocabulary.word(name, in: .file) != nil {
        return "'\(name)' is a key of the file: start it in the first column"
      }
      let meant = ForeignWord.find(name, in: .rule)?.suggestion ?? name
      guard LimitRows.keys(under: .swipe).contains(where: { $0.name == meant }) else {
        return elsewhere(name, context)
      }
      return "'\(meant)' belongs under a gesture: 'swipe: {\(meant): …}'"
    default: return elsewhere(name, context)
    }
  }

  /// The place of a key of another mapping; nil if no mapping has it.
  private static func elsewhere(_ name: String, _ context: Word.Context) -> String? {
    let suffix = "-defaults"
    if context.rawValue.hasSuffix(suffix) {
      let other = Word.Context.allCases.first { $0.rawValue.hasSuffix(suffix) && Vocabulary.word(name, in: $0) != nil }
      if let gesture = other?.rawValue.dropLast(suffix.count) {
        return "'\(name)' belongs under another gesture: '\(gesture): {\(name): …}'"
      }
    }
    let name = ForeignWord.folded(name)
    guard Vocabulary.word(name, in: context) == nil else { return nil }
    return homes.lazy.compactMap { home in
      home == context ? nil : Vocabulary.word(name, in: home).flatMap { home.place(of: $0) }
    }.first.map { "'\(name)' \($0)" }
  }

  /// The contexts of keys, the first of which is meant if several have a key.
  private static let homes: [Word.Context] =
    [.rule, .condition, .action, .step, .deviceProperty, .settings, .file] + Word.Context.allCases

  /// The known key that `text` starts with, if only the space after the colon is missing: `swipe:left`.
  static func gluedKey(_ text: String, in context: Word.Context) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    return Vocabulary.word(name, in: context) == nil ? nil : name
  }
}

// MARK: Keys of a rule
extension RulesAdviser {
  private func advice(on key: UnknownKey, of rule: RuleKeys, _ mismatch: Mismatch) -> Advice? {
    let (entry, name) = (key.entry, key.name)
    if let advice = Self.fullWidthColon(entry) { return advice }
    if Vocabulary.word(name, in: .file) != nil, nearest(to: name, among: Vocabulary.names(in: .rule)) == nil {
      return Advice(
        span: entry.key.location, help: "'\(name)' is a key of the file: start it in the first column",
        meant: [.gesture, .action])
    }
    if let advice = commandWithComma(entry, in: rule.entries) { return advice }
    let isFirst = entry.key == rule.entries.first?.key
    if let known = keyAdvice(entry, gesture: rule.gesture, hasAction: rule.hasAction) {
      return advice(by: known, on: entry, name, mayBeGesture: rule.gesture == nil, isFirst: isFirst)
    }
    let foreign = ForeignWord.find(name, in: .rule)
    let glued = Self.gluedKey(name, in: .rule)
    let meant =
      glued
      ?? (foreign == nil
        ? LookAlike.corrected(name).flatMap { Vocabulary.word($0, in: .rule)?.name }
          ?? nearest(to: name, among: Vocabulary.names(in: .rule)) : foreign?.suggestion)
    let word = meant.flatMap { Vocabulary.word($0, in: .rule) }
    // The first key, which no word is like, is probably meant as the gesture.
    let isFirstAndStrange = isFirst && meant == nil && foreign == nil
    var parts: Set<Advice.Part> = word?.hasActions == true ? [.action] : []
    if meant == Word.rules.name && entry.value.isSequence || foreign?.help != nil { parts = [.gesture, .action] }
    guard rule.gesture == nil, word?.role == .gesture || isFirstAndStrange else {
      var advice =
        commonAdvice(
          key, in: .rule, isValid: { checks($0, insteadOf: entry, in: rule.entries) },
          example: { Self.example(of: $0, gesture: rule.gesture) }) ?? Advice(help: mismatch.help, keepsNotes: true)
      advice.meant = parts
      return advice
    }
    parts.insert(.gesture)
    // A single entry after the gesture is probably meant as its action.
    if rule.unknownCount == 1, isFirstAndStrange { parts.insert(.action) }
    var advice = advice(onGesture: name, meant: meant, glued: glued, entry, in: rule)
    advice.meant = parts
    return advice
  }

  /// The advice on a key that stands for a gesture, and perhaps for `meant`.
  private func advice(
    onGesture name: String, meant: String?, glued: String?, _ entry: Node.Entry, in rule: RuleKeys
  ) -> Advice {
    let isValid = meant.map { checks($0, insteadOf: entry, in: rule.entries) } ?? false
    return Advice(
      id: .unknownGesture, message: "unknown gesture \(Phrase.quote(name))", span: entry.key.span,
      suggestion: glued == nil && isValid ? meant : nil,
      help: glued.map { "a space is missing after '\($0):'" }
        ?? (meant == nil
          ? Self.elsewhere(name, .rule) ?? RulesDecoder.gestureHelp : LookAlike.explanation(of: name))
        ?? (isValid ? nil : meant.flatMap { Self.example(of: $0, gesture: nil) }))
  }

  /// The advice on a key that is known to mean something.
  private func advice(
    by known: KeyAdvice, on entry: Node.Entry, _ name: String, mayBeGesture: Bool, isFirst: Bool
  ) -> Advice {
    let meant = known.suggestion.flatMap { Vocabulary.word($0.prefix { $0 != ":" }.lowercased(), in: .rule) }
    let isGesture = mayBeGesture && (isFirst || meant?.role == .gesture)
    var parts: Set<Advice.Part> = isGesture ? [.gesture] : []
    if meant?.hasActions == true || known.suggestion == nil { parts.insert(.action) }
    return Advice(
      id: isGesture ? .unknownGesture : nil,
      message: "unknown \(isGesture ? "gesture" : "key") \(Phrase.quote(name))", span: known.span(of: entry),
      suggestion: known.suggestion, help: known.help, meant: parts)
  }

  /// A command between braces that contains a comma, which ends it: `{swipe: left, do: notify-send hello, world}`.
  private func commandWithComma(_ entry: Node.Entry, in rule: [Node.Entry]) -> Advice? {
    func isBare(_ entry: Node.Entry) -> Bool {
      entry.value.isNull && entry.value.span.start == entry.value.span.end
        && entry.key.text != nil && entry.key.word(in: .rule) == nil
    }
    guard rule.count <= Self.mostEntries, isBare(entry),
      nearest(to: entry.key.text ?? "", among: Vocabulary.names(in: .rule)) == nil,
      let index = rule.firstIndex(where: { $0.key == entry.key }),
      let start = rule[..<index].lastIndex(where: { !isBare($0) }),
      rule[start].key.word(in: .rule)?.hasActions == true,
      case .scalar(let command, isPlain: true) = rule[start].value.content
    else { return nil }
    let rest = rule[(start + 1)...].prefix { isBare($0) }
    let text = ([command] + rest.compactMap(\.key.text)).joined(separator: ", ")
    return Advice(
      message: "a comma ends the command between braces",
      span: Span(rule[start].value.span.start, rest.last?.key.span.end ?? entry.key.span.end),
      suggestion: "'\(text.replacing("'", with: "''"))'", help: "quote a command that contains a comma")
  }

  /// Help that shows a key of a rule with its value; nil for keys whose value is an action.
  static func example(of name: String, gesture: Word?) -> String? {
    guard let word = Vocabulary.word(name, in: .rule) else { return nil }
    if word.role == .gesture, gesture != nil {
      return "a rule has one gesture; for another, start a rule with '- \(name): …'"
    }
    if case .qualifier(let kinds) = word.role, let gesture, !kinds.contains(where: { $0.rawValue == gesture.name }) {
      return "'\(name)' is for \(Phrase.list(kinds.map(\.rawValue)))"
    }
    let kind = gesture.flatMap { Gesture.Kind(rawValue: $0.name) }
    guard let example = word.form?.examples(kind).first else { return "the key is '\(name)'" }
    return "write '\(name): \(example)'"
  }
}

// MARK: Keys of a condition and of an action
extension RulesAdviser {
  private func conditionAdvice(_ key: UnknownKey) -> Advice? {
    let name = key.name
    if key.isOfRule {
      return Advice(span: key.entry.key.location, help: "'\(name)' is a key of the rule, not of its 'when'")
    }
    guard let advice = advice(forKeyOfCondition: key.entry) else { return commonAdvice(key, in: .condition) }
    return Advice(span: advice.span(of: key.entry), suggestion: advice.suggestion, help: advice.help)
  }

  func advice(onAction entry: Node.Entry, of moment: String, isAlone: Bool) -> Advice? {
    if let advice = Self.fullWidthColon(entry) { return advice }
    // `{keys ctrl+w}`: the colon is missing.
    if isAlone, entry.value.isNull, entry.value.span.start == entry.value.span.end, let command = entry.key.text,
      Self.gluedKey(command, in: .action) == nil
    {
      let meant = meantAction(by: command).map { String($0.dropFirst().dropLast()) }
      return Advice(
        span: entry.key.location, suggestion: meant,
        help: meant == nil ? "write a shell command without braces: '\(moment): \(command)'" : nil)
    }
    if let advice = advice(forAction: entry, of: moment) {
      return Advice(span: advice.span(of: entry), suggestion: advice.suggestion, help: advice.help)
    }
    return commonAdvice(UnknownKey(entry: entry, context: .action), in: .action)
  }
}

extension Word.Context {
  /// The words for a key of this mapping, or for its place; nil for values, and for keys that their gesture explains.
  fileprivate func place(of word: Word) -> String? {
    let entry = "\(word.name): \(word.form?.examples(nil).first ?? "…")"
    return switch self {
    case .rule: "is a key of a rule"
    case .condition: "is a condition: write it under 'when' of a rule"
    case .action: "is an action: write it under 'do' of a rule"
    case .step:
      word == .ways
        ? "belongs to a gesture under 'gestures': 'gestures: {my-gesture: {any: [{tap: single}, {swipe: left}]}}'"
        : "belongs to a step under 'gestures': 'gestures: {my-gesture: [{tap: single}, {swipe: left, \(entry)}]}'"
    case .deviceProperty: "belongs under a device: 'devices: {touchpad: {\(word.name): …}}'"
    case .settings: "belongs under 'settings': 'settings: {\(word.name): …}'"
    case .file: "is a key of the file: start it in the first column"
    case .under: "belongs under 'under' in 'when' of a rule: 'when: {under: {\(entry)}}'"
    case .actionOption: "belongs beside an action, in a mapping under 'do' of a rule"
    case .modeChange: "belongs under the action 'mode': 'do: {mode: {\(entry)}}'"
    case .keyboard: "belongs under 'keyboard' in 'settings': 'settings: {keyboard: {\(entry)}}'"
    case .atOnce: "belongs under 'edge' or 'corner' of a rule: 'corner: {all: [top-left, top-right]}'"
    case .area: "belongs under 'zone' of a rule: 'zone: {\(entry)}'"
    case .question: "belongs under 'ask' of a rule: 'ask: {\(entry)}'"
    case .shownHand: "belongs under 'as' of a rule: 'as: {\(entry)}'"
    // Its keys are those of rules, and the keys of limits those of gestures.
    case .group, .tapDefaults, .longPressDefaults, .swipeDefaults, .panDefaults, .pinchDefaults, .rotateDefaults,
      .circleDefaults, .strokeDefaults, .pressDefaults, .startDefaults:
      nil
    case .position, .injector, .desktopSwipes, .person, .tap, .direction, .pinch, .rotate, .edge, .corner, .zone,
      .stroke, .side, .press, .tipTap, .touch, .moment, .lift, .device, .deviceOrientation, .modifier, .orientation,
      .button, .scroll, .pointer, .workspace, .desktop, .window:
      nil
    }
  }
}
