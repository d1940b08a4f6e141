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

      let process = "/proc/\(daemon.program.process)"
      let before = try switches(of: process)
      // The time span that is measured.
      rest(for: .seconds(10))
      let wakeUps = try switches(of: process) - before
      let threads = Guest.names(in: "\(process)/task").count
      #expect(threads == 1)
      #expect(wakeUps == 0)

      let resident = try field("VmRSS", of: process)
      var file = stat()
      try system("stat", path: Guest.sleight) { stat(Guest.sleight, &file) }
      print("figure: idle for 10 s: \(threads) thread, \(wakeUps) wake-ups")
      print("figure: resident memory \(megabytes(resident * 1024)) MB, at most 8")
      print("figure: stripped program \(megabytes(Int(file.st_size))) MB, at most 16")
    }

    @Test("a reload leaves the daemon no larger than it was")
    func afterReload() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      // Memory used by a start or a reload is freed a second later.
      rest(for: .seconds(2))
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      _ = try daemon.waitForActs(1)
      let process = "/proc/\(daemon.program.process)"
      let before = try field("VmRSS", of: process)
      for count in 2...4 {
        daemon.program.signal(SIGHUP)
        try wait(otherwise: { "no reload: \(daemon.program)" }) {
          daemon.program.lines(.errors).count { $0.contains(" rules from ") } >= count ? () : nil
        }
      }
      // As above.
      rest(for: .seconds(2))
      let after = try field("VmRSS", of: process)
      #expect(after <= before)
    }

    /// The number of context switches of a process.
    private func switches(of process: String) throws -> Int {
      try field("voluntary_ctxt_switches", of: process) + field("nonvoluntary_ctxt_switches", of: process)
    }

    private func field(_ name: String, of process: String) throws -> Int {
      let line = Guest.read("\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      let words = try #require(line).split(whereSeparator: \.isWhitespace)
      return try #require(words.count > 1 ? Int(words[1]) : nil)
    }

    private func megabytes(_ bytes: Int) -> String {
      let tenths = bytes / 100_000
      return "\(tenths / 10).\(tenths % 10)"
    }
  }
}
