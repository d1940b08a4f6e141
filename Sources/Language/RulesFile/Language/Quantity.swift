internal import Diagnostics
internal import Foreign
internal import Text

/// A number with a unit, as written in the file.
struct Quantity: Equatable {
  /// The number in the one supported notation: a decimal point, no sign, no leading point.
  var digits: String
  /// True if the number has a minus sign.
  var isNegative: Bool
  /// The text after the number.
  var unit: String
  /// True if the text is in the one supported notation.
  var isExact: Bool

  /// Parses `text` leniently, so that a message can suggest a correction; nil if it does not start with a number.
  init?(_ text: String) {
    var rest = Substring(text).drop { $0.isWhitespace }
    isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    let whole = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(whole.count)
    var fraction = Substring()
    if rest.first == "." || rest.first == "," {
      fraction = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      if !fraction.isEmpty { rest = rest.dropFirst(fraction.count + 1) }
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    digits = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    rest = rest.drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    unit = String(rest)
    isExact = text == (isNegative ? "-" : "") + digits + unit
  }

  /// The number in the base unit of `unit`'s dimension; infinite if it is too large.
  func value(in unit: Unit) -> Double { (Double(digits) ?? .infinity) * unit.factor * (isNegative ? -1 : 1) }
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

    /// The range in the supported notation; nil if an end is no quantity.
    var exact: String? {
      guard let one = Quantity(first), let other = Quantity(second), !other.unit.isEmpty else { return nil }
      let unit = Unit.meant(by: other.unit)?.name ?? other.unit
      let firstUnit = one.unit.isEmpty ? unit : Unit.meant(by: one.unit)?.name ?? one.unit
      return "\(one.digits)\(firstUnit)-\(other.digits)\(unit)"
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
