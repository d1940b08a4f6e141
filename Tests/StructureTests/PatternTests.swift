import Glibc
import Testing

@Suite("Patterns of texts")
struct PatternTests {
  /// A pattern in a source: the lines before it, and its text as a literal of Swift.
  private struct Pattern {
    var location: String
    var isConstant: Bool
    var text: String
  }

  /// The sources that have patterns of their own.
  private static let files = ModuleTests.files(under: "Sources").filter {
    $0.hasSuffix(".swift") && !$0.hasPrefix("Sources/Language/Text/")
  }

  private static let patterns: [Pattern] = files.flatMap { file in
    let text = ModuleTests.text(of: file)
    let pattern =
      /(?s)(?<before>[^\n]*)(?:Text|Whole)Pattern\(\s*(?:#"""\n(?<lines>.*?)\n *"""#|#?"(?<line>[^\n]*)"#?)\)/
    return text.matches(of: pattern).map { match in
      let lines = match.lines?.split(separator: "\n").map { line in
        let line = line.drop { $0 == " " }
        return line.hasSuffix("\\#") ? line.dropLast(2) : line
      }
      return Pattern(
        location: "\(file): \(match.before)",
        isConstant: match.before.contains(/^(private )?let \w+ = $|^ +(private )?static let \w+ = $/),
        text: lines?.joined() ?? String(match.line ?? ""))
    }
  }

  @Test("none is built in a function, which may be called for each line of a file")
  func constants() {
    #expect(Self.patterns.count > 50)
    for pattern in Self.patterns { #expect(pattern.isConstant, "\(pattern.location)") }
  }

  @Test("none has an error, which would end the program when it is used first")
  func errors() {
    for pattern in Self.patterns {
      var expression = regex_t()
      #expect(regcomp(&expression, pattern.text, REG_EXTENDED) == 0, "\(pattern.location)\(pattern.text)")
      regfree(&expression)
    }
    let uses = Self.files.map { ModuleTests.text(of: $0).matches(of: /(Text|Whole)Pattern\(/).count }
    // All were read.
    #expect(Self.patterns.count == uses.reduce(0, +))
  }

  @Test("the program has nothing of the module for Swift's own, which a file that imports a library sees again")
  func engine() throws {
    // The one that was built with these tests.
    let tests = try #require(realpath("/proc/self/exe", nil).map { String(cString: $0) })
    let program = "/" + tests.split(separator: "/").dropLast().joined(separator: "/") + "/sleight"
    func contains(_ name: String) -> Bool { system("exec grep -qF '\(name)' '\(program)'") == 0 }
    #expect(contains("s4Text") && !contains("s17_StringProcessing"))
  }
}
