internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

extension RulesDecoder {
  /// Reads `settings`, before all rules, because they apply to all of them wherever they stand.
  mutating func settings(_ value: Node) {
    guard case .mapping(let entries) = value.content else {
      wrongShape(
        value, for: Word.settings.name, expected: "a mapping", example: "{swipe: {distance: 10mm}}",
        help: value.isSequence ? "write each setting as a key under 'settings', without '- ' or brackets" : nil)
      return
    }
    let fields = checkedFields(of: entries, in: .settings, as: "setting")
    // It was taken in before all other settings, and is only checked here.
    _ = read(.person, fields)
    content.keyboard = read(.keyboard, fields) ?? content.keyboard
    content.injection = read(.inject, fields) ?? content.injection
    if let field = fields[.desktopSwipes] {
      content.desktopSwipes = read(.desktopSwipes, fields).map { ($0, field.key.span) }
    }
    content.pointerSpeed = read(.usualSpeed, fields) ?? content.pointerSpeed
    content.keepsFingers = read(.keepsFingers, fields) ?? content.keepsFingers
    content.panicTime = read(.panic, fields) ?? content.panicTime
    content.settling = read(.settle, fields) ?? content.settling
    content.lockProbe = read(.lockedIf, fields) ?? content.lockProbe
    content.mayReadKeyboards = read(.readKeyboards, fields) ?? content.mayReadKeyboards
    content.mayReadContacts = read(.contacts, fields) ?? content.mayReadContacts
    content.keepsPositions = read(.keepPositions, fields) ?? content.keepsPositions
    content.showsErrors = read(.notifications, fields) ?? content.showsErrors
    content.hintSide = read(.hint, fields) ?? content.hintSide
    content.hintsMisses = read(.hintMisses, fields) ?? content.hintsMisses
    content.hintsFullscreen = read(.hintFullscreen, fields) ?? content.hintsFullscreen
    content.actsWhileTyping = read(.whileTyping, fields) ?? content.actsWhileTyping
    content.actsWhilePenNear = read(.whilePenNear, fields) ?? content.actsWhilePenNear
    content.defaults.resume = read(.usualResume, fields) ?? content.defaults.resume
    addKeys(of: fields, in: "")
    for field in fields.known { _ = read(field, as: Void.self) }
  }

  /// Records where a section of `settings` states its keys.
  private mutating func addKeys(of fields: Fields, in section: String) {
    content.settingKeys[section] = Self.keys(fields, in: fileName) + (content.settingKeys[section] ?? [])
  }

  /// The default limits of one kind of gesture, or of gestures that start at an edge or in a corner; nil if the value
  /// is no mapping.
  mutating func defaults(_ field: Field, in context: Word.Context) -> Fields? {
    guard case .mapping(let entries) = field.value.content else {
      let example = Vocabulary.example(of: context, Gesture.Kind(rawValue: field.name))
      if field.value.isNull {
        missing(field.value, for: field.name, expected: "a mapping", example: example)
      } else {
        mismatch(
          .wrongShape, "'\(field.name)' takes a mapping here, not \(Phrase.shape(of: field.value))",
          at: field.value.span.firstCharacter, help: "write '\(field.name): \(example)'")
      }
      return nil
    }
    let fields = checkedFields(of: entries, in: context, as: "setting")
    addKeys(of: fields, in: field.name)
    return fields
  }

  /// Reads the lock probe: a command that reports the session's lock.
  mutating func lockProbe(_ field: Field) -> String? { shellCommand(field, example: "pgrep -x swaylock") }

  /// Reads what a rule asks before its gesture begins: a command, or one with the time for which it waits.
  mutating func question(_ field: Field) -> Question? {
    guard case .mapping(let entries) = field.value.content else { return shellCommand(field).map { Question($0) } }
    let fields = checkedFields(of: entries, in: .question)
    let time = read(.answerTime, fields)
    guard fields[.question] != nil else {
      missing(field.value, for: field.name, expected: "a shell command", example: "{execute: pgrep -x mpv}")
      return nil
    }
    return read(.question, fields).map { Question($0, within: time ?? Question.usualTime) }
  }

  /// Reads a shell command whose exit status is an answer.
  mutating func shellCommand(_ field: Field, example: String = "pgrep -x mpv") -> String? {
    let value = field.value
    guard let command = text(of: value, for: field.name, expected: "a shell command", example: example) else {
      return nil
    }
    guard !command.isBlank else {
      missing(value, for: field.name, expected: "a shell command", example: example)
      return nil
    }
    return hasNUL(command, value) ? nil : command
  }

  mutating func keyboard(_ field: Field) -> KeyboardLayout? {
    guard case .mapping(let entries) = field.value.content else {
      return name(field, noun: Word.layout.name, example: "de").map { KeyboardLayout(layout: $0) }
    }
    let fields = checkedFields(of: entries, in: .keyboard)
    if let variant = fields[.variant], fields[.layout] == nil {
      mismatch(
        .missingValue, "'variant' requires 'layout'", at: variant.key.span,
        help: "write 'keyboard: {layout: de, variant: neo}'")
    }
    var layout = KeyboardLayout(layout: read(.layout, fields) ?? "")
    layout.variant = read(.variant, fields) ?? layout.variant
    layout.model = read(.model, fields) ?? layout.model
    layout.options = read(.options, fields) ?? layout.options
    return layout
  }

  /// Reads a name of xkeyboard-config(7), or several with commas between them. The layout `no` is Norway's, not false.
  mutating func name(_ field: Field, noun: String, example: String) -> String? {
    let (value, key) = (field.value, field.name)
    guard let name = text(of: value, for: key, expected: "text", example: example) else { return nil }
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) else {
      mismatch(
        .wrongShape, "\(Phrase.quote(name)) is not the name of a keyboard \(noun)",
        at: value.span, help: "write '\(key): \(example)'; separate several with commas, without spaces")
      return nil
    }
    return name
  }
}
