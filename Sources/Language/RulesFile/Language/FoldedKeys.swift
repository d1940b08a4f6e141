internal import Rules
internal import Text

/// The keysyms by their names in any case, with or without underscores: `left`, `pagedown`.
final class FoldedKeys {
  private let names: KeyNames
  /// Nil for a spelling of several keys, such as `AACUTE`.
  private lazy var folded = Dictionary(names.all().map { (Self.fold($0), Optional($0)) }) { $0 == $1 ? $0 : nil }

  init(_ names: KeyNames) { self.names = names }

  /// The keysym that is called `name`; nil if there is none, or more than one.
  func keysym(_ name: String) -> String? {
    if names.isKnown(name) { return name }
    // No single letter and no longer text is a keysym in another case.
    guard name.isKeyName, (2...40).contains(name.utf8.count) else { return nil }
    return folded[Self.fold(name)] ?? nil
  }

  private static func fold(_ name: String) -> String { name.lowercased().replacing("_", with: "") }
}
