/// The paths of files, and the addresses by which clients name documents (RFC 8089).
enum FileAddress {
  private static let scheme = "file://"

  /// The path of a file; nil for a document that is no local file.
  static func path(of address: String) -> String? {
    guard address.lowercased().hasPrefix(scheme) else { return nil }
    let rest = address.dropFirst(scheme.count)
    // A host may stand before the path.
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash].lowercased()) else {
      return nil
    }
    var bytes: [UInt8] = []
    var left = Array(rest[slash...].utf8)[...]
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%"), let value = hexadecimal(left.prefix(2)) else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      left = left.dropFirst(2)
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    let text = String(decoding: digits, as: UTF8.self)
    guard text.utf8.count == 2, text.allSatisfy(\.isHexDigit) else { return nil }
    return UInt8(text, radix: 16)
  }

  /// The address of a file.
  static func address(ofPath path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = Array(scheme.utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
