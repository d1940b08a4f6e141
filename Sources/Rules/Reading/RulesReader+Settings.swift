internal import Diagnostics
internal import YAML

extension RulesReader {
  /// Reads `settings` and answers the keyboard layout, the only one of them yet.
  mutating func settings(_ value: Node) -> KeyboardLayout? {
    guard case .mapping(let entries) = value.content else {
      if value.isNull {
        reportMissing(value, for: "settings", expected: "a mapping", example: "{keyboard: de}")
      } else {
        report(
          .wrongShape, "'settings' takes a mapping, not \(Phrase.shape(of: value))", at: value.span.firstCharacter,
          help: "write 'settings: {keyboard: de}'")
      }
      return nil
    }
    let fields = fields(of: entries, in: .settings)
    for entry in fields.unknown { reportUnknown(entry, in: .settings, as: "setting") }
    return fields["keyboard"].flatMap { keyboard($0.value) }
  }

  private mutating func keyboard(_ value: Node) -> KeyboardLayout? {
    guard case .mapping(let entries) = value.content else {
      return name(value, for: "keyboard").map { KeyboardLayout(layout: $0) }
    }
    let fields = fields(of: entries, in: .keyboard)
    for entry in fields.unknown { reportUnknown(entry, in: .keyboard) }
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
      report(
        .missingValue, "'variant' is one of a layout, and 'layout' is missing", at: variant.key.span,
        help: "write 'keyboard: {layout: de, variant: neo}'")
    }
    return layout
  }

  /// A name of xkeyboard-config(7), or several with commas between them. The layout `no` is Norway's.
  private mutating func name(_ value: Node, for key: String) -> String? {
    let example = ["variant": "neo", "model": "pc105", "options": "compose:caps"][key] ?? "de"
    guard let name = text(of: value, for: key, expected: "text", example: example) else { return nil }
    guard !name.isEmpty, !name.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.value < 0x20 }) else {
      report(
        .wrongShape, "\(Phrase.quote(name)) is no name of a keyboard \(key == "keyboard" ? "layout" : key)",
        at: value.span, help: "write '\(key): \(example)'; several stand with commas and no spaces between them")
      return nil
    }
    return name
  }
}
