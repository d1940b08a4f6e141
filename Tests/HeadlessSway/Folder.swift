import Glibc
import Linux

/// A directory of its own for one test, gone with it.
public final class Folder {
  /// Its path.
  public let path: String

  /// A new one, empty.
  public init() {
    var template = Array("/tmp/sleight-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
  }

  deinit { Self.remove(path) }

  /// The names of the files in it.
  public var entries: [String] { Self.entries(of: path) }

  private static func remove(_ path: String) {
    for name in entries(of: path) { remove("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }

  private static func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// Something did not happen in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// What there was instead.
  public var description: String
}

/// Waits until `body` has something to give; machines that run tests are slow at times.
/// - Throws: `TimedOut` with what `otherwise` says of it.
public func wait<Result>(otherwise: () -> String, for body: () throws -> Result?) throws -> Result {
  let end = monotonicNow() + 30_000_000
  while monotonicNow() < end {
    if let result = try body() { return result }
    usleep(2000)
  }
  throw TimedOut(description: otherwise())
}
