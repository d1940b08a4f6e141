internal import Glibc
public import Linux

/// The inputs kept for a target: those with which libFuzzer covered the code, and those that found a bug. Each line is
/// an input, with `\n`, `\\` and `\xff` for bytes that are not text.
public enum Corpus {
  /// The input that a line encodes; nil if it is invalid.
  static func input(_ line: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(line.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "x"):
        guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }

  /// The line that encodes an input.
  static func line(_ input: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return input.map { byte in
      switch byte {
      case UInt8(ascii: "\\"): #"\\"#
      case UInt8(ascii: "\n"): #"\n"#
      case 0x20..<0x7f: String(Unicode.Scalar(byte))
      default: #"\x\#(digits[Int(byte >> 4)])\#(digits[Int(byte & 15)])"#
      }
    }.joined()
  }

  /// The inputs in a file.
  /// - Throws: `SystemError`; EINVAL if a line is invalid.
  public static func read(_ path: String) throws(SystemError) -> [[UInt8]] {
    var inputs: [[UInt8]] = []
    for line in String(decoding: try content(path), as: UTF8.self).split(separator: "\n") {
      guard let input = input(line) else { throw SystemError("read", path: path, code: EINVAL) }
      inputs.append(input)
    }
    return inputs
  }

  /// Writes each input in the file at `path` to a file of its own, in an existing folder.
  /// - Throws: `SystemError`.
  public static func unpack(_ path: String, into folder: String) throws(SystemError) {
    for (number, input) in try read(path).enumerated() {
      let file = try Descriptor.open("\(folder)/kept-\(number)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
      try file.write(input)
    }
  }

  /// Adds the inputs at `paths` to the file at `path`, which is sorted by length, the shortest first.
  /// - Throws: `SystemError`.
  public static func add(_ paths: [String], to path: String) throws(SystemError) {
    var inputs = Set(access(path, F_OK) == 0 ? try read(path) : [])
    for path in paths { inputs.insert(try content(path)) }
    let lines = inputs.filter { !$0.isEmpty }.map(line).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try file.write(Array(lines.map { "\($0)\n" }.joined().utf8))
  }

  private static func content(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try Descriptor.open(path, O_RDONLY)
    var bytes: [UInt8] = []
    while let more = try file.read(upTo: 65_536), !more.isEmpty { bytes += more }
    return bytes
  }
}
