internal import Actions
internal import Linux
internal import Logging
internal import Touch

/// What becomes of commands.
extension Daemon {
  /// Takes in what became of commands: to be called on SIGCHLD, and when the service that starts them has answered.
  func takeInCommands() {
    for finished in commands.reaped() where !finished.status.isSuccess {
      problems.tell("\(finished)", .warning, of: finished.place)
    }
    for refused in commands.takeRefused() {
      performer.forget(refused.id)
      problems.tell("\(refused.failure)", .error, of: refused.failure.place)
    }
    if touches.hasEnded() { takeInProbe() }
    // Steps may have waited for one of them.
    pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
    takeModeChange()
  }
}
