internal import JSONLines

/// A node of sway's tree: an output, a workspace, a container or a window (sway-ipc(7), GET_TREE).
struct SwayNode {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  /// The id, which is constant during the node's life.
  var id: Int? { json["id"]?.integer }
  var name: String? { json["name"]?.string }
  var type: String? { json["type"]?.string }
  /// The name of a workspace's output.
  var output: String? { json["output"]?.string }
  var isFocused: Bool { json["focused"]?.bool == true }
  var children: [SwayNode] {
    ((json["nodes"]?.array ?? []) + (json["floating_nodes"]?.array ?? [])).map { SwayNode($0) }
  }

  /// The window; nil for other nodes. sway sets a window's process id, and i3 its X11 id.
  var window: FocusedWindow? {
    guard json["pid"]?.number != nil || json["window"]?.number != nil else { return nil }
    return FocusedWindow(
      app: json["app_id"]?.string ?? json["window_properties"]?["class"]?.string, title: name,
      // 1 covers the output, 2 all of them.
      fullscreen: json["fullscreen_mode"]?.integer.map { $0 != 0 })
  }

  /// The focused node.
  struct Focus {
    /// The node's id, if it is a window.
    var id: Int?
    var window: FocusedWindow
    var output: String?
  }

  /// The focus in this node; nil if it is elsewhere.
  func focus(on output: String? = nil) -> Focus? {
    let output = type == "output" ? name : self.output ?? output
    if isFocused { return Focus(id: window == nil ? nil : id, window: window ?? .absent, output: output) }
    for child in children {
      if let focus = child.focus(on: output) { return focus }
    }
    return nil
  }

  /// The focus in the whole tree. If a menu or a bar has it, no window has, and the output is the one that had it last.
  var rootFocus: Focus {
    if let focus = focus() { return focus }
    let last = json["focus"]?.array?.first?.integer
    return Focus(id: nil, window: .absent, output: children.first { $0.id == last && last != nil }?.name)
  }
}
