internal import Actions
internal import Desktop
internal import Diagnostics
internal import Journal
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Touch
internal import Wayland

/// The desktop's state, put together from the compositor's own socket, Wayland and the keyboards.
final class DesktopWatch {
  /// A change that somebody else acts on.
  enum Change {
    /// Something that conditions ask about, or that troubles the rules.
    case situation(Situation)
    /// The outputs.
    case panels([Panel])
    /// The compositor tells whether the screen is locked; nil if it does not.
    case lock(Bool?)
    /// Which of the keymap's layouts is active, from 0.
    case layout(Int)
    /// The compositor's keymap.
    case keymap(String)
    /// A connection to the compositor is ready, or there is none.
    case display(WaylandDisplay?, after: WaylandError?)
    /// The reasons why something is unknown changed: they are reported in a moment.
    case unknownExpected
  }

  /// The time something may be unknown before it is reported: a program that starts at the same time as the daemon is
  /// not there at once, and one that is restarted comes back.
  private static let patience = Duration.seconds(1)

  /// Called with each change; to be set before the loop runs.
  var report: (Change) -> Void = { _ in }
  /// The state.
  private(set) var state = DesktopState()
  /// The time to call `reportUnknown`; nil if there is nothing to report.
  private(set) var deadline: Timestamp?

  private let compositor: SessionCompositor
  private let wayland: SessionWayland
  private var keyboards: KeyboardModifiers
  private let log: Logger
  private var rules = RuleSet()
  /// The compositor's keymap; nil if it is not known.
  private var keymap: String?
  /// The keyboards that were reported as unreadable.
  private var refusedKeyboards: [Keyboards.Refusal] = []
  /// The subjects that were reported as unknown.
  private var reportedUnknown: [UnknownSubject] = []
  /// True once a display was reported, or its absence.
  private var isDisplayReported = false

  /// A watch that the loop calls.
  /// - Throws: `SystemError` if the kernel has nothing to wait with.
  init(on loop: TouchLoop, _ log: Logger, _ problems: RateLimitedLog) throws(SystemError) {
    self.log = log
    compositor = try SessionCompositor { note in
      switch note {
      case .connection(let text): log.notice("\(text)")
      case .problem(let text): log.warning("\(text)")
      case .failure(let place, let text): problems.tell("\(place): \(text)", .error, of: place)
      }
    }
    wayland = try SessionWayland()
    let ready = DeferredCall()
    keyboards = KeyboardModifiers(on: loop, ready: ready.call)
    try loop.add(compositor.descriptor) { [unowned self] _ in readCompositor() }
    try loop.add(wayland.descriptor) { [unowned self] _ in readWayland() }
    ready.body = { [unowned self] in
      keyboards.dispatch()
      updateKeyboards()
    }
  }

  /// Sends a command of the rule at `place` to a compositor, and does not wait for its end.
  func tell(_ compositor: Action.Compositor, _ command: String, _ place: String) {
    self.compositor.tell(compositor, command, place)
  }

  /// Watches what `rules` ask about.
  func follow(_ rules: RuleSet) {
    self.rules = rules
    prepareKeyboards()
    expectUnknown()
  }

  // MARK: Sources

  private func readCompositor() {
    guard compositor.dispatch(at: .now) else { return }
    let before = state.compositorState
    update {
      $0.compositor = compositor.compositor
      $0.compositorState = compositor.state
      $0.compositorProblem = compositor.problem
    }
    if let layout = state.compositorState.layout, layout != before.layout { report(.layout(layout)) }
    if state.compositorState.isLocked != before.isLocked { report(.lock(state.compositorState.isLocked)) }
  }

  private func readWayland() {
    wayland.dispatch { change in
      switch change {
      case .connected(let display): connect(display)
      case .lost(let error):
        log.notice("the Wayland compositor is gone (\(error)); it is waited for")
        connect(nil, after: error)
      case .keymap(let keymap):
        self.keymap = keymap
        report(.keymap(keymap))
        prepareKeyboards()
      case .problem(let text): log.warning("\(text)")
      case .changed:
        update {
          $0.outputs = wayland.outputs
          $0.listedWindow = wayland.listedWindow
        }
      }
    }
    // Without a compositor nothing is reported.
    update { $0.waylandProblem = wayland.problem }
    if !isDisplayReported, !wayland.isAwaited { connect(nil) }
  }

  private func connect(_ display: WaylandDisplay?, after error: WaylandError? = nil) {
    isDisplayReported = true
    report(.display(display, after: error))
  }

  /// Opens keyboards if rules require them, and closes them if not.
  private func prepareKeyboards() {
    keyboards.prepare(for: rules, keymap: keymap)
    updateKeyboards()
  }

  private func updateKeyboards() {
    for refusal in keyboards.refused where !refusedKeyboards.contains(refusal) {
      log.warning("the keyboard '\(refusal.name.legible)' cannot be read: \(refusal.text)")
    }
    refusedKeyboards = keyboards.refused
    update {
      $0.modifiers = keyboards.held
      $0.keyboardProblem = keyboards.problem
    }
  }

  private func update(_ change: (inout DesktopState) -> Void) {
    let before = state
    change(&state)
    guard state != before else { return }
    if state.outputs != before.outputs { report(.panels(state.panels)) }
    report(.situation(state.situation))
    // Where all is known, as it is while titles change, no reasons are put into words.
    let (new, old) = (state.situation, before.situation)
    let isKnown = rules.subjects.allSatisfy { new.knows($0) && old.knows($0) }
    if !isKnown, state.reasonsUnknown(rules.subjects) != before.reasonsUnknown(rules.subjects) { expectUnknown() }
  }

  // MARK: Unknown subjects

  /// The subjects of conditions that nobody can tell now.
  var unknown: [UnknownSubject] {
    UnknownSubject.all(of: rules, on: state, called: Environment.value(of: "XDG_CURRENT_DESKTOP"))
  }

  private func expectUnknown() {
    deadline = .now + Self.patience
    report(.unknownExpected)
  }

  /// Reports the subjects that are unknown and were not reported before, and those that are known again.
  func reportUnknown() {
    deadline = nil
    let unknown = unknown
    for one in unknown where !reportedUnknown.contains(one) { log.warning("\(one.text)") }
    for one in reportedUnknown where !unknown.contains(where: { $0.subject == one.subject }) {
      log.notice("'\(one.subject.rawValue)' is known again")
    }
    reportedUnknown = unknown
  }
}

/// A call that can be handed on before it can be made.
final class DeferredCall {
  var body: () -> Void = {}
  func call() { body() }
}
