import ArgumentParser
import Rules

/// What is chosen on the command line by the word of a case.
protocol NamedChoice: CaseIterable, RawRepresentable<String> {}

extension ImportKind: NamedChoice {}
extension ImportDesktop: NamedChoice {}

extension NamedChoice {
  /// The words for all of them, as people list them.
  static var words: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }

  /// The one that an argument names.
  /// - Parameter what: what all of them are, for the message.
  static func named(_ text: String, _ what: String) throws -> Self {
    guard let value = Self(rawValue: text) else {
      throw ValidationError("'\(text)' is no \(what); there are \(words)")
    }
    return value
  }
}
