import Glibc
import Linux

/// A directory of its own for one test, gone with it.
final class Folder {
  let path: String

  init(in above: Folder? = nil) {
    var template = Array("\(above?.path ?? "/tmp")/sleight-wayland-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
  }

  deinit { Self.remove(path) }

  /// The names of the files in it.
  var entries: [String] { Self.entries(of: path) }

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

/// The text of a file; empty where there is none.
func contents(of path: String) -> String {
  guard let file = try? Descriptor.open(path, O_RDONLY) else { return "" }
  var bytes: [UInt8] = []
  while let part = try? file.read(upTo: 65_536), !part.isEmpty { bytes += part }
  return String(decoding: bytes, as: UTF8.self)
}

/// Something did not happen in time.
struct TimedOut: Error, CustomStringConvertible {
  var description: String
}

/// How long anything may take: machines that run tests are slow at times.
let patience: Int64 = 30_000_000

/// Waits until `body` has something to give.
/// - Throws: `TimedOut` with what `otherwise` says of it.
func wait<Result>(otherwise: () -> String, for body: () throws -> Result?) throws -> Result {
  let end = monotonicNow() + patience
  while monotonicNow() < end {
    if let result = try body() { return result }
    usleep(2000)
  }
  throw TimedOut(description: otherwise())
}

/// Waits until `descriptor` is readable.
/// - Returns: false where it is not within `milliseconds`.
func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, milliseconds) == 1
}
