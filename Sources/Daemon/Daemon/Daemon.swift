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

/// The daemon: the engine with its surroundings. Events of descriptors become inputs of the engine, and its effects are
/// carried out.
public final class Daemon {
  let log: Logger
  let failures: FailureLog
  let loop: TouchLoop
  let outlets: Outlets
  /// Keyboard and pointer, and the keymap's sources.
  var injection = InjectionState()
  let desktop: DesktopWatch
  var session: Session { desktop.sources.session }
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
  var engine = Engine()
  /// The rules that are being replaced: gestures that are cancelled by that have acted by them.
  var replacedRules: RuleSet?
  /// The rules as the file states them, if they have actions of the desktop.
  var sharedRules: RuleSet?
  var clients = ControlClients()
  /// The time to release memory: all requests of a start or reload are answered by then. Nil if that is done.
  var memoryReleaseTime: Timestamp?
  /// True if an event was reported since the loop last woke.
  var isEventReported = false
  private var performing = PerformingState()

  /// A daemon with the rules of `configPath`. With an invalid file it starts without rules, logs the errors and waits
  /// for a valid file.
  /// - Parameter isNamed: true if the user named the file on the command line.
  /// - Throws: `StartFailure`.
  public init(configPath: String, isNamed: Bool, log: Logger) throws(StartFailure) {
    self.log = log
    self.isNamed = isNamed
    let failures = FailureLog(log)
    self.failures = failures
    // A client that hangs up must not end the daemon.
    ignoreBrokenPipes()
    ignoreMeaninglessSignals()
    source = RulesSource(path: configPath, owners: CommandService.owners) {
      log.warning("changes of the rules file go unnoticed until 'sleight reload': \($0)")
    }
    let ready = DeferredCall()
    do throws(SystemError) {
      loop = try TouchLoop(signals: [SIGTERM, SIGINT, SIGHUP, SIGCHLD, SIGTSTP], handlers: .init { _ in })
      desktop = try DesktopWatch(on: loop, log, failures)
      let commands = try CommandService.starter(on: loop, ready: ready.call) { log.warning("\($0)") }
      // Only the other starter reports the end of the service.
      let prober = try CommandService.starter(on: loop, isSilent: true, ready: ready.call) { _ in }
      probe = ProbeCommand(starter: prober)
      outlets = Outlets(
        commands: Commands(by: commands),
        input: VirtualInput(
          awaitingCompositor: true, awaitingExtension: DesktopServices.areExpected,
          grant: .current),
        tell: desktop.tell, operate: desktop.operate
      ) {
        failures.write("\($0)", .error, of: $0.location)
      }
    } catch {
      throw .system(error)
    }
    ready.body = { [unowned self] in readCommands() }
    failures.report = { [unowned self] in
      rejectTriggers($0)
      engine.noteFailure($0.reason, of: $0.location)
    }
    desktop.report = { [unowned self] in desktopChanged($0) }
    do throws(SystemError) {
      try loop.add(session.descriptor) { [unowned self] _ in readSession() }
      if let descriptor = source.descriptor {
        try loop.add(descriptor) { [unowned self] _ in source.notice(at: .now) }
      }
    } catch {
      throw .system(error)
    }
    let file = source.load(at: .now)
    if file.isAbsent { throw .noRules(file.absence) }
    readNeededContacts()
    ownStatedDevices()
    // First: a second daemon fails here, before it has made devices of its own.
    try listen()
    engine.keepTouches()
    adopt(file)
  }

  /// Runs until SIGTERM or SIGINT.
  /// - Throws: `SystemError` if waiting or reading fails.
  public func run() throws(SystemError) {
    // Strong references until this method ends: a weak one would be retained at each event.
    var handlers = TouchLoop.Handlers { [self] in report($0) }
    handlers.signal = { [self] in signal($0) }
    handlers.inputRead = { [self] in
      // Of fingers that only point, no event is reported that has a time. The clock is read only then.
      if !isEventReported, engine.watchesTyping { engine.noteOwnInput(at: .now) }
    }
    handlers.deadline = { [self] in
      isEventReported = false
      adoptLoadedFile()
      finishTriggers()
      updateDesktopSwipes()
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
    readSession()
    if engine.adjustments.reported.isEmpty, loop.devices.notReadable.isEmpty {
      log.notice("no touchpad or touchscreen is connected; one that is plugged in is read at once")
    }
    scheduleMemoryRelease()
    reportToSupervisor("READY=1\nSTATUS=\(summary)")
    try loop.run()
  }

  // MARK: Inputs and effects

  /// Passes an input to the engine and carries out its effects.
  func handle(_ input: consuming Engine.Input, at time: Timestamp = .now) {
    // An effect may cause an input, and the answer to an event that is not sent yet comes before that.
    guard !performing.isUnderWay else { return performing.delayedInputs.append((input, time)) }
    engine.handle(input, at: time, into: &performing.effects)
    if !performing.effects.isEmpty { performEffects() }
  }

  private func performEffects() {
    performing.isUnderWay = true
    // By index: the effects of answers are appended.
    var index = 0
    while index < performing.effects.count {
      perform(performing.effects[index])
      index += 1
    }
    performing.effects.removeAll(keepingCapacity: true)
    performing.isUnderWay = false
    while !performing.delayedInputs.isEmpty {
      let (input, time) = performing.delayedInputs.removeFirst()
      handle(input, at: time)
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .gesture(let gesture, let rule, let window):
      publish(gesture, by: rule, under: window)
      guard let rule, gesture.phase != .changed, log.logLevel <= .debug else { return }
      guard let location = self.rule(at: rule, for: gesture)?.location else { return }
      log.debug(
        "\(gesture.kind.rawValue) with \(gesture.fingers) fingers: \(location)", metadata: ["rule": "\(location)"])
    case .touch: break
    case .virtualTouchpad(let isNeeded):
      inputChanged(outlets.input.setTouchpad(isNeeded: isNeeded, at: .now))
    case .start, .inject, .touchpad, .tell, .desktop, .report:
      let answer = outlets.perform(effect)
      // Afterwards: no key waits for the clock.
      if case .inject = effect, engine.watchesTyping { engine.noteOwnInput(at: .now) }
      guard let answer else { return }
      engine.handle(answer, at: .now, into: &performing.effects)
      // A device that refused an event is replaced, and not ready at once.
      if case .injection(.failed) = answer { updateInjectorReadiness() }
    case .findWindow(let place, let number):
      guard let place else { return handle(.window(nil, number: number)) }
      desktop.findWindow(at: place) { [unowned self] in handle(.window($0, number: number)) }
    case .startProbe(let command):
      if let answer = probe.start(command) { handle(.probe(answer)) }
    case .stopProbe: probe.stop()
    case .forgetLockRequest:
      session.forgetLockRequest()
      readSession()
    case .deviceChanged(let device): log.notice("\(announcement(of: device))")
    case .deviceTurned(let device): log.info("\(announcement(of: device))")
    case .note(let note): write(note)
    }
  }

  /// The rule by which a gesture acts, according to an effect of the engine.
  func rule(at index: RuleIndex, for gesture: Gesture) -> Rule? {
    let rules = gesture.phase == .cancelled ? replacedRules ?? engine.rules : engine.rules
    return rules.rules.indices.contains(index.position) ? rules[index] : nil
  }

  /// The next time at which passing time alone decides something.
  private var deadline: Timestamp? {
    var earliest = engine.deadline
    // One by one: this runs at each event, and an array would be allocated each time.
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    consider(injection.deadline)
    if let due = source.deadline, engine.isAtRest, reading == nil { consider(due) }
    consider(desktop.deadline)
    consider(owning.deadline)
    consider(memoryReleaseTime)
    consider(clients.server?.deadline)
    consider(clients.following.deadline)
    if !clients.triggers.isEmpty { consider(clients.triggers.deadline(isCompositorBusy: desktop.isCompositorBusy)) }
    return earliest
  }

  private func expire(at now: Timestamp) {
    if let due = engine.deadline, due <= now { handle(.timePassed, at: now) }
    if let due = injection.deadline, due <= now { updateInjectorReadiness() }
    if let due = desktop.deadline, due <= now { desktop.reportUnknown() }
    clients.server?.expire(at: now)
    continueOwning(at: now)
    if let due = memoryReleaseTime, due <= now { releaseMemory() }
    if let due = source.deadline, due <= now, engine.isAtRest { reloadChanged() }
  }

  private func signal(_ number: CInt) {
    switch number {
    case SIGCHLD: readCommands()
    case SIGHUP: reload()
    case SIGTSTP: stopForTerminal()
    default: loop.stop()
    }
  }

  /// Handles the ends of commands: on SIGCHLD, and when the service that starts them has news.
  private func readCommands() {
    for change in outlets.commands.changes() {
      switch change {
      case .ended(let id, let finished):
        if !finished.status.isSuccess { failures.write("\(finished)", .warning, of: finished.location) }
        handle(.commandEnded(id))
      case .refused(let id, let failure):
        failures.write("\(failure)", .error, of: failure.location)
        handle(.commandRefused(id))
      case .lost(let id): handle(.commandEnded(id))
      }
    }
    if let answer = probe.takeAnswer() { handle(.probe(answer)) }
  }

  private func readSession() {
    session.dispatch { report in
      switch report {
      case .unknown(let reason): log.notice("\(reason)")
      case .changed(let state): handle(.session(SessionReport(state)))
      }
    }
  }
}

/// The effects that are being performed.
private struct PerformingState {
  /// The buffer of the engine's effects; empty between two inputs.
  var effects: [Effect] = []
  var isUnderWay = false
  /// The inputs that effects caused, to be handled after these.
  var delayedInputs: [(Engine.Input, Timestamp)] = []
}

extension SessionReport {
  /// The part of logind's report that decides whether rules may act; nil if there is none.
  fileprivate init?(_ state: SessionState?) {
    guard let state else { return nil }
    let lock: Lock? =
      switch state.lock {
      case .hinted?: .hinted
      case .asked?: .asked
      case nil: nil
      }
    self.init(isPresent: state.isPresent, lock: lock)
  }
}

extension Daemon {
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
