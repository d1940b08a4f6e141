internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InASession {
  /// The effect of logind's session on the rules.
  @Suite struct TheSession {
    @Test("nothing acts while the session is locked, but rules that ask for that; all act again after")
    func locked() throws {
      let unit = try UserUnit()
      try unit.waitUntilSession(is: "active")
      #expect(try unit.swipe() == ["swipe"])
      try LoginSession.ask(to: "lock")
      try unit.waitUntilSession(is: "locked", lockedBy: "request")
      #expect(try unit.swipe() == ["behind the lock"])
      try LoginSession.ask(to: "unlock")
      try unit.waitUntilSession(is: "active")
      #expect(try unit.swipe() == ["swipe"])
      // Nothing of the locked session is kept.
      let touches = try Program.run(Guest.sleight, "why", as: .user)
      #expect(touches.split(separator: "\n").count == 2 && !touches.contains("did not act"), "\(touches)")
      try unit.stop()
    }

    @Test("a lock in the middle of a gesture breaks it off and releases what it holds")
    func lockedInTheMiddle() throws {
      let unit = try UserUnit()
      let keyboard = try PressedKeys(of: "Sleight keyboard")
      try unit.hold(alt: keyboard)
      try LoginSession.ask(to: "lock")
      try keyboard.waitUntilPressed([])
      try unit.touchpad.lift()
      try unit.waitUntilSession(is: "locked", lockedBy: "request")
      #expect(unit.acts == ["cancelled"])
      try LoginSession.ask(to: "unlock")
      try unit.waitUntilSession(is: "active")
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
    }

    @Test("a lock screen that said it is locked stays locked when logind is restarted, until it is asked to unlock")
    func logindRestarted() throws {
      let unit = try UserUnit()
      try LoginSession.hint(isLocked: true)
      try unit.waitUntilSession(is: "locked", lockedBy: "lock-screen")
      try Program.run("systemctl", "restart", "systemd-logind")
      try unit.waitUntilSession(is: "locked", lockedBy: "request")
      // The request is obeyed: the hint is gone, and no lock screen has reported its end.
      #expect(try unit.swipe() == ["behind the lock"])
      try LoginSession.ask(to: "unlock")
      try unit.waitUntilSession(is: "active")
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
    }

    @Test("a daemon that a compositor starts does not tell the service manager that the compositor stops")
    func foreignUnit() throws {
      let folder = try Guest.folder()
      try Guest.write("rules: []\n", to: "\(folder)/rules.yml")
      let script = """
        \(Guest.sleight) run --config \(folder)/rules.yml &
        echo $! >\(folder)/process
        systemd-notify --ready
        wait
        exec sleep infinity
        """
      // As uwsm starts compositors.
      try Program.run(
        "systemd-run", "--user", "--unit=compositor", "--service-type=notify", "--property=NotifyAccess=all", "sh",
        "-c",
        script, as: .user)
      defer { _ = try? Program.run("systemctl", "--user", "stop", "compositor", as: .user) }
      try wait(otherwise: { "no daemon answers" }) {
        try Program([Guest.sleight, "status"]).waitForExit() == 0 ? () : nil
      }
      let text = try #require(Guest.read("\(folder)/process"))
      let daemon = try #require(pid_t(text.filter { !$0.isWhitespace }))
      kill(daemon, SIGTERM)
      try wait(otherwise: { "the daemon does not end" }) { Guest.read("/proc/\(daemon)/stat") == nil ? () : nil }
      settle()
      let state = try Program.run("systemctl", "--user", "show", "-P", "ActiveState", "compositor", as: .user)
      #expect(state == "active\n")
    }

    @Test("keyboards that are read are closed behind the lock; after it, fingers right after a key do not act again")
    func keyboards() throws {
      let keyboard = try InTheGuest.KeyboardReading.keyboard()
      try InTheGuest.KeyboardReading.permit(true, keyboard)
      let unit = try UserUnit()
      let rules = try #require(Guest.read(unit.rulesFile))
      defer { try? Guest.write(rules, to: unit.rulesFile) }
      try Guest.write("settings: {read-keyboards: true}\n" + rules, to: unit.rulesFile)
      let node = keyboard.node
      func waitForKeyboard(isOpen: Bool) throws {
        try wait(otherwise: { "\(node) is \(isOpen ? "not opened" : "still open")" }) {
          try Program.openFiles(of: unit.process()).contains(node) == isOpen ? () : nil
        }
      }
      func press() throws {
        for value: CInt in [1, 0] { try keyboard.report([.init(type: EV_KEY, code: CInt(KEY_D), value: value)]) }
      }
      func expectExactness() throws {
        try waitForKeyboard(isOpen: true)
        try press()
        #expect(try unit.swipe() == [])
        // Longer than a key counts.
        rest(for: .seconds(1))
        #expect(try unit.swipe() == ["swipe"])
      }
      try expectExactness()
      // A request that another program obeys, as swaylock by swayidle; and a lock screen that tells logind.
      for isHinted in [false, true] {
        if isHinted { try LoginSession.hint(isLocked: true) } else { try LoginSession.ask(to: "lock") }
        try waitForKeyboard(isOpen: false)
        try unit.waitUntilSession(is: "locked", lockedBy: isHinted ? "lock-screen" : "request")
        try press()
        if isHinted { try LoginSession.hint(isLocked: false) } else { try LoginSession.ask(to: "unlock") }
        try unit.waitUntilSession(is: "active")
        try expectExactness()
      }
      try unit.stop()
    }

    @Test("nothing acts while another console is in front; all act again when the session is back")
    func otherConsole() throws {
      let unit = try UserUnit()
      let keyboard = try PressedKeys(of: "Sleight keyboard")
      try unit.hold(alt: keyboard)
      try LoginSession.show(console: 2)
      try keyboard.waitUntilPressed([])
      try unit.touchpad.lift()
      try unit.waitUntilSession(is: "inactive")
      #expect(try unit.swipe() == [])
      try LoginSession.show(console: 1)
      try unit.waitUntilSession(is: "active")
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
    }

    @Test("a suspend announced in the middle of a gesture breaks it off; all act again when the machine is awake")
    func suspended() throws {
      let unit = try UserUnit()
      let keyboard = try PressedKeys(of: "Sleight keyboard")
      try unit.hold(alt: keyboard)
      // The kernel freezes all programs as for a suspend, and wakes up by itself.
      try Guest.write("0", to: "/sys/module/suspend/parameters/pm_test_delay")
      try Guest.write("freezer", to: "/sys/power/pm_test")
      defer { try? Guest.write("none", to: "/sys/power/pm_test") }
      try Program.run("systemctl", "suspend")
      try keyboard.waitUntilPressed([])
      try unit.touchpad.lift()
      try unit.waitUntilSession(is: "active")
      #expect(unit.acts == ["cancelled"])
      #expect(try unit.swipe() == ["swipe"])
      try unit.stop()
    }
  }
}

extension UserUnit {
  /// Lands four fingers and moves them, which presses alt.
  fileprivate func hold(alt keyboard: PressedKeys) throws {
    try waitUntilSession(is: "active")
    try touchpad.land(4)
    try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(300))
    try keyboard.waitUntilPressed([KEY_LEFTALT])
  }
}
