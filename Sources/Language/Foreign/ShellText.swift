internal import Diagnostics
internal import Text

/// A command or script of a POSIX shell, scanned as far as that is possible without a shell.
package struct ShellText {
  /// A word, without its quotes. Variables that the text has assigned are replaced by their values; any other expansion
  /// stays as written, for a shell to expand later.
  package struct Word: Hashable {
    package var text: String
    /// The line it begins at, from 1.
    package var line: Int
    /// True if it contains an expansion.
    package var isExpanded = false
    /// True if any part of it was quoted.
    package var isQuoted = false

    package init(text: String, line: Int) {
      self.text = text
      self.line = line
    }

    /// True for an assignment, `NAME=value`.
    package var isAssignment: Bool {
      // Without a regular expression, which costs 0.1 ms: importers ask for each word of thousands of commands.
      let name = text.utf8.prefix { $0 != UInt8(ascii: "=") }
      guard let first = name.first, name.count < text.utf8.count else { return false }
      return !isDigit(first) && name.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    private func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
  }

  package enum Token: Hashable {
    case word(Word)
    /// An operator such as `&&`, or the end of a line.
    case operation(String)
    /// A comment, without its sign.
    case comment(String, line: Int)
  }

  /// A reason why the shell cannot run the command.
  package struct Problem: Equatable, Sendable {
    /// The number of characters before its location.
    package var offset: Int
    /// The problem, in lower case.
    package var message: String
    /// The way to write the character literally; nil if it is an operator.
    package var help: String?
    /// True for a quote that is not closed.
    package var isQuote = false
  }

  /// The words, operators and comments, in order.
  package private(set) var tokens: [Token] = []
  /// The first problem. Here-documents and the quotes of bash are not understood, so commands with them have none.
  package private(set) var problem: Problem?
  /// The characters outside quotes, by their offsets.
  package private(set) var bare: [(offset: Int, scalar: Unicode.Scalar)] = []
  /// True if it consists of one simple command: no operators, substitutions, redirections or lines.
  package private(set) var isSimple = true

  /// A construct that is open at some character.
  private struct Frame {
    enum Kind: String {
      case paren = "("
      case substitution = "$("
      case braces = "${"
      case backquotes = "`"
      case doubleQuotes = "\""
      case singleQuotes = "'"
    }

    var kind: Kind
    var offset: Int

    /// True for an expansion, whose text stays as written.
    var isExpansion: Bool { [.substitution, .braces, .backquotes].contains(kind) }
  }

  /// The operators that join commands, the longest first.
  private static let operators = ["&&", "||", ";;", "|", "&", ";"]
  private static let maxValueLength = 4_096
  /// The maximum size of all values that replace variables; further variables stay as written.
  private static let maxExpansion = 1 << 20

  private let scalars: [Unicode.Scalar]
  private var line = 1
  private var frames: [Frame] = []
  /// The number of open expansions.
  private var expansionDepth = 0
  /// The word at the current character.
  private var word: Word?
  /// The variables that the text has assigned, with their values.
  private var variables: [String: String] = [:]
  /// The size of the values that have replaced variables.
  private var expansion = 0
  /// The operator after which a command is missing; nil if there is none.
  private var lastOperator: (text: String, offset: Int)?
  /// True if the next word starts a command.
  private var startsCommand = true
  /// True if a `case` may contain parentheses and semicolons of its own.
  private let hasCase: Bool

  package init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    hasCase = text.split { $0.isBlank || ";&|(".contains($0) }.contains("case")
    var index = 0
    while index < scalars.count {
      let end = min(index + step(at: index), scalars.count)
      line += scalars[index..<end].count { $0 == "\n" }
      index = end
    }
    endWord()
    finish()
    if text.contains("<<") || text.contains("$'") { problem = nil }
  }

  /// The words of a simple command; nil if it is not simple, has a problem or an expansion.
  package var words: [String]? {
    guard isSimple, problem == nil else { return nil }
    var words: [String] = []
    for case .word(let word) in tokens {
      guard !word.isExpanded else { return nil }
      words.append(word.text)
    }
    return words
  }

  // MARK: Characters

  /// Reads the character at `index`. Returns the number of characters read.
  private mutating func step(at index: Int) -> Int {
    let scalar = scalars[index]
    let kind = frames.last?.kind
    if kind == .singleQuotes {
      if scalar == "'" { close(at: index) } else { append(scalar) }
      return 1
    }
    if scalar == "\\" {
      startsCommand = false
      escape(in: kind, next(index))
      return 2
    }
    switch (scalar, kind) {
    case ("\"", .doubleQuotes), ("`", .backquotes), ("}", .braces), (")", .paren), (")", .substitution):
      close(at: index)
    case ("\"", _): open(.doubleQuotes, at: index)
    case ("`", _): open(.backquotes, at: index)
    case ("$", _) where next(index) == "(":
      open(.substitution, at: index)
      return 2
    case ("$", _) where expansionDepth == 0:
      startsCommand = false
      if kind == .doubleQuotes || next(index) == "{" { isSimple = false }
      return expand(at: index)
    case ("$", _) where next(index) == "{":
      open(.braces, at: index)
      return 2
    case (_, .doubleQuotes):
      startsCommand = false
      append(scalar)
      return 1
    case (_, .braces) where scalar != "'": append(scalar)
    case ("'", _): open(.singleQuotes, at: index)
    case ("(", _): open(.paren, at: index)
    case (")", _):
      if !hasCase { report(Problem(offset: index, message: "unexpected ')'", help: Self.literal(")"))) }
      operation(")")
    case ("#", _) where index == 0 || " \t\n;&|()".unicodeScalars.contains(scalars[index - 1]):
      isSimple = false
      return comment(at: index)
    default: return bare(scalar, at: index)
    }
    if scalar != "\"", scalar != "'" { isSimple = false }
    startsCommand = false
    return 1
  }

  private func next(_ index: Int) -> Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  private mutating func append(_ scalar: Unicode.Scalar) {
    word = word ?? Word(text: "", line: line)
    word?.text.unicodeScalars.append(scalar)
  }

  /// Opens a construct. In an expansion, its characters stay as written.
  private mutating func open(_ kind: Frame.Kind, at index: Int) {
    // Without another one, a backquote is a character that was not quoted.
    if kind == .backquotes, !scalars[(index + 1)...].contains("`") {
      if let frame = frames.first { report(unclosed: frame) }
      report(unclosed: Frame(kind: kind, offset: index))
      append("`")
      return
    }
    mark(kind.rawValue)
    let frame = Frame(kind: kind, offset: index)
    frames.append(frame)
    guard frame.isExpansion else { return }
    if expansionDepth == 0 {
      for scalar in kind.rawValue.unicodeScalars { append(scalar) }
      word?.isExpanded = true
    }
    expansionDepth += 1
    isSimple = false
    startsCommand = false
  }

  private mutating func close(at index: Int) {
    let frame = frames.removeLast()
    mark(String(scalars[index]))
    if frame.isExpansion { expansionDepth -= 1 }
  }

  /// Adds the sign of a construct: to an expansion as written, or else as an operator or as the end of a quoted part.
  private mutating func mark(_ sign: String) {
    if expansionDepth > 0 {
      for scalar in sign.unicodeScalars { append(scalar) }
    } else if sign == "(" || sign == ")" {
      operation(sign)
    } else if sign == "\"" || sign == "'" {
      word = word ?? Word(text: "", line: line)
      word?.isQuoted = true
    }
  }

  private mutating func escape(in kind: Frame.Kind?, _ next: Unicode.Scalar?) {
    guard let next, next != "\n" || expansionDepth > 0 else { return }
    if expansionDepth > 0 || kind == .doubleQuotes && !["$", "`", "\"", "\\"].contains(next) { append("\\") }
    append(next)
  }

  /// Replaces a variable that the text has assigned, `$name` or `${name}`, by its value; opens any other expansion.
  private mutating func expand(at index: Int) -> Int {
    let isBraced = next(index) == "{"
    let start = index + (isBraced ? 2 : 1)
    let name = scalars[start...].prefix { $0.isNamePart }
    let end = name.endIndex
    if let value = variables[String(String.UnicodeScalarView(name))], expansion <= Self.maxExpansion,
      !isBraced || end < scalars.count && scalars[end] == "}"
    {
      word = word ?? Word(text: "", line: line)
      word?.isExpanded = true
      if word?.text.utf8.count ?? 0 < Self.maxValueLength {
        word?.text += value
        expansion += value.utf8.count
      }
      return end - index + (isBraced ? 1 : 0)
    }
    if isBraced {
      open(.braces, at: index)
      return 2
    }
    if frames.last?.kind != .doubleQuotes { bare.append((index, "$")) }
    append("$")
    word?.isExpanded = true
    return 1
  }

  private mutating func comment(at index: Int) -> Int {
    let end = scalars[index...].firstIndex(of: "\n") ?? scalars.count
    if expansionDepth > 0 {
      for scalar in scalars[index..<end] { append(scalar) }
    } else {
      endWord()
      tokens.append(.comment(String(String.UnicodeScalarView(scalars[(index + 1)..<end])).trimmed, line: line))
    }
    return end - index
  }

  /// Reads a character outside quotes.
  private mutating func bare(_ scalar: Unicode.Scalar, at index: Int) -> Int {
    bare.append((index, scalar))
    if scalar == "\n" || scalar == "<" || scalar == ">" { isSimple = false }
    let found =
      frames.isEmpty && "&|;".unicodeScalars.contains(scalar)
      ? Self.operators.first { scalars[index...].starts(with: $0.unicodeScalars) } : nil
    switch scalar {
    case _ where expansionDepth > 0: append(scalar)
    case " ", "\t", "\r": endWord()
    case "\n", "<", ">", "&", "|", ";": operation(found ?? String(scalar))
    default: append(scalar)
    }
    guard let found else {
      if frames.isEmpty, !scalar.isBlank { startsCommand = false }
      return 1
    }
    isSimple = false
    let previous = index > 0 ? scalars[index - 1] : " "
    // A redirection: `2>&1`, `>|`, and `&>` of bash.
    let isRedirection = previous == ">" || previous == "<" || found == "&" && next(index) == ">"
    if !isRedirection, !hasCase {
      if startsCommand || found == ";;" { report(Problem(offset: index, message: "unexpected '\(found)'")) }
      lastOperator = (found, index)
      startsCommand = true
    }
    return found.unicodeScalars.count
  }

  // MARK: Tokens

  private mutating func operation(_ text: String) {
    guard expansionDepth == 0 else { return }
    endWord()
    tokens.append(.operation(text))
  }

  private mutating func endWord() {
    guard let word else { return }
    recordAssignment(word)
    tokens.append(.word(word))
    self.word = nil
  }

  /// Records an assignment `NAME=value`; any other word is ignored.
  private mutating func recordAssignment(_ word: Word) {
    guard let sign = word.text.firstIndex(of: "="), variables.count < 1_000 else { return }
    let name = word.text[..<sign]
    let value = word.text[word.text.index(after: sign)...]
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic,
      name.unicodeScalars.allSatisfy({ $0.isNamePart }), value.utf8.count <= Self.maxValueLength
    else { return }
    variables[String(name)] = String(value)
  }

  // MARK: Problems

  /// Reports a problem; only the first one counts.
  private mutating func report(_ problem: Problem) { self.problem = self.problem ?? problem }

  private mutating func report(unclosed frame: Frame) {
    let isQuote = [.doubleQuotes, .singleQuotes].contains(frame.kind)
    let text = frame.kind.rawValue
    report(
      isQuote
        ? Problem(offset: frame.offset, message: "unclosed quote", help: Self.literal("quote"), isQuote: true)
        : Problem(offset: frame.offset, message: "unclosed '\(text)'", help: text == "(" ? Self.literal("(") : nil))
  }

  /// Reports what is still open at the end.
  private mutating func finish() {
    if let frame = frames.first {
      report(unclosed: frame)
    } else if startsCommand, let lastOperator, lastOperator.text != ";", lastOperator.text != "&" {
      report(
        Problem(offset: lastOperator.offset, message: "a command is missing after '\(lastOperator.text)'"))
    } else if let last = bare.last(where: { !$0.scalar.isBlank }), last.offset == lastOffset,
      last.scalar == ">" || last.scalar == "<"
    {
      report(Problem(offset: last.offset, message: "a file name is missing after '\(last.scalar)'"))
    }
  }

  /// The offset of the last character that is not blank.
  private var lastOffset: Int? { scalars.lastIndex { !$0.isBlank } }

  private static func literal(_ character: String) -> String {
    character == "quote" ? "write \\ before a literal quote" : "write \\ before a literal '\(character)', or quote it"
  }
}
