internal import CWayland

extension Toplevels {
  /// A change of the focused window, or of the focus.
  public enum Change: Hashable, Sendable {
    case close, minimize, maximize, fullscreen, next, previous
    /// Of KWin's windows only.
    case alwaysOnTop, activate
  }

  /// Requests a change by zwlr_foreign_toplevel_management_v1. The next and the previous window are those in the order
  /// in which they were listed.
  /// - Returns: false if no such window is known.
  /// - Throws: `WaylandError` if the connection has ended, or has no room.
  public func request(_ change: Change) throws(WaylandError) -> Bool {
    let focused = activations.last as? ToplevelListener
    switch change {
    case .close, .minimize, .maximize, .fullscreen:
      guard let focused else { return false }
      try display.request { focused.request(change) }
    case .alwaysOnTop, .activate: return false
    case .next, .previous:
      let shown = windows.values.compactMap { $0 as? ToplevelListener }.filter { !$0.isMinimized }
        .sorted { $0.number < $1.number }
      guard let first = shown.first else { return false }
      let index = shown.firstIndex { $0 === focused }
      let target = index.map { shown[($0 + (change == .next ? 1 : shown.count - 1)) % shown.count] } ?? first
      let seat = try Proxy(seat: display.first(.seat), of: display)
      try display.request { target.activate(by: seat.pointer) }
    }
    try display.flush()
    return true
  }
}

/// The windows of KWin, by org_kde_plasma_window_management.
extension Toplevels {
  /// A window that KWin has named.
  public struct Named: Hashable, Sendable {
    /// The window as it is now.
    public var window: Toplevel
    /// KWin's name for it.
    public var uuid: String
  }

  /// A position at which KWin shows a window, or none.
  public enum Finding: Hashable, Sendable {
    case window(Named)
    case nothing
  }

  /// The window at a position, in logical units; nil if it is unknown.
  /// - Parameter desktop: the id of the current virtual desktop; nil if unknown.
  public func window(x: Int, y: Int, onDesktop desktop: String?) -> Finding? {
    guard let order else { return nil }
    if areHidden { return .nothing }
    let listed = windows.values.compactMap { $0 as? PlasmaWindowListener }
    let all = Dictionary(listed.map { ($0.uuid, $0) }) { first, _ in first }
    // Which activity is the current one is not in the protocol.
    let activities = Set(listed.compactMap(\.window?.activities).filter { !$0.isEmpty })
    for uuid in order.split(separator: ";").reversed() {
      guard let listener = all[String(uuid)] else { continue }
      // It may be there: KWin has not described it yet.
      guard let window = listener.window else { return nil }
      guard !window.isMinimized, window.rectangle?.contains(x: x, y: y) == true else { continue }
      if !window.desktops.isEmpty {
        guard let desktop else { return nil }
        guard window.desktops.contains(desktop) else { continue }
      }
      guard activities.count <= 1 || window.activities.isEmpty else { return nil }
      return .window(Named(window: window, uuid: listener.uuid))
    }
    return .nothing
  }

  /// Requests a change of a window of KWin.
  /// - Parameter uuid: KWin's name for it.
  /// - Returns: false if no such window is known.
  /// - Throws: `WaylandError` if the connection has ended, or has no room.
  public func request(_ change: Change, of uuid: String) throws(WaylandError) -> Bool {
    let all = windows.values.lazy.compactMap { $0 as? PlasmaWindowListener }
    guard let window = all.first(where: { $0.uuid == uuid }) else { return false }
    try display.request { window.request(change) }
    try display.flush()
    return true
  }
}
