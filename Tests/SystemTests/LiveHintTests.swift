internal import Diagnostics
internal import Glibc
internal import Linux
internal import ScreenPicture
internal import Testing

extension InADesktop {
  /// Hints on the screen.
  @Suite final class Hints {
    /// The place of the bar on an output of 1280 x 720, at the bottom.
    private static let (left, width, row) = (460 + 16, 328, 720 - 48 - 64 + 48)
    private static let (blue, green, orange): ([UInt8], [UInt8], [UInt8]) = (
      [53, 132, 228], [46, 194, 126], [255, 120, 0]
    )
    private static let progress =
      #"{"progress": "swipe", "fingers": 3, "reached": 9, "limit": 12, "unit": "mm", "rule": "rules.yml:2", "#
      + #""name": "next", "does": "keys alt+Left"}"#
    private static let act =
      #"{"gesture": "swipe", "phase": "began", "fingers": 3, "rule": "rules.yml:2", "name": "next"}"#
    private static let miss =
      #"{"missed": {"nearest": [{"rule": "rules.yml:2", "name": "next", "reasons": [{"message": "9 mm of 12 mm"}]}]}}"#

    private let desktop: LiveDesktop
    private let folder: String

    init() throws {
      desktop = try LiveDesktop()
      folder = try Guest.folder()
    }

    /// `sleight-hint`, and the lines that it reads.
    private final class Hint {
      let program: Program
      private let lines: Descriptor

      init(on desktop: LiveDesktop, in folder: String) throws {
        let pipe = "\(folder)/lines"
        guard mkfifo(pipe, 0o666) == 0, chmod(pipe, 0o666) == 0 else { throw SystemError.last("mkfifo") }
        program = try Program(
          ["sh", "-c", "exec \(Guest.sleight.shellWord)-hint <\(pipe.shellWord)"],
          environment: desktop.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
        lines = try Descriptor.open(pipe, O_RDWR)
      }

      func say(_ line: String) throws { try lines.write(Array("\(line)\n".utf8)) }
    }

    /// The picture of the screen.
    private func picture() throws -> ScreenPicture {
      let path = "\(folder)/picture"
      if LiveDesktop.kind == "gnome" {
        let done = "\(path).png.done"
        _ = try desktop.evaluate(
          """
          (() => { const file = Gio.File.new_for_path('\(path).png').replace(null, false, 0, null);
          new Shell.Screenshot().screenshot(false, file, (shell, result) => { shell.screenshot_finish(result);
          file.close(null); GLib.file_set_contents('\(done)', 'x'); }); })()
          """)
        try wait(otherwise: { "no picture" }) { Guest.read(done).map { _ in () } }
        unlink(done)
        try Program.run("python3", "\(Guest.checkout)/Tests/Desktops/ppm.py", "\(path).png", path)
      } else {
        try Program.run("grim", "-t", "ppm", path, environment: desktop.environment)
      }
      defer { unlink(path) }
      return try #require(ScreenPicture(ppm: try Descriptor.open(path, O_RDONLY).readToEnd()))
    }

    /// Waits until so many pixels of the bar have a colour, give or take the round ends.
    private func expect(
      _ count: Int, _ colour: [UInt8], by program: Program, renewing: () throws -> Void = {}
    ) throws {
      var seen = -1
      try wait(otherwise: { "\(seen) pixels instead of \(count): \(program)" }) {
        try renewing()
        seen = try picture().count(of: colour, inRow: Self.row, Self.left..<Self.left + Self.width)
        return abs(seen - count) <= 4 ? () : nil
      }
    }

    @Test(
      "fingers on their way, an act and a miss are shown and gone, and take no focus",
      .enabled(if: LiveDesktop.isWlroots || LiveDesktop.kind == "hyprland", "grim(1) photographs these alone"))
    func states() throws {
      // A window on the whole output would have its colours.
      let hint = try Hint(on: desktop, in: folder)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try expect(246, Self.blue, by: hint.program) { try hint.say(Self.progress) }
      try expect(328, Self.green, by: hint.program) { try hint.say(Self.act) }
      try expect(246, Self.orange, by: hint.program) {
        try hint.say(Self.progress)
        try hint.say(Self.miss)
      }
      try hint.say(#"{"progress": null, "lifted": true, "acted": false}"#)
      for colour in [Self.blue, Self.green, Self.orange] { try expect(0, colour, by: hint.program) }
      #expect(!desktop.window.hasLine(containing: "wl_keyboard] leave"))
      #expect(hint.program.isRunning)
    }

    @Test(
      "the font and the light colours that the desktop's portal asks for are used",
      .enabled(if: LiveDesktop.isWlroots, "GNOME's extension has those of the shell"))
    func looks() throws {
      let portal = try Program(["\(Guest.checkout)/Tests/Desktops/portal.py"], environment: desktop.environment)
      try portal.waitForLine(containing: "ready")
      let daemon = try desktop.daemon(
        "  - {name: next, swipe: up, fingers: 3, do: 'true'}\n", settings: "{hint: bottom}")
      // It is outside of the daemon's sandbox, whose relay passes on no calls to the portal.
      let hint = try Program.sleight("hint", "--config", daemon.rulesFile, environment: desktop.unrelayedEnvironment)
      try wait(otherwise: { "\(hint)" }) {
        try desktop.trigger("next")
        let picture = try picture()
        let filled = picture.count(of: Self.green, inRow: Self.row, Self.left..<Self.left + Self.width)
        // The ground, beside the bar.
        return filled > 320 && picture.colour(x: Self.left - 8, y: Self.row)[0] > 200 ? () : nil
      }
      let words = (Guest.read("/proc/\(hint.process)/cmdline") ?? "").split(separator: "\0")
      #expect(words.suffix(3) == ["--light", "--font", "DejaVu Serif 13"], "\(words)")
      try daemon.stop()
    }

    @Test("KWin shows each picture", .enabled(if: LiveDesktop.kind == "kde", "needs KDE"))
    func frames() throws {
      let hint = try Hint(on: desktop, in: folder)
      let program = hint.program
      func shown() -> Int { program.lines(.errors).count { $0.contains("wl_callback") && $0.contains(".done(") } }
      for line in [Self.progress, Self.act, Self.miss] {
        let before = shown()
        try hint.say(line)
        try wait(otherwise: { "not shown: \(program)" }) { shown() > before ? () : nil }
      }
      try wait(otherwise: { "it stays: \(program)" }) {
        program.lines(.errors).contains { $0.contains("zwlr_layer_surface_v1") && $0.contains("destroy()") } ? () : nil
      }
      #expect(program.isRunning)
    }

    @Test(
      "GNOME's extension shows what acts and modes, and nothing above a fullscreen window",
      .enabled(if: LiveDesktop.kind == "gnome", "needs GNOME"))
    func gnome() throws {
      let daemon = try desktop.daemon(
        """
          - {name: next, swipe: up, fingers: 3, do: {keys: b}}
          - {swipe: down, fingers: 3, when: {mode: resize}, do: {keys: b}}

        """, settings: "{hint: bottom, hint-fullscreen: false}")
      // gdbus(1) prints no other characters.
      func wait(for text: String) throws {
        try desktop.waitUntil("\(LiveDesktop.shellExtension)._hint?._text.text.endsWith('\(text)')", is: "true")
      }
      #expect(try desktop.evaluate("\(LiveDesktop.shellExtension)._hint") == "null")
      let hint = try Program.sleight("hint", "--config", daemon.rulesFile, environment: desktop.environment)
      try expect(328, Self.green, by: hint) { try desktop.trigger("next") }
      try wait(for: " next")
      try expect(0, Self.green, by: hint)
      let mode = try Program.sleight("mode", "resize", environment: desktop.environment)
      #expect(try mode.waitForExit() == 0)
      try wait(for: "mode resize")
      try Program.sleight("mode", "default", environment: desktop.environment).waitForExit()
      // A program that ends takes its hint with it, and costs nothing any more.
      hint.signal(SIGKILL)
      try desktop.waitUntil("\(LiveDesktop.shellExtension)._hint._box.visible", is: "false")
      try daemon.stop()
    }

    @Test(
      "a compositor without a layer shell is named, with a status after which the unit is not started again",
      .enabled(if: LiveDesktop.kind == "gnome", "others have one"))
    func noLayerShell() throws {
      let hint = try Hint(on: desktop, in: folder)
      #expect(try hint.program.waitForExit() == 3)
      let message = "sleight-hint: error: this compositor shows no pictures"
      #expect(hint.program.text(.errors).contains(message), "\(hint.program)")
    }
  }
}
