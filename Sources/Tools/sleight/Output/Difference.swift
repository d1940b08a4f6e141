/// The difference between two versions of a file, in the unified format of diff(1), as one hunk.
struct Difference {
  /// The number of unchanged lines around the change.
  private static let margin = 3

  /// The difference; empty if there is none.
  let text: String

  /// - Parameter old: the old content; nil if there was no file.
  init(from old: [UInt8]?, to new: [UInt8], name: String) {
    let (before, after) = (Self.lines(of: old ?? []), Self.lines(of: new))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let end = zip(before.dropFirst(start).reversed(), after.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    guard start + end < max(before.count, after.count) else {
      text = ""
      return
    }
    let first = max(start - Self.margin, 0)
    let removed = first..<min(before.count - end + Self.margin, before.count)
    let added = first..<min(after.count - end + Self.margin, after.count)
    var lines = ["--- \(old == nil ? "/dev/null" : name)", "+++ \(name)"]
    lines.append("@@ -\(Self.range(removed)) +\(Self.range(added)) @@")
    lines += before[first..<start].map { Self.line(" ", $0) }
    lines += before[start..<before.count - end].map { Self.line("-", $0) }
    lines += after[start..<after.count - end].map { Self.line("+", $0) }
    lines += before[before.count - end..<removed.upperBound].map { Self.line(" ", $0) }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The lines with their line feeds; the last one may have none.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { bytes[$0.startIndex..<min($0.endIndex + 1, bytes.count)] }
  }

  private static func line(_ mark: String, _ bytes: ArraySlice<UInt8>) -> String {
    let isComplete = bytes.last == 0x0a
    let text = String(decoding: isComplete ? bytes.dropLast() : bytes, as: UTF8.self)
    return mark + text + (isComplete ? "" : "\n\\ No newline at end of file")
  }

  /// The first line, counted from 1, and the number of lines; the line before if there are none.
  private static func range(_ lines: Range<Int>) -> String {
    "\(lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1),\(lines.count)"
  }
}
