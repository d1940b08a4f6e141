internal import JSONLines
internal import Linux
internal import Rules
internal import Time

/// niri: one connection streams events, starting with the complete state, and takes no requests; another takes requests
/// and answers them in order. Both have one JSON value per line (niri-ipc 25.11).
final class NiriPeer: CompositorPeer {
  /// An unanswered request.
  private enum Request {
    case version
    case command(CommandQueue.Command)
  }

  let kind = DesktopKind.niri
  private(set) var version: String?
  var state: CompositorState { niriState.state }
  var isKnown: Bool { niriState.isKnown }
  var commands = CommandQueue(.niri)
  let deadline: Timestamp? = nil

  private let events: CompositorStream
  private let requests: CompositorStream
  private var pendingRequests: [Request] = []
  private var niriState = NiriState()
  private var isStreaming = false

  /// Connects twice to the socket at `path`.
  init(at path: String, in descriptors: DescriptorSet) throws(SystemError) {
    events = try CompositorStream(to: path, in: descriptors)
    requests = try CompositorStream(to: path, in: descriptors)
  }

  func start(at now: Timestamp) throws(CompositorError) {
    try events.send(Array("\"EventStream\"\n".utf8))
    try ask(.version, "Version")
  }

  func handle(_ ready: Epoll.Ready, at now: Timestamp) throws(CompositorError) {
    let stream: CompositorStream
    switch ready.token {
    case events.token: stream = events
    case requests.token: stream = requests
    default: return
    }
    try stream.transfer(ready)
    while let line = try stream.nextLine(limit: Self.longestMessage) {
      let json = try Self.json(line)
      if stream === events { try handle(event: json) } else { try handle(answer: json) }
    }
    if stream.hasEnded { throw .closed }
  }

  func run(_ command: CommandQueue.Command, at now: Timestamp) throws(CompositorError) {
    let action: JSONValue
    do {
      action = try NiriAction.json(for: command.text)
    } catch {
      return commands.reject(command, "'\(command.text)' is not an action of niri: \(error)")
    }
    try ask(.command(command), .object([.init("Action", action)]))
  }

  func expire(at now: Timestamp) {}

  private func ask(_ request: Request, _ json: JSONValue) throws(CompositorError) {
    pendingRequests.append(request)
    try requests.send(Array("\(json.text)\n".utf8))
  }

  private func handle(event json: JSONValue) throws(CompositorError) {
    if isStreaming { return niriState.apply(json) }
    guard json["Ok"] != nil else { throw .malformed("it refuses to report windows") }
    isStreaming = true
  }

  private func handle(answer json: JSONValue) throws(CompositorError) {
    guard let request = pendingRequests.first else { throw .malformed("an unexpected answer") }
    pendingRequests.removeFirst()
    switch request {
    case .version: version = json["Ok"]?["Version"]?.string
    case .command(let command):
      commands.finish(command, json["Ok"] != nil ? nil : json["Err"]?.string ?? "no reason is given")
    }
  }
}
