import Diagnostics
import Glibc
import JSONLines
import RulesFile

@testable import LanguageServer

/// A client of a server, with files that are in memory.
struct TestClient {
  private(set) var server: Server
  private var id = 0
  /// The messages of the server that no test has read yet.
  private var received: [JSONValue] = []

  /// The place of the open document of most tests.
  static let address = "file:///home/u/rules.yml"

  /// Starts a server, and initializes it unless the test does.
  init(
    files: [String: String] = [:], usersFile: String? = nil, capabilities: JSONValue = .object([]),
    options: JSONValue = .null, initializes: Bool = true, machine change: (inout ServerMachine) -> Void = { _ in }
  ) {
    var machine = ServerMachine(
      files: .inMemory(files), usersFile: usersFile,
      check: { bytes, path, files, objection, memory in
        let file = RulesFile.check(bytes: bytes, name: path, files: files, objection: objection, memory: &memory)
        return ServerMachine.Checked(file, file.diagnostics)
      })
    change(&machine)
    server = Server(machine)
    guard initializes else { return }
    _ = request("initialize", ["capabilities": capabilities, "initializationOptions": options])
    notify("initialized", .object([]))
  }

  /// The answer to 'initialize' of a client that can do nothing.
  consuming func initialized() -> JSONValue {
    request("initialize", ["capabilities": .object([])])["result"] ?? .null
  }

  /// Sends bytes, and keeps the answers.
  mutating func send(_ bytes: [UInt8]) { keep(server.receive(bytes)) }

  mutating func send(_ value: JSONValue) { send(Self.framed(value.text)) }

  static func framed(_ content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8)
  }

  private mutating func keep(_ bytes: [UInt8]) {
    var stream = MessageStream()
    stream.append(bytes)
    while case .content(let content)? = stream.next() {
      if let value = try? JSONReader.read(content[...], depthLimit: 64) { received.append(value) }
    }
  }

  /// Sends a request, and returns its answer.
  mutating func request(_ method: String, _ parameters: JSONValue) -> JSONValue {
    id += 1
    send(["jsonrpc": "2.0", "id": .number(Double(id)), "method": .string(method), "params": parameters])
    let answer = received.last { $0["id"]?.integer == id }
    received.removeAll { $0["id"]?.integer == id }
    return answer ?? .null
  }

  mutating func notify(_ method: String, _ parameters: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  mutating func open(_ text: String, _ address: String = address) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": .string(address), "languageId": "yaml", "version": 1, "text": .string(text)]])
  }

  mutating func close(_ address: String = address) {
    notify("textDocument/didClose", ["textDocument": ["uri": .string(address)]])
  }

  /// Replaces a range of the document.
  mutating func edit(
    _ start: (Int, Int), _ end: (Int, Int), _ text: String, version: Int = 2, _ address: String = address
  ) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(address), "version": .number(Double(version))],
        "contentChanges": [["range": Self.range(start, end), "text": .string(text)]],
      ])
  }

  static func range(_ start: (Int, Int), _ end: (Int, Int)) -> JSONValue {
    .range(Position(line: start.0, column: start.1), Position(line: end.0, column: end.1))
  }

  /// A request about a position of the document.
  mutating func ask(_ method: String, at position: (Int, Int), _ address: String = address) -> JSONValue {
    request(
      "textDocument/\(method)",
      [
        "textDocument": ["uri": .string(address)],
        "position": Position(line: position.0, column: position.1).json,
      ])["result"] ?? .null
  }

  mutating func nextWork() -> CheckWork? { server.nextWork() }

  mutating func finish(_ outcome: CheckWork.Outcome) { keep(server.finish(outcome)) }

  /// Does all checks that wait.
  mutating func settle() {
    while let work = server.nextWork() { keep(server.finish(work.run())) }
  }

  /// The unread notifications of a kind.
  mutating func take(_ method: String) -> [JSONValue] {
    defer { received.removeAll { $0["method"]?.string == method } }
    return received.filter { $0["method"]?.string == method }.compactMap { $0["params"] }
  }

  /// The last diagnostics of a document, as `line:column-line:column code`, from 0; nil if none were sent.
  mutating func diagnostics(_ address: String = address) -> [String]? {
    settle()
    return take("textDocument/publishDiagnostics").last { $0["uri"]?.string == address }?["diagnostics"]?.array?.map {
      "\($0["range"]?.placeText ?? "") \($0["code"]?.string ?? "")"
    }
  }

  /// All messages that were not read.
  mutating func takeAll() -> [JSONValue] {
    defer { received = [] }
    return received
  }
}

extension JSONValue {
  /// A range as `line:column-line:column`.
  var placeText: String {
    func text(_ position: JSONValue?) -> String {
      "\(position?["line"]?.integer ?? -1):\(position?["character"]?.integer ?? -1)"
    }
    return "\(text(self["start"]))-\(text(self["end"]))"
  }
}

extension IncludedFiles {
  /// Files by their paths.
  static func inMemory(_ files: [String: String]) -> IncludedFiles {
    IncludedFiles(
      identity: { files[$0] == nil ? nil : $0 },
      read: { path in
        guard let text = files[path] else {
          return .refused(Diagnostic(.error, id: MessageID.missingFile.rawValue, "there is no such file"))
        }
        return .content(Array(text.utf8), objection: nil)
      },
      names: { directory in
        let start = directory.hasSuffix("/") ? directory : directory + "/"
        return files.keys.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
      }, home: "/home/u")
  }
}

/// The lines of a manual page.
func manual(_ name: String) -> [String] {
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  guard let stream = fopen("/\(root)/man/\(name)", "re") else { return [] }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(stream), byte >= 0 { bytes.append(UInt8(byte)) }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}
