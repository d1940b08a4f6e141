internal import Glibc
internal import JSONLines
internal import Linux

/// Hyprland: events come over one socket for as long as it runs, and requests have a connection each over another.
///
/// An event tells what is in front but not all of it, and the answer to a question is as old as the moment it was asked
/// at: one about a window that an event has replaced meanwhile is not believed.
final class HyprlandPeer: CompositorPeer {
  let kind = CompositorKind.hyprland
  private(set) var version: String?
  private(set) var state = CompositorState()
  var commands = CommandQueue(.hyprland)
  /// When the request that is under way is given up, or the next is tried again.
  private(set) var deadline: Int64?
  var isKnown: Bool { unanswered.isEmpty }

  private let path: String
  private let descriptors: DescriptorSet
  private let events: CompositorStream
  /// The one that is under way, and what it is answered over.
  private var current: (request: HyprlandRequest, stream: CompositorStream)?
  private var requests: [HyprlandRequest] = []
  /// What was asked for first and is not answered.
  private var unanswered: Set<HyprlandRequest> = [.window, .outputs]
  /// The address of the window in front; empty where there is none, nil where no event has told.
  private var address: String?
  /// Whether it answers when it is asked for its lock screen, as it does since 0.41.
  private var tellsLock = true

  /// Connects to the sockets in `directory`.
  init(in directory: String, _ descriptors: DescriptorSet) throws(SystemError) {
    path = "\(directory)/.socket.sock"
    self.descriptors = descriptors
    events = try CompositorStream(to: "\(directory)/.socket2.sock", in: descriptors)
  }

  func start(at now: Int64) throws(CompositorError) {
    for request in [HyprlandRequest.version, .window, .outputs, .keyboards, .lock, .drag] { try ask(request, at: now) }
  }

  func handle(_ ready: Epoll.Ready, at now: Int64) throws(CompositorError) {
    if ready.token == events.token {
      try events.transfer(ready)
      while let line = try events.takeLine(limit: Self.longestMessage) { try take(HyprlandEvent(line), at: now) }
      if events.hasEnded { throw .closed }
    } else if let current, ready.token == current.stream.token {
      try current.stream.transfer(ready)
      guard current.stream.incoming.count <= Self.longestMessage else { throw .malformed("an answer without an end") }
      guard current.stream.hasEnded else { return }
      self.current = nil
      take(answer: current.stream.incoming, to: current.request)
      try goOn(at: now)
    }
  }

  func run(_ command: CommandQueue.Command, at now: Int64) throws(CompositorError) {
    requests.append(.command(command))
    try goOn(at: now)
  }

  func expire(at now: Int64) throws(CompositorError) {
    guard let deadline, deadline <= now else { return }
    // It is not answered, but the next one may be.
    if let current {
      self.current = nil
      unanswered.remove(current.request)
    }
    try goOn(at: now)
  }

  // MARK: Requests

  /// Asks a question, once more where it is under way already: its answer may be from before.
  private func ask(_ request: HyprlandRequest, at now: Int64) throws(CompositorError) {
    guard !requests.contains(request) else { return }
    requests.append(request)
    try goOn(at: now)
  }

  /// Sends the next request.
  private func goOn(at now: Int64) throws(CompositorError) {
    guard current == nil else { return }
    deadline = nil
    while let request = requests.first {
      if case .command(let command) = request, commands.isGivenUp(command) {
        commands.finish(command, nil)
        requests.removeFirst()
        continue
      }
      let stream: CompositorStream
      do {
        stream = try CompositorStream(to: path, in: descriptors)
      } catch {
        // It lets nobody in while it is busy.
        guard error.code == EAGAIN else { throw CompositorError(error) }
        deadline = now + 50_000
        return
      }
      requests.removeFirst()
      current = (request, stream)
      deadline = now + CommandQueue.patience
      // Hyprland up to 0.54 does nothing else until the request has come: connections go with what is sent.
      try stream.send(Array(request.text.utf8))
      return
    }
  }

  private func take(answer: [UInt8], to request: HyprlandRequest) {
    unanswered.remove(request)
    // What cannot be read is not known: titles come from programs, and may be anything.
    let json = try? Self.json(answer)
    switch request {
    case .version: version = json?["version"]?.string ?? json?["tag"]?.string
    case .window: if let json { take(window: json) }
    case .outputs:
      state.output = json?.array?.first { $0["focused"]?.bool == true }?["name"]?.string ?? state.output
    case .keyboards: state.layout = json.flatMap(Self.layout)
    case .lock:
      state.isLocked = json?["locked"]?.bool
      tellsLock = state.isLocked != nil
    case .drag: state.dragFingers = Self.dragFingers(json, String(decoding: answer, as: UTF8.self))
    case .command(let command):
      commands.finish(command, HyprlandRequest.problem(String(decoding: answer, as: UTF8.self)))
    }
  }

  private func take(window json: JSONValue) {
    // 0x in front is for people.
    let asked = json["address"]?.string.map { String($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...]) } ?? ""
    guard address == nil || address == asked else { return }
    address = asked
    // A number since 0.42: 0 is none, 1 covers all but bars, 2 covers the output; before, a truth value.
    let fullscreen =
      json["fullscreen"]?.integer.map { $0 & 2 != 0 }
      ?? json["fullscreen"]?.bool.map { $0 && json["fullscreenMode"]?.integer != 1 }
    state.window =
      asked.isEmpty
      ? FocusedWindow.absent
      : FocusedWindow(app: json["class"]?.string, title: json["title"]?.string, fullscreen: fullscreen)
  }

  /// The active layout of the keyboard that Hyprland takes for the main one. Its number is told since 0.51; before, it
  /// can be known only where there is but one.
  private static func layout(_ devices: JSONValue) -> Int? {
    let keyboards = devices["keyboards"]?.array ?? []
    guard let main = keyboards.first(where: { $0["main"]?.bool == true }) ?? keyboards.first else { return nil }
    if let index = main["active_layout_index"]?.integer { return index }
    return main["layout"]?.string.map { $0.contains(",") } == false ? 0 : nil
  }

  /// The option came in 0.50; before, Hyprland does not set what libinput's default disables.
  private static func dragFingers(_ option: JSONValue?, _ answer: String) -> Int? {
    if answer.contains("no such option") { return 0 }
    return option?["int"]?.integer.flatMap { [0: 0, 1: 3, 2: 4][$0] }
  }

  // MARK: Events

  private func take(_ event: HyprlandEvent, at now: Int64) throws(CompositorError) {
    switch event {
    case .activeWindow(let app, let title):
      // The address follows, and tells whether there is a window at all.
      var window = FocusedWindow(app: app, title: title, fullscreen: nil)
      if state.window?.app == window.app { window.isFullscreen = state.window?.isFullscreen }
      state.window = window
    case .activeAddress(let address):
      // A lock screen that comes or goes takes the focus with it, and nothing else tells of it.
      if tellsLock { try ask(.lock, at: now) }
      guard address != self.address else { break }
      self.address = address
      if address.isEmpty {
        state.window = FocusedWindow.absent
      } else {
        state.window?.isFullscreen = nil
        try ask(.window, at: now)
      }
    case .title(let address, let title):
      if address == self.address { state.window?.title = FocusedWindow.clipped(title) }
    case .fullscreen: try ask(.window, at: now)
    case .focusedOutput(let name): state.output = name
    case .outputs: try ask(.outputs, at: now)
    case .layout: try ask(.keyboards, at: now)
    case .other: break
    }
    if state.isLocked == true { try ask(.lock, at: now) }
  }
}
