internal import Linux
internal import Testing

/// Touchpads that come and go, as behind a broken cable, while the daemon reads a good one.
private struct PlugStorm {
  /// One in so many stays until the daemon reads it; the others are gone before or while it opens them.
  private static let readEvery = 20

  private let good: Surface
  private let bad: Surface
  private let daemon: Daemon

  /// - Parameter withContacts: true adds a rule that requires the contacts of touchpads, opened a second time.
  init(withContacts: Bool = false) throws {
    good = try Surface(.touchpad)
    var model = Surface.Model.touchpad
    model.name = "Broken Cable"
    bad = try Surface(model)
    bad.unplug()
    let slide = Rule(trigger: ["swipe: up", "fingers: 1", "edge: left", "device: touchpad"], name: "1 up, left edge")
    daemon = try Daemon(Moves.rules + (withContacts ? [slide] : []), reading: [good])
    guard withContacts, let node = good.node else { return }
    try wait(otherwise: { "the contacts of \(node) are not read: \(daemon.program)" }) {
      daemon.program.openFiles.count { $0 == node } == 2 ? () : nil
    }
  }

  /// Plugs in `count` touchpads and pulls them out, `rounds` times, and expects a daemon that does not grow with each
  /// round, and still acts.
  ///
  /// The allocator keeps what it once required, by a few hundred KiB more or less. What is lost for each touchpad is
  /// lost in every round, so one round without growth shows that nothing is.
  func run(_ count: Int, rounds: Int) throws {
    // By then every part has run once.
    try plug(Self.readEvery)
    var memory = try settledMemory()
    let files = daemon.program.openFiles
    var growths: [Int] = []
    let start = now()
    while growths.count < rounds, !growths.contains(where: { $0 <= 0 }) {
      try plug(count)
      let before = memory
      memory = try settledMemory()
      growths.append(memory - before)
    }
    let plugged = count * growths.count
    let read = daemon.program.lines(.errors).count { $0.contains("reading touchpad 'Broken Cable'") }
    print(
      "figure: \(plugged) touchpads plugged in and pulled out, \(read) of them read, in \(now() - start), each "
        + "\(count): \(growths.map { "\($0) KiB" }.joined(separator: ", ")) more, "
        + "\(daemon.program.openFiles.count) descriptors")
    #expect(read >= plugged / Self.readEvery)
    #expect(growths.contains { $0 <= 0 })
    // The watch for permissions is created with the first device that is gone before it can be read.
    #expect(daemon.program.openFiles.count <= files.count + 1)
    try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: good)
    try daemon.expectActs(["3 left"])
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

  /// The daemon's memory in KiB, once udev and the daemon are idle.
  private func settledMemory() throws -> Int {
    try Program.run("udevadm", "settle", "--timeout=600")
    // Memory used for the last one is freed a second later.
    rest(for: .seconds(2))
    try daemon.program.waitUntilReading(#require(good.node))
    return try daemon.program.ownMemory
  }
}

extension InTheGuest {
  /// Touchpads behind a broken cable.
  @Suite struct PlugStorms {
    @Test("100 touchpads that come and go cost the daemon nothing, and the good one beside them acts")
    func short() throws { try PlugStorm().run(40, rounds: 8) }

    @Test("100 touchpads whose contacts are read cost the daemon nothing either")
    func contacts() throws { try PlugStorm(withContacts: true).run(40, rounds: 8) }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-faults`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllPlugStorms {
  @Test("ten thousand touchpads that come and go cost the daemon nothing, and the good one beside them acts")
  func long() throws { try PlugStorm().run(2500, rounds: 4) }
}
