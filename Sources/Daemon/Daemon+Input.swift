internal import Actions
internal import Linux
internal import Logging
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
    // Keyboard and pointer get ready while nobody waits for them.
    pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
  }
}
