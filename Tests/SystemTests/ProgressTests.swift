internal import JSONLines
internal import Testing

extension InTheGuest {
  /// `sleight follow --progress` and `--misses`.
  @Suite struct FollowedProgress {
    private static let next = Rule(trigger: ["swipe: left", "name: next", "fingers: 3"], name: "next")

    private static func lines(of program: Program) -> [JSONValue] {
      program.lines().compactMap { try? JSONReader.read($0) }
    }

    private static func swipe(by distance: Double, on touchpad: Surface) throws {
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -distance, y: 0), in: .milliseconds(200))
      try touchpad.lift()
      touchpad.pause(for: .seconds(2))
    }

    @Test("fingers that move: the rule and how near it is, and why it did not act; nobody else is told")
    func followed() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon([Self.next], reading: [touchpad])
      let others = try Program.sleight("follow", "--json")
      let people = try Program.sleight("follow", "--progress", "--misses")
      let follower = try Program.sleight("follow", "--json", "--progress", "--misses")
      for program in [others, follower] { try program.waitForLine(containing: "\"mode\": \"default\"", in: .output) }
      // The third one has nothing to print yet.
      settle()
      try Self.swipe(by: 20, on: touchpad)
      try daemon.expectActs(["next"])
      try Self.swipe(by: 10, on: touchpad)
      try follower.waitForLine(containing: "\"missed\"", in: .output)
      let lines = Self.lines(of: follower)
      let acted = try #require(lines.firstIndex { $0["gesture"]?.string == "swipe" })
      for part in [lines[..<acted], lines[acted...]] {
        let near = part.filter { $0["progress"]?.string != nil }
        #expect(near.count > 2, "\(follower)")
        #expect(near.allSatisfy { $0["progress"]?.string == "swipe" && $0["name"]?.string == "next" })
        #expect(
          near.allSatisfy { $0["limit"]?.number == 12 && $0["unit"]?.string == "mm" && $0["fingers"]?.integer == 3 })
        #expect(near.allSatisfy { $0["does"]?.string?.contains("echo") == true }, "\(near)")
        let reached = near.compactMap { $0["reached"]?.number }
        #expect(reached == reached.sorted() && (3..<12).contains(reached.last ?? 0), "\(reached)")
      }
      #expect(lines.count { $0["lifted"]?.bool == true } == 2, "\(follower)")
      #expect(lines.count { $0["missed"] != nil } == 1)
      let reason = lines.last?["missed"]?["nearest"]?.array?.first
      #expect(reason?["name"]?.string == "next", "\(follower)")
      #expect(reason?["reasons"]?.array?.first?["kind"]?.string == "distance", "\(follower)")
      try people.waitForLine(containing: " of 12 mm: rules.yml:2 'next'", in: .output)
      try people.waitForLine(containing: "rules.yml:2 'next' did not act: ", in: .output)
      #expect(!Self.lines(of: others).contains { $0["progress"] != nil || $0["missed"] != nil })
      #expect(Self.lines(of: others).contains { $0["gesture"]?.string == "swipe" })
      try daemon.stop()
    }
  }
}
