internal import Actions
public import Rules

extension KeyNames {
  /// The names that xkbcommon knows.
  public static let xkb = KeyNames(isKnown: { Keysyms.isKnown($0) }, all: { Keysyms.allNames() })
}
