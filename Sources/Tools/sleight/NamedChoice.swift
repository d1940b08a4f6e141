import ArgumentParser
import Diagnostics
internal import Foreign
internal import Importing
import Rules
internal import RulesFile

/// A choice on the command line, by the raw value of a case.
protocol NamedChoice: CaseIterable, RawRepresentable<String> {}

extension ImportKind: NamedChoice {}
extension Situation.Orientation: NamedChoice {}
extension Chord.Modifier: NamedChoice {}

extension NamedChoice {
  /// All raw values, listed for people.
  static var words: String { listed(allCases.map(\.rawValue)) }

  /// The case that an argument names.
  /// - Parameter what: the kind of choice, for the message.
  static func named(_ text: String, _ what: String) throws -> Self {
    guard let value = Self(rawValue: text) else { throw unknown(what, text, among: allCases.map(\.rawValue)) }
    return value
  }
}

/// Words, listed for people.
func listed(_ words: [String]) -> String {
  words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
}

/// The error for an argument that is none of `words`: it suggests the nearest word, or lists all of them.
func unknown(_ what: String, _ text: String, among words: [String]) -> ValidationError {
  let meant = Suggestion.nearest(to: text, among: words)
  return ValidationError(
    "unknown \(what) '\(text.legible)'; "
      + (meant.map { "did you mean '\($0)'?" } ?? "expected one of \(listed(words))"))
}
