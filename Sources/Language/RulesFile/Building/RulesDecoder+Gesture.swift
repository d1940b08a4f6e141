internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads a gesture's value and the limits that belong to it; nil if the value has a mistake.
  mutating func pattern(_ gesture: Field, _ fields: Fields) -> Pattern? {
    switch Gesture.Kind(rawValue: gesture.word.name) {
    case .tap: tap(gesture.value, fields).map { .tap($0) }
    case .longPress: longPress(gesture.value, fields).map { .longPress($0) }
    case .swipe: swipe(gesture.value, fields).map { .swipe($0) }
    case .pan: pan(gesture.value, fields).map { .pan($0) }
    case .pinch: pinch(gesture.value, fields).map { .pinch($0) }
    case .rotate: rotate(gesture.value, fields).map { .rotate($0) }
    case .circle: circle(gesture.value, fields).map { .circle($0) }
    case .stroke: stroke(gesture.value).map { .stroke($0) }
    case .press: press(gesture.value, fields).map { .press($0) }
    case .tipTap: tipTap(gesture.value).map { .tipTap($0) }
    case .touch: word(gesture.value, for: "touch", in: .touch).map { _ in .touch }
    case nil: nil
    }
  }

  private mutating func tap(_ value: Node, _ fields: Fields) -> TapPattern? {
    let taps = tapCount(value)
    var pattern = content.defaults.tap
    limits(LimitRows.tap, fields, into: &pattern)
    guard let taps else { return nil }
    pattern.taps = taps
    if taps > 1, Self.isNumber(value.text), ["fingers", "edge", "corner"].allSatisfy({ fields[$0] == nil }) {
      note(.taps(taps, value.span))
    }
    return pattern
  }

  /// Reads the number of taps of a tap.
  private mutating func tapCount(_ value: Node) -> Int? {
    if let text = value.text, Self.isNumber(text) { return taps(text, for: "tap", at: value.span) }
    switch word(value, for: "tap", in: .tap) {
    case "single": return 1
    case "double": return 2
    case "triple": return 3
    default: return nil
    }
  }

  /// True for a whole number without a sign.
  private static func isNumber(_ text: String?) -> Bool {
    text.map { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } } ?? false
  }

  /// A number of taps from 1 to the most; nil, and a message, if `text` is none.
  private mutating func taps(_ text: String, for key: String, at span: Span) -> Int? {
    if let number = Int(text), (1...TapPattern.mostTaps).contains(number) { return number }
    mismatch(
      .outOfRange, "\(Phrase.quote(text)) is out of range: '\(key)' is from 1 to \(TapPattern.mostTaps)", at: span)
    return nil
  }

  private mutating func longPress(_ value: Node, _ fields: Fields) -> LongPressPattern? {
    let duration = quantity(value, for: "long-press", .duration)
    var pattern = content.defaults.longPress
    limits(LimitRows.longPress, fields, into: &pattern)
    if let taps = fields["taps"].flatMap({ self.taps($0.value) }) { pattern.taps = taps }
    pattern.step = step(fields, of: .longPress).map { .milliseconds($0) }
    if let moved = fields["moved"] { pattern.moved = path(moved.value, for: "moved").map(content.defaults.swipe.along) }
    guard let duration else { return nil }
    pattern.duration = .milliseconds(duration)
    return pattern
  }

  private mutating func swipe(_ value: Node, _ fields: Fields) -> SwipePattern? {
    let path = path(value, for: "swipe")
    var pattern = content.defaults.swipe
    if fields["edge"] != nil { pattern.distance = content.defaults.edge.distance }
    if fields["corner"] != nil { pattern.distance = content.defaults.corner.distance }
    limits(fields, into: &pattern)
    pattern.waitsForLift = moment(fields) == .lift
    return path.map(pattern.along)
  }

  private mutating func pan(_ value: Node, _ fields: Fields) -> PanPattern? {
    let directions = directions(value, for: "pan")
    var pattern = content.defaults.pan
    limits(LimitRows.pan, fields, into: &pattern)
    pattern.step = step(fields, of: .pan).map { Millimetres($0) }
    pattern.goesBack = fields["back"] != nil
    if let anchor = fields["anchor"].flatMap({ self.anchor($0.value) }) { pattern.anchor = anchor }
    if let taps = fields["taps"].flatMap({ self.taps($0.value) }) { pattern.taps = taps }
    guard let directions else { return nil }
    pattern.directions = directions.named
    pattern.angles = directions.angles
    return pattern
  }

  private mutating func pinch(_ value: Node, _ fields: Fields) -> PinchPattern? {
    let directions = words(value, for: "pinch", in: .pinch).map { PinchDirections(words: $0) }
    var pattern = content.defaults.pinch
    pattern.goesBack = fields["back"] != nil
    let onlyParts = directions == .outwards && !pattern.goesBack
    limits(fields, into: &pattern, onlyParts ? LimitRows.spread : LimitRows.pinch)
    pattern.step = step(fields, of: .pinch).map { $0 / 100 }
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func rotate(_ value: Node, _ fields: Fields) -> RotatePattern? {
    let directions = words(value, for: "rotate", in: .rotate).map { RotationDirections(words: $0) }
    var pattern = content.defaults.rotate
    limits(LimitRows.rotate, fields, into: &pattern)
    pattern.step = step(fields, of: .rotate)
    pattern.goesBack = fields["back"] != nil
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func circle(_ value: Node, _ fields: Fields) -> CirclePattern? {
    let directions = words(value, for: "circle", in: .rotate).map { RotationDirections(words: $0) }
    var pattern = content.defaults.circle
    limits(LimitRows.circle, fields, into: &pattern)
    pattern.step = step(fields, of: .circle)
    pattern.goesBack = fields["back"] != nil
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func press(_ value: Node, _ fields: Fields) -> PressPattern? {
    let word = word(value, for: "press", in: .press)
    let step = step(fields, of: .press).map { Duration.milliseconds($0) }
    return word.flatMap(PressPattern.Force.init).map { PressPattern($0, step: step) }
  }

  private mutating func tipTap(_ value: Node) -> TipTapPattern? {
    words(value, for: "tip-tap", in: .tipTap).map { TipTapPattern(TipTapSides(words: $0)) }
  }

  /// Reads the number of fingers that rest beside those that move.
  private mutating func anchor(_ value: Node) -> Int? {
    guard let text = text(of: value, for: "anchor", expected: "1", example: "1") else { return nil }
    guard text == "1" else {
      mismatch(
        .unknownValue, "'anchor' takes 1, not \(Phrase.quote(text))", at: value.span,
        found: .number(text, key: "anchor"),
        help: "it is the number of fingers that rest; 'fingers' is the number of those that move")
      return nil
    }
    return 1
  }

  /// Reads the number of taps before a long press or a pan.
  private mutating func taps(_ value: Node) -> Int? {
    let expected = "a number from 1 to \(TapPattern.mostTaps)"
    guard let text = text(of: value, for: "taps", expected: expected, example: "1") else { return nil }
    guard !Self.isNumber(text) else { return taps(text, for: "taps", at: value.span) }
    mismatch(
      .unknownValue, "'taps' takes \(expected), not \(Phrase.quote(text))", at: value.span,
      found: .number(text, key: "taps"), help: "it is the number of taps before the gesture")
    return nil
  }
}

extension SwipePattern {
  /// The same swipe along a path.
  fileprivate func along(_ path: SwipePath) -> SwipePattern {
    var pattern = self
    pattern.directions = path.first.named
    pattern.angles = path.first.angles
    pattern.then = path.then
    return pattern
  }
}
