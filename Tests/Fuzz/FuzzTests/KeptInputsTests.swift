import Fuzzing
import Testing

@Suite("What the fuzzers have found")
struct KeptInputsTests {
  /// This file lies in Tests/Fuzz/FuzzTests.
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Corpus"

  @Test("every input that is kept is read or refused, in a moment", arguments: FuzzTarget.allCases)
  func kept(target: FuzzTarget) throws {
    let inputs = try Corpus.read("\(Self.folder)/\(target.rawValue).txt")
    #expect(!inputs.isEmpty)
    for input in inputs {
      let time = ContinuousClock().measure { target.read(input) }
      // They are at most 400 bytes; the machine may have other things to do.
      #expect(time < .seconds(10), "\(String(decoding: input, as: UTF8.self))")
    }
  }
}
