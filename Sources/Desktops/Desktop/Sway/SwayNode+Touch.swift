internal import JSONLines
internal import Rules

/// The window at a position, in the tree of sway. A title bar counts as its window; of tabs it is unknown which one is
/// at the position.
extension SwayNode {
  /// A rectangle in the logical units of the desktop.
  private struct Rectangle {
    var (x, y, width, height): (Double, Double, Double, Double)

    init?(_ json: JSONValue?) {
      guard let x = json?["x"]?.number, let y = json?["y"]?.number, let width = json?["width"]?.number,
        let height = json?["height"]?.number
      else { return nil }
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    func contains(_ x: Double, _ y: Double) -> Bool {
      self.x <= x && x < self.x + width && self.y <= y && y < self.y + height
    }
  }

  /// The window at a position, of the root; nil if it is unknown.
  func touchedWindow(x: Double, y: Double) -> TouchedWindow? {
    if let window = descendant(where: { $0.fullscreenMode == 2 }) { return window.leaf(x, y) }
    let output = nodes.first { $0.type == "output" && $0.name != "__i3" && $0.contains(x, y) }
    guard let output else { return .absent }
    // i3, which has no outputs of Wayland, has other levels between.
    guard let shown = output.currentWorkspace,
      let workspace = output.nodes.first(where: { $0.type == "workspace" && $0.name == shown })
    else { return nil }
    if let window = workspace.descendant(where: { $0.fullscreenMode == 1 }) { return window.leaf(x, y) }
    // The last one is on top.
    if let window = workspace.floatingNodes.last(where: { $0.containsWithTitle(x, y) }) { return window.leaf(x, y) }
    return workspace.leaf(x, y)
  }

  private var rectangle: Rectangle? { Rectangle(json["rect"]) }
  private var nodes: [SwayNode] { (json["nodes"]?.array ?? []).map { SwayNode($0) } }
  private var floatingNodes: [SwayNode] { (json["floating_nodes"]?.array ?? []).map { SwayNode($0) } }
  private var currentWorkspace: String? { json["current_workspace"]?.string }
  private var fullscreenMode: Int { json["fullscreen_mode"]?.integer ?? 0 }

  private func contains(_ x: Double, _ y: Double) -> Bool { rectangle?.contains(x, y) == true }

  /// True if the position is in it, or in the title bar above, which is not a part of the rectangle.
  private func containsWithTitle(_ x: Double, _ y: Double) -> Bool {
    guard var area = rectangle else { return false }
    let title = json["deco_rect"]?["height"]?.number ?? 0
    (area.y, area.height) = (area.y - title, area.height + title)
    return area.contains(x, y)
  }

  private func descendant(where isWanted: (SwayNode) -> Bool) -> SwayNode? {
    for child in children {
      // Workspaces have this mode, too.
      if child.type != "workspace", child.type != "output", isWanted(child) { return child }
      if let found = child.descendant(where: isWanted) { return found }
    }
    return nil
  }

  /// The window at a position in a container of tiled windows, or the node itself if it is a window.
  private func leaf(_ x: Double, _ y: Double) -> TouchedWindow? {
    if let window {
      return TouchedWindow(
        app: window.app, title: window.title, isFullscreen: window.isFullscreen, id: id.map(String.init))
    }
    guard !nodes.isEmpty else { return .absent }
    guard ["tabbed", "stacked"].contains(json["layout"]?.string) else {
      return nodes.first { $0.containsWithTitle(x, y) }.map { $0.leaf(x, y) } ?? .absent
    }
    let shown = json["focus"]?.array?.first?.integer
    guard let child = nodes.first(where: { $0.id == shown }), child.contains(x, y) else {
      return containsWithTitle(x, y) ? nil : .absent
    }
    return child.leaf(x, y)
  }
}
