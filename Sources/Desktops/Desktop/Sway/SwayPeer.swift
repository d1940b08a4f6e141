internal import JSONLines
internal import Linux
internal import Rules
internal import Time

/// sway, with one socket on which answers and events are in the order of what happened: an event is newer than any
/// answer before it. i3 has the same protocol.
final class SwayPeer: CompositorPeer {
  /// An unanswered request.
  private enum Request {
    case events, outputEvents, inputEvents, version, tree, inputs, config
    case window(WindowQuestion)
    /// The workspaces, for a command that depends on them.
    case workspaces(CommandQueue.Command)
    /// A command, and the number of changes of the workspace when it was sent.
    case command(CommandQueue.Command, changes: Int)

    var kind: SwayMessage.Kind {
      switch self {
      case .events, .outputEvents, .inputEvents: .subscribe
      case .version: .getVersion
      case .tree, .window: .getTree
      case .inputs: .getInputs
      case .config: .getConfig
      case .workspaces: .getWorkspaces
      case .command: .runCommand
      }
    }
  }

  let kind = DesktopKind.sway
  private(set) var version: String?
  private(set) var state = CompositorState()
  private(set) var isKnown = false
  var commands = CommandQueue(.sway)
  let deadline: Timestamp? = nil

  private let stream: CompositorStream
  private var pendingRequests: [Request] = []
  /// The node id of the window in `state`.
  private var focused: Int?
  /// True if the tree must be requested again after the pending answer.
  private var mustRefreshTree = false
  /// The number of events by which another workspace got the focus, and that at the last answer to a command. Events
  /// are in the order of what happened: one before an answer was caused by the command, or is older than it.
  private var workspaceChanges = (all: 0, atLastAnswer: 0)
  /// The touchscreens, and what the configuration says about inputs.
  private var (touchscreens, mappings): ([SwayMappings.Input], SwayMappings) = ([], SwayMappings(""))

  /// Connects to the socket at `path`.
  init(at path: String, in descriptors: DescriptorSet) throws(SystemError) {
    stream = try CompositorStream(to: path, in: descriptors)
  }

  func start(at now: Timestamp) throws(CompositorError) {
    try ask(.events, #"["window", "workspace"]"#)
    // A subscription with one unknown kind is refused as a whole: sway before 1.9 lacks outputs, i3 lacks inputs.
    try ask(.outputEvents, #"["output"]"#)
    try ask(.inputEvents, #"["input"]"#)
    try ask(.version)
  }

  func handle(_ ready: Epoll.Ready, at now: Timestamp) throws(CompositorError) {
    guard ready.token == stream.token else { return }
    try stream.transfer(ready)
    while let message = try SwayMessage.next(in: stream, limit: Self.longestMessage) { try handle(message) }
    if stream.hasEnded { throw .closed }
  }

  func run(_ command: CommandQueue.Command, at now: Timestamp) throws(CompositorError) {
    guard command.text != DesktopWay.nextOrNew else { return try ask(.workspaces(command)) }
    try ask(.command(command, changes: workspaceChanges.all), command.text)
  }

  /// sway does not report where the pointer is.
  func find(_ question: WindowQuestion, at now: Timestamp) throws(CompositorError) -> Bool {
    guard case .position = question.place else { return false }
    try ask(.window(question))
    return true
  }

  func expire(at now: Timestamp) {}

  private func ask(_ request: Request, _ payload: String = "") throws(CompositorError) {
    pendingRequests.append(request)
    try stream.send(SwayMessage(request.kind, payload).bytes)
  }

  private func handle(_ message: SwayMessage) throws(CompositorError) {
    if SwayMessage.Kind.isEvent(message.type) {
      guard let kind = SwayMessage.Kind(rawValue: message.type) else { return }
      if kind == .workspaceEvent, try Self.json(message.payload)["change"]?.string == "focus" {
        workspaceChanges.all += 1
      }
      // Events before the first tree are older than it, but for those of inputs.
      guard isKnown || kind == .inputEvent else { return }
      try handle(event: try Self.json(message.payload), kind)
    } else {
      guard let request = pendingRequests.first, request.kind.rawValue == message.type else {
        throw .malformed("an unexpected answer of type \(message.type)")
      }
      pendingRequests.removeFirst()
      try handle(answer: try Self.json(message.payload), to: request)
    }
  }

  // MARK: Answers

  private func handle(answer: JSONValue, to request: Request) throws(CompositorError) {
    switch request {
    case .events:
      guard answer["success"]?.bool == true else { throw .malformed("it refuses to report windows") }
    // Without output events, workspaces report that they come, go or move with their outputs.
    case .outputEvents: break
    case .inputEvents:
      if answer["success"]?.bool == true { try ask(.inputs) }
      // The tree makes the state known: the layout precedes it.
      try ask(.tree)
      if answer["success"]?.bool == true { try ask(.config) }
    case .version:
      let numbers = ["major", "minor", "patch"].compactMap { answer[$0]?.integer }
      version = numbers.count == 3 ? numbers.map(String.init).joined(separator: ".") : nil
      // A finger on a window takes the pointer from all windows until it lifts: not in 1.7, in 1.10 and 1.12.
      state.ignoresPointerWhileTouched = numbers.count == 3 && (numbers[0], numbers[1]) >= (1, 8)
    case .tree:
      isKnown = true
      let focus = SwayNode(answer).rootFocus
      (focused, state.window, state.output) = (focus.id, focus.window, focus.output)
      if mustRefreshTree {
        mustRefreshTree = false
        try ask(.tree)
      }
    case .window(let question):
      guard case .position(let x, let y) = question.place else { break }
      question.answered(SwayNode(answer).touchedWindow(x: x, y: y))
    case .inputs:
      updateLayout(answer.array ?? [])
      updateDragFingers(answer.array ?? [])
      updateTouchpads(answer.array ?? [])
    case .config:
      mappings = SwayMappings(answer["config"]?.string ?? "")
      state.touchpads.outputs = mappings.outputs(of: touchscreens)
    case .workspaces(let command):
      guard let text = Self.nextOrNew(answer.array ?? []) else {
        return commands.finish(unchangedBy: command, "there is no other workspace, and this one is empty already")
      }
      try ask(.command(command, changes: workspaceChanges.all), text)
    case .command(let command, let changes):
      let problem = Self.problem(answer)
      let hasChanged = workspaceChanges.all > max(changes, workspaceChanges.atLastAnswer)
      workspaceChanges.atLastAnswer = workspaceChanges.all
      if problem == nil, !hasChanged, command.operation?.unchangedReason != nil {
        commands.finish(unchangedBy: command)
      } else {
        commands.finish(command, problem)
      }
    }
  }

  /// The command for the next workspace of the focused output; for a new one after the last; nil if that is empty,
  /// since an empty one goes when another is shown.
  static func nextOrNew(_ workspaces: [JSONValue]) -> String? {
    guard let focused = workspaces.firstIndex(where: { $0["focused"]?.bool == true }) else { return nil }
    let output = workspaces[focused]["output"]?.string
    let isLast = !workspaces[(focused + 1)...].contains { $0["output"]?.string == output }
    guard isLast else { return "workspace next_on_output" }
    // i3 does not report the windows.
    if workspaces[focused]["focus"]?.array?.isEmpty == true { return nil }
    let numbers = workspaces.compactMap { $0["num"]?.integer }
    return "workspace number \(max(numbers.max() ?? 0, 0) + 1)"
  }

  /// The reason for which a command failed; nil for success. Each of several commands has its own result.
  static func problem(_ answer: JSONValue) -> String? {
    guard let results = answer.array else { return answer["error"]?.string ?? "no result is given" }
    let refused = results.first { $0["success"]?.bool != true }
    return refused.map { $0["error"]?.string ?? "no reason is given" }
  }

  /// Sets the active layout group. sway switches all keyboards with the same layouts together: the first one with
  /// several is representative.
  private func updateLayout(_ inputs: [JSONValue]) {
    let keyboards = inputs.filter { $0["type"]?.string == "keyboard" }
    let several = keyboards.first { ($0["xkb_layout_names"]?.array?.count ?? 0) > 1 }
    state.layout = (several ?? keyboards.first)?["xkb_active_layout_index"]?.integer
  }

  /// Sets the drag fingers. sway before 1.13 does not have the setting, and libinput's default is disabled.
  private func updateDragFingers(_ inputs: [JSONValue]) {
    let settings = inputs.filter { $0["type"]?.string == "touchpad" }
      .map { $0["libinput"]?["three_finger_drag"]?.string ?? "disabled" }
    let fingers = settings.map { ["three_finger": 3, "four_finger": 4, "disabled": 0][$0] }
    state.dragFingers = fingers.contains(nil) ? nil : fingers.compactMap { $0 }.filter { $0 > 0 }.min() ?? 0
  }

  /// Sets the touchpads that are switched off, and those without natural scrolling.
  private func updateTouchpads(_ inputs: [JSONValue]) {
    let hasMouse = inputs.contains { input in
      input["type"]?.string == "pointer" && input["libinput"] != nil
        && DesktopTouchpads.isMouse(named: input["name"]?.string ?? "")
    }
    func touchpads(where isIncluded: (_ settings: JSONValue?) -> Bool) -> DesktopTouchpads.Selection {
      let included = inputs.filter { $0["type"]?.string == "touchpad" && isIncluded($0["libinput"]) }
      return .named(Set(included.compactMap { $0["name"]?.string }))
    }
    let disabled = touchpads { settings in
      switch settings?["send_events"]?.string {
      case "disabled": true
      case "disabled_on_external_mouse": hasMouse
      default: false
      }
    }
    let reversed = touchpads { $0?["natural_scroll"]?.string == "disabled" }
    state.touchpads = DesktopTouchpads(disabled: disabled, reversed: reversed)
    for input in inputs where input["type"]?.string == "touchpad" {
      let settings = input["libinput"]
      guard let name = input["name"]?.string, let setting = settings?["accel_speed"]?.number else { continue }
      state.touchpads.accelerations[name] = TouchpadAcceleration(
        isFlat: settings?["accel_profile"]?.string == "flat", setting: setting)
    }
    touchscreens = inputs.filter { $0["type"]?.string == "touch" }.compactMap { input in
      guard let name = input["name"]?.string, let identifier = input["identifier"]?.string else { return nil }
      return .init(name: name, identifier: identifier)
    }
    state.touchpads.outputs = mappings.outputs(of: touchscreens)
  }

  // MARK: Events

  private func handle(event: JSONValue, _ kind: SwayMessage.Kind) throws(CompositorError) {
    let change = event["change"]?.string
    switch kind {
    case .windowEvent: try handle(window: SwayNode(event["container"] ?? .null), change)
    case .workspaceEvent:
      switch change {
      case "focus":
        let workspace = SwayNode(event["current"] ?? .null)
        let focus = workspace.focus()
        // If one of its windows gets the focus, the next event reports it.
        (focused, state.window) = (focus?.id, focus?.window ?? .absent)
        state.output = workspace.output ?? state.output
      case "move", "empty", "init": try refreshTree()
      case "reload":
        try refreshTree()
        try ask(.config)
      default: break
      }
    case .outputEvent: try refreshTree()
    case .inputEvent:
      switch change {
      case "xkb_layout": state.layout = event["input"]?["xkb_active_layout_index"]?.integer ?? state.layout
      case "xkb_keymap", "added", "removed", "libinput_config": try ask(.inputs)
      default: break
      }
    case .runCommand, .getWorkspaces, .subscribe, .getTree, .getVersion, .getConfig, .getInputs: break
    }
  }

  private func handle(window node: SwayNode, _ change: String?) throws(CompositorError) {
    switch change {
    case "focus": (focused, state.window) = (node.id, node.window ?? .absent)
    case "title", "fullscreen_mode":
      if node.id != nil, node.id == focused { state.window = node.window ?? .absent }
    case "close":
      guard node.id != nil, node.id == focused else { break }
      (focused, state.window) = (nil, .absent)
    // The focus may stay on a workspace that is now empty, which no event reports.
    case "move":
      if node.id != nil, node.id == focused { try refreshTree() }
    default: break
    }
  }

  /// Requests the tree after events that do not contain the focus.
  private func refreshTree() throws(CompositorError) {
    let isAsked = pendingRequests.contains { if case .tree = $0 { true } else { false } }
    if isAsked { mustRefreshTree = true } else { try ask(.tree) }
  }
}
