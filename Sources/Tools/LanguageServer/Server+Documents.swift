internal import Diagnostics
internal import JSONLines
internal import RulesFile

extension Server {
  /// The path of the open document that parameters name.
  /// - Throws: `Refusal` if it is not open.
  func path(_ parameters: JSONValue) throws(Refusal) -> String {
    guard let named = parameters["textDocument"] else { throw Refusal(.invalidParameters, "'textDocument' is missing") }
    let address = try named.text("uri")
    let path = FileAddress.path(of: address) ?? address
    guard documents[path] != nil else { throw Refusal(.invalidParameters, "the document is not open") }
    return path
  }

  mutating func open(_ parameters: JSONValue) throws(Refusal) {
    guard let item = parameters["textDocument"] else { throw Refusal(.invalidParameters, "'textDocument' is missing") }
    let document = Document(
      address: try item.text("uri"), version: item["version"]?.integer ?? 0, text: try item.text("text"))
    let path = document.path
    guard documents.count < Self.mostDocuments || documents[path] != nil else {
      return log("more than \(Self.mostDocuments) documents are open; this one is not checked: \(document.address)")
    }
    stamp += 1
    documents[path] = document
    // First the file that may include it.
    if let file = machine.usersFile.map({ known($0) }), file != path, queue.roots[file] == nil,
      machine.files.identity(file) != nil
    {
      queue.add(file)
    }
    if queue.isIncluded(path) { queue.addRoots(of: path) } else { queue.add(path) }
  }

  mutating func change(_ parameters: JSONValue) throws(Refusal) {
    let path = try path(parameters)
    guard let list = parameters["contentChanges"]?.array else {
      throw Refusal(.invalidParameters, "'contentChanges' is missing, or is no list")
    }
    var changes: [Document.Change] = []
    for change in list {
      let range = try change["range"].map { value throws(Refusal) in
        (start: try Position(value["start"]), end: try Position(value["end"]))
      }
      changes.append(Document.Change(range: range, text: try change.text("text")))
    }
    stamp += 1
    let version = parameters.member("textDocument", "version")?.integer ?? 0
    let edits = documents[path]?.apply(changes, version: version, client.encoding) ?? []
    queue.change(path) { messages in
      edits.reduce(messages) { messages, edit in
        guard let (bytes, count) = edit else { return messages }
        return messages.compactMap { $0.moved(by: bytes, count: count) }
      }
    }
    queue.addRoots(of: path)
    checkPart(of: path, edits)
  }

  mutating func save(_ parameters: JSONValue) throws(Refusal) {
    documents[try path(parameters)]?.markSaved()
    stamp += 1
    // Its owner and permissions may be others.
    for root in queue.roots.keys.sorted() { queue.add(root) }
  }

  mutating func close(_ parameters: JSONValue) throws(Refusal) {
    let path = try path(parameters)
    stamp += 1
    let files = [path] + (queue.roots[path].map { Array($0.messages.keys) } ?? [])
    documents[path] = nil
    queue.remove(path)
    for file in files { publish(file) }
    // Others that include it read the disk, and what the user's file includes may not be open any more.
    for root in queue.roots.keys.sorted() { queue.add(root) }
  }

  /// Checks the changed rule of a large file alone, by the same checker, on the text without the other rules. Messages
  /// that compare rules follow with the check of the whole file.
  private mutating func checkPart(of path: String, _ edits: [(Range<Int>, Int)?]) {
    guard edits.count == 1, let (bytes, count) = edits[0], let document = documents[path],
      document.text.bytes.count > Self.quickSize
    else { return }
    let text = document.text
    guard let entry = document.entries.entry(atLine: text.lineNumber(at: bytes.lowerBound)),
      entry.contains(text.lineNumber(at: min(bytes.lowerBound + count, text.bytes.count)))
    else { return }
    let part = text.line(entry.lowerBound).lowerBound..<text.line(entry.upperBound - 1).upperBound
    let reduced = document.entries.masking(allBut: entry, in: text)
    for root in queue.roots.keys where queue.roots[root]?.isNew == false {
      guard let work = work(on: root)?.replacing(path, with: reduced) else { continue }
      let found = work.run().messages.first { known($0.key) == path }?.value ?? []
      let messages = found.compactMap { $0.placed(in: text, within: part, client.encoding) }.filter {
        !Self.comparing.contains($0.diagnostic.id)
      }
      queue.change(path) { old in old.filter { !part.contains($0.place.bytes.lowerBound) } + messages }
    }
    publish(path)
  }

  /// The messages about a rule that other rules decide.
  private static let comparing = Set(
    [MessageID.unknownRule, .modeNeverSet, .modeNeverAsked, .noRules, .emptyRules].map(\.rawValue))
}

extension PlacedDiagnostic {
  /// The message at the same lines and columns of another text; nil if it is not in `part`.
  fileprivate func placed(
    in text: DocumentText, within part: Range<Int>, _ encoding: PositionEncoding
  ) -> PlacedDiagnostic? {
    var placed = self
    placed.place = place.placed(in: text, encoding)
    for index in related.indices where related[index].place.path == place.path {
      placed.related[index].place = related[index].place.placed(in: text, encoding)
    }
    return part.contains(placed.place.bytes.lowerBound) || part.upperBound == placed.place.bytes.lowerBound
      ? placed : nil
  }
}

extension FilePlace {
  fileprivate func placed(in text: DocumentText, _ encoding: PositionEncoding) -> FilePlace {
    var placed = self
    let offset = text.offset(of: start, encoding)
    placed.bytes = offset..<max(text.offset(of: end, encoding), offset)
    return placed
  }
}
