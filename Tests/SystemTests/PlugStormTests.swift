internal import Linux
internal import Testing

/// Touchpads that come and go, as behind a broken cable, while the daemon reads a good one.
private struct PlugStorm {
  /// One in so many stays until the daemon reads it; the others are gone before or while it opens them.
  private static let readEvery = 20

  private let good: Surface
  private let bad: Surface
  private let daemon: Daemon

  init() throws {
    good = try Surface(.touchpad)
    var model = Surface.Model.touchpad
    model.name = "Broken Cable"
    bad = try Surface(model)
    bad.unplug()
    daemon = try Daemon(Moves.rules, reading: [good])
  }

  /// Plugs in `count` touchpads and pulls them out, and expects a daemon that has not grown, and still acts.
  func run(_ count: Int) throws {
    // By then every part has run once.
    try plug(count / 5)
    try waitUntilIdle()
    let memory = try daemon.program.ownMemory
    let files = daemon.program.openFiles
    let start = now()
    try plug(count - count / 5)
    try waitUntilIdle()
    let growth = try daemon.program.ownMemory - memory
    let read = daemon.program.lines(.errors).count { $0.contains("reading touchpad 'Broken Cable'") }
    print(
      "figure: \(count) touchpads plugged in and pulled out, \(read) of them read, the last \(count - count / 5) in "
        + "\(now() - start): \(growth) KiB more, \(daemon.program.openFiles.count) descriptors")
    #expect(read >= count / Self.readEvery)
    #expect(growth < 256)
    // The watch for permissions is created with the first device that is gone before it can be read.
    #expect(daemon.program.openFiles.count <= files.count + 1)
    try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: good)
    #expect(try daemon.waitForActs(1) == ["3 left"])
    try daemon.stop()
  }

  private func plug(_ count: Int) throws {
    for number in 1...count {
      let isRead = number.isMultiple(of: Self.readEvery)
      try bad.plug(isAwaited: isRead)
      if isRead { try daemon.program.waitUntilReading(#require(bad.node)) }
      bad.unplug()
    }
  }

  /// Waits until udev and the daemon are idle.
  private func waitUntilIdle() throws {
    try Program.run("udevadm", "settle", "--timeout=600")
    // Memory used for the last one is freed a second later.
    rest(for: .seconds(2))
    try daemon.program.waitUntilReading(#require(good.node))
  }
}

extension InTheGuest {
  /// Touchpads behind a broken cable.
  @Suite struct PlugStorms {
    @Test("100 touchpads that come and go cost the daemon nothing, and the good one beside them acts")
    func short() throws { try PlugStorm().run(100) }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-faults`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllPlugStorms {
  @Test("ten thousand touchpads that come and go cost the daemon nothing, and the good one beside them acts")
  func long() throws { try PlugStorm().run(10_000) }
}
