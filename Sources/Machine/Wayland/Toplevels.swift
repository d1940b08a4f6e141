internal import CWayland

/// The window with the keyboard focus, kept up to date by listening: to zwlr_foreign_toplevel_management_v1 on
/// compositors that use wlroots, and some others; to zcosmic_toplevel_info_v1 on COSMIC, beside the standard list of
/// windows; to org_kde_plasma_window_management on KWin, which offers it to granted programs only.
public final class Toplevels: GlobalObserver {
  private static let listener: ListenerTable<zwlr_foreign_toplevel_manager_v1_listener> = {
    var listener = zwlr_foreign_toplevel_manager_v1_listener()
    listener.toplevel = { data, _, pointer in
      guard let pointer else { return }
      // Without an owner nothing would destroy the object.
      guard let windows = receiver(data, Toplevels.self) else { return wl_proxy_destroy(pointer) }
      windows.add { ToplevelListener(owning: pointer, of: windows, on: windows.display) }
    }
    listener.finished = { data, _ in
      guard let windows = receiver(data, Toplevels.self) else { return }
      windows.manager?.isFinished = true
      windows.removeAll()
    }
    return ListenerTable(listener)
  }()

  private static let plasmaListener: ListenerTable<org_kde_plasma_window_management_listener> = {
    var listener = org_kde_plasma_window_management_listener()
    listener.window_with_uuid = { data, manager, _, id in
      guard let id, let windows = receiver(data, Toplevels.self) else { return }
      var pointer: OpaquePointer?
      try? windows.display.request { pointer = org_kde_plasma_window_management_get_window_by_uuid(manager, id) }
      guard let pointer else { return }
      let uuid = String(cString: id)
      windows.add { PlasmaWindowListener(owning: pointer, uuid, of: windows, on: windows.display) }
    }
    listener.show_desktop_changed = { data, _, state in
      receiver(data, Toplevels.self)?.areHidden = state != 0
    }
    listener.window = { _, _, _ in }
    listener.stacking_order_changed = { _, _, _ in }
    listener.stacking_order_uuid_changed = { data, _, uuids in
      guard let uuids else { return }
      receiver(data, Toplevels.self)?.order = String(cString: uuids)
    }
    return ListenerTable(listener)
  }()

  private static let listListener: ListenerTable<ext_foreign_toplevel_list_v1_listener> = {
    var listener = ext_foreign_toplevel_list_v1_listener()
    listener.toplevel = { data, _, pointer in
      guard let pointer else { return }
      var state: OpaquePointer?
      if let windows = receiver(data, Toplevels.self), let info = windows.manager?.proxy.pointer {
        try? windows.display.request { state = zcosmic_toplevel_info_v1_get_cosmic_toplevel(info, pointer) }
        if let state {
          return windows.add { CosmicWindowListener(owning: pointer, state, of: windows, on: windows.display) }
        }
      }
      ext_foreign_toplevel_handle_v1_destroy(pointer)
    }
    listener.finished = { data, _ in receiver(data, Toplevels.self)?.removeAll() }
    return ListenerTable(listener)
  }()

  private static let cosmicListener: ListenerTable<zcosmic_toplevel_info_v1_listener> = {
    var listener = zcosmic_toplevel_info_v1_listener()
    listener.done = { data, _ in
      guard let windows = receiver(data, Toplevels.self) else { return }
      for case let window as CosmicWindowListener in windows.windows.values { window.finishDescription() }
    }
    // Both belong to version 1, which is not bound.
    listener.toplevel = { _, _, pointer in if let pointer { zcosmic_toplevel_handle_v1_destroy(pointer) } }
    listener.finished = { _, _ in }
    return ListenerTable(listener)
  }()

  /// COSMIC's list of windows, whose states come from the manager.
  private final class List {
    let global: Registry.Global
    let proxy: Proxy

    init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
      self.global = global
      proxy = Proxy(
        owning: try display.bind(global, as: .toplevelList), on: display, destroy: ext_foreign_toplevel_list_v1_destroy)
    }
  }

  /// The bound manager.
  private final class Manager {
    let global: Registry.Global
    let proxy: Proxy
    /// On COSMIC only.
    var list: List?
    /// True if the compositor has destroyed its object, which then accepts no requests.
    var isFinished = false

    init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
      self.global = global
      // None of these interfaces has a destructor request.
      proxy = Proxy(owning: try display.bind(global, as: global.kind), on: display)
    }

    deinit {
      if global.kind == .toplevels, !isFinished { zwlr_foreign_toplevel_manager_v1_stop(proxy.pointer) }
    }
  }

  /// The maximum number of windows to listen to, as protection against defective compositors; further ones are ignored.
  private static let maxWindows = 4096

  /// The window with the keyboard focus; with several seats, the one that was activated last. Nil if there is none.
  public private(set) var activated: Toplevel?

  /// The global that lists the windows; nil if the compositor offers none.
  public var source: WaylandGlobal? { manager?.global.kind }

  /// All windows that the compositor has described.
  public var all: [Toplevel] { windows.values.compactMap(\.window) }

  let display: WaylandDisplay
  private let changed: () -> Void
  private var manager: Manager?
  /// The globals of which COSMIC requires both.
  private var pair: (list: Registry.Global?, states: Registry.Global?)
  private(set) var windows: [ObjectIdentifier: WindowListener] = [:]
  private var count = 0
  /// The names of KWin's windows, the lowest first, with semicolons between them; nil if it has not sent them.
  fileprivate(set) var order: String?
  /// True while KWin shows the desktop in place of the windows.
  fileprivate(set) var areHidden = false
  /// The activated windows, in the order in which they were activated.
  private(set) var activations: [WindowListener] = []

  /// Starts listening.
  /// - Parameter changed: called when `activated` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
  }

  func appeared(_ global: Registry.Global) {
    switch global.kind {
    case .toplevelList: pair.list = global
    // Version 1 was that of COSMIC before its first release.
    case .cosmicToplevels: if global.version >= 2 { pair.states = global }
    default: break
    }
    if manager == nil, let list = pair.list, let states = pair.states { bindCosmic(list, states) }
    guard global.kind == .toplevels || global.kind == .plasmaWindows, manager == nil,
      let manager = try? Manager(global, of: display)
    else { return }
    self.manager = manager
    let pointer = manager.proxy.pointer
    if global.kind == .toplevels {
      zwlr_foreign_toplevel_manager_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
    } else {
      org_kde_plasma_window_management_add_listener(pointer, Self.plasmaListener.pointer, listenerData(self))
    }
  }

  private func bindCosmic(_ list: Registry.Global, _ states: Registry.Global) {
    guard let manager = try? Manager(states, of: display), let list = try? List(list, of: display) else { return }
    manager.list = list
    self.manager = manager
    zcosmic_toplevel_info_v1_add_listener(manager.proxy.pointer, Self.cosmicListener.pointer, listenerData(self))
    ext_foreign_toplevel_list_v1_add_listener(list.proxy.pointer, Self.listListener.pointer, listenerData(self))
  }

  func disappeared(_ global: Registry.Global) {
    if pair.list == global { pair.list = nil }
    if pair.states == global { pair.states = nil }
    if manager?.global == global || manager?.list?.global == global { removeAll() }
  }

  func reportChanges() {
    let activated = activations.last?.window
    guard activated != self.activated else { return }
    self.activated = activated
    changed()
  }

  /// Removes the manager and all windows.
  private func removeAll() {
    // The windows' objects go before those of the manager.
    windows = [:]
    (order, areHidden) = (nil, false)
    manager = nil
    activations = []
  }

  // MARK: Windows

  /// The number of a new window, counted from 1.
  func nextNumber() -> Int {
    count += 1
    return count
  }

  private func add(_ listener: () -> WindowListener) {
    // A window that is not kept is destroyed at once.
    let window = listener()
    if windows.count < Self.maxWindows { windows[ObjectIdentifier(window)] = window }
  }

  /// Records that a window was activated or deactivated.
  func setActivated(_ window: WindowListener, _ isActivated: Bool) {
    activations.removeAll { $0 === window }
    if isActivated { activations.append(window) }
  }

  /// Removes a window that was closed.
  func remove(_ window: WindowListener) {
    setActivated(window, false)
    windows[ObjectIdentifier(window)] = nil
  }
}
