internal import CLinux
internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing
internal import TmuxWindow

extension InTheGuest {
  /// `sleight why` after real gestures.
  @Suite struct LastTouches {
    private static let left = Moves.mainDirections[0]
    private static let next = Rule(trigger: ["swipe: left", "name: next", "fingers: 3"], name: "next")
    private static let zoom = Rule(trigger: ["pinch: out", "fingers: 2"], name: "zoom", moments: ["begin"])

    /// The output without the ages, which depend on when it is asked.
    private static func ageless(_ lines: [String]) -> [String] {
      lines.map { $0.replacing(/\d+ s ago/, with: "N s ago") }.filter { !$0.isEmpty }
    }

    private static func why(_ arguments: String...) throws -> String {
      try Program.run(arguments: [Guest.sleight, "why"] + arguments, as: .user)
    }

    @Test("in a terminal: the last touches, the latest first, and the whole of one; pictures and recordings of it")
    func touchpad() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon([Self.next, Self.zoom], reading: [touchpad])
      try Moves.swipe(Self.left, fingers: 3, on: touchpad)
      try daemon.expectActs(["next"])
      touchpad.pause(for: .seconds(2))
      // Moves the pointer.
      try Moves.swipe(Self.left, fingers: 1, on: touchpad)
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -9, y: 0), in: .milliseconds(200))
      try touchpad.lift()
      touchpad.pause(for: .seconds(2))
      try Moves.swipe(Self.left, fingers: 4, on: touchpad)
      try Moves.pinch(to: 2, fingers: 2, on: touchpad)
      try daemon.expectActs(["next", "zoom begin"])

      let folder = try Guest.folder()
      let window = try TmuxWindow(
        columns: 160, in: folder, environment: ["XDG_RUNTIME_DIR=\(Guest.user.runtime)"],
        as: ["setpriv", "--reuid", Guest.user.id, "--regid", Guest.user.id, "--init-groups", "--"])
      try window.enter("clear; \(Guest.sleight) why; echo end")
      let list = Self.ageless(try window.waitForScreen { $0.contains("end") })
      #expect(
        Array(list.prefix(5)) == [
          " 1  N s ago: 2 fingers, pinch out on the touchpad: rules.yml:6 acted",
          " 2  N s ago: 4 fingers, 30 mm left on the touchpad: rules.yml:2 'next' did not act: 4 fingers instead of 3 "
            + "('fingers', line 4)",
          " 3  N s ago: 3 fingers, 9 mm left on the touchpad: rules.yml:2 'next' did not act: 9 mm of 12 mm (default of 'distance')",
          " 4  N s ago: 3 fingers, swipe left on the touchpad: rules.yml:2 'next' acted", "end",
        ], "\(list)")
      try window.enter("clear; \(Guest.sleight) why 3; echo end")
      let whole = Self.ageless(try window.waitForScreen { $0.contains("end") })
      #expect(
        Array(whole.prefix(8))
          == [
            "N s ago: 3 fingers, 9 mm left on the touchpad 'Virtual Touchpad'", "no rule acted",
            "recognised, by the time since the landing:", "  0.210 s  pan left, 3 fingers: no rule",
            "  0.210 s  pan left, 3 fingers, ended", "nearest rules that do not act:",
            "  rules.yml:2 'next': 9 mm of 12 mm (default of 'distance')", "end",
          ], "\(whole)")
      let acted = try Self.why("4")
      #expect(acted.contains("\nacted: rules.yml:2 'next' (swipe left, 3 fingers)\n"), "\(acted)")
      #expect(acted.contains("  swipe left, 3 fingers, "), "\(acted)")

      // A recording gives the same.
      let (recording, picture) = ("\(folder)/touch.jsonl", "\(folder)/touch.svg")
      _ = try Self.why("--save", recording, "--svg", picture, "4")
      for file in [recording, picture] {
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(file)")
      }
      let replay = try Program.run(Guest.sleight, "replay", "--config", daemon.rulesFile, recording, as: .user)
      #expect(replay.contains("swipe left, 3 fingers, ") && replay.contains(": rules.yml:2 'next': echo"), "\(replay)")
      #expect(Guest.read(picture)?.contains("next") == true)

      let lines = try Self.why("--json").split(separator: "\n").map { try JSONReader.read(String($0)) }
      #expect(lines.map { $0["number"]?.integer } == [1, 2, 3, 4])
      #expect(lines.map { $0["acted"]?.array?.first?["rule"]?.string } == ["rules.yml:6", nil, nil, "rules.yml:2"])
      #expect(lines[2]["nearest"]?.array?.first?["reasons"]?.array?.first?["kind"]?.string == "distance")

      // Other rules: the reasons are theirs, which is said.
      try Guest.write("rules: [{swipe: left, fingers: 3, distance: 5mm, do: 'true'}]\n", to: daemon.rulesFile)
      try Program.run(Guest.sleight, "reload", as: .user)
      let changed = try Self.why("3")
      #expect(changed.contains("\nthe rules have changed since; the reasons are those of the present rules\n"))
      #expect(changed.contains("\nno rule acted; rules.yml:1 would act now\n"), "\(changed)")

      try Program.run(Guest.sleight, "pause", "--forget", as: .user)
      #expect(try Self.why() == "no touch is kept yet\n")
      try daemon.stop()
    }

    @Test("a marked touch is shown first, kept after an answer, and 'tune' shortens the distance for three of them")
    func marking() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon([Self.next, Self.zoom], reading: [touchpad])
      let state = "\(try Guest.folder())/state"
      func mark(_ answer: String, _ arguments: String) throws -> (status: CInt, output: String) {
        let program = try Program(
          ["sh", "-c", "echo \(answer) | \(Guest.sleight) why \(arguments)"], environment: ["XDG_STATE_HOME": state])
        return (try program.waitForExit(), program.text(.output))
      }
      func files() -> [String] { Guest.names(in: "\(state)/sleight/touches").sorted() }
      try Moves.swipe(Self.left, fingers: 3, on: touchpad)
      for distance in [-10.0, -9, -10.5] {
        try touchpad.land(3)
        try touchpad.move(by: .init(x: distance, y: 0), in: .milliseconds(200))
        try touchpad.lift()
        touchpad.pause(for: .seconds(2))
        let refused = try mark("n", "--missed --rule next")
        #expect(refused.status == 1 && refused.output.contains("\nno rule acted\n"), "\(refused)")
        #expect(try mark("y", "--missed --rule next").status == 0)
      }
      try daemon.expectActs(["next"])
      #expect(files().count == 3)
      // The list of the near rules is the question.
      let asked = try mark("1", "--missed")
      #expect(asked.output.contains(" 1  rules.yml:2 'next'\nWhich rule should have acted? "), "\(asked)")
      #expect(try mark("y", "--wrong").status == 1)
      #expect(try mark("y", "--wrong 4").status == 0)
      #expect(files().count == 4)
      for file in files() {
        var status = stat()
        #expect(stat("\(state)/sleight/touches/\(file)", &status) == 0 && status.st_mode & 0o777 == 0o600)
      }
      unlink("\(state)/sleight/touches/\(files().first { $0.contains("wrong") } ?? "")")
      let tune = try Program.sleight("tune", "--config", daemon.rulesFile, environment: ["XDG_STATE_HOME": state])
      #expect(try tune.waitForExit() == 0)
      let text = tune.text(.output)
      #expect(text.contains("rules.yml:2 'next': distance 12mm -> "), "\(text)")
      #expect(text.contains("3 touches become right, 0 become wrong, of 3 marked and 1 others\n"), "\(text)")
      try daemon.stop()
    }

    @Test("a touchscreen's positions are kept only if the rules file permits it", arguments: [false, true])
    func touchscreen(isPermitted: Bool) throws {
      let screen = try Surface(.touchscreen)
      let daemon = try Daemon(
        [Self.next], settings: isPermitted ? "{keep-positions: true}" : nil, reading: [screen])
      try Moves.swipe(Self.left, fingers: 2, on: screen)
      try Moves.swipe(Self.left, fingers: 3, on: screen)
      try daemon.expectActs(["next"])
      let lines = Self.ageless(try Self.why().split(separator: "\n").map(String.init))
      let reason =
        isPermitted
        ? "2 fingers, 30 mm left on the touchscreen: rules.yml:3 'next' did not act: 2 of 3 fingers ('fingers', line 5)"
        : "2 fingers on the touchscreen: no rule acted; the reason is unknown without positions ('keep-positions')"
      #expect(
        lines == [
          " 1  N s ago: 3 fingers, swipe left on the touchscreen: rules.yml:\(isPermitted ? 3 : 2) 'next' acted",
          " 2  N s ago: \(reason)",
        ], "\(lines)")
      let save = try Program.sleight("why", "--save", "-")
      #expect(try save.waitForExit() == (isPermitted ? 0 : 1))
      #expect(save.text(.output).contains("touch-motion") == isPermitted)
      try daemon.stop()
    }

    @Test(
      "of a sequence that was made, and of each step that was missed, it says which and by how much",
      arguments: [(Surface.Model.touchscreen, "{keep-positions: true}"), (.touchpad, "{contacts: true}")])
    func sequence(_ model: Surface.Model, _ settings: String) throws {
      let surface = try Surface(model)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          settings: \(settings)
          gestures: {flick: [{swipe: left, fingers: 3}, {tap: single, fingers: 3}]}
          rules: [{gesture: flick, name: flick, do: echo flick >>\(folder)/acts}]

          """, folder: folder, reading: [surface])
      /// A swipe, and what follows it.
      func flick(_ distance: Double = 30, _ body: () throws -> Void = {}) throws {
        try surface.land(3)
        try surface.move(by: .init(x: -distance, y: 0), in: .milliseconds(200))
        try surface.lift()
        surface.pause(for: .milliseconds(250))
        try body()
        surface.pause(for: .seconds(2))
      }
      try flick { try surface.tap(3, lasting: .milliseconds(60)) }
      try daemon.expectActs(["flick"])
      /// The reason of the last hand, of which all touches are one entry.
      func reason() throws -> String {
        let line = try JSONReader.read(Self.why("--json").split(separator: "\n").first.map(String.init) ?? "")
        #expect(line["acted"]?.array?.isEmpty != false, "\(line)")
        return line["nearest"]?.array?.first?["reasons"]?.array?.first?["message"]?.string ?? "\(line)"
      }
      try flick(9)
      #expect(try reason() == "step 1 of 2: 9 mm of 12 mm")
      try flick()
      #expect(try reason() == "step 2 of 2: nothing followed within 600 ms")
      try flick { try surface.tap(2, lasting: .milliseconds(60)) }
      #expect(try reason() == "step 2 of 2: 2 of 3 fingers")
      try flick { try surface.tap(3, lasting: .milliseconds(900)) }
      // libinput reports no tap of fingers that stay.
      // libinput reports no tap of fingers that stay, and not for how long they did.
      if model.name == Surface.Model.touchscreen.name {
        #expect(try reason() == "step 2 of 2: held 901 ms, maximum 400 ms")
      }
      try daemon.expectActs(["flick"])
      let list = try Self.why().split(separator: "\n")
      #expect(list.count == 5 && list.last?.hasSuffix("'flick' acted") == true, "\(list)")
      try daemon.stop()
    }

    @Test("nothing of a locked session is kept")
    func locked() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          settings: {locked-if: test -e \(folder)/lock-screen}
          rules:
            - {swipe: left, fingers: 3, do: echo 'swipe' >>\(folder)/acts}
            - {swipe: left, fingers: 3, when: {locked: true}, do: echo 'behind the lock' >>\(folder)/acts}

          """, folder: folder, reading: [touchpad])
      func swipe() throws {
        // An answer is valid for a second.
        rest(for: .seconds(1))
        try Moves.swipe(Self.left, fingers: 3, on: touchpad)
      }
      try swipe()
      try daemon.expectActs(["swipe"])
      try Guest.write("", to: "\(folder)/lock-screen")
      for _ in 0..<3 { try swipe() }
      #expect(try daemon.waitForActs(4).last == "behind the lock")
      #expect(try Self.why().split(separator: "\n").count == 1)
      unlink("\(folder)/lock-screen")
      try swipe()
      #expect(try daemon.waitForActs(5).last == "swipe")
      #expect(try Self.why().split(separator: "\n").count == 2)
      try daemon.stop()
    }

    @Test("the memory of the daemon does not grow with the touches")
    func memory() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        [Rule(trigger: ["tap: single", "fingers: 5"], name: "five"), Self.next], reading: [touchpad])
      let fresh = try daemon.program.ownMemory
      func touch(_ count: Int) throws {
        for _ in 0..<count {
          try touchpad.land(3)
          try touchpad.move(by: .init(x: 8, y: 0), in: .milliseconds(80))
          try touchpad.lift()
          touchpad.pause(for: .milliseconds(500))
        }
      }
      // The ring is full after some hundred. With 10,000 more, private memory stayed the same to the KiB.
      try touch(400)
      let before = try daemon.program.ownMemory
      try touch(600)
      let after = try daemon.program.ownMemory
      _ = try Self.why("--json")
      let asked = try daemon.program.ownMemory
      // Unused memory is released a second later.
      rest(for: .seconds(2))
      let released = try daemon.program.ownMemory
      print(
        "figure: private memory \(fresh) KiB at the start, \(before) KiB after 400 touches, \(after) KiB after 1000, "
          + "\(asked) KiB after 'why', \(released) KiB 2 s later")
      #expect(after - before <= 64)
      #expect(before - fresh <= 1024)
      #expect(released - after <= 128)
      #expect(try Self.why().split(separator: "\n").count == 20)
      try daemon.stop()
    }
  }
}
