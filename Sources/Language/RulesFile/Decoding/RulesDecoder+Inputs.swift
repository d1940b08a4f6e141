internal import Diagnostics
internal import Foreign
internal import Rules
internal import Text
internal import YAML

/// An integer.
private let integer = WholePattern("[+-]?[0-9]+")

/// Actions with the keyboard and the pointer, except chords.
extension RulesDecoder {
  /// Reads text to type.
  mutating func typed(_ field: Field) -> String? {
    let value = field.value
    guard let text = text(of: value, for: field.name, expected: "text", example: "\"text\"") else { return nil }
    guard !text.isEmpty else {
      empty("an empty text", of: entry.phase, at: value.span)
      return nil
    }
    let strange = text.unicodeScalars.first { $0.value < 0x20 && $0 != "\n" && $0 != "\t" || $0.value == 0x7f }
    guard strange == nil else {
      mismatch(
        .controlCharacter, "control characters other than tabs and line feeds cannot be typed", at: value.span,
        help: "to press keys, use 'keys': {keys: Escape}")
      return nil
    }
    note(.typed(text, value))
    return text
  }

  /// Reads a button or a list of them.
  mutating func clicks(_ field: Field) -> [Click]? {
    guard case .sequence(let elements) = field.value.content else {
      return click(field.value, for: field.name).map { [$0] }
    }
    guard !elements.isEmpty else {
      empty("'click' has an empty list", of: entry.phase, at: field.value.span)
      return nil
    }
    return elements.compactMap { click($0, for: field.name) }
  }

  /// Reads a button, optionally with modifiers in front: `ctrl+left`.
  mutating func click(_ value: Node, for action: String) -> Click? {
    guard let text = text(of: value, for: action, expected: "a button", example: "left") else { return nil }
    let errorsBefore = errorCount
    let parts = ChordPart.parts(of: text)
    let modifiers = parts.dropLast().compactMap { modifier($0, in: value) }
    guard let last = parts.last else { return nil }
    let button = word(last.text, for: action, in: .button, at: value.span(of: last.range))
    guard errorCount == errorsBefore else { return nil }
    return button.flatMap { Click.Button(rawValue: $0) }.map { Click($0, modifiers: modifiers) }
  }

  /// Reads a direction, `fingers`, or a mapping of a direction to a number of steps.
  mutating func scroll(_ field: Field) -> Scroll? {
    let value = field.value
    guard case .mapping(let entries) = value.content else {
      let parts = ChordPart.parts(of: value.text ?? "").map(\.text)
      if parts.count > 1, let direction = parts.last, Vocabulary.word(direction, in: .scroll) != nil {
        let held = parts.dropLast().joined(separator: "+")
        mismatch(
          .unknownDirection, "'scroll' takes no modifiers", at: value.span, found: .scroll(direction),
          help: "to hold modifiers during a pan, pinch or rotate, add 'begin: {hold: \(held)}' to the rule")
        return nil
      }
      return word(value, for: field.name, in: .scroll).map { word in
        Scroll.Direction(rawValue: word).map { .steps($0, 1) } ?? .fingers
      }
    }
    let help = "write 'scroll: down' or 'scroll: {down: 3}'"
    guard let entry = entries.first, let name = entry.key.text, entries.count == 1 else {
      mismatch(.wrongShape, "'scroll' takes one direction", at: value.span.firstCharacter, help: help)
      return nil
    }
    guard let word = word(name, for: field.name, in: .scroll, at: entry.key.location) else { return nil }
    guard let direction = Scroll.Direction(rawValue: word) else {
      mismatch(
        .wrongShape, "'fingers' takes no number", at: entry.key.location,
        help: "write 'scroll: fingers'")
      return nil
    }
    return steps(entry.value, for: name).map { .steps(direction, $0) }
  }

  /// Reads an operation of the desktop.
  mutating func operation(_ field: Field) -> Action? {
    let (value, key) = (field.value, field.name)
    guard let subject = DesktopOperation.Subject(rawValue: key), let context = Word.Context(rawValue: key),
      let word = operationWord(field, subject, context),
      var operation = DesktopOperation(subject, word)
    else { return nil }
    if entry.position == .fingers {
      guard let touched = self.touched(operation, at: value.span) else { return nil }
      operation = touched
    }
    if case .window(let change) = operation, change.isOfTouchedWindow {
      mismatch(
        .missingKey, "'window: \(word)' requires 'at: fingers': the focused window has the focus", at: value.span,
        help: "write '{window: \(word), at: fingers}'")
      return nil
    }
    effects.append(.operation(operation, entry.span))
    return .desktop(operation)
  }

  /// The same operation on what is under the fingers.
  private mutating func touched(_ operation: DesktopOperation, at span: Span) -> DesktopOperation? {
    switch operation {
    case .window(let change) where change.isOfOneWindow: return .touchedWindow(change)
    case .workspace(let workspace) where workspace.isOfOneOutput: return .touchedWorkspace(workspace)
    case .window:
      mismatch(
        .misplacedKey, "'\(operation.text)' moves the focus, and takes no 'at'", at: span,
        help: "'at: fingers' goes with changes of one window, such as 'window: close'")
    case .workspace, .workspaceNumber, .touchedWorkspace, .touchedWindow, .desktop:
      mismatch(
        .misplacedKey, "'\(operation.text)' is the same for all outputs, and takes no 'at'", at: span,
        help: "'at: fingers' goes with 'workspace: next' and 'workspace: previous'")
    }
    return nil
  }

  /// Reads the word of an operation, or one with a number: `3`, `to-workspace-3`.
  private mutating func operationWord(
    _ field: Field, _ subject: DesktopOperation.Subject, _ context: Word.Context
  ) -> String? {
    let value = field.value
    let prefix = subject == .window ? DesktopOperation.Change.toWorkspace : ""
    guard subject != .desktop, let text = value.text, text.hasPrefix(prefix),
      text.dropFirst(prefix.count).wholeMatch(of: integer) != nil
    else { return word(value, for: field.name, in: context) }
    guard DesktopOperation(subject, text) == nil else { return text }
    mismatch(
      .outOfRange,
      "'\(subject == .window ? prefix + "N" : field.name)' takes a number from 1 to "
        + "\(DesktopOperation.mostWorkspaces), not '\(text.dropFirst(prefix.count))'",
      at: value.span, found: .word(text, key: field.name, context, isElement: false),
      help: "or one of \(Vocabulary.list(of: context))")
    return nil
  }

  /// Reads a global shortcut of Plasma: its component and its name.
  mutating func plasmaShortcut(_ field: Field) -> Action? {
    let value = field.value
    guard let text = text(of: value, for: field.name, expected: "a shortcut", example: "kwin,Window Close") else {
      return nil
    }
    if hasNUL(text, value) { return nil }
    guard let shortcut = PlasmaShortcut(text) else {
      mismatch(
        .unknownValue, "\(Phrase.quote(text)) is not a component and the name of a shortcut, with a comma between them",
        at: value.span, help: "write '\(field.name): \"kwin,Switch One Desktop to the Left\"'")
      return nil
    }
    return .compositor(.plasma, shortcut.text)
  }

  /// The largest number of wheel clicks of one action.
  static let mostSteps = 100.0

  private mutating func steps(_ value: Node, for key: String) -> Double? {
    number(value, for: key, "a number of steps", example: "3", most: Self.mostSteps, " steps") { .steps($0) }
  }

  /// The largest multiple of a speed.
  static let mostSpeed = 10.0

  /// Reads a multiple of a speed, by default that of the pointer.
  mutating func factor(_ value: Node, for key: String, of speed: String) -> Double? {
    number(value, for: key, "a multiple of \(speed)", example: "1.5", most: Self.mostSpeed) { _ in nil }
  }

  /// Reads a number without a unit, more than 0.
  private mutating func number(
    _ value: Node, for key: String, _ expected: String, example: String, most: Double, _ noun: String = "",
    found: (Quantity) -> Found?
  ) -> Double? {
    guard let text = text(of: value, for: key, expected: expected, example: example) else { return nil }
    guard let quantity = Quantity(text), let number = Double(quantity.digits) else {
      mismatch(
        .notAQuantity, "\(Phrase.quote(text)) is not \(expected)", at: value.span, help: "write '\(key): \(example)'")
      return nil
    }
    guard quantity.unit.isEmpty, quantity.isExact else {
      let found = found(quantity)
      mismatch(
        .unknownValue, "\(expected) has no unit", at: value.span, found: found,
        help: found == nil ? "write '\(key): \(example)'" : nil)
      return nil
    }
    guard !quantity.isNegative, number > 0, number <= most else {
      mismatch(
        .outOfRange, "\(Phrase.quote(text)) is out of range: more than 0 and at most \(Int(most))\(noun)",
        at: value.span)
      return nil
    }
    return number
  }

  /// Reads a mode's name, or a mapping of it and its duration.
  mutating func modeChange(_ field: Field) -> Action? {
    let value = field.value
    guard case .mapping(let entries) = value.content else {
      return mode(value, for: field.name, isSet: true).map { .mode($0, lasting: nil) }
    }
    let fields = checkedFields(of: entries, in: .modeChange)
    guard fields[.modeName] != nil else {
      if fields.unknown.isEmpty {
        mismatch(
          .missingKey, "'name' is missing", at: value.span.firstCharacter,
          help: "write 'mode: {name: resize, for: 5s}'")
      }
      return nil
    }
    let lasting = read(.lasting, fields)
    return read(.modeName, fields).map { .mode($0, lasting: lasting) }
  }

  /// Reads the name of a mode that is set or required.
  mutating func mode(_ value: Node, for key: String, isSet: Bool, isElement: Bool = false) -> String? {
    guard let name = text(of: value, for: key, expected: "a mode's name", example: "resize") else { return nil }
    guard !name.isBlank else {
      mismatch(
        .missingValue, "a mode's name cannot be empty", at: value.span,
        help: "the initial mode is '\(Situation.defaultMode)'")
      return nil
    }
    note(.pattern(name, key: Word.mode.name, isElement: isElement, value.span))
    effects.append(.mode(name, value.location, isSet: isSet))
    return name
  }
}
