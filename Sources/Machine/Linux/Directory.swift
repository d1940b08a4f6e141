internal import CLinux
internal import Glibc

/// The names of the entries of the directory at `path`, unordered; empty if it cannot be read.
/// - Parameter limit: the maximum number of entries to read; the others are ignored.
public func names(inDirectory path: String, limit: Int = .max) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while names.count < limit, let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if name != ".", name != ".." { names.append(name) }
  }
  return names
}

/// The directories in the directory at `path` that belong to the user `uid`, newest first, as paths; none if `path`
/// itself is a symbolic link, or belongs to another user, who could fill it.
/// - Parameters:
///   - limit: the maximum number of directories.
///   - maxEntries: the maximum number of entries to read; the others are ignored.
public func ownedDirectories(
  in path: String, of uid: UInt32, limit: Int, maxEntries: Int = 1_000
) -> [String] {
  guard directoryTime(of: path, ownedBy: uid) != nil else { return [] }
  let found = names(inDirectory: path, limit: maxEntries).compactMap { name -> (path: String, time: Int)? in
    let entry = "\(path)/\(name)"
    return directoryTime(of: entry, ownedBy: uid).map { (entry, $0) }
  }
  return found.sorted { $0.time > $1.time }.prefix(limit).map(\.path)
}

/// The time at which an entry of the directory at `path` was last added or removed, in seconds since 1970; nil if
/// it is none, or a symbolic link, or belongs to another user than `uid`.
private func directoryTime(of path: String, ownedBy uid: UInt32) -> Int? {
  var status = stat()
  guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == uid else { return nil }
  return status.st_mtim.tv_sec
}

/// The uid of the owner of the file at `path`, which may be a symbolic link; nil if there is none.
public func owner(ofFile path: String) -> UInt32? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_uid : nil
}

/// True if a directory, not a symbolic link to one, is at `path` and belongs to the user `uid`.
public func isDirectory(_ path: String, ownedBy uid: UInt32) -> Bool { directoryTime(of: path, ownedBy: uid) != nil }

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
