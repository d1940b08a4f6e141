internal import Diagnostics
internal import Foreign
internal import YAML

extension RulesDecoder {
  private static let expectedPath = "a path"
  private static let pathExample = "gestures.yml"

  /// Reads the keys of the file with this number, and all files that it includes. Only the first YAML error of a file
  /// is reported.
  mutating func read(_ source: SourceFile, number: Int, into documents: inout RulesDocuments) {
    let root: Node?
    do {
      root = try parse(source, number: number, into: &documents)
    } catch {
      hasUnreadFile = true
      memory = nil
      if number > 0 || !reportOtherTool(source) { mismatch(error, in: number) }
      return
    }
    guard !isMemoryUseless else { return }
    // A key can be written in more ways than the lines of the text show.
    let isOwn = root?.entries.contains { $0.key.text.flatMap { Vocabulary.word($0, in: .file) } != nil } ?? false
    if number == 0, !isOwn, reportOtherTool(source) {
      hasUnreadFile = true
      return
    }
    if let root { noteInvisible(in: root) }
    guard let fields = keys(of: root, number: number) else { return }
    documents.all.append(RulesDocument(number: number, fields: fields))
    if let include = fields[.include] { self.include(include.value, into: &documents) }
  }

  /// Reports that the text is another tool's configuration; false if it is not.
  private mutating func reportOtherTool(_ source: SourceFile) -> Bool {
    guard let tool = OtherTool(insteadOfRules: source) else { return false }
    mismatch(.otherTool, "this is a configuration of \(tool.name), not a rules file", at: nil, help: tool.help)
    return true
  }

  /// Reads `include`: paths of files, which may have wildcards.
  private mutating func include(_ value: Node, into documents: inout RulesDocuments) {
    let expected = "\(Self.expectedPath) or a list of paths"
    guard let elements = elements(of: value, for: Word.include.name, expected: expected, example: Self.pathExample)
    else {
      return
    }
    let directory = documents.directory
    for text in elements.prefix(RulesDocuments.mostPaths).compactMap(\.text) {
      documents.listed.insert(documents.files.resolve(text, in: directory))
    }
    for element in elements {
      guard !checkTime(at: element.location) else { return }
      guard
        let text = text(of: element, for: Word.include.name, expected: Self.expectedPath, example: Self.pathExample),
        isPath(text, at: element.span)
      else {
        hasUnreadFile = true
        continue
      }
      documents.pathCount += 1
      guard documents.pathCount <= RulesDocuments.mostPaths else {
        hasUnreadFile = true
        mismatch(.tooManyFiles, "more than \(RulesDocuments.mostPaths) paths are included", at: element.location)
        return
      }
      guard !documents.isFull else { return }
      let path = documents.files.resolve(text, in: documents.directory)
      // A file of exactly this name is preferred, even if the name contains wildcard characters.
      if PathPattern.isPattern(text), documents.files.identity(path) == nil {
        includeAll(text, at: element.location, into: &documents)
      } else {
        include(path, text, at: element.location, into: &documents)
      }
    }
  }

  private mutating func isPath(_ text: String, at span: Span) -> Bool {
    if text.isEmpty {
      mismatch(
        .missingValue, "'include' has an empty path", at: span,
        help: "write 'include: \(Self.pathExample)'")
    } else if text.unicodeScalars.contains("\0") {
      mismatch(.nulCharacter, "a path cannot contain a NUL character", at: span)
    } else {
      return true
    }
    return false
  }

  /// Includes the files that a path with wildcards matches, except those that were read already: `*.yml` is not meant
  /// to include the file that contains it.
  private mutating func includeAll(_ pattern: String, at location: Span, into documents: inout RulesDocuments) {
    guard let paths = documents.find(pattern) else {
      hasUnreadFile = true
      mismatch(
        .tooManyFiles,
        "more than \(RulesDocuments.mostDirectories) directories or \(RulesDocuments.mostNames) names must be searched",
        at: location)
      return
    }
    if paths.isEmpty { mismatch(.unmatchedInclude, "'\(pattern)' matches no file", at: location) }
    for path in paths {
      guard !documents.isFull else { return }
      guard let identity = documents.files.identity(path), !documents.isRead(identity) else { continue }
      add(path, identity, at: location, asNamed: nil, into: &documents)
    }
  }

  /// Includes the file at `path`, which the rules file writes as `text`.
  private mutating func include(
    _ path: String, _ text: String, at location: Span, into documents: inout RulesDocuments
  ) {
    guard let identity = documents.files.identity(path) else {
      documents.paths.append(path)
      reportAbsent(path, text, at: location, in: &documents)
      return
    }
    if let step = documents.chain.firstIndex(where: { $0.identity == identity }) {
      reportCycle(to: step, at: location, in: documents)
    } else if let first = documents.included[identity] {
      mismatch(
        .includedTwice, "this file is included twice; it is read once", at: location,
        notes: [.init("first included here", at: first)])
    } else {
      add(path, identity, at: location, asNamed: text, into: &documents)
    }
  }

  /// Reports that no file is at `path`, which the rules file writes as `text`, or that this is unknown.
  private mutating func reportAbsent(
    _ path: String, _ text: String, at location: Span, in documents: inout RulesDocuments
  ) {
    hasUnreadFile = true
    if case .refused(let refusal) = documents.files.read(path), refusal.id != MessageID.missingFile.rawValue {
      mismatch(.unreadable, "'\(path)': \(refusal.message)", at: location, help: refusal.help)
      return
    }
    let name = path.lastComponent
    var names: [String] = []
    if text.hasSuffix(name), documents.missingCount < RulesDocuments.mostMissing {
      documents.missingCount += 1
      let directory = IncludedFiles.directory(of: path)
      // A file that is being read would include itself, and one that is listed is not meant once more.
      let known = documents.listed.subtracting([path]).union(documents.chain.map(\.path))
      names = documents.files.names(directory).filter { !known.contains(IncludedFiles.join(directory, $0)) }.sorted()
    }
    if names.contains(name) {
      mismatch(.missingInclude, "'\(path)' is a link to a file that does not exist", at: location)
      return
    }
    mismatch(
      .missingInclude, "there is no file '\(path)'", at: location,
      found: .path(text, name: name, names: names),
      help: text.hasPrefix("~") && !text.hasPrefix("~/") ? "'~/' is the home directory" : nil)
  }

  /// Reads a file that was not read yet.
  /// - Parameter name: the path as written; nil if wildcards matched the file. Directories are then ignored.
  private mutating func add(
    _ path: String, _ identity: String, at location: Span, asNamed name: String?, into documents: inout RulesDocuments
  ) {
    guard hasRoom(at: location, in: &documents) else { return }
    switch documents.files.read(path) {
    case .refused(let refusal):
      let isDirectory = refusal.id == MessageID.isDirectory.rawValue
      guard name != nil || !isDirectory else { return }
      documents.paths.append(path)
      hasUnreadFile = true
      mismatch(
        MessageID(rawValue: refusal.id) ?? .unreadable, "'\(path)': \(refusal.message)", at: location,
        help: isDirectory
          ? "to include its files, write '\(IncludedFiles.join(name ?? "", "*.yml"))'" : refusal.help)
    case .content(let bytes, let objection):
      documents.paths.append(path)
      documents.included[identity] = location
      documents.size += bytes.count
      guard documents.size <= Node.sizeLimit else {
        hasUnreadFile = true
        mismatch(.tooLarge, "with this file, the rules are larger than \(Node.sizeLimit >> 20) MiB", at: location)
        return
      }
      let source = SourceFile(name: path, bytes: bytes)
      let number = documents.sources.append(source)
      if let objection { mismatch(objection, of: number, includedAt: location) }
      documents.chain.append(.init(path: path, identity: identity, location: location))
      read(source, number: number, into: &documents)
      documents.chain.removeLast()
    }
  }

  private mutating func hasRoom(at location: Span, in documents: inout RulesDocuments) -> Bool {
    guard documents.chain.count < RulesDocuments.mostLevels else {
      hasUnreadFile = true
      mismatch(
        .tooManyFiles, "files are included more than \(RulesDocuments.mostLevels) levels deep", at: location)
      return false
    }
    guard documents.sources.count < RulesDocuments.mostFiles else {
      if !documents.isFull {
        mismatch(.tooManyFiles, "more than \(RulesDocuments.mostFiles) files are included", at: location)
      }
      documents.isFull = true
      hasUnreadFile = true
      return false
    }
    return true
  }

  /// Reports that the file included at `location` leads back to itself, and by which files.
  private mutating func reportCycle(to step: Int, at location: Span, in documents: RulesDocuments) {
    let way = documents.chain[step...]
    let through = way.count > 1 ? " through \(counted(way.count - 1, "other file"))" : ""
    mismatch(
      .includeCycle, "'\(documents.chain[step].path)' includes itself\(through)", at: location,
      notes: zip(way, way.dropFirst()).compactMap { file, next in
        next.location.map { .init("'\(file.path)' includes '\(next.path)' here", at: $0) }
      })
  }
}
