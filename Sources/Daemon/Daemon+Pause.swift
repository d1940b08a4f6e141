internal import Control
internal import Gestures
internal import Linux
internal import Logging
internal import RulesFile
internal import Touch

/// Doing nothing for a while, because somebody wants it so. It outlasts other rules, and not the daemon.
extension Daemon {
  /// Whether rules may act at all.
  var mayAct: Bool { condition != .inactive && !pause.isOn }

  /// Does nothing from now on.
  func pause(lasting time: Duration?) {
    // What began before it ends now, with what its rule does then.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pause.begin(lasting: time, at: Timestamp(microseconds: monotonicNow()))
    let end = time.map { "for \(WrittenDuration.text(milliseconds: Int($0.wholeMicroseconds / 1000)))" }
    log.notice("paused \(end ?? "until 'sleight resume'"): nothing acts")
    tellSupervisor("STATUS=\(summary)")
  }

  /// Acts again, where it was told not to.
  func resume() {
    guard pause.isOn else { return }
    // What began meanwhile ends unseen.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pause.end()
    log.notice("no longer paused")
    tellSupervisor("STATUS=\(summary)")
  }
}
