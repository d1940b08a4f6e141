internal import RulesFile

extension RuleEntries {
  /// The entries of a document, by its lines.
  init(_ text: DocumentText) { self.init(lines: text.lineCount) { text.bytes[text.line($0)] } }

  /// The text with empty lines in place of all entries but those on `kept` lines, and but those that others may refer
  /// to, or whose lines YAML may count differently.
  func masking(allBut kept: Range<Int>?, in text: DocumentText) -> [UInt8] {
    var bytes: [UInt8] = []
    var copied = 0
    text.bytes.withUnsafeBufferPointer { source in
      for entry in all where kept?.overlaps(entry) != true {
        let range = text.line(entry.lowerBound).lowerBound..<text.line(entry.upperBound - 1).upperBound
        guard !source[range].contains(where: { $0 == UInt8(ascii: "&") || $0 >= 0x80 }) else { continue }
        bytes += source[copied..<range.lowerBound]
        for byte in source[range] where byte == 0x0a || byte == 0x0d { bytes.append(byte) }
        copied = range.upperBound
      }
      bytes += source[copied...]
    }
    return bytes
  }
}
