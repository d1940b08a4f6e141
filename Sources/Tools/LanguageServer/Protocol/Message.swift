internal import JSONLines

/// A message from the client (JSON-RPC 2.0).
enum Message {
  /// A request, which gets exactly one answer.
  case request(id: JSONValue, method: String, parameters: JSONValue)
  /// A notification, which gets none.
  case notification(method: String, parameters: JSONValue)
  /// The answer to a request of the server.
  case answer

  /// Reads the content of a message.
  /// - Throws: `Refusal` with the id of the message, if it has one.
  init(_ content: [UInt8]) throws(Refusal) {
    let value: JSONValue
    do {
      value = try JSONReader.read(content[...], depthLimit: 64)
    } catch {
      throw Refusal(.parseError, "invalid JSON at byte \(error.column): \(error.reason)")
    }
    guard case .object = value else { throw Refusal(.invalidRequest, "a message is an object") }
    var id: JSONValue?
    switch value["id"] {
    case .string?, .number?: id = value["id"]
    case nil: break
    case .null?, .bool?, .array?, .object?: throw Refusal(.invalidRequest, "'id' is a number or a string")
    }
    guard let method = value["method"]?.string else {
      guard value["method"] == nil, id != nil, value["result"] != nil || value["error"] != nil else {
        throw Refusal(.invalidRequest, "'method' is missing, or is no string", id: id)
      }
      self = .answer
      return
    }
    guard value["jsonrpc"]?.string == "2.0" else {
      throw Refusal(.invalidRequest, "'jsonrpc' is not \"2.0\"", id: id)
    }
    let parameters = value["params"] ?? .null
    switch parameters {
    case .object, .array, .null: break
    case .bool, .number, .string: throw Refusal(.invalidRequest, "'params' is an object", id: id)
    }
    if let id {
      self = .request(id: id, method: method, parameters: parameters)
    } else {
      self = .notification(method: method, parameters: parameters)
    }
  }
}

/// The reason why a message gets an error as its answer.
struct Refusal: Error {
  /// The codes of JSON-RPC 2.0 and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    case notInitialized = -32002
    /// The request is valid, and cannot be served.
    case failed = -32803
  }

  var code: Code
  /// The message for people.
  var reason: String
  /// The request that is answered; nil if it is unknown.
  var id: JSONValue?

  init(_ code: Code, _ reason: String, id: JSONValue? = nil) {
    self.code = code
    self.reason = reason
    self.id = id
  }
}

/// Messages to the client, with their headers.
enum Outgoing {
  static func answer(to id: JSONValue, _ result: JSONValue) -> [UInt8] {
    framed([.init("id", id), .init("result", result)])
  }

  static func refusal(_ refusal: Refusal) -> [UInt8] {
    framed([
      .init("id", refusal.id ?? .null),
      .init(
        "error",
        ["code": .number(Double(refusal.code.rawValue)), "message": .string(refusal.reason)]),
    ])
  }

  static func notification(_ method: String, _ parameters: JSONValue) -> [UInt8] {
    framed([.init("method", .string(method)), .init("params", parameters)])
  }

  private static func framed(_ members: [JSONValue.Member]) -> [UInt8] {
    let content = JSONValue.object([.init("jsonrpc", "2.0")] + members).text
    return Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8)
  }
}
