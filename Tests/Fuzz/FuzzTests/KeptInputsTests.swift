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
}
