internal import Glibc

/// File names with wildcards, as in glob(7): `*` for any characters, `?` for one, `[a-c]` for one of these and `[!a-c]`
/// for one that is none of these. A dot at the beginning of a name stands for itself only.
enum PathPattern {
  /// The encoding of names: UTF-8, whatever the user's locale. The program itself runs in the C locale, where `?` would
  /// stand for one byte.
  private nonisolated(unsafe) static let utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  /// True if `text` has wildcards.
  static func isPattern(_ text: String) -> Bool { text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) } }

  /// The `names` that `pattern` matches. A `[` that is never closed stands for itself, and so does a backslash.
  static func matches(of pattern: String, among names: [String]) -> [String] {
    let locale = uselocale(utf8)
    defer { uselocale(locale) }
    return names.filter { fnmatch(pattern, $0, FNM_PERIOD | FNM_NOESCAPE) == 0 }
  }
}
