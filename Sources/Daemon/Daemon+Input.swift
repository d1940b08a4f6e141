internal import Actions
internal import Desktop
internal import Linux
internal import Logging
internal import Rules
internal import Touch
internal import Wayland

/// What keys and pointer go by.
extension Daemon {
  /// Presses keys through another compositor from now on, or through none.
  /// - Parameter error: what the connection to the one before ended by.
  func connectInput(_ display: WaylandDisplay?, after error: WaylandError? = nil) {
    // What is pressed there came up with it.
    if error != nil { releaseAndAct() }
    isInputConnected = true
    ready(input.connect(display, after: error, at: Timestamp(microseconds: monotonicNow())))
  }

  /// Something of it has been made anew.
  /// - Parameter problems: what could not be made, which is said once for the rules in force.
  func ready(_ problems: [String]) {
    for problem in problems where toldInput.insert(problem).inserted { log.warning("\(problem)") }
    followSystemKeyboard()
    // Keyboard and pointer get ready while nobody waits for them.
    pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
  }

  /// Listens to the layout that the system's settings name where rules press keys and nobody knows better: neither the
  /// rules file, nor the compositor, nor the environment.
  private func followSystemKeyboard() {
    guard isInputConnected, input.wantsSystemLayout else {
      if let systemKeyboard { loop.remove(systemKeyboard.descriptor) }
      systemKeyboard = nil
      return
    }
    guard systemKeyboard == nil else { return }
    do throws(SystemError) {
      let keyboard = try SystemKeyboard()
      try loop.add(keyboard.descriptor, token: Token.systemKeyboard)
      systemKeyboard = keyboard
    } catch {
      log.warning("the keyboard layout of the system's settings is not known: \(error)")
    }
  }

  /// The system's settings name another layout, or have been asked.
  func listenToSystemKeyboard() {
    guard let systemKeyboard, systemKeyboard.dispatch() else { return }
    let layout = systemKeyboard.layout.map(KeyboardLayout.init)
    ready(input.setSystemLayout(layout, at: Timestamp(microseconds: monotonicNow())))
  }
}

extension KeyboardLayout {
  /// As the system's settings have it.
  init(_ layout: SystemKeyboard.Layout) {
    self.init(layout: layout.layout, variant: layout.variant, model: layout.model, options: layout.options)
  }
}
