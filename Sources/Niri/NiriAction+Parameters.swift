internal import JSONLines

extension NiriAction {
  /// The parameters of the actions that have any (niri-ipc 25.11, Action).
  static let parameters: [String: [NiriParameter]] = {
    let window = NiriParameter.option("id", .number)
    let focus = NiriParameter.option("focus", .flag, or: true)
    let path = NiriParameter.option("path", .text)
    return [
      "quit": [.option("skip_confirmation", .presence, "s", or: false)],
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
      "focus-window-in-column": [.positional("index", .number)],
      "consume-or-expel-window-left": [window],
      "consume-or-expel-window-right": [window],
      "center-window": [window],
      "move-window-to-workspace-down": [focus],
      "move-window-to-workspace-up": [focus],
      "move-window-to-workspace": [.option("window_id", .number), .positional("reference", .workspace), focus],
      "move-window-to-monitor": [window, .positional("output", .text)],
      "set-window-width": [window, .positional("change", .size)],
      "set-window-height": [window, .positional("change", .size)],
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
      "focus-column": [.positional("index", .number)],
      "move-column-to-index": [.positional("index", .number)],
      "set-column-display": [.positional("display", .display)],
      "set-column-width": [.positional("change", .size)],
      "move-column-to-workspace-down": [focus],
      "move-column-to-workspace-up": [focus],
      "move-column-to-workspace": [.positional("reference", .workspace), focus],
      "move-column-to-monitor": [.positional("output", .text)],
      // Workspaces and outputs
      "focus-workspace": [.positional("reference", .workspace)],
      "move-workspace-to-index": [.positional("index", .number), .option("reference", .workspace)],
      "set-workspace-name": [.positional("name", .text), .option("workspace", .workspace)],
      "unset-workspace-name": [.positional("reference", .workspace, isRequired: false)],
      "move-workspace-to-monitor": [.positional("output", .text), .option("reference", .workspace)],
      "focus-monitor": [.positional("output", .text)],
      // Others
      "switch-layout": [.positional("layout", .layout)],
      "set-dynamic-cast-window": [window],
      "set-dynamic-cast-monitor": [.positional("output", .text, isRequired: false)],
      "stop-cast": [.required("session_id", .number)],
      // Newer than 25.11; older versions ignore it.
      "load-config-file": [path],
    ]
  }()
}
