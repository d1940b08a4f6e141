internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// The same hands through each release of libinput. `make test-versions` prints the table of all releases.
  @Suite struct Versions {
    /// The installed release of libinput: `1.22.1`.
    private static func release() throws -> String {
      String(try Program.run("libinput", "--version").filter { !$0.isWhitespace })
    }

    /// A device for each kind of pad, and the recorder that reads them all.
    private final class Bench {
      let recorder: Program
      private var surfaces: [VersionHand.Pad: Surface] = [:]
      private let tail: Tail
      /// The lines that were read while waiting for a tap.
      private var pending: [String] = []
      /// The time of the recording's zero, in microseconds.
      private var zero = 0

      init() throws {
        recorder = try Program.sleight("record", "-")
        tail = Tail(recorder.path(of: .output))
        let screen = try surface(.touchscreen)
        // The first touch takes longer than the following ones.
        var start = now()
        for _ in 0..<2 {
          settle()
          _ = try events()
          start = now()
          try screen.land(1)
          try screen.lift()
        }
        settle()
        let landing = try #require(try events().first { $0["event"]?.string == "touch-down" }?["t"]?.integer)
        zero = Self.microseconds(start) - landing
      }

      private static func microseconds(_ time: Duration) -> Int { Int(time / .microseconds(1)) }

      private static func isContact(_ event: JSONValue) -> Bool {
        guard let name = event["event"]?.string else { return false }
        return name.hasPrefix("touch-") || ["finger-count", "button"].contains(name)
      }

      /// Waits for as long as libinput may before it reports something.
      private func settle() { rest(for: .milliseconds(1500)) }

      private func surface(_ pad: VersionHand.Pad) throws -> Surface {
        if let surface = surfaces[pad], surface.node != nil { return surface }
        let surface = try Surface(pad.model)
        surfaces[pad] = surface
        let node = try #require(surface.node)
        try recorder.waitUntilReading(node)
        return surface
      }

      /// The new events of the recording.
      private func events() throws -> [JSONValue] {
        let lines = pending + tail.lines()
        pending = []
        return try lines.map { try JSONReader.read($0) }.filter { $0["event"]?.string != nil }
      }

      /// The line of the table for `hand`.
      func play(_ hand: VersionHand) throws -> String {
        let surface = try surface(hand.pad)
        settle()
        // The event of a device that was plugged in.
        _ = try events()
        let start = now()
        var lift: Duration?
        try hand.play(surface) { lift = now() }
        let delay = try lift.flatMap { try self.delay(since: $0) }
        settle()
        // The contacts of touchpads come from the kernel, the same for all releases.
        let told = try events().filter { hand.pad == .touchscreen || !Self.isContact($0) }
        let report = HandReport(
          events: told, landed: Self.microseconds(start) - zero, tapDelay: delay, way: hand.way)
        return report.text
      }

      /// The time from `lift` until the recorder wrote a tap; nil without one.
      private func delay(since lift: Duration) throws -> Int? {
        while now() < lift + .milliseconds(600) {
          let lines = tail.lines()
          let time = now()
          pending += lines
          if lines.contains(where: { $0.contains(#""tap""#) }) { return Self.microseconds(time - lift) }
          rest(for: .milliseconds(1))
        }
        return nil
      }
    }

    @Test("--version names the installed release of libinput, and is no error without libinput")
    func version() throws {
      let lines = try Program.run(Guest.sleight, "--version").split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.last.map(String.init) == "libinput \(try Self.release())")
      let library = try Program.run("sh", "-c", "readlink -f /usr/lib/*/libinput.so.10").filter { !$0.isWhitespace }
      try Program.run("mv", library, "\(library).away")
      let without = Result { try Program.run(Guest.sleight, "--version") }
      try Program.run("mv", "\(library).away", library)
      #expect(try without.get() == "\(lines[0])\n")
    }

    /// The gestures in the text of a recording of libinput's: `swipe 3 left`.
    private func gestures(in recording: String) throws -> [String] {
      let rules = "\(try Guest.folder())/rules.yml"
      // A tap of five fingers, which only contacts tell.
      try Guest.write("rules: [{tap: single, fingers: 5, do: none}]\n", to: rules)
      let replay = try Program.sleight("replay", recording, "--json", "--config", rules)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      // Each unreadable line is reported.
      #expect(!replay.text(.errors).contains(recording), "\(replay)")
      return try replay.lines().compactMap { line in
        let object = try JSONReader.read(line)
        guard let kind = object["gesture"]?.string, ["recognized", "began"].contains(object["phase"]?.string) else {
          return nil
        }
        return [kind, object["fingers"]?.integer.map(String.init), object["direction"]?.string].compactMap { $0 }
          .joined(separator: " ")
      }
    }

    @Test("the texts of libinput's own tools are read: debug-events and record", arguments: [false, true])
    func tools(isTouchscreen: Bool) throws {
      let surface = try Surface(isTouchscreen ? .touchscreen : .touchpad)
      let node = try #require(surface.node)
      let release = try Self.release()
      let folder = try Guest.folder()
      let file = "\(folder)/record.yml"
      let own = try Program.sleight("record", "-")
      let events = try Program(["libinput", "debug-events", "--device", node], as: .root)
      let record = try Program(["libinput", "record", "--with-libinput", "-o", file, node], as: .root)
      try own.waitUntilReading(node)
      for program in [events, record] {
        try wait(otherwise: { "\(program) does not read \(node)" }) {
          program.isReading(node) && program.isWaiting ? () : nil
        }
      }
      for direction in Moves.mainDirections.prefix(2) {
        try surface.land(3)
        try surface.move(by: .init(x: direction.x * 20, y: direction.y * 20), in: .milliseconds(100))
        try surface.lift()
        rest(for: .seconds(1))
      }
      if !isTouchscreen {
        try surface.land(2)
        try surface.spread(to: 1.6, in: .milliseconds(60))
        try surface.lift()
        rest(for: .seconds(1))
        try surface.land(3)
        rest(for: .milliseconds(600))
        try surface.lift()
        rest(for: .seconds(1))
        try surface.land(2)
        try surface.move(by: .init(x: 0, y: 15), in: .milliseconds(60))
        try surface.lift()
        rest(for: .seconds(1))
        try surface.tap(5, lasting: .milliseconds(80))
        rest(for: .seconds(1))
      }
      for program in [own, events, record] {
        program.signal(SIGINT)
        try program.waitForExit()
      }
      let name = isTouchscreen ? "touchscreen" : "touchpad"
      let text = "\(folder)/events.txt"
      let recording = "\(folder)/recording.jsonl"
      try Guest.write(events.text(.output), to: text)
      try Guest.write(own.text(.output), to: recording)
      if Guest.names(in: "/guest").contains("results") {
        try Program.run("cp", text, "/guest/results/\(name)-\(release).txt")
        try Program.run("cp", file, "/guest/results/\(name)-\(release).yml")
      }
      let expected = try gestures(in: recording)
      #expect(expected.prefix(2) == ["swipe 3 left", "swipe 3 right"])
      #expect(expected.count == (isTouchscreen ? 2 : 5), "\(expected)")
      #expect(isTouchscreen || expected.last?.hasPrefix("tap 5") == true)
      // debug-events has no contacts of touchpads.
      #expect(try gestures(in: text) == expected.filter { !$0.hasPrefix("tap") })
      // libinput record writes no hold gestures, but the contacts, which tell the long press.
      #expect(try gestures(in: file) == expected)
    }

    @Test("libinput makes of each hand what the table of its release has")
    func table() throws {
      let release = try Self.release()
      let bench = try Bench()
      var lines: [String] = []
      for hand in VersionHand.all { lines.append("\(hand.name)\t\(try bench.play(hand))") }
      let column = lines.map { "\($0)\n" }.joined()
      if Guest.names(in: "/guest").contains("results") {
        try Guest.write(column, to: "/guest/results/hands-\(release).txt")
      }
      let expected = Guest.read("\(Guest.checkout)/Tests/Guest/hands/\(release).txt") ?? ""
      #expect(!expected.isEmpty, "no column for libinput \(release)")
      #expect(lines == expected.split(separator: "\n").map(String.init))
    }
  }
}
