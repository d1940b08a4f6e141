internal import Diagnostics
internal import Engine
internal import Glibc
internal import Journal
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Touch

/// The daemon's end, and the reports to its supervisor.
extension Daemon {
  /// Leaves nothing pressed and nothing behind. Commands go on.
  func leave() {
    tellSupervisor("STOPPING=1")
    handle(.stop)
    pressLast()
    // What the kernel has no room for is released when keyboard and pointer go with the process.
    handle(.release)
    control?.close()
  }

  /// Presses what waits to be pressed before the end: a few keys take a few milliseconds, and nothing takes longer than
  /// a service manager notices.
  private func pressLast() {
    let latest = Timestamp.now + .milliseconds(100)
    while engine.isActing, let next = engine.deadline, case let now = Timestamp.now, now < latest {
      // Nothing else is waited for any more.
      usleep(UInt32(max(0, (min(next, latest) - now).wholeMicroseconds)))
      handle(.timePassed)
    }
  }

  /// The state in one line, for the supervisor.
  var summary: String {
    "\(counted(engine.rules.rules.count, "rule")), \(counted(engine.devices.count, "touch device"))"
      + (engine.pause.isOn ? ", paused" : "")
  }

  func tellSupervisor(_ state: String) {
    do throws(SystemError) {
      try notifySupervisor(state)
    } catch {
      problems.tell("\(error)", .warning)
    }
  }
}
