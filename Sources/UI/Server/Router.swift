import FlyingFox
import FlyingSocks
import Foundation

/// The answers to requests. Paths are compared as they were sent, with those of tables: none leads to a file.
struct Router: Sendable {
  private let gate: Gate
  private let tool: Tool
  private let presence: Presence
  private let conversations = Conversations()

  init(_ gate: Gate, _ tool: Tool, _ presence: Presence) {
    (self.gate, self.tool, self.presence) = (gate, tool, presence)
  }

  /// The pages, which contain no secret.
  private static let pages: [String: (type: String, bytes: [UInt8])] = [
    "/": ("text/html", PackageResources.index_html),
    "/style.css": ("text/css", PackageResources.style_css),
    "/strings.js": ("text/javascript", PackageResources.strings_js),
    "/dom.js": ("text/javascript", PackageResources.dom_js),
    "/server.js": ("text/javascript", PackageResources.server_js),
    "/machine.js": ("text/javascript", PackageResources.machine_js),
    "/gestures.js": ("text/javascript", PackageResources.gestures_js),
    "/changes.js": ("text/javascript", PackageResources.changes_js),
    "/recipes.js": ("text/javascript", PackageResources.recipes_js),
    "/app.js": ("text/javascript", PackageResources.app_js),
    "/groups.js": ("text/javascript", PackageResources.groups_js),
    "/profiles.js": ("text/javascript", PackageResources.profiles_js),
    "/touches.js": ("text/javascript", PackageResources.touches_js),
    "/fingers.js": ("text/javascript", PackageResources.fingers_js),
    "/learn.js": ("text/javascript", PackageResources.learn_js),
    "/action.js": ("text/javascript", PackageResources.action_js),
    "/text.js": ("text/javascript", PackageResources.text_js),
    "/language.js": ("text/javascript", PackageResources.language_js),
  ]

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    do {
      try gate.checkSource(of: request)
      let path = request.target.path()
      if request.method == .GET, let page = Self.pages[path] {
        return .ok(page.type + "; charset=utf-8", Data(page.bytes))
      }
      if request.method == .POST, path == "/api/session" {
        return .session(try await gate.enter(with: try await request.body().secret ?? ""))
      }
      try gate.checkSession(of: request)
      Connections.admit(request)
      return try await answer(request, at: path)
    } catch let refusal as Gate.Refusal {
      return .refused(refusal.status)
    } catch {
      return .failure("\(error)")
    }
  }

  /// The answer to a request of the user's page.
  private func answer(_ request: HTTPRequest, at path: String) async throws -> HTTPResponse {
    if request.method == .GET, path == "/api/events" { return .events(await presence.open(), tool.rulesPath) }
    if request.method == .GET, path == "/api/programs" { return .programs(Program.all) }
    if request.method == .GET, let kind = Conversation.Kind(path) {
      return .conversation(try await conversations.begin(kind, tool))
    }
    let body = request.method == .POST ? try await request.body() : Body()
    if request.method == .POST, path == "/api/language", let message = body.message {
      await conversations.send(message)
      return .ok("application/json", Data("{}".utf8))
    }
    guard let command = Command(request.method, path, request.query, body) else { return .refused(.notFound) }
    var result = try await tool.run(command)
    if command.output == .text { result.output = Data() }
    guard result.status == 0 else { return .lines(result) }
    return switch command.output {
    case .lines, .text: .lines(result)
    case .document: .ok("application/json", result.output)
    case .picture: .picture(result.output)
    }
  }
}

/// The fields of a request's body.
struct Body: Decodable, Sendable {
  /// What the first page exchanges for the cookie.
  var secret: String?
  var edit: Command.Edit?
  var mark: Command.Mark?
  var lesson: Command.Lesson?
  /// A command that `doctor` has proposed.
  var remedy: String?
  /// A message to the language server.
  var message: String?
}

extension HTTPRequest {
  /// The body as JSON.
  fileprivate func body() async throws -> Body { try JSONDecoder().decode(Body.self, from: try await bodyData) }
}

extension Gate.Refusal {
  fileprivate var status: HTTPStatusCode {
    switch self {
    case .forbidden: .forbidden
    case .unsupportedType: .unsupportedMediaType
    case .tooLarge: .payloadTooLarge
    }
  }
}
