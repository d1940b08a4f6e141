import Diagnostics
import RulesFile
import Testing

@Suite("Suggestions, pasted into the file")
struct SuggestionPasteTests {
  @Test(
    "a suggestion in place of what it is for leaves one message less, and no new one",
    arguments: CorpusFile.bad + CorpusFile.good + CorpusFile.traps)
  func paste(file: CorpusFile) throws {
    let checked = file.checked
    for diagnostic in checked.diagnostics {
      guard let suggestion = diagnostic.suggestion, let span = diagnostic.span else { continue }
      let pasted = try #require(Self.replace(span, in: checked.sources[span.file], by: suggestion))
      let result = file.replacing(file: checked.sources[span.file].name, by: pasted).checked
      let errors = checked.diagnostics.count { $0.severity == .error }
      #expect(
        result.diagnostics.count { $0.severity == .error } == max(errors - (diagnostic.severity == .error ? 1 : 0), 0),
        "\(suggestion)\n\(render(result))")
      #expect(
        !result.diagnostics.contains { $0.id == diagnostic.id && $0.span?.start == span.start },
        "\(suggestion)\n\(render(result))")
    }
  }

  @Test("most messages with a suggestion are in the corpora")
  func count() {
    let files = CorpusFile.bad + CorpusFile.traps
    #expect(files.flatMap { $0.checked.diagnostics }.count { $0.suggestion != nil } >= 300)
  }

  /// The text of a file with `suggestion` in place of the characters of `span`.
  private static func replace(_ span: Span, in source: SourceFile, by suggestion: String) -> [UInt8]? {
    var lines: [[Unicode.Scalar]] = []
    var number = 1
    while let line = source.line(number) {
      lines.append(Array(String(decoding: line, as: UTF8.self).unicodeScalars))
      number += 1
    }
    guard lines.indices.contains(span.start.line - 1) else { return nil }
    let first = lines[span.start.line - 1].prefix(span.start.column - 1)
    let last = lines.indices.contains(span.end.line - 1) ? lines[span.end.line - 1].dropFirst(span.end.column - 1) : []
    let joined = Array(first) + Array(suggestion.unicodeScalars) + Array(last)
    lines.replaceSubrange(span.start.line - 1..<min(span.end.line, lines.count), with: [joined])
    var text = String.UnicodeScalarView()
    for line in lines {
      text.append(contentsOf: line)
      text.append("\n")
    }
    return Array(String(text).utf8)
  }
}

extension CorpusFile {
  /// The same file with another text in place of that of one of its files.
  fileprivate func replacing(file: String, by bytes: [UInt8]) -> CorpusFile {
    guard file != "rules.yml" else { return CorpusFile(kind: kind, name: name, bytes: bytes, others: others) }
    return CorpusFile(
      kind: kind, name: name, bytes: self.bytes,
      others: others.merging([file: String(decoding: bytes, as: UTF8.self)]) { $1 })
  }
}
