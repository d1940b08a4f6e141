internal import Control
internal import Diagnostics
internal import Engine
internal import Journal
internal import Libinput
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Touch

/// Reports of touch devices, and the engine's notes as messages.
extension Daemon {
  func report(_ report: consuming TouchDevices.Report) {
    switch consume report {
    case .event(var event):
      switch event.kind {
      case .deviceAdded(let device): log.notice("\(announcement(of: device))")
      case .deviceRemoved:
        if let device = engine.device(event.device) { log.notice("a device is gone: \(device.name.legible)") }
      case .eventsLost:
        if let device = engine.device(event.device) {
          problems.write(
            "what '\(device.name.legible)' reported was not read in time, and some of it is lost", .warning)
        }
      case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate, .swipeEnd,
        .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
        break
      }
      // The event's own time, not the clock's: a recording of these events then gives the same effects.
      handle(&event)
    case .unreadable(let device):
      log.warning("\(device.kind) '\(device.name.legible)' cannot be read: \(device.explanation)\(device.remedyText)")
    // libinput quotes the names that devices give themselves.
    case .log(let text): log.debug("libinput: \(text.legible)")
    }
  }

  /// The announcement of a device, for people.
  func announcement(of device: Device) -> String {
    let adjustments = engine.adjustments
    return device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device))
  }

  func write(_ note: Effect.Note) {
    switch note {
    case .session(.active), .session(.unknown): log.info("the session is active: rules act again")
    case .session(.locked): log.info("the session is locked: only rules that ask for that act")
    case .session(.inactive): log.info("nothing acts: the session is inactive")
    case .mode(let mode): log.info("mode '\(mode.legible)'")
    case .paused(let time):
      let end = time.map { "for \(WrittenDuration.text(milliseconds: Int($0.wholeMicroseconds / 1000)))" }
      log.notice("paused \(end ?? "until 'sleight resume'"): nothing acts")
      reportToSupervisor("STATUS=\(summary)")
    case .resumed:
      log.notice("no longer paused")
      reportToSupervisor("STATUS=\(summary)")
    case .noProbeAnswer(let command, let failure, let isLocked):
      let state = isLocked.map { $0 ? "locked, as it said last" : "not locked, as it said last" } ?? "not locked"
      log.error("'locked-if': '\(command)' \(failure): the session counts as \(state)")
    }
  }
}
