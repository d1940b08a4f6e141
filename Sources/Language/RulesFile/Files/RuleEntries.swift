/// The entries of the list under `rules`, found by their indentation: also in a text that is no YAML while it is typed.
package struct RuleEntries: Sendable {
  /// The lines of each entry, by their numbers from 0.
  package private(set) var all: [Range<Int>] = []
  /// The number of spaces before each entry.
  package private(set) var indentation = 0

  /// Finds the entries of a text with `count` lines.
  /// - Parameter line: the bytes of a line, by its number from 0, without its line break.
  package init(lines count: Int, _ line: (Int) -> ArraySlice<UInt8>) {
    var indent: Int?
    var isInside = false
    var start: Int?
    var number = 0
    defer {
      if let start { all.append(start..<number) }
      indentation = indent ?? 0
    }
    while number < count {
      let line = line(number)
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
  package func entry(atLine line: Int) -> Range<Int>? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].upperBound <= line { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].contains(line) ? all[low] : nil
  }
}
