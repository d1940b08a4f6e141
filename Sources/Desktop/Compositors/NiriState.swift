internal import JSONLines

/// What niri's stream of events says (niri-ipc 25.11, Event): each kind comes whole at first and then what changes.
struct NiriState {
  /// What is known by it. niri does not tell which windows cover their outputs.
  private(set) var state = CompositorState()
  /// Whether windows and workspaces have come whole.
  var isKnown: Bool { hasWindows && hasWorkspaces }

  /// The most windows and workspaces that are remembered. A hand opens a few; of more the focus is not known.
  private static let limit = 4096

  private var hasWindows = false
  private var hasWorkspaces = false
  private var windows: [Int: FocusedWindow] = [:]
  private var focused: Int?
  /// The names of the outputs that workspaces are on.
  private var outputs: [Int: String] = [:]
  private var workspace: Int?

  /// Takes in an event: an object of one member, whose name says which.
  mutating func take(_ event: JSONValue) {
    if let windows = event["WindowsChanged"]?["windows"]?.array {
      hasWindows = true
      (self.windows, focused) = ([:], nil)
      for window in windows { take(window: window) }
    } else if let window = event["WindowOpenedOrChanged"]?["window"] {
      take(window: window)
    } else if let id = event["WindowClosed"]?["id"]?.integer {
      windows[id] = nil
      if focused == id { focused = nil }
    } else if let change = event["WindowFocusChanged"] {
      focused = change["id"]?.integer
    } else if let workspaces = event["WorkspacesChanged"]?["workspaces"]?.array {
      hasWorkspaces = true
      (outputs, workspace) = ([:], nil)
      for workspace in workspaces.prefix(Self.limit) { take(workspace: workspace) }
    } else if let change = event["WorkspaceActivated"] {
      if change["focused"]?.bool == true { workspace = change["id"]?.integer }
    } else if let layouts = event["KeyboardLayoutsChanged"]?["keyboard_layouts"] {
      state.layout = layouts["current_idx"]?.integer
    } else if let change = event["KeyboardLayoutSwitched"] {
      state.layout = change["idx"]?.integer
    }
    if hasWindows { state.window = focused.map { windows[$0] } ?? FocusedWindow.absent }
    if hasWorkspaces { state.output = workspace.flatMap { outputs[$0] } }
  }

  private mutating func take(window: JSONValue) {
    guard let id = window["id"]?.integer else { return }
    if windows.count < Self.limit || windows[id] != nil {
      windows[id] = FocusedWindow(app: window["app_id"]?.string, title: window["title"]?.string, fullscreen: nil)
    }
    if window["is_focused"]?.bool == true { focused = id } else if focused == id { focused = nil }
  }

  private mutating func take(workspace: JSONValue) {
    guard let id = workspace["id"]?.integer else { return }
    outputs[id] = workspace["output"]?.string
    if workspace["is_focused"]?.bool == true { self.workspace = id }
  }
}
