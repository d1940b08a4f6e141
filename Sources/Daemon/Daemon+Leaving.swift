internal import Actions
internal import Diagnostics
internal import Gestures
internal import Glibc
internal import Linux
internal import Logging
internal import Rules
internal import Touch

/// The way out, and what the supervisor is told.
extension Daemon {
  /// Leaves nothing pressed and nothing behind. Commands go on.
  func leave() {
    tellSupervisor("STOPPING=1")
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pressLast()
    // What the kernel has no room for is released when keyboard and pointer go with the process.
    _ = performer.releaseEverything(at: Timestamp(microseconds: monotonicNow()))
    touches.stop()
    control?.close()
  }

  /// Presses what waits to be pressed before the end: a few keys take a few milliseconds, and nothing takes longer than
  /// a service manager notices.
  func pressLast() {
    let latest = monotonicNow() + 100_000
    while let next = pumpAt?.microseconds, case let now = monotonicNow(), now < latest {
      // Nothing else is waited for any more.
      usleep(UInt32(max(0, min(next, latest) - now)))
      pumpAt = performer.pump(at: Timestamp(microseconds: monotonicNow()))
    }
  }

  var summary: String {
    "\(counted(rules.rules.count, "rule")), \(counted(recognition.devices.count, "touch device"))"
      + (pause.isOn ? ", paused" : "")
  }

  func tellSupervisor(_ state: String) {
    do throws(SystemError) {
      try notifySupervisor(state)
    } catch {
      problems.tell("\(error)", .warning)
    }
  }
}
