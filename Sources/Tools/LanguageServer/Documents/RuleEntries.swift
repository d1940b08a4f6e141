internal import RulesFile

/// The entries of the list under `rules`, found by their indentation: also in a text that is no YAML while it is typed.
struct RuleEntries {
  /// The lines of each entry, by their numbers from 0.
  private(set) var all: [Range<Int>] = []

  init(_ text: DocumentText) {
    var indent: Int?
    var isInside = false
    var start: Int?
    var number = 0
    defer { if let start { all.append(start..<number) } }
    while number < text.lineCount {
      let line = text.bytes[text.line(number)]
      let spaces = line.prefix { $0 == UInt8(ascii: " ") }.count
      let content = line.dropFirst(spaces)
      guard let first = content.first, first != UInt8(ascii: "#") else {
        number += 1
        continue
      }
      if !isInside {
        isInside = spaces == 0 && content.starts(with: "\(Word.rules.name):".utf8)
      } else {
        let isEntry =
          first == UInt8(ascii: "-") && (content.dropFirst().first.map { $0 == UInt8(ascii: " ") } ?? true)
        if spaces == indent ?? spaces, isEntry {
          indent = spaces
          if let start { all.append(start..<number) }
          start = number
        } else if spaces <= indent ?? spaces {
          return
        }
      }
      number += 1
    }
  }

  /// The entry that contains a line; nil if none does.
  func entry(atLine line: Int) -> Range<Int>? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound <= line { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(line) ? all[low] : nil
  }

  /// The text with empty lines in place of all entries but those on `kept` lines, and but those that others may refer to,
  /// or whose lines YAML may count differently.
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
