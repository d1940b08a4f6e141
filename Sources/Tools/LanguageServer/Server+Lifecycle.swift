internal import JSONLines

extension Server {
  /// Answers a request.
  /// - Throws: `Refusal`.
  mutating func answer(_ method: String, _ parameters: JSONValue) throws(Refusal) -> JSONValue {
    switch state {
    case .new:
      guard method == "initialize" else { throw Refusal(.notInitialized, "the first request is 'initialize'") }
      guard case .object = parameters else { throw Refusal(.invalidParameters, "'initialize' has parameters") }
      client = Client(parameters)
      state = .running
      return capabilities
    case .running: break
    case .shutDown, .ended: throw Refusal(.invalidRequest, "'shutdown' was requested")
    }
    switch method {
    case "initialize": throw Refusal(.invalidRequest, "'initialize' was requested already")
    case "shutdown":
      state = .shutDown
      return .null
    default:
      guard let serve = Self.served[method] else { throw Refusal(.methodNotFound, Self.reason(against: method)) }
      return try serve(&self, parameters)
    }
  }

  /// Handles a notification. Unknown ones are ignored, as the protocol requires.
  /// - Throws: `Refusal` if its parameters are invalid.
  mutating func handle(_ method: String, _ parameters: JSONValue) throws(Refusal) {
    if method == "exit" {
      state = .ended(state == .shutDown ? 0 : 1)
      return
    }
    guard state == .running else { return }
    switch method {
    case "textDocument/didOpen": try open(parameters)
    case "textDocument/didChange": try change(parameters)
    case "textDocument/didSave": try save(parameters)
    case "textDocument/didClose": try close(parameters)
    case "workspace/didChangeWatchedFiles": noteChangedFiles()
    default: break
    }
  }

  /// The requests that are served, by their methods.
  static let served: [String: @Sendable (inout Server, JSONValue) throws(Refusal) -> JSONValue] = [
    "textDocument/completion": { (server, parameters) throws(Refusal) in try server.complete(parameters) },
    "textDocument/hover": { (server, parameters) throws(Refusal) in try server.hover(parameters) },
    "textDocument/codeAction": { (server, parameters) throws(Refusal) in try server.actions(parameters) },
    "textDocument/definition": { (server, parameters) throws(Refusal) in try server.define(parameters) },
    "textDocument/references": { (server, parameters) throws(Refusal) in try server.refer(parameters) },
    "textDocument/documentHighlight": { (server, parameters) throws(Refusal) in try server.highlight(parameters) },
    "textDocument/prepareRename": { (server, parameters) throws(Refusal) in try server.prepareRename(parameters) },
    "textDocument/rename": { (server, parameters) throws(Refusal) in try server.rename(parameters) },
    "textDocument/documentSymbol": { (server, parameters) throws(Refusal) in try server.symbols(parameters) },
    "textDocument/foldingRange": { (server, parameters) throws(Refusal) in try server.folds(parameters) },
    "textDocument/inlayHint": { (server, parameters) throws(Refusal) in try server.hints(parameters) },
    "textDocument/codeLens": { (server, parameters) throws(Refusal) in try server.lenses(parameters) },
  ]

  /// The reason why a request is not served.
  private static func reason(against method: String) -> String {
    switch method {
    case "textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting":
      "rules files are not formatted: comments and the author's form of each rule would be lost"
    default: "the request '\(method)' is not served"
    }
  }

  /// The abilities of the server.
  private var capabilities: JSONValue {
    [
      "capabilities": [
        "positionEncoding": .string(client.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "completionProvider": ["triggerCharacters": [" ", ":", "{", "[", "+", "*", "/", "-"]],
        "hoverProvider": true,
        "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll.sleight"]],
        "definitionProvider": true, "referencesProvider": true, "documentHighlightProvider": true,
        "renameProvider": ["prepareProvider": true],
        "documentSymbolProvider": true, "foldingRangeProvider": true, "inlayHintProvider": true,
        "codeLensProvider": ["resolveProvider": false],
      ],
      "serverInfo": ["name": "sleight"],
    ]
  }
}
