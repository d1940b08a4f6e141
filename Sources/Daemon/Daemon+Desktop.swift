internal import Actions
internal import Control
internal import Desktop
internal import Engine
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Touch
internal import Wayland

/// The state of keyboard and pointer beside `VirtualInput`.
struct InjectionState {
  /// True once it is known whether there is a Wayland compositor.
  var isConnected = false
  /// The system's settings, which name a layout; nil unless nobody knows better.
  var systemKeyboard: SystemKeyboard?
  /// The problems that were reported for the rules in force.
  var reported: Set<String> = []
  /// The time to ask again whether keyboard and pointer are ready; nil if they are.
  var deadline: Timestamp?
}

/// Changes of the desktop.
extension Daemon {
  func desktopChanged(_ change: DesktopWatch.Change) {
    let input = outlets.input
    switch change {
    case .situation(let situation): handle(.situation(situation))
    case .panels(let panels): handle(.panels(panels))
    case .lock(let isLocked): handle(.lock(isLocked, from: .compositor))
    case .layout(let layout): inputChanged(input.setLayout(layout, at: .now))
    case .keymap(let keymap): inputChanged(input.setKeymap(keymap, at: .now))
    case .display(let display, let error):
      // What is pressed there came up with it.
      if error != nil { handle(.release) }
      injection.isConnected = true
      inputChanged(input.connect(display, after: error, at: .now))
    case .unknownExpected: if settledAt != nil { settle() }
    }
  }

  /// Something of keyboard or pointer was made anew.
  /// - Parameter problems: what could not be made; each is reported once for the rules in force.
  func inputChanged(_ problems: [String]) {
    for problem in problems where injection.reported.insert(problem).inserted { log.warning("\(problem)") }
    followSystemKeyboard()
    handle(.bindings(outlets.input.bindings))
    // Keyboard and pointer become ready while nobody waits for them.
    followInjector()
  }

  /// Tells the engine whether keyboard and pointer are ready.
  func followInjector() {
    injection.deadline = outlets.input.wait(at: .now)
    handle(.injectorReady(injection.deadline == nil))
  }

  /// Listens to the layout of the system's settings if rules press keys and nobody knows better: neither the rules file,
  /// nor the compositor, nor the environment.
  private func followSystemKeyboard() {
    guard injection.isConnected, outlets.input.wantsSystemLayout else {
      if let keyboard = injection.systemKeyboard { loop.remove(keyboard.descriptor) }
      injection.systemKeyboard = nil
      return
    }
    guard injection.systemKeyboard == nil else { return }
    do throws(SystemError) {
      let keyboard = try SystemKeyboard()
      try loop.add(keyboard.descriptor) { [unowned self] _ in readSystemKeyboard() }
      injection.systemKeyboard = keyboard
    } catch {
      log.warning("the keyboard layout of the system's settings is not known: \(error)")
    }
  }

  private func readSystemKeyboard() {
    guard let keyboard = injection.systemKeyboard, keyboard.dispatch() else { return }
    inputChanged(outlets.input.setSystemLayout(keyboard.layout.map(KeyboardLayout.init), at: .now))
  }
}
