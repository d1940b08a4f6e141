internal import Actions
internal import Desktop
public import Engine
internal import Glibc
internal import Launching
public import Linux
public import Logging
public import Rules
internal import Surroundings
public import Time
public import Touch
internal import Wayland

/// Recorded touches that act as live ones do: `replay --act`.
///
/// The time is that of the recording. It jumps from event to event, but while actions are pending it runs no faster
/// than the clock, so that keys keep their pace and commands get the time that they need. The situation is the one that
/// the user states; the desktop decides how actions reach it.
public final class RecordedRun {
  private let loop: EventLoop
  private let acting: ActingLoop
  private let situation: Situation
  /// False if no rule presses keys, moves the pointer, acts on the desktop, or depends on its windows.
  private let needsDesktop: Bool
  /// True if the engine has the rules.
  private var isReady = false
  private var isSessionKnown = false
  /// True if the screen was locked when that was read last. A lock from before the start is a part of the situation
  /// that the user states.
  private var wasLocked = false
  private var hasUsedInput = false
  private var time = Timestamp.zero
  /// While time passes: the moment of the clock since which it does, and the time at which it stops.
  private var passing: (since: Timestamp, until: Timestamp)?
  private let observe: (Effect) throws -> Void
  private let handled: (Timestamp, borrowing Engine) throws -> Void
  /// The first error of `observe`.
  private var failure: (any Error)?

  /// Waits for the desktop if `shared` needs it.
  /// - Parameters:
  ///   - panels: the recorded panels under touchscreens.
  ///   - observe: called with each effect.
  ///   - handled: called when all effects of an input, or of passing time, were given.
  /// - Throws: `SystemError`.
  public init(
    _ shared: RuleSet, in situation: Situation, panels: [Panel], log: Logger,
    observe: @escaping (Effect) throws -> Void, handled: @escaping (Timestamp, borrowing Engine) throws -> Void
  ) throws(SystemError) {
    loop = try EventLoop(signals: [SIGCHLD])
    self.situation = situation
    self.observe = observe
    self.handled = handled
    needsDesktop =
      shared.needsKeyboard || shared.needsPointer || !shared.desktopOperations.isEmpty
      || shared.needsTouchedWindow && situation.touched == nil
    let starter = try DirectStarter(environment: CommandEnvironment.shared())
    acting = try ActingLoop(
      on: loop, log, FailureLog(log, folds: false), starting: starter, ofRecording: true)
    acting.course = ActingLoop.Course(
      now: { [unowned self] in now }, perform: { [unowned self] in perform($0) },
      changeDesktop: { [unowned self] in apply($0) }, changeSession: { [unowned self] _ in isSessionKnown = true },
      readsSystemLayout: false)
    try loop.add(starter.descriptor) { [unowned self] _ in acting.readCommands { _ in } }
    if needsDesktop { try settle() }
    let rules = shared.adapted(to: acting.desktop.kind)
    acting.engine = Engine(rules, in: situation, isObserved: true)
    acting.desktop.sources.compositor.prepare(for: rules)
    if needsDesktop {
      // Touchpads that are switched off are in no recording, or were on.
      for var touchpads in acting.desktop.state.touchpads {
        touchpads.disabled = .none
        acting.handle(.touchpads(touchpads))
      }
      acting.inputChanged(acting.outlets.input.prepare(for: rules, at: .now))
      acting.handle(.panels(acting.desktop.state.panels.turned(as: panels)))
      waitForInput()
    } else {
      acting.handle(.panels(panels))
    }
    wasLocked = isLocked
    isReady = true
  }

  /// Plays a recording, and waits until its actions are done.
  public func play(_ events: [TouchEvent]) throws {
    for event in events {
      while let due = acting.engine.deadline, due <= event.time { try pass(to: due) }
      // The lines of a command that is fed keep their pace.
      if acting.engine.isFeeding, time < event.time { try pass(to: event.time) }
      _ = try wait(for: .zero)
      try handle(.touch(event), until: event.time)
    }
    try finish()
  }

  /// Waits until all actions are done and all commands of steps are started, until commands that are
  /// fed have room for the last line, until the compositor has answered, and until
  /// all programs have read the last key. Events that are unread when a device is removed are lost, and so are requests
  /// that the compositor has not read when the connection ends.
  private func finish() throws {
    while acting.engine.isAwaitingAnswer, let due = acting.engine.deadline { try pass(to: due) }
    try handle(.finish, until: time)
    try handled(.latest, acting.engine)
    while acting.engine.isActing, let due = acting.engine.deadline ?? acting.injection.deadline.map({ _ in .latest }) {
      try pass(to: due)
    }
    let end = Timestamp.now + .seconds(6)
    while acting.outlets.commands.hasPendingLines, case let rest = end - .now, rest > .zero { _ = try wait(for: rest) }
    let services = acting.desktop.sources.services
    acting.desktop.sources.compositor.finish()
    func settle(within limit: Duration, while isAwaited: (DesktopServices) -> Bool) {
      guard let services else { return }
      Linux.settle(services.descriptor, within: limit, while: { isAwaited(services) }) { _ = services.dispatch() }
    }
    settle(within: .seconds(6)) { $0.isOperating }
    guard hasUsedInput else { return }
    try? acting.desktop.display?.roundTrip(within: .seconds(10))
    settle(within: .seconds(6)) { _ in acting.outlets.input.isTextAwaited }
    sleep(until: .now + .milliseconds(200))
  }

  // MARK: Time

  private var now: Timestamp { passing.map { min($0.until, time + (.now - $0.since)) } ?? time }

  private func handle(_ input: Engine.Input, until moment: Timestamp) throws {
    time = max(time, moment)
    acting.handle(input)
    if let failure { throw failure }
    try handled(time, acting.engine)
  }

  /// Lets time pass to `due`, or until something happens.
  private func pass(to due: Timestamp) throws {
    if acting.engine.isActing || acting.engine.isAwaitingAnswer, due > time {
      passing = (.now, due)
      let ready = acting.injection.deadline.map { max($0 - .now, .zero) } ?? due - time
      let hasHappened = try wait(for: min(due - time, ready))
      (time, passing) = (now, nil)
      if let ready = acting.injection.deadline, ready <= .now { acting.updateInjectorReadiness() }
      if let failure { throw failure }
      if hasHappened || time < due { return try handled(time, acting.engine) }
    }
    try handle(.timePassed, until: due)
  }

  /// Waits once, and handles what has happened.
  /// - Returns: false if nothing has.
  private func wait(for limit: Duration) throws(SystemError) -> Bool {
    defer { updateLock() }
    return try loop.wait(for: limit) { _ in acting.readCommands { _ in } }
  }

  // MARK: Effects

  private func perform(_ effect: Effect) {
    if case .findWindow(let place, let number) = effect {
      acting.handle(.window(situation.touched ?? place.flatMap(findWindow), number: number))
    } else {
      acting.perform(effect)
    }
    switch effect {
    case .inject, .touchpad: hasUsedInput = true
    case .virtualTouchpad: waitForInput()
    default: break
    }
    do { try observe(effect) } catch { failure = failure ?? error }
  }

  /// The window at a place; nil if the desktop does not tell within a second.
  private func findWindow(at place: TouchedPlace) -> TouchedWindow? {
    var answer: TouchedWindow?
    var isAwaited = true
    acting.desktop.findWindow(at: place) {
      answer = $0
      isAwaited = false
    }
    let end = Timestamp.now + .seconds(1)
    while isAwaited, case let rest = end - .now, rest > .zero { _ = try? wait(for: rest) }
    return answer
  }

  /// Waits until keyboard, pointer and virtual touchpad are ready.
  private func waitForInput() {
    while let ready = acting.outlets.input.wait(at: .now) { sleep(until: ready) }
    acting.updateInjectorReadiness()
  }

  // MARK: The desktop

  /// Waits until all sources have answered, for six seconds at most.
  private func settle() throws(SystemError) {
    acting.readSession()
    acting.desktop.readSources()
    // Longer than the time after which a compositor that does not answer is reported.
    let end = Timestamp.now + .seconds(6)
    while isAwaited, case let rest = end - .now, rest > .zero { _ = try wait(for: rest) }
    acting.desktop.readSources()
  }

  /// True if a source has not answered.
  private var isAwaited: Bool {
    !isSessionKnown || acting.desktop.sources.compositor.isAwaited || !acting.injection.isConnected
      || acting.desktop.sources.services?.isAwaited == true
  }

  private func apply(_ change: DesktopWatch.Change) {
    switch change {
    case .layout, .keymap, .display, .shellExtension: if needsDesktop { acting.apply(change) }
    // As the user states, as at the beginning, or of no use without live devices.
    case .situation, .panels, .touchpads, .pointerIgnoredWhileTouched, .lock, .input, .typingKnown, .kind,
      .unknownReportScheduled:
      break
    }
  }

  /// True if the screen is locked, as far as that is reported.
  private var isLocked: Bool {
    let sources = acting.desktop.sources
    return sources.compositor.state.isLocked == true
      || needsDesktop && (acting.session.state?.isLocked == true || sources.services?.state.isLocked == true)
  }

  /// Breaks actions off, and releases everything, when the screen is locked.
  private func updateLock() {
    guard isReady, isLocked != wasLocked else { return }
    wasLocked.toggle()
    acting.handle(.lock(wasLocked, from: .compositor))
  }
}

extension DesktopState {
  /// The settings of touchpads, as far as the desktop reports any.
  fileprivate var touchpads: [DesktopTouchpads] {
    [compositorState.touchpads, services.touchpads].filter { $0 != DesktopTouchpads() }
  }
}

extension [Panel] {
  /// The recorded panels, where the present desktop has them; all present ones if none is recorded.
  fileprivate func turned(as recorded: [Panel]) -> [Panel] {
    guard !recorded.isEmpty else { return self }
    return recorded.map { panel in
      guard var present = first(where: { $0.output == panel.output }) else { return panel }
      present.turn = panel.turn
      return present
    }
  }
}
