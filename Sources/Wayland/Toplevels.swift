internal import CWayland

/// The window with the keyboard focus, kept up to date by listening (zwlr_foreign_toplevel_management_v1): on
/// compositors that use wlroots, and some others.
public final class Toplevels: GlobalObserver {
  private static let listener: ListenerTable<zwlr_foreign_toplevel_manager_v1_listener> = {
    var listener = zwlr_foreign_toplevel_manager_v1_listener()
    listener.toplevel = { data, _, pointer in
      guard let pointer else { return }
      // Without an owner nothing would destroy the object.
      if let windows = receiver(data, Toplevels.self) { windows.add(pointer) } else { wl_proxy_destroy(pointer) }
    }
    listener.finished = { data, _ in
      guard let windows = receiver(data, Toplevels.self) else { return }
      windows.manager?.isFinished = true
      windows.removeAll()
    }
    return ListenerTable(listener)
  }()

  /// The bound manager.
  private final class Manager {
    let global: Registry.Global
    let proxy: Proxy
    /// True if the compositor has destroyed its object, which then accepts no requests.
    var isFinished = false

    init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
      self.global = global
      proxy = Proxy(
        owning: try display.bind(global, as: .toplevels), on: display,
        destroy: zwlr_foreign_toplevel_manager_v1_destroy)
    }

    deinit {
      if !isFinished { zwlr_foreign_toplevel_manager_v1_stop(proxy.pointer) }
    }
  }

  /// The maximum number of windows to listen to, as protection against defective compositors; further ones are ignored.
  private static let maxWindows = 4096

  /// The window with the keyboard focus; with several seats, the one that was activated last. Nil if there is none.
  public private(set) var activated: Toplevel?

  /// True if the compositor supports the protocol.
  public var isOffered: Bool { manager != nil }

  private let display: WaylandDisplay
  private let changed: () -> Void
  private var manager: Manager?
  private var windows: [ObjectIdentifier: ToplevelListener] = [:]
  /// The activated windows, in the order in which they were activated.
  private var activations: [ToplevelListener] = []

  /// Starts listening.
  /// - Parameter changed: called when `activated` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
  }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .toplevels, manager == nil, let manager = try? Manager(global, of: display) else { return }
    self.manager = manager
    zwlr_foreign_toplevel_manager_v1_add_listener(manager.proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  func disappeared(_ global: Registry.Global) {
    if manager?.global == global { removeAll() }
  }

  func reportChanges() {
    let activated = activations.last?.window
    guard activated != self.activated else { return }
    self.activated = activated
    changed()
  }

  /// Removes the manager and all windows.
  private func removeAll() {
    manager = nil
    windows = [:]
    activations = []
  }

  // MARK: Windows

  private func add(_ pointer: OpaquePointer) {
    guard windows.count < Self.maxWindows else { return zwlr_foreign_toplevel_handle_v1_destroy(pointer) }
    let window = ToplevelListener(owning: pointer, of: self, on: display)
    windows[ObjectIdentifier(window)] = window
  }

  /// Records that a window was activated or deactivated.
  func setActivated(_ window: ToplevelListener, _ isActivated: Bool) {
    activations.removeAll { $0 === window }
    if isActivated { activations.append(window) }
  }

  /// Removes a window that was closed.
  func remove(_ window: ToplevelListener) {
    setActivated(window, false)
    windows[ObjectIdentifier(window)] = nil
  }
}
