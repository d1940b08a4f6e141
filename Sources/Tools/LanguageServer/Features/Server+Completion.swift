internal import JSONLines
internal import RulesFile
internal import YAML

extension Server {
  /// The texts that can stand at the cursor.
  mutating func complete(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let (path, offset) = try place(parameters)
    guard let document = documents[path] else { return .null }
    if let anchors = anchors(in: document, before: offset) { return list(anchors.items, anchors.range, document) }
    guard let place = CursorPlace(document, at: offset) else { return .null }
    let names = Completion.hasNames(place.path.key) ? namedFiles(of: path, isForNames: true).map(\.names) : []
    let completion = Completion(place: place, names: names, machine: machine)
    return list(completion.items + files(at: place, in: path), place.replaced, document)
  }

  private func list(_ items: [CompletionItem], _ replaced: Range<Int>, _ document: Document) -> JSONValue {
    let range = document.text.json(replaced, client.encoding)
    return [
      // Units and keys depend on what is typed.
      "isIncomplete": true,
      "items": .array(
        items.enumerated().compactMap { index, item in
          guard client.takesSnippets || !item.isSnippet else { return nil }
          var members: [JSONValue.Member] = [
            .init("label", .string(item.label)), .init("kind", .number(Double(item.kind.rawValue))),
            .init("sortText", .string(String(100_000 + index))),
            .init("textEdit", ["range": range, "newText": .string(item.text)]),
          ]
          if !item.detail.isEmpty { members.append(.init("detail", .string(item.detail))) }
          if !item.documentation.isEmpty {
            let text = JSONValue.markup(item.documentation, isMarkdown: client.takesMarkdown.completion)
            // A client may know no formats at all, as that of Emacs does not here.
            members.append(.init("documentation", client.takesMarkdown.completion ? text : text["value"] ?? .null))
          }
          if item.isSnippet { members.append(.init("insertTextFormat", 2)) }
          if let filter = item.filter, filter != item.label { members.append(.init("filterText", .string(filter))) }
          return .object(members)
        }),
    ]
  }

  /// The anchors above the cursor, if an alias is typed there.
  private func anchors(in document: Document, before offset: Int) -> (items: [CompletionItem], range: Range<Int>)? {
    let text = document.text
    let line = text.line(text.lineNumber(at: offset))
    var start = offset
    while start > line.lowerBound, AnchorText.isPart(text.bytes[start - 1]) { start -= 1 }
    guard start > line.lowerBound, text.bytes[start - 1] == UInt8(ascii: "*") else { return nil }
    let names = AnchorText.names(in: text.bytes[..<start])
    return (
      names.map { CompletionItem(label: "*\($0)", kind: .reference, detail: "anchor", text: "*\($0)") },
      start - 1..<offset
    )
  }

  /// The files and directories in the directory of the path that is typed under `include`.
  private func files(at place: CursorPlace, in path: String) -> [CompletionItem] {
    guard place.path.key == Word.include.name, place.path.steps.count <= 2, path.hasPrefix("/") else { return [] }
    let typed = place.prefix.lastIndex(of: "/").map { String(place.prefix[...$0]) } ?? ""
    let own = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)])
    let directory =
      typed.hasPrefix("/")
      ? typed : typed.hasPrefix("~/") ? (machine.files.home ?? "") + typed.dropFirst() : own + typed
    return machine.files.names(directory).sorted().filter { own + typed + $0 != path && !$0.hasPrefix(".") }.map {
      CompletionItem(label: $0, kind: .file, text: YAMLText.element(typed + $0), filter: typed + $0)
    }
  }

  /// The document and the byte that parameters name.
  func place(_ parameters: JSONValue) throws(Refusal) -> (path: String, offset: Int) {
    let path = try path(parameters)
    let position = try Position(parameters["position"])
    return (path, documents[path]?.text.offset(of: position, client.encoding) ?? 0)
  }
}

/// The names of anchors in a text.
enum AnchorText {
  /// True for a byte that a name may have.
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The names behind each '&' that begins a value, each once, in order.
  static func names(in bytes: ArraySlice<UInt8>) -> [String] {
    var known: Set<String> = []
    return bytes.indices.filter { index in
      bytes[index] == UInt8(ascii: "&") && (index == bytes.startIndex || " [{,\n".utf8.contains(bytes[index - 1]))
    }.map { String(decoding: bytes[($0 + 1)...].prefix(while: isPart), as: UTF8.self) }
      .filter { !$0.isEmpty && known.insert($0).inserted }
  }
}
