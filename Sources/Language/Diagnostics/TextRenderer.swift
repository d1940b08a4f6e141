/// Writes diagnostics for people: the source location, the message, the line with marks, and help.
///
///     rules.yml:3:5: error: unknown gesture 'swype'; did you mean 'swipe'?
///       3 |   - swype: left
///         |     ^^^^^
public struct TextRenderer: Sendable {
  /// True to use a terminal's colours.
  public var usesColours: Bool
  /// The width of the terminal: messages are wrapped, and excerpts truncated; nil for any other output.
  public var columns: Int?

  /// A renderer. Use colours only if the output is a terminal that has them.
  public init(usesColours: Bool = false, columns: Int? = nil) {
    self.usesColours = usesColours
    self.columns = columns
  }

  /// All of `diagnostics`, separated by empty lines, and the summary: `rules.yml: 2 errors, 1 warning`. Every line ends
  /// with a line feed; empty if there are none. Of more than three equal messages about equal texts, the first is shown
  /// with the positions of the next ten.
  public func render(_ diagnostics: [Diagnostic], in files: SourceFiles) -> String {
    guard let summary = Diagnostic.summary(of: diagnostics) else { return "" }
    let findings = diagnostics.map { Finding($0, in: files) }
    let equal = Dictionary(grouping: diagnostics.indices) { findings[$0] }.filter {
      $0.key != nil && $0.value.count > 3
    }
    let texts = diagnostics.indices.compactMap { index -> String? in
      guard let indices = equal[findings[index]] else { return render(diagnostics[index], in: files) }
      guard index == indices.first else { return nil }
      return render(diagnostics[index], in: files)
        + repeated(at: indices.dropFirst().compactMap { diagnostics[$0].span?.start })
    }
    return texts.joined(separator: "\n") + "\n\(Cells.safe(files.main.name)): \(summary)\n".wrapped(to: columns)
  }

  /// The line about equal messages at other positions of the same file.
  private func repeated(at positions: [Mark]) -> String {
    let shown = positions.prefix(10).map { "\($0.line):\($0.column)" }.joined(separator: ", ")
    let others = positions.count > 10 ? " and \(positions.count - 10) more" : ""
    return remark("note", .note, "the same at \(shown)\(others)")
  }

  /// The parts of a diagnostic other than its position.
  private struct Finding: Hashable {
    var diagnostic: Diagnostic
    var text: String

    /// The longest line, in bytes, that is compared: each of its messages takes time in proportion to it.
    private static let longestLine = 10_000

    /// Nil for the whole file, for several lines and for a very long line.
    init?(_ diagnostic: Diagnostic, in files: SourceFiles) {
      guard let span = diagnostic.span, span.start.line == span.end.line,
        let line = files[span.file].line(span.start.line), line.count <= Self.longestLine
      else { return nil }
      self.diagnostic = Diagnostic(
        diagnostic.severity, id: diagnostic.id, diagnostic.message, of: span.file, suggestion: diagnostic.suggestion,
        help: diagnostic.help, notes: diagnostic.notes)
      text = String(
        String.UnicodeScalarView(
          String(decoding: line, as: UTF8.self).unicodeScalars.dropFirst(span.start.column - 1)
            .prefix(max(span.end.column - span.start.column, 0))))
    }
  }

  /// One diagnostic, without a summary.
  public func render(_ diagnostic: Diagnostic, in files: SourceFiles) -> String {
    let gutter =
      ([diagnostic.span] + diagnostic.notes.map(\.span)).compactMap { $0 }
      .filter { files[$0.file].line($0.start.line) != nil }
      .map { String($0.start.line).count }.max() ?? 0

    var text = header(diagnostic, in: files[diagnostic.file])
    if let span = diagnostic.span {
      text += excerpt(span, in: files[span.file], gutter: gutter, mark: "^", colour: Colour(diagnostic.severity))
    }
    for note in diagnostic.notes {
      guard let span = note.span else {
        text += remark("note", .note, note.message)
        continue
      }
      text += ("\(location(span, in: files[span.file])): " + paint("note", .note) + ": \(Cells.safe(note.message))\n")
        .wrapped(to: columns)
      text += excerpt(span, in: files[span.file], gutter: gutter, mark: "-", colour: .note)
    }
    if let help = diagnostic.help { text += remark("help", .help, help) }
    return text
  }

  /// A line that adds to a diagnostic.
  private func remark(_ word: String, _ colour: Colour, _ message: String) -> String {
    "  \(paint(word, colour)): \(Cells.safe(message))\n".wrapped(to: columns)
  }

  /// The line on which `span` begins, with marks and without a message.
  public func excerpt(_ span: Span, in files: SourceFiles) -> String {
    excerpt(span, in: files[span.file], gutter: String(span.start.line).count, mark: "^", colour: .note)
  }

  private func header(_ diagnostic: Diagnostic, in file: SourceFile) -> String {
    let location = diagnostic.span.map { self.location($0, in: file) } ?? Cells.safe(file.name)
    let severity = paint(diagnostic.severity.rawValue, Colour(diagnostic.severity))
    let suggestion = diagnostic.suggestion.map { "; did you mean '\(Cells.safe($0))'?" } ?? ""
    return ("\(location): \(severity): " + paint(Cells.safe(diagnostic.message) + suggestion, .message) + "\n")
      .wrapped(to: columns)
  }

  private func location(_ span: Span, in file: SourceFile) -> String {
    "\(Cells.safe(file.name)):\(span.start.line):\(span.start.column)"
  }

  /// The line on which a span begins, with marks: up to the line's end if the span continues below.
  private func excerpt(
    _ span: Span, in file: SourceFile, gutter: Int, mark: Character, colour: Colour
  ) -> String {
    guard let line = file.line(span.start.line) else { return "" }
    let end = span.end.line == span.start.line ? span.end.column : nil
    // Two spaces, the bar and a space surround the number.
    let excerpt = Excerpt(line, from: span.start.column, to: end, columns: columns.map { $0 - gutter - 5 })
    let number = String(span.start.line)
    let padding = String(repeating: " ", count: max(gutter - number.count, 0))
    let marks = String(repeating: mark, count: excerpt.length)
    let source = excerpt.text.isEmpty ? "" : " \(excerpt.text)"
    return "  " + paint("\(padding)\(number) |", .gutter) + source + "\n"
      + "  " + paint(String(repeating: " ", count: gutter) + " |", .gutter)
      + " " + String(repeating: " ", count: excerpt.indent) + paint(marks, colour) + "\n"
  }

  private func paint(_ text: String, _ colour: Colour) -> String {
    usesColours ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }
}

/// The elements with colours, by their SGR parameters (ECMA-48).
private enum Colour: String {
  case error = "1;31"
  case warning = "1;33"
  case note = "1;36"
  case help = "1;32"
  case gutter = "34"
  case message = "1"

  init(_ severity: Diagnostic.Severity) {
    switch severity {
    case .error: self = .error
    case .warning: self = .warning
    case .note: self = .note
    }
  }
}
