internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads a speed, which is the minimum, or a range of speeds, in the base unit of `limits`.
  mutating func speed(_ value: Node, for key: String, _ limits: Limits) -> ClosedRange<Double>? {
    let example = limits.dimension.example
    guard let text = text(of: value, for: key, expected: limits.dimension.phrase, example: example) else { return nil }
    guard let halves = Quantity.halves(of: text) else {
      return quantity(text, for: key, limits, at: value.span).map { $0...Double.infinity }
    }
    let unit = Quantity(example)?.unit ?? ""
    return range(halves, text, for: key, limits.lowerBound, limits, at: value.span, unit: unit)
  }

  /// Reads a range of lengths, in mm.
  mutating func lengths(_ value: Node, for key: String) -> ClosedRange<Millimetres>? {
    let expected = "a range of lengths"
    guard let text = text(of: value, for: key, expected: expected, example: "20mm-130mm") else { return nil }
    guard let halves = Quantity.halves(of: text) else {
      mismatch(
        .malformedRange, "\(Phrase.quote(text)) is not \(expected)", at: value.span,
        help: "write the least and the greatest, such as '\(key): 20mm-130mm'")
      return nil
    }
    return range(halves, text, for: key, .position, .position, at: value.span, unit: "mm").map {
      Millimetres($0.lowerBound)...Millimetres($0.upperBound)
    }
  }

  /// Reads a range of two quantities, in their base unit.
  private mutating func range(
    _ halves: Quantity.Halves, _ text: String, for key: String, _ first: Limits, _ second: Limits, at span: Span,
    unit: String
  ) -> ClosedRange<Double>? {
    guard isExact(halves, text, at: span, unit: unit),
      let least = quantity(halves.first, for: key, first, at: span),
      let most = quantity(halves.second, for: key, second, at: span)
    else { return nil }
    guard least < most else {
      reportBackwards(halves, text, at: span)
      return nil
    }
    return least...most
  }

  /// Reads a range of angles, counterclockwise from the first to the second: `315°-45°` is about right.
  mutating func angleRange(_ text: String, for key: String, at span: Span) -> AngleRange? {
    guard let halves = Quantity.halves(of: text) else {
      // A number without a unit is an angle as well, so that one message is enough.
      let isBare = Quantity(text)?.unit.isEmpty == true
      if let angle = quantity(isBare ? text.trimmed + "°" : text, for: key, .direction, at: span) {
        mismatch(
          .malformedRange, "\(Phrase.quote(text)) is a single angle, not a range", at: span,
          found: .angle(angle), help: "0° is right, 90° up, 180° left, 270° down")
      }
      return nil
    }
    if halves.normalized != nil {
      mismatch(
        .malformedRange, "angles are from 0° to 360°, counterclockwise", at: span, found: .range(halves, unit: "°"),
        help: "a range may cross 0°, which is right: 315°-45°")
      return nil
    }
    guard isExact(halves, text, at: span, unit: "°"),
      let from = quantity(halves.first, for: key, .direction, at: span),
      let to = quantity(halves.second, for: key, .direction, at: span)
    else { return nil }
    guard from != to else {
      mismatch(
        .malformedRange, "\(Phrase.quote(text)) contains a single angle", at: span,
        help: "'any' is every direction")
      return nil
    }
    // A range that starts at 360° starts at 0°.
    return AngleRange(from: from == 360 ? 0 : from, to: to)
  }

  /// Reads the ends of a zone between two edges, each in mm or in percent.
  mutating func positions(_ value: Node, for key: String) -> (from: Zone.Position, to: Zone.Position)? {
    let expected = "a range of positions"
    guard let text = text(of: value, for: key, expected: expected, example: "0%-50%") else { return nil }
    guard let halves = Quantity.halves(of: text) else {
      mismatch(
        .malformedRange, "\(Phrase.quote(text)) is not \(expected)", at: value.span,
        help: "write the start and the end, such as '\(key): 0%-50%' or '\(key): 0mm-30mm'")
      return nil
    }
    guard isExact(halves, text, at: value.span, unit: "%"),
      let from = position(halves.first, for: key, at: value.span),
      let to = position(halves.second, for: key, at: value.span)
    else { return nil }
    guard !from.isBehind(to) else {
      reportBackwards(halves, text, at: value.span)
      return nil
    }
    return (from, to)
  }

  private mutating func position(_ text: String, for key: String, at span: Span) -> Zone.Position? {
    if Quantity(text)?.unit == "%" { return quantity(text, for: key, .share, at: span).map { .share($0 / 100) } }
    return quantity(text, for: key, .position, at: span).map { .length(Millimetres($0)) }
  }

  /// True if a range is in the supported notation: both ends with their units, and a '-' between them.
  private mutating func isExact(_ halves: Quantity.Halves, _ text: String, at span: Span, unit: String) -> Bool {
    if halves.isExact { return true }
    mismatch(
      .malformedRange, "\(Phrase.quote(text)) is not a valid range", at: span,
      found: .range(halves, unit: unit),
      help: "write both ends with a unit, and '-' between them without spaces")
    return false
  }

  private mutating func reportBackwards(_ halves: Quantity.Halves, _ text: String, at span: Span) {
    mismatch(
      .malformedRange, "\(Phrase.quote(text)) is reversed", at: span,
      found: .range(halves, unit: ""))
  }
}

extension Zone.Position {
  /// True if it is not before `other`, as far as this is known without the device's size.
  fileprivate func isBehind(_ other: Zone.Position) -> Bool {
    switch (self, other) {
    case (.share(let one), .share(let two)): one >= two
    case (.length(let one), .length(let two)): one >= two
    case (.share, .length), (.length, .share): false
    }
  }
}
