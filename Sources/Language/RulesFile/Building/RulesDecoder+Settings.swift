internal import Diagnostics
internal import Rules
internal import YAML

extension RulesDecoder {
  /// Reads `settings`, before all rules, because they apply to all of them wherever they stand.
  mutating func settings(_ value: Node) {
    guard case .mapping(let entries) = value.content else {
      wrongShape(
        value, for: "settings", expected: "a mapping", example: "{swipe: {distance: 10mm}}",
        help: value.isSequence ? "write each setting as a key under 'settings', without '- ' or brackets" : nil)
      return
    }
    let fields = checkedFields(of: entries, in: .settings, as: "setting")
    content.keyboard = fields["keyboard"].flatMap { keyboard($0.value) } ?? content.keyboard
    let injector = fields["inject"].flatMap { word($0.value, for: "inject", in: .injector) }
    content.injection = injector.flatMap { Injection(rawValue: $0) } ?? content.injection
    if let field = fields["desktop-swipes"] {
      let state = word(field.value, for: "desktop-swipes", in: .desktopSwipes)
      content.desktopSwipes = state.flatMap { DesktopSwipes(rawValue: $0) }.map { ($0, field.key.span) }
    }
    content.pointerSpeed =
      fields["pointer-speed"].flatMap { factor($0.value, for: "pointer-speed") } ?? content.pointerSpeed
    content.panicTime = duration("panic", fields) ?? content.panicTime
    content.settling = duration("settle", fields) ?? content.settling
    content.lockProbe = fields["locked-if"].flatMap { lockProbe($0.value) } ?? content.lockProbe
    content.mayReadKeyboards = flag("read-keyboards", fields) ?? content.mayReadKeyboards
    content.mayReadContacts = flag("contacts", fields) ?? content.mayReadContacts
    content.keepsPositions = flag("keep-positions", fields) ?? content.keepsPositions
    content.actsWhileTyping = flag("while-typing", fields) ?? content.actsWhileTyping
    addKeys(of: fields, in: "")
    var defaults = content.defaults
    defaults.resume = duration("resume", fields) ?? defaults.resume
    for field in fields.known { self.defaults(field, into: &defaults) }
    content.defaults = defaults
  }

  /// Records where a section of `settings` states its keys.
  private mutating func addKeys(of fields: Fields, in section: String) {
    content.settingKeys[section] = Self.keys(fields, in: fileName) + (content.settingKeys[section] ?? [])
  }

  /// Reads the default limits of one kind of gesture, or of gestures that start at an edge or in a corner.
  private mutating func defaults(_ field: Field, into defaults: inout Defaults) {
    guard case .mapping(let context) = field.word.value else { return }
    guard case .mapping(let entries) = field.value.content else {
      let example = Vocabulary.example(of: context)
      if field.value.isNull {
        missing(field.value, for: field.word.name, expected: "a mapping", example: example)
      } else {
        mismatch(
          .wrongShape, "'\(field.word.name)' takes a mapping here, not \(Phrase.shape(of: field.value))",
          at: field.value.span.firstCharacter, help: "write '\(field.word.name): \(example)'")
      }
      return
    }
    let fields = checkedFields(of: entries, in: context, as: "setting")
    addKeys(of: fields, in: field.word.name)
    switch field.word.name {
    case "tap": limits(LimitRows.tap, fields, into: &defaults.tap)
    case "long-press": limits(LimitRows.longPress, fields, into: &defaults.longPress)
    case "swipe": limits(fields, into: &defaults.swipe)
    case "pan": limits(LimitRows.pan, fields, into: &defaults.pan)
    case "pinch": limits(fields, into: &defaults.pinch, LimitRows.pinch)
    case "rotate": limits(LimitRows.rotate, fields, into: &defaults.rotate)
    case "circle": limits(LimitRows.circle, fields, into: &defaults.circle)
    case "edge": limits(LimitRows.start, fields, into: &defaults.edge)
    default: limits(LimitRows.start, fields, into: &defaults.corner)
    }
  }

  /// Reads the lock probe: a command that reports the session's lock.
  private mutating func lockProbe(_ value: Node) -> String? {
    let example = "pgrep -x swaylock"
    guard let command = text(of: value, for: "locked-if", expected: "a shell command", example: example) else {
      return nil
    }
    guard !command.isBlank else {
      missing(value, for: "locked-if", expected: "a shell command", example: example)
      return nil
    }
    return hasNUL(command, value) ? nil : command
  }

  private mutating func keyboard(_ value: Node) -> KeyboardLayout? {
    guard case .mapping(let entries) = value.content else {
      return name(value, for: "keyboard").map { KeyboardLayout(layout: $0) }
    }
    let fields = checkedFields(of: entries, in: .keyboard)
    var layout = KeyboardLayout(layout: "")
    for field in fields.known {
      guard let name = name(field.value, for: field.word.name) else { continue }
      switch field.word.name {
      case "layout": layout.layout = name
      case "variant": layout.variant = name
      case "model": layout.model = name
      default: layout.options = name
      }
    }
    if let variant = fields["variant"], fields["layout"] == nil {
      mismatch(
        .missingValue, "'variant' requires 'layout'", at: variant.key.span,
        help: "write 'keyboard: {layout: de, variant: neo}'")
    }
    return layout
  }

  /// Reads a name of xkeyboard-config(7), or several with commas between them. The layout `no` is Norway's, not false.
  private mutating func name(_ value: Node, for key: String) -> String? {
    let example = ["variant": "neo", "model": "pc105", "options": "compose:caps"][key] ?? "de"
    guard let name = text(of: value, for: key, expected: "text", example: example) else { return nil }
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) else {
      mismatch(
        .wrongShape, "\(Phrase.quote(name)) is not the name of a keyboard \(key == "keyboard" ? "layout" : key)",
        at: value.span, help: "write '\(key): \(example)'; separate several with commas, without spaces")
      return nil
    }
    return name
  }
}
