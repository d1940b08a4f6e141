internal import Glibc
public import JSONLines

/// The lines of `sleight follow --json --progress` on a descriptor.
public struct HintLines {
  /// The bytes of a line whose end has not arrived.
  private var line: [UInt8] = []

  public init() {}

  /// Reads what has arrived, and calls `body` with each line.
  /// - Returns: false at the end of the input.
  public mutating func read(from descriptor: CInt, _ body: (JSONValue) -> Void) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    for byte in bytes[..<count] {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        continue
      }
      if let event = try? JSONReader.read(line[...]) { body(event) }
      line.removeAll(keepingCapacity: true)
    }
    return true
  }
}
