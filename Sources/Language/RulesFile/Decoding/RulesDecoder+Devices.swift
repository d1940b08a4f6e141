internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads `device`: a kind, a name, or a list of them.
  mutating func devices(_ field: Field) -> [DeviceFilter] {
    let value = field.value
    let expected = "a kind of device or a name"
    guard let elements = elements(of: value, for: field.name, expected: expected, example: "touchpad") else {
      return []
    }
    return elements.compactMap { element in
      text(of: element, for: field.name, expected: expected, example: "touchpad").flatMap {
        filter(
          $0, at: element.span, everyDevice: "a rule without 'device' applies to every device",
          isElement: value.isSequence)
      }
    }
  }

  /// Reads a kind of device or a name.
  /// - Parameter everyDevice: help for authors who mean every device.
  mutating func filter(_ text: String, at span: Span, everyDevice: String, isElement: Bool) -> DeviceFilter? {
    if let kind = Device.Kind(rawValue: text) { return .kind(kind) }
    guard !text.isBlank else {
      mismatch(.missingValue, "a device's name cannot be empty", at: span, help: everyDevice)
      return nil
    }
    // A device may have any name, but one that is almost a kind of device is probably a typing error.
    guard names.isDevice(text) else {
      mismatch(
        .unknownDevice, "unknown kind of device \(Phrase.quote(text))", at: span,
        found: .device(text, everyDevice: everyDevice), help: "to match a device's name, write '\(text)*'")
      return nil
    }
    note(.device(text, isElement: isElement, span))
    return .named(text)
  }
}
