internal import Diagnostics
internal import YAML

extension RulesReader {
  /// Reads `do`: a shell command, a mapping of one action, or a list of these. What has a mistake is left out.
  mutating func actions(_ value: Node) -> [Action] {
    guard case .sequence(let elements) = value.content else { return action(value).map { [$0] } ?? [] }
    if elements.isEmpty { reportEmpty("'do' has an empty list", at: value.span) }
    return elements.compactMap { element in
      guard case .sequence = element.content else { return action(element) }
      report(
        .wrongShape, "an entry of 'do' is a command or a mapping, not a list", at: element.span.firstCharacter,
        help: "a program and its arguments stand under 'run': {run: [program, argument]}")
      return nil
    }
  }

  private mutating func reportEmpty(_ message: String, at span: Span) {
    report(
      .emptyAction, "\(message): this rule does nothing", at: span,
      help: "write 'do: command' or 'do: {keys: super+Page_Down}'")
  }

  private mutating func action(_ node: Node) -> Action? {
    switch node.content {
    case .scalar(let command, let isPlain): shell(command, isPlain: isPlain, node)
    case .mapping(let entries): action(entries, node)
    case .sequence: nil
    }
  }

  private mutating func shell(_ command: String, isPlain: Bool, _ node: Node) -> Action? {
    guard !node.isNull else {
      reportMissing(node, for: "do", expected: "an action", example: "playerctl play-pause")
      return nil
    }
    guard command.contains(where: { !$0.isWhitespace }) else {
      reportEmpty("an empty command", at: node.span)
      return nil
    }
    guard !(isPlain && Self.isBoolean(command)) else {
      report(
        .boolean, "'\(command)' means yes or no in YAML, and 'do' takes an action", at: node.span,
        help: "to run a command of that name, put it in quotes")
      return nil
    }
    return hasNUL(command, node) ? nil : .shell(command)
  }

  private mutating func hasNUL(_ text: String, _ node: Node) -> Bool {
    guard text.utf8.contains(0) else { return false }
    report(.nulCharacter, "a command cannot hold a NUL character", at: node.span)
    return true
  }

  private mutating func action(_ entries: [Node.Entry], _ node: Node) -> Action? {
    let errorsBefore = errorCount
    let fields = fields(of: entries, in: .action)
    for entry in fields.unknown { reportUnknown(entry, in: .action, as: "action", id: .unknownAction) }
    guard let field = fields.known.first else {
      if entries.isEmpty { reportEmpty("an empty mapping", at: node.span) }
      return nil
    }
    for other in fields.known.dropFirst() {
      report(
        .twoActions, "a second action in one mapping: '\(other.word.name)'", at: other.key.place,
        help: "several actions are a list: [{…}, {…}]",
        notes: [.init("the first is here", at: SourceSpan(field.key.place))])
    }
    let action: Action? =
      switch field.word.value {
      case .arguments: arguments(field.value).map { .run($0) }
      case .chords: chords(field.value).map { .keys($0) }
      case .none, .words, .duration, .length, .distance, .fingers, .devices, .text, .rules, .actions, .mapping,
        .layout, .planned:
        nil
      }
    return errorCount == errorsBefore ? action : nil
  }

  private mutating func arguments(_ value: Node) -> [String]? {
    let expected = "a list of a program and its arguments"
    guard case .sequence(let elements) = value.content else {
      if value.isNull {
        reportMissing(value, for: "run", expected: expected, example: "[playerctl, play-pause]")
      } else {
        report(
          .wrongShape, "'run' takes \(expected), not \(Phrase.shape(of: value))", at: value.span.firstCharacter,
          help: "write 'run: [program, argument]'; a shell command stands right behind 'do:'")
      }
      return nil
    }
    guard !elements.isEmpty else {
      reportEmpty("'run' has an empty list", at: value.span)
      return nil
    }
    var arguments: [String] = []
    for element in elements {
      guard case .scalar(let text, _) = element.content else {
        report(
          .wrongShape, "an argument is text, not \(Phrase.shape(of: element))", at: element.span.firstCharacter)
        continue
      }
      if element.isNull {
        report(
          .missingValue, "an argument without a value", at: element.span,
          help: "put it in quotes where it is meant as text: \"\(text)\"")
      } else if arguments.isEmpty, text.isEmpty {
        reportEmpty("'run' has a program without a name", at: element.span)
      } else if !hasNUL(text, element) {
        arguments.append(text)
      }
    }
    return arguments
  }

  private mutating func chords(_ value: Node) -> [Chord]? {
    guard case .sequence(let elements) = value.content else { return chord(value).map { [$0] } }
    guard !elements.isEmpty else {
      reportEmpty("'keys' has an empty list", at: value.span)
      return nil
    }
    return elements.compactMap { chord($0) }
  }
}
