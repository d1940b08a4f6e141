internal import Testing

extension InTheGuest {
  /// Commands that take long.
  @Suite struct SlowCommands {
    @Test("steps that are made while a command runs are summed into its next starts, and end comes after them")
    func summed() throws {
      let touchscreen = try Surface(.touchscreen)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - pan: right
              fingers: 3
              also: true
              every: 4mm
              do: echo $SLEIGHT_STEPS >>\(folder)/acts; sleep 0.6
              end: sleep 0.3; echo end >>\(folder)/acts
            - pan: right
              fingers: 3
              also: true
              every: 4mm
              do: echo step >>\(folder)/steps

          """, folder: folder, reading: [touchscreen])
      try touchscreen.land(3)
      try touchscreen.move(by: .init(x: 50, y: 0), in: .milliseconds(800))
      try touchscreen.lift()
      try wait(otherwise: { "\(daemon.acts); \(daemon.program)" }) { daemon.acts.contains("end") ? () : nil }
      try daemon.stop()
      let sums = daemon.acts.compactMap { Int($0) }
      #expect(daemon.acts.last == "end")
      #expect(sums.count < 8, "\(sums)")
      #expect(sums.reduce(0, +) == 12)
      #expect(Guest.read("\(folder)/steps")?.split(separator: "\n").count == 12)
    }

    @Test("a command goes on when the daemon that started it is stopped")
    func outlives() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - swipe: left
              fingers: 3
              do: echo begun >>\(folder)/acts; sleep 5; echo outlived >>\(folder)/acts

          """, folder: folder, reading: [touchpad])
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -30, y: 0), in: .milliseconds(250))
      try touchpad.lift()
      _ = try daemon.waitForActs(1)
      try daemon.stop()
      #expect(daemon.acts == ["begun"])
      try wait(otherwise: { "\(daemon.acts)" }) { daemon.acts == ["begun", "outlived"] ? () : nil }
    }
  }
}
