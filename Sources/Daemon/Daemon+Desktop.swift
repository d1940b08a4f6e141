internal import Actions
internal import Control
internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Libinput
internal import Linux
internal import Logging
internal import Rules
internal import Touch
internal import Wayland

/// What the desktop tells reaches the rules here, and nowhere else.
extension Daemon {
  /// How long something may be unknown before it is said: what starts at the same time as the daemon is not there at
  /// once, and one that is started anew comes back.
  private static let patience = Duration.seconds(1)

  func listenToCompositor() {
    guard compositor.dispatch(at: Timestamp(microseconds: monotonicNow())) else { return }
    let before = desktop.told
    var told = desktop
    told.compositor = compositor.compositor
    told.told = compositor.state
    told.compositorTrouble = compositor.trouble
    takeIn(told)
    if let layout = told.told.layout, layout != before.layout {
      ready(input.setLayout(layout, at: Timestamp(microseconds: monotonicNow())))
    }
    if told.told.isLocked != before.isLocked { see(lock: told.told.isLocked, by: .compositor) }
  }

  func listenToWayland() {
    wayland.dispatch { report in
      switch report {
      case .connected(let display): connectInput(display)
      case .lost(let error):
        log.notice("the Wayland compositor is gone (\(error)); it is waited for")
        connectInput(nil, after: error)
      case .keymap(let keymap):
        self.keymap = keymap
        ready(input.setKeymap(keymap, at: Timestamp(microseconds: monotonicNow())))
        prepareKeyboards()
      case .trouble(let text): log.warning("\(text)")
      case .changed:
        var told = desktop
        told.screens = wayland.screens
        told.listed = wayland.listed
        takeIn(told)
      }
    }
    // Where there is no compositor nothing is reported.
    var told = desktop
    told.waylandTrouble = wayland.trouble
    takeIn(told)
    if !isInputConnected, !wayland.isAwaited { connectInput(nil) }
  }

  func listenToKeyboards() {
    keyboards.dispatch()
    takeInKeyboards()
  }

  /// Opens keyboards where rules need them, and closes them where they do not.
  func prepareKeyboards() {
    keyboards.prepare(for: rules, keymap: keymap)
    takeInKeyboards()
  }

  private func takeInKeyboards() {
    for refusal in keyboards.refused where !refusedKeyboards.contains(refusal) {
      log.warning("the keyboard '\(refusal.name.legible)' cannot be read: \(refusal.text)")
    }
    refusedKeyboards = keyboards.refused
    var told = desktop
    told.modifiers = keyboards.held
    told.keyboardTrouble = keyboards.trouble
    takeIn(told)
  }

  private func takeIn(_ new: DesktopState) {
    let before = desktop
    guard new != before else { return }
    desktop = new
    if new.screens != before.screens { takeIn(new.panels) }
    if current.takeIn(new.situation, askedAbout: rules.subjects) {
      recognition.rank(rules.ranks(in: current.situation))
    }
    // Where all is known, as it is while titles change, no reasons are put into words.
    let isKnown = rules.subjects.allSatisfy { new.situation.knows($0) && before.situation.knows($0) }
    if !isKnown, new.troubles(with: rules.subjects) != before.troubles(with: rules.subjects) { expectUnknown() }
  }

  /// Turns touchscreens with the outputs they lie over. What fingers are at on one that turns is broken off.
  private func takeIn(_ panels: [Panel]) {
    let others = adjustments.replacePanels(with: panels)
    for device in others { recognition.cancel(on: device, into: &gestures) }
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    act()
    for device in adjustments.reported where others.contains(device.id) {
      log.info("\(device.announcement(adjustments.properties(of: device), over: adjustments.panel(under: device)))")
    }
  }

  // MARK: What is not known

  /// What rules ask about and nobody can tell now.
  var unknown: [UnknownSubject] {
    UnknownSubject.all(of: rules, on: desktop, called: Environment.value(of: "XDG_CURRENT_DESKTOP"))
  }

  /// Something may not be known, or be known again: that is said in a moment.
  func expectUnknown() {
    unknownDue = Timestamp(microseconds: monotonicNow()) + Self.patience
    if settledAt != nil { settle() }
  }

  /// Says what rules ask about and nobody can tell, where that was not said before.
  func tellUnknown() {
    unknownDue = nil
    let unknown = unknown
    for one in unknown where !toldUnknown.contains(one) { log.warning("\(one.text)") }
    for one in toldUnknown where !unknown.contains(where: { $0.subject == one.subject }) {
      log.notice("'\(one.subject.rawValue)' is known again")
    }
    toldUnknown = unknown
  }
}
