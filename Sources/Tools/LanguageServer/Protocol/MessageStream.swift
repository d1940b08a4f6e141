/// Splits a stream of bytes into messages: each has a header with the length of its content, as in HTTP.
///
/// It never fails: what is no message is reported, and skipped up to the next header.
struct MessageStream {
  /// A part of the stream.
  enum Part: Equatable {
    /// The content of a message.
    case content([UInt8])
    /// Bytes that are no message, and the reason, for people.
    case malformed(String)
  }

  /// The maximum length of a content in bytes: JSON writes a byte of a rules file of the maximum size in six at the
  /// most.
  static let longestContent = 8 << 20
  /// The maximum length of a header in bytes.
  static let longestHeader = 4 << 10

  private static let field = "content-length"

  private var bytes: [UInt8] = []
  /// The bytes of a message that are still to be skipped: it is too long.
  private var skipped = 0
  /// True after something that is no header, until the next one.
  private var isLost = false

  /// Adds bytes that were read.
  mutating func append(_ more: some Collection<UInt8>) {
    guard skipped > 0 else { return bytes.append(contentsOf: more) }
    let count = min(skipped, more.count)
    skipped -= count
    bytes.append(contentsOf: more.dropFirst(count))
  }

  /// The next part; nil until more bytes have come.
  mutating func next() -> Part? {
    while skipped == 0 {
      if isLost {
        guard findHeader() else { return nil }
      }
      guard let end = Self.endOfHeader(in: bytes) else {
        guard bytes.count > Self.longestHeader else { return nil }
        return lose("a header of more than \(Self.longestHeader >> 10) KiB")
      }
      guard let length = Self.length(in: bytes[..<end.header]) else {
        bytes.removeFirst(end.content)
        // The end of its content is unknown.
        return lose("a header without a valid 'Content-Length'")
      }
      guard length <= Self.longestContent else {
        bytes.removeFirst(end.content)
        let held = min(length, bytes.count)
        bytes.removeFirst(held)
        skipped = length - held
        return .malformed("a message of more than \(Self.longestContent >> 20) MiB")
      }
      guard bytes.count >= end.content + length else { return nil }
      let content = Array(bytes[end.content..<end.content + length])
      bytes.removeFirst(end.content + length)
      return .content(content)
    }
    return nil
  }

  private mutating func lose(_ reason: String) -> Part {
    isLost = true
    return .malformed(reason)
  }

  /// Skips everything before the next header; false if none has come yet.
  private mutating func findHeader() -> Bool {
    let name = Array(Self.field.utf8)
    let start = bytes.indices.first { index in
      bytes.count - index >= name.count && zip(bytes[index...], name).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }
    guard let start else {
      bytes.removeFirst(max(bytes.count - name.count, 0))
      return false
    }
    bytes.removeFirst(start)
    isLost = false
    return true
  }

  /// The end of the header's last line, and the beginning of the content; nil if the empty line has not come yet.
  private static func endOfHeader(in bytes: [UInt8]) -> (header: Int, content: Int)? {
    for index in bytes.indices.prefix(longestHeader + 2) where bytes[index] == UInt8(ascii: "\n") {
      if bytes[(index + 1)...].starts(with: "\r\n".utf8) { return (index, index + 3) }
      if bytes[(index + 1)...].first == UInt8(ascii: "\n") { return (index, index + 2) }
    }
    return nil
  }

  /// The length that a header states; nil if it states none, or several.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    let lines = String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline)
    let values = lines.compactMap { line -> Substring? in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].lowercased() == field else { return nil }
      return parts[1].drop { $0 == " " }.prefix { $0 != " " }
    }
    guard values.count == 1, values[0].allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(values[0])
  }
}
