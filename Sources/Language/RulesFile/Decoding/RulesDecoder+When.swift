internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

extension RulesDecoder {
  /// Reads `when`, or the value of `not`, or an element of `any`. Clauses with mistakes are left out.
  mutating func condition(_ value: Node, for key: String) -> Condition {
    guard case .mapping(let entries) = value.content else {
      wrongShape(
        value, for: key, expected: "a mapping of conditions", example: "{app: firefox}", found: .condition(value),
        help: value.isSequence
          ? "to require one of several, write '\(key): {any: [{…}, {…}]}'"
          // An element of the list of 'any'.
          : key == "any" ? "each element is a mapping; several names are a list: 'app: [firefox, chromium]'" : nil)
      return Condition()
    }
    if entries.isEmpty {
      mismatch(
        .missingValue, "'\(key)' has no conditions", at: value.span,
        help: "write '\(key): {app: firefox}'")
    }
    let context: Word.Context = key == "under" ? .under : .condition
    return Condition(checkedFields(of: entries, in: context, as: "condition").known.compactMap { clause($0) })
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
        mismatch(
          .wrongShape, "'locked' takes true or false, not a list", at: value.span.firstCharacter,
          help: "to act in both states, write 'any: [{locked: true}, {locked: false}]'")
        return nil
      }
      if let text = value.text, ["any", "both", "always", "either", "all"].contains(text.lowercased()) {
        mismatch(
          .wrongShape, "'locked' takes true or false, not \(Phrase.quote(text))", at: value.span,
          help: "to act in both states, write 'any: [{locked: true}, {locked: false}]'")
        return nil
      }
      return flag(value, for: "locked").map { .locked($0) }
    case "orientation":
      return words(value, for: "orientation", in: .orientation).map { words in
        .orientation(Set(words.compactMap { Situation.Orientation(rawValue: $0) }))
      }
    case "modifiers": return modifiers(value, key: field.key)
    case "mode":
      return elements(of: value, for: "mode", expected: "a mode's name", example: "resize").map { elements in
        .mode(elements.compactMap { mode($0, for: "mode", isSet: false, isElement: value.isSequence) })
      }
    case "under": return .under(condition(value, for: "under"))
    case "not": return .not(condition(value, for: "not"))
    default: return any(value)
    }
  }

  /// Reads texts with wildcards.
  private mutating func patterns(_ value: Node, for key: String, example: String) -> [Wildcard]? {
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
  private mutating func modifiers(_ value: Node, key: Node) -> Condition.Clause? {
    if !content.mayReadKeyboards {
      mismatch(
        .keyboardsNotRead, "the held modifiers are unknown: no keyboard is read", at: key.location,
        help: "to read keyboards, write 'read-keyboards: true' under 'settings'; see sleight(5) for the risks")
    }
    let nodes: [Node]
    if case .sequence(let elements) = value.content { nodes = elements } else { nodes = [value] }
    let errorsBefore = errorCount
    var held: Set<Chord.Modifier> = []
    for node in nodes {
      guard let text = text(of: node, for: "modifiers", expected: "a modifier", example: "ctrl") else { continue }
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

  private mutating func any(_ value: Node) -> Condition.Clause? {
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
    return .any(elements.map { condition($0, for: "any") })
  }
}
