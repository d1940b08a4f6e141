internal import Actions
internal import Diagnostics
internal import Engine
internal import Glibc
internal import Linux
internal import Logging
internal import Rules
internal import Surroundings
internal import Time

/// Shutdown, and the reports to the supervisor.
extension Daemon {
  /// Releases everything that is pressed, and removes the socket. Commands go on.
  func shutDown() {
    reportToSupervisor("STOPPING=1")
    endOwning()
    loop.releaseTaken()
    acting.handle(.stop)
    sendQueuedInput()
    // The kernel releases the rest when it removes the devices with the process.
    acting.handle(.release)
    acting.outlets.input.finish()
    clients.server?.close()
  }

  /// Sends the input that is queued, for at most 200 ms: a few keys take a few milliseconds, to cancel a hand on the
  /// virtual touchpad takes 130, and a service manager does not notice that long.
  private func sendQueuedInput() {
    let latest = Timestamp.now + .milliseconds(200)
    while acting.engine.isActing, let next = acting.engine.deadline, case let now = Timestamp.now, now < latest {
      // No other events are handled any more.
      sleep(until: min(next, latest))
      acting.handle(.timePassed)
    }
  }

  /// The state in one line, for the supervisor.
  var summary: String {
    "\(counted(acting.engine.rules.rules.count, "rule")), \(counted(acting.engine.devices.count, "touch device"))"
      + (acting.engine.pause.isOn ? ", paused" : "")
  }

  /// - Returns: false if there is no supervisor.
  @discardableResult
  func reportToSupervisor(_ state: String) -> Bool {
    do throws(SystemError) {
      return try notifySupervisor(state)
    } catch {
      failures.write("\(error)")
      return true
    }
  }
}
