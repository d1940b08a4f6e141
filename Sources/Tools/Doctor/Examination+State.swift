internal import Actions
internal import Desktop
internal import Diagnostics
internal import Libinput
internal import Linux
internal import Rules
internal import Surroundings
internal import Time
internal import Touch
internal import Wayland

/// Reads the state of devices, session and compositor.
extension Examination {
  /// The touch devices of the machine.
  static func seenDevices() throws(SystemError) -> [SeenDevice] {
    let found = try TouchDevices()
    found.leavesOutClones = true
    try found.dispatch { _ in }
    return
      found.readable.map { device in
        let path = found.path(of: device.id) ?? ""
        var device = device
        let takingObstacle = TouchDevices.takingObstacle(path, device.kind)
        device.canCancelTouches = device.kind == .touchscreen && takingObstacle == nil
        var seen = SeenDevice(
          name: device.name, kind: "\(device.kind)", path: path, access: DeviceAccess(to: path), device: device)
        do throws(SystemError) { seen.contacts = try found.contactReports(of: device.id) } catch {
          seen.contactsProblem = "\(error)"
        }
        seen.isOwned = found.isOwned(device.id)
        seen.isGrabbed = !seen.isOwned && DeviceGrab.isGrabbed(path) == true
        seen.owningObstacle = seen.isOwned ? nil : DeviceGrab.owningObstacle(path, device.kind)
        seen.takingObstacle = takingObstacle
        return seen
      }
      + found.notReadable.map { device in
        SeenDevice(
          name: device.name, kind: "\(device.kind)", path: device.path, explanation: device.explanation,
          commands: device.commands)
      }
  }

  /// Reads the state of the session and the compositor, and determines the injectors.
  func examineSession() throws(SystemError) {
    let sources = try DesktopSources(SessionCompositor { _ in })
    sources.settle()
    let (compositor, display, keymap) = (sources.compositor, sources.display, sources.keymap)
    if let path = Environment.programPath { program = path }
    session = sources.session.state.map { .known($0) } ?? sources.unknownSession.map { .unknown($0) } ?? .silent
    desktop = sources.state
    if let services = sources.services {
      hasShellExtension = services.extensionInput != nil
      isExtensionInstalled = ShellExtension.isInstalled
      if isExtensionInstalled, !hasShellExtension, DesktopGrant.current == .shellExtension {
        var answer: Bool??
        services.askForExtension { answer = .some($0) }
        settle([services.descriptor], while: { answer == nil }) { _ = services.dispatch() }
        isExtensionFound = answer ?? nil
      }
    }
    for kind in DesktopKind.withSocket where compositor.compositor?.kind != kind {
      absences[kind] = compositor.absence(of: kind)
    }
    if display == nil {
      displayRemedy = try Self.displayRemedy()
      sessions = .find()
    }
    let activeLayout = sources.layout ?? 0
    var system: KeyboardLayout?
    if keymap == nil, rules.keyboard == nil { system = try Self.systemLayout() }
    input = InjectionSurvey(
      of: rules, on: display, kind: compositor.compositor?.kind, grant: .current,
      hasExtension: hasShellExtension, keymap: keymap, activeLayout: activeLayout, system: system,
      needsTouchpad: rules.showHands(on: devices.compactMap(\.device)))
    try examineKeyboards(keymap: keymap, activeLayout: activeLayout)
    var machine = SessionMachine(on: try TouchLoop(signals: [], handlers: .init { _ in })) {}
    machine.prepare(for: rules)
    desktop.machine = machine.state
  }

  /// The layout of the system's settings (localed), which the daemon uses if nothing else names one.
  private static func systemLayout() throws(SystemError) -> KeyboardLayout? {
    let keyboard = try SystemKeyboard()
    settle([keyboard.descriptor], while: { keyboard.isAwaited }) { _ = keyboard.dispatch() }
    return keyboard.layout
  }

  /// Reads the keyboards, if rules require it and the user permits it.
  private func examineKeyboards(keymap: String?, activeLayout: Int) throws(SystemError) {
    guard rules.subjects.contains(.modifiers) || rules.readsTyping else { return }
    let loop = try TouchLoop(signals: [], handlers: .init { _ in })
    var keyboards = SessionKeyboards(on: loop) {}
    keyboards.prepare(for: rules, keymap: keymap, activeLayout: activeLayout, mayReadTyping: true)
    desktop.modifiers = keyboards.held
    desktop.keyboardProblem = keyboards.problem
    desktop.typingProblem = keyboards.typingProblem
    desktop.keyboardRemedy = keyboards.remedy
  }

  /// The command that sets WAYLAND_DISPLAY for a compositor that runs and that the variable does not name; nil if there
  /// is none.
  private static func displayRemedy() throws(SystemError) -> String? {
    let isNamed = Environment.value(of: "WAYLAND_DISPLAY")?.isEmpty == false
    let link = try WaylandLink(display: nil, runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR"))
    settle([link.descriptor], while: { link.display == nil && link.trouble == nil }) {
      link.dispatch { _ in }
    }
    if case .several(let paths)? = link.trouble, let first = paths.first {
      return "export WAYLAND_DISPLAY=\(first.shellWord)"
    }
    return isNamed && link.display != nil ? "unset WAYLAND_DISPLAY" : nil
  }
}
