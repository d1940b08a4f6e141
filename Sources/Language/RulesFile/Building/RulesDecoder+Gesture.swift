internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads a gesture's value and the limits that belong to it; nil if the value has a mistake.
  mutating func pattern(_ gesture: Word, _ fields: Fields) -> Pattern? {
    switch Gesture.Kind(rawValue: gesture.name) {
    case .tap: tap(fields).map { .tap($0) }
    case .longPress: longPress(fields).map { .longPress($0) }
    case .swipe: swipe(fields).map { .swipe($0) }
    case .pan: pan(fields).map { .pan($0) }
    case .pinch: pinch(fields).map { .pinch($0) }
    case .rotate: rotate(fields).map { .rotate($0) }
    case .circle: circle(fields).map { .circle($0) }
    case .stroke: stroke(fields).map { .stroke($0) }
    case .press: press(fields).map { .press($0) }
    case .tipTap: read(.tipTap, fields).map { .tipTap(TipTapPattern($0)) }
    case .touch: read(.touch, fields).map { _ in .touch }
    case nil: nil
    }
  }

  private mutating func tap(_ fields: Fields) -> TapPattern? {
    let taps = read(.tap, fields)
    var pattern = content.defaults.tap
    limits(LimitRows.tap, of: .tap, fields, into: &pattern)
    guard let taps, let value = fields[.tap]?.value else { return nil }
    pattern.taps = taps
    let others: [Word] = [.fingers, .edge, .corner]
    if taps > 1, Self.isNumber(value.text), others.allSatisfy({ fields[$0] == nil }) { note(.taps(taps, value.span)) }
    return pattern
  }

  private mutating func longPress(_ fields: Fields) -> LongPressPattern? {
    let duration = read(.longPress, fields)
    var pattern = content.defaults.longPress
    limits(LimitRows.longPress, of: .longPress, fields, into: &pattern)
    if let taps = read(.taps, fields) { pattern.taps = taps }
    pattern.step = step(fields, of: .longPress).map { .milliseconds($0) }
    pattern.moved = read(.moved, fields).map(content.defaults.swipe.along)
    guard let duration else { return nil }
    pattern.duration = duration
    return pattern
  }

  private mutating func swipe(_ fields: Fields) -> SwipePattern? {
    let path = read(.swipe, fields)
    var pattern = content.defaults.swipe
    if fields[.edge] != nil { pattern.distance = content.defaults.edge.distance }
    if fields[.corner] != nil { pattern.distance = content.defaults.corner.distance }
    limits(fields, into: &pattern)
    pattern.waitsForLift = moment(fields) == .lift
    if let taps = read(.taps, fields) { pattern.taps = taps }
    return path.map(pattern.along)
  }

  private mutating func pan(_ fields: Fields) -> PanPattern? {
    let path = read(.pan, fields)
    var pattern = content.defaults.pan
    limits(LimitRows.pan, of: .pan, fields, into: &pattern)
    pattern.step = step(fields, of: .pan).map { Millimetres($0) }
    pattern.goesBack = fields[.back] != nil
    pattern.projected = projected(fields, of: .pan).map { Millimetres($0) }
    if let anchor = read(.anchor, fields) { pattern.anchor = anchor }
    if let taps = read(.taps, fields) { pattern.taps = taps }
    guard let path else { return nil }
    pattern.directions = path.first.named
    pattern.angles = path.first.angles
    return pattern
  }

  private mutating func pinch(_ fields: Fields) -> PinchPattern? {
    let directions = read(.pinch, fields)
    var pattern = content.defaults.pinch
    pattern.goesBack = fields[.back] != nil
    let onlyParts = directions == .outwards && !pattern.goesBack
    limits(fields, into: &pattern, onlyParts ? LimitRows.spread : LimitRows.pinch)
    pattern.step = step(fields, of: .pinch).map { $0 / 100 }
    pattern.projected = projected(fields, of: .pinch).map { $0 / 100 }
    if let taps = read(.taps, fields) { pattern.taps = taps }
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func rotate(_ fields: Fields) -> RotatePattern? {
    let directions = read(.rotate, fields)
    var pattern = content.defaults.rotate
    limits(LimitRows.rotate, of: .rotate, fields, into: &pattern)
    pattern.step = step(fields, of: .rotate)
    pattern.projected = projected(fields, of: .rotate)
    if let taps = read(.taps, fields) { pattern.taps = taps }
    pattern.goesBack = fields[.back] != nil
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func circle(_ fields: Fields) -> CirclePattern? {
    let directions = read(.circle, fields)
    var pattern = content.defaults.circle
    limits(LimitRows.circle, of: .circle, fields, into: &pattern)
    pattern.step = step(fields, of: .circle)
    if let taps = read(.taps, fields) { pattern.taps = taps }
    pattern.goesBack = fields[.back] != nil
    guard let directions else { return nil }
    pattern.directions = directions
    return pattern
  }

  private mutating func stroke(_ fields: Fields) -> StrokePattern? {
    let shape = read(.stroke, fields)
    var pattern = content.defaults.stroke
    limits(LimitRows.stroke, of: .stroke, fields, into: &pattern)
    if let taps = read(.taps, fields) { pattern.taps = taps }
    pattern.drawnFrom = read(.drawnFrom, fields)
    guard let shape else { return nil }
    (pattern.name, pattern.templates) = (shape.name, shape.templates)
    return pattern
  }

  private mutating func press(_ fields: Fields) -> PressPattern? {
    let force = read(.press, fields)
    var pattern = content.defaults.press
    pattern.step = step(fields, of: .press).map { .milliseconds($0) }
    limits(LimitRows.press, of: .press, fields, into: &pattern)
    guard let force else { return nil }
    pattern.force = force
    return pattern
  }

  /// Reads the number of taps of a tap.
  mutating func tapCount(_ field: Field) -> Int? {
    if let text = field.value.text, Self.isNumber(text) { return taps(text, for: field.name, at: field.value.span) }
    let word = word(field.value, for: field.name, in: .tap)
    return Vocabulary.names(in: .tap).firstIndex { $0 == word }.map { $0 + 1 }
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

  /// Reads the number of fingers that rest beside those that move.
  mutating func anchor(_ field: Field) -> Int? {
    guard let text = text(of: field.value, for: field.name, expected: "1", example: "1") else { return nil }
    guard text == "1" else {
      mismatch(
        .unknownValue, "'anchor' takes 1, not \(Phrase.quote(text))", at: field.value.span,
        found: .number(text, key: field.name),
        help: "it is the number of fingers that rest; 'fingers' is the number of those that move")
      return nil
    }
    return 1
  }

  /// Reads the number of taps before another gesture.
  mutating func taps(_ field: Field) -> Int? {
    let expected = "a number from 1 to \(TapPattern.mostTaps)"
    guard let text = text(of: field.value, for: field.name, expected: expected, example: "1") else { return nil }
    guard !Self.isNumber(text) else { return taps(text, for: field.name, at: field.value.span) }
    mismatch(
      .unknownValue, "'taps' takes \(expected), not \(Phrase.quote(text))", at: field.value.span,
      found: .number(text, key: field.name), help: "it is the number of taps before the gesture")
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
