internal import JSONLines
internal import Testing

extension InADesktop {
  /// The rules that `sleight init` writes for each desktop.
  @Suite(.enabled(if: LiveDesktop.kind != "hyprland", "Hyprland has a test of its own")) final class TheStarterRules {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    /// Starts a daemon with the initial rules for this desktop.
    private func daemon() throws -> Daemon {
      let rules = try Guest.folder() + "/rules.yml"
      let named = ["sway", "gnome", "kde"].contains(LiveDesktop.kind) ? ["--desktop", LiveDesktop.kind] : []
      let start = try Program([Guest.sleight, "init", "--config", rules] + named, environment: desktop.environment)
      #expect(try start.waitForExit() == 0, "\(start)")
      let check = try Program.sleight("check", rules, environment: desktop.environment)
      #expect(try check.waitForExit() == 0, "\(check)")
      let lines = try #require(Guest.read(rules)).split(separator: "\n", omittingEmptySubsequences: false)
      return try desktop.daemon(lines.drop { $0 != "rules:" }.dropFirst().joined(separator: "\n") + "\n")
    }

    /// Runs the rule whose lines contain `action`.
    private func act(_ action: String, of daemon: Daemon) throws {
      let lines = try #require(Guest.read(daemon.rulesFile)).split(separator: "\n", omittingEmptySubsequences: false)
      let isRule = { (line: Substring) in line.hasPrefix("  - ") }
      var line = try #require(
        lines.firstIndex { $0.contains(action) && !$0.hasPrefix("  #") }, "no enabled rule has \(action)")
      while !isRule(lines[line]) { line -= 1 }
      try desktop.trigger("rules.yml:\(line + 1)")
    }

    @Test("those for all desktops: the keys arrive in the window")
    func common() throws {
      let daemon = try daemon()
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try act("keys: ctrl+plus", of: daemon)
      // A step, and no step back.
      let zoom = WrittenChord("ctrl+plus -> Control_L Shift_L plus").keys
      #expect(try desktop.waitForKeys(zoom) == zoom, "\(daemon.program)")
      try act("keys: alt+Left", of: daemon)
      let back = zoom + WrittenChord("alt+Left -> Alt_L Left").keys
      #expect(try desktop.waitForKeys(back) == back, "\(daemon.program)")
      try act("keys: alt+Right", of: daemon)
      let forth = back + WrittenChord("alt+Right -> Alt_L Right").keys
      #expect(try desktop.waitForKeys(forth) == forth, "\(daemon.program)")
      #expect(try desktop.status()["inputProblems"]?.array == [])
      try daemon.stop()
    }

    @Test("those for sway: workspaces, fullscreen, floating", .enabled(if: LiveDesktop.kind == "sway", "needs sway"))
    func sway() throws {
      func json(_ type: String) throws -> JSONValue {
        try JSONReader.read(
          Array(try Program.run("swaymsg", "-r", "-t", type, environment: desktop.environment).utf8)[...])
      }
      func waitFor(_ type: String, _ isExpected: (JSONValue) -> Bool) throws {
        var last: JSONValue?
        try wait(otherwise: { "\(type) is \(last?.text ?? "nothing")" }) {
          last = try json(type)
          return last.map(isExpected) == true ? () : nil
        }
      }
      func focused(_ json: JSONValue) -> JSONValue? {
        if json["focused"]?.bool == true { return json }
        let children = (json["nodes"]?.array ?? []) + (json["floating_nodes"]?.array ?? [])
        return children.lazy.compactMap(focused).first
      }
      func isOn(_ name: String) -> (JSONValue) -> Bool {
        { $0.array?.first { $0["focused"]?.bool == true }?["name"]?.string == name }
      }
      let daemon = try daemon()
      try Program.run("swaymsg", "workspace 2", environment: desktop.environment)
      let other = try desktop.open("other", title: "on workspace 2")
      try act("{sway: workspace prev}", of: daemon)
      try waitFor("get_workspaces", isOn("1"))
      try act("{sway: workspace next}", of: daemon)
      try waitFor("get_workspaces", isOn("2"))
      for mode in [1, 0] {
        try act("{sway: fullscreen toggle}", of: daemon)
        try waitFor("get_tree") { focused($0)?["fullscreen_mode"]?.integer == mode }
      }
      for type in ["floating_con", "con"] {
        try act("{sway: floating toggle}", of: daemon)
        try waitFor("get_tree") { focused($0)?["type"]?.string == type }
      }
      other.stop()
      try Program.run("swaymsg", "workspace 1", environment: desktop.environment)
      try daemon.stop()
    }

    @Test(
      "those for GNOME: the window is maximized and hidden, all applications are shown",
      .enabled(if: LiveDesktop.kind == "gnome", "needs GNOME"))
    func gnome() throws {
      let daemon = try daemon()
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try act("{keys: super+Up}", of: daemon)
      // Its name depends on the version.
      try desktop.waitUntil(
        "(w => w !== null && (w.is_maximized ? w.is_maximized() : w.get_maximized() === 3))(global.display.focus_window)",
        is: "true")
      try act("{keys: super+h}", of: daemon)
      try desktop.waitUntil("global.get_window_actors().some(a => a.meta_window.minimized)", is: "true")
      try act("{keys: super+a}", of: daemon)
      try desktop.waitUntil("Main.overview.visible && Main.overview.dash.showAppsButton.checked", is: "true")
      _ = try desktop.evaluate("Main.overview.hide()")
      try desktop.waitUntil("Main.overview.visible", is: "false")
      try daemon.stop()
    }

    @Test("those for KDE: the desktop is shown", .enabled(if: LiveDesktop.kind == "kde", "needs KDE"))
    func kde() throws {
      func isShowingDesktop() throws -> Bool {
        try desktop.call(
          "org.kde.KWin", "/KWin", "org.freedesktop.DBus.Properties.Get", "org.kde.KWin", "showingDesktop"
        ).contains("true")
      }
      let daemon = try daemon()
      for isShown in [true, false] {
        try act("invokeShortcut s \"Show Desktop\"", of: daemon)
        try wait(otherwise: { "the desktop is not \(isShown ? "shown" : "hidden"): \(daemon.program)" }) {
          try isShowingDesktop() == isShown ? () : nil
        }
      }
      try daemon.stop()
    }
  }
}
