import Testing

@Suite("RulesFile decodes first and advises afterwards")
struct AdviceTests {
  private static let files = ModuleTests.files(under: "Sources/Language/RulesFile").filter { $0.hasSuffix(".swift") }

  private static func files(in directories: String...) -> [String] {
    files.filter { file in directories.contains { file.contains("/RulesFile/\($0)/") } }
  }

  @Test("no file that decodes, builds or checks knows advice")
  func decoderKnowsNoAdvice() {
    let advice = ["suggestion:", "Suggestion.", "ForeignWord", "LookAlike", "RulesAdviser", "PatternDoubt", "nearest("]
    let files = Self.files(in: "Decoding", "Building", "Checking")
    #expect(files.count > 20)
    for file in files {
      let text = ModuleTests.text(of: file)
      #expect(advice.filter { text.contains($0) } == [], "\(file)")
    }
  }

  @Test("only advice decodes again: to test what it suggests")
  func oneDecoder() {
    let makers = Self.files.filter { ModuleTests.text(of: $0).contains("RulesDecoder(") }
    #expect(
      makers.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
        == ["RulesAdviser.swift", "RulesFile.swift"])
  }

  @Test("the decoder stays small")
  func size() {
    let lines = Self.files(in: "Decoding").map { ModuleTests.text(of: $0).split(separator: "\n").count }
    #expect((1...1_900).contains(lines.reduce(0, +)))
  }
}
