internal import CLinux
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// The daemon's costs while nobody touches anything.
  @Suite struct Idle {
    @Test("at rest for ten seconds: one thread that never wakes")
    func atRest() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      _ = try daemon.waitForActs(1)
      // Memory used by a start or a gesture is freed a second later.
      rest(for: .seconds(2))

      let before = try daemon.program.switches
      // The time span that is measured.
      rest(for: .seconds(10))
      let wakeUps = try daemon.program.switches - before
      let threads = daemon.program.threads
      #expect(threads == 1)
      #expect(wakeUps == 0)

      let resident = try daemon.program.field("VmRSS")
      var file = stat()
      try system("stat", path: Guest.sleight) { stat(Guest.sleight, &file) }
      print("figure: idle for 10 s: \(threads) thread, \(wakeUps) wake-ups")
      print("figure: resident memory \(megabytes(resident * 1024)) MB")
      print("figure: stripped program \(megabytes(Int(file.st_size))) MB")
    }

    @Test("a reload leaves the daemon no larger than it was")
    func afterReload() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      // Memory used by a start or a reload is freed a second later.
      rest(for: .seconds(2))
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      _ = try daemon.waitForActs(1)
      let before = try daemon.program.field("VmRSS")
      for count in 2...4 {
        daemon.program.signal(SIGHUP)
        try wait(otherwise: { "no reload: \(daemon.program)" }) {
          daemon.program.lines(.errors).count { $0.contains(" rules from ") } >= count ? () : nil
        }
      }
      // As above.
      rest(for: .seconds(2))
      let after = try daemon.program.field("VmRSS")
      #expect(after <= before)
    }

    private func megabytes(_ bytes: Int) -> String {
      let tenths = bytes / 100_000
      return "\(tenths / 10).\(tenths % 10)"
    }
  }
}
