import Glibc
import Linux
import Time

/// A directory of its own for one test, gone with it.
public final class Folder {
  /// Its path.
  public let path: String

  /// A new one, empty.
  /// - Parameter above: the one that it is in; nil is where all are.
  public init(in above: Folder? = nil) {
    var template = Array("\(above?.path ?? "/tmp")/sleight-test-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? ""
  }

  deinit { Self.remove(path) }

  /// The names of the files in it.
  public var entries: [String] { names(inDirectory: path) }

  private static func remove(_ path: String) {
    for name in names(inDirectory: path) { remove("\(path)/\(name)") }
    if unlink(path) != 0 { rmdir(path) }
  }
}

/// The text of a file; empty where there is none.
public func contents(of path: String) -> String {
  (try? Descriptor.open(path, O_RDONLY).readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
}

/// Something did not happen in time.
public struct TimedOut: Error, CustomStringConvertible {
  /// What there was instead.
  public var description: String

  /// There was `description` instead.
  public init(description: String) { self.description = description }
}

/// How long anything may take: machines that run tests are slow at times.
public let patience = Duration.seconds(60)

/// Waits until `body` has something to give.
/// - Throws: `TimedOut` with what `otherwise` says of it.
public func wait<Result>(otherwise: () -> String, for body: () throws -> Result?) throws -> Result {
  let end = Timestamp.now + patience
  while Timestamp.now < end {
    if let result = try body() { return result }
    // Conditions of any kind, which have no common event.
    usleep(2000)
  }
  throw TimedOut(description: otherwise())
}

/// Waits until `descriptor` is readable.
/// - Returns: false where it is not within `milliseconds`.
public func isReadable(_ descriptor: CInt, within milliseconds: CInt) -> Bool {
  var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&waiting, 1, milliseconds) == 1
}
