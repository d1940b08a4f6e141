internal import YAML

/// The text of a file with the places of the entries of its `rules`. The rest of the text, and the last entry, are its
/// frame: what comes behind an entry tells where it ends.
struct EntryText: Sendable {
  /// The text, without a byte order mark.
  private let bytes: [UInt8]
  /// The bytes of each entry, to the beginning of the next one.
  private var entries: [Range<Int>] = []
  /// The line of each entry, from 1.
  private(set) var lines: [Int] = []
  /// The line behind the last entry.
  private(set) var endLine = 0
  private let indentation: Int

  init(_ text: [UInt8]) {
    let bytes = text.starts(with: [0xef, 0xbb, 0xbf]) ? Array(text.dropFirst(3)) : text
    self.bytes = bytes
    let source = SourceLines(bytes)
    let found = RuleEntries(lines: source.count) { bytes[source.range(ofLine: $0 + 1)] }
    indentation = found.indentation
    guard let last = found.all.last else { return }
    lines = found.all.map { $0.lowerBound + 1 }
    endLine = last.upperBound + 1
    let starts = lines.map { source.range(ofLine: $0).lowerBound }
    let end = endLine > source.count ? bytes.count : source.range(ofLine: endLine).lowerBound
    entries = zip(starts, starts.dropFirst() + [end]).map { $0..<$1 }
  }

  /// The line of each entry, and the one behind the last.
  var allLines: [Int] { lines + [endLine] }

  /// The number of entries.
  var count: Int { entries.count }

  /// Entries in place of others: all between the first ones that are equal, and the last ones that are.
  struct Change {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// The change of the entries before the last since `earlier`; nil if the frames differ beside their last entries.
  func change(since earlier: EntryText) -> Change? {
    guard count > 0, earlier.count > 0 else {
      return count == earlier.count && bytes == earlier.bytes ? Change(old: 0..<0, new: 0..<0) : nil
    }
    guard equals(0..<entries[0].lowerBound, earlier, 0..<earlier.entries[0].lowerBound),
      equals(
        entries[count - 1].upperBound..<bytes.count, earlier,
        earlier.entries[earlier.count - 1].upperBound..<earlier.bytes.count)
    else { return nil }
    let most = min(count, earlier.count) - 1
    var (first, last) = (0, 0)
    while first < most, equals(entries[first], earlier, earlier.entries[first]) { first += 1 }
    while first + last < most, equals(entries[count - 2 - last], earlier, earlier.entries[earlier.count - 2 - last]) {
      last += 1
    }
    return Change(old: first..<earlier.count - 1 - last, new: first..<count - 1 - last)
  }

  private func equals(_ range: Range<Int>, _ other: EntryText, _ otherRange: Range<Int>) -> Bool {
    bytes[range] == other.bytes[otherRange]
  }

  /// The text with empty lines in place of all entries but the last.
  var frame: [UInt8] {
    guard count > 1 else { return bytes }
    let breaks = [UInt8](repeating: 0x0a, count: lines[count - 1] - lines[0])
    return bytes[..<entries[0].lowerBound] + breaks + bytes[entries[count - 1].lowerBound...]
  }

  /// The entries `range`, which are not the last, followed by the beginning of another one.
  func part(_ range: Range<Int>) -> [UInt8] {
    bytes[entries[range.lowerBound].lowerBound..<entries[range.upperBound - 1].upperBound]
      + [UInt8](repeating: UInt8(ascii: " "), count: indentation) + [UInt8(ascii: "-"), 0x0a]
  }
}
