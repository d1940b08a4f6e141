internal import CWayland

extension Toplevels {
  /// A change of the focused window, or of the focus.
  public enum Change: Hashable, Sendable {
    case close, minimize, maximize, fullscreen, next, previous
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
