internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Faults around the daemon, which must continue.
  @Suite struct Faults {
    @Test("a compositor that is killed while a key is held is done without, and the one that follows it is used")
    func compositorKilled() throws {
      let touchpad = try Surface(.touchpad)
      try Program.run("setfacl", "-b", "/dev/uinput")
      defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      let folder = try Guest.folder()
      let runtime = "\(folder)/runtime"
      try Program.run("mkdir", "-m", "700", runtime, as: .user)
      let sway = try Sway(layout: "us", runtime: runtime)
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {pan: right, fingers: 4, begin: {hold: alt}, do: none}
            - {swipe: left, fingers: 3, do: {keys: super+Page_Down}}
            - {swipe: right, fingers: 3, do: echo acts >>\(folder)/acts}
            - {swipe: up, fingers: 3, do: {sway: workspace next}}

          """, folder: folder, reading: [touchpad], environment: sway.environment)
      try sway.waitForInput(named: "virtual keyboard")
      try touchpad.land(4)
      try touchpad.move(by: .init(x: 15, y: 0), in: .milliseconds(200))
      try sway.expectKeys([.down("Alt_L")])
      try sway.kill()
      try daemon.program.waitForLine(containing: "the connection to the Wayland compositor is lost", in: .errors)
      try touchpad.lift()

      // Without a compositor no keys can be pressed: that is logged, and everything else is done.
      for direction in [0, 0, 2, 1] { try Moves.swipe(Moves.mainDirections[direction], fingers: 3, on: touchpad) }
      try daemon.expectActs(["acts"])
      #expect(
        daemon.program.lines(.errors).count { $0.contains("the connection to the Wayland compositor is lost") } == 1)

      let next = try Sway(layout: "us", runtime: runtime)
      try next.waitForInput(named: "virtual keyboard")
      try next.reopenWindow()
      let chord = WrittenChord("super+Page_Down -> Super_L Next").keys
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try next.expectKeys(chord, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("a compositor that answers late breaks no actions off")
    func lateCompositor() throws {
      let touchpad = try Surface(.touchpad)
      let sway = try Sway(layout: "us")
      sway.signal(SIGSTOP)
      defer { sway.signal(SIGCONT) }
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {swipe: left, fingers: 3, do: [touch \(folder)/begun, {wait: 3s}, 'echo acts >>\(folder)/acts', {keys: a}]}

          """, folder: folder, reading: [touchpad], environment: sway.environment)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try wait(otherwise: { "no action begins: \(daemon.program)" }) { access("\(folder)/begun", F_OK) == 0 ? () : nil }
      sway.signal(SIGCONT)
      try daemon.expectActs(["acts"])
      let keys: [WindowKey] = [.down("a"), .up("a")]
      try sway.expectKeys(keys)
      try daemon.stop()
    }

    @Test("keys that wait for a compositor that never answers fail after five seconds, with the reason")
    func silentCompositor() throws {
      let touchpad = try Surface(.touchpad)
      let sway = try Sway(layout: "us")
      sway.signal(SIGSTOP)
      defer { sway.signal(SIGCONT) }
      let daemon = try Daemon(
        rulesText: "settings: {inject: wayland}\nrules:\n  - {swipe: left, fingers: 3, do: {keys: a}}\n",
        folder: Guest.folder(), reading: [touchpad], environment: sway.environment)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try daemon.program.waitForLine(
        containing: "cannot press keys: the compositor accepts connections but does not answer (waited 5 s)",
        in: .errors)
      sway.signal(SIGCONT)
      try daemon.program.waitForLine(containing: "connected to sway", in: .errors)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      let keys: [WindowKey] = [.down("a"), .up("a")]
      try sway.expectKeys(keys, "\(daemon.program)")
      try daemon.stop()
    }

    @Test("replay --act names a compositor that never answers")
    func silentAtStart() throws {
      let sway = try Sway(layout: "us")
      let rules = "\(try Guest.folder())/rules.yml"
      try Guest.write("settings: {inject: wayland}\nrules:\n  - {swipe: left, fingers: 4, do: {keys: a}}\n", to: rules)
      sway.signal(SIGSTOP)
      defer { sway.signal(SIGCONT) }
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, "\(Guest.checkout)/Tests/Recordings/two-swipes.jsonl",
        environment: sway.environment)
      try replay.waitForLine(containing: "the compositor accepts connections but does not answer", in: .errors)
    }

    @Test("a trigger fails if a busy compositor refuses its command a second later")
    func lateRefusal() throws {
      let sway = try Sway(layout: "us")
      let daemon = try Daemon(
        rulesText: "rules:\n  - {name: no, swipe: left, fingers: 3, do: {sway: nonsense}}\n", folder: Guest.folder(),
        reading: [], environment: sway.environment)
      try daemon.program.waitForLine(containing: "connected to sway", in: .errors)
      sway.signal(SIGSTOP)
      defer { sway.signal(SIGCONT) }
      let trigger = try Program.sleight("trigger", "no", environment: sway.environment)
      // The compositor is busy for this long.
      rest(for: .seconds(1))
      sway.signal(SIGCONT)
      #expect(try trigger.waitForExit() == 1, "\(daemon.program)")
      #expect(trigger.text(.errors).contains("rules.yml:2: sway refuses 'nonsense'"), "\(trigger)")
      try daemon.stop()
    }

    @Test("keys of a replay reach a compositor that is busy when it ends")
    func busyCompositor() throws {
      let sway = try Sway(layout: "us")
      let folder = try Guest.folder()
      let rules = "\(folder)/rules.yml"
      try Guest.write(
        "rules:\n  - {swipe: left, fingers: 4, do: [touch \(folder)/begun, {wait: 300ms}, {keys: a}]}\n", to: rules)
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, "\(Guest.checkout)/Tests/Recordings/two-swipes.jsonl",
        environment: sway.environment)
      try wait(otherwise: { "no action begins: \(replay)" }) { access("\(folder)/begun", F_OK) == 0 ? () : nil }
      sway.signal(SIGSTOP)
      // Longer than the actions take: without an answer, the replay would have ended.
      rest(for: .seconds(2))
      sway.signal(SIGCONT)
      let keys: [WindowKey] = [.down("a"), .up("a")]
      try sway.expectKeys(keys)
      #expect(try replay.waitForExit() == 0, "\(replay)")
    }

    @Test("500 commands at once, and some that fork, never end or flood: the daemon grows by none of it and goes on")
    func commands() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let many = Array(repeating: "env sleep 4", count: 500).joined(separator: ", ")
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {swipe: left, fingers: 3, do: [\(many)]}
            - {swipe: right, fingers: 3, do: [sleep 600, sleep 600 & sleep 600 &, yes | head -c 4000000]}
            - {swipe: up, fingers: 3, do: echo acts >>\(folder)/acts}

          """, folder: folder, reading: [touchpad])
      let swipe = { try Moves.swipe(Moves.mainDirections[$0], fingers: 3, on: touchpad) }
      try swipe(2)
      _ = try daemon.waitForActs(1)
      let memory = try daemon.program.ownMemory
      let files = daemon.program.openFiles.count

      try swipe(1)
      try swipe(0)
      let refusal = try daemon.program.waitForLine(containing: "env sleep 4", in: .errors)
      #expect(refusal.contains("rules.yml:2"), "\(refusal)")
      try wait(otherwise: { "\(daemon.acts)" }) {
        // Commands can start again once those have ended.
        try swipe(2)
        return daemon.acts.count > 1 ? () : nil
      }
      #expect(daemon.program.lines(.errors).count { $0.contains("env sleep 4") } == 1)
      #expect(try daemon.program.ownMemory - memory < 2048)
      #expect(daemon.program.openFiles.count == files)
      try daemon.stop()
    }
  }
}
