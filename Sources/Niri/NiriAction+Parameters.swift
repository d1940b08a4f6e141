internal import JSONLines

extension NiriAction {
  /// The parameters of the actions that have any (niri-ipc 25.11, Action); all others have none.
  static let parameters: [String: [NiriParameter]] = {
    let window = NiriParameter.option("id", .number)
    let focus = NiriParameter.option("focus", .flag, or: true)
    let path = NiriParameter.option("path", .text)
    return [
      "quit": [.option("skip_confirmation", .mark, "s", or: false)],
      "do-screen-transition": [.option("delay_ms", .number, "d")],
      "screenshot": [.option("show_pointer", .flag, "p", or: true), path],
      "screenshot-screen": [
        .option("write_to_disk", .flag, "d", or: true), .option("show_pointer", .flag, "p", or: true), path,
      ],
      "screenshot-window": [
        window, .option("write_to_disk", .flag, "d", or: true), .option("show_pointer", .flag, "p", or: false), path,
      ],
      // Windows
      "close-window": [window],
      "fullscreen-window": [window],
      "toggle-windowed-fullscreen": [window],
      "focus-window": [.required("id", .number)],
      "focus-window-in-column": [.place("index", .number)],
      "consume-or-expel-window-left": [window],
      "consume-or-expel-window-right": [window],
      "center-window": [window],
      "move-window-to-workspace-down": [focus],
      "move-window-to-workspace-up": [focus],
      "move-window-to-workspace": [.option("window_id", .number), .place("reference", .workspace), focus],
      "move-window-to-monitor": [window, .place("output", .text)],
      "set-window-width": [window, .place("change", .size)],
      "set-window-height": [window, .place("change", .size)],
      "reset-window-height": [window],
      "switch-preset-window-width": [window],
      "switch-preset-window-width-back": [window],
      "switch-preset-window-height": [window],
      "switch-preset-window-height-back": [window],
      "maximize-window-to-edges": [window],
      "toggle-window-floating": [window],
      "move-window-to-floating": [window],
      "move-window-to-tiling": [window],
      "move-floating-window": [
        window, .option("x", .position, "x", or: ["AdjustFixed": 0]),
        .option("y", .position, "y", or: ["AdjustFixed": 0]),
      ],
      "toggle-window-rule-opacity": [window],
      "toggle-window-urgent": [.required("id", .number)],
      "set-window-urgent": [.required("id", .number)],
      "unset-window-urgent": [.required("id", .number)],
      // Columns
      "focus-column": [.place("index", .number)],
      "move-column-to-index": [.place("index", .number)],
      "set-column-display": [.place("display", .display)],
      "set-column-width": [.place("change", .size)],
      "move-column-to-workspace-down": [focus],
      "move-column-to-workspace-up": [focus],
      "move-column-to-workspace": [.place("reference", .workspace), focus],
      "move-column-to-monitor": [.place("output", .text)],
      // Workspaces and outputs
      "focus-workspace": [.place("reference", .workspace)],
      "move-workspace-to-index": [.place("index", .number), .option("reference", .workspace)],
      "set-workspace-name": [.place("name", .text), .option("workspace", .workspace)],
      "unset-workspace-name": [.place("reference", .workspace, isRequired: false)],
      "move-workspace-to-monitor": [.place("output", .text), .option("reference", .workspace)],
      "focus-monitor": [.place("output", .text)],
      // The rest
      "switch-layout": [.place("layout", .layout)],
      "set-dynamic-cast-window": [window],
      "set-dynamic-cast-monitor": [.place("output", .text, isRequired: false)],
      "stop-cast": [.required("session_id", .number)],
    ]
  }()
}
