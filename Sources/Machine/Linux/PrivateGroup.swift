internal import CLinux
internal import Glibc

/// The name of a group; nil if it is unknown. May be called while another thread asks the database.
public func groupName(_ id: UInt32) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 16) { buffer in
    var entry = group()
    var result: UnsafeMutablePointer<group>?
    guard getgrgid_r(id, &entry, buffer.baseAddress, buffer.count, &result) == 0, result != nil else { return nil }
    return String(cString: entry.gr_name)
  }
}

/// True if only this user is in the group, as in the group that many distributions create for each user: it is the
/// user's primary group and has the user's name, no other member in the group database, and is no other user's primary
/// group. Root, who may write any file, counts as the user.
///
/// The name is required because a directory service may list no members of its groups. Unknown groups are not private.
public func isPrivateGroup(_ id: UInt32) -> Bool {
  func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == getuid() }
  guard let user = getpwuid(getuid()), user.pointee.pw_gid == id else { return false }
  let name = String(cString: user.pointee.pw_name)
  guard let group = getgrgid(id), String(cString: group.pointee.gr_name) == name, let members = members(ofGroup: id)
  else { return false }
  for member in members {
    guard let user = getpwnam(member), isTrusted(user.pointee.pw_uid) else { return false }
  }
  setpwent()
  defer { endpwent() }
  while let user = getpwent() {
    if user.pointee.pw_gid == id, !isTrusted(user.pointee.pw_uid) { return false }
  }
  return true
}

/// The names of a group's members besides those whose primary group it is; nil if there is no such group.
private func members(ofGroup id: UInt32) -> [String]? {
  guard let group = getgrgid(id) else { return nil }
  var names: [String] = []
  var next = group.pointee.gr_mem
  while let name = next?.pointee {
    names.append(String(cString: name))
    next = next?.advanced(by: 1)
  }
  return names
}
