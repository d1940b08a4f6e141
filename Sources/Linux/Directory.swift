internal import CLinux
internal import Glibc

/// The names of the entries of the directory at `path`, unordered; empty if it cannot be read.
public func names(inDirectory path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// A reason not to trust a directory with files that only one user's programs may access: another user could replace
/// them.
public enum DirectoryRisk: Hashable, Sendable {
  /// The directory belongs to another user, with this uid.
  case foreign(owner: UInt32)
  /// Its group or all users may write in it.
  case writable

  /// Checks the directory at `path`, following symbolic links. Nil if there is no risk, or no such directory.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    if status.st_uid != getuid() {
      self = .foreign(owner: status.st_uid)
    } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      self = .writable
    } else {
      return nil
    }
  }
}
