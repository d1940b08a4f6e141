import Actions
import Control
import Desktop
import Engine
import Glibc
import Linux
import Rules
import Surroundings
import Time
import Touch
import Wayland

/// A run of a recording whose effects are performed: `replay --act`.
///
/// The engine's time is the recording's. It jumps from event to event, but while actions are pending it runs no faster
/// than the clock, so that keys keep their pace and commands get the time that they need.
final class ActingRun {
  /// Called after all effects of each input, with its time.
  var handled: (Engine, Timestamp) throws -> Void = { _, _ in }

  private var engine: Engine
  private let outlets: Outlets
  /// Reports commands that have ended.
  private let signals: SignalDescriptor
  private var epoll: Epoll
  private let wayland: WaylandSession?
  private let compositor: SessionCompositor
  private let services: DesktopServices?
  private let session: Session?
  private let actor: DesktopActor
  /// True if the screen was locked when the state was read last.
  private var wasLocked = false
  private var effects: [Effect] = []
  private var time = Timestamp.zero
  private var hasUsedInput = false

  init(_ shared: RuleSet, in situation: Situation) throws {
    let signals = try SignalDescriptor([SIGCHLD])
    let epoll = try Epoll()
    try epoll.add(signals.number, token: 0)
    self.signals = signals
    self.epoll = epoll
    compositor = try SessionCompositor { note in
      switch note {
      case .connection: break
      case .problem(let text): Failure.warn("warning: \(text)")
      case .failure(let location, let text): Failure.warn("error: \(location): \(text)")
      }
    }
    let hasOperations = !shared.desktopOperations.isEmpty
    let needsDesktop = shared.needsKeyboard || shared.needsPointer || hasOperations
    services = needsDesktop && DesktopServices.areExpected ? try DesktopServices() : nil
    let wayland = needsDesktop ? WaylandSession() : nil
    self.wayland = wayland
    actor = DesktopActor(compositor, services, request: { wayland?.request($0) ?? "there is no compositor" }) {
      Failure.warn("error: \($0): \($1)")
    }
    let rules = shared.adapted(to: actor.desktop)
    engine = Engine(rules, in: situation, isObserved: true)
    compositor.prepare(for: rules)
    let input = VirtualInput(grant: DesktopGrant(currentDesktop: Environment.value(of: "XDG_CURRENT_DESKTOP")))
    outlets = Outlets(commands: Commands(), input: input, tell: compositor.tell, operate: actor.perform) {
      Failure.warn("error: \($0)")
    }
    // Rules that act through the desktop, or by its keymap, need it from the first gesture on.
    session = needsDesktop ? try Session() : nil
    let sources = [compositor.descriptor, services?.descriptor, session?.descriptor].compactMap { $0 }
    for descriptor in sources { try self.epoll.add(descriptor, token: 1) }
    if let session {
      var isUnknown = false
      func dispatch() { session.dispatch { if case .unknown = $0 { isUnknown = true } } }
      // Without a bus this is known already, and nothing would become readable.
      dispatch()
      settle(session.descriptor, within: patience, while: { session.state == nil && !isUnknown }, dispatch)
    }
    if let services {
      settle(services.descriptor, within: patience, while: { services.isAwaited }) { _ = services.dispatch() }
      _ = input.use(services.extensionInput, at: .now)
    }
    if let wayland {
      settle(compositor.descriptor, within: patience, while: { compositor.isAwaited }) {
        _ = compositor.dispatch(at: .now)
      }
      let states = [compositor.state, services?.state].compactMap { $0 }
      for case let layout? in states.map(\.layout) { _ = input.setLayout(layout, at: .now) }
      // Touchpads that are switched off are in no recording, or were on.
      for case let reversed in states.map(\.touchpads.reversed) where reversed != .none {
        engine.handle(.touchpads(DesktopTouchpads(reversed: reversed)), at: time, into: &effects)
      }
      _ = input.setKeymap(wayland.keymap, at: .now)
      _ = input.connect(wayland.display, kind: compositor.connectedKind, after: wayland.silence, at: .now)
      for problem in input.prepare(for: rules, at: .now) { Failure.warn("warning: \(problem)") }
      engine.handle(.bindings(input.bindings), at: time, into: &effects)
      engine.handle(.panels(wayland.panels), at: time, into: &effects)
      while let ready = input.wait(at: .now) { Self.sleep(until: ready) }
    }
    wasLocked = isLocked
  }

  /// Plays an event, after everything that is due before it.
  func play(_ event: TouchEvent, _ body: (Effect) throws -> Void) throws {
    while let due = engine.deadline, due <= event.time { try pass(to: due, body) }
    try updateLock(at: event.time, body)
    try handle(.touch(event), at: event.time, body)
  }

  /// Finishes the run after the last event: waits until all actions are done and all commands of steps are started,
  /// until the compositor has answered, and until all programs have read the last key. Events that are unread when a
  /// device is removed are lost, and so are requests that the compositor has not read when the connection ends.
  func finish(_ body: (Effect) throws -> Void) throws {
    try handle(.finish, at: time, body)
    try handled(engine, .latest)
    while engine.isActing, let due = engine.deadline { try pass(to: due, body) }
    compositor.finish()
    if let services {
      settle(services.descriptor, within: patience, while: { services.isOperating }) { _ = services.dispatch() }
    }
    guard hasUsedInput else { return }
    try? wayland?.display?.roundTrip(within: .seconds(10))
    Self.sleep(until: .now + .milliseconds(200))
  }

  /// Lets time pass to `due`, or until a command ends.
  private func pass(to due: Timestamp, _ body: (Effect) throws -> Void) throws {
    let begin = Timestamp.now
    while engine.isActing, case let rest = due - time - (.now - begin), rest > .zero {
      var ready: [Epoll.Ready] = []
      try epoll.wait(into: &ready, timeout: rest)
      while try signals.next() != nil {}
      let changes = outlets.commands.changes()
      let now = min(due, time + (.now - begin))
      if try updateLock(at: now, body) { return }
      guard !changes.isEmpty else { continue }
      for change in changes {
        switch change {
        case .ended(let id, _), .lost(let id): try handle(.commandEnded(id), at: now, body)
        case .refused(let id, let failure):
          Failure.warn("error: \(failure)")
          try handle(.commandRefused(id), at: now, body)
        }
      }
      return
    }
    try leaveLostCompositor(body)
    try handle(.timePassed, at: due, body)
  }

  /// True if the screen is locked, as far as that is reported.
  private var isLocked: Bool {
    session?.state?.isLocked == true || compositor.state.isLocked == true || services?.state.isLocked == true
  }

  /// Breaks actions off, and releases everything, when the screen is locked. A lock from before the start is a part of
  /// the situation that the user states.
  /// - Returns: true if the lock has changed.
  @discardableResult
  private func updateLock(at moment: Timestamp, _ body: (Effect) throws -> Void) throws -> Bool {
    session?.dispatch { _ in }
    _ = compositor.dispatch(at: .now)
    try updateExtension(body)
    guard isLocked != wasLocked else { return false }
    wasLocked = isLocked
    try handle(.lock(wasLocked, from: .compositor), at: moment, body)
    return true
  }

  private func updateExtension(_ body: (Effect) throws -> Void) throws {
    guard let services, case let shell = services.extensionInput, services.dispatch(),
      shell !== services.extensionInput
    else { return }
    try handle(.release, at: time, body)
    _ = outlets.input.use(services.extensionInput, at: .now)
    try handle(.bindings(outlets.input.bindings), at: time, body)
  }

  private func leaveLostCompositor(_ body: (Effect) throws -> Void) throws {
    try updateExtension(body)
    guard let error = wayland?.lose() else { return }
    try handle(.release, at: time, body)
    for problem in outlets.input.connect(nil, after: error, at: .now) { Failure.warn("warning: \(problem)") }
    try handle(.bindings(outlets.input.bindings), at: time, body)
  }

  private func handle(_ input: Engine.Input, at moment: Timestamp, _ body: (Effect) throws -> Void) throws {
    time = max(time, moment)
    try engine.handle(input, at: time, buffer: &effects) { effect in
      if case .inject = effect { hasUsedInput = true }
      let answer = outlets.perform(effect)
      try body(effect)
      return answer
    }
    try handled(engine, time)
  }

  private static func sleep(until moment: Timestamp) {
    let wait = max(0, (moment - .now).wholeMicroseconds)
    var time = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
    nanosleep(&time, nil)
  }
}

/// The time that a compositor, or a service of the desktop, has to answer: longer than that after which `WaylandLink`
/// reports a compositor that does not.
private let patience = Duration.seconds(6)

/// A connection to the session's compositor during the run.
private final class WaylandSession {
  /// The connection; nil if there is no compositor, or it does not answer.
  let display: WaylandDisplay?
  /// The keymap it sends to programs.
  var keymap: String? { seat?.keymap }
  /// The panels of its outputs, for clicks on touchscreens.
  var panels: [Panel] {
    let all = outputs?.all ?? []
    return all.compactMap { Panel(of: $0, among: all) }
  }
  /// The error if a compositor is there that does not answer.
  var silence: WaylandError? { link?.trouble?.isUnanswered == true ? link?.trouble : nil }
  private let link: WaylandLink?
  private let seat: SeatKeyboard?
  private let outputs: Outputs?
  private let windows: Toplevels?

  init() {
    link = try? WaylandLink()
    var found: WaylandDisplay?
    if let link {
      settle(link.descriptor, within: patience, while: { found == nil && link.trouble == nil }) {
        link.dispatch { if case .connected(let display) = $0 { found = display } }
      }
    }
    display = found
    seat = found.map { SeatKeyboard(of: $0) }
    outputs = found.map { Outputs(of: $0) }
    windows = found.map { Toplevels(of: $0) }
    // The windows come with the second answer.
    for _ in 0..<2 { try? found?.roundTrip() }
  }

  /// Requests a change of the focused window, or of the focus.
  /// - Returns: the reason for which this is not possible, for people; nil if it was requested.
  func request(_ change: Toplevels.Change) -> String? {
    guard let windows, windows.source == .toplevels else { return "the compositor does not list its windows" }
    do throws(WaylandError) {
      return try windows.request(change) ? nil : "no window has the focus"
    } catch {
      return "\(error)"
    }
  }

  /// Handles the compositor's messages, so that it does not consider this program unresponsive.
  /// - Returns: the error that ended the connection, once.
  func lose() -> WaylandError? {
    var lost: WaylandError?
    link?.dispatch { if case .lost(let error) = $0 { lost = error } }
    return lost
  }
}
