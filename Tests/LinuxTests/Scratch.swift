internal import Glibc
import Linux

/// A temporary directory, removed with this object.
struct Scratch: ~Copyable {
  let path: String

  init() {
    var template = Array("/tmp/sleight-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
  }

  deinit {
    Self.remove(path)
  }

  private static func remove(_ path: String) {
    for name in names(inDirectory: path) { remove("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }

  /// The names of its entries.
  var entries: [String] { names(inDirectory: path) }

  /// Writes a file.
  /// - Returns: its path.
  @discardableResult
  func write(_ name: String, _ text: String, mode: mode_t = 0o600) -> String {
    let file = "\(path)/\(name)"
    guard let stream = fopen(file, "we") else { return file }
    fputs(text, stream)
    fclose(stream)
    chmod(file, mode)
    return file
  }
}

/// The text of a file; empty if there is none.
func text(of path: String) -> String {
  guard let stream = fopen(path, "re") else { return "" }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(stream), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return String(decoding: bytes, as: UTF8.self)
}
