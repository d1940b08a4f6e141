internal import CUinput
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Hands of one and two fingers on an owned touchpad, as libinput reports them to a compositor.
  @Suite struct OwnedHands {
    @Test("pointing, scrolling, tapping, dragging, palms and typing are the same on an owned touchpad")
    func few() throws { try OwnedHandsComparison.run(count: 36) }

    @Test("the same on a touchpad connected by Bluetooth")
    func bluetooth() throws { try OwnedHandsComparison.run(count: 18, bus: BUS_BLUETOOTH) }
  }
}

/// Apart from the other tests, because it takes minutes: `make test-owned`.
@Suite(.serialized, .enabled(if: Guest.isHere, Guest.needed)) struct AllOwnedHands {
  @Test("a thousand hands are the same on an owned touchpad")
  func thousand() throws { try OwnedHandsComparison.run(count: 1000) }

  @Test("200 swipes act or are the desktop's, never both, however late the daemon and the compositor are")
  func late() throws { try TakenSwipes.run(count: 200) }
}

/// The events of libinput for the same hands on a touchpad, first as it is, then owned.
enum OwnedHandsComparison {
  /// An event: its name and values, and its time since the first one of its hand, in milliseconds.
  struct Event: CustomStringConvertible {
    var time: Int
    var text: String
    var description: String { "\(time) \(text)" }

    /// True if it is the same but for the tool's rounding of times, and of accelerated movements: the frames of two
    /// hands differ by microseconds.
    func isSame(as other: Event) -> Bool {
      abs(time - other.time) <= 1 && words == other.words && numbers.count == other.numbers.count
        && zip(numbers, other.numbers).allSatisfy { abs($0 - $1) < 0.025 + abs($1) * 0.01 }
    }

    private static func isOfNumber(_ character: Character) -> Bool { "+-.0123456789".contains(character) }
    private var words: String { text.filter { !Self.isOfNumber($0) } }
    private var numbers: [Double] { text.split { !Self.isOfNumber($0) }.compactMap { Double($0) } }
  }

  /// The kinds of hands.
  private enum Kind: String, CaseIterable {
    case pointing, scrolling, tapping, dragging, palm, typing
  }

  /// A touchpad beside a keyboard, both built in.
  private final class Bench {
    let surface: Surface
    let keyboard: VirtualDevice
    private var tool: Program?
    private var tail = Tail("")

    init(_ model: Surface.Model) throws {
      surface = try Surface(model)
      // All keys of a keyboard, by which udev recognises one.
      keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: Array(KEY_ESC...KEY_F10), axes: [], properties: [], bus: BUS_I8042)
    }

    func observe(_ node: String) throws {
      let tool = try Program(
        ["stdbuf", "-oL", "libinput", "debug-events", "--enable-tap", "--device", node, keyboard.node], as: .root)
      try wait(otherwise: { "\(tool) does not read both" }) {
        tool.lines().filter { $0.contains("DEVICE_ADDED") }.count == 2 ? () : nil
      }
      settle()
      self.tool = tool
      tail = Tail(tool.path(of: .output))
      _ = tail.lines()
    }

    func stop() {
      tool?.stop()
      tool = nil
      surface.unplug()
    }

    func events(of number: Int) throws -> [Event] {
      try play(number)
      // The same pause after each hand: acceleration depends on what was before.
      rest(for: .milliseconds(1200))
      var start: Int?
      return tail.lines().compactMap { line -> Event? in
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let name = words.firstIndex(where: { $0.count > 5 && $0.allSatisfy { $0.isUppercase || $0 == "_" } }),
          let plus = words[name...].firstIndex(where: { $0.hasPrefix("+") }),
          let seconds = Double(words[plus].dropFirst().dropLast())
        else { return nil }
        let time = Int((seconds * 1000).rounded())
        if start == nil { start = time }
        let text = ([words[name]] + words[(plus + 1)...]).joined(separator: " ")
        return Event(time: time - (start ?? 0), text: text)
      }
    }

    private func play(_ number: Int) throws {
      var chance = Chance(state: UInt64(number))
      switch OwnedHandsComparison.kind(number) {
      case .pointing:
        try surface.land([place(&chance)])
        try wander(&chance, turns: 2 + chance.below(4))
        try surface.lift()
      case .scrolling:
        let one = place(&chance)
        try surface.land([one, .init(x: one.x + 18, y: one.y + chance.number(-4, 4))], apart: pause(&chance, 0, 30))
        let way = chance.number(5, 20) * (chance.below(2) == 0 ? 1 : -1)
        let isUpright = chance.below(3) > 0
        try surface.move(by: .init(x: isUpright ? 0.5 : way, y: isUpright ? way : 0.5), in: pause(&chance, 80, 500))
        if chance.below(3) == 0 { surface.pause(for: pause(&chance, 50, 300)) }
        try surface.lift(apart: pause(&chance, 0, 20))
      case .tapping:
        for _ in 0..<(1 + chance.below(3)) {
          let one = place(&chance)
          try surface.land(chance.below(2) == 0 ? [one] : [one, .init(x: one.x + 18, y: one.y)])
          surface.pause(for: pause(&chance, 10, 260))
          try surface.lift(apart: pause(&chance, 0, 15))
          surface.pause(for: pause(&chance, 60, 350))
        }
        if chance.below(2) == 0 {
          try surface.land([place(&chance)])
          try wander(&chance, turns: 1)
          try surface.lift()
        }
      case .dragging:
        let one = place(&chance)
        try surface.land(chance.below(3) > 0 ? [one] : [one, .init(x: one.x + 18, y: one.y)])
        surface.pause(for: pause(&chance, 10, 200))
        try surface.button(isDown: true)
        try wander(&chance, turns: 1 + chance.below(2))
        try surface.button(isDown: false)
        try surface.lift()
      case .palm:
        surface.isPalm = chance.below(2) == 0
        if chance.below(2) == 0, surface.pressure != nil { surface.pressure = 200 }
        // In the zone where libinput looks for palms, or anywhere.
        let x = chance.below(2) == 0 ? chance.number(0.5, 7) : chance.number(93, 99)
        try surface.land([chance.below(3) == 0 ? place(&chance) : .init(x: x, y: chance.number(10, 60))])
        try surface.move(by: .init(x: 0, y: chance.number(-8, 8)), in: pause(&chance, 50, 400))
        // A palm may turn out to be a finger.
        surface.isPalm = false
        if surface.pressure != nil { surface.pressure = 80 }
        try surface.move(by: .init(x: chance.number(-0.4, 0.4), y: chance.number(-8, 8)), in: pause(&chance, 50, 300))
        try surface.lift()
      case .typing:
        for _ in 0..<(1 + chance.below(5)) {
          let key = KEY_Q + CInt(chance.below(8))
          try keyboard.report([.init(type: EV_KEY, code: key, value: 1)])
          surface.pause(for: pause(&chance, 20, 80))
          try keyboard.report([.init(type: EV_KEY, code: key, value: 0)])
          surface.pause(for: pause(&chance, 10, 600))
        }
        try surface.land([place(&chance)])
        try wander(&chance, turns: 1 + chance.below(2))
        try surface.lift()
      }
    }

    private func place(_ chance: inout Chance) -> Surface.Point {
      .init(x: chance.number(15, 65), y: chance.number(12, 45))
    }

    private func pause(_ chance: inout Chance, _ least: Int, _ most: Int) -> Duration {
      .milliseconds(least + chance.below(most - least + 1))
    }

    /// Moves the fingers in random directions, back and forth so that they stay on the surface.
    private func wander(_ chance: inout Chance, turns: Int) throws {
      for turn in 0..<turns {
        let side = turn.isMultiple(of: 2) ? 1.0 : -1.0
        let way = Surface.Point(x: side * chance.number(-10, 15), y: side * chance.number(-8, 12))
        try surface.move(by: way, in: pause(&chance, 30, 400))
        if chance.below(4) == 0 { surface.pause(for: pause(&chance, 20, 300)) }
      }
    }
  }

  private static func kind(_ number: Int) -> Kind { Kind.allCases[number % Kind.allCases.count] }

  private static func model(_ number: Int, bus: CInt) -> Surface.Model {
    var model = Surface.Model.touchpad
    if number == 1 { model.pressure = 80 }
    model.bus = bus
    return model
  }

  /// Plays the hands, half of them on a touchpad that reports pressure and palms.
  static func run(count: Int, bus: CInt = BUS_I8042) throws {
    var differences = 0
    var total = 0
    var counts: [Kind: Int] = [:]
    var silent = 0
    for part in 0..<2 {
      let hands = (count * part / 2)..<(count * (part + 1) / 2)
      let plain = try Bench(model(part, bus: bus))
      try plain.observe(#require(plain.surface.node))
      let expected = try hands.map { try plain.events(of: $0) }
      plain.stop()
      let bench = try Bench(model(part, bus: bus))
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: OwnedScene.text(["swipe: any, fingers: 3", "swipe: left, fingers: 4"], in: folder), folder: folder,
        reading: [])
      try daemon.program.waitForLine(containing: "owning touchpad", in: .errors)
      try bench.observe(OwnedScene.clone())
      for (hand, wanted) in zip(hands, expected) {
        let seen = try bench.events(of: hand)
        total += wanted.count
        counts[kind(hand), default: 0] += wanted.count
        if kind(hand) == .typing, !wanted.contains(where: { $0.text.hasPrefix("POINTER_MOTION") }) { silent += 1 }
        guard !areSame(seen, wanted) else { continue }
        differences += 1
        guard differences <= 3 else { continue }
        let first = zip(seen, wanted).first { !$0.isSame(as: $1) }
        print("hand \(hand), \(kind(hand)): \(seen.count) events instead of \(wanted.count); first: \(first as Any)")
        print(seen.map(\.description).joined(separator: "\n"))
        print("instead of:\n" + wanted.map(\.description).joined(separator: "\n"))
      }
      bench.stop()
      try daemon.stop()
    }
    let release = try Program.run("libinput", "--version").filter { !$0.isWhitespace }
    let parts = Kind.allCases.map { "\($0) \(counts[$0, default: 0])" }.joined(separator: ", ")
    print(
      "figure: libinput \(release): \(count) hands, \(total) events (\(parts)), \(silent) hands silent after typing, "
        + "\(differences) hands differ")
    #expect(differences == 0)
    // A few palms may be silent all of them.
    for kind in Kind.allCases where kind != .palm || count >= 100 { #expect(counts[kind, default: 0] > 0, "\(kind)") }
    // libinput ignores a built-in touchpad after typing.
    #expect(bus != BUS_I8042 || silent > 0)
  }

  /// Compares the events of a hand. Holds are compared apart: their timer and a frame may fall into the same
  /// millisecond, and come in either order.
  private static func areSame(_ seen: [Event], _ wanted: [Event]) -> Bool {
    for isHold in [true, false] {
      let some = seen.filter { $0.text.hasPrefix("GESTURE_HOLD") == isHold }
      let others = wanted.filter { $0.text.hasPrefix("GESTURE_HOLD") == isHold }
      guard some.count == others.count, zip(some, others).allSatisfy({ $0.isSame(as: $1) }) else { return false }
    }
    return true
  }

  /// Random numbers with a fixed seed (SplitMix64).
  private struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var word = state
      word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
      word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
      return word ^ (word >> 31)
    }

    /// 0 to `count` - 1.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    mutating func number(_ least: Double, _ most: Double) -> Double {
      least + (most - least) * Double(next() >> 11) / Double(1 << 53)
    }
  }
}
