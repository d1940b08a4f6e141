import Actions
import Desktop
import Engine
import Glibc
import Linux
import Pictures
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
  private var engine: Engine
  private var tracker: TouchTracker
  private let outlets: Outlets
  /// Reports commands that have ended.
  private let signals: SignalDescriptor
  private var epoll: Epoll
  private let compositor: SessionCompositor
  /// Nil if no rule presses keys, moves the pointer or acts on the desktop.
  private let sources: DesktopSources?
  private let actor: DesktopActor
  /// True if the screen was locked when the state was read last.
  private var wasLocked = false
  private var effects: [Effect] = []
  private var time = Timestamp.zero
  private var hasUsedInput = false
  /// The window under all fingers, as the user states it; nil to ask the desktop.
  private let stated: TouchedWindow?

  /// - Parameter panels: the recorded panels under touchscreens.
  init(_ shared: RuleSet, in situation: Situation, panels: [Panel]) throws {
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
    let needsDesktop =
      shared.needsKeyboard || shared.needsPointer || hasOperations
      || shared.needsTouchedWindow && situation.touched == nil
    // Rules that act through the desktop, or by its keymap, need it from the first gesture on.
    let sources = needsDesktop ? try DesktopSources(compositor) : nil
    self.sources = sources
    stated = situation.touched
    actor = DesktopActor(compositor, sources?.services, sources?.wayland) { Failure.warn("error: \($0): \($1)") }
    let rules = shared.adapted(to: actor.desktop)
    engine = Engine(rules, in: situation, isObserved: true)
    tracker = TouchTracker(triggers: rules.triggers)
    compositor.prepare(for: rules)
    let input = VirtualInput(grant: .current)
    outlets = Outlets(
      commands: Commands(), input: input, tell: { [compositor] in compositor.tell($0, $1, $2) },
      operate: actor.perform(_:on:_:)
    ) {
      Failure.warn("error: \($0)")
    }
    let services = sources?.services
    for descriptor in [compositor.descriptor, services?.descriptor, sources?.session.descriptor].compactMap({ $0 }) {
      try self.epoll.add(descriptor, token: 1)
    }
    if let sources {
      sources.settle(quiet: .zero)
      // The outputs.
      try? sources.display?.roundTrip()
      _ = sources.dispatchWayland()
      if let services { _ = input.use(services.extensionInput, at: .now) }
      let states = [compositor.state, services?.state].compactMap { $0 }
      for case let layout? in states.map(\.layout) { _ = input.setLayout(layout, at: .now) }
      // Touchpads that are switched off are in no recording, or were on.
      for var touchpads in states.map(\.touchpads) where touchpads != DesktopTouchpads() {
        touchpads.disabled = .none
        engine.handle(.touchpads(touchpads), at: time, into: &effects)
      }
      _ = input.setKeymap(sources.keymap, at: .now)
      let silence = sources.wayland.silence
      _ = input.connect(sources.display, kind: compositor.connectedKind, after: silence, at: .now)
      for problem in input.prepare(for: rules, at: .now) { Failure.warn("warning: \(problem)") }
      engine.handle(.bindings(input.bindings), at: time, into: &effects)
      let present = sources.wayland.outputs.map(\.panel)
      engine.handle(.panels(present.turned(as: panels)), at: time, into: &effects)
      while let ready = input.wait(at: .now) { Self.sleep(until: ready) }
    }
    if sources == nil { engine.handle(.panels(panels), at: time, into: &effects) }
    wasLocked = isLocked
  }

  /// Plays a recording, and reports it as `ObservedRun` does.
  func play(_ events: [TouchEvent], _ body: (Observed) throws -> Void) throws {
    for event in events { try play(event, body) }
    try finish(body)
  }

  /// Plays an event, after everything that is due before it.
  private func play(_ event: TouchEvent, _ body: (Observed) throws -> Void) throws {
    while let due = engine.deadline, due <= event.time { try pass(to: due, body) }
    try updateLock(at: event.time, body)
    try handle(.touch(event), at: event.time, body)
  }

  /// Finishes the run after the last event: waits until all actions are done and all commands of steps are started,
  /// until the compositor has answered, and until all programs have read the last key. Events that are unread when a
  /// device is removed are lost, and so are requests that the compositor has not read when the connection ends.
  private func finish(_ body: (Observed) throws -> Void) throws {
    try handle(.finish, at: time, body)
    try update(at: .latest, body)
    while engine.isActing, let due = engine.deadline { try pass(to: due, body) }
    compositor.finish()
    if let services = sources?.services {
      Linux.settle(services.descriptor, within: .seconds(6), while: { services.isOperating }) {
        _ = services.dispatch()
      }
    }
    guard hasUsedInput else { return }
    try? sources?.display?.roundTrip(within: .seconds(10))
    if let services = sources?.services {
      Linux.settle(services.descriptor, within: .seconds(6), while: { outlets.input.isTextAwaited }) {
        _ = services.dispatch()
      }
    }
    Self.sleep(until: .now + .milliseconds(200))
  }

  /// Lets time pass to `due`, or until a command ends.
  private func pass(to due: Timestamp, _ body: (Observed) throws -> Void) throws {
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
    sources?.session.state?.isLocked == true || compositor.state.isLocked == true
      || sources?.services?.state.isLocked == true
  }

  /// Breaks actions off, and releases everything, when the screen is locked. A lock from before the start is a part of
  /// the situation that the user states.
  /// - Returns: true if the lock has changed.
  @discardableResult
  private func updateLock(at moment: Timestamp, _ body: (Observed) throws -> Void) throws -> Bool {
    sources?.session.dispatch { _ in }
    _ = compositor.dispatch(at: .now)
    try updateExtension(body)
    guard isLocked != wasLocked else { return false }
    wasLocked = isLocked
    try handle(.lock(wasLocked, from: .compositor), at: moment, body)
    return true
  }

  private func updateExtension(_ body: (Observed) throws -> Void) throws {
    guard let services = sources?.services, case let shell = services.extensionInput, services.dispatch(),
      shell !== services.extensionInput
    else { return }
    try handle(.release, at: time, body)
    _ = outlets.input.use(services.extensionInput, at: .now)
    try handle(.bindings(outlets.input.bindings), at: time, body)
  }

  private func leaveLostCompositor(_ body: (Observed) throws -> Void) throws {
    try updateExtension(body)
    guard let error = sources?.dispatchWayland() else { return }
    try handle(.release, at: time, body)
    for problem in outlets.input.connect(nil, after: error, at: .now) { Failure.warn("warning: \(problem)") }
    try handle(.bindings(outlets.input.bindings), at: time, body)
  }

  private func makeTouchpad(isNeeded: Bool) {
    for problem in outlets.input.setTouchpad(isNeeded: isNeeded, at: .now) { Failure.warn("warning: \(problem)") }
    while let ready = outlets.input.wait(at: .now) { Self.sleep(until: ready) }
  }

  private func handle(_ input: Engine.Input, at moment: Timestamp, _ body: (Observed) throws -> Void) throws {
    time = max(time, moment)
    try engine.handle(input, at: time, buffer: &effects) { effect in
      switch effect {
      case .inject, .touchpad: hasUsedInput = true
      case .virtualTouchpad(let isNeeded): makeTouchpad(isNeeded: isNeeded)
      default: break
      }
      var answer = outlets.perform(effect)
      if case .findWindow(let place, let number) = effect {
        answer = .window(stated ?? findWindow(at: place), number: number)
      }
      tracker.add(effect)
      try body(.effect(effect))
      return answer
    }
    try update(at: time, body)
  }

  /// The window at a place; nil if the desktop does not tell within a second.
  private func findWindow(at place: TouchedPlace?) -> TouchedWindow? {
    guard let place, let sources else { return nil }
    var answer: TouchedWindow?
    var isAwaited = true
    sources.findWindow(at: place) {
      answer = $0
      isAwaited = false
    }
    let descriptors = [compositor.descriptor, sources.services?.descriptor].compactMap { $0 }
    let end = Timestamp.now + .seconds(1)
    while isAwaited, .now < end {
      settle(descriptors, while: { false }, quiet: .milliseconds(10)) {
        _ = compositor.dispatch(at: .now)
        _ = sources.services?.dispatch()
      }
    }
    isAwaited = false
    return answer
  }

  private func update(at now: Timestamp, _ body: (Observed) throws -> Void) throws {
    for observed in tracker.update(at: now, isOfTime: true, from: engine) { try body(observed) }
    try body(.handled(now))
  }

  private static func sleep(until moment: Timestamp) {
    let wait = max(0, (moment - .now).wholeMicroseconds)
    var time = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
    nanosleep(&time, nil)
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
