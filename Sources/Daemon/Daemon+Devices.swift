internal import Diagnostics
internal import Gestures
internal import Libinput
internal import Logging
internal import Rules
internal import Touch

/// The touch devices, and what they report.
extension Daemon {
  func report(_ report: consuming TouchDevices.Report) {
    switch consume report {
    case .event(var event):
      if case .deviceAdded(let device) = event.kind {
        log.notice("\(device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device)))")
      }
      guard adjustments.admit(&event) else { return }
      switch event.kind {
      case .deviceRemoved: log.notice("a device is gone: \(deviceName(event.device).legible)")
      case .eventsLost:
        problems.tell(
          "what '\(deviceName(event.device).legible)' reported was not read in time, and some of it is lost", .warning)
      case .deviceAdded, .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame, .swipeBegin, .swipeUpdate,
        .swipeEnd, .pinchBegin, .pinchUpdate, .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
        break
      }
      take(event)
    case .unreadable(let device):
      log.warning("\(device.kind) '\(device.name.legible)' cannot be read: \(device.explanation)\(device.remedyText)")
    // It names devices as they call themselves.
    case .log(let text): log.debug("libinput: \(text.legible)")
    }
  }

  /// Takes the devices for what is said of them now.
  func adopt(_ statements: [DeviceStatement]) {
    let before = adjustments
    adjustments.replaceStatements(with: statements)
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    for device in adjustments.reported {
      let properties = adjustments.properties(of: device)
      if properties != before.properties(of: device) {
        log.notice("\(device.announcement(properties, over: adjustments.panel(under: device)))")
      }
    }
  }

  func deviceName(_ id: DeviceID) -> String {
    device(id)?.name ?? "device \(id.number)"
  }

  func device(_ id: DeviceID) -> Device? { recognition.device(id) }
}
