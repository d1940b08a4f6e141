internal import JSONLines
internal import Linux
internal import Niri

/// niri: one connection streams events from the whole state on, and takes no requests; another takes requests and
/// answers them in order. Both have one JSON value a line (niri-ipc 25.11).
final class NiriPeer: CompositorPeer {
  /// What was asked and is not answered yet.
  private enum Question {
    case version
    case command(CommandQueue.Command)
  }

  let kind = CompositorKind.niri
  private(set) var version: String?
  var state: CompositorState { known.state }
  var isKnown: Bool { known.isKnown }
  var commands = CommandQueue(.niri)
  let deadline: Int64? = nil

  private let events: CompositorStream
  private let requests: CompositorStream
  private var questions: [Question] = []
  private var known = NiriState()
  private var isStreaming = false

  /// Connects twice to the socket at `path`.
  init(at path: String, in descriptors: DescriptorSet) throws(SystemError) {
    events = try CompositorStream(to: path, in: descriptors)
    requests = try CompositorStream(to: path, in: descriptors)
  }

  func start(at now: Int64) throws(CompositorError) {
    try events.send(Array("\"EventStream\"\n".utf8))
    try ask(.version, "Version")
  }

  func handle(_ ready: Epoll.Ready, at now: Int64) throws(CompositorError) {
    let stream: CompositorStream
    switch ready.token {
    case events.token: stream = events
    case requests.token: stream = requests
    default: return
    }
    try stream.transfer(ready)
    while let line = try stream.takeLine(limit: Self.longestMessage) {
      let json = try Self.json(line)
      if stream === events { try take(event: json) } else { try take(answer: json) }
    }
    if stream.hasEnded { throw .closed }
  }

  func run(_ command: CommandQueue.Command, at now: Int64) throws(CompositorError) {
    let action: JSONValue
    do {
      action = try NiriAction.json(for: command.text)
    } catch {
      return commands.reject(command, "'\(command.text)' is no action of niri: \(error)")
    }
    try ask(.command(command), .object([.init("Action", action)]))
  }

  func expire(at now: Int64) {}

  private func ask(_ question: Question, _ request: JSONValue) throws(CompositorError) {
    questions.append(question)
    try requests.send(Array("\(request.text)\n".utf8))
  }

  private func take(event json: JSONValue) throws(CompositorError) {
    if isStreaming { return known.take(json) }
    guard json["Ok"] != nil else { throw .malformed("it refuses to tell of windows") }
    isStreaming = true
  }

  private func take(answer json: JSONValue) throws(CompositorError) {
    guard let question = questions.first else { throw .malformed("an answer that nobody asked for") }
    questions.removeFirst()
    switch question {
    case .version: version = json["Ok"]?["Version"]?.string
    case .command(let command):
      commands.finish(command, json["Ok"] != nil ? nil : json["Err"]?.string ?? "it does not say why")
    }
  }
}
