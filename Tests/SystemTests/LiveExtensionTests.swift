internal import Diagnostics
internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  /// Sleight's extension of GNOME Shell.
  @Suite(.enabled(if: LiveDesktop.kind == "gnome", "needs GNOME")) final class TheExtension {
    private let desktop: LiveDesktop
    private let name = "org.gnome.Shell.Extensions.Sleight1"

    init() throws { desktop = try LiveDesktop() }

    /// The command that presses a key.
    private var press: [String] {
      desktop.busCall(name, "/org/gnome/Shell/Extensions/Sleight1", "\(name).Key") + ["30", "true"]
    }

    @Test("admits no other program, also at the path of the right one, and no other user")
    func refused() throws {
      let other = try Program(press, environment: desktop.environment)
      #expect(try other.waitForExit() != 0)
      #expect(other.text(.errors).contains("org.freedesktop.DBus.Error.AccessDenied"), "\(other)")

      let closing =
        desktop.busCall(name, "/org/gnome/Shell/Extensions/Sleight1", "\(name).Perform") + ["window", "close"]
      let closer = try Program(closing, environment: desktop.environment)
      #expect(try closer.waitForExit() != 0)
      #expect(closer.text(.errors).contains("org.freedesktop.DBus.Error.AccessDenied"), "\(closer)")
      #expect(desktop.window.program.isRunning)

      let path = Guest.sleight.shellWord
      let command = press.dropFirst().map(\.shellWord).joined(separator: " ")
      let mounted = try Program(
        ["unshare", "--mount", "sh", "-c", "mount --bind /usr/bin/gdbus \(path) && exec \(path) \(command)"],
        environment: desktop.environment)
      #expect(try mounted.waitForExit() != 0)
      #expect(mounted.text(.errors).contains("org.freedesktop.DBus.Error.AccessDenied"), "\(mounted)")

      // The bus refuses this one.
      let stranger = try Program(
        ["setpriv", "--reuid", "1234", "--regid", "1234", "--clear-groups", "--"] + press,
        environment: desktop.environment)
      #expect(try stranger.waitForExit() != 0)
      settle()
      #expect(desktop.keys.isEmpty)
    }

    @Test(
      "shows the first error of a saved rules file once, and that it has none any more in its place; not if it is off")
    func notifications() throws {
      let good = "rules:\n  - {swipe: down, fingers: 3, do: {keys: b}}\n"
      let bad = good.replacing("swipe", with: "swype")
      let list =
        "Main.messageTray.getSources().flatMap(s => s.notifications).map(n => [n.title, n.body ?? n.bannerBodyText])"
      let daemon = try desktop.daemon("  - {swipe: down, fingers: 3, do: {keys: b}}\n")
      try Guest.write(bad, to: daemon.rulesFile)
      try desktop.waitForEvaluation(list) {
        $0.contains("The rules file has errors") && $0.contains("rules.yml:2:6: ")
      }
      try Guest.write(bad + "# once more\n", to: daemon.rulesFile)
      try Guest.write(good, to: daemon.rulesFile)
      try desktop.waitForEvaluation(list) {
        $0.contains("The rules file has no errors") && !$0.contains("The rules file has errors")
      }
      try Guest.write("settings: {notifications: false}\n" + bad, to: daemon.rulesFile)
      try daemon.program.waitForLine(containing: "rules.yml:3:6: ", in: .errors)
      settle()
      #expect(try !desktop.evaluate(list).contains("The rules file has errors"))
      try daemon.stop()
    }

    @Test("does not admit the right program in a sandbox with namespaces of its own")
    func sandboxed() throws {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {pan: any, fingers: 3, begin: {keys: b}}\n", to: rules)
      let replay = [
        Guest.sleight, "replay", "--act", "--config", rules, try desktop.recording(moving: (20, 0), in: 600),
      ]
      for sandbox in [["--mount"], ["--user", "--map-root-user"], ["--pid", "--fork"]] {
        let program = try Program(["unshare"] + sandbox + ["--"] + replay, environment: desktop.unrelayedEnvironment)
        _ = try program.waitForExit()
        #expect(!program.text(.errors).isEmpty, "\(program)")
      }
      settle()
      #expect(desktop.keys.isEmpty)
    }

    @Test("a program that ends releases its own keys alone")
    func callers() throws {
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let holding = try holdShift()
      try desktop.expectKeys([.down("Shift_L")], "\(holding)")
      let other = try Program.sleight("doctor", environment: desktop.environment)
      _ = try other.waitForExit()
      #expect(desktop.keys == [.down("Shift_L")])
      holding.signal(SIGKILL)
      #expect(try desktop.waitForKeys([.down("Shift_L"), .up("Shift_L")]).count == 2)
    }

    /// A program that holds a key for some seconds.
    private func holdShift() throws -> Program {
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {pan: any, fingers: 3, begin: [{hold: shift}, {wait: 20s}]}\n", to: rules)
      return try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (20, 0), in: 600),
        environment: desktop.environment)
    }

    @Test("of a text that the layout cannot write, a window without input methods gets nothing, which is an error")
    func texts() throws {
      let daemon = try desktop.daemon(
        """
          - {name: mixed, swipe: up, fingers: 3, do: {type: "ab\u{df}\\tcd\\n"}}
          - {name: plain, swipe: down, fingers: 3, do: {type: b}}

        """)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let trigger = try Program.sleight("trigger", "mixed", environment: desktop.environment)
      #expect(try trigger.waitForExit() == 1)
      #expect(
        trigger.text(.errors).contains("cannot type: the focused window accepts no text of input methods"), "\(trigger)"
      )
      try desktop.trigger("plain")
      let expected: [WindowKey] = [.down("b"), .up("b")]
      try desktop.expectKeys(expected, "\(daemon.program)")

      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules:\n  - {swipe: right, fingers: 3, do: {type: \"a\u{df}\"}}\n", to: rules)
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (60, 0)), environment: desktop.environment)
      _ = try replay.waitForExit()
      #expect(replay.text(.errors).contains("rules.yml:2: cannot type: the focused window"), "\(replay)")
      #expect(desktop.keys == expected)
      try daemon.stop()
    }

    @Test("is disabled and enabled in the running shell; what it holds is released")
    func disabled() throws {
      let daemon = try desktop.daemon(
        """
          - {name: one, swipe: down, fingers: 3, do: {keys: b}}

        """)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let holding = try holdShift()
      _ = try desktop.waitForKeys([.down("Shift_L")])
      try Program.run("gnome-extensions", "disable", "sleight@sleight", environment: desktop.environment)
      #expect(try desktop.waitForKeys([.down("Shift_L"), .up("Shift_L")]).count == 2)
      try desktop.waitForStatus { $0["app"]?.string == nil }
      holding.stop()
      try daemon.program.waitForLine(containing: LiveDesktop.extensionLost, in: .errors)
      // As doctor says.
      let commands = Set(try desktop.findings(daemon).flatMap(\.remedy))
      #expect(commands == ["gnome-extensions enable sleight@sleight"])
      for command in commands { try Program.run("sh", "-c", command, environment: desktop.environment) }
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
      try daemon.program.waitForLine(containing: LiveDesktop.inputFound, in: .errors)
      #expect(try desktop.findings(daemon).allSatisfy { $0.remedy == [] })
      #expect(!daemon.program.text(.errors).contains("uinput"))
      // The extension has made another keyboard.
      try desktop.expectTypingInNewWindow(by: daemon)
      try daemon.stop()
    }

    @Test("admits an upgraded program, and the old one until it ends")
    func upgraded() throws {
      let rules = "  - {name: one, swipe: down, fingers: 3, do: {keys: b}}\n"
      let old = try desktop.daemon(rules)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let copy = "\(try Guest.folder())/sleight"
      try Program.run("cp", Guest.sleight, copy)
      try Program.run("mount", "--bind", copy, Guest.sleight)
      defer {
        _ = try? Program.run("umount", "--lazy", Guest.sleight)
        try? stopRelay()
      }
      let one: [WindowKey] = [.down("b"), .up("b")]
      try desktop.trigger("one")
      try desktop.expectKeys(one, "\(old.program)")
      try old.stop()
      try stopRelay()
      let new = try desktop.daemon(rules)
      try desktop.trigger("one")
      try desktop.expectKeys(one + one, "\(new.program)")
      try new.stop()
    }

    /// Ends the relay of the buses, as systemd does with the daemon's unit. The next one is the program of then.
    private func stopRelay() throws { try Program.run("pkill", "-TERM", "-f", "start-commands$") }

    @Test("touchpads that are switched off in the settings are reported, and that they are switched on again")
    func touchpads() throws {
      let daemon = try desktop.daemon("  - {swipe: up, fingers: 3, do: 'true'}\n")
      defer { try? setTouchpads("set_string('send-events', 'enabled')") }
      try setTouchpads("set_string('send-events', 'disabled')")
      try daemon.program.waitForLine(containing: "touchpads are switched off in the desktop's settings", in: .errors)
      // There is no mouse: the virtual pointer of the extension is none.
      try setTouchpads("set_string('send-events', 'disabled-on-external-mouse')")
      try daemon.program.waitForLine(containing: "touchpads are switched on again", in: .errors)
      try daemon.stop()
    }

    @Test("the page follows the fingers that scroll it, or goes against them without natural scrolling")
    func naturalScrolling() throws {
      defer { try? setTouchpads("reset('natural-scroll')") }
      for isNatural in [false, true] {
        try setTouchpads("set_boolean('natural-scroll', \(isNatural))")
        #expect(try desktop.pageFollowsFingers(desktop.environment) == isNatural)
      }
    }

    @Test("the pointer follows fingers by the user's speed of touchpads")
    func pointerSpeed() throws {
      defer { try? setTouchpads("reset('speed')") }
      try desktop.expectSpeedOfTouchpads { try setTouchpads("set_double('speed', \($0))") }
    }

    /// Calls a method of the settings of touchpads.
    private func setTouchpads(_ call: String) throws {
      _ = try desktop.evaluate(
        "new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.peripherals.touchpad'}).\(call)")
    }

    @Test("one report of the focus costs less than a millisecond")
    func cost() throws {
      let daemon = try desktop.daemon("  - {swipe: up, fingers: 3, when: {app: wev}, do: 'true'}\n")
      let cost = try desktop.evaluate(
        """
        (() => { const GLib = imports.gi.GLib, extension = \(LiveDesktop.shellExtension);
          const begin = GLib.get_monotonic_time();
          for (let i = 0; i < 1000; i++) { extension._reported = null; extension._report(); }
          return GLib.get_monotonic_time() - begin; })()
        """)
      // Of a thousand reports, in microseconds.
      let microseconds = try #require(Double(cost)) / 1000
      print("figure: GNOME Shell of \(LiveDesktop.suite): a report of the focus takes \(microseconds) µs")
      #expect(microseconds < 1000)
      try daemon.stop()
    }

    // MARK: The shell's swipes

    /// True for each of the shell's swipes that is enabled: to the overview, and between workspaces.
    private let swipes = """
      [Main.overview._swipeTracker, Main.wm._workspaceAnimation._swipeTracker].map(one => one._touchpadGesture.enabled)
      """

    /// Three fingers move upwards: whether the overview is shown then.
    private let swipeUp = """
      (() => { const Clutter = imports.gi.Clutter, phase = Clutter.TouchpadGesturePhase;
        const gesture = Main.overview._swipeTracker._touchpadGesture;
        let time = 0;
        const send = (phase, y) => gesture._handleEvent(global.stage, {
          type: () => Clutter.EventType.TOUCHPAD_SWIPE, get_gesture_phase: () => phase,
          get_touchpad_gesture_finger_count: () => 3, get_time: () => time += 10, get_coords: () => [640, 360],
          get_gesture_motion_delta_unaccelerated: () => [0, y] });
        send(phase.BEGIN, 0);
        for (let i = 0; i < 20; i++) send(phase.UPDATE, -20);
        send(phase.END, 0);
        return Main.overview.visibleTarget; })()
      """

    @Test("the shell's own swipes are disabled as the rules say, also after the overview, and enabled after the daemon")
    func ownSwipes() throws {
      #expect(try desktop.evaluate(swipeUp) == "true")
      try closeOverview()
      let daemon = try desktop.daemon(
        "  - {pinch: in, fingers: 3, do: 'true'}\n", settings: "{desktop-swipes: disabled}")
      try desktop.waitUntil(swipes, is: "[false,false]")
      #expect(try desktop.evaluate(swipeUp) == "false")
      _ = try desktop.evaluate("Main.overview.show()")
      try desktop.waitUntil("Main.overview.visible", is: "true")
      try closeOverview()
      #expect(try desktop.evaluate(swipes) == "[false,false]")

      try Guest.write(
        """
        settings: {desktop-swipes: unless-taken}
        rules: [{swipe: left, fingers: 3, when: {app: wev}, do: 'true'}, {swipe: up, fingers: 2, do: 'true'}]

        """, to: daemon.rulesFile)
      try desktop.waitUntil(swipes, is: "[true,false]")
      let other = try desktop.open("other", title: "other")
      try desktop.waitUntil(swipes, is: "[true,true]")
      other.stop()
      try desktop.waitUntil(swipes, is: "[true,false]")
      try Program.run("\(Guest.sleight)", "pause", environment: desktop.environment)
      try desktop.waitUntil(swipes, is: "[true,true]")
      try Program.run("\(Guest.sleight)", "resume", environment: desktop.environment)
      try desktop.waitUntil(swipes, is: "[true,false]")
      daemon.program.signal(SIGKILL)
      try desktop.waitUntil(swipes, is: "[true,true]")
      #expect(try desktop.evaluate(swipeUp) == "true")
      try closeOverview()
    }

    private func closeOverview() throws {
      _ = try desktop.evaluate("Main.overview.hide()")
      try desktop.waitUntil("Main.overview.visible", is: "false")
    }

    @Test("writes nothing into the shell's log")
    func log() throws {
      let log = try #require(Guest.variable("DESKTOP_LOG").flatMap { Guest.read($0) })
      let lines = log.split(separator: "\n").filter { $0.lowercased().contains("sleight") }
      #expect(lines.isEmpty)
    }
  }
}
