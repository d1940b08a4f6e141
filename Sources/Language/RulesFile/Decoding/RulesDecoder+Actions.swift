internal import Desktop
internal import Diagnostics
internal import Gestures
public import JSONLines
public import Rules
internal import YAML

/// An action and its source location.
package struct LocatedAction: Sendable {
  var action: Action
  var location: Span
}

/// The keys beside an action in its mapping, and its location.
struct ActionEntry {
  /// The key of the rule that has it.
  var phase = Word.act.name
  /// From its key to the end of its value.
  var span = Span(at: Mark(line: 1, column: 1))
  var position: Action.Position?
  var speed = 1.0
}

extension RulesDecoder {
  /// Reads the actions under `key`: a shell command, a mapping of one action, or a list of these. Actions with mistakes
  /// are left out.
  mutating func actions(_ value: Node, of key: String) -> [LocatedAction] {
    guard case .sequence(let elements) = value.content else {
      return action(value, of: key, isInList: false).map { [LocatedAction(action: $0, location: value.location)] } ?? []
    }
    if elements.isEmpty { empty("'\(key)' has an empty list", of: key, at: value.span) }
    let commands = elements.compactMap(\.text)
    if commands.count > 1, commands.count == elements.count { note(.commands(commands, value)) }
    return elements.compactMap { element in
      guard case .sequence = element.content else {
        return action(element, of: key, isInList: elements.count > 1).map {
          LocatedAction(action: $0, location: element.location)
        }
      }
      mismatch(
        .wrongShape, "an entry of '\(key)' is a command or a mapping, not a list", at: element.span.firstCharacter,
        help: "to run a program with arguments, write {run: [program, argument]}")
      return nil
    }
  }

  mutating func empty(_ message: String, of key: String, at span: Span) {
    mismatch(
      .emptyAction, key == .act ? "\(message): the rule does nothing" : "\(message): it does nothing", at: span,
      help: "write '\(key): command' or '\(key): {keys: super+Page_Down}'")
  }

  private mutating func action(_ node: Node, of key: String, isInList: Bool) -> Action? {
    switch node.content {
    case .scalar(let command, let isPlain): shell(command, isPlain: isPlain, node, of: key, isInList: isInList)
    case .mapping(let entries): action(entries, node, of: key)
    case .sequence: nil
    }
  }

  private mutating func shell(
    _ command: String, isPlain: Bool, _ node: Node, of key: String, isInList: Bool
  ) -> Action? {
    guard !node.isNull else {
      missing(node, for: key, expected: "an action", example: "playerctl play-pause")
      return nil
    }
    guard !command.isBlank else {
      empty("an empty command", of: key, at: node.span)
      return nil
    }
    guard !(isPlain && Self.isBoolean(command)) else {
      mismatch(
        .boolean, "YAML reads '\(command)' as true or false; '\(key)' takes an action", at: node.span,
        help: "to run a command of that name, quote it")
      return nil
    }
    if isPlain, command == "none" { return Action.none }
    if hasNUL(command, node) { return nil }
    note(.shell(command, node, isPlain: isPlain, isInList: isInList))
    return .shell(command)
  }

  mutating func hasNUL(_ text: String, _ node: Node) -> Bool {
    guard text.utf8.contains(0) else { return false }
    mismatch(.nulCharacter, "a command cannot contain a NUL character", at: node.span)
    return true
  }

  private mutating func action(_ entries: [Node.Entry], _ node: Node, of key: String) -> Action? {
    let errorsBefore = errorCount
    // Two calls, so that 'at' is never taken for an action.
    func isOption(_ entry: Node.Entry) -> Bool { entry.key.word(in: .actionOption) != nil }
    let options = fields(of: entries.filter(isOption), in: .actionOption)
    let fields = fields(of: entries.filter { !isOption($0) }, in: .action)
    for entry in fields.unknown {
      unknown(
        entry, in: .action, as: "action", id: .unknownAction,
        found: .action(entry, moment: key, isAlone: entries.count == 1))
    }
    guard let field = fields.known.first else {
      if entries.isEmpty { empty("an empty mapping", of: key, at: node.span) }
      if let option = options.known.first, fields.unknown.isEmpty {
        mismatch(
          .missingKey, "'\(option.word.name)' without an action", at: option.key.location,
          help: option.word == .position
            ? "write '\(key): {click: right, at: pointer}'" : "write 'begin: {pointer: fingers, speed: 1.5}'")
      }
      return nil
    }
    for other in fields.known.dropFirst() {
      mismatch(
        .twoActions, "second action in one mapping: '\(other.word.name)'", at: other.key.location,
        help: "write several actions as a list: [{…}, {…}]",
        notes: [.init("the first is here", at: field.key.location)])
    }
    entry = ActionEntry(
      phase: key, span: field.span, position: position(options, of: field), speed: speed(options, of: field))
    let action = read(field, as: Action.self)
    return errorCount == errorsBefore ? action : nil
  }

  /// Reads `speed`, which belongs to the action `field`.
  private mutating func speed(_ options: Fields, of field: Field) -> Double {
    guard let speed = options[.pointerSpeed] else { return content.pointerSpeed }
    guard [.drag, .pointer].contains(field.word) else {
      mismatch(
        .misplacedKey, "'speed' does not go with '\(field.word.name)'", at: speed.key.location,
        help: "it goes with 'drag' and 'pointer'")
      return 1
    }
    return read(.pointerSpeed, options) ?? 1
  }

  /// Reads `at`, which belongs to the action `field`.
  private mutating func position(_ options: Fields, of field: Field) -> Action.Position? {
    guard let at = options[.position] else { return nil }
    guard [.click, .drag, .workspace, .window].contains(field.word) else {
      mismatch(
        .misplacedKey, "'at' does not go with '\(field.word.name)'", at: at.key.location,
        help: "it goes with 'click', 'drag', 'workspace' and 'window'")
      return nil
    }
    let position = read(.position, options)
    if position == .pointer, [.workspace, .window].contains(field.word) {
      mismatch(
        .misplacedKey, "'\(field.word.name)' takes no 'at: pointer'", at: at.value.location,
        help: "write 'at: fingers': on a touchpad, that is "
          + (field.word == .window ? "the window under the pointer" : "the focused output"))
    }
    return position
  }

  /// Reads a program and its arguments.
  mutating func arguments(_ field: Field) -> [String]? {
    let (value, key) = (field.value, entry.phase)
    guard case .sequence(let elements) = value.content else {
      wrongShape(
        value, for: field.name, expected: "a list of a program and its arguments", example: "[playerctl, play-pause]",
        found: .arguments(value), help: "write 'run: [program, argument]', or a shell command after '\(key):'")
      return nil
    }
    guard !elements.isEmpty else {
      empty("'run' has an empty list", of: key, at: value.span)
      return nil
    }
    var arguments: [String] = []
    for element in elements {
      guard case .scalar(let text, _) = element.content else {
        mismatch(
          .wrongShape, "an argument must be text, not \(Phrase.shape(of: element))", at: element.span.firstCharacter)
        continue
      }
      if element.isNull {
        mismatch(
          .missingValue, "empty argument", at: element.span,
          help: "to pass it as text, quote it: \"\(text)\"")
      } else if arguments.isEmpty, text.isEmpty {
        empty("the program of 'run' has no name", of: key, at: element.span)
      } else if !hasNUL(text, element) {
        arguments.append(text)
      }
    }
    note(.arguments(arguments, value.span.firstCharacter))
    return arguments
  }

  /// Reads a chord or a list of chords.
  mutating func chords(_ field: Field) -> [Chord]? {
    let (value, example) = (field.value, "super+Page_Down")
    guard case .sequence(let elements) = value.content else {
      return chord(value, for: field.name, example: example).map { [$0] }
    }
    guard !elements.isEmpty else {
      empty("'keys' has an empty list", of: entry.phase, at: value.span)
      return nil
    }
    let chords = elements.compactMap { chord($0, for: field.name, example: example) }
    if chords.count == elements.count { note(.chords(chords, value.span)) }
    return chords
  }

  /// Reads a command in a compositor's own language.
  mutating func command(_ field: Field, for compositor: DesktopKind) -> String? {
    let value = field.value
    let example = compositor.socket?.exampleCommand ?? ""
    guard let text = text(of: value, for: field.name, expected: "a command", example: example) else {
      return nil
    }
    guard !text.isBlank else {
      empty("an empty command", of: entry.phase, at: value.span)
      return nil
    }
    if hasNUL(text, value) { return nil }
    note(.command(text, compositor, value))
    return text
  }
}

extension Action {
  /// The name of its key; nil for a shell command and for no action, which have none.
  var key: String? {
    let key: Word? =
      switch self {
      case .shell, .none: nil
      case .run: .run
      case .feed: .feed
      case .keys: .keys
      case .hold: .hold
      case .type: .type
      case .click: .click
      case .scroll: .scroll
      case .drag: .drag
      case .pointer: .pointer
      case .compositor(.plasma, _): .plasmaShortcut
      case .compositor(let kind, _): Vocabulary.word(kind.rawValue, in: .action)
      case .desktop(let operation): Vocabulary.word(operation.subject.rawValue, in: .action)
      case .mode: .setMode
      case .wait: .wait
      case .shown: .shown
      }
    return key?.name
  }

  /// The action as the rules file writes it: a shell command as a string, the others as a mapping.
  public var json: JSONValue {
    let value: JSONValue =
      switch self {
      case .shell(let command), .feed(let command): .string(command)
      case .run(let arguments): .array(arguments.map { .string($0) })
      case .keys(let chords): Self.list(chords.map(\.text))
      case .hold(let chord): .string(chord.text)
      case .type(let text): .string(text)
      case .click(let clicks, _): Self.list(clicks.map(\.text))
      case .scroll(.fingers), .pointer: .string("fingers")
      case .scroll(.steps(let direction, 1)): .string(direction.rawValue)
      case .scroll(.steps(let direction, let count)): .object([.init(direction.rawValue, .number(count))])
      case .drag(let button, _, _): .string(button.text)
      case .compositor(_, let command): .string(command)
      case .desktop(.workspaceNumber(let number)): .number(Double(number))
      case .desktop(let operation): .string(operation.value)
      case .mode(let name, nil): .string(name)
      case .mode(let name, let time?):
        .object([.init(Word.modeName.name, .string(name)), .init(Word.lasting.name, .string(Phrase.time(time)))])
      case .wait(let time): .string(Phrase.time(time))
      case .none: .string("none")
      case .shown(let fingers, let speed):
        .object(
          [.init(Word.shownFingers.name, .number(Double(fingers)))]
            + (speed == 1 ? [] : [.init(Word.shownSpeed.name, .number(speed))]))
      }
    guard let key else { return value }
    var members = [JSONValue.Member(key, value)]
    if let position { members.append(.init(Word.position.name, .string(position.rawValue))) }
    if let speed, speed != 1, kind == .pointer { members.append(.init(Word.pointerSpeed.name, .number(speed))) }
    return .object(members)
  }

  /// A single text as it is, several as a list.
  private static func list(_ texts: [String]) -> JSONValue {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }
}
