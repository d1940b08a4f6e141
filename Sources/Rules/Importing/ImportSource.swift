/// The text of a configuration, by lines.
struct ImportSource {
  /// What messages call it, usually its path.
  let name: String
  /// Its lines, without line breaks. Bytes that are not UTF-8 are replacement characters.
  let lines: [String]

  init(name: String, bytes: [UInt8]) {
    self.name = name
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
    }
  }

  /// The last component of its name: `touchegg.conf`.
  var shortName: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// All of it, with line feeds.
  var text: String { lines.joined(separator: "\n") }

  /// Only the lines of `range` (from 1), the others empty, so that places stay right.
  func keeping(_ range: ClosedRange<Int>) -> ImportSource {
    ImportSource(
      name: name, lines: lines.enumerated().map { range.contains($0.offset + 1) ? $0.element : "" })
  }

  private init(name: String, lines: [String]) {
    self.name = name
    self.lines = lines
  }
}

extension StringProtocol {
  /// Without spaces, tabs and line breaks at its ends.
  var bare: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// What stands between spaces and tabs.
  var words: [String] { split(whereSeparator: \.isWhitespace).map { String($0) } }
}
