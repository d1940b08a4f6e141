/// Writes diagnostics for people: the place, what is wrong, the line itself with marks under the part that is meant,
/// and what to do about it.
///
///     rules.yml:3:5: error: unknown gesture 'swype'; did you mean 'swipe'?
///       3 |   - swype: left
///         |     ^^^^^
public struct TextRenderer: Sendable {
  /// Whether to use a terminal's colours.
  public var usesColours: Bool

  /// A renderer; the caller knows whether its output is a terminal that has colours.
  public init(usesColours: Bool = false) { self.usesColours = usesColours }

  /// All of `diagnostics`, an empty line between them, and the summary: `rules.yml: 2 errors, 1 warning`. Every line
  /// ends with a line feed; empty where there are none.
  public func render(_ diagnostics: [Diagnostic], in files: SourceFiles) -> String {
    guard let summary = Diagnostic.summary(of: diagnostics) else { return "" }
    let texts = diagnostics.map { render($0, in: files) }
    return texts.joined(separator: "\n") + "\n\(Cells.shown(files.main.name)): \(summary)\n"
  }

  /// One of them, without a summary.
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
        text += "  " + paint("note", .note) + ": \(Cells.shown(note.message))\n"
        continue
      }
      text += "\(place(span, in: files[span.file])): " + paint("note", .note) + ": \(Cells.shown(note.message))\n"
      text += excerpt(span, in: files[span.file], gutter: gutter, mark: "-", colour: .note)
    }
    if let help = diagnostic.help { text += "  " + paint("help", .help) + ": \(Cells.shown(help))\n" }
    return text
  }

  /// The line on which `span` begins, with marks under it, without a word.
  public func excerpt(_ span: SourceSpan, in files: SourceFiles) -> String {
    excerpt(span, in: files[span.file], gutter: String(span.start.line).count, mark: "^", colour: .note)
  }

  private func header(_ diagnostic: Diagnostic, in file: SourceFile) -> String {
    let place = diagnostic.span.map { self.place($0, in: file) } ?? Cells.shown(file.name)
    let severity = paint(diagnostic.severity.rawValue, Colour(diagnostic.severity))
    let suggestion = diagnostic.suggestion.map { "; did you mean '\(Cells.shown($0))'?" } ?? ""
    return "\(place): \(severity): " + paint(Cells.shown(diagnostic.message) + suggestion, .message) + "\n"
  }

  private func place(_ span: SourceSpan, in file: SourceFile) -> String {
    "\(Cells.shown(file.name)):\(span.start.line):\(span.start.column)"
  }

  /// The line a span begins on, and marks under it: to the line's end where the span goes on behind it.
  private func excerpt(
    _ span: SourceSpan, in file: SourceFile, gutter: Int, mark: Character, colour: Colour
  ) -> String {
    guard let line = file.line(span.start.line) else { return "" }
    let end = span.end.line == span.start.line ? span.end.column : nil
    let excerpt = Excerpt(line, from: span.start.column, to: end)
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

/// What is coloured, by its SGR parameters (ECMA-48).
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
