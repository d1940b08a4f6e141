internal import Actions
internal import Desktop
internal import Diagnostics
internal import Engine
internal import Gestures
internal import Glibc
internal import Libinput
public import Linux
public import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
internal import Touch

/// The daemon: live touches act, by a rules file that is loaded again when it changes.
public final class Daemon {
  let acting: ActingLoop
  let log: Logger
  let failures: FailureLog
  let loop: TouchLoop
  let probe: ProbeCommand
  var owning = OwningState()
  var source: RulesSource
  /// True if the user named the rules file on the command line.
  let isNamed: Bool
  /// The rules file while it is being read.
  var reading: RulesReading?
  /// The requests to load it once more after that.
  var nextReloads: [ReloadRequest] = []
  /// A changed file that waits for the end of a gesture.
  var loadedFile: RulesFile?
  /// The rules that are being replaced: gestures that are cancelled by that have acted by them.
  var replacedRules: RuleSet?
  /// The rules as the file states them, if they have actions of the desktop.
  var sharedRules: RuleSet?
  var clients = ControlClients()
  /// The time to release memory: all requests of a start or reload are answered by then. Nil if that is done.
  var memoryReleaseTime: Timestamp?
  let notice: ErrorNotice
  /// True if the limit of processor time is reached.
  private var isOutOfTime = false
  /// True if an event was reported since the loop last woke.
  var isEventReported = false

  /// A daemon with the rules of `configPath`. With an invalid file it starts without rules, logs the errors and waits
  /// for a valid file.
  /// - Parameter isNamed: true if the user named the file on the command line.
  /// - Throws: `StartFailure`.
  public init(configPath: String, isNamed: Bool, log: Logger) throws(StartFailure) {
    self.isNamed = isNamed
    self.log = log
    failures = FailureLog(log)
    // A client that hangs up must not end the daemon.
    ignoreBrokenPipes()
    ignoreMeaninglessSignals()
    source = RulesSource(path: configPath, owners: CommandService.owners) {
      log.warning("changes of the rules file go unnoticed until 'sleight reload': \($0)")
    }
    let ready = DeferredCall()
    do throws(SystemError) {
      loop = try TouchLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGTSTP, SIGXCPU], handlers: .init { _ in })
      let commands = try CommandService.starter(on: loop, ready: ready.call) { log.warning("\($0)") }
      // Only the other starter reports the end of the service.
      let prober = try CommandService.starter(on: loop, isSilent: true, ready: ready.call) { _ in }
      probe = ProbeCommand(starter: prober)
      acting = try ActingLoop(on: loop, log, failures, starting: commands)
      notice = ErrorNotice(on: loop, log)
    } catch {
      throw .system(error)
    }
    ready.body = { [unowned self] in readCommands() }
    do throws(SystemError) { try connect() } catch { throw .system(error) }
    let file = source.load(at: .now)
    if file.isAbsent { throw .noRules(file.absence) }
    readNeededContacts()
    ownStatedDevices()
    takeFingers()
    // First: a second daemon fails here, before it has made devices of its own.
    try listen()
    acting.engine.keepTouches()
    adopt(file)
  }

  /// Connects the daemon with its loop, its log and the changes of its rules file.
  private func connect() throws(SystemError) {
    acting.course = ActingLoop.Course(
      perform: { [unowned self] in perform($0) }, changeDesktop: { [unowned self] in apply($0) },
      changeSession: { [unowned acting] in acting.apply($0) })
    failures.report = { [unowned self] in
      rejectTriggers($0)
      acting.engine.noteFailure($0.reason, of: $0.location)
    }
    if let descriptor = source.descriptor {
      try loop.add(descriptor) { [unowned self] _ in source.notice(at: .now) }
    }
  }

  /// Runs until SIGTERM, SIGINT or SIGXCPU.
  /// - Throws: `StopFailure` after everything is released: if waiting or reading fails, or after SIGXCPU.
  public func run() throws(StopFailure) {
    do throws(SystemError) { try runLoop() } catch { throw .system(error) }
    if isOutOfTime { throw .outOfTime }
  }

  private func runLoop() throws(SystemError) {
    // Strong references until this method ends: a weak one would be retained at each event.
    var handlers = TouchLoop.Handlers { [self] in report($0) }
    handlers.signal = { [self] in signal($0) }
    handlers.inputRead = { [self] in
      // Of fingers that only point, no event is reported that has a time. The clock is read only then.
      if !isEventReported, acting.engine.watchesTyping { acting.engine.noteOwnInput(at: .now) }
    }
    handlers.deadline = { [self] in
      isEventReported = false
      adoptLoadedFile()
      finishTriggers()
      acting.updateDesktopSwipes()
      publishChanges()
      return deadline
    }
    handlers.expire = { [self] in expire(at: $0) }
    loop.handlers = handlers
    defer {
      shutDown()
      loop.handlers = TouchLoop.Handlers { _ in }
    }
    try loop.poll()
    acting.readSession()
    if acting.engine.adjustments.reported.isEmpty, loop.devices.notReadable.isEmpty {
      log.notice("no touchpad or touchscreen is connected; one that is plugged in is read at once")
    }
    scheduleMemoryRelease()
    reportToSupervisor("READY=1\nSTATUS=\(summary)")
    try loop.run()
  }

  // MARK: Effects

  private func perform(_ effect: Effect) {
    switch effect {
    case .gesture(let gesture, let rule, let window):
      publish(gesture, by: rule, under: window)
      guard let rule, gesture.phase != .changed, log.logLevel <= .debug else { return }
      guard let location = self.rule(at: rule, for: gesture)?.location else { return }
      log.debug(
        "\(gesture.kind.rawValue) with \(counted(gesture.fingers, "finger")): \(location)",
        metadata: ["rule": "\(location)"])
    case .startProbe(let command):
      if let answer = probe.start(command) { acting.handle(.probe(answer)) }
    case .stopProbe: probe.stop()
    case .forgetLockRequest:
      acting.session.forgetLockRequest()
      acting.readSession()
    case .deviceChanged(let device): log.notice("\(announcement(of: device))")
    case .deviceTurned(let device): log.info("\(announcement(of: device))")
    case .note(let note): write(note)
    case .touch, .start, .inject, .touchpad, .virtualTouchpad, .tell, .desktop, .report, .findWindow, .ask, .stopAsking,
      .feed:
      acting.perform(effect)
    }
  }

  /// The rule by which a gesture acts, according to an effect of the engine.
  func rule(at index: RuleIndex, for gesture: Gesture) -> Rule? {
    let rules = gesture.phase == .cancelled ? replacedRules ?? acting.engine.rules : acting.engine.rules
    return rules.rules.indices.contains(index.position) ? rules[index] : nil
  }

  /// The next time at which passing time alone decides something.
  private var deadline: Timestamp? {
    var earliest = acting.engine.deadline
    earliest.limit(to: acting.injection.deadline)
    if let due = source.deadline, acting.engine.isAtRest, reading == nil { earliest.limit(to: due) }
    earliest.limit(to: source.noteDeadline)
    earliest.limit(to: acting.desktop.deadline)
    earliest.limit(to: owning.deadline)
    earliest.limit(to: loop.devices.takingDeadline)
    earliest.limit(to: memoryReleaseTime)
    earliest.limit(to: clients.server?.deadline)
    earliest.limit(to: clients.following.deadline)
    if !clients.triggers.isEmpty {
      earliest.limit(to: clients.triggers.deadline(isCompositorBusy: acting.desktop.isCompositorBusy))
    }
    return earliest
  }

  private func expire(at now: Timestamp) {
    if let due = acting.engine.deadline, due <= now { acting.handle(.timePassed, at: now) }
    if let due = acting.injection.deadline, due <= now { acting.updateInjectorReadiness() }
    if let due = acting.desktop.deadline, due <= now { acting.desktop.reportUnknown() }
    clients.server?.expire(at: now)
    continueOwning(at: now)
    if let due = memoryReleaseTime, due <= now { releaseMemory() }
    if let due = source.deadline, due <= now, acting.engine.isAtRest { reloadChanged() }
    if let due = source.noteDeadline, due <= now { noteWaitingRules() }
  }

  private func signal(_ number: CInt) {
    switch number {
    case SIGCHLD: readCommands()
    case SIGHUP: reload()
    case SIGTSTP: stopForTerminal()
    case SIGXCPU:
      isOutOfTime = true
      loop.stop()
    default: loop.stop()
    }
  }

  /// Handles the ends of commands: on SIGCHLD, and when their starter has news.
  private func readCommands() {
    acting.readCommands { finished in
      if !finished.status.isSuccess || finished.isEarly {
        failures.write("\(finished)", .warning, of: finished.location)
      }
    }
    if let answer = probe.takeAnswer() { acting.handle(.probe(answer)) }
  }

  private func apply(_ change: DesktopWatch.Change) {
    switch change {
    case .kind: if let sharedRules { use(sharedRules) }
    case .unknownReportScheduled: if memoryReleaseTime != nil { scheduleMemoryRelease() }
    default: acting.apply(change)
    }
  }
}

extension Daemon {
  /// The reason why a daemon ends that was not asked to.
  public enum StopFailure: Error, Sendable, CustomStringConvertible {
    /// The soft limit of processor time is reached (SIGXCPU). At the hard limit, the kernel would kill the daemon, and
    /// gestures would not end.
    case outOfTime
    /// A system call failed without which there is no daemon.
    case system(SystemError)

    /// The exit status. That of a shell for a program that SIGXCPU ended, so that its unit starts it again.
    public var status: CInt {
      switch self {
      case .outOfTime: 128 + SIGXCPU
      case .system: 1
      }
    }

    /// The reason for people.
    public var description: String {
      switch self {
      case .outOfTime: "the limit of processor time is reached ('ulimit -t', or 'LimitCPU' of the unit)"
      case .system(let error): "\(error)"
      }
    }
  }

  /// The reason why a daemon does not start.
  public enum StartFailure: Error, Sendable, CustomStringConvertible {
    /// Another one runs in this session; nil if its pid is unknown.
    case alreadyRunning(pid: Int?)
    /// There is no rules file; the reason for people.
    case noRules(String)
    /// Other users could replace the socket in this directory.
    case unsafeRuntimeDirectory(String, DirectoryRisk)
    /// A system call failed without which there is no daemon.
    case system(SystemError)

    /// The reason for people.
    public var description: String {
      switch self {
      case .alreadyRunning(let pid?): "sleight is already running in this session (pid \(pid))"
      case .alreadyRunning(nil): "sleight is already running in this session"
      case .noRules(let text): text
      case .unsafeRuntimeDirectory(let path, .writable):
        "other users may write in \(path) (XDG_RUNTIME_DIR) and could replace the daemon's socket; "
          + "set XDG_RUNTIME_DIR to a directory that only you may write"
      case .unsafeRuntimeDirectory(let path, .foreign(let owner)):
        "\(path) (XDG_RUNTIME_DIR) belongs to user \(owner), who could replace the daemon's socket"
      case .system(let error): "\(error)"
      }
    }
  }
}
