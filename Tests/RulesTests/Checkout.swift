import Glibc

/// Access to the project's files by their paths in the repository.
enum Checkout {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// The content of a file; nil if there is none.
  /// - Parameter isAbsolute: true for a path that is not in the repository.
  static func bytes(of path: String, isAbsolute: Bool = false) -> [UInt8]? {
    guard let stream = fopen(isAbsolute ? path : "\(root)/\(path)", "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// The text of a file; nil if there is none.
  static func text(of path: String) -> String? { bytes(of: path).map { String(decoding: $0, as: UTF8.self) } }

  /// The names in a directory, sorted; empty if there is none.
  /// - Parameter isAbsolute: true for a path that is not in the repository.
  static func names(in path: String, isAbsolute: Bool = false) -> [String] {
    guard let directory = opendir(isAbsolute ? path : "\(root)/\(path)") else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  /// Replaces a file by `text`; nil removes it.
  static func write(_ text: String?, to path: String) {
    guard let text else {
      unlink("\(root)/\(path)")
      return
    }
    guard let stream = fopen("\(root)/\(path)", "w") else { return }
    fputs(text, stream)
    fclose(stream)
  }
}
