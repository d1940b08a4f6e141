internal import Glibc
internal import Testing

extension InTheGuest {
  /// The times of touches that were withheld from the desktop.
  @Suite struct OwnedTimes {
    /// True if the kernel keeps the times that are written to uinput: Linux 6.12 does, 6.1 does not.
    private static var keepsTimes: Bool {
      let release = (Guest.read("/proc/sys/kernel/osrelease") ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      return release.lexicographicallyPrecedes([6, 2]) == false
    }

    /// The touches so far: their names without `TOUCH_`, and their times since the first one, in milliseconds.
    private static func touches(of tool: Program) -> [(name: String, time: Int)] {
      var first: UInt32?
      return tool.lines().compactMap { line -> (name: String, time: Int)? in
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let name = words.firstIndex(where: { $0.hasPrefix("TOUCH_") }), words[name] != "TOUCH_FRAME",
          let plus = words[name...].firstIndex(where: { $0.hasPrefix("+") }),
          let seconds = Double(words[plus].dropFirst().dropLast())
        else { return nil }
        // The tool counts from the first event that it read, and wraps around before it.
        let time = UInt32(truncatingIfNeeded: Int((seconds * 1000).rounded()))
        if first == nil { first = time }
        return (String(words[name].dropFirst(6)), Int(Int32(bitPattern: time &- (first ?? 0))))
      }
    }

    /// A finger that lands at the left edge and moves along it, which no rule wants.
    private static func hand(_ surface: Surface) throws {
      try surface.land([.init(x: 2, y: 60)])
      try surface.move(by: .init(x: 0, y: 20), in: .milliseconds(200))
      try surface.lift()
      surface.comeBack()
      settle()
    }

    @Test("touches that were withheld are replayed with their own times, as far as the kernel keeps them")
    func replayed() throws {
      let plain = try Surface(.touchscreen)
      let other = try OwnedScene.observer(of: #require(plain.node))
      try Self.hand(plain)
      let expected = Self.touches(of: other)
      plain.unplug()
      let scene = try OwnedScene(
        ["swipe: right, fingers: 1, edge: left"], on: .touchscreen, kind: "touchscreen")
      try Self.hand(scene.surface)
      let seen = Self.touches(of: scene.observer)
      #expect(seen.map(\.name) == expected.map(\.name))
      #expect(expected.last?.time ?? 0 >= 200)
      let late = zip(seen, expected).map { abs($0.time - $1.time) }.max() ?? 0
      print("figure: the times of \(seen.count) touches differ by at most \(late) ms: \(seen.map(\.time))")
      // The tool rounds to milliseconds. Without its own times, the landing comes with the first frame that is shown.
      #expect(Self.keepsTimes ? late <= 1 : (10...60).contains(late))
      try scene.daemon.stop()
    }
  }
}
