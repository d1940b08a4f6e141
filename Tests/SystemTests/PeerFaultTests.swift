internal import CLinux
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Faults of other tools of this kind, which this one must not have. A device pulled out in the middle of a swipe,
  /// and one plugged in again, are in ComingAndGoing.
  @Suite struct FaultsOfPeers {
    /// The time from the landing of a swipe's fingers to the action: the swipe's way to the threshold, the same for
    /// all, and any additional latency.
    private func delay(of direction: Moves.Direction, on touchpad: Surface, _ daemon: Daemon) throws -> Duration {
      let acts = daemon.acts.count
      // The clock that stamps files.
      var time = timespec()
      clock_gettime(CLOCK_REALTIME_COARSE, &time)
      let landed = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      try Moves.swipe(direction, fingers: 3, on: touchpad)
      try wait(otherwise: { "acted \(daemon.acts)" }) { daemon.acts.count > acts ? () : nil }
      return try daemon.lastAct - landed
    }

    @Test("the first gesture after the start acts as soon as the later ones, and not 0.4 s after them")
    func first() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      let delays = try Moves.mainDirections.map { try delay(of: $0, on: touchpad, daemon) }
      print("the first swipe acted \(delays[0]) after its fingers landed, the others \(delays.dropFirst())")
      #expect(delays[0] < (delays.dropFirst().max() ?? .zero) + .milliseconds(150), "\(delays)")
      try daemon.stop()
    }

    @Test("a swipe of 1.3 s acts once", arguments: ["touchpad", "touchscreen"])
    func slow(kind: String) throws {
      let surface = try Surface(kind == "touchpad" ? .touchpad : .touchscreen)
      let daemon = try Daemon(Moves.rules, reading: [surface])
      for direction in Moves.mainDirections {
        try surface.land(3)
        try surface.move(by: .init(x: direction.x * 40, y: direction.y * 40), in: .milliseconds(1300))
        try surface.lift()
        surface.comeBack()
      }
      #expect(try daemon.waitForActs(4) == Moves.mainDirections.map { "3 \($0.name)" })
      try daemon.stop()
    }
  }
}
