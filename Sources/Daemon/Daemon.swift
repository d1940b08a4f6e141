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
  /// Who is who among the loop's descriptors.
  enum Token {
    static let session: UInt64 = 0
    static let rules: UInt64 = 1
    static let compositor: UInt64 = 2
    /// This and those above.
    static let control: UInt64 = 3
  }

  let configPath: String
  let log: Logger
  let loop: TouchLoop
  let session: Session
  let compositor: SessionCompositor
  /// Whether rules may act: not behind a lock screen, nor while another session is in front.
  var mayAct: Bool
  let commands = Commands()
  let input = VirtualInput()
  var control: ControlServer?
  var rules = RuleSet()
  var configError: String?
  var source: RulesSource
  var performer: Performer
  var adjustments = DeviceAdjustments()
  var recognition = Recognition([])
  /// What conditions ask about.
  var current = CurrentSituation()
  /// What was recognised and not acted on yet.
  var gestures: [Gesture] = []
  /// When the performer has something to do.
  var pumpAt: Timestamp?

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
      compositor = try SessionCompositor { note in
        switch note {
        case .news(let text): log.info("\(text)")
        case .trouble(let text): log.warning("\(text)")
        case .failure(let text): log.error("\(text)")
        }
      }
      try loop.add(compositor.descriptor, token: Token.compositor)
      try loop.add(session.descriptor, token: Token.session)
      if let descriptor = source.descriptor { try loop.add(descriptor, token: Token.rules) }
    } catch {
      throw .system(error)
    }
    performer = Performer(
      .live(commands: commands, environment: CommandEnvironment(), input: input, tell: compositor.tell) {
        log.error("\($0)")
      })
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
      case Token.compositor: _ = compositor.dispatch(at: Timestamp(microseconds: monotonicNow()))
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

  /// When the passing of time alone has something to do.
  var deadline: Timestamp? {
    [recognition.deadline, pumpAt, isAtRest ? source.deadline : nil, current.deadline].compactMap { $0 }.min()
  }

  /// Whether nothing is going on that has to come to its end by the rules it began with.
  var isAtRest: Bool { pumpAt == nil && recognition.isAtRest }

  func expire(at now: Timestamp) {
    recognition.expire(at: now, into: &gestures)
    act()
    if let due = pumpAt, due <= now {
      pumpAt = performer.pump(at: now)
      takeModeChange()
    }
    if current.expire(at: now) { takeInMode() }
    if let due = source.deadline, due <= now, isAtRest { takeInChange(at: now) }
  }

  func signal(_ number: CInt) {
    switch number {
    case SIGCHLD:
      for finished in commands.reaped() where !finished.status.isSuccess {
        log.warning("\(finished.place): '\(finished.command)' \(finished.status)")
      }
    case SIGHUP: reload()
    default: loop.stop()
    }
  }
}
