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
  }

  mutating func save(_ parameters: JSONValue) throws(Refusal) {
    documents[try path(parameters)]?.markSaved()
    // Its owner and permissions may be others.
    noteChangedFiles()
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
}
