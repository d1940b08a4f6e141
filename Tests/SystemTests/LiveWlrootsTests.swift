internal import Glibc
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
      try desktop.expectKeys(expected, "\(daemon.program)")
      try daemon.stop()
    }

    // labwc, which reloads with --reconfigure, leaves virtual keyboards alone, and there are no others here.
    @Test(
      "windows receive keys as written after each change of the layout in the compositor's configuration",
      .enabled(if: LiveDesktop.kind == "wayfire", "others give virtual keyboards no layout of their configuration"))
    func reload() throws {
      let file = "\(try #require(Guest.variable("XDG_CONFIG_HOME")))/compositor"
      let original = try #require(Guest.read(file))
      let daemon = try desktop.daemon("  - {name: keys, swipe: up, fingers: 3, do: {keys: [z, ctrl+y, slash]}}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let chords = ["us": "slash -> slash", "de": "slash -> Shift_L slash"].mapValues { slash in
        ["z -> z", "ctrl+y -> Control_L y", slash].flatMap { WrittenChord($0).keys }
      }
      defer { try? Guest.write(original, to: file) }
      for layout in ["us", "de", "us"] {
        try Guest.write(original.replacing("xkb_layout = us,de", with: "xkb_layout = \(layout)"), to: file)
        let expected = try #require(chords[layout])
        // The window and the daemon are told a moment later.
        try wait(otherwise: { "the window received \(self.desktop.keys) on \(layout) at last: \(daemon.program)" }) {
          let before = desktop.keys
          try desktop.trigger("keys")
          let received = try desktop.waitForKeys(before + chords["us", default: []])
          return Array(received.dropFirst(before.count)) == expected ? () : nil
        }
      }
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
