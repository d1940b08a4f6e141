internal import Diagnostics
internal import Text

extension ParseError {
  /// Translates an error of libyaml into plain words.
  init(_ error: LibyamlError, in lines: SourceLines) {
    if let offset = error.offset {
      if lines.looksLikeUTF16 {
        self.init(
          reason: .encoding, message: "this is UTF-16 text, not UTF-8", span: Span(at: lines.mark(atByte: 0)),
          help: "save the file as UTF-8")
        return
      }
      // For a truncated sequence, libyaml reports the byte after it.
      let isBreak = error.problem == "invalid trailing UTF-8 octet"
      let span = Span(at: lines.mark(atByte: isBreak ? lines.startOfSequence(before: offset) : offset))
      if error.problem.hasPrefix("control characters") {
        self.init(
          reason: .controlCharacter, message: "control characters are not allowed in YAML", span: span,
          help: "remove it, or write it as an escape in double quotes, such as \"\\x1b\"")
      } else {
        self.init(
          reason: .encoding, message: "this is not UTF-8 text", span: span, help: "save the file as UTF-8")
      }
      return
    }
    let isTab =
      error.problem.contains("tab character") || lines.character(at: error.mark) == "\t"
      || lines.isIndentedWithTab(line: error.mark.line)
    if isTab {
      self.init(
        reason: .syntax, message: "tabs are not allowed for indentation in YAML", span: Span(at: error.mark),
        help: "indent with spaces")
      return
    }
    if error.problem == "found unexpected end of stream", error.context == "while scanning a quoted scalar" {
      self.init(
        reason: .syntax, message: "unclosed quote", span: Span(at: error.contextMark))
      return
    }
    if error.problem == "did not find expected whitespace or line break",
      lines.character(at: error.contextMark) == "!"
    {
      self.init(
        reason: .syntax, message: "an unquoted value cannot start with '!'", span: Span(at: error.contextMark),
        help: Self.negationHelp)
      return
    }
    if let likelyMistake = Self.likelyMistake(error, in: lines) {
      self = likelyMistake
      return
    }
    if error.problem == "did not find expected alphabetic or numeric character" {
      let mark = error.contextMark
      self.init(
        reason: .syntax, message: "an unquoted value cannot start with '\(Self.quoted(lines.character(at: mark)))'",
        span: Span(at: mark), help: "quote the value")
      return
    }
    let (message, help) = Self.explanation(error.problem, at: lines.character(at: error.mark))
    // After the last line there is nothing to show.
    let mark = lines.isEnd(error.mark) ? lines.endOfText(before: error.mark) : error.mark
    self.init(reason: .syntax, message: message, span: Span(at: mark), help: help)
    if let what = error.context.flatMap(Self.construct), error.contextMark != error.mark {
      note = Note(message: "\(what) starts here", span: Span(at: error.contextMark))
    }
  }

  /// A tag on the value at `mark`.
  init(tagAt mark: Mark, in lines: SourceLines) {
    let line = LineText(of: mark, in: lines)
    let rest = line.characters.indices.dropFirst(mark.column - 1)
    // An anchor may precede it.
    let start = rest.first { line.characters[$0] == "!" } ?? mark.column - 1
    let end = rest.first { $0 > start && " ,]}".unicodeScalars.contains(line.characters[$0]) } ?? line.end
    let tag = line.text(min(start, end)..<end)
    self.init(
      reason: .tag, message: "YAML tags such as '\(tag)' are not supported", span: line.span(min(start, end)..<end),
      help: tag.hasPrefix("!!")
        ? "remove the tag; to keep the value as text, quote it"
        : Self.negationHelp)
  }

  private static let negationHelp =
    "a value that starts with '!' needs quotes; in a condition, 'not' negates: 'not: {app: firefox}'"

  /// The construct that libyaml was reading, for the note at its beginning.
  private static func construct(_ context: String) -> String? {
    switch context {
    case "while parsing a block mapping", "while parsing a flow mapping": "the mapping"
    case "while parsing a block collection", "while parsing a flow sequence": "the list"
    case "while scanning a quoted scalar": "the text in quotes"
    case "while scanning a block scalar": "the block of text"
    default: nil
    }
  }

  /// A character as quoted in messages.
  private static func quoted(_ character: Unicode.Scalar?) -> String { character.map { String($0) } ?? "" }

  /// The message and the help for one of libyaml's problems. An unknown one is passed on unchanged.
  private static func explanation(_ problem: String, at character: Unicode.Scalar?) -> (message: String, help: String?)
  {
    switch problem {
    case "mapping values are not allowed in this context":
      (
        "unexpected ':'",
        "keys of one mapping start in the same column; quote a value that contains ': '"
      )
    case "did not find expected key":
      ("this is not a key of the mapping above it", "keys of one mapping start in the same column")
    case "did not find expected '-' indicator":
      ("this is not an entry of the list above it", "entries of one list start with '- ' in the same column")
    case "block sequence entries are not allowed in this context":
      ("unexpected start of a list", "start the list on its own line")
    case "did not find expected ',' or ']'": ("expected ',' or ']'", nil)
    case "did not find expected ',' or '}'": ("expected ',' or '}'", nil)
    case "could not find expected ':'": ("a ':' is missing after this key", nil)
    case "did not find expected node content":
      (character == "," ? "a value is missing before this ','" : "expected a value", nil)
    case "did not find expected <document start>":
      (
        "this is not part of the document above it",
        "a rules file is one mapping: 'rules:', with the rules indented below"
      )
    case "found unexpected end of stream": ("the file ends in the middle of a value", nil)
    case "found character that cannot start any token":
      (
        "an unquoted value cannot start with '\(quoted(character))'",
        "quote the value"
      )
    case "found unknown escape character":
      ("unknown escape sequence in double quotes", "write a backslash as \\\\, or use single quotes")
    case "did not find expected hexdecimal number":
      (
        "incomplete escape sequence",
        "\\x has two hexadecimal digits, \\u four and \\U eight; a backslash itself is \\\\"
      )
    case "found invalid Unicode character escape code": ("this escape sequence is not a character", nil)
    case "found unexpected document indicator": ("a quote before this is not closed", nil)
    case "mapping keys are not allowed in this context": ("unexpected '?'", nil)
    default: (problem, nil)
    }
  }
}
