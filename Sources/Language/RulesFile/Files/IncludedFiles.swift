public import Diagnostics

/// Access to the files that a rules file may include. The reader has no other access to files.
public struct IncludedFiles: Sendable {
  /// The outcome of reading a file.
  public enum Reading: Sendable {
    /// The content, and the reason why it may not be used, if any: a message about the file as a whole.
    case content([UInt8], objection: Diagnostic?)
    /// The file cannot be read, for this reason.
    case refused(Diagnostic)
  }

  /// An identifier that is equal for all paths of one file; nil if no file is at the path.
  public var identity: @Sendable (_ path: String) -> String?
  /// Reads the file at a path.
  public var read: @Sendable (_ path: String) -> Reading
  /// The names in the directory at a path, unordered; empty if it is unreadable.
  public var names: @Sendable (_ directory: String) -> [String]
  /// The directory that `~` stands for at the beginning of a path.
  public var home: String?

  /// Creates access to files from its parts.
  public init(
    identity: @escaping @Sendable (_ path: String) -> String?, read: @escaping @Sendable (_ path: String) -> Reading,
    names: @escaping @Sendable (_ directory: String) -> [String], home: String?
  ) {
    self.identity = identity
    self.read = read
    self.names = names
    self.home = home
  }

  /// No files: for a text without a file system.
  public static let none = IncludedFiles(
    identity: { _ in nil }, read: { _ in .refused(Diagnostic(.missingFile, "there is no such file")) },
    names: { _ in [] },
    home: nil)

  /// The same files, except that the file at `path` contains `bytes`.
  public func replacing(_ path: String, with bytes: [UInt8]) -> IncludedFiles {
    var files = self
    files.read = { @Sendable [read] in $0 == path ? .content(bytes, objection: nil) : read($0) }
    return files
  }
}

extension IncludedFiles {
  /// The path of the file that `path` means in a file of the directory `directory`. Only empty components and `.` are
  /// removed: behind a symbolic link, `..` does not lead back.
  package func resolve(_ path: String, in directory: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home { return Self.join(home, String(path.dropFirst(2))) }
    let resolved = Self.join(directory, path.split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
    return resolved.isEmpty ? "." : resolved
  }

  /// The directory part of `path`; empty for the working directory.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path of a name in a directory.
  package static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}
