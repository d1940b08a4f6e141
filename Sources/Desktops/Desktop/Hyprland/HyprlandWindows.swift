internal import JSONLines
internal import Rules

/// The window at a position, from Hyprland's lists of monitors and windows (`j/monitors`, `j/clients`).
///
/// Source: Hyprland 0.50, src/Compositor.cpp, vectorToWindowUnified: pinned windows are above a special workspace,
/// which is above the others; in each, floating windows are above tiled ones, and the last in the list is on top.
struct HyprlandWindows {
  /// The ids of the workspaces that are shown.
  private let shown: Set<Int>
  /// Those of special ones.
  private let special: Set<Int>

  /// - Parameter monitors: the answer to `j/monitors`; nil if it is none.
  init?(_ monitors: JSONValue) {
    guard let monitors = monitors.array else { return nil }
    shown = Set(monitors.compactMap { $0["activeWorkspace"]?["id"]?.integer })
    // 0 is none.
    special = Set(monitors.compactMap { $0["specialWorkspace"]?["id"]?.integer }).subtracting([0])
  }

  /// The window at a position, in logical units; nil if it is unknown.
  /// - Parameter clients: the answer to `j/clients`.
  func window(in clients: JSONValue, x: Double, y: Double) -> TouchedWindow? {
    guard let clients = clients.array else { return nil }
    let touched = clients.filter { isShown($0) && Self.contains($0, x, y) }
    guard let top = touched.map(rank).max() else { return .absent }
    let candidates = touched.filter { rank($0) == top }
    guard let window = candidates.last else { return .absent }
    // A floating window is above a fullscreen one if it was opened later, which is not reported. Tiled ones are below.
    let rivals = touched.filter { Self.isFullscreen($0) && Self.workspace($0) == Self.workspace(window) }
    if let full = rivals.first, full["address"] != window["address"] {
      return Self.isFloating(window) && !Self.isPinned(window) ? nil : Self.touched(full)
    }
    return Self.touched(window)
  }

  private func isShown(_ client: JSONValue) -> Bool {
    guard client["mapped"]?.bool != false, client["hidden"]?.bool != true else { return false }
    return Self.isPinned(client) || Self.workspace(client).map { shown.contains($0) || special.contains($0) } == true
  }

  private func rank(_ client: JSONValue) -> Int {
    if Self.isPinned(client) { return 4 }
    let isSpecial = Self.workspace(client).map(special.contains) == true
    return (isSpecial ? 2 : 0) + (Self.isFloating(client) ? 1 : 0)
  }

  private static func workspace(_ client: JSONValue) -> Int? { client["workspace"]?["id"]?.integer }
  private static func isPinned(_ client: JSONValue) -> Bool { client["pinned"]?.bool == true }
  private static func isFloating(_ client: JSONValue) -> Bool { client["floating"]?.bool == true }

  /// True if it covers the others of its workspace: fullscreen, or maximized.
  private static func isFullscreen(_ client: JSONValue) -> Bool {
    client["fullscreen"]?.integer.map { $0 != 0 } ?? client["fullscreen"]?.bool ?? false
  }

  private static func contains(_ client: JSONValue, _ x: Double, _ y: Double) -> Bool {
    guard let at = client["at"]?.array, let size = client["size"]?.array, at.count == 2, size.count == 2,
      let left = at[0].number, let top = at[1].number, let width = size[0].number, let height = size[1].number
    else { return false }
    return left <= x && x < left + width && top <= y && y < top + height
  }

  private static func touched(_ client: JSONValue) -> TouchedWindow {
    let window = FocusedWindow(hyprland: client)
    return TouchedWindow(
      app: window.app, title: window.title, isFullscreen: window.isFullscreen, isMaximized: window.isMaximized,
      id: client["address"]?.string)
  }
}

extension FocusedWindow {
  /// A window as Hyprland describes it.
  init(hyprland json: JSONValue) {
    // A number since 0.42: 0 is none, 1 covers everything but bars, 2 covers the output; a Boolean before.
    let fullscreen =
      json["fullscreen"]?.integer.map { $0 & 2 != 0 }
      ?? json["fullscreen"]?.bool.map { $0 && json["fullscreenMode"]?.integer != 1 }
    let maximized =
      json["fullscreen"]?.integer.map { $0 & 1 != 0 }
      ?? json["fullscreen"]?.bool.map { $0 && json["fullscreenMode"]?.integer == 1 }
    self.init(
      app: json["class"]?.string, title: json["title"]?.string, fullscreen: fullscreen, maximized: maximized)
  }
}
