import Testing

@Suite("Regular expressions are built once")
struct ExpressionTests {
  /// A regular expression in a source, and where it is built.
  private struct Expression {
    var location: String
    /// True if it is the value of a constant of the file or of a type.
    var isConstant: Bool
  }

  /// The regular expressions in the text of a file: literals, `Regex(…)` and `Regex { … }`.
  ///
  /// A '/' between spaces divides, as swift-format writes it. Texts and comments are left out: a text ends at the end
  /// of its line, or it has three quotes.
  private static func expressions(in text: String, of file: String) -> [Expression] {
    var expressions: [Expression] = []
    var isInText = false
    var previous = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = String(line)
      let startsText = line.contains("\"\"\"")
      defer { if startsText { isInText.toggle() } }
      guard !isInText, !startsText else { continue }
      if isBuilt(in: line) {
        let declaration = line.contains(" let ") ? line : previous
        // A constant in a column other than the first is a local one, unless it is static.
        let isConstant =
          declaration.contains(" static let ") || declaration.contains(" let ") && declaration.first != " "
        expressions.append(Expression(location: "\(file):\(index + 1)", isConstant: isConstant))
      }
      previous = line
    }
    return expressions
  }

  /// True if a line of code contains a regular expression.
  private static func isBuilt(in line: String) -> Bool {
    var before: Character = " "
    var characters = line[...]
    while let character = characters.popFirst() {
      switch character {
      case "\"":
        // A text. Its quotes may be escaped.
        while let next = characters.popFirst(), next != "\"" { if next == "\\" { _ = characters.popFirst() } }
      case "/":
        guard let next = characters.first else { return false }
        if next == "/" { return false }
        let opens = before == "#" || " ([{,!".contains(before)
        if opens, !next.isWhitespace, next != "*", !characters.hasPrefix("= ") { return true }
      case "R" where !before.isLetter && before != ".":
        let rest = characters.dropFirst("egex".count).drop { $0 == " " }.first
        if characters.hasPrefix("egex"), rest == "(" || rest == "{" { return true }
      default: break
      }
      before = character
    }
    return false
  }

  @Test("none is built in a function, which may be called for each line of a file")
  func constants() {
    var count = 0
    for file in ModuleTests.files(under: "Sources") where file.hasSuffix(".swift") {
      for expression in Self.expressions(in: ModuleTests.text(of: file), of: file) {
        count += 1
        #expect(
          expression.isConstant, "\(expression.location) builds a regular expression each time that it is reached")
      }
    }
    // All were found.
    #expect(count > 60)
  }

  @Test(
    "every form of them is found",
    arguments: [
      ("  if text.contains(/a+/) {", [false]),
      ("  let match = text.wholeMatch(of: #/a/b/#)", [false]),
      ("  let regex = try? Regex(text)", [false]),
      ("  let regex = Regex {", [false]),
      ("    ?? text.wholeMatch(of: /=?>/)", [false]),
      ("  private static let name = /a/", [true]),
      ("private nonisolated(unsafe) let name =\n  /a/", [true]),
      ("  let half = width / 2  // or /a/", []),
      ("  print(\"a /b/ \\\" /c/\") // /d/", []),
      ("  let text = \"\"\"\n    a /b/\n    \"\"\"", []),
      ("  rest /= 10", []),
      ("  let type: Regex<Substring>", []),
    ])
  func forms(source: String, constants: [Bool]) {
    #expect(Self.expressions(in: source, of: "file").map(\.isConstant) == constants)
  }
}
