import Diagnostics
import Glibc
import JSONLines
import RulesFile
import Testing
import Trials

@Suite("Fuzzing rules files")
struct FuzzTests {
  /// The good files of the corpus, the starter file, and the manual's snippets.
  private static let good =
    CorpusFile.good.map(\.bytes) + [Checkout.bytes(of: "config/rules.yml") ?? []]
    + DocumentationTests.snippets.map { Array($0.file.utf8) }

  /// These and the bad files; the good ones several times, because they are read to their ends.
  private static let seeds =
    CorpusFile.bad.map(\.bytes).filter { $0.count < 8_000 } + Array(repeating: good, count: 4).joined()

  /// The number of parts of the seeds, which are tested in parallel.
  private static let parts = 16
  private static let leastMutants = trials(2_000, thorough: 100_000)
  private static let mutantsOfEach = (leastMutants + seeds.count - 1) / seeds.count

  private static func seeds(of part: Int) -> [[UInt8]] {
    stride(from: part, to: seeds.count, by: parts).map { seeds[$0] }
  }

  @Test(
    "each mutant is read or refused within a second, with locations inside it", arguments: 0..<parts)
  func mutants(part: Int) async {
    var mutator = Mutator(seed: UInt64(part), others: Self.seeds)
    var refused = 0
    for seed in Self.seeds(of: part) {
      // Lets tests that are waiting continue in time.
      await Task.yield()
      for _ in 0..<Self.mutantsOfEach {
        let bytes = mutator.mutant(of: seed)
        let verdict = Verdict(on: bytes)
        if verdict.isRefused { refused += 1 }
        if let objection = verdict.objection { Issue.record("\(objection)\n\(Self.shown(bytes))") }
      }
    }
    // If most mutants were good, the mutator would change too little; if none were, too much.
    let count = Self.seeds(of: part).count * Self.mutantsOfEach
    let most = isThorough ? count * 19 / 20 : count
    #expect(refused > count / 2 && refused < most, "\(refused) of \(count)")
  }

  @Test("a good file that is cut off at any byte is valid, or its mistakes are reported", arguments: 0..<parts)
  func beginnings(part: Int) async {
    for seed in stride(from: part, to: Self.good.count, by: Self.parts).map({ Self.good[$0] }) {
      await Task.yield()
      for count in stride(from: 0, to: min(seed.count, 200), by: isThorough ? 1 : 7) {
        let bytes = Array(seed.prefix(count))
        if let objection = Verdict(on: bytes).objection { Issue.record("\(objection)\n\(Self.shown(bytes))") }
      }
    }
  }

  @Test("the number of mutants is as required, and the files are not empty")
  func size() {
    #expect(Self.seeds.count * Self.mutantsOfEach >= Self.leastMutants)
    #expect(Self.seeds.allSatisfy { !$0.isEmpty || CorpusFile.bad.contains { $0.name == "file-empty" } })
  }

  /// A file as readable text, to reproduce a failure.
  private static func shown(_ bytes: [UInt8]) -> String {
    "\(String(decoding: bytes, as: UTF8.self))\n\(bytes)"
  }
}

/// The result of checking a mutant.
private struct Verdict {
  /// True if the file has a mistake.
  let isRefused: Bool
  /// The violated expectation; nil if there is none.
  let objection: String?

  /// Messages about a file without a location in it.
  private static let ofWholeFile: Set<MessageID> = [.noRules, .otherTool, .tooLarge]

  init(on bytes: [UInt8]) {
    let start = Self.processorTime
    let file = RulesFile.check(bytes: bytes, name: "rules.yml", keyNames: keyNames)
    let text = TextRenderer().render(file.diagnostics, in: file.sources)
    let lines = file.diagnostics.map { JSONRenderer.line($0, in: file.sources).text }
    let seconds = Self.processorTime - start

    isRefused = file.rules == nil
    let hasError = file.diagnostics.contains { $0.severity == .error }
    if isRefused != hasError {
      objection = hasError ? "there are rules in spite of an error" : "there are no rules, and no error"
    } else if seconds > 1 {
      objection = "it took \(seconds) s"
    } else if text.unicodeScalars.contains(where: { $0 != "\n" && Self.isControl($0) }) {
      objection = "a control character is shown"
    } else if let line = lines.first(where: { (try? JSONReader.read($0)) == nil || $0.contains("\n") }) {
      objection = "this is no line of JSON: \(line)"
    } else {
      objection = Self.objection(to: file.diagnostics, of: bytes)
    }
  }

  private static func objection(to diagnostics: [Diagnostic], of bytes: [UInt8]) -> String? {
    let widths = widths(of: bytes)
    func isInside(_ line: Int, _ column: Int) -> Bool {
      guard widths.indices.contains(line - 1) else { return false }
      return column >= 1 && column <= widths[line - 1] + 2
    }
    func isInside(_ span: Span) -> Bool {
      guard span.start <= span.end else { return false }
      return isInside(span.start.line, span.start.column) && isInside(span.end.line, span.end.column)
    }
    for diagnostic in diagnostics {
      let locations = ([diagnostic.span] + diagnostic.notes.map(\.span)).compactMap { $0 }
      if let location = locations.first(where: { !isInside($0) }) {
        return "\(location) is not in it: \(diagnostic.message)"
      }
      if diagnostic.span == nil, !ofWholeFile.contains(where: { $0.rawValue == diagnostic.id }) {
        return "this has no location: \(diagnostic.message)"
      }
      if diagnostic.message.isEmpty { return "\(diagnostic.id) says nothing" }
    }
    return nil
  }

  /// The number of characters of each line. A final line break starts no further line.
  private static func widths(of bytes: [UInt8]) -> [Int] {
    var widths: [Int] = []
    var width = 0
    var isAfterReturn = false
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where isAfterReturn: break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        widths.append(width)
        width = 0
      default: width += 1
      }
      isAfterReturn = scalar == "\r"
    }
    return width > 0 || widths.isEmpty ? widths + [width] : widths
  }

  /// True if a terminal would act on the character.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    // A fast path for nearly all characters, without the Unicode tables.
    if (0x20..<0x7f).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    default: return [0x200e, 0x200f, 0x061c, 0xfeff].contains(scalar.value) || (0x202a...0x202e).contains(scalar.value)
    }
  }

  /// The processor time of this thread, in seconds: other load on the machine does not count.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
