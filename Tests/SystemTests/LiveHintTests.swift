internal import Diagnostics
internal import Glibc
internal import Linux
internal import ScreenPicture
internal import Testing

/// `sleight-hint`, and the lines that it reads.
final class Hint {
  let program: Program
  private let lines: Descriptor

  init(on desktop: some Compositor, in folder: String) throws {
    let pipe = "\(folder)/lines"
    guard mkfifo(pipe, 0o666) == 0, chmod(pipe, 0o666) == 0 else { throw SystemError.last("mkfifo") }
    program = try Program(
      ["sh", "-c", "exec \(Guest.sleight.shellWord)-hint <\(pipe.shellWord)"],
      environment: desktop.environment.merging(["WAYLAND_DEBUG": "1"]) { $1 })
    lines = try Descriptor.open(pipe, O_RDWR)
  }

  func say(_ line: String) throws { try lines.write(Array("\(line)\n".utf8)) }

  /// Expects that each picture is answered by a frame of the output, and that the hint disappears.
  func expectFrames() throws {
    let program = program
    func shown() -> Int { program.lines(.errors).count { $0.contains("wl_callback") && $0.contains(".done(") } }
    for line in HintScene.drawn.flatMap(\.lines) {
      let before = shown()
      try say(line)
      try wait(otherwise: { "not shown: \(program)" }) { shown() > before ? () : nil }
    }
    try wait(otherwise: { "it stays: \(program)" }) {
      program.lines(.errors).contains { $0.contains("zwlr_layer_surface_v1") && $0.contains("destroy()") } ? () : nil
    }
    #expect(program.isRunning)
  }
}

extension HintScene {
  /// Expects a photograph with the stored picture.
  /// - Parameter box: the place of the hint in it.
  fileprivate func expect(_ photograph: ScreenPicture, at box: (left: Int, top: Int), in desktop: String) throws {
    let difference = difference(from: photograph, left: box.left, top: box.top)
    let most = try #require(difference)
    print("figure: the hint '\(rawValue)' in \(desktop) differs by \(most) from its stored picture")
    #expect(most <= Self.mostDifference, "\(rawValue)")
  }
}

extension InADesktop {
  /// Hints on the screen.
  @Suite final class Hints {
    /// The place of the box on an output of 1280 x 720, at the bottom, and of the bar in it.
    fileprivate static let box = (left: 460, top: 720 - 48 - 64)
    fileprivate static let (left, width, row) = (box.left + 16, 328, box.top + 48)

    private let desktop: LiveDesktop
    private let folder: String

    init() throws {
      desktop = try LiveDesktop()
      folder = try Guest.folder()
    }

    /// The picture of the screen.
    private func picture() throws -> ScreenPicture {
      let path = "\(folder)/picture"
      defer { unlink(path) }
      if LiveDesktop.kind == "gnome" {
        let done = "\(path).done"
        _ = try desktop.evaluate(
          """
          (() => { const file = Gio.File.new_for_path('\(path)').replace(null, false, 0, null);
          new Shell.Screenshot().screenshot(false, file, (shell, result) => { shell.screenshot_finish(result);
          file.close(null); GLib.file_set_contents('\(done)', 'x'); }); })()
          """)
        try wait(otherwise: { "no picture" }) { Guest.read(done).map { _ in () } }
        unlink(done)
        return try #require(ScreenPicture(png: path))
      }
      try Program.run("grim", "-t", "ppm", path, environment: desktop.environment)
      return try #require(ScreenPicture(ppm: try Descriptor.open(path, O_RDONLY).readToEnd()))
    }

    /// Waits until so many pixels of the bar have a colour, give or take the round ends.
    @discardableResult
    private func expect(
      _ count: Int, _ colour: [UInt8], by program: Program, renewing: () throws -> Void = {}
    ) throws -> ScreenPicture {
      var seen = -1
      return try wait(otherwise: { "\(seen) pixels instead of \(count): \(program)" }) {
        try renewing()
        let picture = try picture()
        seen = picture.count(of: colour, inRow: Self.row, Self.left..<Self.left + Self.width)
        return abs(seen - count) <= 4 ? picture : nil
      }
    }

    /// Expects a hint as in its stored picture.
    private func expect(_ hint: HintScene, by program: Program, renewing: () throws -> Void) throws {
      try hint.expect(
        try expect(hint.filled, hint.colour, by: program, renewing: renewing), at: Self.box, in: LiveDesktop.kind)
    }

    @Test(
      "fingers on their way, an act and a miss are shown and gone, and take no focus",
      .enabled(if: LiveDesktop.isWlroots || LiveDesktop.kind == "hyprland", "grim(1) photographs these alone"))
    func states() throws {
      // A window on the whole output would have its colours.
      let hint = try Hint(on: desktop, in: folder)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      for scene in HintScene.drawn {
        try expect(scene, by: hint.program) { for line in scene.lines { try hint.say(line) } }
      }
      try hint.say(#"{"progress": null, "lifted": true, "acted": false}"#)
      for scene in HintScene.drawn { try expect(0, scene.colour, by: hint.program) }
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
        let filled = picture.count(of: HintScene.acting.colour, inRow: Self.row, Self.left..<Self.left + Self.width)
        // The ground, beside the bar.
        return filled > 320 && picture.colour(x: Self.left - 8, y: Self.row)[0] > 200 ? () : nil
      }
      let words = (Guest.read("/proc/\(hint.process)/cmdline") ?? "").split(separator: "\0")
      #expect(words.suffix(3) == ["--light", "--font", "DejaVu Serif 13"], "\(words)")
      try daemon.stop()
    }

    @Test("KWin shows each picture", .enabled(if: LiveDesktop.kind == "kde", "needs KDE"))
    func frames() throws {
      try Hint(on: desktop, in: folder).expectFrames()
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
      try expect(HintScene.gnomeActing, by: hint) { try desktop.trigger("next") }
      try wait(for: " next")
      try expect(0, HintScene.gnomeActing.colour, by: hint)
      // No finger is there: the extension is asked as the program asks it.
      for (scene, sign, detail) in [
        (HintScene.gnomeNear, "", "9 of 12 mm"), (.gnomeMissed, "10007, 32", "9 mm of 12 mm"),
      ] {
        let text = "String.fromCharCode(\(sign)) + 'next'"
        let colour = "rgb(\(scene.colour.map { "\($0)" }.joined(separator: ",")))"
        try expect(scene, by: hint) {
          _ = try desktop.evaluate(
            "\(LiveDesktop.shellExtension)._hint.show(\(text), '\(detail)', '\(colour)', 0.75, 'bottom', -1, -1, 5000)")
        }
      }
      _ = try desktop.evaluate("\(LiveDesktop.shellExtension)._hint.hide()")
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

extension InTheGuest {
  /// KWin with a graphics device, in a guest of its own: only with OpenGL it takes photographs. See
  /// Tests/Desktops/touchpads.
  @Suite(
    .serialized, .enabled(if: TouchpadDesktop.hasEffects, "needs KWin with a graphics device: make test-touchpads"))
  struct HintsOnPlasma {
    @Test("each state looks as in its stored picture")
    func looks() throws {
      let desktop = try TouchpadDesktop.shared()
      let folder = try Guest.folder()
      let hint = try Hint(on: desktop, in: folder)
      typealias Place = InADesktop.Hints
      let path = "\(folder)/picture"
      for scene in HintScene.drawn {
        var seen = -1
        let photograph = try wait(otherwise: { "\(seen) pixels instead of \(scene.filled): \(hint.program)" }) {
          for line in scene.lines { try hint.say(line) }
          let take = "'\(Guest.checkout)/Tests/Desktops/kwin-picture.py' >'\(path)'"
          try Program.run("sh", "-c", take, as: .user, environment: desktop.environment)
          let picture = try #require(ScreenPicture(ppm: try Descriptor.open(path, O_RDONLY).readToEnd()))
          seen = picture.count(of: scene.colour, inRow: Place.row, Place.left..<Place.left + Place.width)
          return abs(seen - scene.filled) <= 4 ? picture : nil
        }
        try scene.expect(photograph, at: Place.box, in: "kde")
      }
    }
  }
}
