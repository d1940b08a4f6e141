internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

extension RulesReader {
  /// Reads a speed, which is the minimum, or a range of speeds, in mm/s.
  mutating func speed(_ value: Node, for key: String) -> ClosedRange<Double>? {
    guard let text = text(of: value, for: key, expected: "a speed", example: "300mm/s") else { return nil }
    guard let halves = Quantity.halves(of: text) else {
      return quantity(text, for: key, .speed, at: value.span).map { $0...Double.infinity }
    }
    guard isExact(halves, text, for: key, at: value.span, unit: "mm/s"),
      let least = quantity(halves.first, for: key, .speedBound, at: value.span),
      let most = quantity(halves.second, for: key, .speed, at: value.span)
    else { return nil }
    guard least < most else {
      reportBackwards(halves, text, at: value.span)
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
        let around = [angle + 345, angle + 15].map { Int($0.rounded()) % 360 }
        report(
          .malformedRange, "\(Phrase.quote(text)) is a single angle, not a range", at: span,
          suggestion: "\(around[0])°-\(around[1])°", help: "0° is right, 90° up, 180° left, 270° down")
      }
      return nil
    }
    if let normalized = halves.normalized {
      report(
        .malformedRange, "angles are from 0° to 360°, counterclockwise", at: span, suggestion: normalized,
        help: "a range may cross 0°, which is right: 315°-45°")
      return nil
    }
    guard isExact(halves, text, for: key, at: span, unit: "°"),
      let from = quantity(halves.first, for: key, .direction, at: span),
      let to = quantity(halves.second, for: key, .direction, at: span)
    else { return nil }
    guard from != to else {
      report(
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
      report(
        .malformedRange, "\(Phrase.quote(text)) is not \(expected)", at: value.span,
        help: "write the start and the end, such as '\(key): 0%-50%' or '\(key): 0mm-30mm'")
      return nil
    }
    guard isExact(halves, text, for: key, at: value.span, unit: "%"),
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
  private mutating func isExact(
    _ halves: Quantity.Halves, _ text: String, for key: String, at span: Span, unit: String
  ) -> Bool {
    if halves.isExact { return true }
    report(
      .malformedRange, "\(Phrase.quote(text)) is not a valid range", at: span,
      suggestion: halves.isKnown ? halves.exact ?? halves.exact(in: unit) : nil,
      help: "write both ends with a unit, and '-' between them without spaces")
    return false
  }

  private mutating func reportBackwards(_ halves: Quantity.Halves, _ text: String, at span: Span) {
    report(
      .malformedRange, "\(Phrase.quote(text)) is reversed", at: span,
      suggestion: halves.first == halves.second ? nil : "\(halves.second)-\(halves.first)")
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

extension Quantity {
  /// The two ends of a range, as written.
  struct Halves {
    var first: String
    var second: String
    /// The text between them.
    var separator: String

    /// True if the range is in the one supported notation; the ends are checked elsewhere.
    var isExact: Bool { separator == "-" && exact == "\(first)-\(second)" }

    /// False if the unit of an end is unknown, such as px.
    var isKnown: Bool {
      [Quantity(first), Quantity(second)].allSatisfy { end in
        end?.unit.isEmpty != false || end.flatMap { Unit.meant(by: $0.unit) ?? Unit.named($0.unit) } != nil
      }
    }

    /// The range in the supported notation; nil if an end is no quantity.
    var exact: String? {
      guard let one = Quantity(first), let other = Quantity(second), !other.unit.isEmpty else { return nil }
      let unit = Unit.meant(by: other.unit)?.name ?? other.unit
      let firstUnit = one.unit.isEmpty ? unit : Unit.meant(by: one.unit)?.name ?? one.unit
      return "\(one.digits)\(firstUnit)-\(other.digits)\(unit)"
    }

    /// The range of two numbers without a unit, the smaller one first except for angles; nil if it is something else.
    func exact(in unit: String) -> String? {
      guard let one = Quantity(first), let other = Quantity(second), one.unit.isEmpty, other.unit.isEmpty,
        !one.isNegative, !other.isNegative, let from = Double(one.digits), let to = Double(other.digits), from != to
      else { return nil }
      let most = unit == "%" ? 100.0 : unit == "°" ? 360 : .infinity
      guard max(from, to) <= most else { return nil }
      // Shares of the whole: 0.0 to 0.5.
      if unit == "%", max(from, to) <= 1 {
        let shares = [min(from, to), max(from, to)].map { Phrase.number(($0 * 1000).rounded() / 10) }
        return "\(shares[0])%-\(shares[1])%"
      }
      let isBackwards = from > to && unit != "°"
      return "\(isBackwards ? other.digits : one.digits)\(unit)-\(isBackwards ? one.digits : other.digits)\(unit)"
    }

    /// The same angles between 0° and 360°, if one of them is below 0°.
    var normalized: String? {
      guard let one = Quantity(first), let other = Quantity(second), one.isNegative || other.isNegative else {
        return nil
      }
      let ends = [one, other].compactMap { end in
        Double(end.digits).map { (end.isNegative ? 360 - $0 : $0).rounded() }
      }
      guard ends.count == 2, ends.allSatisfy({ (0...360).contains($0) }) else { return nil }
      return "\(Phrase.number(ends[0]))°-\(Phrase.number(ends[1]))°"
    }
  }

  /// The ends of `text` if it is a range; nil if no separator stands between two numbers.
  static func halves(of text: String) -> Halves? {
    for separator in ["-", "–", "—", "..", " to "] {
      // A '-' before a number is a sign.
      var search = text.startIndex
      while search < text.endIndex, text[search].isWhitespace || text[search] == "-" {
        search = text.index(after: search)
      }
      guard let found = text[search...].firstRange(of: separator) else { continue }
      let first = text[..<found.lowerBound]
      let second = text[found.upperBound...]
      let isSpaced = first.last?.isWhitespace == true || second.first?.isWhitespace == true
      return Halves(
        first: first.trimmed, second: second.trimmed, separator: isSpaced ? " \(separator)" : separator)
    }
    return nil
  }
}
