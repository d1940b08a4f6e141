internal import Diagnostics
internal import JSONLines
internal import LanguageServer
internal import RulesFile

/// Talks with a language server as an editor.
///
/// The input is lines. The first byte of each selects what the editor does: `o` opens a document with the rest of the
/// line, in which `~` is a line break, `e` replaces a part of it, `q` asks about a position, `s`, `x` and `w` save and
/// close it and report changed files, and `{` sends the line as a message. Other lines are sent as bytes.
enum EditorReading {
  static func read(_ bytes: [UInt8]) {
    var editor = Editor()
    editor.send("initialize", .object([.init("capabilities", .object([]))]), id: 0)
    for line in bytes.split(separator: UInt8(ascii: "\n")) { editor.read(line) }
    editor.compare()
  }
}

/// An editor with one document.
private struct Editor {
  private static let address: JSONValue = "file:///home/u/rules.yml"
  private static let methods = [
    "completion", "hover", "codeAction", "definition", "references", "documentHighlight", "prepareRename", "rename",
    "documentSymbol", "foldingRange", "inlayHint", "codeLens",
  ]

  private var server = Server(
    ServerMachine(
      files: .none,
      check: { bytes, path, files, objection, memory in
        let file = RulesFile.check(bytes: bytes, name: path, files: files, objection: objection, memory: &memory)
        return ServerMachine.Checked(file, file.diagnostics)
      }))
  /// The text of the document; nil if it is not open, or if lines that are no steps of the editor may have changed it.
  private var text: [UInt8]?
  private var isKnown = true
  /// The last messages about the document.
  private var messages: JSONValue?

  mutating func read(_ line: ArraySlice<UInt8>) {
    let rest = line.dropFirst()
    let document: [JSONValue.Member] = [.init("uri", Self.address), .init("version", 1)]
    switch line.first {
    case UInt8(ascii: "o"):
      text = rest.map { $0 == UInt8(ascii: "~") ? 0x0a : $0 }
      send("textDocument/didOpen", ["textDocument": .object(document + [.init("text", content)])])
    case UInt8(ascii: "e"):
      guard let old = text, rest.count > 2 else { return }
      // The text has the bytes of the input: positions are those of a line, so that each can be reached.
      let start = Int(rest[rest.startIndex]) * 8 % (old.count + 1)
      let end = min(start + Int(rest[rest.startIndex + 1]) % 32, old.count)
      text = Array(old[..<start]) + rest.dropFirst(2).map { $0 == UInt8(ascii: "~") ? 0x0a : $0 } + old[end...]
      send(
        "textDocument/didChange",
        ["textDocument": .object(document), "contentChanges": [.object([.init("text", content)])]])
    case UInt8(ascii: "q"):
      guard rest.count > 2 else { return }
      let numbers = Array(rest.prefix(3)).map { Int($0) }
      let position: JSONValue = [
        "line": .number(Double(numbers[1] % 64)), "character": .number(Double(numbers[2] % 64)),
      ]
      send(
        "textDocument/\(Self.methods[numbers[0] % Self.methods.count])",
        [
          "textDocument": .object(document), "position": position, "range": ["start": position, "end": position],
          "newName": .string(String(decoding: rest.dropFirst(3), as: UTF8.self)), "context": ["diagnostics": []],
        ], id: 1)
    case UInt8(ascii: "s"): send("textDocument/didSave", ["textDocument": .object(document)])
    case UInt8(ascii: "x"):
      text = nil
      send("textDocument/didClose", ["textDocument": .object(document)])
    case UInt8(ascii: "w"): send("workspace/didChangeWatchedFiles", ["changes": []])
    case UInt8(ascii: "{"):
      isKnown = false
      send(Array(line))
    default:
      isKnown = false
      receive(server.receive(line))
    }
    work()
  }

  private var content: JSONValue { .string(String(decoding: text ?? [], as: UTF8.self)) }

  mutating func send(_ method: String, _ parameters: JSONValue, id: Double? = nil) {
    let members: [JSONValue.Member] = [
      .init("jsonrpc", "2.0"), .init("method", .string(method)), .init("params", parameters),
    ]
    send(Array(JSONValue.object(members + (id.map { [.init("id", .number($0))] } ?? [])).text.utf8))
  }

  private mutating func send(_ content: [UInt8]) {
    receive(server.receive(Array("Content-Length: \(content.count)\r\n\r\n".utf8) + content))
  }

  private mutating func work() {
    while let work = server.nextWork() { receive(server.finish(work.run())) }
  }

  /// Takes the server's messages, which must be well-formed.
  private mutating func receive(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let head = rest.prefix { $0 != 0x0d }
      guard let length = Int(String(decoding: head.dropFirst("Content-Length: ".utf8.count), as: UTF8.self)),
        let value = try? JSONReader.read(rest.dropFirst(head.count + 4).prefix(length), depthLimit: 64)
      else { preconditionFailure("no message: \(String(decoding: rest, as: UTF8.self))") }
      rest = rest.dropFirst(head.count + 4 + length)
      if let parameters = value["params"], parameters["uri"] == Self.address { messages = parameters["diagnostics"] }
    }
  }

  /// The messages after all edits are those of a server that saw none of them.
  mutating func compare() {
    guard isKnown, server.status == nil, text != nil else { return }
    var other = Editor()
    other.text = text
    other.send("initialize", .object([.init("capabilities", .object([]))]), id: 0)
    other.send(
      "textDocument/didOpen",
      ["textDocument": .object([.init("uri", Self.address), .init("version", 1), .init("text", content)])])
    other.work()
    precondition(other.messages == messages, "\(messages?.text ?? "") instead of \(other.messages?.text ?? "")")
  }
}
