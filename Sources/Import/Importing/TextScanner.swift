/// A position in a text, for readers of other tools' languages.
struct TextScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  /// The place of the next character, counted from 1.
  private(set) var place = ImportError.Location(line: 1, column: 1)

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  var line: Int { place.line }

  /// The next character; nil at the end.
  var next: Unicode.Scalar? { next(after: 0) }

  /// The character behind the next ones; nil behind the end.
  func next(after count: Int) -> Unicode.Scalar? { index + count < scalars.count ? scalars[index + count] : nil }

  func starts(with text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }

  /// Skips a character.
  @discardableResult mutating func skip() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    place.line += scalar == "\n" ? 1 : 0
    place.column = scalar == "\n" ? 1 : place.column + 1
    index += 1
    return scalar
  }

  /// Skips `text`; false if something else follows.
  mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    for _ in text.unicodeScalars { skip() }
    return true
  }

  /// Skips white space, without line breaks if `isOnLine`.
  mutating func skipSpaces(isOnLine: Bool = false) {
    _ = text { $0.properties.isWhitespace && !(isOnLine && $0 == "\n") }
  }

  /// Reads characters while they are of a kind.
  mutating func text(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = next, isPart(scalar) { skip() }
    return text(from: start)
  }

  /// Reads up to `end`, and skips that.
  /// - Parameter what: the name of what it ends.
  /// - Throws: `ImportError` if it is missing.
  mutating func text(until end: String, of what: String) throws(ImportError) -> String {
    let start = (place, index)
    while next != nil, !starts(with: end) { skip() }
    let text = text(from: start.1)
    guard skip(end) else { throw ImportError("unterminated \(what)", at: start.0) }
    return text
  }

  /// The text that was read since a call, as it is written.
  mutating func written<Result>(_ read: (inout TextScanner) -> Result) -> (text: String, result: Result) {
    let start = index
    let result = read(&self)
    return (text(from: start), result)
  }

  private func text(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<index])) }
}
