internal import Glibc
internal import Linux

/// The permission by which this program can read a device.
public enum DeviceAccess: Hashable, Sendable {
  /// The process runs as root.
  case root
  /// The user owns the node.
  case owner
  /// All users may read it.
  case everybody
  /// The user is in the group of the node, with this name, which may read it.
  case group(String)
  /// The node's access list names the user; logind sets it for the user at the seat (udev's tag uaccess).
  case accessList

  /// Determines the permission for the node at `path`, which must be readable.
  public init(to path: String) {
    var status = stat()
    guard geteuid() != 0, stat(path, &status) == 0 else {
      self = .root
      return
    }
    if status.st_uid == geteuid() {
      self = .owner
    } else if status.st_mode & S_IROTH != 0 {
      self = .everybody
    } else if status.st_mode & S_IRGRP != 0, Self.groups.contains(status.st_gid) {
      let name = groupName(status.st_gid)
      self = .group(name ?? "\(status.st_gid)")
    } else {
      self = .accessList
    }
  }

  /// The groups of this process.
  private static var groups: [gid_t] {
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(CInt(groups.count), &groups)
    return groups.prefix(Int(max(0, count))) + [getegid()]
  }
}
