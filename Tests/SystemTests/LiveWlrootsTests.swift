internal import JSONLines
internal import Testing

extension InADesktop {
  /// The compositors of wlroots, which offer virtual keyboards and pointers to every program.
  @Suite(.enabled(if: LiveDesktop.isWlroots, "needs a compositor of wlroots: make test-desktops"))
  final class OnWlroots {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test("presses more than forty chords, which the focused window receives as written", arguments: ["us", "de"])
    func chords(on layout: String) throws {
      let chords = WrittenChord.all(on: layout)
      let list = chords.map(\.chord).joined(separator: ", ")
      let daemon = try desktop.daemon(
        "  - {name: keys, swipe: up, fingers: 3, do: {keys: [\(list)]}}\n", settings: "{keyboard: \(layout)}")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.trigger("keys")
      let expected = chords.flatMap(\.keys)
      #expect(try desktop.waitForKeys(expected) == expected, "\(daemon.program)")
      try daemon.stop()
    }

    @Test(
      "the compositor's own shortcuts work with these keys",
      .enabled(if: LiveDesktop.kind != "phoc", "phoc starts commands only through its shell"))
    func shortcut() throws {
      let file = "\(Guest.user.home)/shortcut"
      let daemon = try desktop.daemon("  - {name: keys, swipe: up, fingers: 3, do: {keys: super+F12}}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.trigger("keys")
      try wait(otherwise: { "no file \(file): \(daemon.program)" }) { Guest.read(file).map { _ in () } }
      try Program.run("rm", file)
      try daemon.stop()
    }

    @Test("status and doctor name the sources of the focus, of keys and of the pointer")
    func reports() throws {
      let condition = "{app: a, title: b, fullscreen: true}"
      let rules = "  - {name: any, swipe: up, fingers: 3, when: \(condition), do: [{keys: a}, {click: left}]}\n"
      let daemon = try desktop.daemon(rules)
      let status = try desktop.status()
      let isSway = LiveDesktop.kind == "sway"
      let source = isSway ? "sway" : "zwlr_foreign_toplevel_manager_v1"
      #expect(status["windowSource"]?.string == source)
      #expect(status["compositor"]?.string?.hasPrefix("sway 1.") == (isSway ? true : nil))
      #expect(status["output"]?.string == "HEADLESS-1")
      #expect(status["orientation"]?.string == "landscape")
      #expect(status["keys"]?.string == "wayland")
      #expect(status["pointer"]?.string == "wayland")
      #expect(status["unknown"]?.array == [])
      #expect(status["inputProblems"]?.array == [])
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile, environment: desktop.environment)
      try doctor.waitForExit()
      let name = isSway ? status["compositor"]?.string ?? "" : desktop.environment["XDG_CURRENT_DESKTOP"] ?? ""
      for line in [
        "good   compositor: connected to \(name); \(source) reports the focused window",
        "good   input: keys can be sent with wayland and the pointer can be moved with wayland: "
          + "the compositor requires no permission for devices",
        "good   conditions: all conditions of the rules can be evaluated",
      ] {
        #expect(doctor.lines().contains(line), "\(doctor)")
      }
      try daemon.stop()
    }
  }
}
