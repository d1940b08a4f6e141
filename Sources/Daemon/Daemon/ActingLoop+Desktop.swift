internal import Actions
internal import Desktop
internal import Diagnostics
internal import Engine
internal import Gestures
internal import Linux
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
internal import Wayland

/// State of injection besides `VirtualInput`.
struct InjectionState {
  /// True if it is known whether there is a Wayland compositor.
  var isConnected = false
  /// The system's settings, which name a keyboard layout; nil if a better source does.
  var systemKeyboard: SystemKeyboard?
  /// The problems that were logged for the rules in force.
  var reported: Set<String> = []
  /// True if keys or the pointer are missing.
  var isMissing = false
  /// The extension of GNOME Shell; nil if there is none.
  var shell: ShellExtension?
  /// True if it is known whether there is an extension.
  var isShellKnown = false
  /// True if other swipes of the desktop may have to be disabled.
  var hasSwipesToUpdate = false
  /// The disabled swipes of the desktop.
  var disabledSwipes: Directions = []
  /// The time to ask again whether keyboard and pointer are ready; nil if they are.
  var deadline: Timestamp?
}

/// Changes of the desktop.
extension ActingLoop {
  func apply(_ change: DesktopWatch.Change) {
    let input = outlets.input
    switch change {
    case .situation(let situation):
      handle(.situation(situation))
      injection.hasSwipesToUpdate = true
    case .panels(let panels): handle(.panels(panels))
    case .touchpads(let touchpads): handle(.touchpads(touchpads))
    case .pointerIgnoredWhileTouched(let isIgnored): handle(.pointerIgnoredWhileTouched(isIgnored))
    case .input(let report):
      let state = report.map { $0.isSilent ? "none for \(Phrase.milliseconds(InputReport.silence))" : "began" }
      log.debug("input of the desktop: \(state ?? "unknown")")
      handle(.input(report))
    case .typingKnown(let isKnown): handle(.typingKnown(isKnown))
    case .lock(let isLocked): handle(.lock(isLocked, from: .compositor))
    case .layout(let layout): inputChanged(input.setLayout(layout, at: .now))
    case .keymap(let keymap): inputChanged(input.setKeymap(keymap, at: .now))
    case .display(let display, let kind, let error):
      // Another injector may be used from now on, and the keys on a lost connection were released with it. Before the
      // first report there is no injector that it could replace.
      if injection.isConnected { handle(.release) }
      injection.isConnected = true
      inputChanged(input.connect(display, kind: kind, after: error, at: .now))
    case .shellExtension(let shell):
      // Another injector may be used from now on, and its pressed keys were released with it. The first report often
      // comes after the first gestures, whose actions continue: they have pressed nothing yet that the extension would
      // release.
      if shell !== injection.shell, injection.isShellKnown || !engine.pressed.isEmpty { handle(.release) }
      injection.isShellKnown = true
      (injection.shell, injection.disabledSwipes, injection.hasSwipesToUpdate) = (shell, [], true)
      inputChanged(input.use(shell, at: .now))
    case .kind, .unknownReportScheduled: break
    }
  }

  /// Handles a change of keyboard or pointer.
  /// - Parameter problems: the missing parts, for people; each is logged once for the rules in force.
  func inputChanged(_ problems: [String]) {
    for problem in problems where injection.reported.insert(problem).inserted { log.warning("\(problem)") }
    let isMissing = !outlets.input.shortages.isEmpty
    if injection.isMissing, !isMissing {
      log.notice("keys and the pointer can be used again")
      injection.reported.formIntersection(problems)
    }
    injection.isMissing = isMissing
    updateSystemKeyboard()
    handle(.bindings(outlets.input.bindings))
    // Passing time makes them ready, without an event.
    updateInjectorReadiness()
  }

  /// Disables the desktop's own swipes as the rules require, and enables the others. Not during a gesture: the desktop
  /// would continue a swipe that began before.
  func updateDesktopSwipes() {
    guard injection.hasSwipesToUpdate, engine.isAtRest else { return }
    injection.hasSwipesToUpdate = false
    guard let shell = injection.shell else { return }
    let axes = engine.pause.isOn ? [] : engine.rules.disabledSwipes(in: engine.situation)
    guard axes != injection.disabledSwipes else { return }
    injection.disabledSwipes = axes
    do throws(SystemError) {
      try shell.disableSwipes(
        horizontal: !axes.isDisjoint(with: .horizontal), vertical: !axes.isDisjoint(with: .vertical))
    } catch {
      log.warning("the swipes of GNOME stay as they are: \(error)")
    }
  }

  /// Reports to the engine whether keyboard and pointer are ready.
  func updateInjectorReadiness() {
    injection.deadline = outlets.input.wait(at: .now)
    handle(.injectorReady(injection.deadline == nil))
  }

  /// Watches the layout of the system's settings if rules press keys and no better source is there: the rules file, the
  /// compositor, or the environment.
  private func updateSystemKeyboard() {
    guard course.readsSystemLayout, injection.isConnected, outlets.input.wantsSystemLayout else {
      if let keyboard = injection.systemKeyboard { events.remove(keyboard.descriptor) }
      injection.systemKeyboard = nil
      return
    }
    guard injection.systemKeyboard == nil else { return }
    do throws(SystemError) {
      let keyboard = try SystemKeyboard()
      try events.add(keyboard.descriptor) { [unowned self] _ in readSystemKeyboard() }
      injection.systemKeyboard = keyboard
    } catch {
      log.warning("the keyboard layout in the system's settings is unknown: \(error)")
    }
  }

  private func readSystemKeyboard() {
    guard let keyboard = injection.systemKeyboard, keyboard.dispatch() else { return }
    inputChanged(outlets.input.setSystemLayout(keyboard.layout, at: .now))
  }
}
