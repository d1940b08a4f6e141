internal import Glibc
internal import Testing

extension InTheGuest {
  /// The server of the pages beside a daemon, without a browser. Tests/UI has the pages in one.
  @Suite(.enabled(if: Guest.variable("SLEIGHT_UI") != nil, "needs sleight-ui and its libraries: make test-ui"))
  struct Pages {
    @Test("a gesture that real fingers show becomes a rule, on which the daemon acts, and a short one is tuned")
    func shown() throws {
      let surface = try Surface(.touchpad)
      let folder = try Guest.folder()
      let page = try Program(
        ["python3", "-B", "\(Guest.checkout)/Tests/UI/guest.py", folder],
        environment: [
          "SLEIGHT": Guest.sleight, "SLEIGHT_UI": Guest.variable("SLEIGHT_UI") ?? "",
          "LD_LIBRARY_PATH": "\(Guest.checkout)/.build/ui/libraries",
        ])
      let rules = try page.waitForLine(containing: "rules ").dropFirst(6)
      let program = try Program.sleight("run", "--config", String(rules))
      try program.waitUntilReading(#require(surface.node))
      let daemon = Daemon(program, folder: folder)
      try page.waitForLine(containing: "watching")
      let left = Moves.mainDirections[0]
      for _ in 0..<3 {
        try Moves.swipe(left, fingers: 3, on: surface)
        surface.pause(for: .seconds(2))
      }
      try daemon.expectActs([])
      try Guest.write("", to: "\(folder)/shown")
      #expect(try page.waitForLine(containing: "added ") == "added swipe left, 3 fingers, on a touchpad")
      try program.waitForLine(containing: "2 rules from", in: .errors)
      try Moves.swipe(left, fingers: 3, on: surface)
      try daemon.expectActs(["next"])

      // 9 of 12 mm.
      surface.pause(for: .seconds(2))
      try short(on: surface)
      try daemon.expectActs(["next"])
      try Guest.write("", to: "\(folder)/missed")
      #expect(try page.waitForLine(containing: "touch ") == "touch [] next")
      #expect(try page.waitForLine(containing: "tuned ").contains("'next': distance "))
      try wait(otherwise: { "not reloaded: \(program)" }) {
        program.lines(.errors).count { $0.contains("2 rules from") } == 2 ? () : nil
      }
      try short(on: surface)
      try daemon.expectActs(["next", "next"])
      try Guest.write("", to: "\(folder)/end")
      #expect(try page.waitForExit() == 0)
    }

    private func short(on surface: Surface) throws {
      try surface.land(3)
      try surface.move(by: .init(x: -9, y: 0), in: .milliseconds(200))
      try surface.lift()
      surface.pause(for: .seconds(2))
    }
  }
}
