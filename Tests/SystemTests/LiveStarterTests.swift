internal import JSONLines
internal import Testing

extension InADesktop {
  /// The rules that `sleight init` writes.
  @Suite final class TheStarterRules {
    private let desktop: LiveDesktop
    private let state: LiveOperations

    init() throws {
      desktop = try LiveDesktop()
      state = LiveOperations(desktop)
    }

    private static let hasSwipes = LiveOperations.hasWorkspaces && !["gnome", "kde"].contains(LiveDesktop.kind)
    /// The name of the rule whose gesture `init` suggests.
    private var suggested = ""

    /// Starts a daemon with the initial rules for this desktop, on which `check` has no message.
    private func daemon() throws -> Daemon {
      let rules = try Guest.folder() + "/rules.yml"
      let start = try Program.sleight("init", "--config", rules, environment: desktop.environment)
      #expect(try start.waitForExit() == 0, "\(start)")
      // Nothing that the rules require is missing.
      #expect(!start.text(.output).contains("First run"), "\(start)")
      suggested = String(try #require(start.text(.output).firstMatch(of: /fingers: (.+)\.\n$/)).1)
      let check = try Program.sleight("check", rules, environment: desktop.environment)
      #expect(try check.waitForExit() == 0 && check.text(.output).hasSuffix(", no errors\n"), "\(check)")
      #expect(!check.text(.output).contains(": note: ") && !check.text(.output).contains(": warning: "), "\(check)")
      let lines = try #require(Guest.read(rules)).split(separator: "\n", omittingEmptySubsequences: false)
      return try desktop.daemon(lines.drop { $0 != "rules:" }.dropFirst().joined(separator: "\n") + "\n")
    }

    @Test("the keys for zooming, back and forward arrive in the window")
    func keys() throws {
      let daemon = try daemon()
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      var rules = [
        // A step, and no step back.
        ("zoom", "ctrl+plus -> Control_L Shift_L plus"), ("back", "alt+Left -> Alt_L Left"),
        ("forward", "alt+Right -> Alt_L Right"),
      ]
      // Plasma zooms with this gesture.
      if LiveDesktop.kind == "kde" { rules.removeFirst() }
      var expected: [WindowKey] = []
      for (name, chord) in rules {
        try desktop.trigger(name)
        expected += WrittenChord(chord).keys
        try desktop.expectKeys(expected, "\(daemon.program)")
      }
      #expect(try desktop.status()["inputProblems"]?.array == [])
      try daemon.stop()
    }

    @Test("the gesture that is suggested does what it says, and it is seen")
    func suggestion() throws {
      let daemon = try daemon()
      switch suggested {
      case "launcher":
        try desktop.trigger(suggested)
        try desktop.waitUntil("Main.overview.visible && Main.overview.dash.showAppsButton.checked", is: "true")
        // The same once more closes it.
        try desktop.trigger(suggested)
        try desktop.waitUntil("Main.overview.visible", is: "false")
      case "fullscreen":
        for isFullscreen in [true, false] {
          try desktop.trigger(suggested)
          try wait(otherwise: { "\(suggested): \(desktop.window.program)\n\(daemon.program)" }) {
            try state.windowIs(suggested, daemon) == isFullscreen ? () : nil
          }
        }
      // `workspaces` performs it.
      case "next workspace": #expect(Self.hasSwipes)
      default: Issue.record("no effect of '\(suggested)' is known")
      }
      try daemon.stop()
    }

    @Test(
      "the first swipe shows the next workspace, and the other one the previous",
      .enabled(if: hasSwipes, "the desktop's own swipes do this, or nothing can"))
    func workspaces() throws {
      let daemon = try daemon()
      let windows = try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      for (name, place) in [("next workspace", 2), ("previous workspace", 1)] {
        try desktop.trigger(name)
        try state.waitForWorkspace(place, after: name, daemon)
      }
      try daemon.stop()
    }
  }
}
