public import JSONLines

/// Writes diagnostics for programs: one JSON object a line.
///
/// `file`, `line`, `column`, `endLine`, `endColumn` (from 1, in Unicode scalars, the end after the last character; null
/// for the whole file), `severity`, `id`, `message`, `suggestion`, `help` (null if there is none) and `notes`, each
/// with a `message` and a source location in the same format, whose `file` is null if the note has none.
public enum JSONRenderer {
  /// Encodes a diagnostic.
  public static func line(_ diagnostic: Diagnostic, in files: SourceFiles) -> JSONLine {
    var line = JSONLine()
    line.add("file", files[diagnostic.file].name)
    for member in members(of: diagnostic.span) { line.add(member.name, member.value) }
    line.add("severity", diagnostic.severity.rawValue)
    line.add("id", diagnostic.id)
    line.add("message", diagnostic.message)
    line.add("suggestion", diagnostic.suggestion.map { .string($0) } ?? .null)
    line.add("help", diagnostic.help.map { .string($0) } ?? .null)
    line.add(
      "notes",
      .array(
        diagnostic.notes.map { note in
          let file: JSONValue = note.span.map { .string(files[$0.file].name) } ?? .null
          return .object([.init("message", .string(note.message)), .init("file", file)] + members(of: note.span))
        }))
    return line
  }

  private static func members(of span: Span?) -> [JSONValue.Member] {
    func number(_ value: Int?) -> JSONValue { value.map { .number(Double($0)) } ?? .null }
    return [
      .init("line", number(span?.start.line)), .init("column", number(span?.start.column)),
      .init("endLine", number(span?.end.line)), .init("endColumn", number(span?.end.column)),
    ]
  }
}
