internal import Glibc

/// Searches for texts. Bytes are compared, not characters as people see them, of which shells and YAML know nothing.
///
/// A literal of one character stays a `Character`, for which the standard library has functions of the same names.
extension StringProtocol {
  /// True if `text` occurs in this one.
  @_disfavoredOverload
  package func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

  /// The range of the first occurrence of `text`; nil if there is none.
  package func firstRange(of text: String) -> Range<Index>? { ranges(of: text, most: 1).first }

  /// The ranges of the occurrences of `text`, none of which overlap.
  package func ranges(of text: String) -> [Range<Index>] { ranges(of: text, most: .max) }

  /// The parts between the occurrences of `separator`, except empty ones.
  /// - Parameter maxSplits: the number of occurrences that separate parts.
  @_disfavoredOverload
  package func split(separator: String, maxSplits: Int = .max) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    for range in ranges(of: separator) where parts.count < maxSplits {
      if start < range.lowerBound { parts.append(self[start..<range.lowerBound]) }
      start = range.upperBound
    }
    return start < endIndex ? parts + [self[start...]] : parts
  }

  /// The text with every occurrence of `text` replaced.
  package func replacing(_ text: String, with other: String) -> String { replacing(ranges(of: text), with: other) }

  /// The text with the first occurrence of `text` replaced; nil if there is none.
  package func replacingFirst(_ text: String, with other: String) -> String? {
    firstRange(of: text).map { replacing([$0], with: other) }
  }

  private func replacing(_ ranges: [Range<Index>], with other: String) -> String {
    var result = ""
    var start = startIndex
    for range in ranges {
      result += self[start..<range.lowerBound]
      result += other
      start = range.upperBound
    }
    return result + self[start...]
  }

  private func ranges(of text: String, most: Int) -> [Range<Index>] {
    let length = text.utf8.count
    let offsets = text.withBytes { text in withBytes { Self.offsets(of: text, in: $0, most: most) } }
    var (position, index) = (0, startIndex)
    return offsets.map { offset in
      let start = utf8.index(index, offsetBy: offset - position)
      (position, index) = (offset + length, utf8.index(start, offsetBy: length))
      return start..<index
    }
  }

  /// The bytes where `text` begins in `bytes`; the first for an empty one.
  private static func offsets(
    of text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, most: Int
  ) -> [Int] {
    guard let first = text.first, let pattern = text.baseAddress else { return [0] }
    guard let start = bytes.baseAddress else { return [] }
    var offsets: [Int] = []
    var position = 0
    while offsets.count < most, position + text.count <= bytes.count,
      let found = memchr(start + position, Int32(first), bytes.count - text.count + 1 - position)
    {
      position = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if memcmp(found, pattern, text.count) == 0 {
        offsets.append(position)
        position += text.count
      } else {
        position += 1
      }
    }
    return offsets
  }

  /// The text in UTF-8.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
  }
}
