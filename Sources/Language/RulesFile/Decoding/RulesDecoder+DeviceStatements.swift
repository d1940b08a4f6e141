internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads `devices`: names of devices with their properties.
  mutating func deviceStatements(_ value: Node) -> [DeviceStatement] {
    let expected = "a mapping of device names and properties"
    let example = "{\"Atmel*\": {size: 344mm x 194mm}}"
    guard case .mapping(let entries) = value.content else {
      wrongShape(value, for: Word.devices.name, expected: expected, example: example)
      return []
    }
    return named(entries, "a device", ignoresCase: true).compactMap { name, entry in
      let filter = filter(name, at: entry.key.location, everyDevice: "write '\"*\"' for every device", isElement: true)
      let properties = deviceProperties(entry.value, of: name)
      return filter.map { DeviceStatement($0, properties) }
    }
  }

  private mutating func deviceProperties(_ value: Node, of name: String) -> DeviceProperties {
    let example = "{size: 344mm x 194mm}"
    let quoted = Phrase.quote(name)
    guard case .mapping(let entries) = value.content else {
      mismatch(
        value.isNull ? .missingValue : .wrongShape,
        value.isNull ? "\(quoted) has no properties" : "\(quoted) takes a mapping, not \(Phrase.shape(of: value))",
        at: value.span.firstCharacter, found: .deviceProperties(value),
        help: "write the device's properties, such as '\(example)' or '{ignore: true}'")
      return DeviceProperties()
    }
    let fields = checkedFields(of: entries, in: .deviceProperty)
    if entries.isEmpty {
      mismatch(
        .missingValue, "\(quoted) has no properties", at: value.span,
        help: "write the device's properties, such as '\(example)' or '{ignore: true}'")
    }
    return DeviceProperties(
      size: read(.size, fields), orientation: read(.turn, fields), output: read(.panel, fields),
      isIgnored: read(.ignore, fields), isOwned: read(.own, fields), isKept: read(.keepsDevice, fields),
      bounce: read(.bounce, fields))
  }

  mutating func outputName(_ field: Field) -> String? {
    let value = field.value
    guard let name = text(of: value, for: field.name, expected: "an output's name", example: "eDP-1") else {
      return nil
    }
    guard !name.isBlank else {
      mismatch(.missingValue, "an output's name cannot be empty", at: value.span, help: "write 'output: eDP-1'")
      return nil
    }
    return name
  }
}
