internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

extension RulesDecoder {
  /// Reads `when`, or the value of `not`, or an element of `any`. Clauses with mistakes are left out.
  /// - Parameter context: that of the keys.
  mutating func condition(_ value: Node, for key: String, in context: Word.Context = .condition) -> Condition {
    guard case .mapping(let entries) = value.content else {
      wrongShape(
        value, for: key, expected: "a mapping of conditions", example: "{app: firefox}", found: .condition(value),
        help: value.isSequence
          ? "to require one of several, write '\(key): {any: [{…}, {…}]}'"
          // An element of the list of 'any'.
          : key == .any ? "each element is a mapping; several names are a list: 'app: [firefox, chromium]'" : nil)
      return Condition()
    }
    if entries.isEmpty {
      mismatch(
        .missingValue, "'\(key)' has no conditions", at: value.span,
        help: "write '\(key): {app: firefox}'")
    }
    return Condition(
      checkedFields(of: entries, in: context, as: "condition").known.compactMap { read($0, as: Condition.Clause.self) })
  }

  /// Reads `locked`.
  mutating func locked(_ field: Field) -> Condition.Clause? {
    let value = field.value
    let help = "to act in both states, write 'any: [{locked: true}, {locked: false}]'"
    if value.isSequence {
      mismatch(
        .wrongShape, "'locked' takes true or false, not a list", at: value.span.firstCharacter, help: help)
      return nil
    }
    if let text = value.text, ["any", "both", "always", "either", "all"].contains(text.lowercased()) {
      mismatch(
        .wrongShape, "'locked' takes true or false, not \(Phrase.quote(text))", at: value.span, help: help)
      return nil
    }
    return flag(value, for: field.name).map { .locked($0) }
  }

  /// Reads the modes of which one must be on.
  mutating func modes(_ field: Field) -> Condition.Clause? {
    elements(of: field.value, for: field.name, expected: "a mode's name", example: "resize").map { elements in
      .mode(elements.compactMap { mode($0, for: field.name, isSet: false, isElement: field.value.isSequence) })
    }
  }

  /// Reads texts with wildcards.
  mutating func patterns(_ value: Node, for key: String, example: String) -> [Wildcard]? {
    if case .mapping(let entries) = value.content, entries.count == 1, entries[0].key.text != nil,
      entries[0].value.text?.isEmpty == false
    {
      mismatch(
        .wrongShape, "'\(key)' takes text, not a mapping", at: value.span, found: .pattern(entries[0], key: key))
      return nil
    }
    return elements(of: value, for: key, expected: "text", example: example)?.compactMap { element in
      guard let text = text(of: element, for: key, expected: "text", example: example) else { return nil }
      note(.pattern(text, key: key, isElement: value.isSequence, element.span))
      return Wildcard(text)
    }
  }

  /// Reads the modifiers that have to be held: one, or a list, which may be empty.
  mutating func modifiers(_ field: Field) -> Condition.Clause? {
    let value = field.value
    if !content.mayReadKeyboards {
      mismatch(
        .keyboardsNotRead, "the held modifiers are unknown: no keyboard is read", at: field.key.location,
        help: "to read keyboards, write 'read-keyboards: true' under 'settings'; see sleight(5) for the risks")
    }
    let nodes: [Node]
    if case .sequence(let elements) = value.content { nodes = elements } else { nodes = [value] }
    let errorsBefore = errorCount
    var held: Set<Chord.Modifier> = []
    for node in nodes {
      guard let text = text(of: node, for: field.name, expected: "a modifier", example: "ctrl") else { continue }
      for part in ChordPart.parts(of: text) {
        guard part.text != "none" else {
          mismatch(.unknownModifier, "write no modifiers as an empty list", at: node.span, found: .noModifiers)
          continue
        }
        if let modifier = modifier(part, in: node, isOfChord: false) { held.insert(modifier) }
      }
    }
    return errorCount == errorsBefore ? .modifiers(held) : nil
  }

  /// Reads conditions of which one must hold.
  mutating func any(_ field: Field) -> Condition.Clause? {
    let value = field.value
    let help = "write 'any: [{app: firefox}, {title: \"*Firefox*\"}]'"
    guard case .sequence(let elements) = value.content else {
      mismatch(
        .wrongShape, "'any' takes a list of conditions, not \(Phrase.shape(of: value))",
        at: value.span.firstCharacter, help: help)
      return nil
    }
    guard !elements.isEmpty else {
      mismatch(.missingValue, "'any' has an empty list, so it never holds", at: value.span, help: help)
      return nil
    }
    return .any(elements.map { condition($0, for: field.name) })
  }
}
