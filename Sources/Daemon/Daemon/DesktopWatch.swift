internal import Actions
internal import Desktop
internal import Diagnostics
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Time
internal import Touch
internal import Wayland

/// Watches the sources of the desktop's state and the keyboards, which hold the state, and reports what has changed.
final class DesktopWatch {
  /// A change that the daemon handles.
  enum Change {
    /// The situation for conditions, or a reason why a part of it is unknown.
    case situation(Situation)
    /// The outputs.
    case panels([Panel])
    /// The desktop's settings of touchpads.
    case touchpads(DesktopTouchpads)
    /// True if windows receive no buttons and wheels of the pointer while a finger is on a touchscreen.
    case pointerIgnoredWhileTouched(Bool)
    /// True if the compositor reports that the screen is locked; nil if it does not report the lock.
    case lock(Bool?)
    /// A report on the input of all devices; nil if there is none.
    case input(InputReport?)
    /// True if all keyboards are read for the times of keys.
    case typingKnown(Bool)
    /// The active layout of the keymap, from 0.
    case layout(Int)
    /// The compositor's keymap, as text.
    case keymap(String)
    /// A connection to the compositor is ready, or there is none. The kind is that of a compositor with its own socket,
    /// the error the one that ended the connection, or `unanswered`.
    case display(WaylandDisplay?, DesktopKind?, after: WaylandError?)
    /// The extension of GNOME Shell can be used, or not any more.
    case shellExtension(ShellExtension?)
    /// Another desktop runs: its operations are others.
    case kind(DesktopKind?)
    /// `reportUnknown` is due in a moment.
    case unknownReportScheduled
  }

  /// The time that something may be unknown before it is logged: a program that starts together with the daemon needs a
  /// moment, and one that restarts comes back.
  private static let patience = Duration.seconds(1)

  /// Called with each change; to be set before the loop runs.
  var report: (Change) -> Void = { _ in }
  /// The desktop, for its operations; nil if none is known.
  private(set) var kind: DesktopKind?
  /// The present state of all sources.
  var state: DesktopState {
    var state = sources.state
    state.modifiers = keyboards.held
    state.keyboardProblem = keyboards.problem
    state.typingProblem = keyboards.typingProblem
    state.machine = machine.state
    return state
  }
  /// The time to call `reportUnknown`; nil if there is nothing to report.
  private(set) var deadline: Timestamp?

  let sources: DesktopSources
  private var compositor: SessionCompositor { sources.compositor }
  private var wayland: SessionWayland { sources.wayland }
  private var services: DesktopServices? { sources.services }
  private let actor: DesktopActor
  private var keyboards: SessionKeyboards
  private var machine: SessionMachine
  /// True if a keyboard is read for the times of keys. Stored, since it is read with each event.
  private(set) var readsTyping = false
  /// True if it was reported that typing is known.
  private var isTypingKnown = false
  /// False while what is typed is nobody's business: keyboards are closed, or read for modifiers alone.
  var mayReadTyping = true { didSet { if mayReadTyping != oldValue { prepareKeyboards() } } }
  private let log: Logger
  private var rules = RuleSet()
  /// The compositor's keymap, as text; nil if unknown.
  private var keymap: String?
  /// The active layout of it, from 0.
  private var activeLayout = 0
  /// The unreadable keyboards that were logged.
  private var refusedKeyboards: [KeyDevices.Refusal] = []
  /// The outputs that were reported last.
  private var outputs: [DesktopState.OutputState] = []
  /// The reasons why subjects of rules were unknown, when a report of them was scheduled last.
  private var reasons: [Condition.Subject: String] = [:]
  /// The unknown subjects that were logged.
  private var reportedUnknown: [UnknownSubject] = []
  /// True if the extension of GNOME Shell, or its absence, was reported.
  private var isExtensionReported = false
  /// True if a display, or its absence, was reported.
  private var isDisplayReported = false
  /// The display that was reported last.
  private(set) var display: WaylandDisplay?
  /// The compositor that was reported with it.
  private var displayKind: DesktopKind?
  /// A display that is reported when the compositor has sent its state over its own socket: keys depend on the layout.
  private var unreportedDisplay: WaylandDisplay?

  /// A watch with its descriptors added to `loop`.
  /// - Parameter isRecorded: true if recorded touches act: then the situation is that of the recording.
  /// - Throws: `SystemError` if the kernel has no descriptors to wait with.
  init(
    on loop: EventLoop, _ log: Logger, _ failures: FailureLog, ofRecording isRecorded: Bool
  ) throws(SystemError) {
    self.log = log
    sources = try DesktopSources(
      SessionCompositor { note in
        switch note {
        case .connection(let text): log.notice("\(text)")
        case .problem(let text): log.warning("\(text)")
        case .failure(let location, let text): failures.write("\(location): \(text)", .error, of: location)
        }
      }, restricted: DesktopGrant.current == .desktopEntry && !isRecorded ? .fakeInput : nil)
    actor = DesktopActor(sources.compositor, sources.services, sources.wayland) {
      failures.write("\($0): \($1)", .error, of: $0)
    }
    kind = actor.desktop
    let ready = DeferredCall()
    keyboards = SessionKeyboards(on: loop, ready: ready.call)
    let machineReady = DeferredCall()
    machine = SessionMachine(on: loop, ready: machineReady.call)
    try loop.add(compositor.descriptor) { [unowned self] _ in readCompositor() }
    try loop.add(wayland.descriptor) { [unowned self] _ in readWayland() }
    if let services { try loop.add(services.descriptor) { [unowned self] _ in readServices(services) } }
    ready.body = { [unowned self] in
      keyboards.dispatch()
      updateKeyboards()
    }
    machineReady.body = { [unowned self] in
      machine.dispatch()
      update()
    }
  }

  /// Sends a command of the rule at `location` to a compositor, and does not wait for its end. One for Plasma is a
  /// global shortcut.
  func tell(_ compositor: DesktopKind, _ command: String, _ location: String) {
    if compositor == .plasma {
      actor.perform(shortcut: command, location)
    } else {
      self.compositor.tell(compositor, command, location)
    }
  }

  /// Lets the desktop perform an operation of the rule at `location`, and does not wait for its end.
  func operate(
    _ operation: DesktopOperation, _ window: TouchedWindow?, _ position: DesktopPosition?, _ location: String
  ) {
    actor.perform(operation, on: window, at: position, location)
  }

  /// Asks for the window at a place; `answered` is called with it, or nil if it is unknown, unless the desktop is gone.
  func findWindow(at place: TouchedPlace, answered: @escaping (TouchedWindow?) -> Void) {
    sources.findWindow(at: place, answered: answered)
  }

  /// True if the compositor has not answered a command, or the desktop an operation.
  var isCompositorBusy: Bool { actor.isBusy }

  /// Watches the subjects of the conditions of `rules`.
  func watch(for rules: RuleSet) {
    self.rules = rules
    compositor.prepare(for: rules)
    services?.watchesOverview = rules.subjects.contains(.overview)
    machine.prepare(for: rules)
    reportRefusals()
    prepareKeyboards()
    scheduleUnknownReport()
  }

  // MARK: Sources

  /// Reads what the sources have reported so far, and the outputs of a compositor that has just been connected.
  func readSources() {
    try? display?.roundTrip()
    readCompositor()
    readWayland()
    if let services { readServices(services) }
  }

  private func readCompositor() {
    let (old, hadCompositor) = (compositor.state, compositor.compositor != nil)
    let isChanged = compositor.dispatch(at: .now)
    if actor.desktop != kind {
      kind = actor.desktop
      report(.kind(kind))
    }
    // The choice of injectors depends on it. One that is lost is the same one when it comes back.
    if let display, let kind = compositor.connectedKind, kind != displayKind { connect(display) }
    defer { reportDisplay() }
    guard isChanged else { return }
    defer { if compositor.compositor != nil, !hadCompositor { reportRefusals() } }
    update()
    let new = compositor.state
    if let layout = new.layout, layout != old.layout { reportLayout(layout) }
    if new.touchpads != old.touchpads { reportTouchpads(new.touchpads, before: old.touchpads) }
    if new.ignoresPointerWhileTouched != old.ignoresPointerWhileTouched {
      report(.pointerIgnoredWhileTouched(new.ignoresPointerWhileTouched))
    }
    if new.isLocked != old.isLocked { report(.lock(new.isLocked)) }
  }

  /// Reports the active layout, from 0. On another one, other keys may be modifiers.
  private func reportLayout(_ layout: Int) {
    activeLayout = layout
    report(.layout(layout))
    prepareKeyboards()
  }

  /// Reports the settings of touchpads of one source, and logs which are switched off and on.
  private func reportTouchpads(_ touchpads: DesktopTouchpads, before: DesktopTouchpads) {
    switch (touchpads.disabled, before.disabled) {
    case (.named(let names), .named(let others)):
      for name in names.subtracting(others).sorted() {
        log.notice("touchpad '\(name.legible)' is switched off in the compositor: no rule acts on it")
      }
      for name in others.subtracting(names).sorted() {
        log.notice("touchpad '\(name.legible)' is switched on again in the compositor")
      }
    case (.all, .all): break
    case (.all, .named): log.notice("touchpads are switched off in the desktop's settings: no rule acts on them")
    case (.named, .all): log.notice("touchpads are switched on again in the desktop's settings")
    }
    report(.touchpads(touchpads))
  }

  /// Logs the commands of rules that the connected compositor refuses.
  private func reportRefusals() {
    guard let release = compositor.compositor?.release else { return }
    for refusal in SessionCompositor.refusals(of: rules, by: release) { log.warning("\(refusal)") }
  }

  private func readServices(_ services: DesktopServices) {
    let (shell, input, before) = (services.extensionInput, services.input, services.state)
    let isChanged = services.dispatch()
    defer { reportExtension(isChanged: services.extensionInput !== shell) }
    if services.input != input { report(.input(services.input)) }
    guard isChanged else { return }
    update()
    if let layout = services.state.layout, layout != before.layout { reportLayout(layout) }
    if services.state.touchpads != before.touchpads {
      reportTouchpads(services.state.touchpads, before: before.touchpads)
    }
    if services.state.isLocked != before.isLocked { report(.lock(services.state.isLocked)) }
  }

  /// Reports the extension, if it has changed, or once when it is known that there is none.
  private func reportExtension(isChanged: Bool) {
    guard let services, isChanged || !isExtensionReported && !services.isAwaited else { return }
    isExtensionReported = true
    report(.shellExtension(services.extensionInput))
  }

  private func readWayland() {
    wayland.dispatch { change in
      switch change {
      case .connected(let display): unreportedDisplay = display
      case .permitted: log.notice("KWin now permits keys, the pointer and the focused window: its desktop entry is new")
      case .lost(let error):
        unreportedDisplay = nil
        log.notice("the connection to the Wayland compositor is lost (\(error)); waiting for it")
        connect(nil, after: error)
      case .keymap(let keymap):
        self.keymap = keymap
        report(.keymap(keymap))
        prepareKeyboards()
      case .input(let input): report(.input(input))
      case .problem(let text): log.warning("\(text)")
      case .changed: update()
      }
    }
    reportDisplay()
    // Without a compositor there is no report.
    update()
    if !isDisplayReported, !wayland.isAwaited { connect(nil, after: wayland.silence) }
    // Without a bus, the services have no event.
    reportExtension(isChanged: false)
  }

  /// Reports a new display, unless the compositor is expected to send its state over its own socket soon.
  private func reportDisplay() {
    guard let display = unreportedDisplay, !compositor.isAwaited || compositor.problem != nil else { return }
    unreportedDisplay = nil
    connect(display)
  }

  private func connect(_ display: WaylandDisplay?, after error: WaylandError? = nil) {
    isDisplayReported = true
    self.display = display
    displayKind = compositor.connectedKind
    report(.display(display, displayKind, after: error))
  }

  /// Opens keyboards if rules require them, else closes them.
  private func prepareKeyboards() {
    keyboards.prepare(for: rules, keymap: keymap, activeLayout: activeLayout, mayReadTyping: mayReadTyping)
    updateKeyboards()
  }

  /// The time of the last key that was typed, `now` if it is held; nil if none was, or it is not read.
  func lastTyped(at now: Timestamp) -> Timestamp? { keyboards.lastTyped(at: now) }

  private func updateKeyboards() {
    for refusal in keyboards.refused where !refusedKeyboards.contains(refusal) {
      log.warning("keyboard '\(refusal.name.legible)' is not readable: \(refusal.text)")
    }
    refusedKeyboards = keyboards.refused
    update()
    readsTyping = keyboards.readsTyping
    let isKnown = keyboards.knowsTyping
    wayland.watchesInput = rules.yieldsToTyping && !isKnown
    services?.watchesInput = rules.yieldsToTyping && !isKnown
    guard isKnown != isTypingKnown else { return }
    isTypingKnown = isKnown
    report(.typingKnown(isKnown))
  }

  /// Reports the present state of all sources.
  private func update() {
    let state = state
    if state.outputs != outputs {
      outputs = state.outputs
      report(.panels(state.panels))
    }
    let situation = state.situation
    report(.situation(situation))
    // While everything is known, as when titles change, no reasons are formatted.
    let areKnown = rules.subjects.allSatisfy { situation.knows($0) }
    guard !areKnown || !reasons.isEmpty else { return }
    let new = areKnown ? [:] : state.reasonsUnknown(rules.subjects)
    guard new != reasons else { return }
    reasons = new
    scheduleUnknownReport()
  }

  // MARK: Unknown subjects

  /// The subjects that rules use and that are unknown now.
  var unknown: [UnknownSubject] {
    let name = Environment.desktopName(in: Environment.value(of: "XDG_CURRENT_DESKTOP"))
    return UnknownSubject.all(of: rules, on: state, called: name)
  }

  private func scheduleUnknownReport() {
    deadline = .now + Self.patience
    report(.unknownReportScheduled)
  }

  /// Logs subjects that have become unknown, and those that are known again.
  func reportUnknown() {
    deadline = nil
    let unknown = unknown
    for one in unknown where !reportedUnknown.contains(one) { log.warning("\(one.text)") }
    for one in reportedUnknown where !unknown.contains(where: { $0.subject == one.subject }) {
      log.notice("condition '\(one.subject.rawValue)' is known again")
    }
    reportedUnknown = unknown
  }
}

/// A callback that can be passed on before its body is known.
final class DeferredCall {
  var body: () -> Void = {}
  func call() { body() }
}
