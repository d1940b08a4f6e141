internal import JSONLines
internal import Linux

/// sway over its one socket, on which answers and events come in the order things happened: what an event says is newer
/// than what an earlier answer said. i3 has the same protocol.
final class SwayPeer: CompositorPeer {
  /// What was asked and is not answered yet.
  private enum Question {
    case events, outputEvents, inputEvents, version, tree, inputs
    case command(CommandQueue.Command)

    var kind: SwayMessage.Kind {
      switch self {
      case .events, .outputEvents, .inputEvents: .subscribe
      case .version: .getVersion
      case .tree: .getTree
      case .inputs: .getInputs
      case .command: .runCommand
      }
    }
  }

  let kind = CompositorKind.sway
  private(set) var version: String?
  private(set) var state = CompositorState()
  private(set) var isKnown = false
  var commands = CommandQueue(.sway)
  let deadline: Int64? = nil

  private let stream: CompositorStream
  private var questions: [Question] = []
  /// The window of `state`.
  private var focused: Int?
  /// Whether the tree is to be asked for again, after the answer that is on its way.
  private var mustLookAgain = false

  /// Connects to the socket at `path` and asks for all there is to know.
  init(at path: String, in descriptors: DescriptorSet) throws(SystemError) {
    stream = try CompositorStream(to: path, in: descriptors)
  }

  func start(at now: Int64) throws(CompositorError) {
    try ask(.events, #"["window", "workspace"]"#)
    // A subscription is refused whole for one kind that is not known: outputs to sway before 1.9, inputs to i3.
    try ask(.outputEvents, #"["output"]"#)
    try ask(.inputEvents, #"["input"]"#)
    try ask(.version)
    try ask(.tree)
  }

  func handle(_ ready: Epoll.Ready, at now: Int64) throws(CompositorError) {
    guard ready.token == stream.token else { return }
    try stream.transfer(ready)
    while let message = try SwayMessage.next(in: stream, limit: Self.longestMessage) { try take(message) }
    if stream.hasEnded { throw .closed }
  }

  func run(_ command: CommandQueue.Command, at now: Int64) throws(CompositorError) {
    try ask(.command(command), command.text)
  }

  func expire(at now: Int64) {}

  private func ask(_ question: Question, _ payload: String = "") throws(CompositorError) {
    questions.append(question)
    try stream.send(SwayMessage(question.kind, payload).bytes)
  }

  private func take(_ message: SwayMessage) throws(CompositorError) {
    if SwayMessage.Kind.isEvent(message.type) {
      guard let kind = SwayMessage.Kind(rawValue: message.type) else { return }
      // The first tree is newer than what comes before it.
      guard isKnown else { return }
      try take(event: try Self.json(message.payload), kind)
    } else {
      guard let question = questions.first, question.kind.rawValue == message.type else {
        throw .malformed("an answer of type \(message.type) that nobody asked for")
      }
      questions.removeFirst()
      try take(answer: try Self.json(message.payload), to: question)
    }
  }

  // MARK: Answers

  private func take(answer: JSONValue, to question: Question) throws(CompositorError) {
    switch question {
    case .events:
      guard answer["success"]?.bool == true else { throw .malformed("it refuses to tell of windows") }
    // Where outputs are not told of, workspaces are that come, go or move with them.
    case .outputEvents: break
    case .inputEvents: if answer["success"]?.bool == true { try ask(.inputs) }
    case .version:
      let numbers = ["major", "minor", "patch"].compactMap { answer[$0]?.integer }
      version = numbers.count == 3 ? numbers.map(String.init).joined(separator: ".") : nil
    case .tree:
      isKnown = true
      let focus = SwayNode(answer).rootFocus
      (focused, state.window, state.output) = (focus.id, focus.window, focus.output)
      if mustLookAgain {
        mustLookAgain = false
        try ask(.tree)
      }
    case .inputs:
      takeLayout(answer.array ?? [])
      takeDrag(answer.array ?? [])
    case .command(let command): commands.finish(command, Self.problem(answer))
    }
  }

  /// What is wrong with a command; nil where nothing is. Each of several has its own result.
  static func problem(_ answer: JSONValue) -> String? {
    guard let results = answer.array else { return answer["error"]?.string ?? "it does not say whether it was done" }
    let refused = results.first { $0["success"]?.bool != true }
    return refused.map { $0["error"]?.string ?? "it does not say why" }
  }

  /// sway switches the layouts of all keyboards that have the same ones together: the first that has several tells.
  private func takeLayout(_ inputs: [JSONValue]) {
    let keyboards = inputs.filter { $0["type"]?.string == "keyboard" }
    let several = keyboards.first { ($0["xkb_layout_names"]?.array?.count ?? 0) > 1 }
    state.layout = (several ?? keyboards.first)?["xkb_active_layout_index"]?.integer
  }

  /// sway before 1.13 does not have the setting, and libinput's default is not to drag.
  private func takeDrag(_ inputs: [JSONValue]) {
    let settings = inputs.filter { $0["type"]?.string == "touchpad" }
      .map { $0["libinput"]?["three_finger_drag"]?.string ?? "disabled" }
    let fingers = settings.map { ["three_finger": 3, "four_finger": 4, "disabled": 0][$0] }
    state.dragFingers = fingers.contains(nil) ? nil : fingers.compactMap { $0 }.filter { $0 > 0 }.min() ?? 0
  }

  // MARK: Events

  private func take(event: JSONValue, _ kind: SwayMessage.Kind) throws(CompositorError) {
    let change = event["change"]?.string
    switch kind {
    case .windowEvent: try take(window: SwayNode(event["container"] ?? .null), change)
    case .workspaceEvent:
      switch change {
      case "focus":
        let workspace = SwayNode(event["current"] ?? .null)
        let focus = workspace.focus()
        // Where it has a window that gets the focus now, that is told next.
        (focused, state.window) = (focus?.id, focus?.window ?? .absent)
        state.output = workspace.output ?? state.output
      case "move", "empty", "init", "reload": try lookAgain()
      default: break
      }
    case .outputEvent: try lookAgain()
    case .inputEvent:
      switch change {
      case "xkb_layout": state.layout = event["input"]?["xkb_active_layout_index"]?.integer ?? state.layout
      case "xkb_keymap", "added", "removed", "libinput_config": try ask(.inputs)
      default: break
      }
    case .runCommand, .subscribe, .getTree, .getVersion, .getInputs: break
    }
  }

  private func take(window node: SwayNode, _ change: String?) throws(CompositorError) {
    switch change {
    case "focus": (focused, state.window) = (node.id, node.window ?? .absent)
    case "title", "fullscreen_mode":
      if node.id != nil, node.id == focused { state.window = node.window ?? .absent }
    case "close":
      guard node.id != nil, node.id == focused else { break }
      (focused, state.window) = (nil, .absent)
    // The focus may stay behind on a workspace that is empty then, of which nothing is told.
    case "move":
      if node.id != nil, node.id == focused { try lookAgain() }
    default: break
    }
  }

  /// Asks for the tree, where sway does not tell what has the focus now.
  private func lookAgain() throws(CompositorError) {
    let isAsked = questions.contains { if case .tree = $0 { true } else { false } }
    if isAsked { mustLookAgain = true } else { try ask(.tree) }
  }
}
