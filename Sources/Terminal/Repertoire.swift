/// The characters that a terminal can show.
public enum Repertoire: Hashable, Sendable {
  /// All of Unicode.
  case unicode
  /// ASCII only.
  case ascii

  /// The repertoire of the locale, by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is not empty, as in POSIX.
  /// - Parameter value: the value of an environment variable; nil if it is not set.
  public init(locale value: (String) -> String?) {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
    let codeset = name.split(separator: ".", maxSplits: 1).dropFirst().first?.split(separator: "@").first ?? ""
    self = ["utf-8", "utf8"].contains(codeset.lowercased()) ? .unicode : .ascii
  }

  /// `scalar` in this repertoire.
  func text(for scalar: Unicode.Scalar) -> String {
    guard self == .ascii, !scalar.isASCII else { return String(scalar) }
    switch scalar {
    case "\u{a0}": return " "
    case "°": return " deg"
    case "…": return "..."
    case "×": return "x"
    case "─": return "-"
    case "│": return "|"
    case "┌", "┐", "└", "┘": return "+"
    default: return "?"
    }
  }
}
