internal import Diagnostics
internal import YAML

extension RulesDecoder {
  /// Decodes the quantity that `key` takes, in its dimension's base unit.
  mutating func quantity(_ node: Node, for key: String, _ limits: Limits) -> Double? {
    text(of: node, for: key, expected: limits.dimension.phrase, example: limits.dimension.example).flatMap {
      quantity($0, for: key, limits, at: node.span)
    }
  }

  /// Decodes `text`, which is the whole value of `key` or one end of a range.
  mutating func quantity(_ text: String, for key: String, _ limits: Limits, at span: Span) -> Double? {
    let dimension = limits.dimension
    // Made for a mismatch alone: most quantities are right.
    var quoted: String { Phrase.quote(text) }
    var found: Found { .quantity(text, key: key, limits) }
    var example: String { "write \(dimension.phrase) such as \(dimension.example)" }
    guard let quantity = Quantity(text) else {
      mismatch(
        .notAQuantity, "\(quoted) is not \(dimension.phrase)", at: span, found: found,
        help: "write a number and a unit, such as \(dimension.example)")
      return nil
    }
    guard !quantity.unit.isEmpty else {
      mismatch(.missingUnit, "\(quoted) needs a unit", at: span, found: found, help: example)
      return nil
    }
    guard let unit = Unit.named(quantity.unit) else {
      let known = Unit.all.filter { $0.dimension == dimension }.map(\.name)
      mismatch(
        .unknownUnit, "unknown unit \(Phrase.quote(quantity.unit)) in \(quoted)", at: span, found: found,
        help: "\(dimension.phrase) has the unit \(Phrase.list(known))")
      return nil
    }
    guard unit.dimension == dimension else {
      mismatch(
        .wrongUnit, "\(quoted) is \(unit.dimension.phrase); '\(key)' takes \(dimension.phrase)", at: span,
        found: found, help: example)
      return nil
    }
    guard quantity.isExact else {
      mismatch(
        .malformedQuantity, "\(quoted) is not a valid quantity", at: span, found: found,
        help: "no space before the unit; '.' is the decimal separator")
      return nil
    }
    let value = quantity.value(in: unit)
    guard limits.contains(value) else {
      mismatch(.outOfRange, "\(quoted) is out of range: '\(key)' is \(limits.phrase)", at: span)
      return nil
    }
    return value
  }
}
