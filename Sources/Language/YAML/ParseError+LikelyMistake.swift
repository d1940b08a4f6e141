internal import Diagnostics

/// The likely mistakes behind libyaml's errors. libyaml reports the first position from which it cannot read on, which
/// is often not that of the mistake.
extension ParseError {
  /// The error for the likely mistake; nil if it is not a known one.
  static func likelyMistake(_ error: LibyamlError, in lines: SourceLines) -> ParseError? {
    let line = LineText(of: error.mark, in: lines)
    let context = error.context == nil ? line : LineText(of: error.contextMark, in: lines)
    let above = LineText(above: error.mark, in: lines)
    if let likelyMistake = mistakeWithoutContext([context, line, above].compactMap { $0 }) { return likelyMistake }
    let index = error.mark.column - 1

    switch error.problem {
    case "mapping values are not allowed in this context":
      return above.flatMap { missingSpace($0) ?? missingColon($0, isBefore: line) } ?? missingSpace(line)
        ?? strayColon(line, index, above: above)
    case "could not find expected ':'":
      if let key = context.key, key.count > 1000 {
        return syntax("a key of more than 1000 characters", at: Span(at: context.mark(key.lowerBound)))
      }
      let aboveContext = LineText(above: error.contextMark, in: lines)
      return unindentedBlock(context, above: aboveContext) ?? missingSpace(context) ?? missingColon(context)
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected <document start>":
      return textAfterValue(line, index) ?? misplacedElement(line, index, error)
        ?? directive(above: error.mark, in: lines)
    case "did not find expected alphabetic or numeric character":
      return textAfterValue(context, error.contextMark.column - 1)
    case "found character that cannot start any token": return textAfterValue(line, index)
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      return unclosedBracket(line, index, context, error, in: lines)
    case "did not find expected comment or line break": return textBesideBlock(line, index, error)
    case "found unexpected ':'": return colonBeforeBracket(line, index, error)
    default: return nil
    }
  }

  private static func syntax(
    _ message: String, at span: Span, help: String? = nil, note: Note? = nil
  ) -> ParseError {
    ParseError(reason: .syntax, message: message, span: span, help: help, note: note)
  }

  // MARK: Mistakes without context

  /// Mistakes that are detectable without context.
  private static func mistakeWithoutContext(_ lines: [LineText]) -> ParseError? {
    for line in lines {
      let text = line.characters
      for marker in ["<<<<<<<", "=======", ">>>>>>>"] where text.starts(with: marker.unicodeScalars) {
        return syntax(
          "unresolved merge conflict: '\(marker)'", at: line.span(0..<text.count),
          help: "keep one side, and remove the conflict markers")
      }
      if let mistake = foreignSign(line) { return mistake }
      let indent = text.prefix { $0 == " " || $0 == "\u{a0}" }.count
      let colon = text.indices.first { text[$0] == ":" && $0 + 1 < text.count && text[$0 + 1] == "\u{a0}" }
      if let index = text[..<indent].firstIndex(of: "\u{a0}") ?? colon.map({ $0 + 1 }) {
        let end = text[index...].firstIndex { $0 != "\u{a0}" } ?? text.count
        return syntax(
          "no-break space (U+00A0), which is not a space in YAML", at: line.span(index..<end),
          help: "replace it with a space")
      }
      // The key of a mapping, of one word.
      if line.key == nil, let index = text.firstIndex(of: "\u{ff1a}"), index > line.content,
        text[line.content..<index].allSatisfy({ $0 != " " })
      {
        return syntax(
          "'\u{ff1a}' is U+FF1A FULLWIDTH COLON, not ':'", at: line.span(index..<index + 1),
          help: "write ':' and a space after each key")
      }
    }
    return nil
  }

  /// A comment or an entry of a list, with the sign of another language.
  private static func foreignSign(_ line: LineText) -> ParseError? {
    let text = line.characters[line.content...]
    let span = line.span(line.content..<line.content + 1)
    if let first = text.first, "*\u{2010}\u{2013}\u{2014}\u{2022}\u{2212}".unicodeScalars.contains(first),
      text.dropFirst().first == " "
    {
      return syntax("an entry of a list starts with '- ', not with '\(first)'", at: span)
    }
    return ["//", "/*", ";", "-- "].first { text.starts(with: $0.unicodeScalars) }.map { sign in
      syntax("a comment starts with '#', not with '\(sign.prefix { $0 != " " })'", at: span)
    }
  }

  /// A directive, such as `%command`, above `mark`.
  private static func directive(above mark: Mark, in lines: SourceLines) -> ParseError? {
    for number in 1..<max(mark.line, 1) {
      let line = LineText(of: Mark(line: number, column: 1, file: mark.file), in: lines)
      guard line.characters.first == "%" else { continue }
      return syntax(
        "a line that starts with '%' is a YAML directive", at: line.span(0..<line.end),
        help: "remove it, or write '---' below it")
    }
    return nil
  }

  // MARK: Keys

  /// A key or a dash without the space after it.
  private static func missingSpace(_ line: LineText) -> ParseError? {
    let text = line.characters
    if line.content + 1 < line.end, text[line.content] == "-", line.word.count > 1, let key = line.key {
      return syntax(
        "a space is missing after the '-'", at: line.span(line.content..<line.content + 1),
        help: "write '- \(line.text(line.content + 1..<key.upperBound)): …'")
    }
    let word = line.word
    guard line.key == nil, !word.isEmpty, word.upperBound + 1 < line.end, text[word.upperBound] == ":" else {
      return nil
    }
    // A URL is not a key.
    guard text[word.upperBound + 1] != "/" else { return nil }
    let value = line.text(word.upperBound + 1..<line.end)
    return syntax(
      "a space is missing after the ':'", at: line.span(word.lowerBound..<word.upperBound + 1),
      help: "write '\(line.text(word)): \(value)'")
  }

  /// A colon in brackets before `?` or another bracket: a key without the space after it, or a value without quotes.
  private static func colonBeforeBracket(_ line: LineText, _ index: Int, _ error: LibyamlError) -> ParseError? {
    let start = error.contextMark.column - 1
    guard error.contextMark.line == error.mark.line, start < index, index + 1 < line.characters.count else {
      return nil
    }
    let word = start..<index
    let next = line.characters[index + 1]
    guard line.isWord(word), next != "?" else {
      return syntax(
        "in brackets, a value that contains ':\(next)' needs quotes", at: line.span(start..<index + 2),
        help: "put the whole value in single quotes")
    }
    guard next == "[" || next == "{" else {
      return syntax(
        "a value is missing after this key", at: line.span(word), help: "write '\(line.text(word)): …'")
    }
    return syntax(
      "a space is missing after the ':'", at: line.span(start..<index + 1),
      help: "write '\(line.text(word)): \(next)…'")
  }

  /// A key without its colon.
  /// - Parameter next: the next line, with a key; it must start in the same column, so that both belong to one mapping,
  ///   or else be an entry of the list at a key of the file.
  private static func missingColon(_ line: LineText, isBefore next: LineText? = nil) -> ParseError? {
    let word = line.word
    if let next, next.content != line.content || next.key == nil {
      guard next.isEntry, word == 0..<line.end else { return nil }
    }
    guard line.key == nil, !word.isEmpty else { return nil }
    var rest = line.characters[word.upperBound..<line.end].drop { $0 == " " }
    if rest.first == "=" { rest = rest.dropFirst().drop { $0 == " " } }
    let value = line.text(rest.startIndex..<line.end)
    return syntax(
      "a ':' is missing after this key", at: line.span(line.content..<line.end),
      help: "write '\(line.text(word)): \(value.isEmpty ? "…" : value)'")
  }

  /// A second colon in a line, or a key in a line that is indented below a value.
  private static func strayColon(_ line: LineText, _ index: Int, above: LineText?) -> ParseError? {
    guard index < line.characters.count, line.content < index else { return nil }
    if let key = line.key, key.upperBound < index {
      var start = key.upperBound + 1
      while start < index, line.characters[start] == " " { start += 1 }
      let value = start..<max(line.end, index + 1)
      // A single word before the colon is most likely a key.
      let words = line.words(in: start..<max(index, start))
      let areKeys = words.allSatisfy { line.isWord($0) }
      if areKeys, words.count == 1 {
        let (name, text) = (line.text(line.word), line.text(start..<max(line.end, start)))
        return syntax(
          "a value that contains ': ' needs quotes, or braces for a mapping", at: line.span(value),
          help: "write '\(name): {\(text)}' for a mapping, or '\(name): \"\(text)\"' for text")
      }
      // Of two words, the second one may be the next key, or both are a command: a command is unlikely at the beginning
      // of a list's entry, as rules begin with their gestures, and after a comma or a number.
      if areKeys, words.count == 2, line.isEntry || line.isEnded(words[0]), let last = words.last {
        return syntax(
          "second key on one line: '\(line.text(last))'", at: line.span(last.lowerBound..<index + 1),
          help: "write each key on its own line, below the first key; quote text that contains ': '")
      }
      return syntax(
        "a value that contains ': ' needs quotes", at: line.span(value),
        help: "put it in single quotes, and write ' inside as ''")
    }
    guard let key = line.key, let above, let other = above.key, line.content > above.content else { return nil }
    return syntax(
      "this key is indented deeper than the key above it, which has a value", at: line.span(key),
      help: "keys of one mapping start in the same column",
      note: Note(message: "the key above it is here", span: above.span(other)))
  }

  // MARK: Values

  /// Text after the end of a value.
  private static func textAfterValue(_ line: LineText, _ index: Int) -> ParseError? {
    guard index < line.end, let last = line.last(before: index), last.index >= line.content else { return nil }
    let rest = line.span(index..<line.end)
    switch last.character {
    case "\"":
      return syntax(
        "unexpected text after the closing quote", at: rest,
        help: "put the whole value in single quotes, or write \" inside double quotes as \\\"")
    case "'":
      return syntax(
        "unexpected text after the closing quote", at: rest,
        help: "write ' inside single quotes as '', or quote the whole value")
    case "]", "}":
      let opening = last.character == "]" ? "[" : "{"
      return syntax(
        "unexpected text after the closing '\(last.character)'", at: rest,
        help: line.characters[index] == last.character
          ? nil : "quote text that starts with '\(opening)'")
    default: return nil
    }
  }

  /// An element that does not belong to the list or mapping above it.
  private static func misplacedElement(_ line: LineText, _ index: Int, _ error: LibyamlError) -> ParseError? {
    guard index < line.characters.count else { return nil }
    let span = line.span(index..<index + 1)
    switch line.characters[index] {
    case "-" where index < line.content:
      return syntax(
        "this '-' is not in the column of a list above it", at: span,
        help: "entries of one list start with '- ' in the same column")
    case "&": return syntax("a value has at most one anchor, and an alias has none", at: span)
    case "*": return syntax("an alias cannot have an anchor", at: span)
    case ":": return syntax("a ':' without a key before it", at: span)
    default:
      guard error.problem == "did not find expected '-' indicator", let key = line.key else { return nil }
      return syntax(
        "this key is not part of an entry of the list above it", at: line.span(key),
        help: "the keys of an entry start in the column of its first key, after the '- '")
    }
  }

  /// A bracket that is not closed before the next key, or not at all.
  private static func unclosedBracket(
    _ line: LineText, _ index: Int, _ context: LineText, _ error: LibyamlError, in lines: SourceLines
  ) -> ParseError? {
    let start = error.contextMark.column - 1
    guard start < context.characters.count else { return nil }
    let bracket = context.span(start..<start + 1)
    let isBelow = error.mark.line > error.contextMark.line
    let isPast = line.content <= context.content && line.content < line.characters.count
    let closes = index < line.characters.count && (line.characters[index] == "]" || line.characters[index] == "}")
    if isBelow, isPast && !closes || index >= line.characters.count && lines.isEnd(error.mark) {
      return syntax(
        "unclosed '\(context.characters[start])'", at: bracket, help: Self.commentHelp(context, after: start))
    }
    let wanted = error.problem.hasSuffix("']'") ? "]" : "}"
    let note = Note(message: "the '\(context.characters[start])' is here", span: bracket)
    if closes { return syntax("expected ',' or '\(wanted)'", at: Span(at: error.mark), note: note) }
    // libyaml reads up to the colon of the key before which the ',' is missing.
    var first = min(index, line.end)
    if first < line.end, line.characters[first] == ":" {
      while first > line.content, !" ,[{".unicodeScalars.contains(line.characters[first - 1]) { first -= 1 }
    }
    guard first < index || index < line.end else { return nil }
    return syntax(
      "expected ',' or '\(wanted)' before this", at: line.span(first..<max(index, first + 1)), note: note)
  }

  /// The help for a bracket whose closing one is in a comment.
  private static func commentHelp(_ line: LineText, after start: Int) -> String? {
    let text = line.characters
    guard let hash = text.indices.first(where: { $0 > start && text[$0] == "#" && text[$0 - 1] == " " }),
      text[hash...].contains(where: { $0 == "}" || $0 == "]" })
    else { return nil }
    return "' #' starts a comment: quote the text that contains it"
  }

  // MARK: Blocks of text

  /// Text beside the `|` or `>` instead of below it.
  private static func textBesideBlock(_ line: LineText, _ index: Int, _ error: LibyamlError) -> ParseError? {
    let start = error.contextMark.column - 1
    guard index < line.end, start < line.characters.count else { return nil }
    let mark = line.characters[start]
    return syntax(
      "a block of text starts on the line below its '\(mark)'", at: line.span(index..<line.end),
      help: "quote a value that starts with '\(mark)'")
  }

  /// Text below a `|` or `>` that is not indented.
  private static func unindentedBlock(_ line: LineText, above: LineText?) -> ParseError? {
    guard let above, above.key != nil, line.content <= above.content else { return nil }
    let tail = above.characters[above.content..<above.end].suffix(3).drop { $0 != "|" && $0 != ">" }
    guard !tail.isEmpty, tail.dropFirst().allSatisfy({ "+-123456789".unicodeScalars.contains($0) }) else { return nil }
    return syntax(
      "the text of a block must be indented deeper than its key", at: line.span(line.content..<line.end),
      note: Note(message: "the block starts here", span: above.span(tail.startIndex..<tail.endIndex)))
  }
}
