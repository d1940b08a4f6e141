internal import RulesFile

/// A configuration that stands as a text in a file of the Nix language.
enum NixText {
  /// The lines between `''` and `''` where there are such; all of them where there are none.
  static func content(of source: ImportSource) -> ImportSource {
    guard source.shortName.hasSuffix(".nix"),
      let start = source.lines.firstIndex(where: { $0.bare.hasSuffix("= ''") }),
      let end = source.lines[(start + 1)...].firstIndex(where: { $0.bare.hasPrefix("''") }), end > start + 1
    else { return source }
    return source.keeping(start + 2...end)
  }
}
