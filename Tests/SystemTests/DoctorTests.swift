internal import Glibc
internal import JSONLines
internal import Linux
internal import Testing

extension InTheGuest {
  /// Doctor's findings if something is missing that an ordinary machine has, and that its commands fix it.
  @Suite struct Doctor {
    /// The worst finding about a subject.
    private struct Finding {
      var state = ""
      var reason = ""
      var remedy: [String] = []
    }

    private let folder: String
    private let rules: String

    init() throws {
      folder = try Guest.folder()
      rules = "\(folder)/rules.yml"
      try Guest.write("rules:\n  - {swipe: left, fingers: 3, do: {keys: a}}\n", to: rules)
      // The tests are root already.
      try Guest.write("#!/bin/sh\nexec \"$@\"\n", to: "\(folder)/sudo", mode: 0o755)
      chmod("\(folder)/sudo", 0o755)
    }

    private func worst(_ subject: String) throws -> Finding {
      let program = try Program.sleight("doctor", "--json", "--config", rules)
      try program.waitForExit()
      let findings = try program.lines().map { try JSONReader.read(Array($0.utf8)[...]) }
        .filter { $0["subject"]?.string == subject }
      let found = findings.first { $0["state"]?.string == "wrong" } ?? findings.first
      let value = try #require(found, "nothing of \(subject) in \(program)")
      return Finding(
        state: value["state"]?.string ?? "", reason: value["reason"]?.string ?? "",
        remedy: value["remedy"]?.array?.compactMap(\.string) ?? [])
    }

    /// Runs the printed commands.
    private func execute(_ commands: [String]) throws {
      for command in commands {
        try Program.run("sh", "-c", "PATH=\(folder):$PATH\n\(command)")
      }
      try Program.run("udevadm", "settle")
    }

    @Test("no touch device: named, and content when one is plugged in")
    func noDevice() throws {
      let broken = try worst("devices")
      #expect(broken.state == "wrong")
      #expect(broken.reason == "no touchpad or touchscreen is connected; one that is plugged in is read at once")
      let touchpad = try Surface(.touchpad)
      let mended = try worst("devices")
      #expect(mended.state == "good", "\(mended)")
      #expect(mended.reason.contains(try #require(touchpad.node)))
    }

    @Test("no permission to read a touch device: the rule is installed as printed, and it can be read")
    func noPermission() throws {
      let (installed, aside) = (
        "/usr/local/lib/udev/rules.d/70-sleight-touch.rules", "\(folder)/70-sleight-touch.rules"
      )
      let pasted = "/etc/udev/rules.d/70-sleight-touch.rules"
      try Program.run("mv", installed, aside)
      try Program.run("udevadm", "control", "--reload")
      defer {
        _ = try? Program.run("mv", aside, installed)
        unlink(pasted)
        _ = try? Program.run("udevadm", "control", "--reload")
      }
      let touchpad = try Surface(.touchpad)
      let touchscreen = try Surface(.touchscreen)
      let broken = try worst("devices")
      #expect(broken.state == "wrong")
      #expect(broken.reason.hasSuffix("Permission denied"))
      #expect(broken.remedy.count == 3)
      // For people, once for both.
      let text = try Program.sleight("doctor", "--config", rules)
      try text.waitForExit()
      let shown = text.lines()
      #expect(shown.count { $0.hasPrefix("wrong  devices: ") && $0.hasSuffix("Permission denied") } == 2, "\(text)")
      #expect(shown.count { $0 == "         \(broken.remedy[0])" } == 1, "\(text)")
      let monitor = try Program.sleight("monitor")
      try monitor.waitForLine(containing: "no touch device is readable", in: .errors)
      let reports = monitor.lines(.errors)
      #expect(reports.count { $0.hasSuffix("Permission denied") } >= 2, "\(monitor)")
      #expect(reports.count { $0.hasSuffix(broken.remedy[0]) } == 1, "\(monitor)")
      monitor.stop()
      // The rules that the installation installs, from its copy of them.
      let copy = "/usr/local/share/sleight/70-sleight-touch.rules"
      #expect(broken.remedy.first == "sudo install -m 644 \(copy) /etc/udev/rules.d/")
      #expect(Guest.read(copy) != nil && Guest.read(copy) == Guest.read(aside))
      try execute(broken.remedy)
      let mended = try worst("devices")
      #expect(mended.state == "good", "\(mended)")
      withExtendedLifetime((touchpad, touchscreen)) {}
    }

    @Test("a rule for one finger that also moves the pointer on this touchpad is noted, as 'check' does")
    func pointerMoves() throws {
      try Guest.write("rules:\n  - {pan: up, fingers: 1, edge: left, device: touchpad, do: none}\n", to: rules)
      #expect(try worst("rules").state == "good")
      var small = Surface.Model.touchpad
      small.size = .init(x: 60, y: 40)
      let touchpad = try Surface(small)
      let found = try worst("rules")
      #expect(found.state == "note", "\(found)")
      #expect(found.reason.hasSuffix("with 1 warning"), "\(found)")
      withExtendedLifetime(touchpad) {}
    }

    @Test("no permission to press keys: the rule is installed as printed, and they can be pressed")
    func noUinput() throws {
      try Program.run("rm", "/etc/udev/rules.d/71-sleight-uinput.rules")
      try Program.run("udevadm", "control", "--reload")
      try Program.run("setfacl", "-b", "/dev/uinput")
      let broken = try worst("input")
      #expect(broken.state == "wrong")
      #expect(broken.reason == "keys cannot be pressed: open /dev/uinput: Permission denied")
      #expect(broken.remedy.count == 3)
      try execute(broken.remedy)
      let mended = try worst("input")
      #expect(mended.state == "good", "\(mended)")
    }

    // Loading it cannot be tested: this machine loads its modules from an initramfs, and its root file system has none.
    @Test("no uinput: the command that loads its module is named")
    func noModule() throws {
      try Program.run("mv", "/dev/uinput", "/dev/uinput.away")
      let broken = Result { try worst("input") }
      try Program.run("mv", "/dev/uinput.away", "/dev/uinput")
      #expect(try broken.get().state == "wrong")
      #expect(try broken.get().remedy.first == "sudo modprobe uinput")
      let mended = try worst("input")
      #expect(mended.state == "good", "\(mended)")
    }

    @Test("a daemon that owns a touchpad has a watchdog, which is no second daemon")
    func owning() throws {
      let scene = try OwnedScene(["swipe: left, fingers: 3"])
      try Program.run("cp", scene.daemon.rulesFile, rules)
      #expect(try worst("daemon").reason.hasPrefix("running, pid \(scene.daemon.program.process), with 1 rule from"))
      #expect(try worst("daemon").remedy == [])
      let text = try Program.sleight("doctor", "--config", rules)
      try text.waitForExit()
      #expect(text.lines().contains { $0.hasPrefix("good ") && $0.contains("is owned: the desktop sees") }, "\(text)")
      try scene.daemon.stop()
    }

    @Test("a rules file that belongs to somebody else: given back as printed")
    func foreignRules() throws {
      chown(rules, 4711, 4711)
      let broken = try worst("rules")
      #expect(broken.state == "wrong")
      #expect(broken.remedy == ["sudo chown \(Guest.user.id) \(rules)"])
      try execute(broken.remedy)
      let mended = try worst("rules")
      #expect(mended.state == "good", "\(mended)")
    }
  }
}

extension InASession {
  /// Doctor's findings in a session of logind's.
  @Suite struct Doctor {
    /// The findings, by subject.
    private func findings(as account: Program.Account = .user) throws -> [String: JSONValue] {
      let home = "/home/\(Guest.user.name)"
      let program = try Program([Guest.sleight, "doctor", "--json"], as: account, environment: ["HOME": home])
      try program.waitForExit()
      let values = try program.lines().map { try JSONReader.read(Array($0.utf8)[...]) }
      return Dictionary(values.map { ($0["subject"]?.string ?? "", $0) }) { first, _ in first }
    }

    /// The target of a desktop's session: it reaches graphical-session.target, which cannot be started by itself.
    private static let target = "/run/systemd/user/desktop-session.target"

    private func manager(_ command: String...) throws {
      try Program.run(arguments: ["systemctl", "--user"] + command, as: .user)
    }

    @Test("is content with a unit that runs; starts one that does not as printed; names a user without a session")
    func session() throws {
      let unit = try UserUnit()
      try unit.waitUntilSession(is: "active")
      // Nothing would start it with the next session.
      let alone = try #require(try findings()["unit"])
      #expect(alone["state"]?.string == "note")
      #expect(alone["reason"]?.string?.contains("does not reach graphical-session.target") == true, "\(alone)")
      try Program.run("mkdir", "-p", "/run/systemd/user")
      try Guest.write("[Unit]\nBindsTo=graphical-session.target\n", to: Self.target)
      defer {
        try? manager("stop", "desktop-session.target")
        unlink(Self.target)
      }
      try manager("daemon-reload")
      try manager("start", "desktop-session.target")
      try unit.waitUntilReading()
      let running = try findings()
      for subject in ["rules", "devices", "session", "daemon", "unit"] {
        #expect(running[subject]?["state"]?.string == "good", "\(running)")
      }
      try unit.stop()
      let stopped = try #require(try findings()["daemon"])
      #expect(stopped["reason"]?.string == "no daemon is running")
      let remedy = stopped["remedy"]?.array?.compactMap(\.string) ?? []
      #expect(remedy == ["systemctl --user restart sleight"])
      for command in remedy { try Program.run("sh", "-c", command, as: .user) }
      #expect(try findings()["daemon"]?["state"]?.string == "good")
      // An upgrade replaces the program of the running daemon.
      try Program.run(
        "sh", "-c", "cp \(Guest.sleight) \(Guest.sleight).new && mv \(Guest.sleight).new \(Guest.sleight)")
      let replaced = try #require(try findings()["daemon"])
      #expect(
        replaced["reason"]?.string?.hasSuffix("; its program was replaced since it started") == true, "\(replaced)")
      let process = try unit.process()
      for command in replaced["remedy"]?.array?.compactMap(\.string) ?? [] {
        try Program.run("sh", "-c", command, as: .user)
      }
      #expect(try unit.process() != process)
      #expect(try findings()["daemon"]?["state"]?.string == "good")
      let fresh = "/home/\(Guest.user.name)/fresh"
      defer { _ = try? Program.run("rm", "-r", fresh) }
      let start = try Program([Guest.sleight, "init"], as: .user, environment: ["XDG_CONFIG_HOME": fresh])
      try start.waitForExit()
      #expect(start.lines().contains { $0.hasPrefix("Now run 'systemctl --user enable --now sleight', ") }, "\(start)")
      let root = try #require(try findings(as: .root)["session"])
      #expect(root["reason"]?.string?.hasPrefix("logind has no session of this user on a seat") == true)
      try unit.stop()
    }
  }
}
