internal import Actions
internal import Control
internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Glibc
internal import Libinput
public import Linux
public import Logging
internal import Rules
internal import Touch

/// The daemon: touch devices in, what the rules say out.
public final class Daemon {
  /// Why a daemon does not start.
  public enum StartFailure: Error, Sendable, CustomStringConvertible {
    /// Another one runs in this session, with this pid.
    case alreadyRunning(pid: Int?)
    /// There are no rules to run.
    case noRules(String)
    /// The kernel refuses something without which there is no daemon.
    case system(SystemError)

    /// For people.
    public var description: String {
      switch self {
      case .alreadyRunning(let pid?): "sleight is already running in this session (pid \(pid))"
      case .alreadyRunning(nil): "sleight is already running in this session"
      case .noRules(let text): text
      case .system(let error): "\(error)"
      }
    }
  }

  /// Who is who among the loop's descriptors.
  private enum Token {
    static let session: UInt64 = 0
    static let rules: UInt64 = 1
    /// This and those above.
    static let control: UInt64 = 2
  }

  private let configPath: String
  private let log: Logger
  private let loop: TouchLoop
  private let session: Session
  /// Whether rules may act: not behind a lock screen, nor while another session is in front.
  private var mayAct: Bool
  private let commands = Commands()
  private let input = VirtualInput()
  private var control: ControlServer?
  private var rules = RuleSet()
  private var configError: String?
  private var source: RulesSource
  private var performer: Performer
  private var adjustments = DeviceAdjustments()
  private var recognition = Recognition([])
  /// What conditions ask about.
  private var current = CurrentSituation()
  /// What was recognised and not acted on yet.
  private var gestures: [Gesture] = []
  /// When the performer has something to do.
  private var pumpAt: Timestamp?

  /// A daemon with the rules of `configPath`. A file with mistakes does not keep it from starting: it says so and waits
  /// for a better one.
  /// - Throws: `StartFailure`.
  public init(configPath: String, log: Logger) throws(StartFailure) {
    self.configPath = configPath
    self.log = log
    // A client of the control socket that hangs up is no reason to end.
    ignoreBrokenPipes()
    source = RulesSource(path: configPath) {
      log.warning("changes of the rules file go unnoticed until 'sleight reload': \($0)")
    }
    do {
      loop = try TouchLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGCHLD], handlers: .init { _ in })
      session = try Session()
      mayAct = session.mayAct
      try loop.add(session.descriptor, token: Token.session)
      if let descriptor = source.descriptor { try loop.add(descriptor, token: Token.rules) }
    } catch {
      throw .system(error)
    }
    performer = Performer(
      .live(commands: commands, environment: CommandEnvironment(), input: input) { log.error("\($0)") })
    let file = source.load(at: Timestamp(microseconds: monotonicNow()))
    if file.isAbsent { throw .noRules(file.text) }
    // First, so that a second daemon leaves before it has made devices of its own.
    try listen()
    adopt(file)
  }

  /// Runs until SIGTERM or SIGINT.
  /// - Throws: `SystemError` where nothing can be waited for or read any more.
  public func run() throws(SystemError) {
    var handlers = TouchLoop.Handlers { [unowned self] in report($0) }
    handlers.signal = { [unowned self] in signal($0) }
    handlers.deadline = { [unowned self] in deadline }
    handlers.expire = { [unowned self] in expire(at: $0) }
    handlers.ready = { [unowned self] in
      switch $0.token {
      case Token.session: listenToSession()
      case Token.rules: source.notice(at: Timestamp(microseconds: monotonicNow()))
      default: control?.ready($0)
      }
    }
    loop.handlers = handlers
    defer { leave() }
    try loop.poll()
    listenToSession()
    if adjustments.reported.isEmpty, loop.devices.notReadable.isEmpty {
      log.notice("no touchpad or touchscreen is there; one that is plugged in is read at once")
    }
    releaseUnusedMemory()
    tellSupervisor("READY=1\nSTATUS=\(summary)")
    try loop.run()
  }

  // MARK: What happens

  private func report(_ report: TouchDevices.Report) {
    switch report {
    case .event(let event):
      if case .deviceAdded(let device) = event.kind {
        log.info("\(device.announcement(adjustments.properties(of: device)))")
      }
      guard let event = adjustments.adjust(event) else { return }
      switch event.kind {
      case .deviceRemoved: log.info("a device is gone: \(deviceName(event.device).legible)")
      case .eventsLost:
        log.warning("what '\(deviceName(event.device).legible)' reported was not read in time, and some of it is lost")
      case .deviceAdded, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate,
        .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
        break
      }
      recognition.handle(event, into: &gestures)
      act()
    case .unreadable(let device):
      log.warning("\(device.kind) '\(device.name.legible)' cannot be read: \(device.explanation)\(device.remedyText)")
    case .log(let text): log.debug("libinput: \(text)")
    }
  }

  /// Does what the rules say of the gestures that were recognised.
  private func act() {
    guard !gestures.isEmpty else { return }
    for gesture in gestures { act(on: gesture) }
    gestures.removeAll(keepingCapacity: true)
  }

  private func act(on gesture: Gesture) {
    guard mayAct, let rule = rules.rule(for: gesture) else { return }
    let actions = rule.actions(for: gesture)
    guard !actions.isEmpty || performer.isConcerned(by: gesture) else { return }
    if !actions.isEmpty { log.debug("\(gesture.kind.rawValue) with \(gesture.fingers) fingers: \(rule.place)") }
    pumpAt = performer.perform(
      actions, place: rule.place, gesture: gesture, device: deviceName(gesture.device),
      at: Timestamp(microseconds: monotonicNow()))
    takeModeChange()
  }

  /// Takes note of a mode that rules have set: from here on others may be asked for.
  private func takeModeChange() {
    guard let change = performer.takeModeChange() else { return }
    let now = Timestamp(microseconds: monotonicNow())
    if current.setMode(change.mode, lasting: change.lasting, at: now) { takeInMode() }
  }

  private func takeInMode() {
    log.info("mode '\(current.situation.mode.legible)'")
    recognition.rank(rules.ranks(in: current.situation))
  }

  /// Leaves undone what waits, releases what is pressed, and then does what the rules say of gestures that were broken
  /// off: their keys are not among those that are left undone.
  private func releaseAndAct() {
    pumpAt = performer.releaseEverything(at: Timestamp(microseconds: monotonicNow()))
    act()
  }

  /// Presses what waits to be pressed before the end: a few keys take a few milliseconds, and nothing takes longer than
  /// a service manager notices.
  private func pressLast() {
    let latest = monotonicNow() + 100_000
    while let next = pumpAt?.microseconds, case let now = monotonicNow(), now < latest {
      usleep(UInt32(max(0, min(next, latest) - now)))
      pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
    }
  }

  private func listenToSession() {
    session.dispatch { report in
      switch report {
      case .unknown(let reason): log.notice("\(reason)")
      case .changed(let state):
        guard state.mayAct != mayAct else { break }
        // What began on one side of a lock ends there, with what its rule does then: fingers that are down do nothing
        // more until they have lifted.
        recognition.cancel(into: &gestures)
        releaseAndAct()
        mayAct = state.mayAct
        log.info(
          mayAct ? "the session is active: rules act again" : "nothing acts: the session is \(state.condition.rawValue)"
        )
      }
    }
  }

  private var deadline: Timestamp? {
    [recognition.deadline, pumpAt, isAtRest ? source.deadline : nil, current.deadline].compactMap { $0 }.min()
  }

  /// Whether nothing is going on that has to come to its end by the rules it began with.
  private var isAtRest: Bool { pumpAt == nil && recognition.isAtRest }

  private func expire(at now: Timestamp) {
    recognition.expire(at: now, into: &gestures)
    act()
    if let due = pumpAt, due <= now {
      pumpAt = performer.pump(at: now)
      takeModeChange()
    }
    if current.expire(at: now) { takeInMode() }
    if let due = source.deadline, due <= now, isAtRest { takeInChange(at: now) }
  }

  private func signal(_ number: CInt) {
    switch number {
    case SIGCHLD:
      for finished in commands.reaped() where !finished.status.isSuccess {
        log.warning("\(finished.place): '\(finished.command)' \(finished.status)")
      }
    case SIGHUP: reload()
    default: loop.stop()
    }
  }

  // MARK: Rules

  private func reload() {
    tellSupervisor("RELOADING=1\nMONOTONIC_USEC=\(monotonicNow())")
    adopt(source.load(at: Timestamp(microseconds: monotonicNow())))
    releaseUnusedMemory()
    tellSupervisor("READY=1\nSTATUS=\(summary)")
  }

  /// The rules file was saved.
  private func takeInChange(at now: Timestamp) {
    guard let file = source.loadIfOther(at: now) else { return }
    adopt(file)
    releaseUnusedMemory()
    tellSupervisor("STATUS=\(summary)")
  }

  /// Takes the rules of `file` where it is good; keeps the old ones and says why where it is not.
  private func adopt(_ file: RulesFile) {
    if file.diagnostics.contains(where: { $0.severity != .note }) {
      if file.rules == nil { log.error("\(file.text)") } else { log.warning("\(file.text)") }
    }
    guard let new = file.rules else {
      configError = file.firstError
      log.error("\(whatStays) until \(configPath) is mended")
      return
    }
    configError = nil
    current.resetMode()
    recognition.replaceRules(with: new, in: current.situation, into: &gestures)
    adopt(new.devices)
    releaseAndAct()
    rules = new
    for problem in input.prepare(for: new, at: Timestamp(microseconds: monotonicNow())) { log.warning("\(problem)") }
    // Keyboard and pointer get ready while nobody waits for them.
    pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
    log.info("\(counted(new.rules.count, "rule")) from \(configPath)")
    let untold = new.rules.filter { $0.condition.holds(in: current.situation) == nil }
    if let first = untold.first {
      log.warning(
        "\(counted(untold.count, "rule")) cannot act: what a condition asks about is not known here (\(first.place): \(first.condition.text))"
      )
    }
  }

  /// Takes the devices for what is said of them now.
  private func adopt(_ statements: [DeviceStatement]) {
    let before = adjustments
    adjustments.replaceStatements(with: statements)
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    for device in adjustments.reported {
      let properties = adjustments.properties(of: device)
      if properties != before.properties(of: device) { log.info("\(device.announcement(properties))") }
    }
  }

  /// What a file with mistakes leaves as it is.
  private var whatStays: String { "\(rules.rules.isEmpty ? "no rules are" : "the old rules stay") in force" }

  // MARK: Coming and going

  private func listen() throws(StartFailure) {
    guard let path = ControlSocket.path(runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR")) else {
      log.warning("XDG_RUNTIME_DIR is not set: nothing keeps a second daemon from starting, and none can be asked")
      return
    }
    do throws(SystemError) {
      control = try ControlServer(at: path, on: loop, token: Token.control) { [unowned self] in answer($0) }
    } catch {
      guard error.code == EADDRINUSE else { throw .system(error) }
      switch Result(catching: { () throws(ControlClient.Failure) in try ControlClient.ask(.status) }) {
      case .success(.done(let status)): throw .alreadyRunning(pid: status.pid)
      // Nobody listens: what stands there is no socket.
      case .failure(.notRunning): throw .system(error)
      case .success(.failed), .failure: throw .alreadyRunning(pid: nil)
      }
    }
  }

  private func answer(_ request: ControlRequest) -> ControlReply {
    switch request {
    case .status: break
    case .reload:
      reload()
      if let configError { return .failed("\(configError); \(whatStays)") }
    }
    return .done(
      DaemonStatus(
        pid: Int(getpid()), config: configPath, rules: rules.rules.count, configError: configError,
        devices: recognition.devices.map(\.name), unreadable: loop.devices.notReadable.map(\.name),
        session: session.state?.condition ?? .unknown))
  }

  /// Leaves nothing pressed and nothing behind. Commands go on.
  private func leave() {
    tellSupervisor("STOPPING=1")
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pressLast()
    // What the kernel has no room for is released when keyboard and pointer go with the process.
    _ = performer.releaseEverything(at: Timestamp(microseconds: monotonicNow()))
    control?.close()
  }

  private var summary: String {
    "\(counted(rules.rules.count, "rule")), \(counted(recognition.devices.count, "touch device"))"
  }

  private func tellSupervisor(_ state: String) {
    do throws(SystemError) {
      try notifySupervisor(state)
    } catch {
      log.warning("\(error)")
    }
  }

  private func deviceName(_ id: DeviceID) -> String {
    recognition.devices.first { $0.id == id }?.name ?? "device \(id.number)"
  }
}

extension SessionState {
  /// The word for it.
  fileprivate var condition: SessionCondition {
    if isLocked { return .locked }
    return mayAct ? .active : .inactive
  }
}
