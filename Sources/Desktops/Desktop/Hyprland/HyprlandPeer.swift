internal import Glibc
internal import JSONLines
internal import Linux
internal import Rules
internal import Text
internal import Time

/// Hyprland, which sends events over one socket as long as it runs, and takes each request over a new connection to
/// another.
///
/// Events describe the focused window incompletely, and the answer to a request is as old as the request: an answer
/// about a window that an event has replaced meanwhile is ignored.
final class HyprlandPeer: CompositorPeer {
  let kind = DesktopKind.hyprland
  private(set) var version: String?
  private(set) var language: CompositorRelease.Language?
  private(set) var state = CompositorState()
  var commands = CommandQueue(.hyprland)
  var deadline: Timestamp? { [requestDeadline, lockDeadline].compactMap { $0 }.min() }
  var isKnown: Bool { unanswered.isEmpty }

  /// The commands of rules as they are sent, or the reasons why they cannot be. Others are not kept: an operation on a
  /// touched window has another text for each window.
  private(set) var translations: [String: Result<String, HyprlandCommand.Problem>] = [:]

  private let path: String
  private let descriptors: DescriptorSet
  private let events: CompositorStream
  /// The pending request and its connection.
  private var current: (request: HyprlandRequest, stream: CompositorStream)?
  private var requests: [HyprlandRequest] = []
  /// The last question for a window, with what is known of the answer; nil if it is answered.
  private var question: (WindowQuestion, windows: HyprlandWindows?, position: (x: Double, y: Double)?)?
  /// The initial requests that are unanswered.
  private var unanswered: Set<HyprlandRequest> = [.window, .outputs, .keyboards, .naturalScroll]
  /// The address of the focused window; empty if there is none, nil if no event has reported it.
  private var address: String?
  /// True if it answers requests for the state of its lock screen, as it does since 0.41.
  private var reportsLock = true
  /// The time at which the pending request is given up, or the next one is tried again.
  private var requestDeadline: Timestamp?
  /// The time at which to ask again whether the lock screen is gone; nil while there is none.
  private var lockDeadline: Timestamp?
  /// The interval of that. Of the end of a lock screen, 0.57 sends an event only if a window is under
  /// the pointer then.
  private static let lockInterval = Duration.seconds(1)

  /// Connects to the sockets in `directory`.
  init(in directory: String, _ descriptors: DescriptorSet) throws(SystemError) {
    path = "\(directory)/.socket.sock"
    self.descriptors = descriptors
    events = try CompositorStream(to: "\(directory)/.socket2.sock", in: descriptors)
  }

  func start(at now: Timestamp) throws(CompositorError) {
    for request in [HyprlandRequest.version, .status, .window, .outputs, .keyboards, .lock] + Self.touchpadOptions {
      try ask(request, at: now)
    }
  }

  private static let touchpadOptions = [HyprlandRequest.drag, .naturalScroll, .sensitivity, .profile]

  func handle(_ ready: Epoll.Ready, at now: Timestamp) throws(CompositorError) {
    if ready.token == events.token {
      try events.transfer(ready)
      while let line = try events.nextLine(limit: Self.longestMessage) { try handle(HyprlandEvent(line), at: now) }
      if events.hasEnded { throw .closed }
    } else if let current, ready.token == current.stream.token {
      try current.stream.transfer(ready)
      guard current.stream.incoming.count <= Self.longestMessage else { throw .malformed("an unterminated answer") }
      guard current.stream.hasEnded else { return }
      self.current = nil
      handle(answer: Array(current.stream.incoming), to: current.request, at: now)
      try sendNext(at: now)
    }
  }

  func prepare(_ commands: Set<String>) {
    translations = [:]
    for command in commands { translations[command] = translation(of: command) }
  }

  /// The text of a command on the wire, in the language of the configuration.
  private func translation(of command: String) -> Result<String, HyprlandCommand.Problem> {
    translations[command]
      ?? Result { () throws(HyprlandCommand.Problem) in try HyprlandCommand.request(for: command, in: language) }
  }

  func run(_ command: CommandQueue.Command, at now: Timestamp) throws(CompositorError) {
    requests.append(.command(command))
    try sendNext(at: now)
  }

  func find(_ question: WindowQuestion, at now: Timestamp) throws(CompositorError) -> Bool {
    self.question?.0.answered(nil)
    var position: (Double, Double)?
    if case .position(let x, let y) = question.place { position = (x, y) }
    self.question = (question, nil, position)
    try ask(.outputs, at: now)
    if position == nil { try ask(.pointer, at: now) }
    try ask(.windows, at: now)
    return true
  }

  private func answerQuestion(_ clients: JSONValue?) {
    // The first answer may be one to an earlier question.
    guard let question, let windows = question.windows, let position = question.position else { return }
    self.question = nil
    question.0.answered(clients.flatMap { windows.window(in: $0, x: position.x, y: position.y) })
  }

  func expire(at now: Timestamp) throws(CompositorError) {
    if let due = lockDeadline, due <= now {
      lockDeadline = nil
      try ask(.lock, at: now)
    }
    guard let due = requestDeadline, due <= now else { return }
    // The request is not answered, but the next one may be.
    if let current {
      self.current = nil
      unanswered.remove(current.request)
      // Its answer cannot come any more.
      if case .command(let command) = current.request { commands.finish(command, nil) }
      if current.request == .lock, state.isLocked == true { lockDeadline = now + Self.lockInterval }
    }
    try sendNext(at: now)
  }

  // MARK: Requests

  /// Sends a request. If the same one is pending, it is sent again after it, since its answer may be outdated.
  private func ask(_ request: HyprlandRequest, at now: Timestamp) throws(CompositorError) {
    guard !requests.contains(request) else { return }
    requests.append(request)
    try sendNext(at: now)
  }

  /// Sends the next request.
  private func sendNext(at now: Timestamp) throws(CompositorError) {
    guard current == nil else { return }
    requestDeadline = nil
    while let request = requests.first {
      guard let text = text(of: request) else {
        requests.removeFirst()
        continue
      }
      let stream: CompositorStream
      do {
        stream = try CompositorStream(to: path, in: descriptors)
      } catch {
        // A busy compositor accepts no connections.
        guard error.code == EAGAIN else { throw CompositorError(error) }
        requestDeadline = now + .milliseconds(50)
        return
      }
      requests.removeFirst()
      current = (request, stream)
      requestDeadline = now + CommandQueue.timeout
      // Hyprland up to 0.54 waits for the request after accepting: the request is sent right after connecting.
      try stream.send(Array(text.utf8))
      return
    }
  }

  /// The text of a request on the wire; nil, and settled, for a command that is given up or cannot be sent.
  private func text(of request: HyprlandRequest) -> String? {
    guard case .command(let command) = request else { return request.text }
    guard !commands.isGivenUp(command) else {
      commands.finish(command, nil)
      return nil
    }
    switch translation(of: command.text) {
    case .success(let text): return text
    case .failure(let problem):
      let release = CompositorRelease(.hyprland, version: version, language: language ?? .classic)
      commands.reject(command, release.refusal(of: command.text) ?? "\(problem)")
      return nil
    }
  }

  private func handle(answer: [UInt8], to request: HyprlandRequest, at now: Timestamp) {
    unanswered.remove(request)
    // An answer that cannot be parsed means unknown: titles are set by programs, and may contain anything.
    let json = try? Self.json(answer)
    switch request {
    case .version: version = json?["version"]?.string ?? json?["tag"]?.string
    case .status:
      // Known since 0.55, the first version with two languages.
      language = json?["configProvider"]?.string == "lua" ? .lua : .classic
      prepare(Set(translations.keys))
    case .window: if let json { update(window: json) }
    case .outputs:
      state.output = json?.array?.first { $0["focused"]?.bool == true }?["name"]?.string ?? state.output
      if let json { question?.windows = HyprlandWindows(json) }
    case .pointer:
      guard question?.0.place == .pointer, let x = json?["x"]?.number, let y = json?["y"]?.number else { break }
      question?.position = (x, y)
    case .windows: answerQuestion(json)
    case .keyboards: state.layout = json.flatMap(Self.layout)
    case .lock:
      let wasLocked = state.isLocked == true
      state.isLocked = json?["locked"]?.bool
      // The window that had the focus has it again, often without an event.
      if wasLocked, state.isLocked == false {
        address = nil
        requests.append(.window)
      }
      reportsLock = state.isLocked != nil
      lockDeadline = state.isLocked == true ? now + Self.lockInterval : nil
    case .drag: state.dragFingers = Self.dragFingers(json, String(decoding: answer.prefix(1_024), as: UTF8.self))
    case .naturalScroll: state.touchpads.reversed = Self.isNatural(json) == false ? .all : .none
    case .sensitivity:
      state.touchpads.acceleration = TouchpadAcceleration(
        isFlat: state.touchpads.acceleration.isFlat, setting: json?["float"]?.number ?? 0)
    case .profile: state.touchpads.acceleration.isFlat = json?["str"]?.string == "flat"
    case .command(let command):
      let sent = (try? translation(of: command.text).get()).map {
        // By scalars: with a combining character behind it, the '/' is another character.
        $0.unicodeScalars.first == "/" ? String($0.unicodeScalars.dropFirst()) : $0
      }
      commands.finish(
        command, HyprlandRequest.problem(String(decoding: answer, as: UTF8.self)),
        sentAs: sent == command.text ? nil : sent)
    }
  }

  private func update(window json: JSONValue) {
    // The prefix 0x is only in answers, not in events.
    let newAddress = json["address"]?.string.map { String($0.hasPrefix("0x") ? $0.dropFirst(2) : $0[...]) } ?? ""
    guard address == nil || address == newAddress else { return }
    address = newAddress
    state.window =
      newAddress.isEmpty ? FocusedWindow.absent : FocusedWindow(hyprland: json)
  }

  /// The active layout group of Hyprland's main keyboard. Its index is sent since 0.51; before that, it is known only
  /// if there is only one.
  private static func layout(_ devices: JSONValue) -> Int? {
    let keyboards = devices["keyboards"]?.array ?? []
    guard let main = keyboards.first(where: { $0["main"]?.bool == true }) ?? keyboards.first else { return nil }
    if let index = main["active_layout_index"]?.integer { return index }
    return main["layout"]?.string.map { $0.contains(",") } == false ? 0 : nil
  }

  /// The option exists since 0.50; before that, libinput's default applies, which is disabled.
  private static func dragFingers(_ option: JSONValue?, _ answer: String) -> Int? {
    if answer.contains("no such option") { return 0 }
    return option?["int"]?.integer.flatMap { [0: 0, 1: 3, 2: 4][$0] }
  }

  /// The option for all touchpads: a Boolean in 0.57, a number before. Options of a single device cannot be asked.
  private static func isNatural(_ option: JSONValue?) -> Bool? {
    option?["bool"]?.bool ?? option?["int"]?.integer.map { $0 != 0 }
  }

  // MARK: Events

  private func handle(_ event: HyprlandEvent, at now: Timestamp) throws(CompositorError) {
    switch event {
    case .activeWindow(let app, let title):
      // The address follows, and shows whether there is a window at all.
      var window = FocusedWindow(app: app, title: title, fullscreen: nil)
      if let before = state.window, before.app == window.app {
        (window.isFullscreen, window.isMaximized) = (before.isFullscreen, before.isMaximized)
      }
      state.window = window
    case .activeAddress(let address):
      // A lock screen takes the focus when it appears and returns it when it disappears; no other event reports that.
      if reportsLock { try ask(.lock, at: now) }
      guard address != self.address else { break }
      self.address = address
      if address.isEmpty {
        state.window = FocusedWindow.absent
      } else {
        state.window?.isFullscreen = nil
        state.window?.isMaximized = nil
        try ask(.window, at: now)
      }
    case .title(let address, let title):
      guard address == self.address, let window = state.window else { break }
      state.window = FocusedWindow(
        app: window.app, title: title, isFullscreen: window.isFullscreen, isMaximized: window.isMaximized)
    case .fullscreen: try ask(.window, at: now)
    case .focusedOutput(let name): state.output = name
    case .outputs: try ask(.outputs, at: now)
    case .layout: try ask(.keyboards, at: now)
    case .configuration: for option in Self.touchpadOptions { try ask(option, at: now) }
    case .other: break
    }
    if state.isLocked == true { try ask(.lock, at: now) }
  }
}
