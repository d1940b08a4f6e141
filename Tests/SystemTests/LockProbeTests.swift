internal import Glibc
internal import Testing

extension InTheGuest {
  /// A lock screen that does not report its state, on a machine without logind, detected by the user's own command.
  @Suite struct LockProbes {
    @Test("the first gesture behind the lock screen and the first one after it are judged as they should be")
    func probe() throws {
      let folder = try Guest.folder()
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rulesText: """
          settings: {locked-if: test -e \(folder)/lock-screen}
          rules:
            - {swipe: left, fingers: 3, do: echo 'swipe' >>\(folder)/acts}
            - {swipe: left, fingers: 3, when: {locked: true}, do: echo 'behind the lock' >>\(folder)/acts}

          """, folder: folder, reading: [touchpad])
      try daemon.program.waitForLine(containing: "cannot connect to the system bus", in: .errors)
      let swipe = {
        // An answer is valid for a second.
        rest(for: .seconds(1))
        try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      }
      try swipe()
      try daemon.expectActs(["swipe"])
      try Guest.write("", to: "\(folder)/lock-screen")
      try swipe()
      try daemon.expectActs(["swipe", "behind the lock"])
      let status = try Program.run(Guest.sleight, "status", as: .user)
      #expect(status.contains("session: locked, reported by the last run of 'locked-if'"))
      unlink("\(folder)/lock-screen")
      try swipe()
      try daemon.expectActs(["swipe", "behind the lock", "swipe"])
      try daemon.stop()
    }
  }
}
