internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  /// The actions of the desktop: each cell of the table in sleight-desktops(7) that says 'yes' or 'keys'.
  @Suite(.enabled(if: LiveOperations.kinds.contains(LiveDesktop.kind), "no such action was tried on this desktop"))
  final class Operations {
    private let desktop: LiveDesktop
    private let state: LiveOperations

    init() throws {
      desktop = try LiveDesktop()
      state = LiveOperations(desktop)
    }

    @Test(
      "workspaces: next, previous, first, last, back and by number, also as steps",
      .enabled(if: LiveOperations.hasWorkspaces, "Sleight knows no way to its workspaces"))
    func workspaces() throws {
      let daemon = try desktop.daemon(Self.rules("workspace", LiveOperations.workspaces) + Self.steps)
      let windows = try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      var places = [("next", 2), ("next", 3), ("previous", 2)]
      places += LiveOperations.workspaces.contains("last") ? [("last", 3), ("first", 1), ("back", 3)] : [("first", 1)]
      places += [("2", 2), ("3", 3), ("first", 1), ("back", 3), ("back", 1), ("steps", 2)]
      for (value, place) in places {
        try desktop.trigger("\(value)")
        try state.waitForWorkspace(place, after: "workspace: \(value)", daemon)
      }
      try desktop.trigger("1")
      try state.waitForWorkspace(1, after: "workspace: 1", daemon)
      try daemon.stop()
    }

    @Test("the focused window becomes fullscreen and maximized, and is restored, by the same action")
    func states() throws {
      // KWin's ids of windows are in the log.
      let daemon = try desktop.daemon(
        Self.rules("window", LiveOperations.windowStates),
        variables: LiveDesktop.kind == "kde" ? ["WAYLAND_DEBUG": "client"] : [:])
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      for value in LiveOperations.windowStates {
        let name = value == "maximize" ? "maximized" : value
        for isExpected in [true, false] {
          // Hyprland ignores a toggle while the window has not drawn itself in its new size.
          try wait(otherwise: {
            "the window is not '\(name)' \(isExpected): \(self.desktop.window.program) \(daemon.program)"
          }) {
            try desktop.trigger(value)
            return try? wait(.seconds(5), otherwise: { "" }) {
              try state.windowIs(name, daemon) == isExpected ? () : nil
            }
          }
        }
      }
      try daemon.stop()
    }

    @Test(
      "the focused window is put on one half of its output and on the other",
      .enabled(if: ["gnome", "kde"].contains(LiveDesktop.kind), "this desktop tiles windows itself"))
    func tiling() throws {
      let daemon = try desktop.daemon(Self.rules("window", ["tile-left", "tile-right"]))
      let other = try state.openWindow()
      defer { other.program.stop() }
      try state.waitForFocus(on: other)
      if LiveDesktop.kind == "gnome" { try desktop.waitForStatus { $0["keys"]?.string != nil } }
      for value in ["tile-left", "tile-right", "tile-left"] {
        try desktop.trigger(value)
        // The edges that have no window beside them are tiled as well.
        try wait(otherwise: { "no '\(value)': \(other.states) \(daemon.program)" }) {
          let states = Set(other.states.map { $0.trimmingPrefix(while: { $0 == "\t" }) })
          return states.contains(value.replacing("tile", with: "tiled")[...]) ? () : nil
        }
      }
      try daemon.stop()
    }

    @Test("the focused window closes, and only that one")
    func close() throws {
      let daemon = try desktop.daemon(Self.rules("window", ["close"]))
      let other = try state.openWindow()
      try desktop.trigger("close")
      try wait(otherwise: { "the window is open: \(daemon.program)" }) { other.program.isRunning ? nil : () }
      #expect(desktop.window.program.isRunning)
      try daemon.stop()
    }

    @Test("the focus goes to the next and the previous window")
    func focus() throws {
      let daemon = try desktop.daemon(Self.rules("window", ["next", "previous"]))
      let other = try state.openWindow()
      defer { other.program.stop() }
      try state.waitForFocus(on: other)
      for value in ["next", "next", "previous", "previous"] {
        let before = state.focused
        try desktop.trigger(value)
        try wait(otherwise: { "the focus does not move by \(value): \(daemon.program)" }) {
          state.focused != before && state.focused != nil ? () : nil
        }
      }
      try daemon.stop()
    }

    @Test(
      "the focused window moves to the next workspace and back, with the focus",
      .enabled(if: LiveOperations.movesWindows, "Sleight knows no way to its workspaces"))
    func moves() throws {
      let daemon = try desktop.daemon(
        Self.rules(
          "window", ["to-next-workspace", "to-previous-workspace", "to-workspace-1", "to-workspace-3"])
          + Self.rules("workspace", ["1"]))
      let windows = try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      try state.waitForWorkspace(1, after: "the start", daemon)
      let other = try state.openWindow()
      defer { other.program.stop() }
      for (value, place) in [
        ("to-next-workspace", 2), ("to-next-workspace", 3), ("to-previous-workspace", 2), ("to-workspace-1", 1),
        ("to-workspace-3", 3), ("to-previous-workspace", 2),
      ] {
        try desktop.trigger(value)
        try state.waitForWorkspace(place, after: "window: \(value)", daemon)
        try state.waitForFocus(on: other)
      }
      try desktop.trigger("1")
      try state.waitForWorkspace(1, after: "workspace: 1", daemon)
      try daemon.stop()
    }

    @Test(
      "a global shortcut of Plasma is performed by its name, and the reason is given where there is none",
      .enabled(if: LiveDesktop.kind == "kde", "this is not Plasma"))
    func plasmaShortcut() throws {
      let daemon = try desktop.daemon(
        """
          - {name: shown, swipe: up, fingers: 3, do: {plasma-shortcut: "kwin,Switch to Desktop 2"}}
          - {name: first, swipe: left, fingers: 3, do: {plasma-shortcut: "kwin,Switch to Desktop 1"}}
          - {name: absent, swipe: down, fingers: 3, do: {plasma-shortcut: "kwin, No Such Thing"}}

        """)
      let windows = try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      try state.waitForWorkspace(1, after: "the start", daemon)
      try desktop.trigger("shown")
      try state.waitForWorkspace(2, after: "Switch to Desktop 2", daemon)
      _ = try? desktop.trigger("absent")
      try daemon.program.waitForLine(containing: "'kwin' has no shortcut 'No Such Thing'", in: .errors)
      // Other tests begin on the first one.
      try desktop.trigger("first")
      try state.waitForWorkspace(1, after: "Switch to Desktop 1", daemon)
      try daemon.stop()
    }

    @Test(
      "the focused window is minimized", .enabled(if: LiveOperations.minimizes, "this desktop minimizes no window"))
    func minimize() throws {
      let daemon = try desktop.daemon(Self.rules("window", ["minimize"]))
      let other = try state.openWindow()
      defer { other.program.stop() }
      try state.waitForFocus(on: other)
      try desktop.trigger("minimize")
      try state.waitForFocus(on: desktop.window)
      #expect(other.program.isRunning)
      try daemon.stop()
    }

    @Test(
      "all windows are hidden, and shown again",
      .enabled(if: ["gnome", "kde"].contains(LiveDesktop.kind), "this desktop does not show its background"))
    func showDesktop() throws {
      let daemon = try desktop.daemon(Self.rules("desktop", ["show-desktop"]))
      try state.waitForFocus(on: desktop.window)
      try desktop.trigger("show-desktop")
      try wait(otherwise: { "the windows are shown: \(daemon.program)" }) { try state.showsDesktop() ? () : nil }
      try desktop.trigger("show-desktop")
      try wait(otherwise: { "the windows are hidden: \(daemon.program)" }) { try state.showsDesktop() ? nil : () }
      try state.waitForFocus(on: desktop.window)
      try daemon.stop()
    }

    @Test(
      "the shell's overview, list of applications, notifications and screenshots open, and close again",
      .enabled(if: LiveDesktop.kind == "gnome", "other desktops have none here"))
    func functions() throws {
      let states = [
        ("overview", "Main.overview.visible"),
        ("launcher", "Main.overview.visible && Main.overview.dash.showAppsButton.checked"),
        ("notifications", "Main.panel.statusArea.dateMenu.menu.isOpen"),
        ("screenshot", "Main.screenshotUI.visible"),
      ]
      let daemon = try desktop.daemon(Self.rules("desktop", states.map(\.0)))
      for (value, state) in states {
        for isOpen in [true, false] {
          try desktop.trigger(value)
          try desktop.waitUntil(state, is: "\(isOpen)")
        }
        try desktop.waitUntil("Main.overview.visible", is: "false")
      }
      try daemon.stop()
    }

    @Test(
      "the session is locked, and nothing acts until it is unlocked",
      .enabled(if: ["gnome", "kde"].contains(LiveDesktop.kind), "this desktop has no lock screen of its own"))
    func lock() throws {
      let daemon = try desktop.daemon(Self.rules("desktop", ["lock"]) + Self.rules("workspace", ["2"]))
      _ = try state.makeThreeWorkspaces()
      try desktop.trigger("lock")
      try desktop.waitForStatus { $0["session"]?.string == "locked" }
      try desktop.waitForLockScreen(true)
      let trigger = try Program.sleight("trigger", "2", environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1, "\(trigger)")
      try state.waitForWorkspace(1, after: "the lock", daemon)
      try desktop.setLocked(false)
      try desktop.waitForLockScreen(false)
      try desktop.waitForStatus { $0["session"]?.string == "active" && $0["app"]?.string == "wev" }
      try daemon.stop()
    }

    @Test(
      "the focused window moves to the next output, to the right one and to the left one, with the focus",
      .enabled(if: LiveOperations.movesWindows, "Sleight knows no way to its workspaces"))
    func outputs() throws {
      try state.addOutput()
      defer { try? state.removeOutput() }
      let values = ["to-next-output", "to-left-output", "to-right-output"]
      let daemon = try desktop.daemon(
        Self.rules("window", values) + "  - {swipe: down, fingers: 3, when: {output: x}, do: none}\n")
      try desktop.waitForStatus { $0["app"]?.string == "wev" && $0["output"]?.string != nil }
      let first = try #require(try desktop.status()["output"]?.string)
      for (value, isFirst) in [
        ("to-next-output", false), ("to-next-output", true), ("to-right-output", false), ("to-left-output", true),
        ("to-right-output", false), ("to-left-output", true),
      ] {
        try desktop.trigger(value)
        try desktop.waitForStatus { $0["app"]?.string == "wev" && ($0["output"]?.string == first) == isFirst }
      }
      try daemon.stop()
    }

    @Test(
      "a workspace changes on the output under the fingers",
      .enabled(if: LiveDesktop.kind == "labwc", "a guest shows it in sway; elsewhere workspaces span all outputs"))
    func touchedOutput() throws {
      let daemon = try desktop.daemon("  - {swipe: down, fingers: 3, when: {output: x}, do: none}\n")
      let windows = try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      try desktop.waitForStatus { $0["app"]?.string == "wev" && $0["output"]?.string != nil }
      let output = try #require(try desktop.status()["output"]?.string)
      for (value, place) in [("next", 2), ("next", 3), ("previous", 2)] {
        let file = try Guest.folder() + "/touched.yml"
        try Guest.write(
          """
          devices: {"Screen*": {output: \(output)}}
          rules: [{tap: single, fingers: 1, do: {workspace: \(value), at: fingers}}]

          """, to: file)
        let replay = try Program.sleight(
          "replay", "--act", "--config", file, desktop.recording(tapping: [(50, 50)]), environment: desktop.environment)
        #expect(try replay.waitForExit() == 0 && replay.text(.errors) == "", "\(replay)")
        try state.waitForWorkspace(place, after: "workspace: \(value), at: fingers", daemon)
      }
      try daemon.stop()
    }

    @Test(
      "an action by the keys of a shortcut presses these",
      .enabled(if: LiveDesktop.kind == "sway", "this desktop has no such action"))
    func keys() throws {
      let file = try Guest.folder() + "/launcher"
      try Program.run("swaymsg", "bindsym Mod4+d exec touch \(file)", environment: desktop.environment)
      let daemon = try desktop.daemon(Self.rules("desktop", ["launcher"]))
      try desktop.waitForStatus { $0["keys"]?.string == "wayland" }
      try desktop.trigger("launcher")
      try wait(otherwise: { "no file \(file): \(daemon.program)" }) { Guest.read(file).map { _ in () } }
      try Program.run("swaymsg", "unbindsym Mod4+d", environment: desktop.environment)
      try daemon.stop()
    }

    @Test("an action that the desktop cannot perform is logged, and told by check and by doctor")
    func absence() throws {
      let (subject, value, reason) = LiveOperations.absent
      let daemon = try desktop.daemon(Self.rules(subject, [value]))
      let text = "\(LiveOperations.name) cannot perform '\(subject): \(value)': \(reason)"
      let trigger = try Program.sleight("trigger", value, environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1)
      #expect(trigger.text(.errors).contains("rules.yml:3: \(text)"), "\(trigger)")
      try daemon.program.waitForLine(containing: "rules.yml:3: \(text)", in: .errors)
      let check = try Program.sleight("check", daemon.rulesFile, environment: desktop.environment)
      #expect(try check.waitForExit() == 0)
      #expect(check.text(.output).contains("warning: \(text)"), "\(check)")
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile, environment: desktop.environment)
      _ = try doctor.waitForExit()
      #expect(doctor.text(.output).contains("rules.yml:3: \(text)"), "\(doctor)")
      try daemon.stop()
    }

    @Test("a recording that is performed acts on the desktop")
    func replay() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {swipe: left, fingers: 4, do: {window: close}}\n", to: rules)
      let other = try state.openWindow()
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (1, 0)), environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      try wait(otherwise: { "the window is open: \(replay)" }) { other.program.isRunning ? nil : () }
      #expect(replay.text(.output).contains("window close"), "\(replay)")
    }

    /// A rule for each value of an action, named after it.
    private static func rules(_ subject: String, _ values: [String]) -> String {
      values.map { "  - {name: '\($0)', swipe: up, fingers: 3, do: {\(subject): \($0)}}\n" }.joined()
    }

    /// A rule of steps, which makes one when it is triggered.
    private static let steps =
      "  - {name: steps, pan: right, fingers: 4, every: 9mm, do: {workspace: next}, back: {workspace: previous}}\n"
  }
}
