internal import Glibc
internal import Testing

extension InASession {
  /// The unit of hints, in a login session with a compositor.
  @Suite(.enabled(if: Guest.hasHints, "needs sleight-hint: make hint")) struct TheUnitOfHints {
    private static func state() throws -> String {
      try Program.run("systemctl", "--user", "show", "-P", "ActiveState", "sleight-hint", as: .user)
    }

    private static func waitUntil(_ expected: String) throws {
      var last = ""
      try wait(otherwise: { "sleight-hint.service is \(last)" }) {
        last = try state()
        return last == "\(expected)\n" ? () : nil
      }
    }

    @Test("without the setting it ends at once; with it, hints start, end and start again with the daemon")
    func unit() throws {
      let sway = try Sway(layout: "us", runtime: Guest.user.runtime)
      let display = sway.environment["WAYLAND_DISPLAY"] ?? ""
      try Program.run("systemctl", "--user", "set-environment", "WAYLAND_DISPLAY=\(display)", as: .user)
      let unit = try UserUnit()
      try Self.waitUntil("inactive")
      let result = try Program.run("systemctl", "--user", "show", "-P", "Result", "sleight-hint", as: .user)
      #expect(result == "success\n")
      let rules = try #require(Guest.read(unit.rulesFile))
      try Guest.write("settings: {hint: bottom}\n" + rules, to: unit.rulesFile)
      defer { try? Guest.write(rules, to: unit.rulesFile) }
      try Program.run("systemctl", "--user", "restart", "sleight", as: .user)
      let first = try Self.waitForHint(unit, besides: 0)
      // The daemon dies, and systemd starts it again.
      kill(try unit.process(), SIGKILL)
      _ = try Self.waitForHint(unit, besides: first)
      try unit.waitUntilReading()
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
      try Self.waitUntil("inactive")
      try Program.run("systemctl", "--user", "unset-environment", "WAYLAND_DISPLAY", as: .user)
    }

    /// Waits until the unit runs sleight-hint in another process; returns that.
    private static func waitForHint(_ unit: UserUnit, besides old: pid_t) throws -> pid_t {
      try wait(otherwise: { "sleight-hint is not started" }) {
        let process = try unit.process(of: "sleight-hint")
        return process != old && Guest.read("/proc/\(process)/comm") == "sleight-hint\n" ? process : nil
      }
    }
  }
}
