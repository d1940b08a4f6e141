internal import Testing

extension InTheGuest {
  /// A pause, and rules triggered by name, with real keys.
  @Suite struct Pausing {
    @Test("a pause releases what is held, breaks off what fingers do, and leaves them without effect until it is over")
    func pause() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rulesText: """
          rules:
            - {pan: right, fingers: 3, name: switch, begin: {hold: alt}, every: 8mm, do: {keys: Tab}}

          """, folder: Guest.folder(), reading: [touchpad])
      try sway.waitForInput(named: "Sleight keyboard")
      let begun: [Sway.Key] = [.down("Alt_L"), .down("Tab"), .up("Tab")]
      let whole = begun + [.up("Alt_L")]

      try touchpad.land(3)
      try touchpad.move(by: .init(x: 13, y: 0), in: .milliseconds(600))
      try sway.expectKeys(begun)
      try Program.run(Guest.sleight, "pause", as: .user)
      try sway.expectKeys(whole)
      try touchpad.move(by: .init(x: 13, y: 0), in: .milliseconds(600))
      try touchpad.lift()

      // A gesture that begins during the pause does not act after it.
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 13, y: 0), in: .milliseconds(600))
      try Program.run(Guest.sleight, "resume", as: .user)
      try touchpad.move(by: .init(x: 13, y: 0), in: .milliseconds(600))
      try touchpad.lift()
      try sway.expectKeys(whole)

      // The same by name, and then by hand again.
      try Program.run(Guest.sleight, "trigger", "switch", as: .user)
      let triggered = try sway.waitForKeys(whole + whole)
      #expect(triggered == whole + whole)
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 13, y: 0), in: .milliseconds(600))
      try touchpad.lift()
      let all = try sway.waitForKeys(whole + whole + whole)
      #expect(all == whole + whole + whole)
      let status = try Program.run(Guest.sleight, "status", as: .user)
      #expect(status.contains("\nlast action: rules.yml:2 'switch' (pan right, 3 fingers), "), "\(status)")
      try daemon.stop()
    }
  }
}
