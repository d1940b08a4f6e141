internal import JSONLines

/// The state from niri's event stream (niri-ipc 25.11, Event): each kind is sent completely at first, and then its
/// changes.
struct NiriState {
  /// The resulting state. niri does not report which windows are fullscreen.
  private(set) var state = CompositorState()
  /// True if the complete windows and workspaces have been received.
  var isKnown: Bool { hasWindows && hasWorkspaces }

  /// The maximum number of windows and workspaces, far more than are in use; of further ones the focus is unknown.
  private static let limit = 4096

  private var hasWindows = false
  private var hasWorkspaces = false
  private var windows: [Int: FocusedWindow] = [:]
  private var focused: Int?
  /// The names of the workspaces' outputs.
  private var outputs: [Int: String] = [:]
  private var workspace: Int?

  /// Handles an event: an object with one member, whose name is the kind.
  mutating func apply(_ event: JSONValue) {
    if let windows = event["WindowsChanged"]?["windows"]?.array {
      hasWindows = true
      (self.windows, focused) = ([:], nil)
      for window in windows { update(window: window) }
    } else if let window = event["WindowOpenedOrChanged"]?["window"] {
      update(window: window)
    } else if let id = event["WindowClosed"]?["id"]?.integer {
      windows[id] = nil
      if focused == id { focused = nil }
    } else if let change = event["WindowFocusChanged"] {
      focused = change["id"]?.integer
    } else if let workspaces = event["WorkspacesChanged"]?["workspaces"]?.array {
      hasWorkspaces = true
      (outputs, workspace) = ([:], nil)
      for workspace in workspaces.prefix(Self.limit) { update(workspace: workspace) }
    } else if let change = event["WorkspaceActivated"] {
      if change["focused"]?.bool == true { workspace = change["id"]?.integer }
    } else if let overview = event["OverviewOpenedOrClosed"] {
      state.isOverviewOpen = overview["is_open"]?.bool
    } else if let layouts = event["KeyboardLayoutsChanged"]?["keyboard_layouts"] {
      state.layout = layouts["current_idx"]?.integer
    } else if let change = event["KeyboardLayoutSwitched"] {
      state.layout = change["idx"]?.integer
    }
    if hasWindows { state.window = focused.map { windows[$0] } ?? FocusedWindow.absent }
    if hasWorkspaces { state.output = workspace.flatMap { outputs[$0] } }
  }

  private mutating func update(window: JSONValue) {
    guard let id = window["id"]?.integer else { return }
    if windows.count < Self.limit || windows[id] != nil {
      windows[id] = FocusedWindow(app: window["app_id"]?.string, title: window["title"]?.string, fullscreen: nil)
    }
    if window["is_focused"]?.bool == true { focused = id } else if focused == id { focused = nil }
  }

  private mutating func update(workspace: JSONValue) {
    guard let id = workspace["id"]?.integer else { return }
    outputs[id] = workspace["output"]?.string
    if workspace["is_focused"]?.bool == true { self.workspace = id }
  }
}
