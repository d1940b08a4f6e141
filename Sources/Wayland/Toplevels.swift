internal import CWayland

/// Which window keys go to, kept up to date by listening (zwlr_foreign_toplevel_management_v1): on compositors that
/// are made with wlroots, and some others.
public final class Toplevels: GlobalUser {
  private static let listener: ListenerTable<zwlr_foreign_toplevel_manager_v1_listener> = {
    var listener = zwlr_foreign_toplevel_manager_v1_listener()
    listener.toplevel = { data, _, pointer in
      guard let pointer else { return }
      // Without an owner the object would stay, with nobody listening.
      if let windows = receiver(data, Toplevels.self) { windows.add(pointer) } else { wl_proxy_destroy(pointer) }
    }
    listener.finished = { data, _ in
      guard let windows = receiver(data, Toplevels.self) else { return }
      windows.manager?.isFinished = true
      windows.forget()
    }
    return ListenerTable(listener)
  }()

  /// The manager while it is bound.
  private final class Manager {
    let global: Registry.Global
    let proxy: Proxy
    /// Whether the compositor has destroyed its side, which must not be asked for anything any more.
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

  /// Windows that are listened to at most; those beyond are not known. It is a bound for compositors that have gone
  /// wrong.
  private static let most = 4096

  /// The window that keys go to: with several seats, the one that was activated last. Nil where there is none.
  public private(set) var activated: Toplevel?

  /// Whether the compositor tells of windows at all.
  public var isOffered: Bool { manager != nil }

  private let display: WaylandDisplay
  private let changed: () -> Void
  private var manager: Manager?
  private var windows: [ObjectIdentifier: ToplevelListener] = [:]
  /// Those that are activated, the last one last.
  private var activations: [ToplevelListener] = []

  /// Listens from now on.
  /// - Parameter changed: called when `activated` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.tell(self)
  }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .toplevels, manager == nil, let manager = try? Manager(global, of: display) else { return }
    self.manager = manager
    zwlr_foreign_toplevel_manager_v1_add_listener(manager.proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  func disappeared(_ global: Registry.Global) {
    if manager?.global == global { forget() }
  }

  func settle() {
    let activated = activations.last?.window
    guard activated != self.activated else { return }
    self.activated = activated
    changed()
  }

  /// Nothing is told of windows any more.
  private func forget() {
    manager = nil
    windows = [:]
    activations = []
  }

  // MARK: Windows

  private func add(_ pointer: OpaquePointer) {
    guard windows.count < Self.most else { return zwlr_foreign_toplevel_handle_v1_destroy(pointer) }
    let window = ToplevelListener(owning: pointer, of: self, on: display)
    windows[ObjectIdentifier(window)] = window
  }

  /// A window was activated, or is no longer.
  func activation(of window: ToplevelListener, is isActivated: Bool) {
    activations.removeAll { $0 === window }
    if isActivated { activations.append(window) }
  }

  /// A window is closed.
  func remove(_ window: ToplevelListener) {
    activation(of: window, is: false)
    windows[ObjectIdentifier(window)] = nil
  }
}
