internal import Diagnostics
internal import YAML

extension RulesReader {
  /// Reads the quantity that `key` takes, in its dimension's base unit; nil if it is wrong.
  mutating func quantity(_ node: Node, for key: String, _ limits: Limits) -> Double? {
    text(of: node, for: key, expected: limits.dimension.phrase, example: limits.dimension.example).flatMap {
      quantity($0, for: key, limits, at: node.span)
    }
  }

  /// Reads `text`, which is the whole value of `key` or one end of a range.
  mutating func quantity(_ text: String, for key: String, _ limits: Limits, at span: Span) -> Double? {
    let dimension = limits.dimension
    let quoted = Phrase.quote(text)
    guard let quantity = Quantity(text) else {
      if reportComparison(text, for: key, limits, at: span) { return nil }
      report(
        .notAQuantity, "\(quoted) is not \(dimension.phrase)", at: span,
        help: "write a number and a unit, such as \(dimension.example)")
      return nil
    }
    guard !quantity.unit.isEmpty else {
      let meant = quantity.withLikelyUnit(of: dimension)
      let isMeant = limits.permit(meant)
      let isShare = dimension == .length && (Double(quantity.digits) ?? 1) < 1
      report(
        .missingUnit, "\(quoted) needs a unit", at: span, suggestion: isMeant && !isShare ? meant : nil,
        help: isMeant && !isShare ? nil : "write \(dimension.phrase) such as \(dimension.example)")
      return nil
    }
    guard let unit = Unit.named(quantity.unit) else {
      if let halves = Quantity.halves(of: text), Quantity(halves.first) != nil, Quantity(halves.second) != nil {
        report(
          .malformedQuantity, "\(quoted) is a range; '\(key)' takes a single \(dimension.rawValue)", at: span,
          help: key == "within" ? "write the shortest time under 'after': 'after: \(halves.first)'" : nil)
        return nil
      }
      reportUnit(quantity, limits, text: quoted, at: span)
      return nil
    }
    guard unit.dimension == dimension else {
      report(
        .wrongUnit, "\(quoted) is \(unit.dimension.phrase); '\(key)' takes \(dimension.phrase)", at: span,
        // Steps in time are no typing error.
        suggestion: key == "every"
          ? nil : quantity.suggestion(from: unit, for: dimension).flatMap { limits.permit($0) ? $0 : nil },
        help: key == "every" && unit.dimension == .duration
          ? "write \(dimension.phrase) such as \(dimension.example); only a long-press has steps in time"
          : dimension == .percentage && key == "distance"
            ? "the distance of a pinch is the change of the distance between the fingers, such as 10%"
            : "write \(dimension.phrase) such as \(dimension.example)")
      return nil
    }
    guard quantity.isExact else {
      report(
        .malformedQuantity, "\(quoted) is not a valid quantity", at: span,
        suggestion: limits.permit(quantity.digits + unit.name) ? quantity.digits + unit.name : nil,
        help: "no space before the unit; '.' is the decimal separator")
      return nil
    }
    let value = quantity.value(in: unit)
    guard limits.contains(value) else {
      report(.outOfRange, "\(quoted) is out of range: '\(key)' is \(limits.phrase)", at: span)
      return nil
    }
    return value
  }

  /// Reports a comparison such as `>10mm`: each key is a minimum or a maximum. Returns false for other text.
  private mutating func reportComparison(_ text: String, for key: String, _ limits: Limits, at span: Span) -> Bool {
    guard let match = text.wholeMatch(of: /\s*(>=?|<=?|≥|≤|=>|=<|min|max|at least|at most|up to)\s*(.+)/),
      let quantity = Quantity(String(match.2)), limits.permit(quantity.digits + quantity.unit)
    else { return false }
    let isMinimum = [">", ">=", "≥", "=>", "min", "at least"].contains(match.1)
    let minimums: Set = ["distance", "speed", "after", "long-press"]
    let maximums: Set = ["within", "movement", "gap", "margin", "settle", "resume"]
    let value = quantity.digits + quantity.unit
    var suggestion: String?
    var help: String?
    if (isMinimum ? minimums : maximums).contains(key) {
      suggestion = value
      help = "'\(key)' is a \(isMinimum ? "minimum" : "maximum")"
    } else if key == "speed" {
      suggestion = "0mm/s-\(value)"
    } else if minimums.union(maximums).contains(key) {
      help =
        key == "within" || key == "after"
        ? "'within' is the maximum time, 'after' the minimum" : "'\(key)' is a \(isMinimum ? "maximum" : "minimum")"
    } else {
      suggestion = value
    }
    report(
      .notAQuantity, "\(Phrase.quote(text)) is not \(limits.dimension.phrase)", at: span, suggestion: suggestion,
      help: help)
    return true
  }

  private mutating func reportUnit(
    _ quantity: Quantity, _ limits: Limits, text: String, at span: Span
  ) {
    let dimension = limits.dimension
    let known = Unit.all.filter { $0.dimension == dimension }.map(\.name)
    let meant = Unit.meant(by: quantity.unit).flatMap { $0.dimension == dimension ? $0.name : nil }
    let pixels = ["px", "pixel", "pixels", "dp", "pt"].contains(quantity.unit.lowercased())
    report(
      .unknownUnit, "unknown unit \(Phrase.quote(quantity.unit)) in \(text)", at: span,
      suggestion: (meant.map { quantity.digits + $0 } ?? quantity.converted(to: dimension)).flatMap {
        limits.permit($0) ? $0 : nil
      },
      help: pixels
        ? "a length is measured on the device, in mm or cm"
        : meant == nil ? "\(dimension.phrase) has the unit \(Phrase.list(known))" : nil)
  }
}

extension Quantity {
  /// The unit that was probably meant for a bare number: nobody moves for 500 seconds or rests for 2 milliseconds.
  fileprivate func likelyUnit(of dimension: Unit.Dimension, _ number: Double? = nil) -> String {
    switch dimension {
    case .length: "mm"
    case .duration: (number ?? Double(digits) ?? 0) < 10 ? "s" : "ms"
    case .percentage: "%"
    case .angle: "°"
    case .speed: "mm/s"
    }
  }

  /// The quantity with the unit that was probably meant. A share such as 0.1 is 10%, a factor such as 1.2 is 20%.
  fileprivate func withLikelyUnit(of dimension: Unit.Dimension) -> String {
    guard dimension == .percentage, let number = Double(digits), number < 3, number != 1 else {
      return digits + likelyUnit(of: dimension)
    }
    return Phrase.number((number < 1 ? number * 1000 : (number - 1) * 1000).rounded() / 10) + "%"
  }

  /// The quantity converted from another known unit to a supported one: `1in` is `25mm`, 1.5 times are 50% more.
  fileprivate func converted(to dimension: Unit.Dimension) -> String? {
    guard let number = Double(digits), !isNegative else { return nil }
    let value: Double
    switch (unit.lowercased(), dimension) {
    case ("in", .length), ("inch", .length), ("inches", .length), ("\"", .length): value = number * 25.4
    case ("m", .length): value = number * 1000
    case ("m", .duration), ("min", .duration): value = number * 60_000
    case ("us", .duration), ("µs", .duration): value = number / 1000
    case ("x", .percentage), ("times", .percentage): value = abs(number - 1) * 100
    case ("m/s", .speed): value = number * 1000
    default: return nil
    }
    guard value >= 1, value < 1_000_000 else { return nil }
    let isSeconds = dimension == .duration && value >= 1000
    return Phrase.number((isSeconds ? value / 1000 : value).rounded())
      + (isSeconds ? "s" : likelyUnit(of: dimension, value))
  }

  /// The correction if `unit` is of another dimension: a missing or a wrong letter. A number of millimetres is never
  /// converted to a percentage.
  fileprivate func suggestion(from unit: Unit, for dimension: Unit.Dimension) -> String? {
    switch (unit.dimension, dimension) {
    case (.length, .speed): digits + unit.name + "/s"
    case (.speed, .length), (.duration, .length), (.length, .duration): digits + likelyUnit(of: dimension)
    default: nil
    }
  }
}
