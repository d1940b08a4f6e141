public import Diagnostics

/// The files that a rules file may include: how they are looked for and read. Reading rules asks for files here and
/// nowhere else.
public struct IncludedFiles: Sendable {
  /// What came of reading a file.
  public enum Reading: Sendable {
    /// What it holds, and why that may not be used all the same: a message that is about the file as a whole.
    case content([UInt8], objection: Diagnostic?)
    /// It cannot be read, and why.
    case refused(Diagnostic)
  }

  /// What is the same for all paths that lead to one file; nil where there is nothing at a path.
  public var identity: @Sendable (_ path: String) -> String?
  /// Reads the file at a path.
  public var read: @Sendable (_ path: String) -> Reading
  /// The names in the directory at a path, in any order; none where it cannot be read.
  public var names: @Sendable (_ directory: String) -> [String]
  /// What `~` stands for at the beginning of a path.
  public var home: String?

  /// Files by three questions.
  public init(
    identity: @escaping @Sendable (_ path: String) -> String?, read: @escaping @Sendable (_ path: String) -> Reading,
    names: @escaping @Sendable (_ directory: String) -> [String], home: String?
  ) {
    self.identity = identity
    self.read = read
    self.names = names
    self.home = home
  }

  /// No files: for a text that stands alone.
  public static let none = IncludedFiles(
    identity: { _ in nil }, read: { _ in .refused(Diagnostic(.missingFile, "there is no such file")) },
    names: { _ in [] },
    home: nil)

  /// The same files, of which the one at `path` holds `bytes`.
  public func replacing(_ path: String, with bytes: [UInt8]) -> IncludedFiles {
    var files = self
    files.read = { [read] in $0 == path ? .content(bytes, objection: nil) : read($0) }
    return files
  }
}

extension IncludedFiles {
  /// Where `path` leads that is written in a file of the directory `directory`. Nothing is taken out of it but what
  /// means nothing: behind a link, `..` is not the way back.
  func resolve(_ path: String, in directory: String) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/"), let home { return Self.join(home, String(path.dropFirst(2))) }
    return Self.join(directory, path.split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
  }

  /// The directory that the file at `path` is in, as its path has it; empty for the one where the program runs.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A name in a directory.
  static func join(_ directory: String, _ name: String) -> String {
    directory.isEmpty ? name : directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}
