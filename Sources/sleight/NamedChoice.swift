import ArgumentParser
import Diagnostics
internal import Importing
import Rules
internal import RulesFile

/// What is chosen on the command line by the word of a case.
protocol NamedChoice: CaseIterable, RawRepresentable<String> {}

extension ImportKind: NamedChoice {}
extension ImportDesktop: NamedChoice {}
extension Situation.Orientation: NamedChoice {}
extension Chord.Modifier: NamedChoice {}

extension NamedChoice {
  /// The words for all of them, as people list them.
  static var words: String { listed(allCases.map(\.rawValue)) }

  /// The one that an argument names.
  /// - Parameter what: what each of them is, for the message.
  static func named(_ text: String, _ what: String) throws -> Self {
    guard let value = Self(rawValue: text) else { throw unknown(what, text, among: allCases.map(\.rawValue)) }
    return value
  }
}

/// Words as people list them.
func listed(_ words: [String]) -> String {
  words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
}

/// What is wrong with an argument that is none of `words`: what was probably meant, or what there is.
func unknown(_ what: String, _ text: String, among words: [String]) -> ValidationError {
  let meant = Suggestion.nearest(to: text, among: words)
  return ValidationError(
    "unknown \(what) '\(text.legible)'; " + (meant.map { "did you mean '\($0)'?" } ?? "there are \(listed(words))"))
}
