import Testing
import Touch
import Trials

/// SplitMix64, which yields the same numbers for the same seed everywhere.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

@Suite("Damaged recordings")
struct MutationTests {
  private static let small = Array(
    """
    {"sleight": 1, "devices": [{"id": 0, "name": "a", "kind": "touchpad", "width": 9, "height": 7}]}
    {"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 31.5, "y": 80.2}
    {"t": 9, "device": 0, "event": "swipe-end", "fingers": 3, "cancelled": true}
    {"t": 14, "device": 0, "event": "tap", "fingers": 2, "lasted": 5}

    """.utf8)

  private static let samples = [
    "a small one": small, "touchpad.txt": PackageResources.touchpad_txt, "touchpad.yml": PackageResources.touchpad_yml,
    "evemu": Array(KernelTouchTests.evemu.utf8), "touchscreen.txt": PackageResources.touchscreen_txt,
    "touchscreen.yml": PackageResources.touchscreen_yml, "without slots": Array(UnslottedTouchTests.two.utf8),
    "of one contact": Array(UnslottedTouchTests.single.utf8),
  ]

  @Test(
    "every prefix of a good file is read to its end, with one problem at most",
    arguments: samples.keys.sorted())
  func prefixes(name: String) throws {
    let bytes = try #require(Self.samples[name])
    let whole = Recording.read(bytes)
    #expect(whole.problems == [])
    // Every byte of a small file; of a larger one, every seventh byte and all near the end.
    let step = bytes.count > 1000 ? 7 : 1
    for end in Array(stride(from: 0, to: bytes.count, by: step)) + Array((bytes.count - 50)..<bytes.count) {
      let part = Recording.read(Array(bytes[..<end]))
      #expect(part.problems.count <= 1, "the first \(end) bytes: \(part.problems)")
      #expect(part.events.count <= whole.events.count)
      if part.problems.isEmpty {
        #expect(
          part.kinds.dropLast() == whole.kinds.prefix(max(0, part.kinds.count - 1)), "the first \(end) bytes")
      }
    }
  }

  @Test("damaged files are read or refused, with valid line numbers; none stops the program")
  func mutants() {
    var generator = Generator(seed: 0x5167)
    var refused = 0
    let count = trials(5_000, thorough: 100_000)
    for _ in 0..<count {
      let bytes = mutant(of: Self.small, using: &generator)
      let recording = Recording.read(bytes)
      let lines = 1 + bytes.count { $0 == 0x0a }
      guard recording.problems.allSatisfy({ (1...lines).contains($0.line) && !$0.message.isEmpty }) else {
        Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(recording.problems)")
        return
      }
      if !recording.problems.isEmpty { refused += 1 }
    }
    #expect((count / 2..<count).contains(refused))
  }

  @Test("damaged files of libinput likewise")
  func libinputMutants() {
    var generator = Generator(seed: 0x1161)
    for (_, original) in Self.samples.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<trials(20, thorough: 100) {
        var bytes = original
        for _ in 0..<Int.random(in: 1...20, using: &generator) { bytes = mutant(of: bytes, using: &generator) }
        let recording = Recording.read(bytes)
        let lines = 1 + bytes.count { $0 == 0x0a }
        #expect(recording.problems.allSatisfy { (1...lines).contains($0.line) })
      }
    }
  }

  private static let words = [
    "1e999", "-1", "NaN", "null", "[[[[", "{", "\"", "\\u", "\\ud800", "99999999999999999999", "é", "\r", "\n", ",",
    ":",
  ].map { Array($0.utf8) }

  /// The file with one mutation.
  private func mutant(of bytes: [UInt8], using generator: inout Generator) -> [UInt8] {
    var bytes = bytes
    guard !bytes.isEmpty else { return bytes }
    let offset = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(bytes.count, offset + Int.random(in: 1...20, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1: bytes[offset] = UInt8.random(in: 0...255, using: &generator)
    case 2: bytes.removeSubrange(offset..<end)
    case 3: bytes.insert(contentsOf: bytes[offset..<end], at: offset)
    case 4: bytes.insert(contentsOf: Self.words[Int.random(in: 0..<Self.words.count, using: &generator)], at: offset)
    default: bytes.removeSubrange(offset...)
    }
    return bytes
  }
}
