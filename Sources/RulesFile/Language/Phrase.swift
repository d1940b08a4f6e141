internal import Touch
internal import YAML

/// How messages put things.
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

  /// The text in quotes, cut where it is long: the excerpt has the rest.
  package static func quote(_ text: String) -> String {
    text.unicodeScalars.count > 40 ? "'\(String(text.unicodeScalars.prefix(39)))…'" : "'\(text)'"
  }

  /// What a node is: `a list`, `a mapping`, or its text in quotes.
  static func shape(of node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): node.isNull ? "nothing" : quote(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// `12` or `12.5`
  package static func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

  /// `300ms`
  package static func milliseconds(_ duration: Duration) -> String { "\(duration.wholeMicroseconds / 1000)ms" }

  /// `300ms`, or `1.5s` from a second on, exactly.
  package static func time(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
    return seconds >= 1 ? "\(number(seconds))s" : "\(number(Double(duration.wholeMicroseconds) / 1000))ms"
  }

  /// `3` or `3-4`
  package static func range(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
  }

  /// Without the white space around it.
  package static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
