internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import Text

/// A line that only includes a file: `require("binds")`, `local binds = dofile "binds.lua"`.
private let luaInclude = WholePattern(
  #"\s*((local\s+)?(\w+)\s*=\s*)?(require|dofile)\s*\(?\s*["']([^"']+)["']\s*\)?\s*;?\s*(--.*)?"#)

/// Reads the files that a configuration includes: their lines take the place of the line that includes them.
///
/// Only files below the folder of the configuration are read, with the limits that rules files have. Statements about
/// others stay, for the importer to remark on.
struct ImportIncludes {
  private let kind: ImportKind
  /// The folder of the configuration.
  private let folder: String
  private var documents: RulesDocuments
  private var variables = ImportedVariables()
  private var read: Set<String> = []
  /// The paths of the files that were read.
  private var paths: [String] = []
  private var lines: [String] = []
  private var places: [ImportSource.Place] = []
  private var remarks: [ImportDraft.Remark] = []

  /// A statement that includes files.
  private struct Statement {
    var word: String
    var paths: [String]
    /// The variable that becomes the value of a Lua module.
    var variable: String?
  }

  /// The configuration with the lines of the files that it includes, remarks on those that are not read, and the paths
  /// of those that are.
  /// - Parameter files: access to the files.
  static func expand(
    _ source: ImportSource, _ kind: ImportKind, _ files: IncludedFiles
  ) -> (source: ImportSource, remarks: [ImportDraft.Remark], paths: [String]) {
    // Without a file, nothing is beside it.
    guard [.hyprland, .sway].contains(kind), files.identity(source.name) != nil else { return (source, [], []) }
    var reader = ImportIncludes(source, kind, files)
    reader.add(source.lines, of: nil, as: nil)
    let hasOthers = reader.places.contains { $0.file != nil } || !reader.remarks.isEmpty
    return (hasOthers ? source.replacing(reader.lines, from: reader.places) : source, reader.remarks, reader.paths)
  }

  private init(_ source: ImportSource, _ kind: ImportKind, _ files: IncludedFiles) {
    self.kind = kind
    folder = IncludedFiles.directory(of: source.name)
    documents = RulesDocuments(SourceFile(name: source.name, bytes: []), files)
    documents.size = source.text.utf8.count
  }

  /// Adds the lines of a file, and of those that it includes.
  /// - Parameter variable: the variable that becomes the value of the file, a Lua module.
  private mutating func add(_ text: [String], of file: String?, as variable: String?) {
    for (index, line) in text.enumerated() {
      let place = ImportSource.Place(file: file, line: index + 1)
      if let statement = statement(line) {
        include(statement, line, at: place)
      } else {
        // The value of a Lua module is that of its variable.
        let isValue = ["return ", "return{"].contains(where: line.hasPrefix)
        append(isValue ? variable.map { "\($0) =\(line.dropFirst("return".count))" } ?? line : line, at: place)
      }
    }
  }

  private mutating func append(_ line: String, at place: ImportSource.Place) {
    lines.append(line)
    places.append(place)
  }

  // MARK: Statements

  /// The statement of a line, if it includes files.
  private mutating func statement(_ line: String) -> Statement? {
    let text = line.trimmed
    if kind == .sway {
      let words = text.words
      if words.first?.lowercased() == "set", words.count > 2, words[1].hasPrefix("$") {
        variables.set(words[1], words.dropFirst(2).joined(separator: " "))
      }
      guard words.first?.lowercased() == "include", words.count > 1 else { return nil }
      return Statement(word: "include", paths: words.dropFirst().map { variables.expanded($0) })
    }
    if text.contains("require") || text.contains("dofile"), let match = line.wholeMatch(of: luaInclude),
      let word = match[4], let path = match[5].map(String.init)
    {
      let isModule = word == "require"
      let module = path.replacing(".", with: "/")
      return Statement(
        word: String(word), paths: isModule ? ["\(module).lua", "\(module)/init.lua"] : [path],
        variable: match[3].map { String($0) })
    }
    guard let sign = text.firstIndex(of: "="), text.hasPrefix("source") || text.hasPrefix("$") else { return nil }
    let (name, value) = (text[..<sign].trimmed, text[text.index(after: sign)...].prefix { $0 != "#" }.trimmed)
    if name.hasPrefix("$") { variables.set(name, value) }
    return name == "source" && !value.isEmpty ? Statement(word: name, paths: [variables.expanded(value)]) : nil
  }

  /// Reads the files of a statement. It stays if they are not below the folder of the configuration.
  private mutating func include(_ statement: Statement, _ line: String, at place: ImportSource.Place) {
    let paths = statement.paths.compactMap(path)
    guard paths.count == statement.paths.count else { return append(line, at: place) }
    var found: [String] = []
    for path in paths {
      if PathPattern.isPattern(path), documents.files.identity(path) == nil {
        found += documents.find(path) ?? []
      } else if documents.files.identity(path) != nil {
        found.append(path)
      }
    }
    append("", at: place)
    if found.isEmpty {
      remark(statement, "there is no file \(Phrase.list(paths))")
    }
    // Of the files that a module can be, Lua takes the first.
    for path in statement.word == "require" ? Array(found.prefix(1)) : found { read(path, statement) }
  }

  private mutating func remark(_ statement: Statement, _ reason: String) {
    guard remarks.count < 1_000 else { return }
    remarks.append(.init(.ignored, line: lines.count, "'\(statement.word)' is not followed: \(reason)"))
  }

  /// The path of a file below the folder of the configuration; nil for any other file.
  ///
  /// The folder in which the tool looks for its configuration is the folder of this one, wherever it is now.
  private func path(_ text: String) -> String? {
    var text = text.filter { $0 != "\"" && $0 != "'" }
    for home in ["$XDG_CONFIG_HOME/", "${XDG_CONFIG_HOME}/", "$HOME/.config/", "${HOME}/.config/", "~/.config/"]
    where text.hasPrefix(home) {
      text = "~/.config/" + text.dropFirst(home.count)
    }
    let usual = "~/.config/\(Tool.of(kind).folder)/"
    if text.hasPrefix(usual) { text = String(text.dropFirst(usual.count)) }
    let path = documents.files.resolve(text, in: text.hasPrefix("/") || text.hasPrefix("~") ? "" : base(of: text))
    let isBelow = folder.isEmpty ? !path.hasPrefix("/") : path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    return isBelow && !path.hasPrefix("~") && !path.contains("$") && !path.split(separator: "/").contains("..")
      ? path : nil
  }

  /// The folder that a relative path starts from: in sway that of the file, in Hyprland that of the configuration.
  private func base(of path: String) -> String {
    let inFile = documents.directory
    let isThere = documents.files.identity(IncludedFiles.join(inFile, path)) != nil
    return kind == .sway || isThere ? inFile : folder
  }

  private mutating func read(_ path: String, _ statement: Statement) {
    guard let identity = documents.files.identity(path) else { return }
    guard !read.contains(identity), !documents.isRead(identity) else {
      // Wildcards may match the file that contains them, and a module is loaded once.
      if !statement.paths.contains(where: PathPattern.isPattern), statement.word != "require" {
        remark(statement, "'\(path)' is read already")
      }
      return
    }
    guard documents.chain.count < RulesDocuments.mostLevels, read.count < RulesDocuments.mostFiles else {
      return remark(
        statement,
        read.count < RulesDocuments.mostFiles
          ? "files are included more than \(RulesDocuments.mostLevels) levels deep"
          : "more than \(RulesDocuments.mostFiles) files are included")
    }
    switch documents.files.read(path) {
    case .refused(let refusal): remark(statement, "'\(path)': \(refusal.message)")
    case .content(let bytes, _):
      documents.size += bytes.count
      guard documents.size <= ImportSource.sizeLimit else {
        return remark(statement, "with '\(path)', the configuration is larger than \(ImportSource.sizeLimit >> 20) MiB")
      }
      read.insert(identity)
      paths.append(path)
      documents.chain.append(.init(path: path, identity: identity))
      add(ImportSource(name: path, bytes: bytes).lines, of: path, as: statement.variable)
      documents.chain.removeLast()
    }
  }
}
