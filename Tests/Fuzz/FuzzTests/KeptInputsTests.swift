import Fuzzing
import Glibc
import Testing
import Trials

@Suite("What the fuzzers have found")
struct KeptInputsTests {
  /// The corpus, relative to this file in Tests/Fuzz/FuzzTests.
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Corpus"

  /// The processor time of this thread: unlike wall-clock time, it does not depend on other load.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("the inputs that are kept are read or refused, in a moment", arguments: FuzzTarget.allCases)
  func kept(target: FuzzTarget) throws {
    let inputs = try Corpus.read("\(Self.folder)/\(target.rawValue).txt")
    #expect(!inputs.isEmpty)
    for number in stride(from: 0, to: inputs.count, by: trials(4, thorough: 1)) {
      let input = inputs[number]
      let start = Self.processorSeconds
      target.read(input)
      // Inputs are at most 400 bytes.
      #expect(Self.processorSeconds - start < 10, "\(String(decoding: input, as: UTF8.self))")
    }
  }

  @Test("kept inputs of libinput's quirks with damage are read or refused")
  func damaged() throws {
    let inputs = try Corpus.read("\(Self.folder)/\(FuzzTarget.quirks.rawValue).txt").filter { !$0.isEmpty }
    // The generator of Knuth's MMIX.
    var state: UInt64 = 18
    func random(below count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<trials(500, thorough: 20_000) {
      var bytes = inputs[random(below: inputs.count)]
      for _ in 0...random(below: 4) {
        let start = random(below: bytes.count)
        switch random(below: 4) {
        case 0: bytes[start] = UInt8(random(below: 256))
        case 1: bytes.remove(at: start)
        case 2: bytes.insert(contentsOf: inputs[random(below: inputs.count)], at: start)
        default: bytes[start] = Array("0123456789:;=x-[]*".utf8)[random(below: 18)]
        }
        if bytes.isEmpty { bytes = [0] }
      }
      FuzzTarget.quirks.read(bytes)
    }
  }
}
