internal import CLinux
internal import Glibc

/// Puts `bytes` in the place of the file at `path`, which is there: whoever opens it has the old content or the new
/// one, whole, also after a power cut. Where a symbolic link stands there, what it leads to is replaced. The permissions
/// stay, and the owner where the process may choose one.
/// - Throws: `SystemError`; the file is as it was then.
public func replaceFile(at path: String, with bytes: [UInt8]) throws(SystemError) {
  guard let resolved = realpath(path, nil) else { throw SystemError.last("realpath", path: path) }
  defer { free(resolved) }
  let target = String(cString: resolved)
  let directory = target.split(separator: "/").dropLast().reduce("/") { $0 == "/" ? "/\($1)" : "\($0)/\($1)" }
  var status = stat()
  try system("stat", path: target) { stat(target, &status) }

  // In the same directory, because a rename does not leave a file system; hidden, for those who read all of it.
  var template = Array("\(directory)/.sleight-XXXXXX".utf8CString)
  let file = Descriptor(owning: try system("mkstemp", path: directory) { mkstemp(&template) })
  let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  do throws(SystemError) {
    // Group and owner each for itself: the group may be ours to give where the owner is not.
    _ = fchown(file.number, uid_t.max, status.st_gid)
    _ = fchown(file.number, status.st_uid, gid_t.max)
    try system("fchmod", path: temporary) { fchmod(file.number, status.st_mode & 0o7777) }
    try file.write(bytes)
    try system("fsync", path: temporary) { fsync(file.number) }
    try system("rename", path: target) { rename(temporary, target) }
  } catch {
    unlink(temporary)
    throw SystemError(error.call, path: error.path ?? temporary, code: error.code)
  }
  // The new name is not on the disk before the directory is; that it could not be told to is no reason to complain.
  if let directory = try? Descriptor.open(directory, O_RDONLY | O_DIRECTORY) { _ = fsync(directory.number) }
}
