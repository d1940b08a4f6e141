internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// A program that cannot read for a while: the kernel buffers some 60 frames for it and drops the rest.
  @Suite struct LostEvents {
    private func lose(_ surface: Surface, to program: Program) throws {
      program.signal(SIGSTOP)
      try surface.flood(500)
      try surface.move(by: .init(x: -30, y: 0), in: .milliseconds(300))
      program.signal(SIGCONT)
    }

    @Test("a swipe of which events were lost acts not, the next one does")
    func touchpad() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -8, y: 0), in: .milliseconds(100))
      try lose(touchpad, to: daemon.program)
      try touchpad.move(by: .init(x: -10, y: 0), in: .milliseconds(100))
      try touchpad.lift()
      try daemon.program.waitForLine(containing: "were lost: they were not read in time", in: .errors)
      settle()
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      try daemon.expectActs(["3 right"])
    }

    @Test("on a touchscreen too, also where all fingers lifted meanwhile")
    func touchscreen() throws {
      let touchscreen = try Surface(.touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [touchscreen])
      try touchscreen.land(2)
      try touchscreen.move(by: .init(x: -6, y: 0), in: .milliseconds(100))
      try lose(touchscreen, to: daemon.program)
      try touchscreen.move(by: .init(x: -10, y: 0), in: .milliseconds(100))
      try touchscreen.lift()
      settle()
      try touchscreen.land(2)
      try touchscreen.move(by: .init(x: -6, y: 0), in: .milliseconds(100))
      daemon.program.signal(SIGSTOP)
      try touchscreen.flood(500)
      try touchscreen.lift()
      daemon.program.signal(SIGCONT)
      settle()
      try Moves.swipe(Moves.mainDirections[1], fingers: 2, on: touchscreen)
      try daemon.expectActs(["2 right"])
    }

    @Test("a recording says so, and what is replayed from it acts as little")
    func recorded() throws {
      let touchpad = try Surface(.touchpad)
      let recorder = try Program.sleight("record", "-")
      try recorder.waitUntilReading(#require(touchpad.node))
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -8, y: 0), in: .milliseconds(100))
      try lose(touchpad, to: recorder)
      try touchpad.move(by: .init(x: -10, y: 0), in: .milliseconds(100))
      try touchpad.lift()
      settle()
      recorder.signal(SIGINT)
      #expect(try recorder.waitForExit() == 0)
      #expect(recorder.lines().count { $0.contains("\"events-lost\"") } == 1)
      let recording = "\(try Guest.folder())/recording.jsonl"
      try Guest.write(recorder.text(.output), to: recording)
      let replay = try Program.run(
        Guest.sleight, "replay", recording, "--config", "\(Guest.checkout)/config/rules.yml", "--json", as: .user)
      #expect(!replay.contains("\"recognized\""))
    }
  }
}
