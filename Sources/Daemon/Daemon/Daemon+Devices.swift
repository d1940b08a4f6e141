internal import Diagnostics
internal import Engine
internal import Explaining
internal import Libinput
internal import Logging
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time
internal import Touch

/// Reports of touch devices, and the engine's notes as messages.
extension Daemon {
  /// Makes the loop read the contacts of touchpads that rules need, from now on and of each device that comes.
  func readNeededContacts() {
    loop.devices.wantsContacts = { [unowned self] device in
      acting.engine.adjustments.adjusted(device).map { owns($0) || acting.engine.rules.wantsContacts(of: $0) } ?? false
    }
  }

  func report(_ report: consuming TouchDevices.Report) {
    switch consume report {
    case .event(let event):
      isEventReported = true
      switch event.kind {
      // Reported again when its contacts are read, or not any more.
      case .deviceAdded(let device) where acting.engine.device(device.id) != nil:
        log.notice("\(device.contactsText)")
      case .deviceAdded(let device): log.notice("\(announcement(of: device))")
      case .deviceRemoved:
        if let device = acting.engine.device(event.device) {
          log.notice("removed: \(device.kind) '\(device.name.legible)'")
        }
      case .eventsLost:
        if let device = acting.engine.device(event.device) {
          failures.write("events of '\(device.name.legible)' were lost: they were not read in time")
        }
      case .fingersLeft(let fingers):
        if let device = acting.engine.device(event.device), let text = device.leftText(fingers) { failures.write(text) }
      default: break
      }
      if acting.desktop.readsTyping, acting.engine.awaitsTyping(before: event),
        let typed = acting.desktop.lastTyped(at: event.time)
      {
        acting.handle(.typed(at: typed), at: event.time)
      }
      // The event's own time, not the clock's: a recording of these events then gives the same effects.
      let (time, device) = (event.time, event.device)
      acting.handle(.touch(consume event), at: time)
      publishApproach(on: device, at: time)
    case .unreadable(let device):
      log.warning("\(device.kind) '\(device.name.legible)' is not readable: \(device.explanation)\(device.remedyText)")
    case .contactsUnreadable(let device, let error): log.warning("\(device.unreadableContactsText(error))")
    case .ownership(let device, let change): self.report(change, of: device)
    case .taking(let device, let change): self.report(change, of: device)
    // libinput quotes the names that devices give themselves.
    case .log(let text): log.debug("libinput: \(text.legible)")
    }
  }

  /// The announcement of a device, for people.
  func announcement(of device: Device) -> String {
    let adjustments = acting.engine.adjustments
    return device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device))
  }

  func write(_ note: Effect.Note) {
    // The rules that act depend on most of these changes.
    acting.injection.hasSwipesToUpdate = true
    publish(note)
    // A password is nobody's business, nor what another user types.
    acting.desktop.mayReadTyping = acting.engine.mayAct && !acting.engine.situation.isLocked
    switch note {
    case .session(.active), .session(.unknown): log.info("the session is active: rules act")
    case .session(.locked): log.info("the session is locked: only rules with the condition 'locked' act")
    case .session(.inactive): log.info("the session is inactive: no rule acts")
    case .mode(let mode): log.info("mode '\(mode.legible)'")
    case .paused(let time):
      let end = time.map { "for \(WrittenDuration.text(milliseconds: Int($0.wholeMicroseconds / 1000)))" }
      log.notice("paused \(end ?? "until 'sleight resume'"): no rule acts")
      reportToSupervisor("STATUS=\(summary)")
    case .resumed:
      log.notice("resumed")
      reportToSupervisor("STATUS=\(summary)")
    case .noProbeAnswer(let command, let failure, let isLocked):
      let state = isLocked.map { $0 ? "locked, as reported last" : "not locked, as reported last" } ?? "not locked"
      log.error("'locked-if': '\(command)' \(failure): assuming that the session is \(state)")
    case .outputUnknown(let device, let location): log.warning("\(location): \(Panel.unknownText(under: device))")
    }
  }
}
