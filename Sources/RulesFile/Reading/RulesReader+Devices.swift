internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

extension RulesReader {
  /// Reads `device`: a kind, a name, or a list of them.
  mutating func devices(_ value: Node) -> [DeviceFilter] {
    let expected = "a kind of device or a name"
    guard let elements = elements(of: value, for: "device", expected: expected, example: "touchpad") else { return [] }
    return elements.compactMap { element in
      text(of: element, for: "device", expected: expected, example: "touchpad").flatMap {
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
    guard text.contains(where: { !$0.isWhitespace }) else {
      report(.missingValue, "a device's name cannot be empty", at: span, help: everyDevice)
      return nil
    }
    if text.first == "!" {
      // All kinds but one.
      let others = Device.Kind.allCases.filter { "!" + $0.rawValue != text }
      let meant = others.count < Device.Kind.allCases.count ? others.first?.rawValue : nil
      report(
        .unknownDevice, "'!' negates nothing in the name of a device", at: span, suggestion: meant,
        help: meant == nil ? "write the devices that are meant; 'sleight devices' lists their names" : nil)
      return nil
    }
    // A device may have any name, but one that is almost a kind of device is probably a typing error.
    let foreign = ForeignWord.find(text, in: .device)
    let meant = foreign?.suggestion ?? Suggestion.nearest(to: text, among: Vocabulary.names(in: .device))
    guard foreign == nil, meant == nil else {
      let isName = "to match a device's name, write '\(text)*'"
      report(
        .unknownDevice, "unknown kind of device \(Phrase.quote(text))", at: span, suggestion: meant,
        help: foreign != nil && meant == nil ? everyDevice : isName)
      return nil
    }
    warn(ofDevice: text, at: span, isElement: isElement)
    return .named(text)
  }
}
