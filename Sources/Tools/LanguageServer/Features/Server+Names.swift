internal import Diagnostics
internal import JSONLines
internal import RulesFile
internal import YAML

/// A document with its names.
struct NamedFile {
  let path: String
  let text: DocumentText
  let names: NameIndex
  private let lines: SourceLines

  /// A document with the values of its text.
  init(_ path: String, _ text: DocumentText, _ root: Node) {
    (self.path, self.text) = (path, text)
    lines = text.sourceLines
    names = NameIndex(root, in: text, lines)
  }

  /// The place of a use.
  func bytes(of use: NameUse) -> Range<Int> { text.bytes(of: use.span, in: lines) }
}

extension Server {
  /// The names of all files that belong together with a document, that of the document first.
  /// - Parameter isForNames: true if the names alone count, and not their places.
  mutating func namedFiles(of path: String, isForNames: Bool = false) -> [NamedFile] {
    var paths = [path]
    for (root, state) in queue.roots.sorted(by: { $0.key < $1.key })
    where root == path || state.paths.contains(path) {
      paths += ([root] + state.paths.sorted()).filter { !paths.contains($0) }
    }
    return paths.compactMap { namedFile($0, isForNames) }
  }

  private mutating func namedFile(_ path: String, _ isForNames: Bool) -> NamedFile? {
    if let root = isForNames ? documents[path]?.lastRoot() : documents[path]?.root(), let text = documents[path]?.text {
      return NamedFile(path, text, root)
    }
    guard documents[path] == nil, case .content(let bytes, _) = machine.files.read(path),
      let root = try? Node.parse(bytes)
    else { return nil }
    return NamedFile(path, DocumentText(bytes), root)
  }

  /// The name at a position, with the files that may have it.
  private mutating func name(_ parameters: JSONValue) throws(Refusal) -> (use: NameUse, files: [NamedFile])? {
    let (path, offset) = try place(parameters)
    let files = namedFiles(of: path)
    guard let own = files.first, own.path == path else { return nil }
    let mark = own.text.sourceLines.mark(atByte: max(offset - own.text.markLength, 0))
    guard let use = own.names.use(at: mark) else { return nil }
    return (use, use.kind == .anchor ? [own] : files)
  }

  private func location(_ use: NameUse, in file: NamedFile) -> JSONValue {
    [
      "uri": .string(address(of: file.path)), "range": file.text.json(file.bytes(of: use), client.encoding),
    ]
  }

  /// The definition of the name at a position; for the path of an included file, that file.
  mutating func define(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let (use, files) = try name(parameters) else { return .null }
    if use.kind == .file {
      guard let path = includedPath(use.name, in: files[0].path) else { return .null }
      let start = Position(line: 0, column: 0)
      return ["uri": .string(address(of: path)), "range": .range(start, start)]
    }
    return .array(
      files.flatMap { file in
        file.names.uses(of: use).filter(\.isDefinition).map { location($0, in: file) }
      })
  }

  /// The path of the file that `text` includes; nil if there is none, or if several files match.
  private func includedPath(_ text: String, in path: String) -> String? {
    let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    let target =
      text.hasPrefix("/")
      ? text : text.hasPrefix("~/") ? (machine.files.home ?? "") + text.dropFirst() : directory + "/" + text
    let found = known(target)
    return documents[found] != nil || machine.files.identity(target) != nil ? found : nil
  }

  /// All uses of the name at a position.
  mutating func refer(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let (use, files) = try name(parameters), use.kind != .file else { return .null }
    let includesDefinitions = parameters.member("context", "includeDeclaration")?.bool ?? true
    return .array(
      files.flatMap { file in
        file.names.uses(of: use).filter { includesDefinitions || !$0.isDefinition }.map { location($0, in: file) }
      })
  }

  /// The uses of the name at a position in its document.
  mutating func highlight(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let (use, files) = try name(parameters) else { return .null }
    return .array(
      files[0].names.uses(of: use).map { other in
        ["range": files[0].text.json(files[0].bytes(of: other), client.encoding), "kind": other.isDefinition ? 3 : 2]
      })
  }

  /// The range of the name at a position, if it can be renamed.
  mutating func prepareRename(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    guard let (use, files) = try name(parameters) else { return .null }
    if let reason = reasonAgainstRenaming(use, files) { throw Refusal(.failed, reason) }
    return ["range": files[0].text.json(files[0].bytes(of: use), client.encoding), "placeholder": .string(use.name)]
  }

  private func reasonAgainstRenaming(_ use: NameUse, _ files: [NamedFile]) -> String? {
    switch use.kind {
    case .file:
      if !client.renamesFiles { return "this editor does not rename files" }
      return includedPath(use.name, in: files[0].path) == nil ? "no single file has this path" : nil
    case .shape where !files.contains { $0.names.defines(use) }: return "the shape '\(use.name)' is built in"
    case .gesture, .rule, .shape, .anchor, .mode: return nil
    }
  }

  /// The edits that give the name at a position another one.
  mutating func rename(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let name = try parameters.text("newName")
    guard let (use, files) = try self.name(parameters) else {
      throw Refusal(.failed, "there is no name here, or the text is not YAML")
    }
    if let reason = reasonAgainstRenaming(use, files) { throw Refusal(.failed, reason) }
    guard !name.isEmpty, !name.contains(where: \.isNewline) else {
      throw Refusal(.invalidParameters, "a name is one line of text")
    }
    if use.kind == .anchor, !name.utf8.allSatisfy(AnchorText.isPart) {
      throw Refusal(.invalidParameters, "the name of an anchor has letters, digits, '-' and '_'")
    }
    let other = NameUse(kind: use.kind, name: name, span: use.span)
    if name != use.name, use.kind != .mode, files.contains(where: { $0.names.defines(other) }) {
      throw Refusal(.failed, "the name '\(name)' exists already")
    }
    var changes: [(path: String, edits: [JSONValue])] = []
    for file in files {
      let edits = file.names.uses(of: use).map { use -> JSONValue in
        let mark = use.kind == .anchor ? (use.isDefinition ? "&" : "*") : ""
        return [
          "range": file.text.json(file.bytes(of: use), client.encoding),
          "newText": .string(mark + (use.kind == .anchor ? name : YAMLText.element(name))),
        ]
      }
      if !edits.isEmpty { changes.append((file.path, edits)) }
    }
    guard use.kind == .file, let path = includedPath(use.name, in: files[0].path),
      let target = target(of: name, for: use.name, path)
    else { return workspaceEdit(changes) }
    return workspaceEdit(
      changes,
      [
        [
          "kind": "rename", "oldUri": .string(address(of: path)),
          "newUri": .string(FileAddress.address(ofPath: target)),
        ]
      ])
  }

  /// The path that a file gets if `new` takes the place of `old` in a rules file; nil if only the notation changes.
  private func target(of new: String, for old: String, _ path: String) -> String? {
    guard path.hasSuffix(old) else { return nil }
    return String(path.dropLast(old.count)) + new
  }

  /// Edits of several documents, and operations on files before them.
  func workspaceEdit(_ changes: [(path: String, edits: [JSONValue])], _ operations: [JSONValue] = []) -> JSONValue {
    guard client.takesDocumentChanges else {
      return [
        "changes": .object(changes.map { .init(address(of: $0.path), .array($0.edits)) })
      ]
    }
    let edits: [JSONValue] = changes.map { path, edits in
      let version: JSONValue = documents[path].map { .number(Double($0.version)) } ?? .null
      return ["textDocument": ["uri": .string(address(of: path)), "version": version], "edits": .array(edits)]
    }
    return ["documentChanges": .array(edits + operations)]
  }
}
