internal import CLinux
internal import Glibc

/// A way in which another user could change a file, or replace it. The rules are those of OpenSSH's StrictModes, except
/// that a directory with the sticky bit, such as /tmp, is trusted if what it contains belongs to the user.
public struct WriteRisk: Hashable, Sendable {
  /// The reasons why another user can write.
  public enum Reason: Hashable, Sendable {
    /// The file belongs to this user.
    case owner(UInt32)
    /// Its permissions let a group or everybody write it.
    case permissions
    /// An access control list (acl(5)) lets other users or groups write it.
    case accessList
  }

  /// The kinds of files on the way.
  public enum Kind: Hashable, Sendable { case file, directory, link }

  /// The path of the file itself, or of a directory or symbolic link that leads to it.
  public var path: String
  /// The kind of file at the path.
  public var kind: Kind
  public var reason: Reason
  /// True if the file belongs to the user, who can change its permissions.
  public var isOwn: Bool

  /// Tells the owner of a file if the kernel hides it, as in a user namespace (user_namespaces(7)): gets the file's
  /// path, device and inode.
  public typealias Owners = (_ path: String, _ device: UInt64, _ inode: UInt64) -> UInt32?

  /// The user id that the kernel shows for users outside of the user namespace.
  private static let nobody: UInt32 = 65534

  private init(_ path: String, _ kind: Kind, _ reason: Reason, _ status: stat) {
    (self.path, self.kind, self.reason) = (path, kind, reason)
    isOwn = status.st_uid == getuid()
  }

  /// Examines an open file.
  public init?(ofFile descriptor: borrowing Descriptor, at path: String, owners: Owners?) throws(SystemError) {
    var status = stat()
    let number = descriptor.number
    try system("fstat", path: path) { fstat(number, &status) }
    guard let reason = Self.reason(status, path, try Self.accessList(path) { fgetxattr(number, $0, $1, $2) }, owners)
    else {
      return nil
    }
    self.init(path, .file, reason, status)
  }

  /// Examines the directories and symbolic links that lead to the file at `path`. Those that contain `home`, the user's
  /// home directory, are trusted: with them, everything of the user is.
  /// - Throws: `SystemError` with the path of what cannot be examined.
  public init?(onTheWayTo path: String, home: String?, owners: Owners?) throws(SystemError) {
    let home = home.flatMap(realPath) ?? ""
    var directory = "/"
    var rest = components(ofPath: path.hasPrefix("/") ? path : "\(realPath(".") ?? "/")/\(path)")[...]
    var links = 0
    while let name = rest.popFirst() {
      guard name != ".." else {
        directory = Linux.directory(ofPath: directory)
        continue
      }
      var (above, status) = (stat(), stat())
      let entry = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      try system("lstat", path: directory) { lstat(directory, &above) }
      try system("lstat", path: entry) { lstat(entry, &status) }
      if directory != "/", !home.hasPrefix(directory + "/"),
        let risk = try WriteRisk(of: entry, status, in: directory, above, owners)
      {
        self = risk
        return
      }
      guard Self.isLink(status) else {
        directory = entry
        continue
      }
      links += 1
      guard links <= mostLinks else { throw SystemError("readlink", path: entry, code: ELOOP) }
      guard let target = target(ofLink: entry) else { throw SystemError.last("readlink", path: entry) }
      if target.hasPrefix("/") { directory = "/" }
      rest = (components(ofPath: target) + rest)[...]
    }
    return nil
  }

  /// Examines an entry of a directory: others may write that, or replace the entry if it is their own.
  private init?(
    of entry: String, _ status: stat, in directory: String, _ above: stat, _ owners: Owners?
  ) throws(SystemError) {
    let list = try Self.accessList(directory) { getxattr(directory, $0, $1, $2) }
    let isSticky = above.st_mode & S_ISVTX != 0
    switch Self.reason(above, directory, list, owners) {
    case nil: return nil
    case .permissions? where isSticky, .accessList? where isSticky:
      // Only their owners can replace the files in it.
      let owner = Self.owner(of: status, entry, owners)
      guard !Self.isTrusted(owner) else { return nil }
      self.init(entry, Self.isLink(status) ? .link : .file, .owner(owner), status)
    case let reason?: self.init(directory, .directory, reason, above)
    }
  }

  private static func isLink(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFLNK }

  private static func isTrusted(_ user: UInt32) -> Bool { user == 0 || user == getuid() }

  private static func owner(of status: stat, _ path: String, _ owners: Owners?) -> UInt32 {
    guard status.st_uid == nobody, let owners else { return status.st_uid }
    return owners(path, UInt64(status.st_dev), UInt64(status.st_ino)) ?? status.st_uid
  }

  /// The reason why others may write the file; nil if there is none.
  private static func reason(_ status: stat, _ path: String, _ list: AccessList?, _ owners: Owners?) -> Reason? {
    let owner = owner(of: status, path, owners)
    guard isTrusted(owner) else { return .owner(owner) }
    // With an access list, the permissions of the group are the mask of the list.
    let mayGroupWrite = list?.mayGroupWrite ?? (status.st_mode & S_IWGRP != 0)
    if status.st_mode & S_IWOTH != 0 || mayGroupWrite && !isPrivateGroup(status.st_gid) { return .permissions }
    return list?.admitsOthers == true ? .accessList : nil
  }

  // MARK: Access lists

  /// The part of an access list that lets others write.
  private struct AccessList {
    /// True if the file's group may write.
    var mayGroupWrite = false
    /// True if another user or a group that is not private may write.
    var admitsOthers = false
  }

  /// The access list of the file at `path`; nil if there is none, or the file system has none.
  /// - Parameter get: getxattr(2) of the file.
  /// - Throws: `SystemError` with the path.
  private static func accessList(
    _ path: String, _ get: (String, UnsafeMutableRawPointer?, Int) -> Int
  ) throws(SystemError) -> AccessList? {
    // More entries than a file system stores.
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = bytes.withUnsafeMutableBytes { get("system.posix_acl_access", $0.baseAddress, $0.count) }
    guard count >= 0 || [ENODATA, EOPNOTSUPP].contains(errno) else { throw SystemError.last("getxattr", path: path) }
    // The header is a version, each entry a tag, permissions and an id (linux/posix_acl_xattr.h), little-endian.
    guard count >= 4 else { return nil }
    func number(_ offset: Int, _ size: Int) -> UInt32 {
      (0..<size).reversed().reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
    }
    let entries = stride(from: 4, through: count - 8, by: 8).map {
      (number($0, 2), number($0 + 2, 2), number($0 + 4, 4))
    }
    let mask = entries.first { $0.0 == Tag.mask }?.1 ?? 7
    var list = AccessList()
    for (tag, permissions, id) in entries where permissions & 2 != 0 {
      switch tag {
      case Tag.groupOfFile: list.mayGroupWrite = mask & 2 != 0
      case Tag.user where mask & 2 != 0 && !isTrusted(id): list.admitsOthers = true
      case Tag.group where mask & 2 != 0 && !isPrivateGroup(id): list.admitsOthers = true
      default: break
      }
    }
    return list
  }

  private enum Tag {
    static let user: UInt32 = 0x02
    static let groupOfFile: UInt32 = 0x04
    static let group: UInt32 = 0x08
    static let mask: UInt32 = 0x10
  }
}
