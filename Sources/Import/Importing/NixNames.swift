internal import Foreign
internal import RulesFile
internal import Text

/// `name = VALUE;`: a text, a file, the beginning of a set, or anything else.
private let nixBinding = TextPattern(
  #"([[:alnum:]_.'-]+)\s*=\s*("([^"\$]*)"\s*;|import\s+(\.[[:alnum:]_./-]*)\s*;|((rec\s*)?\{))?"#)
/// `{ pkgs, menu ? "fuzzel", ... }:`, `menu: `, `inherit (x) menu;`
private let nixOther = TextPattern(
  #"\{([^{}=]*)\}\s*(@\s*\w+\s*)?:|([[:alnum:]_'-]+)\s*:\s|inherit\b([^;]*);"#)
/// `${name}`
private let nixUse = TextPattern(#"\$\{\s*([A-Za-z_][[:alnum:]_'-]*(\.[[:alnum:]_'-]+)?)\s*\}"#)

/// The names that a file in the Nix language binds to texts, as far as they are known without evaluating it: those with
/// one binding in the file, or in a set that it binds or imports, which no function or `inherit` binds as well.
struct NixNames {
  private enum Value: Equatable {
    case text(String)
    case file(String)
    case set
    case unknown
  }

  private var values: [String: Value] = [:]
  /// The words where functions and `inherit` bind names.
  private var others: Set<Substring> = []
  private let files: IncludedFiles
  private let folder: String

  /// The same text with the values of such names in place of `${name}`.
  static func expanded(_ source: ImportSource, _ files: IncludedFiles) -> ImportSource {
    guard source.shortName.hasSuffix(".nix"), source.lines.contains(where: { $0.contains("${") }) else { return source }
    let names = NixNames(source, files)
    return source.replacing(
      source.lines.map { line in
        guard line.contains("${") else { return line }
        return line.replacing(nixUse) { use in use[1].flatMap { names.text(of: $0) } ?? String(line[use.range]) }
      })
  }

  private init(_ source: ImportSource, _ files: IncludedFiles) {
    (self.files, folder) = (files, IncludedFiles.directory(of: source.name))
    let code = source.lines.filter { !$0.trimmed.hasPrefix("#") }.joined(separator: "\n")
    for match in code.matches(of: nixOther) {
      let words = match[1] ?? match[3] ?? match[4] ?? ""
      others.formUnion(words.split { !$0.isLetter && !$0.isNumber && !"_'-".contains($0) })
    }
    for match in code.matches(of: nixBinding) {
      let value: Value =
        match[3].map { .text(String($0)) } ?? match[4].map { .file(String($0)) } ?? (match[5] == nil ? .unknown : .set)
      let name = String(match[1] ?? "")
      values[name] = values[name] == nil || values[name] == value ? value : .unknown
    }
  }

  /// The text of a name, or of one in a set; nil if it is unknown.
  private func text(of path: Substring) -> String? {
    let parts = path.split(separator: ".")
    guard !others.contains(parts[0]) else { return nil }
    if case .text(let text)? = values[String(path)] { return text }
    guard parts.count == 2 else { return nil }
    switch values[String(parts[0])] {
    case .set?: return if case .text(let text)? = values[String(parts[1])] { text } else { nil }
    case .file(let name)?:
      let path = files.resolve(name, in: folder)
      guard case .content(let bytes, _) = files.read(path), bytes.count <= ImportSource.sizeLimit else { return nil }
      let names = NixNames(ImportSource(name: path, bytes: bytes), files)
      return if names.others.isEmpty, case .text(let text)? = names.values[String(parts[1])] { text } else { nil }
    case .text?, .unknown?, nil: return nil
    }
  }
}
