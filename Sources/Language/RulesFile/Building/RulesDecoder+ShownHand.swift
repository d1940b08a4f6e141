internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// Gestures that the desktop sees with another number of fingers.
extension RulesDecoder {
  private static let shownHandExample = "{fingers: 4}"
  private static var shownRange: String {
    "\(Trigger.showableFingers.lowerBound) to \(Trigger.showableFingers.upperBound)"
  }

  /// A hand as the desktop sees it.
  struct ShownHand {
    var fingers: Int
    /// The multiple of the movement of a hand on a touchscreen.
    var speed = 1.0
  }

  /// Reads `as`. Nil if the rule has none.
  /// - Parameter fingers: the numbers of fingers of the rule.
  mutating func shownHand(
    _ fields: Fields, fingers: ClosedRange<Int>, at location: Span?, _ devices: [DeviceFilter]
  ) -> ShownHand? {
    guard let field = fields[.shown] else { return nil }
    for other in fields.known where Self.excludesShownHand(other) {
      mismatch(
        .conflictingKeys, "'\(other.name)' and 'as' exclude each other", at: other.key.location,
        help: "with 'as', the desktop acts; for actions, write a second rule with 'also: true' and 'keep: true'",
        notes: [.init("'as' is here", at: field.key.location)])
    }
    guard let shown = shownHand(field.value, devices) else { return nil }
    // Every number of fingers on a touchscreen can be that of a touchpad.
    guard !devices.areTouchscreens else { return shown }
    if fingers == shown.fingers...shown.fingers {
      mismatch(
        .wrongFingers, "'as' has no effect: the hand has \(shown.fingers) fingers", at: field.value.span,
        help: "write another number of fingers than that of the rule")
    } else if !Trigger.showableFingers.contains(fingers.lowerBound)
      || !Trigger.showableFingers.contains(fingers.upperBound)
    {
      let usual = location == nil ? "the default of 'fingers' is \(Phrase.range(fingers)); " : ""
      mismatch(
        .wrongFingers, "'as' requires a gesture of \(Self.shownRange) fingers on a touchpad",
        at: location ?? field.key.location,
        help: "\(usual)with 'device: touchscreen', any number is possible")
    }
    return shown
  }

  private mutating func shownHand(_ value: Node, _ devices: [DeviceFilter]) -> ShownHand? {
    let example = Self.shownHandExample
    guard case .mapping(let entries) = value.content else {
      mismatch(
        value.isNull ? .missingValue : .wrongShape,
        value.isNull
          ? "'as' has no value; it takes a mapping" : "'as' takes a mapping, not \(Phrase.shape(of: value))",
        at: value.span.firstCharacter,
        found: .shownHand(value), help: "write 'as: \(example)'")
      return nil
    }
    let fields = checkedFields(of: entries, in: .shownHand)
    if let speed = fields[.shownSpeed], devices.areTouchpads {
      mismatch(
        .misplacedKey, "'speed' is for touchscreens, and this rule is for touchpads", at: speed.key.location,
        help: "on an owned touchpad, the desktop sees the fingers themselves")
    }
    let speed = read(.shownSpeed, fields)
    guard fields[.shownFingers] != nil else {
      if fields.unknown.isEmpty {
        mismatch(.missingValue, "'as' has no number of fingers", at: value.span, help: "write 'as: \(example)'")
      }
      return nil
    }
    return read(.shownFingers, fields).map { ShownHand(fingers: $0, speed: speed ?? 1) }
  }

  /// Reads the number of fingers that the desktop sees.
  mutating func shownFingers(_ field: Field) -> Int? {
    let expected = "a number from \(Self.shownRange)"
    guard let text = text(of: field.value, for: field.name, expected: expected, example: "4") else { return nil }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let shown = Int(text), Trigger.showableFingers.contains(shown)
    else {
      mismatch(
        .wrongFingers, "\(Phrase.quote(text)) is not a number from \(Self.shownRange)", at: field.value.span,
        help: "libinput reports gestures of two to four fingers")
      return nil
    }
    return shown
  }

  /// True for keys of actions, and of gestures that the desktop sees anyway.
  private static func excludesShownHand(_ field: Field) -> Bool {
    field.word.hasActions || [.every, .at, .dragging, .resume, .lift, .edgeSpeed, .also, .keep].contains(field.word)
  }
}
