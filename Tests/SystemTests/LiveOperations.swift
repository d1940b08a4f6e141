internal import Glibc
internal import JSONLines
internal import Testing

/// What is tried on each desktop, and its state.
struct LiveOperations {
  /// The desktops on which actions are tried.
  static let kinds = ["gnome", "kde", "sway", "hyprland", "labwc", "wayfire", "phoc"]
  /// True if its workspaces are shown by actions.
  static let hasWorkspaces = ["gnome", "kde", "sway", "hyprland", "labwc"].contains(LiveDesktop.kind)
  /// True if windows move to other workspaces.
  static let movesWindows = hasWorkspaces && LiveDesktop.kind != "labwc"
  /// The values of `workspace`.
  static let workspaces =
    ["next", "previous", "first", "back", "1", "2", "3"] + (LiveDesktop.kind == "sway" ? [] : ["last"])
  /// The values of `window` that change the state of a window and change it back.
  static var windowStates: [String] {
    switch LiveDesktop.kind {
    case "sway": ["fullscreen", "floating"]
    case "hyprland": ["fullscreen", "maximize", "floating"]
    case "labwc", "wayfire": ["fullscreen", "maximize"]
    case "phoc": ["fullscreen"]
    default: ["fullscreen", "maximize", "always-on-top"]
    }
  }
  /// True if windows can be minimized.
  static let minimizes = ["gnome", "kde", "labwc", "wayfire"].contains(LiveDesktop.kind)
  /// An action that it cannot perform, and the beginning of the reason.
  static var absent: (subject: String, value: String, reason: String) {
    switch LiveDesktop.kind {
    case "gnome", "kde": ("window", "floating", "all its windows float")
    case "sway", "hyprland": ("desktop", "notifications", "\(name) has no list")
    default: ("window", "to-next-workspace", "Sleight knows no way")
    }
  }
  /// Its name in messages.
  static var name: String {
    ["gnome": "GNOME", "kde": "Plasma", "hyprland": "Hyprland"][LiveDesktop.kind] ?? LiveDesktop.kind
  }

  private let desktop: LiveDesktop

  init(_ desktop: LiveDesktop) { self.desktop = desktop }

  private static let kwinDesktops = "org.kde.KWin.VirtualDesktopManager"

  // MARK: Workspaces

  /// Makes three workspaces, and shows the first; on compositors that have only those with windows, they get some.
  /// - Returns: the windows, to be closed.
  func makeThreeWorkspaces() throws -> [Program] {
    switch LiveDesktop.kind {
    case "gnome":
      let settings = "imports.gi.Gio.Settings"
      _ = try desktop.evaluate(
        "new \(settings)({schema_id: 'org.gnome.mutter'}).set_boolean('dynamic-workspaces', false);"
          + "new \(settings)({schema_id: 'org.gnome.desktop.wm.preferences'}).set_int('num-workspaces', 3)")
      try desktop.waitUntil("global.workspace_manager.n_workspaces", is: "3")
      _ = try desktop.evaluate("global.workspace_manager.get_workspace_by_index(0).activate(global.get_current_time())")
      return []
    case "kde":
      for position in 1...2 where try kwinDesktops().count < 3 {
        try desktop.call(
          "org.kde.KWin", "/VirtualDesktopManager", "\(Self.kwinDesktops).createDesktop", "\(position)", "more")
      }
      try desktop.call("org.kde.KWin", "/KWin", "org.kde.KWin.setCurrentDesktop", "1")
      return []
    default:
      var windows: [Program] = []
      for number in [2, 3, 1] {
        try show(number)
        if number != 1 { windows.append(try desktop.open("filler \(number)", title: "on \(number)")) }
      }
      return windows
    }
  }

  private func show(_ number: Int) throws {
    switch LiveDesktop.kind {
    case "sway": try Program.run("swaymsg", "workspace number \(number)", environment: desktop.environment)
    case "labwc":
      let rules = try Guest.folder() + "/show.yml"
      try Guest.write("rules:\n  - {swipe: left, fingers: 4, do: {workspace: \(number)}}\n", to: rules)
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (1, 0)), environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
    default:
      try Program.run(
        "hyprctl", "dispatch", "hl.dsp.focus({ workspace = \"\(number)\" })", environment: desktop.environment)
    }
  }

  private func kwinDesktops() throws -> [String] {
    let all = try desktop.call(
      "org.kde.KWin", "/VirtualDesktopManager", "org.freedesktop.DBus.Properties.Get", Self.kwinDesktops, "desktops")
    return all.matches(of: /'([0-9a-f-]{36})'/).map { String($0.1) }
  }

  /// The shown workspace, counted from 1; nil if it is not known.
  private func workspace() throws -> Int? {
    switch LiveDesktop.kind {
    case "gnome":
      return Int(try desktop.evaluate("global.workspace_manager.get_active_workspace_index()")).map { $0 + 1 }
    case "kde":
      let current = try desktop.call(
        "org.kde.KWin", "/VirtualDesktopManager", "org.freedesktop.DBus.Properties.Get", Self.kwinDesktops, "current")
      return try kwinDesktops().firstIndex { current.contains($0) }.map { $0 + 1 }
    case "sway":
      let workspaces = try json("swaymsg", "-t", "get_workspaces").array ?? []
      return workspaces.first { $0["focused"]?.bool == true }?["num"]?.integer
    case "labwc":
      // It tells nobody: the window that gets the focus is known to be on one.
      switch try desktop.status()["app"]?.string {
      case "wev"?: return 1
      case let app?: return app.hasPrefix("filler ") ? Int(app.dropFirst("filler ".count)) : nil
      case nil: return nil
      }
    default: return try json("hyprctl", "-j", "activeworkspace")["id"]?.integer
    }
  }

  /// Waits until a workspace is shown.
  func waitForWorkspace(_ number: Int, after action: String, _ daemon: Daemon) throws {
    var last: Int?
    try wait(otherwise: { "workspace \(last ?? 0) is shown, not \(number), after '\(action)': \(daemon.program)" }) {
      last = try workspace()
      return last == number ? () : nil
    }
  }

  private func json(_ command: String...) throws -> JSONValue {
    try JSONReader.read(Array(try Program.run(arguments: command, environment: desktop.environment).utf8)[...])
  }

  // MARK: Outputs

  /// Adds an output to the right of the only one, which has the window. GNOME and KWin have theirs from their start.
  func addOutput() throws {
    switch LiveDesktop.kind {
    case "sway": try Program.run("swaymsg", "create_output", environment: desktop.environment)
    case "hyprland":
      try Program.run("hyprctl", "output", "create", "headless", "second", environment: desktop.environment)
    default:
      try LiveDesktop.restart(outputs: 2)
      try desktop.openFirstWindow()
    }
  }

  /// Removes the output that was added.
  func removeOutput() throws {
    switch LiveDesktop.kind {
    case "sway":
      let outputs = try json("swaymsg", "-t", "get_outputs").array?.compactMap { $0["name"]?.string } ?? []
      for output in outputs where output != "HEADLESS-1" {
        try Program.run("swaymsg", "output \(output) unplug", environment: desktop.environment)
      }
    case "hyprland": try Program.run("hyprctl", "output", "remove", "second", environment: desktop.environment)
    default: try LiveDesktop.restart()
    }
  }

  // MARK: Windows

  /// Opens another window, and waits until it has the keyboard.
  func openWindow() throws -> Window {
    try desktop.window.waitForLine(containing: "wl_keyboard] enter")
    let other = try Window(environment: desktop.environment)
    try other.waitForLine(containing: "wl_keyboard] enter")
    others = [other]
    return other
  }

  // Safe, since the tests of a desktop run one after another.
  private nonisolated(unsafe) static var otherWindows: [Window] = []
  private var others: [Window] {
    get { Self.otherWindows }
    nonmutating set { Self.otherWindows = newValue }
  }

  /// The process of the window that has the keyboard; nil if none has.
  var focused: pid_t? {
    (others.filter { $0.program.isRunning } + [desktop.window]).first { $0.hasKeyboard }?.program.process
  }

  /// True if all windows are hidden. KWin leaves the keyboard to a window if there is no wallpaper.
  func showsDesktop() throws -> Bool {
    guard LiveDesktop.kind == "kde" else { return focused == nil }
    let state = try desktop.call(
      "org.kde.KWin", "/KWin", "org.freedesktop.DBus.Properties.Get", "org.kde.KWin", "showingDesktop")
    return state.contains("true")
  }

  /// Waits until a window has the keyboard.
  func waitForFocus(on window: Window) throws {
    try wait(otherwise: { "the window does not have the keyboard: \(window.program)" }) {
      window.hasKeyboard ? () : nil
    }
  }

  /// True if the window of the desktop has a state.
  /// - Parameter state: a state of xdg_toplevel, or one that only the desktop knows.
  func windowIs(_ state: String, _ daemon: Daemon) throws -> Bool {
    switch (state, LiveDesktop.kind) {
    case ("floating", _): return try hasFloatingWindow()
    case ("maximized", "hyprland"): return try json("hyprctl", "-j", "activewindow")["fullscreen"]?.integer == 1
    case ("always-on-top", "gnome"): return try desktop.evaluate("global.display.focus_window.is_above()") == "true"
    case ("always-on-top", _): return try kwinWindows(daemon).contains { $0.contains("'keepAbove': <true>") }
    default: return desktop.window.states.contains { $0 == state }
    }
  }

  /// True if a window of sway or Hyprland floats.
  func hasFloatingWindow() throws -> Bool {
    guard LiveDesktop.kind == "sway" else {
      return try json("hyprctl", "-j", "clients").array?.contains { $0["floating"]?.bool == true } == true
    }
    let tree = try Program.run("swaymsg", "-t", "get_tree", environment: desktop.environment)
    return tree.contains(#""type": "floating_con""#)
  }

  /// KWin's description of each window, by the ids that it has told the daemon.
  private func kwinWindows(_ daemon: Daemon) throws -> [String] {
    let ids = daemon.program.text(.errors).matches(of: /get_window_by_uuid\(.*"([^"]+)"\)/).map { String($0.1) }
    return try ids.map { try desktop.call("org.kde.KWin", "/KWin", "org.kde.KWin.getWindowInfo", $0) }
  }
}
