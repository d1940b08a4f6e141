internal import Text

/// Tables of this module, as text: a line is `meaning <- names`, and continues on indented lines. A dictionary's
/// literal would be 75 bytes of code for each name.
enum TextTable {
  /// The meaning and the names of each line, in order; of a title, `# names`, without a meaning.
  static func rows(_ text: String) -> [(meaning: String?, names: [String])] {
    var lines: [String] = []
    for part in text.split(separator: "\n") {
      if part.first == " ", let last = lines.indices.last {
        lines[last] += " " + part.trimmed
      } else {
        lines.append(String(part))
      }
    }
    return lines.map(row)
  }

  private static func row(_ line: String) -> (meaning: String?, names: [String]) {
    guard !line.hasPrefix("# "), let arrow = line.firstRange(of: "<-") else {
      return (nil, line.words.filter { $0 != "#" })
    }
    return (line[..<arrow.lowerBound].trimmed, line[arrow.upperBound...].words)
  }

  /// The meanings by their names.
  static func meanings(_ text: String) -> [String: String] {
    Dictionary(rows(text).flatMap { row in row.names.map { ($0, row.meaning ?? "") } }) { first, _ in first }
  }
}
