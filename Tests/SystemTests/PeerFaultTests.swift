internal import Glibc
internal import Testing

extension InTheGuest {
  /// What other tools of this kind have been seen to do, and this one must not. A swipe that is half done when its
  /// device is pulled out, and a device that is plugged in again, are in ComingAndGoing.
  @Suite struct FaultsOfPeers {
    /// How long after the fingers have come to rest a swipe of 30 mm has acted.
    private func delay(of direction: Moves.Direction, on touchpad: Surface, _ daemon: Daemon) throws -> Duration {
      let acts = daemon.acts.count
      try touchpad.land(3)
      try touchpad.move(by: .init(x: direction.x * 30, y: direction.y * 30), in: .milliseconds(200))
      let start = now()
      try wait(otherwise: { "acted \(daemon.acts)" }) { daemon.acts.count > acts ? () : nil }
      let delay = now() - start
      try touchpad.lift()
      rest(for: .milliseconds(400))
      return delay
    }

    @Test("the first gesture after the start acts as soon as the later ones")
    func first() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      let delays = try Moves.mainDirections.map { try delay(of: $0, on: touchpad, daemon) }
      print("the first swipe acted after \(delays[0]), the others after \(delays.dropFirst())")
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
        rest(for: .milliseconds(400))
      }
      #expect(try daemon.waitForActs(4) == Moves.mainDirections.map { "3 \($0.name)" })
      try daemon.stop()
    }
  }
}
