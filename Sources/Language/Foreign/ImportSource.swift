internal import Diagnostics
internal import Text

/// The beginning of a comment after a value.
private let trailingComment = TextPattern(#"\s[#;]"#)

/// The text of another tool's configuration, by lines.
package struct ImportSource {
  /// The size limit in bytes: configurations that people use have at most a hundredth of it.
  package static let sizeLimit = 1 << 20

  /// The name in messages, usually the path.
  package let name: String
  /// The lines, without line breaks. Bytes that are not UTF-8 become replacement characters.
  package let lines: [String]

  /// The number of the first line with bytes that are not UTF-8, from 1; nil if there is none.
  package let unreadableLine: Int?

  /// The files and lines that `lines` are from; empty if they are those of one file.
  private var places: [Place] = []

  /// A line of a file that the configuration includes, or of the configuration itself.
  package struct Place {
    /// The path of the file; nil for the configuration itself.
    package let file: String?
    /// The line, from 1.
    package let line: Int

    package init(file: String?, line: Int) { (self.file, self.line) = (file, line) }
  }

  /// The file and the line that a line of this text is from.
  package func place(of line: Int) -> Place {
    places.indices.contains(line - 1) ? places[line - 1] : Place(file: nil, line: line)
  }

  /// The same configuration with the lines of the files that it includes.
  /// - Parameter places: where each of `lines` is from.
  package func replacing(_ lines: [String], from places: [Place]) -> ImportSource {
    var source = ImportSource(name: name, lines: lines)
    source.places = places
    return source
  }

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
    lines = text.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
    }
    unreadableLine =
      String(validating: text, as: UTF8.self) == nil
      ? lines.firstIndex { $0.unicodeScalars.contains("\u{fffd}") }.map { $0 + 1 } : nil
  }

  /// The last component of the name: `touchegg.conf`.
  package var shortName: String { name.lastComponent }

  /// The whole text, with line feeds.
  package var text: String { lines.joined(separator: "\n") }

  package var isRulesFile: Bool {
    lines.contains { line in
      Self.rulesKeys.contains { line.hasPrefix($0) && line.dropFirst($0.count).trimmed.first == ":" }
    }
  }

  /// The beginnings of a rules file's lines, in YAML or JSON.
  private static let rulesKeys = ["rules", "include", "\"rules\"", "'rules'", "{\"rules\""]

  /// Only the lines of `range` (from 1). The others become empty, so that line numbers stay right.
  package func keeping(_ range: ClosedRange<Int>) -> ImportSource { keeping { range.contains($0) } }

  /// Only the lines whose numbers `isKept` accepts.
  package func keeping(_ isKept: (Int) -> Bool) -> ImportSource {
    replacing(lines.enumerated().map { isKept($0.offset + 1) ? $0.element : "" })
  }

  /// The same file with other lines, as many as before.
  package func replacing(_ lines: [String]) -> ImportSource { replacing(lines, from: places) }

  private init(name: String, lines: [String]) {
    self.name = name
    self.lines = lines
    unreadableLine = nil
  }
}

extension StringProtocol {
  /// The text without spaces, tabs and line breaks at its ends.
  package var trimmed: String {
    let scalars = unicodeScalars
    // Most lines have nothing to remove.
    if let first = scalars.first, let last = scalars.last, (0x21..<0x7f).contains(first.value),
      (0x21..<0x7f).contains(last.value)
    {
      return String(self)
    }
    guard let first = scalars.firstIndex(where: { !$0.isBlank }),
      let last = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(self[first...last])
  }

  /// The words between spaces and tabs.
  package var words: [String] { split(whereSeparator: \.isBlank).map { String($0) } }

  /// The last part of a path; the text itself if it has none.
  package var lastComponent: String { split(separator: "/").last.map { String($0) } ?? String(self) }
}

extension Unicode.Scalar {
  /// True for an ASCII letter or digit, or '_'.
  package var isNamePart: Bool {
    self == "_" || isASCII && (properties.isAlphabetic || properties.numericType != nil)
  }
}

/// Configurations with one `name = value` in each line.
package enum LineConfiguration {
  /// The name and the value; nil if the line has none.
  package static func pair(_ line: String) -> (name: String, value: String)? {
    guard let (name, value) = parts(line) else { return nil }
    // A comment may follow the value (inih).
    return (name, value[..<(value.firstMatch(of: trailingComment)?.range.lowerBound ?? value.endIndex)].trimmed)
  }

  /// The name, and what follows the sign; nil if the line has none.
  private static func parts(_ line: String) -> (name: String, rest: Substring)? {
    guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = line[..<sign].trimmed
    guard !name.isEmpty, !name.contains(where: \.isWhitespace) else { return nil }
    return (name, line[line.utf8.index(after: sign)...])
  }

  /// The direction and the fingers of `left3 = …`; nil for any other line.
  package static func swipe(_ line: String) -> (direction: String, fingers: Int)? {
    // No regular expression: this is asked of each line of every configuration.
    guard let name = parts(line)?.name, let fingers = name.last?.wholeNumberValue, (3...5).contains(fingers) else {
      return nil
    }
    let direction = String(name.dropLast())
    return ["left", "right", "up", "down"].contains(direction) ? (direction, fingers) : nil
  }
}
