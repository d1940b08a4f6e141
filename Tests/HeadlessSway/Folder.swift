import Glibc
import Linux

/// A temporary directory for one test.
public final class Folder {
  /// Its path.
  public let path: String

  /// A new, empty directory.
  /// - Parameter above: the directory that contains it; nil for /tmp.
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

/// The text of a file; empty if there is none.
public func contents(of path: String) -> String {
  (try? Descriptor.open(path, O_RDONLY).readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
