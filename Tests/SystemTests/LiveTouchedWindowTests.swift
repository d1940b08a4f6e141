internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  /// The window under the fingers, by recordings of a touchscreen, on desktops that tell which it is.
  @Suite(.enabled(if: LiveTouches.areTold, "this desktop does not tell where windows are, or has no terminal here"))
  final class TouchedWindows {
    private let desktop: LiveDesktop
    private let state: LiveOperations
    private let daemon: Daemon
    /// A window that is on top of the desktop's own one or beside it, and has the focus.
    private let other: Program

    init() throws {
      desktop = try LiveDesktop()
      state = LiveOperations(desktop)
      daemon = try desktop.daemon("  - {name: maximize, swipe: up, fingers: 3, do: {window: maximize}}\n")
      try state.waitForFocus(on: desktop.window)
      if LiveTouches.overlaps {
        try desktop.trigger("maximize")
        let window = desktop.window
        try wait(otherwise: { "the window is not maximized" }) {
          window.states.contains { $0 == "maximized" } ? () : nil
        }
      }
      other = try desktop.open("other", title: "of the other")
    }

    deinit { other.stop() }

    /// Taps at positions, each in hundredths of the output, and performs what the rules say.
    private func tap(_ positions: [(x: Int, y: Int)], _ rules: String, _ flags: String...) throws -> Program {
      try desktop.tap(positions, rules, flags)
    }

    /// The windows at positions, as listed by a replay.
    private func windows(at positions: [(x: Int, y: Int)]) throws -> [JSONValue] {
      let rules = "  - {tap: single, fingers: 1, when: {under: {app: other}}, do: none}\n"
      return try tap(positions, rules, "--json").lines().compactMap { try JSONReader.read($0)["under"] }
    }

    @Test("each gesture is listed with its window, as followers get it")
    func listed() throws {
      let windows = try windows(at: [LiveTouches.other, LiveTouches.own])
      #expect(windows.map { $0["app"]?.string } == ["other", "wev"])
      #expect(windows.first?["title"]?.string?.hasPrefix("of the other") == true, "\(windows)")
      try daemon.stop()
    }

    /// Taps on the desktop's own window, which does not have the focus.
    private func change(_ value: String, at position: (x: Int, y: Int) = LiveTouches.own) throws -> Program {
      try tap([position], "  - {tap: single, fingers: 1, do: {window: \(value), at: fingers}}\n")
    }

    @Test("conditions hold of the window under the finger, whichever has the focus")
    func conditions() throws {
      let log = try Guest.folder() + "/log"
      let rules = [
        ("{under: {app: other, title: \"of the *\", fullscreen: false}}", "other"), ("{under: {app: wev}}", "own"),
      ].map { "  - {tap: single, fingers: 1, when: \($0), do: 'echo \($1) >>\(log)'}\n" }.joined()
      let replay = try tap([LiveTouches.other, LiveTouches.own, LiveTouches.other], rules)
      try wait(otherwise: { "\(Guest.read(log) ?? "nothing"): \(replay)" }) {
        // The commands run at the same time.
        (Guest.read(log) ?? "").split(separator: "\n").sorted() == ["other", "other", "own"] ? () : nil
      }
      try daemon.stop()
    }

    @Test("the window under the finger closes, and not the one with the focus")
    func close() throws {
      let replay = try change("close")
      let window = desktop.window.program
      try wait(otherwise: { "the window is open: \(replay)" }) { window.isRunning ? nil : () }
      #expect(other.isRunning)
      try daemon.stop()
    }

    @Test("it gets the focus")
    func activate() throws {
      _ = try change("activate")
      try state.waitForFocus(on: desktop.window)
      #expect(other.isRunning)
      try daemon.stop()
    }

    @Test("its state changes", arguments: LiveTouches.states)
    func states(value: String) throws {
      let before = try has(value)
      let replay = try change(value)
      try wait(otherwise: { "'\(value)' is \(before): \(replay)" }) { try has(value) == before ? nil : () }
      #expect(other.isRunning)
      try daemon.stop()
    }

    /// True if the desktop's own window has the state that a change gives or takes.
    private func has(_ value: String) throws -> Bool {
      switch (value, LiveDesktop.kind) {
      case ("maximize", _): desktop.window.states.contains { $0 == "maximized" }
      case ("always-on-top", "gnome"):
        try desktop.evaluate(
          "global.get_window_actors().some(a => a.meta_window.get_wm_class() === 'wev' && a.meta_window.is_above())")
          == "true"
      // It is above the other one then, which is at this position.
      case ("always-on-top", _): try isUnder("wev", at: LiveTouches.other)
      case ("minimize", _): try !isUnder("wev", at: LiveTouches.own)
      case ("floating", _): try state.hasFloatingWindow()
      default: desktop.window.states.contains { $0 == value }
      }
    }

    private func isUnder(_ app: String, at position: (x: Int, y: Int)) throws -> Bool {
      try windows(at: [position]).first?["app"]?.string == app
    }

    @Test(
      "it moves to the next workspace, and the other one stays",
      .enabled(if: LiveTouches.movesWindows, "this desktop moves only the window with the focus"))
    func moves() throws {
      // Hyprland makes the next one itself.
      let windows = LiveDesktop.kind == "hyprland" ? [] : try state.makeThreeWorkspaces()
      defer { for window in windows { window.stop() } }
      _ = try change("to-next-workspace")
      try state.waitForWorkspace(2, after: "to-next-workspace", daemon)
      try state.waitForFocus(on: desktop.window)
      _ = try change("to-previous-workspace", at: (75, 50))
      try state.waitForWorkspace(1, after: "to-previous-workspace", daemon)
      try state.waitForFocus(on: desktop.window)
      try daemon.stop()
    }

    @Test("where there is no window nothing is changed, which is told")
    func nothing() throws {
      other.stop()
      desktop.window.program.stop()
      try desktop.waitForStatus { $0["app"]?.string == "" }
      let replay = try change("close")
      #expect(
        replay.text(.errors).contains("'window: close, at: fingers': there is no window under the fingers"), "\(replay)"
      )
      try daemon.stop()
    }

    @Test(
      "it is known under the pointer, for touchpads",
      .enabled(if: ["gnome", "hyprland"].contains(LiveDesktop.kind), "this desktop does not tell where the pointer is"))
    func pointer() throws {
      // A click on a touchscreen leaves the pointer there.
      _ = try tap([LiveTouches.own], "  - {tap: single, fingers: 1, do: {click: middle}}\n")
      let file = try Guest.folder() + "/rules.yml"
      try Guest.write(
        "rules:\n  - {swipe: left, fingers: 4, when: {under: {app: wev}}, do: {window: close, at: fingers}}\n", to: file
      )
      let replay = try Program.sleight(
        "replay", "--act", "--config", file, desktop.recording(moving: (1, 0)), environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      let window = desktop.window.program
      try wait(otherwise: { "the window is open: \(replay)" }) { window.isRunning ? nil : () }
      #expect(other.isRunning)
      try daemon.stop()
    }
  }
}

extension LiveDesktop {
  /// Taps at positions, each in hundredths of the output, and performs what the rules say.
  fileprivate func tap(_ positions: [(x: Int, y: Int)], _ rules: String, _ flags: [String]) throws -> Program {
    let file = try Guest.folder() + "/touched.yml"
    try Guest.write("rules:\n\(rules)", to: file)
    let replay = try Program(
      [Guest.sleight, "replay", "--act", "--config", file] + flags + [recording(tapping: positions)],
      environment: environment)
    #expect(try replay.waitForExit() == 0, "\(replay)")
    return replay
  }
}

extension InADesktop {
  @Suite(.enabled(if: LiveDesktop.isWlroots && !LiveTouches.areTold, "this desktop tells where windows are"))
  struct UntoldWindows {
    @Test("the window under the finger is unknown in each list, and status tells the reason")
    func unknown() throws {
      let desktop = try LiveDesktop()
      let rules = "  - {tap: single, fingers: 1, when: {under: {app: wev}}, do: none}\n"
      let daemon = try desktop.daemon(rules)
      let lines = try desktop.tap([LiveTouches.own], rules, ["--json"]).lines().map { try JSONReader.read($0) }
      #expect(lines.compactMap { $0["under"] } == [.null], "\(lines)")
      let unknown = try desktop.status()["unknown"]?.array?.first
      #expect(unknown?["condition"]?.string == "under")
      #expect(unknown?["reason"]?.string?.hasSuffix("does not report where windows are") == true, "\(unknown)")
      try daemon.stop()
    }
  }
}

/// Where windows are on each desktop, and the changes of one that has no focus.
enum LiveTouches {
  static let areTold = ["gnome", "kde", "sway", "hyprland"].contains(LiveDesktop.kind) && LiveDesktop.hasTerminal
  /// True if windows overlap: the desktop's own one is maximized, and the other one above it, near the upper left
  /// corner or in the middle. Elsewhere the first one is the left half.
  static let overlaps = ["gnome", "kde"].contains(LiveDesktop.kind)
  static let own = overlaps ? (x: 97, y: 92) : (x: 20, y: 50)
  static let other = overlaps ? (x: 35, y: 35) : (x: 80, y: 50)
  static let movesWindows = LiveDesktop.kind != "kde"

  static var states: [String] {
    switch LiveDesktop.kind {
    case "sway": ["fullscreen", "floating"]
    case "hyprland": ["floating"]
    default: ["fullscreen", "maximize", "minimize", "always-on-top"]
    }
  }
}
