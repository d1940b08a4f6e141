import Glibc
import Linux

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
