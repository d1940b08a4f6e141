/// A shell command, scanned as far as that is possible without a shell.
struct ShellText {
  /// A reason why the shell cannot run the command.
  struct Problem: Equatable {
    /// The number of characters before its location.
    var offset: Int
    /// The problem, in lower case.
    var message: String
    /// The way to write the character literally; nil if it is an operator.
    var help: String?
    /// True for a quote that is not closed.
    var isQuote = false
  }

  /// The first problem. Here-documents and the quotes of bash are not understood, so commands with them have none.
  private(set) var problem: Problem?
  /// The characters outside quotes, by their offsets.
  private(set) var bare: [(offset: Int, scalar: Unicode.Scalar)] = []
  /// True if it consists of one simple command: no operators, substitutions, redirections or lines.
  private(set) var isSimple = true

  /// A construct that is open at some character.
  private struct Frame {
    enum Kind { case paren, substitution, braces, backquotes, doubleQuotes, singleQuotes }

    var kind: Kind
    var offset: Int
  }

  /// The operators that join commands, the longest first.
  private static let operators = ["&&", "||", ";;", "|", "&", ";"]

  private let scalars: [Unicode.Scalar]
  private var frames: [Frame] = []
  /// The operator after which a command is missing; nil if there is none.
  private var lastOperator: (text: String, offset: Int)?
  /// True if the next word starts a command.
  private var startsCommand = true
  /// True if a `case` may contain parentheses and semicolons of its own.
  private let hasCase: Bool

  init(_ command: String) {
    scalars = Array(command.unicodeScalars)
    hasCase = command.split { $0.isWhitespace || ";&|(".contains($0) }.contains("case")
    var index = 0
    while index < scalars.count, problem == nil { index += step(at: index) }
    finish()
    if command.contains("<<") || command.contains("$'") { problem = nil }
  }

  /// The words of a simple command, with their quotes removed; nil if it is not simple, has a problem or a variable.
  var words: [String]? {
    guard isSimple, problem == nil else { return nil }
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in scalars {
      if isEscaped {
        word = (word ?? "") + String(scalar)
        isEscaped = false
      } else if scalar == quote {
        quote = nil
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? ""
      } else if quote == nil, scalar.properties.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        if scalar == "$", quote != "'" { return nil }
        word = (word ?? "") + String(scalar)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// Reads the character at `index`. Returns the number of characters read.
  private mutating func step(at index: Int) -> Int {
    let scalar = scalars[index]
    let kind = frames.last?.kind
    if kind == .singleQuotes {
      if scalar == "'" { frames.removeLast() }
      return 1
    }
    if scalar == "\\" {
      startsCommand = false
      return 2
    }
    switch (scalar, kind) {
    case ("\"", .doubleQuotes), ("`", .backquotes), ("}", .braces): frames.removeLast()
    case ("\"", _): open(.doubleQuotes, at: index)
    case ("`", _): open(.backquotes, at: index)
    case ("$", _) where next(index) == "(":
      open(.substitution, at: index)
      return 2
    case ("$", _) where next(index) == "{":
      open(.braces, at: index)
      return 2
    case (_, .doubleQuotes): break
    case (_, .braces) where scalar != "'": break
    case ("'", _): open(.singleQuotes, at: index)
    case ("(", _): open(.paren, at: index)
    case (")", .paren), (")", .substitution): frames.removeLast()
    case (")", _):
      if !hasCase { problem = Problem(offset: index, message: "unexpected ')'", help: Self.literal(")")) }
    case ("#", _) where index == 0 || " \t\n;&|()".unicodeScalars.contains(scalars[index - 1]):
      isSimple = false
      return (scalars[index...].firstIndex(of: "\n") ?? scalars.count) - index
    default: return bare(scalar, at: index)
    }
    if scalar != "\"", scalar != "'" { isSimple = false }
    startsCommand = false
    return 1
  }

  private func next(_ index: Int) -> Unicode.Scalar? { index + 1 < scalars.count ? scalars[index + 1] : nil }

  private mutating func open(_ kind: Frame.Kind, at index: Int) { frames.append(Frame(kind: kind, offset: index)) }

  /// Reads a character outside quotes.
  private mutating func bare(_ scalar: Unicode.Scalar, at index: Int) -> Int {
    bare.append((index, scalar))
    if scalar == "\n" || scalar == "<" || scalar == ">" { isSimple = false }
    guard frames.isEmpty else { return 1 }
    if let found = Self.operators.first(where: { scalars[index...].starts(with: $0.unicodeScalars) }) {
      isSimple = false
      let previous = index > 0 ? scalars[index - 1] : " "
      // A redirection: `2>&1`, `>|`, and `&>` of bash.
      let isRedirection = previous == ">" || previous == "<" || found == "&" && next(index) == ">"
      if !isRedirection, !hasCase {
        if startsCommand || found == ";;" {
          problem = Problem(offset: index, message: "unexpected '\(found)'")
          return 1
        }
        lastOperator = (found, index)
        startsCommand = true
      }
      return found.unicodeScalars.count
    }
    if !scalar.properties.isWhitespace { startsCommand = false }
    return 1
  }

  /// Reports what is still open at the end.
  private mutating func finish() {
    guard problem == nil else { return }
    if let frame = frames.first {
      let text: String
      switch frame.kind {
      case .singleQuotes, .doubleQuotes: text = ""
      case .paren: text = "("
      case .substitution: text = "$("
      case .braces: text = "${"
      case .backquotes: text = "`"
      }
      problem =
        text.isEmpty
        ? Problem(offset: frame.offset, message: "unclosed quote", help: Self.literal("quote"), isQuote: true)
        : Problem(offset: frame.offset, message: "unclosed '\(text)'", help: text == "(" ? Self.literal("(") : nil)
    } else if startsCommand, let lastOperator, lastOperator.text != ";", lastOperator.text != "&" {
      problem = Problem(
        offset: lastOperator.offset, message: "a command is missing after '\(lastOperator.text)'")
    } else if let last = bare.last(where: { !$0.scalar.properties.isWhitespace }), last.offset == lastOffset,
      last.scalar == ">" || last.scalar == "<"
    {
      problem = Problem(offset: last.offset, message: "a file name is missing after '\(last.scalar)'")
    }
  }

  /// The offset of the last character that is not blank.
  private var lastOffset: Int? { scalars.lastIndex { !$0.properties.isWhitespace } }

  private static func literal(_ character: String) -> String {
    character == "quote" ? "write \\ before a literal quote" : "write \\ before a literal '\(character)', or quote it"
  }
}
