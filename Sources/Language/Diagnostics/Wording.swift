internal import Text

/// A number of things, for people: `1 rule`, `9 rules`.
public func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

extension String {
  /// The text quoted as one word of a shell command.
  public var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+,:@%=".unicodeScalars.contains($0)
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
