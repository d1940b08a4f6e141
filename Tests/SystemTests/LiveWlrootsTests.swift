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
  }
}
