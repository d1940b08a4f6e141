public import Linux
public import Rules

/// The services of GNOME and Plasma on the session's bus: the lock screen, the keyboard layouts, and Sleight's
/// extension of GNOME Shell, which reports the focused window and injects input.
///
///     org.gnome.ScreenSaver                       GNOME     lock
///     org.freedesktop.ScreenSaver                 Plasma    lock
///     org.kde.keyboard                            Plasma    layout
///     org.kde.KWin                                Plasma    touchpads, virtual desktops
///     org.kde.kglobalaccel                        Plasma    shortcuts, to be performed
///     org.gnome.Mutter.IdleMonitor                GNOME     input
///     org.gnome.Shell                             GNOME     overview
///     org.gnome.Shell.Extensions.Sleight1         GNOME     focus, title, state, layout, touchpads; input
public final class DesktopServices {
  /// The reports of the services. Unknown values are nil.
  public private(set) var state = CompositorState()
  /// The extension; nil while it is not enabled, and while the session is locked.
  public private(set) var extensionInput: ShellExtension?

  /// The latest report of GNOME on the input of all devices; nil if there is none.
  public var input: InputReport? { idleMonitor?.report }
  /// True if GNOME's report of input is followed, since rules yield to typing.
  public var watchesInput = false {
    didSet { if watchesInput != oldValue { updateIdleMonitor() } }
  }
  /// True if the overview is followed, since rules depend on it.
  public var watchesOverview = false {
    didSet { if watchesOverview != oldValue { updateOverview() } }
  }
  /// GNOME Shell, and what its overview is known by.
  private var shell: BusService?
  private var overview: [MessageBus.Slot] = []
  private var idleMonitor: IdleMonitor?
  /// The unique name of GNOME's monitor of input; nil if there is none.
  private var idleMonitorOwner: String?

  /// Called with each operation that has failed: the source location of its rule, and the reason for people. To be set
  /// before the first operation.
  public var operationFailed: (_ location: String, _ text: String) -> Void = { _, _ in }

  private let bus: MessageBus
  private lazy var calls = OperationCalls(on: bus) { [unowned self] in operationFailed($0, $1) }
  private var desktops: PlasmaDesktops?
  /// The bus, and the file with Plasma's settings.
  private var epoll: Epoll
  private var ready: [Epoll.Ready] = []
  private var touchpads: PlasmaTouchpads?
  /// The watch of the file with Plasma's settings; nil while there is no KWin.
  private var settings: FileWatch?

  private enum Token {
    static let bus: UInt64 = 0
    static let settings: UInt64 = 1
  }

  /// The registrations on the current connection.
  private var services: [BusService] = []
  private var slots: [String: [MessageBus.Slot]] = [:]
  private var isConnected = false
  private var hasAnswered = false
  private var end: MessageBus.Slot?
  private var question: MessageBus.Slot?
  /// The lock as each service reports it.
  private var locks: [String: Bool] = [:]

  /// True until the bus and all services have answered, or cannot be asked. For programs that read the state once.
  public var isAwaited: Bool {
    // KWin answers at once that an object does not exist, and calls of others when it is not busy.
    isConnected
      && (!hasAnswered || touchpads?.isAwaited == true || desktops?.isAwaited == true
        || (slots.values.joined() + overview).contains(where: \.isAwaited))
  }

  /// True on a desktop that has such services, by XDG_CURRENT_DESKTOP: a list of names, as `ubuntu:GNOME`; and if there
  /// is a bus.
  public static var areExpected: Bool {
    let names = Environment.desktopNames(in: Environment.value(of: "XDG_CURRENT_DESKTOP"))
    return MessageBus.sessionAddress != nil && DesktopKind.known(namedIn: names).contains { $0.grant != nil }
  }

  /// Connects to the session's bus; `dispatch` reports the results. Nil if there is no bus.
  /// - Throws: `SystemError` if a descriptor cannot be created.
  public convenience init?() throws(SystemError) {
    guard let address = MessageBus.sessionAddress else { return nil }
    try self.init(busAddress: address)
  }

  init(busAddress: String) throws(SystemError) {
    bus = try MessageBus(address: busAddress)
    epoll = try Epoll()
    try epoll.add(bus.descriptor, token: Token.bus)
    connect(waitingForBus: false)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { epoll.number }

  /// Handles the messages since the last call.
  /// - Returns: true if `state` or `extensionInput` has changed.
  public func dispatch() -> Bool {
    let before = (state, extensionInput.map(ObjectIdentifier.init))
    try? epoll.wait(into: &ready, timeout: .zero)
    if ready.contains(where: { $0.token == Token.settings }) { readSettings() }
    do {
      try bus.dispatch()
    } catch {
      forgetAll()
      bus.reconnect(hasAnswered: hasAnswered) { [unowned self] in connect(waitingForBus: true) }
    }
    return before != (state, extensionInput.map(ObjectIdentifier.init))
  }

  /// Asks GNOME Shell whether it knows Sleight's extension, which it looks for when it starts.
  /// - Parameter answered: called by `dispatch`; at once with nil if the bus is not connected. Nil if the shell
  ///   refuses.
  public func askForExtension(answered: @escaping (Bool?) -> Void) {
    let method = BusMethod(
      destination: Shell.name, path: Shell.path, interface: "org.gnome.Shell.Extensions", member: "GetExtensionInfo")
    do throws(SystemError) {
      question = try bus.call(method, [.text(ShellExtension.uuid)]) { reply in
        // The description of an unknown one is empty.
        answered((try? reply.get()).map { $0.first?["uuid"]?.text == ShellExtension.uuid })
      }
    } catch {
      answered(nil)
    }
  }

  /// The windows of all workspaces, of a GNOME Shell with Sleight's extension; nil if it does not tell them. Waits for
  /// the answer, for a program that asks once.
  public func listWindows() -> [FocusedWindow]? {
    Linux.settle(descriptor, within: .seconds(1), while: { isAwaited }) { _ = dispatch() }
    var (windows, isAnswered): ([FocusedWindow]?, Bool) = (nil, false)
    try? extensionInput?.listWindows {
      windows = $0
      isAnswered = true
    }
    Linux.settle(descriptor, within: .seconds(1), while: { extensionInput != nil && !isAnswered }) { _ = dispatch() }
    return windows
  }

  // MARK: Operations

  /// True if an operation has not been answered.
  public var isOperating: Bool { !calls.isIdle }

  /// Performs an operation of the desktop on the bus, and does not wait for its end.
  /// - Parameters:
  ///   - way: the way of the desktop; only those on the bus are performed here.
  ///   - location: the source location of the rule.
  public func perform(_ operation: DesktopOperation, by way: DesktopWay, location: String) {
    calls.perform(operation.text, location: location) {
      switch way {
      case .shellExtension:
        guard let extensionInput else {
          return calls.fail("it requires Sleight's extension of GNOME Shell; see 'sleight doctor'")
        }
        extensionInput.perform(operation, by: calls)
      case .shortcut(_, let name):
        guard let method = way.method else { return }
        let name = operation.number.map { DesktopWay.command(name, number: $0) } ?? name
        calls.call(method, [.text(name)]) { [unowned self] values in
          if values.first?.boolean == false { return calls.fail("Plasma has no shortcut '\(name)'") }
          if operation.number != nil { desktops?.perform(operation, by: calls) }
        }
      case .method: if let method = way.method { calls.call(method) }
      case .virtualDesktops:
        guard let desktops else { return calls.fail(PlasmaDesktops.absence) }
        desktops.perform(operation, by: calls)
      case .command, .windowList, .workspaceList, .keys: calls.fail("it is not performed on the session bus")
      case .none(let reason): calls.fail(reason)
      }
    }
  }

  /// Performs a global shortcut of Plasma, and does not wait for its end.
  /// - Parameters:
  ///   - shortcut: its component and its name, with a comma between them.
  ///   - location: the source location of the rule.
  public func perform(shortcut: String, location: String) {
    calls.perform("plasma-shortcut: \(shortcut)", location: location) {
      let parts = shortcut.split(separator: ",", maxSplits: 1).map(String.init)
      guard parts.count == 2, let method = DesktopWay.shortcut(component: parts[0], parts[1]).method else { return }
      // Plasma 6 does not tell if there is no such shortcut.
      calls.call(DesktopWay.shortcutNames(of: parts[0])) { [unowned self] values in
        guard values.first?.elements.contains(.text(parts[1])) == true else {
          return calls.fail("'\(parts[0])' has no shortcut '\(parts[1])'")
        }
        calls.call(method, [.text(parts[1])])
      }
    }
  }

  /// Performs an operation on a window of GNOME, and does not wait for its end.
  /// - Parameter id: the window, as `ShellExtension.findWindow` has named it.
  public func perform(_ operation: DesktopOperation, ofWindow id: String, location: String) {
    calls.perform(operation.text, location: location) {
      guard let extensionInput, let number = UInt32(id) else { return calls.fail("the extension is gone") }
      extensionInput.perform(operation.value, ofWindow: number, by: calls)
    }
  }

  /// The id of KWin's current virtual desktop; nil if unknown.
  public var currentDesktop: String? { desktops?.current }

  // MARK: Services

  private func connect(waitingForBus: Bool) {
    hasAnswered = false
    do {
      try bus.connect(waitingForBus: waitingForBus)
      for screen in [LockScreen.gnome, .plasma] { try follow(screen) }
      try followLayouts()
      try followTouchpads()
      try followExtension()
      try follow(IdleMonitor.name) { [unowned self] owner throws(SystemError) in
        idleMonitorOwner = owner
        updateIdleMonitor()
        return []
      } gone: { [unowned self] in
        idleMonitorOwner = nil
        updateIdleMonitor()
      }
      // The bus answers in order, so that all services are known then.
      end = try bus.call(BusDriver.getNameOwner, [.text(BusDriver.name)]) { [unowned self] _ in hasAnswered = true }
      isConnected = true
      updateOverview()
    } catch {
      forgetAll()
      bus.disconnect()
    }
  }

  private func forgetAll() {
    isConnected = false
    services = []
    slots = [:]
    locks = [:]
    calls.abandon()
    stopFollowingTouchpads()
    extensionInput = nil
    (idleMonitor, idleMonitorOwner) = (nil, nil)
    (shell, overview) = (nil, [])
    state = CompositorState()
  }

  /// Follows a service. `found` is called with its unique name, and returns what it listens to; `gone` when it ends.
  private func follow(
    _ name: String, found: @escaping (String) throws(SystemError) -> [MessageBus.Slot], gone: @escaping () -> Void
  ) throws(SystemError) {
    services.append(
      try BusService(name, on: bus) { [unowned self] owner in
        slots[name] = nil
        gone()
        // If the connection is lost, `dispatch` detects it.
        if !owner.isEmpty { slots[name] = try? found(owner) }
      })
  }

  private func follow(_ screen: LockScreen) throws(SystemError) {
    let report = { [unowned self] (isActive: Bool?) in
      guard let isActive else { return }
      locks[screen.name] = isActive
      updateLock()
    }
    try follow(screen.name) { [unowned self] owner throws(SystemError) in
      [
        try bus.listen(to: screen.activeChanged(from: owner)) { report($0.first?.boolean) },
        try bus.call(screen.getActive(at: owner)) { report($0.first?.boolean) },
      ]
    } gone: { [unowned self] in
      locks[screen.name] = nil
      updateLock()
    }
  }

  private func updateIdleMonitor() {
    idleMonitor = nil
    // If the connection is lost, `dispatch` detects it.
    if watchesInput, let owner = idleMonitorOwner { idleMonitor = try? IdleMonitor(at: owner, on: bus) }
  }

  private func updateOverview() {
    (shell, overview, state.isOverviewOpen) = (nil, [], nil)
    guard watchesOverview, isConnected else { return }
    // If the connection is lost, `dispatch` detects it.
    shell = try? BusService(Shell.name, on: bus) { [unowned self] owner in
      (overview, state.isOverviewOpen) = ([], nil)
      if !owner.isEmpty { followOverview(of: owner) }
    }
  }

  private func followOverview(of owner: String) {
    let report = { [unowned self] (properties: BusValue?) in
      state.isOverviewOpen = properties?["OverviewActive"]?.boolean ?? state.isOverviewOpen
    }
    let signal = try? bus.listen(to: Shell.changed(from: owner)) { report($0.dropFirst().first) }
    let answer = try? bus.call(Shell.properties(at: owner), [.text(Shell.name)]) { report($0.first) }
    overview = [signal, answer].compactMap { $0 }
  }

  private func updateLock() { state.isLocked = locks.isEmpty ? nil : locks.values.contains(true) }

  private func followLayouts() throws(SystemError) {
    let report = { [unowned self] (index: UInt32?) in
      if let index { state.layout = Int(index) }
    }
    try follow(PlasmaLayouts.name) { [unowned self] owner throws(SystemError) in
      [
        try bus.listen(to: PlasmaLayouts.changed(from: owner)) { report($0.first?.unsigned) },
        try bus.call(PlasmaLayouts.get(at: owner)) { report($0.first?.unsigned) },
      ]
    } gone: { [unowned self] in
      state.layout = nil
    }
  }

  private func followTouchpads() throws(SystemError) {
    try follow(PlasmaTouchpads.service) { [unowned self] owner throws(SystemError) in
      watchSettings()
      desktops = try PlasmaDesktops(at: owner, on: bus)
      touchpads = try PlasmaTouchpads(at: owner, on: bus) { [unowned self] in state.touchpads = $0 }
      return []
    } gone: { [unowned self] in
      stopFollowingTouchpads()
      state.touchpads = DesktopTouchpads()
    }
  }

  private func stopFollowingTouchpads() {
    touchpads = nil
    desktops = nil
    if let number = settings?.number { try? epoll.remove(number) }
    settings = nil
  }

  /// Watches the file with Plasma's settings. Without the watch, changes are read when a device comes or goes.
  private func watchSettings() {
    guard let file = PlasmaTouchpads.settingsFile else { return }
    do {
      if settings == nil {
        let new = try FileWatch()
        try epoll.add(new.number, token: Token.settings)
        settings = consume new
      }
      try settings?.watch([file])
    } catch {}
  }

  private func readSettings() {
    guard settings?.hasChanged() == true else { return }
    // The path may resolve differently now.
    watchSettings()
    touchpads?.refresh()
  }

  private func followExtension() throws(SystemError) {
    try follow(ShellExtension.name) { [unowned self] owner throws(SystemError) in
      [
        try bus.listen(to: ShellExtension.changed(from: owner)) { [unowned self] in state.read(ofShell: $0) },
        // The extension reports to programs that it trusts, after they asked once.
        try bus.call(ShellExtension.method("Watch", at: owner)) { [unowned self] reply in
          guard let values = try? reply.get() else { return }
          extensionInput = ShellExtension(at: owner, on: bus)
          state.read(ofShell: values)
        },
      ]
    } gone: { [unowned self] in
      extensionInput = nil
      state.window = nil
      state.layout = nil
      state.position = nil
      state.touchpads = DesktopTouchpads()
    }
  }
}
