internal import CLinux
internal import Glibc

/// Why a directory is no place for what only one user's programs may reach: somebody else could put something in its
/// place.
public enum DirectoryRisk: Hashable, Sendable {
  /// It belongs to the user of this number.
  case foreign(owner: UInt32)
  /// Others than its owner may write in it.
  case writable

  /// What is wrong with the directory at `path`, or with where that leads; nil where nothing is, or there is none.
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
