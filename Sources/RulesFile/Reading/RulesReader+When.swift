internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

extension RulesReader {
  /// Reads `when`, or the value of `not`, or an element of `any`. Clauses with mistakes are left out.
  mutating func condition(_ value: Node, for key: String) -> Condition {
    let expected = "a mapping of conditions"
    guard case .mapping(let entries) = value.content else {
      if value.isNull {
        reportMissing(value, for: key, expected: expected, example: "{app: firefox}")
      } else {
        report(
          .wrongShape, "'\(key)' takes \(expected), not \(Phrase.shape(of: value))", at: value.span.firstCharacter,
          suggestion: value.text.flatMap { Self.condition(meantBy: $0) },
          help: value.isSequence
            ? "to require one of several, write '\(key): {any: [{…}, {…}]}'"
            // An element of the list of 'any'.
            : key == "any"
              ? "each element is a mapping; several names are a list: 'app: [firefox, chromium]'"
              : "write '\(key): {app: firefox}'")
      }
      return Condition()
    }
    if entries.isEmpty {
      report(
        .missingValue, "'\(key)' has no conditions", at: value.span,
        help: "write '\(key): {app: firefox}'")
    }
    let fields = fields(of: entries, in: .condition)
    for entry in fields.unknown {
      guard let word = entry.key.text.flatMap({ Vocabulary.word($0, in: .rule) }) else {
        if let advice = advice(forKeyOfCondition: entry), let name = entry.key.text {
          report(
            .unknownKey, "unknown condition \(Phrase.quote(name))", at: advice.span(of: entry),
            suggestion: advice.suggestion, help: advice.help)
        } else {
          reportUnknown(entry, in: .condition, as: "condition")
        }
        continue
      }
      report(
        .unknownKey, "unknown condition '\(word.name)'", at: entry.key.location,
        help: "'\(word.name)' is a key of the rule, not of its 'when'")
    }
    return Condition(fields.known.compactMap { clause($0) })
  }

  /// The condition that is probably meant by text: `app == firefox`, `app is not firefox`, `locked`, `firefox`.
  private static func condition(meantBy text: String) -> String? {
    guard text.utf8.count <= 200 else { return nil }
    if text.hasPrefix("not "), let inner = condition(meantBy: text.dropFirst(4).trimmed) { return "{not: \(inner)}" }
    if let words = text.wholeMatch(of: /([A-Za-z-]+) +([^ ]+)/),
      let word = Vocabulary.word(String(words.1), in: .condition),
      !["not", "any", "locked", "fullscreen"].contains(word.name)
    {
      return "{\(word.name): \(YAMLText.element(String(words.2)))}"
    }
    let comparison =
      /\[?\$?([A-Za-z_-]+)\s*(=~|~=|!~|==?|!=|:|is not|is|contains|matches|not in|in)\s*["']?(.+?)["']?\s*\]?/
    guard let match = text.wholeMatch(of: comparison) else {
      let word = text.wholeMatch(of: /[A-Za-z_-]+/).map { String($0.0) }
      if word == "locked" || word == "fullscreen" { return "{\(word ?? ""): true}" }
      return word == nil || Vocabulary.word(text, in: .condition) != nil ? nil : "{app: \(text)}"
    }
    let name = String(match.1)
    guard let word = Vocabulary.word(name, in: .condition)?.name ?? ForeignWord.find(name, in: .condition)?.suggestion
    else { return nil }
    var value = YAMLText.element(String(match.3))
    switch match.2 {
    case "=~", "~=", "!~", "contains", "matches":
      var part = match.3
      if part.count > 2, part.first == "/", part.last == "/" { part = part.dropFirst().dropLast() }
      // Other expressions have no counterpart.
      guard part.allSatisfy({ $0.isLetter || $0.isNumber || " -_*".contains($0) }) else { return nil }
      value = YAMLText.element("*\(part.replacing(".*", with: "*"))*".replacing("**", with: "*"))
    case "in", "not in":
      let names = match.3.split { (character: Character) -> Bool in "[](){},\"' ".contains(character) }.map {
        String($0)
      }
      guard !names.isEmpty else { return nil }
      value = YAMLText.list(names)
    default: break
    }
    let clause = "{\(word): \(value)}"
    return ["!=", "!~", "is not", "not in"].contains(match.2) ? "{not: \(clause)}" : clause
  }

  private mutating func clause(_ field: Field) -> Condition.Clause? {
    let value = field.value
    switch field.word.name {
    case "app": return patterns(value, for: "app", example: "firefox").map { .app($0) }
    case "title": return patterns(value, for: "title", example: "\"*YouTube*\"").map { .title($0) }
    case "output": return patterns(value, for: "output", example: "eDP-1").map { .output($0) }
    case "fullscreen": return flag(value, for: "fullscreen").map { .fullscreen($0) }
    case "locked":
      if value.isSequence {
        report(
          .wrongShape, "'locked' takes true or false, not a list", at: value.span.firstCharacter,
          help: "to act in both states, write 'any: [{locked: true}, {locked: false}]'")
        return nil
      }
      if let text = value.text, ["any", "both", "always", "either", "all"].contains(text.lowercased()) {
        report(
          .wrongShape, "'locked' takes true or false, not \(Phrase.quote(text))", at: value.span,
          help: "to act in both states, write 'any: [{locked: true}, {locked: false}]'")
        return nil
      }
      return flag(value, for: "locked").map { .locked($0) }
    case "orientation":
      return words(value, for: "orientation", in: .orientation, .orientation).map { words in
        .orientation(Set(words.compactMap { Situation.Orientation(rawValue: $0) }))
      }
    case "modifiers": return modifiers(value, key: field.key)
    case "mode":
      return elements(of: value, for: "mode", expected: "a mode's name", example: "resize").map { elements in
        .mode(elements.compactMap { mode($0, for: "mode", isSet: false, isElement: value.isSequence) })
      }
    case "not": return .not(condition(value, for: "not"))
    default: return any(value)
    }
  }

  /// Reads texts with wildcards.
  private mutating func patterns(_ value: Node, for key: String, example: String) -> [Wildcard]? {
    if case .mapping(let entries) = value.content, entries.count == 1, let name = entries[0].key.text?.lowercased(),
      let text = entries[0].value.text, !text.isEmpty
    {
      let wildcards = [
        "contains": "*\(text)*", "includes": "*\(text)*", "starts-with": "\(text)*", "startswith": "\(text)*",
        "prefix": "\(text)*", "ends-with": "*\(text)", "endswith": "*\(text)", "suffix": "*\(text)",
        "equals": text, "is": text, "exact": text, "name": text, "glob": text,
      ]
      let isNegation = ["not", "except", "is-not", "isnt", "not-equals"].contains(name)
      report(
        .wrongShape, "'\(key)' takes text, not a mapping", at: value.span,
        suggestion: wildcards[name].map { YAMLText.element($0) },
        help: isNegation
          ? "write 'not: {\(key): \(YAMLText.element(text))}'"
          : wildcards[name] == nil ? "write 'app: firefox'; the wildcards are '*' and '?'" : nil)
      return nil
    }
    return elements(of: value, for: key, expected: "text", example: example)?.compactMap { element in
      guard let text = text(of: element, for: key, expected: "text", example: example) else { return nil }
      warn(ofPattern: text, for: key, isElement: value.isSequence, at: element.span)
      return Wildcard(text)
    }
  }

  /// Reads the modifiers that have to be held: one, or a list, which may be empty.
  private mutating func modifiers(_ value: Node, key: Node) -> Condition.Clause? {
    if !mayReadKeyboards {
      report(
        .keyboardsNotRead, "the held modifiers are unknown: no keyboard is read", at: key.location,
        help: "to read keyboards, write 'read-keyboards: true' under 'settings'; see sleight(5) for the risks")
    }
    let nodes: [Node]
    if case .sequence(let elements) = value.content { nodes = elements } else { nodes = [value] }
    let errorsBefore = errorCount
    var held: Set<Chord.Modifier> = []
    for node in nodes {
      guard let text = text(of: node, for: "modifiers", expected: "a modifier", example: "ctrl") else { continue }
      for part in Self.parts(of: text) {
        guard part.text != "none" else {
          report(.unknownModifier, "write no modifiers as an empty list", at: node.span, suggestion: "[]")
          continue
        }
        if let modifier = modifier(part, in: node, isOfChord: false) { held.insert(modifier) }
      }
    }
    return errorCount == errorsBefore ? .modifiers(held) : nil
  }

  private mutating func any(_ value: Node) -> Condition.Clause? {
    let help = "write 'any: [{app: firefox}, {title: \"*Firefox*\"}]'"
    guard case .sequence(let elements) = value.content else {
      report(
        .wrongShape, "'any' takes a list of conditions, not \(Phrase.shape(of: value))",
        at: value.span.firstCharacter, help: help)
      return nil
    }
    guard !elements.isEmpty else {
      report(.missingValue, "'any' has an empty list, so it never holds", at: value.span, help: help)
      return nil
    }
    return .any(elements.map { condition($0, for: "any") })
  }
}
