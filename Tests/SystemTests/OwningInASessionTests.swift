internal import Glibc
internal import Testing

extension InASession {
  /// Owned devices of the unit, in a login session.
  @Suite struct OwnedDevicesOfTheUnit {
    /// A unit that owns its touchpad.
    private final class OwningUnit {
      let unit: UserUnit
      private let rules: String

      init() throws {
        unit = try UserUnit()
        rules = try #require(Guest.read(unit.rulesFile))
        try Guest.write("devices: {touchpad: {own: true}}\n" + rules, to: unit.rulesFile)
        try Program.run("systemctl", "--user", "restart", "sleight", as: .user)
        try wait(otherwise: { "no clones" }) { OwnedScene.cloneCount == 2 ? () : nil }
        // The take-over follows half a second later.
        rest(for: .seconds(2))
      }

      /// Swipes to the left, which is a rule's; returns the rules that acted.
      func swipe() throws -> [String] { try unit.swipe() }

      func stop() throws {
        try unit.stop()
        #expect(OwnedScene.cloneCount == 0)
      }

      deinit { try? Guest.write(rules, to: unit.rulesFile) }
    }

    private static let passed = ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3"]
    private static let taken = ["SWIPE_BEGIN 3", "SWIPE_UPDATE 3", "SWIPE_END 3 cancelled"]

    /// The swipes that libinput sees on the clone during `hand`.
    private static func swipes(seenBy tool: Program, _ hand: () throws -> Void) throws -> [String] {
      let before = OwnedScene.events(of: tool).count
      try hand()
      settle()
      return OwnedScene.events(of: tool).dropFirst(before).filter { $0.hasPrefix("SWIPE") }
        .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test("a daemon that hangs is killed, which gives its devices back; it starts again")
    func watchdog() throws {
      let owning = try OwningUnit()
      #expect(try owning.swipe() == ["swipe"])
      let hung = try owning.unit.process()
      let begin = now()
      kill(hung, SIGSTOP)
      try wait(otherwise: { "the clones stay" }) { OwnedScene.cloneCount == 0 ? () : nil }
      print("figure: the device of a daemon that hangs is dead for \(now() - begin)")
      try wait(otherwise: { "not started again" }) {
        try owning.unit.process() != hung && OwnedScene.cloneCount == 2 ? () : nil
      }
      try owning.stop()
    }

    @Test("while another console is in front everything passes; back again, rules take their gestures")
    func otherConsole() throws {
      let owning = try OwningUnit()
      let unit = owning.unit
      let clone = try OwnedScene.observer(of: OwnedScene.clone())
      let interrupted = try Self.swipes(seenBy: clone) {
        try unit.touchpad.land(3)
        try unit.touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(300))
        try LoginSession.show(console: 2)
        try unit.waitUntilSession(is: "inactive")
        try unit.touchpad.move(by: .init(x: 10, y: 0), in: .milliseconds(100))
        try unit.touchpad.lift()
        unit.touchpad.comeBack()
      }
      #expect(interrupted == Self.passed)
      var acts: [String] = []
      var seen = try Self.swipes(seenBy: clone) { acts = try owning.swipe() }
      #expect(acts == [])
      #expect(seen == Self.passed)
      #expect(OwnedScene.cloneCount == 2)
      try LoginSession.show(console: 1)
      try unit.waitUntilSession(is: "active")
      seen = try Self.swipes(seenBy: clone) { acts = try owning.swipe() }
      #expect(acts == ["swipe"])
      #expect(seen == Self.taken)
      try owning.stop()
    }

    @Test("after a suspend in the middle of a gesture, rules take their gestures again, and nothing stays down")
    func suspended() throws {
      let owning = try OwningUnit()
      let unit = owning.unit
      let clone = try OwnedScene.observer(of: OwnedScene.clone())
      try unit.waitUntilSession(is: "active")
      // The kernel freezes all programs as for a suspend, and wakes up by itself.
      try Guest.write("0", to: "/sys/module/suspend/parameters/pm_test_delay")
      try Guest.write("freezer", to: "/sys/power/pm_test")
      defer { try? Guest.write("none", to: "/sys/power/pm_test") }
      let interrupted = try Self.swipes(seenBy: clone) {
        try unit.touchpad.land(3)
        try unit.touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(300))
        try Program.run("systemctl", "suspend")
        try unit.touchpad.lift()
        unit.touchpad.comeBack()
        try unit.waitUntilSession(is: "active")
      }
      #expect(interrupted == Self.passed)
      var acts: [String] = []
      let seen = try Self.swipes(seenBy: clone) { acts = try owning.swipe() }
      #expect(acts == ["swipe"])
      #expect(seen == Self.taken)
      #expect(OwnedScene.cloneCount == 2)
      try owning.stop()
    }
  }
}
