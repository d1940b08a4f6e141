/// Which characters a terminal can show.
public enum Repertoire: Hashable, Sendable {
  /// All of Unicode.
  case unicode
  /// Those of ASCII and no others.
  case ascii

  /// What the locale says, in the order in which POSIX asks for it: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is
  /// set to anything.
  /// - Parameter value: the value of a variable of the environment; nil where it is not set.
  public init(locale value: (String) -> String?) {
    let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
    let codeset = name.split(separator: ".", maxSplits: 1).dropFirst().first?.split(separator: "@").first ?? ""
    self = ["utf-8", "utf8"].contains(codeset.lowercased()) ? .unicode : .ascii
  }

  /// `scalar` in these characters.
  func shown(_ scalar: Unicode.Scalar) -> String {
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
