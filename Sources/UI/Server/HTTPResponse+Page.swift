import FlyingFox
import FlyingSocks
import Foundation

extension HTTPResponse {
  /// Nothing is kept, nothing is loaded from elsewhere, and nothing may show this in a frame.
  private static func headers(_ type: String, policy: String = pagePolicy) -> HTTPHeaders {
    var headers = HTTPHeaders()
    headers[.contentType] = type
    for (name, value) in [
      ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"),
      ("X-Frame-Options", "DENY"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
    ] { headers[HTTPHeader(name)] = value }
    // One value: the library joins what is separated by commas.
    headers[HTTPHeader("Content-Security-Policy")] = policy
    return headers
  }

  private static let pagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'none'; "
    + "base-uri 'none'; frame-ancestors 'none'"
  /// A picture has its styles inside, and nothing else.
  private static let picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

  static func ok(_ type: String, _ data: Data) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers(type), body: data)
  }

  static func picture(_ data: Data) -> HTTPResponse {
    HTTPResponse(statusCode: .ok, headers: headers("image/svg+xml", policy: picturePolicy), body: data)
  }

  static func session(_ cookie: String) -> HTTPResponse {
    var response = ok("application/json", Data("{}".utf8))
    response.headers[.setCookie] = cookie
    return response
  }

  /// What a command printed: `{"status": 0, "lines": [...], "errors": "..."}`, with its lines of JSON as they are.
  static func lines(_ result: Tool.Result) -> HTTPResponse {
    let lines = result.output.split(separator: UInt8(ascii: "\n")).joined(separator: Data(",".utf8))
    let start = Data(#"{"status": \#(result.status), "lines": ["#.utf8)
    let end = Data(#"], "errors": \#(quoted(result.errors))}"#.utf8)
    return ok("application/json", start + Data(lines) + end)
  }

  /// A command that cannot be started.
  static func failure(_ message: String) -> HTTPResponse {
    var response = ok("application/json", Data(#"{"errors": \#(quoted(message))}"#.utf8))
    response.statusCode = .internalServerError
    return response
  }

  /// Ends the connection, so that the rest of a body is not read as another request.
  static func refused(_ status: HTTPStatusCode) -> HTTPResponse {
    var headers = headers("text/plain")
    headers[.connection] = "close"
    return HTTPResponse(
      statusCode: status, headers: headers,
      body: HTTPBodySequence(from: LastWords(text: status.phrase), count: status.phrase.utf8.count))
  }

  static func events(_ page: Presence.Page, _ path: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers("text/event-stream"),
      body: HTTPBodySequence(from: PageEvents(page: page, path: path)))
  }

  static func conversation(_ conversation: Conversation) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok, headers: headers("text/event-stream"),
      body: HTTPBodySequence(from: ConversationEvents(conversation: conversation)))
  }

  static func programs(_ programs: [Program]) -> HTTPResponse {
    ok("application/json", (try? JSONEncoder().encode(programs)) ?? Data("[]".utf8))
  }

  private static func quoted(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}

/// A body after which the library closes the connection, as after each error of writing.
private struct LastWords: AsyncBufferedSequence {
  typealias Element = UInt8

  let text: String

  func makeAsyncIterator() -> Iterator { Iterator(text: text) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    fileprivate var text: String?

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      guard let text else { throw SocketError.disconnected }
      self.text = nil
      return Array(text.utf8)
    }
  }
}
