internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// The window under the fingers on a touchscreen, in sway.
  @Suite struct TouchedWindows {
    /// A touchscreen over the only output, with windows called `left` and `right` beside each other; the right one has
    /// the focus.
    private final class Desktop {
      let touchscreen: Surface
      let sway: Sway
      private(set) var windows: [String: Program] = [:]

      init() throws {
        touchscreen = try Surface(.touchscreen)
        sway = try Sway(layout: "us")
        try sway.run("output HEADLESS-1 mode 1280x720 position 0 0")
        try sway.run("input type:touch map_to_output HEADLESS-1")
        sway.window.program.stop()
        for name in ["left", "right"] { try open(name) }
      }

      deinit { for window in windows.values { window.stop() } }

      /// Opens a window, and waits until it has the focus.
      func open(_ name: String) throws {
        windows[name] = try Program(
          ["foot", "--app-id=\(name)", "--title=the \(name) one", "sleep", "infinity"], environment: sway.environment)
        try sway.waitForFocus(on: name)
      }

      func daemon(_ rules: String) throws -> Daemon {
        try Daemon(
          rulesText: "rules:\n\(rules)", folder: Guest.folder(), reading: [touchscreen],
          environment: sway.environment)
      }

      /// The output of a command.
      func output(_ arguments: String...) throws -> String {
        let program = try Program([Guest.sleight] + arguments, environment: sway.environment)
        #expect(try program.waitForExit() == 0, "\(program)")
        return program.text(.output)
      }

      /// The output of a command as JSON.
      func lines(_ command: String, _ flag: String) throws -> [JSONValue] {
        try output(command, flag).split(separator: "\n").map { try JSONReader.read(String($0)) }
      }

      /// A finger moves, by default to the left, from a share of the screen's width in the middle of its height.
      func swipe(from share: Double, _ distance: Double = -30, down: Double = 0) throws {
        try touchscreen.land([Surface.Point(x: 310 * share, y: 87)])
        try touchscreen.move(by: .init(x: distance, y: down), in: .milliseconds(200))
        try touchscreen.lift()
        touchscreen.comeBack()
      }
    }

    @Test("of two outputs, the touchscreen lies over the one that sway's configuration maps it to")
    func mapped() throws {
      let sway = try Sway(layout: "us", configuration: "input type:touch map_to_output HEADLESS-2\n")
      // sway lists only the devices that come while it runs.
      let touchscreen = try Surface(.touchscreen)
      try wait(otherwise: { "sway has no touchscreen" }) {
        try sway.inputNames().contains("Virtual Touchscreen") ? () : nil
      }
      try sway.run("create_output")
      try sway.run("output HEADLESS-1 mode 1280x720 position 0 0")
      try sway.run("output HEADLESS-2 mode 1280x720 position 1280 0")
      sway.window.program.stop()
      var windows: [Program] = []
      defer { for window in windows { window.stop() } }
      for (name, output) in [("second", "HEADLESS-2"), ("first", "HEADLESS-1")] {
        try sway.run("focus output \(output)")
        windows.append(
          try Program(["foot", "--app-id=\(name)", "sleep", "infinity"], environment: sway.environment))
        try sway.waitForFocus(on: name)
      }
      let file = try Guest.folder() + "/touched"
      let rules = ["first", "second"].map {
        "  - {swipe: left, fingers: 1, device: touchscreen, when: {under: {app: \($0)}}, do: 'echo \($0) >>\(file)'}\n"
      }
      let daemon = try Daemon(
        rulesText: "rules:\n\(rules.joined())", folder: Guest.folder(), reading: [touchscreen],
        environment: sway.environment)
      try touchscreen.land([Surface.Point(x: 155, y: 87)])
      try touchscreen.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
      try touchscreen.lift()
      touchscreen.comeBack()
      try wait(otherwise: { "nothing is known of the window: \(daemon.program)" }) { Guest.read(file).map { _ in () } }
      #expect(Guest.read(file) == "second\n")
      try daemon.stop()
    }

    @Test("a workspace changes on the output under the finger, and not on the focused one")
    func workspaces() throws {
      let sway = try Sway(layout: "us", configuration: "input type:touch map_to_output HEADLESS-2\n")
      let touchscreen = try Surface(.touchscreen)
      try wait(otherwise: { "sway has no touchscreen" }) {
        try sway.inputNames().contains("Virtual Touchscreen") ? () : nil
      }
      try sway.run("create_output")
      try sway.run("output HEADLESS-2 mode 1280x720 position 1280 0")
      var windows: [Program] = []
      defer { for window in windows { window.stop() } }
      // The output under the finger has two workspaces with windows, and shows an empty one before them.
      for name in ["8", "9"] {
        try sway.run("focus output HEADLESS-2; workspace \(name)")
        windows.append(try Program(["foot", "--app-id=\(name)", "sleep", "infinity"], environment: sway.environment))
        try sway.waitForFocus(on: name)
      }
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {swipe: left, fingers: 1, do: {workspace: next, at: fingers}}
            - {swipe: right, fingers: 1, do: {workspace: previous, at: fingers}}

          """, folder: Guest.folder(), reading: [touchscreen], environment: sway.environment)
      for (x, expected) in [(-30.0, "8"), (30, "9")] {
        try sway.run("workspace 7; focus output HEADLESS-1")
        #expect(try sway.focusedWorkspace() == "1")
        try touchscreen.land([Surface.Point(x: 155, y: 87)])
        try touchscreen.move(by: .init(x: x, y: 0), in: .milliseconds(200))
        try touchscreen.lift()
        touchscreen.comeBack()
        try wait(otherwise: { "workspace \(expected) is not shown: \(daemon.program)" }) {
          try sway.focusedWorkspace() == expected ? () : nil
        }
      }
      try daemon.stop()
    }

    private static let reports = [("left", "{app: left}"), ("right", "{app: right, title: \"the * one\"}")]
      .map { "  - {swipe: left, fingers: 1, when: {under: \($1)}, do: 'echo \($0) >>$HOME/acts'}\n" }.joined()

    @Test("a rule acts over the window that it names, with the focus or without it, where the finger landed")
    func conditions() throws {
      let desktop = try Desktop()
      let acts = try Guest.folder() + "/acts"
      let daemon = try desktop.daemon(Self.reports.replacing("$HOME/acts", with: acts))
      func expect(_ names: [String]) throws {
        let text = names.map { "\($0)\n" }.joined()
        try wait(otherwise: { "\(Guest.read(acts) ?? "nothing"), not \(names): \(daemon.program)" }) {
          Guest.read(acts) == text ? () : nil
        }
      }
      // The last but one begins in the right window and ends in the left one.
      for share in [0.25, 0.75, 0.53, 0.3] { try desktop.swipe(from: share) }
      try expect(["left", "right", "right", "left"])
      // A floating window is above the tiled ones.
      try desktop.sway.run("[app_id=right] floating enable")
      try desktop.sway.run("[app_id=right] resize set 400 300")
      try desktop.sway.run("[app_id=right] move position 440 210")
      settle()
      for share in [0.5, 0.2] { try desktop.swipe(from: share) }
      try expect(["left", "right", "right", "left", "right", "left"])
      // A fullscreen one above all of them.
      try desktop.sway.run("[app_id=left] focus, fullscreen enable")
      settle()
      try desktop.swipe(from: 0.5)
      try expect(["left", "right", "right", "left", "right", "left", "left"])
      // Of tabs, the one that is shown.
      try desktop.sway.run("[app_id=left] fullscreen disable; [app_id=right] floating disable; layout tabbed")
      try desktop.sway.run("[app_id=right] focus")
      settle()
      for share in [0.2, 0.8] { try desktop.swipe(from: share) }
      try expect(["left", "right", "right", "left", "right", "left", "left", "right", "right"])
      // No window of another workspace, and none at an empty place.
      try desktop.sway.run("workspace 2")
      settle()
      try desktop.swipe(from: 0.5)
      try desktop.sway.run("workspace 1")
      settle()
      try desktop.swipe(from: 0.5)
      try expect(["left", "right", "right", "left", "right", "left", "left", "right", "right", "right"])
      try daemon.stop()
    }

    @Test("the window under the finger closes, and not the one with the focus; the other operations act on it, too")
    func operations() throws {
      let desktop = try Desktop()
      let daemon = try desktop.daemon(
        """
          - {swipe: left, fingers: 1, do: {window: fullscreen, at: fingers}}
          - {swipe: right, fingers: 1, do: {window: close, at: fingers}}
          - {swipe: up, fingers: 1, do: {window: floating, at: fingers}}
          - {swipe: down, fingers: 1, do: {window: to-next-workspace, at: fingers}}

        """)
      try desktop.swipe(from: 0.25)
      try desktop.sway.waitForFullscreen(on: "left")
      try desktop.swipe(from: 0.75)
      try desktop.sway.waitForFullscreen(on: nil)
      try desktop.sway.run("[app_id=right] focus")
      try desktop.sway.waitForFocus(on: "right")
      try desktop.swipe(from: 0.25, 0, down: -30)
      try desktop.sway.waitForPlace(of: "left", workspace: "1", isFloating: true)
      // It is in the middle now, above the other one.
      try desktop.swipe(from: 0.5, 0, down: -30)
      try desktop.sway.waitForPlace(of: "left", workspace: "1", isFloating: false)
      try desktop.sway.run("[app_id=left] focus; move left; workspace 2; exec true")
      try desktop.sway.run("exec foot --app-id=filler sleep infinity")
      try desktop.sway.waitForFocus(on: "filler")
      try desktop.sway.run("workspace 1; [app_id=right] focus")
      try desktop.sway.waitForFocus(on: "right")
      try desktop.swipe(from: 0.25, 0, down: 30)
      try desktop.sway.waitForPlace(of: "left", workspace: "2", isFloating: false)
      try desktop.sway.waitForPlace(of: "right", workspace: "1", isFloating: false)
      try desktop.sway.run("[app_id=left] move container to workspace 1; [app_id=filler] kill; workspace 1")
      try desktop.sway.run("[app_id=left] focus; move left; [app_id=right] focus")
      try desktop.sway.waitForFocus(on: "right")
      try desktop.swipe(from: 0.25, 30)
      let left = try #require(desktop.windows["left"])
      try wait(otherwise: { "the window is open: \(daemon.program)" }) { left.isRunning ? nil : () }
      #expect(desktop.windows["right"]?.isRunning == true)
      // The other one has all of the output now.
      try desktop.swipe(from: 0.25, 30)
      let right = try #require(desktop.windows["right"])
      try wait(otherwise: { "the window is open: \(daemon.program)" }) { right.isRunning ? nil : () }
      try desktop.swipe(from: 0.25, 30)
      try daemon.program.waitForLine(containing: "there is no window under the fingers", in: .errors)
      try daemon.stop()
    }

    /// The gestures of a hand on the left window, with the words of their rules.
    private static let handGestures = ["tap: single", "swipe: left", "long-press: 500ms", "pinch: in"]

    @Test("one to five fingers that tap, swipe, rest and pinch change the window under them", arguments: handGestures)
    func fingers(gesture: String) throws {
      let desktop = try Desktop()
      let surface = desktop.touchscreen
      let counts = gesture.hasPrefix("pinch") ? 2...5 : 1...5
      let acts = try Guest.folder() + "/acts"
      let rules = counts.map { count in
        "  - {\(gesture), fingers: \(count), do: ['echo \(count) $SLEIGHT_UNDER_APP >>\(acts)', "
          + "{window: fullscreen, at: fingers}]}\n"
      }
      let daemon = try desktop.daemon(rules.joined())
      for count in counts {
        try surface.land(
          (0..<count).map { Surface.Point(x: 77 + (Double($0) - Double(count - 1) / 2) * 20, y: 80) },
          apart: .milliseconds(15))
        switch gesture {
        case "swipe: left": try surface.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
        case "pinch: in": try surface.spread(to: 0.5, in: .milliseconds(300))
        case "long-press: 500ms": surface.pause(for: .milliseconds(900))
        default: surface.pause(for: .milliseconds(50))
        }
        try surface.lift()
        surface.comeBack()
        let expected = (counts.lowerBound...count).map { "\($0) left\n" }.joined()
        try wait(otherwise: { "\(count): \(Guest.read(acts) ?? "nothing"): \(daemon.program)" }) {
          Guest.read(acts) == expected ? () : nil
        }
        try desktop.sway.waitForFullscreen(on: "left")
        try desktop.sway.run("[app_id=left] fullscreen disable; [app_id=right] focus")
        try desktop.sway.waitForFullscreen(on: nil)
        try desktop.sway.waitForFocus(on: "right")
      }
      try daemon.stop()
    }

    @Test("a compositor that does not answer leaves the window unknown, and other rules act after a moment")
    func silence() throws {
      let desktop = try Desktop()
      let acts = try Guest.folder() + "/acts"
      let daemon = try desktop.daemon(
        Self.reports.replacing("$HOME/acts", with: acts)
          + "  - {swipe: left, fingers: 1, do: 'echo unknown >>\(acts)'}\n")
      try desktop.swipe(from: 0.25)
      desktop.sway.signal(SIGSTOP)
      try desktop.swipe(from: 0.25)
      desktop.sway.signal(SIGCONT)
      settle()
      try desktop.swipe(from: 0.75)
      try wait(otherwise: { "\(Guest.read(acts) ?? "nothing"): \(daemon.program)" }) {
        Guest.read(acts) == "left\nunknown\nright\n" ? () : nil
      }
      try daemon.stop()
    }

    @Test("why tells the window of the touch")
    func why() throws {
      let desktop = try Desktop()
      let daemon = try desktop.daemon(
        "  - {swipe: left, fingers: 1, when: {under: {app: right}}, do: 'true'}\n"
          + "settings: {keep-positions: true}\n")
      try desktop.swipe(from: 0.25)
      settle()
      let why = try Program.sleight("why", "1", environment: desktop.sway.environment)
      #expect(try why.waitForExit() == 0, "\(why)")
      #expect(
        why.text(.output).contains(
          "condition 'under: {app: right}' not met: the window under the fingers is 'left' ('when', line 2)\n"),
        "\(why)")
      let list = try desktop.lines("why", "--json")
      #expect(list.map { $0["under"]?["title"]?.string } == ["the left one"])
      // Pictures and recordings are passed on: the title is in neither.
      let picture = try desktop.output("why", "--svg", "-")
      #expect(picture.contains(">the window under the fingers is 'left'</text>"), "\(picture)")
      #expect(!picture.contains("the left one"), "\(picture)")
      let recording = try desktop.output("why", "--save", "-")
      #expect(recording.contains(#""app": "left""#) && !recording.contains("the left one"), "\(recording)")
      try daemon.stop()
    }

    private static let swipes =
      "  - {swipe: left, fingers: 1, when: {under: {app: left}}, do: none}\n  - {swipe: left, fingers: 1, do: none}\n"

    @Test("followers learn the window with each gesture")
    func follow() throws {
      let desktop = try Desktop()
      let daemon = try desktop.daemon(Self.swipes)
      let programs = try [["follow", "--json"], ["follow"]].map {
        try Program([Guest.sleight] + $0, environment: desktop.sway.environment)
      }
      try programs[0].waitForLine(containing: #""ok": true"#)
      settle()
      for share in [0.25, 0.75] { try desktop.swipe(from: share) }
      for window in desktop.windows.values { window.stop() }
      settle()
      try desktop.swipe(from: 0.25)
      desktop.sway.signal(SIGSTOP)
      try desktop.swipe(from: 0.25)
      desktop.sway.signal(SIGCONT)
      let gestures = try wait(otherwise: { "\(programs[0])" }) {
        let gestures = try programs[0].lines().map { try JSONReader.read($0) }.filter { $0["gesture"] != nil }
        return gestures.count { $0["phase"]?.string == "recognized" } == 4 ? gestures : nil
      }
      #expect(
        gestures.compactMap { $0["under"]?.text } == [
          #"{"app": "left", "title": "the left one", "fullscreen": false}"#,
          #"{"app": "right", "title": "the right one", "fullscreen": false}"#,
          #"{"app": "", "title": "", "fullscreen": false, "maximized": false}"#, "null",
        ])
      let words = [
        "is 'left', titled 'the left one'", "is 'right', titled 'the right one'", "no window is", "is unknown",
      ]
      for word in words { try programs[1].waitForLine(containing: word) }
      #expect(
        programs[1].text(.output).contains(
          "swipe left, 1 finger, recognized: rules.yml:2; the window under the fingers is 'left', titled 'the left one'"
        ), "\(programs[1])")
      for program in programs { program.stop() }
      try daemon.stop()
    }

    @Test("status tells the window of the last touch, and none after a pause and other rules; so does a new follower's")
    func status() throws {
      let desktop = try Desktop()
      let daemon = try desktop.daemon(Self.swipes)
      func status() throws -> JSONValue { try #require(try desktop.lines("status", "--json").first) }
      #expect(try status()["under"] == nil)
      try desktop.swipe(from: 0.25)
      settle()
      #expect(try status()["under"]?.text == #"{"app": "left", "title": "the left one", "fullscreen": false}"#)
      let text = try desktop.output("status")
      #expect(text.contains("\nthe window under the fingers is 'left'\n"), "\(text)")
      #expect(!text.contains("the left one"), "\(text)")
      try desktop.touchscreen.land([Surface.Point(x: 310 * 0.75, y: 87)])
      settle()
      let follower = try Program([Guest.sleight, "follow", "--json"], environment: desktop.sway.environment)
      try follower.waitForLine(containing: #""under": {"app": "right""#)
      follower.stop()
      try desktop.touchscreen.lift()
      _ = try desktop.output("pause")
      #expect(try status()["under"] == nil)
      _ = try desktop.output("resume")
      try desktop.swipe(from: 0.75)
      settle()
      #expect(try status()["under"]?["app"]?.string == "right")
      // No rule depends on it any more.
      try Guest.write("rules: [{swipe: left, fingers: 1, do: none}]\n", to: daemon.rulesFile)
      _ = try desktop.output("reload")
      #expect(try status()["under"] == nil)
      try daemon.stop()
    }
  }
}

extension Sway {
  /// Waits until the window of `app` is on a workspace, and floats there or not.
  func waitForPlace(of app: String, workspace: String, isFloating: Bool) throws {
    var last: (workspace: String, isFloating: Bool)?
    try wait(otherwise: { "\(app) is at \(last.map { "\($0)" } ?? "no place")" }) {
      last = try place(of: app)
      return last?.workspace == workspace && last?.isFloating == isFloating ? () : nil
    }
    settle()
  }

  /// Waits until the window of `app` is fullscreen; nil until none is.
  func waitForFullscreen(on app: String?) throws {
    var last: String?
    try wait(otherwise: { "\(last ?? "no window") is fullscreen, not \(app ?? "none")" }) {
      last = try fullscreenWindow()
      return last == app ? () : nil
    }
  }
}
