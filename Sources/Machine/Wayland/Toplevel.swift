internal import CWayland

/// A window as the compositor describes it.
public struct Toplevel: Hashable, Sendable {
  /// The application's id: `org.mozilla.firefox`. Empty if it has set none.
  public internal(set) var appID = ""
  public internal(set) var title = ""
  /// True if it is fullscreen. Always false before version 2 of the protocol.
  public internal(set) var isFullscreen = false
  public internal(set) var isMaximized = false
  /// True if it has the keyboard focus.
  public internal(set) var isActivated = false
  /// The outputs on which it is visible, as far as `Outputs` listens to them on the same connection.
  public internal(set) var outputs: Set<Output.ID> = []
  /// The rectangle that it covers on the desktop; nil if the compositor does not report it.
  public internal(set) var rectangle: Output.Rectangle?
  /// True if it is minimized. Only KWin's windows have this and what follows.
  public internal(set) var isMinimized = false
  /// The ids of the virtual desktops that show it; empty for all.
  public internal(set) var desktops: Set<String> = []
  /// The ids of the activities that show it; empty for all.
  public internal(set) var activities: Set<String> = []
}

/// Collects the compositor's description of one window.
class WindowListener {
  /// The complete description; nil until there is one.
  private(set) var window: Toplevel?
  /// The description so far.
  fileprivate var pending = Toplevel()
  /// True if each event stands alone, and is not part of a description that another event ends.
  fileprivate var standsAlone = false
  fileprivate let proxy: Proxy
  private unowned let owner: Toplevels

  fileprivate init(_ proxy: consuming Proxy, of owner: Toplevels) {
    self.proxy = proxy
    self.owner = owner
  }

  /// Takes in an event of the description.
  fileprivate func change(_ body: (inout Toplevel) -> Void) {
    body(&pending)
    if standsAlone { describe(pending) }
  }

  /// Replaces the description.
  fileprivate func describe(_ new: Toplevel) {
    let wasActivated = window?.isActivated ?? false
    window = new
    if new.isActivated != wasActivated { owner.setActivated(self, new.isActivated) }
  }

  /// Handles the end of the window.
  fileprivate func close() { owner.remove(self) }
}

// The callbacks that the protocols have in common.

private func titleChanged(_ data: UnsafeMutableRawPointer?, _: OpaquePointer?, _ title: UnsafePointer<CChar>?) {
  guard let title else { return }
  receiver(data, WindowListener.self)?.change { $0.title = String(cString: title) }
}

private func appIDChanged(_ data: UnsafeMutableRawPointer?, _: OpaquePointer?, _ appID: UnsafePointer<CChar>?) {
  guard let appID else { return }
  receiver(data, WindowListener.self)?.change { $0.appID = String(cString: appID) }
}

private func outputEntered(_ data: UnsafeMutableRawPointer?, _: OpaquePointer?, _ output: OpaquePointer?) {
  guard let id = OutputListener.id(of: output) else { return }
  receiver(data, WindowListener.self)?.change { $0.outputs.insert(id) }
}

private func outputLeft(_ data: UnsafeMutableRawPointer?, _: OpaquePointer?, _ output: OpaquePointer?) {
  guard let id = OutputListener.id(of: output) else { return }
  receiver(data, WindowListener.self)?.change { $0.outputs.remove(id) }
}

/// A window of zwlr_foreign_toplevel_management_v1; each description ends with `done`.
final class ToplevelListener: WindowListener {
  private static let listener: ListenerTable<zwlr_foreign_toplevel_handle_v1_listener> = {
    var listener = zwlr_foreign_toplevel_handle_v1_listener()
    listener.title = titleChanged
    listener.app_id = appIDChanged
    listener.output_enter = outputEntered
    listener.output_leave = outputLeft
    listener.state = { data, _, array in
      let states = states(in: array)
      guard let window = receiver(data, ToplevelListener.self) else { return }
      window.pending.isActivated = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue)
      window.pending.isFullscreen = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN.rawValue)
      window.pending.isMaximized = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED.rawValue)
      window.isMinimized = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED.rawValue)
    }
    listener.done = { data, _ in
      guard let window = receiver(data, ToplevelListener.self) else { return }
      window.describe(window.pending)
    }
    listener.closed = { data, _ in receiver(data, ToplevelListener.self)?.close() }
    listener.parent = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private(set) var isMinimized = false
  /// The number of windows that were listed before it.
  let number: Int

  /// Takes ownership of the object `pointer`, which the compositor created.
  init(owning pointer: OpaquePointer, of owner: Toplevels, on display: WaylandDisplay) {
    number = owner.nextNumber()
    super.init(Proxy(owning: pointer, on: display, destroy: zwlr_foreign_toplevel_handle_v1_destroy), of: owner)
    zwlr_foreign_toplevel_handle_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }
}

extension ToplevelListener {
  /// Requests a change of the window itself.
  func request(_ change: Toplevels.Change) {
    let pointer = proxy.pointer
    switch change {
    case .close: zwlr_foreign_toplevel_handle_v1_close(pointer)
    case .minimize: zwlr_foreign_toplevel_handle_v1_set_minimized(pointer)
    case .maximize:
      if window?.isMaximized == true {
        zwlr_foreign_toplevel_handle_v1_unset_maximized(pointer)
      } else {
        zwlr_foreign_toplevel_handle_v1_set_maximized(pointer)
      }
    case .fullscreen:
      // Version 1 has no such request.
      guard proxy.version >= 2 else { return }
      if window?.isFullscreen == true {
        zwlr_foreign_toplevel_handle_v1_unset_fullscreen(pointer)
      } else {
        zwlr_foreign_toplevel_handle_v1_set_fullscreen(pointer, nil)
      }
    // These are not in the protocol.
    case .next, .previous, .alwaysOnTop, .activate: break
    }
  }

  /// Requests the focus for a seat.
  func activate(by seat: OpaquePointer) { zwlr_foreign_toplevel_handle_v1_activate(proxy.pointer, seat) }
}

/// The 32-bit numbers in an array; an incomplete one at the end is ignored.
private func states(in array: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
  guard let array = array?.pointee, let data = array.data else { return [] }
  let bytes = UnsafeRawBufferPointer(start: data, count: array.size)
  let size = MemoryLayout<UInt32>.size
  return (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: UInt32.self) }
}

/// A window of COSMIC: ext_foreign_toplevel_list_v1 tells its name, and zcosmic_toplevel_info_v1 its state.
final class CosmicWindowListener: WindowListener {
  private static let listener: ListenerTable<ext_foreign_toplevel_handle_v1_listener> = {
    var listener = ext_foreign_toplevel_handle_v1_listener()
    listener.title = titleChanged
    listener.app_id = appIDChanged
    listener.done = { data, _ in receiver(data, CosmicWindowListener.self)?.finishDescription() }
    listener.closed = { data, _ in receiver(data, CosmicWindowListener.self)?.close() }
    listener.identifier = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private static let stateListener: ListenerTable<zcosmic_toplevel_handle_v1_listener> = {
    var listener = zcosmic_toplevel_handle_v1_listener()
    listener.state = { data, _, array in
      let states = states(in: array)
      guard let window = receiver(data, CosmicWindowListener.self) else { return }
      window.pending.isActivated = states.contains(ZCOSMIC_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue)
      window.pending.isFullscreen = states.contains(ZCOSMIC_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN.rawValue)
      window.pending.isMaximized = states.contains(ZCOSMIC_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED.rawValue)
      window.hasState = true
    }
    listener.output_enter = outputEntered
    listener.output_leave = outputLeft
    // libwayland calls each of them without checking that it exists.
    listener.closed = { _, _ in }
    listener.done = { _, _ in }
    listener.title = { _, _, _ in }
    listener.app_id = { _, _, _ in }
    listener.workspace_enter = { _, _, _ in }
    listener.workspace_leave = { _, _, _ in }
    listener.geometry = { _, _, _, _, _, _, _ in }
    return ListenerTable(listener)
  }()

  private var hasState = false
  private let state: Proxy

  /// Takes ownership of both objects, that of the window and that of its state.
  init(owning pointer: OpaquePointer, _ state: OpaquePointer, of owner: Toplevels, on display: WaylandDisplay) {
    self.state = Proxy(owning: state, on: display, destroy: zcosmic_toplevel_handle_v1_destroy)
    super.init(Proxy(owning: pointer, on: display, destroy: ext_foreign_toplevel_handle_v1_destroy), of: owner)
    ext_foreign_toplevel_handle_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
    zcosmic_toplevel_handle_v1_add_listener(state, Self.stateListener.pointer, listenerData(self))
  }

  /// Handles the end of a description, which is complete when the state has come too.
  func finishDescription() {
    if hasState { describe(pending) }
  }
}

/// A window of org_kde_plasma_window_management. `initial_state` ends its first description; after that each event
/// stands alone.
final class PlasmaWindowListener: WindowListener {
  private static let listener: ListenerTable<org_kde_plasma_window_listener> = {
    var listener = org_kde_plasma_window_listener()
    listener.title_changed = titleChanged
    listener.app_id_changed = appIDChanged
    listener.state_changed = { data, _, flags in
      receiver(data, PlasmaWindowListener.self)?.flags = flags
      receiver(data, PlasmaWindowListener.self)?.change {
        $0.isActivated = flags & ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_ACTIVE.rawValue != 0
        $0.isFullscreen = flags & ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_FULLSCREEN.rawValue != 0
        $0.isMaximized = flags & ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_MAXIMIZED.rawValue != 0
        $0.isMinimized = flags & ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_MINIMIZED.rawValue != 0
      }
    }
    listener.geometry = { data, _, x, y, width, height in
      receiver(data, PlasmaWindowListener.self)?.change {
        $0.rectangle = .init(x: Int(x), y: Int(y), size: .init(width: Int(width), height: Int(height)))
      }
    }
    listener.initial_state = { data, _ in
      guard let window = receiver(data, PlasmaWindowListener.self) else { return }
      window.standsAlone = true
      window.describe(window.pending)
    }
    listener.unmapped = { data, _ in receiver(data, PlasmaWindowListener.self)?.close() }
    // libwayland calls each of them without checking that it exists.
    listener.virtual_desktop_changed = { _, _, _ in }
    listener.themed_icon_name_changed = { _, _, _ in }
    listener.parent_window = { _, _, _ in }
    listener.icon_changed = { _, _ in }
    listener.pid_changed = { _, _, _ in }
    listener.virtual_desktop_entered = { data, _, id in
      guard let id else { return }
      receiver(data, PlasmaWindowListener.self)?.change { $0.desktops.insert(String(cString: id)) }
    }
    listener.virtual_desktop_left = { data, _, id in
      guard let id else { return }
      receiver(data, PlasmaWindowListener.self)?.change { $0.desktops.remove(String(cString: id)) }
    }
    listener.application_menu = { _, _, _, _ in }
    listener.activity_entered = { data, _, id in
      guard let id else { return }
      receiver(data, PlasmaWindowListener.self)?.change { $0.activities.insert(String(cString: id)) }
    }
    listener.activity_left = { data, _, id in
      guard let id else { return }
      receiver(data, PlasmaWindowListener.self)?.change { $0.activities.remove(String(cString: id)) }
    }
    listener.resource_name_changed = { _, _, _ in }
    return ListenerTable(listener)
  }()

  /// The states that are on.
  private var flags: UInt32 = 0
  /// KWin's name for it.
  let uuid: String

  /// Takes ownership of the object `pointer`.
  init(owning pointer: OpaquePointer, _ uuid: String, of owner: Toplevels, on display: WaylandDisplay) {
    self.uuid = uuid
    super.init(Proxy(owning: pointer, on: display, destroy: org_kde_plasma_window_destroy), of: owner)
    org_kde_plasma_window_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  /// Requests a change of the window itself.
  func request(_ change: Toplevels.Change) {
    let state: org_kde_plasma_window_management_state
    switch change {
    case .close: return org_kde_plasma_window_close(proxy.pointer)
    case .minimize: state = ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_MINIMIZED
    case .maximize: state = ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_MAXIMIZED
    case .fullscreen: state = ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_FULLSCREEN
    case .alwaysOnTop: state = ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_KEEP_ABOVE
    case .activate:
      let active = ORG_KDE_PLASMA_WINDOW_MANAGEMENT_STATE_ACTIVE.rawValue
      return org_kde_plasma_window_set_state(proxy.pointer, active, active)
    case .next, .previous: return
    }
    org_kde_plasma_window_set_state(proxy.pointer, state.rawValue, flags & state.rawValue == 0 ? state.rawValue : 0)
  }
}
