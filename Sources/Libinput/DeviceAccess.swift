internal import Glibc

/// By what this program may read a device.
public enum DeviceAccess: Hashable, Sendable {
  /// It runs as root.
  case root
  /// The node belongs to the user.
  case owner
  /// Everybody may.
  case everybody
  /// The user is in a group that may, of this name.
  case group(String)
  /// The node's access list names the user, as logind has it for who is at the seat (udev's tag uaccess).
  case accessList

  /// By what the node at `path` may be read, which it may.
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
      let name = getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) }
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
