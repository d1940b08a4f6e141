internal import Glibc
internal import JSONLines
internal import Testing
internal import TmuxWindow

extension InTheGuest {
  /// A contact that is down, does not move and does not lift.
  @Suite struct StuckContacts {
    private static let place = Surface.Point(x: 300, y: 160)
    private static let words = "300 mm from the left and 160 mm from the top of 'Virtual Touchscreen'"
    private static let swipe = Rule(trigger: ["swipe: left", "fingers: 3"], name: "left")

    /// The number of times that a process has waited.
    private func wakeUps(of process: pid_t) throws -> Int {
      let status = try #require(Guest.read("/proc/\(process)/status"))
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
    }

    @Test("status and doctor report it while it is there, and the daemon does not wake up for it")
    func status() throws {
      let screen = try Surface(.touchscreen)
      let daemon = try Daemon([Self.swipe], reading: [screen])
      func status(_ options: String...) throws -> String {
        try Program.run(arguments: [Guest.sleight, "status"] + options, as: .user)
      }
      try screen.land([Self.place])
      // A long press is the last thing that a landing can become.
      screen.pause(for: .seconds(2))
      #expect(try !status().contains("stuck contact"))
      // The reply to `status` has been sent.
      settle()
      let before = try wakeUps(of: daemon.program.process)
      screen.pause(for: .seconds(63))
      #expect(try wakeUps(of: daemon.program.process) == before)

      let text = try status()
      #expect(text.contains("\nstuck contact: \(Self.words), without movement for 1 min\n"), "\(text)")
      let line = try JSONReader.read(status("--json"))
      let contact = try #require(line["stuckContacts"]?.array?.first)
      #expect(contact["device"]?.string == "Virtual Touchscreen")
      #expect(contact["x"]?.number == 300)
      #expect(contact["y"]?.number == 160)
      #expect(contact["x_share"]?.number.map { abs($0 - 300.0 / 310) < 0.001 } == true)
      #expect(contact["y_share"]?.number.map { abs($0 - 160.0 / 174) < 0.001 } == true)
      #expect(contact["lasting"]?.integer.map { (65_000...70_000).contains($0) } == true, "\(contact)")
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile)
      _ = try doctor.waitForExit()
      let findings = doctor.text(.output).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let finding = "stuck contact: \(Self.words), without movement for 1 min; if no finger rests there"
      #expect(findings.contains(finding), "\(findings)")

      try screen.lift()
      settle()
      #expect(try !status().contains("stuck contact"))
      try daemon.stop()
      // The log does not tell where fingers are.
      #expect(!daemon.program.text(.errors).contains("160 mm"))
    }

    @Test("a touchpad whose contacts are read reports it too")
    func touchpad() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon([Rule(trigger: ["tap: single", "fingers: 5"], name: "five")], reading: [touchpad])
      try touchpad.land([.init(x: 20, y: 50)])
      touchpad.pause(for: .seconds(11))
      let text = try Program.run(Guest.sleight, "status", as: .user)
      #expect(
        text.contains("\nstuck contact: 20 mm from the left and 50 mm from the top of 'Virtual Touchpad', "), "\(text)")
      try touchpad.lift()
      try daemon.stop()
    }

    @Test("monitor reports it after ten seconds, and when it has lifted")
    func lines() throws {
      let screen = try Surface(.touchscreen)
      let file = "\(try Guest.folder())/rules.yml"
      try Guest.write("rules: []\n", to: file)
      for option in ["--plain", "--json"] {
        let monitor = try Program.sleight("monitor", option, "--config", file)
        try monitor.waitUntilReading(#require(screen.node))
        try screen.land([Self.place])
        let stuck = option == "--json" ? #""stuck": true"# : " s  stuck contact \(Self.words), without movement since "
        let begun = try monitor.waitForLine(containing: stuck)
        try screen.lift()
        let ended = try monitor.waitForLine(
          containing: option == "--json" ? #""stuck": false"# : " s  no longer stuck: contact \(Self.words)")
        if option == "--json" {
          let (begun, ended) = (try JSONReader.read(begun), try JSONReader.read(ended))
          #expect(begun["device"]?.string == "Virtual Touchscreen")
          #expect(begun["x"]?.number == 300)
          let (time, since) = (try #require(begun["t"]?.integer), try #require(begun["since"]?.integer))
          #expect((10_000_000...10_500_000).contains(time - since))
          #expect(ended["since"]?.integer == since)
        }
        monitor.signal(SIGINT)
        #expect(try monitor.waitForExit() == 0)
      }
    }

    @Test("monitor on a terminal shows it while it is there")
    func picture() throws {
      let screen = try Surface(.touchscreen)
      let watcher = try Watcher("rules: []\n", reading: [screen])
      try screen.land([Self.place])
      try watcher.window.waitForScreen { $0.contains { $0.contains(" s  stuck contact 300 mm from the left") } }
      try screen.lift()
      try watcher.window.waitForScreen { lines in
        lines.contains { $0.contains(" s  no longer stuck: contact 300 mm from the left") }
          && !lines.contains { $0.contains(" s  stuck contact") }
      }
      try watcher.leave { try watcher.window.press("q") }
    }
  }
}
