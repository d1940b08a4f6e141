internal import Gestures
internal import Rules
internal import Touch

/// The rules and the devices.
extension Engine {
  mutating func replaceRules(with new: RuleSet) {
    // First of all: these gestures end under the old rules, which may set a mode then.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    current.resetMode()
    recognition.replaceRules(with: new, in: current.situation, into: &gestures)
    let before = adjustments
    adjustments.replaceStatements(with: new.devices)
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    for device in adjustments.reported where adjustments.properties(of: device) != before.properties(of: device) {
      performer.effects.append(.deviceChanged(device))
    }
    rules = new
    touchpadNeed.noteChange()
    typing.isOn = new.yieldsToTyping
    windows.reset(isOn: new.needsTouchedWindow)
    questions.reset(isOn: !new.asking.isEmpty, into: &performer.effects)
    for event in questions.takeEvents() { recogniseNow(event) }
    setTouched(nil)
    history.setOutdated()
    gate.replaceCommand(with: new.lockProbe, at: now, into: &performer.effects)
    handleHeldEvents()
  }

  /// Rotates touchscreens with the outputs under them. Gestures on a rotated touchscreen are cancelled.
  mutating func replacePanels(with panels: [Panel]) {
    let turned = adjustments.replacePanels(with: panels)
    for device in turned { recognition.cancel(on: device, into: &gestures) }
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    act()
    for device in adjustments.reported where turned.contains(device.id) {
      performer.effects.append(.deviceTurned(device))
    }
  }

  mutating func replaceSettings(with touchpads: DesktopTouchpads) {
    for device in adjustments.replaceSettings(with: touchpads) { recognition.cancel(on: device, into: &gestures) }
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    act()
  }
}
