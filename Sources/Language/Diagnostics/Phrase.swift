/// Wording that messages have in common.
package enum Phrase {
  /// `'left', 'right' or 'up'`
  package static func list(_ words: [String]) -> String {
    let quoted = words.map(quote)
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// `'left', 'right' and 'up'`
  package static func all(_ words: [String]) -> String {
    let quoted = words.map(quote)
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The text in quotes, shortened if it is long: the excerpt below the message has all of it.
  package static func quote(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? "'\(String(text.unicodeScalars.prefix(39)))…'" : "'\(text)'"
  }

  /// `12` or `12.5`
  package static func number(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }

  /// `3` or `3-4`
  package static func range(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }
}

extension Double {
  /// The number with at most one decimal.
  package var tenths: String { Phrase.number((self * 10).rounded() / 10) }
}
