internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Devices come and go, and the machine sleeps, while the daemon runs.
  @Suite struct ComingAndGoing {
    @Test("a touchpad pulled out in mid-swipe acts no further, and plugged in again it is read again")
    func unplugged() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      let before = try #require(touchpad.node)
      try touchpad.land(3)
      // Far enough for libinput to begin a swipe, too short for a rule.
      try touchpad.move(by: .init(x: -8, y: 0), in: .milliseconds(100))
      touchpad.unplug()
      try wait(otherwise: { "still open: \(before)" }) { daemon.program.isReading(before) ? nil : () }
      #expect(daemon.acts == [])

      try touchpad.plug()
      try daemon.program.waitUntilReading(#require(touchpad.node))
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      try daemon.expectActs(["3 right"])
      try daemon.stop()
    }

    @Test("the daemon starts without a device and reads the one that comes")
    func plugged() throws {
      let daemon = try Daemon(Moves.rules, reading: [])
      settle()
      #expect(daemon.program.isRunning)
      let touchpad = try Surface(.touchpad)
      try daemon.program.waitUntilReading(#require(touchpad.node))
      try Moves.swipe(Moves.mainDirections[0], fingers: 4, on: touchpad)
      try daemon.expectActs(["4 left"])
    }

    @Test("what came and went while more happened than udev's socket holds is found out")
    func overflow() throws {
      let first = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [first])
      let gone = try #require(first.node)
      daemon.program.signal(SIGSTOP)
      // Each is a message to all listeners of udev; 500 are several times what the socket can buffer.
      for _ in 0..<500 {
        try Guest.write("change", to: "/sys/class/input/\(gone.split(separator: "/").last ?? "")/uevent")
      }
      try Program.run("udevadm", "settle")
      first.unplug()
      let second = try Surface(.touchscreen)
      daemon.program.signal(SIGCONT)
      try daemon.program.waitUntilReading(#require(second.node))
      try wait(otherwise: { "\(daemon.program)" }) {
        daemon.program.lines(.errors).contains { $0.contains("removed: ") } ? () : nil
      }
      try Moves.swipe(Moves.mainDirections[0], fingers: 2, on: second)
      try daemon.expectActs(["2 left"])
      try daemon.stop()
    }

    @Test("swipes act before and after the processes were frozen for a suspend")
    func suspended() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try daemon.expectActs(["3 left"])
      // The kernel freezes every process as it does for a suspend, waits a second and thaws them. It does not go
      // further: suspending the devices, too, would take the guest's root file system from it.
      try Guest.write("freezer", to: "/sys/power/pm_test")
      try Guest.write("1", to: "/sys/module/suspend/parameters/pm_test_delay")
      try Guest.write("freeze", to: "/sys/power/state")
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      try daemon.expectActs(["3 left", "3 right"])
    }

    @Test("a slide during which the processes were frozen for a suspend ends once, and the next one acts")
    func suspendedContacts() throws {
      let touchpad = try Surface(.touchpad)
      let slide = Rule(
        trigger: ["pan: up", "fingers: 1", "edge: left", "device: touchpad"], name: "slide",
        moments: ["begin", "end", "cancel"])
      let daemon = try Daemon([slide], reading: [touchpad])
      func land() throws {
        try touchpad.land([.init(x: 3, y: 55)])
        try touchpad.move(by: .init(x: 0, y: -15), in: .milliseconds(200))
      }
      try land()
      try daemon.expectActs(["slide begin"])
      try Guest.write("freezer", to: "/sys/power/pm_test")
      try Guest.write("1", to: "/sys/module/suspend/parameters/pm_test_delay")
      try Guest.write("freeze", to: "/sys/power/state")
      // The finger has moved on meanwhile.
      try touchpad.move(by: .init(x: 0, y: -15), in: .milliseconds(200))
      try touchpad.lift()
      let first = try daemon.waitForActs(2)
      #expect(first == ["slide begin", "slide end"] || first == ["slide begin", "slide cancel"], "\(first)")
      try land()
      try touchpad.lift()
      #expect(try daemon.waitForActs(4).dropFirst(2) == ["slide begin", "slide end"])
      try daemon.stop()
    }
  }
}
