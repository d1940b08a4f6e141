import Fuzzing
import Testing

@Suite("What the fuzzers have found")
struct KeptInputsTests {
  /// This file lies in Tests/Fuzz/FuzzTests.
  private static let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Corpus"

  @Test("every input that is kept is read or refused, in less than a second", arguments: FuzzTarget.allCases)
  func kept(target: FuzzTarget) throws {
    let inputs = try Corpus.read("\(Self.folder)/\(target.rawValue).txt")
    #expect(!inputs.isEmpty)
    for input in inputs {
      let time = ContinuousClock().measure { target.read(input) }
      #expect(time < .seconds(1), "\(String(decoding: input, as: UTF8.self))")
    }
  }
}
