internal import Actions
internal import Control
internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Glibc
internal import Launching
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
    static let wayland: UInt64 = 3
    static let keyboards: UInt64 = 4
    static let systemKeyboard: UInt64 = 5
    static let commands: UInt64 = 6
    static let probe: UInt64 = 7
    /// This and those above.
    static let control: UInt64 = 8
  }

  let configPath: String
  let log: Logger
  let loop: TouchLoop
  let session: Session
  let compositor: SessionCompositor
  let wayland: SessionWayland
  /// Which rules may act: not all behind a lock screen, none while another session is in front.
  var condition = SessionCondition.unknown
  /// Whether the session is locked, by all who can tell.
  var lock = SessionLock()
  /// What hands do while the rules file's own command is asked whether it is.
  let touches: ProbedTouches
  let commands: Commands
  /// Takes what would be said at every step of a gesture.
  let problems: FoldedLog
  let input = VirtualInput(awaitingCompositor: true)
  /// Whether it was told which compositor there is, or that there is none.
  var isInputConnected = false
  /// The layout of the system's settings, while nobody knows better.
  var systemKeyboard: SystemKeyboard?
  /// What was said to be missing to press keys.
  var toldInput: Set<String> = []
  var control: ControlServer?
  var rules = RuleSet()
  var configError: String?
  var source: RulesSource
  var performer: Performer
  var adjustments = DeviceAdjustments()
  var recognition = Recognition([])
  /// What is known of the desktop.
  var desktop = DesktopState()
  /// The keymap of the session's keyboards, where the compositor tells it.
  var keymap: String?
  var keyboards: KeyboardModifiers
  /// Those that cannot be read, which was said.
  var refusedKeyboards: [Keyboards.Refusal] = []
  /// What conditions ask about.
  var current = CurrentSituation()
  /// When to say what is not known.
  var unknownDue: Timestamp?
  /// What was said to be unknown.
  var toldUnknown: [UnknownSubject] = []
  /// Whether it was told to do nothing.
  var pause = Pause()
  /// What a rule did last.
  var lastAct: LastAct?
  /// What was recognised and not acted on yet.
  var gestures: [Gesture] = []
  /// When the performer has something to do.
  var pumpAt: Timestamp?
  /// When everybody has answered what was asked at the start or after a reload.
  var settledAt: Timestamp?

  /// A daemon with the rules of `configPath`. A file with mistakes does not keep it from starting: it says so and waits
  /// for a better one.
  /// - Throws: `StartFailure`.
  public init(configPath: String, log: Logger) throws(StartFailure) {
    self.configPath = configPath
    self.log = log
    problems = FoldedLog(log)
    // A client of the control socket that hangs up is no reason to end.
    ignoreBrokenPipes()
    source = RulesSource(path: configPath, owners: CommandService.owners) {
      log.warning("changes of the rules file go unnoticed until 'sleight reload': \($0)")
    }
    do {
      loop = try TouchLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGCHLD], handlers: .init { _ in })
      session = try Session()
      compositor = try SessionCompositor { [problems] note in
        switch note {
        case .news(let text): log.notice("\(text)")
        case .trouble(let text): log.warning("\(text)")
        case .failure(let place, let text): problems.tell("\(place): \(text)", .error, of: place)
        }
      }
      wayland = try SessionWayland()
      keyboards = KeyboardModifiers(on: loop, token: Token.keyboards)
      try loop.add(session.descriptor, token: Token.session)
      try loop.add(compositor.descriptor, token: Token.compositor)
      try loop.add(wayland.descriptor, token: Token.wayland)
      if let descriptor = source.descriptor { try loop.add(descriptor, token: Token.rules) }
      commands = Commands(
        by: try CommandService.starter(on: loop, token: Token.commands) { log.warning("\($0)") })
      // That the service has ended is said once.
      let prober = try CommandService.starter(on: loop, token: Token.probe, isSilent: true) { _ in }
      touches = ProbedTouches(starter: prober) { log.error("\($0)") }
    } catch {
      throw .system(error)
    }
    performer = Performer(
      .live(commands: commands, input: input, tell: compositor.tell) { [problems] in
        problems.tell("\($0)", .error, of: $0.place)
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
    // They hold the daemon, which is what holds the loop, until this method ends: a weaker reference would be made a
    // strong one with each event.
    var handlers = TouchLoop.Handlers { [self] in report($0) }
    handlers.signal = { [self] in signal($0) }
    handlers.deadline = { [self] in deadline }
    handlers.expire = { [self] in expire(at: $0) }
    handlers.ready = { [self] in
      switch $0.token {
      case Token.session: listenToSession()
      case Token.compositor: listenToCompositor()
      case Token.wayland: listenToWayland()
      case Token.keyboards: listenToKeyboards()
      case Token.systemKeyboard: listenToSystemKeyboard()
      case Token.rules: source.notice(at: Timestamp(microseconds: monotonicNow()))
      case Token.commands, Token.probe: takeInCommands()
      default: control?.ready($0)
      }
    }
    loop.handlers = handlers
    defer {
      leave()
      loop.handlers = TouchLoop.Handlers { _ in }
    }
    try loop.poll()
    listenToSession()
    if adjustments.reported.isEmpty, loop.devices.notReadable.isEmpty {
      log.notice("no touchpad or touchscreen is there; one that is plugged in is read at once")
    }
    settle()
    tellSupervisor("READY=1\nSTATUS=\(summary)")
    try loop.run()
  }

  /// When the passing of time alone has something to do.
  var deadline: Timestamp? {
    var earliest = touches.isAsking ? touches.probe.deadline : recognition.deadline
    // One by one: it is asked for with each event, and a list of them would be made anew each time.
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    consider(pumpAt)
    if let reading = source.deadline, isAtRest { consider(reading) }
    consider(current.deadline)
    consider(unknownDue)
    consider(pause.deadline)
    consider(settledAt)
    consider(control?.deadline)
    return earliest
  }

  /// Whether nothing is going on that has to come to its end by the rules it began with.
  var isAtRest: Bool { pumpAt == nil && recognition.isAtRest && !touches.isAsking }

  func expire(at now: Timestamp) {
    if touches.isAsking {
      touches.expire(at: now)
      takeInProbe()
    }
    // What waits for an answer comes before what the passing of time decides.
    if !touches.isAsking {
      recognition.expire(at: now, into: &gestures)
      act()
    }
    if let due = pumpAt, due <= now {
      pumpAt = performer.pump(at: now)
      takeModeChange()
    }
    if current.expire(at: now) { takeInMode() }
    if let due = pause.deadline, due <= now { resume() }
    if let due = unknownDue, due <= now { tellUnknown() }
    control?.expire(at: now)
    if let due = settledAt, due <= now { takeRest() }
    if let due = source.deadline, due <= now, isAtRest { takeInChange(at: now) }
  }

  func signal(_ number: CInt) {
    switch number {
    case SIGCHLD: takeInCommands()
    case SIGHUP: reload()
    default: loop.stop()
    }
  }
}
