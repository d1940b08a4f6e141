internal import CLinux
internal import Glibc

/// Replaces the existing file at `path` atomically: readers get the old content or the new one, complete, also after a
/// power cut. If `path` is a symbolic link, its target is replaced. Permissions are kept, and the owner and group if
/// the process may set them.
/// - Throws: `SystemError`; the file is then unchanged.
public func replaceFile(at path: String, with bytes: [UInt8]) throws(SystemError) {
  guard let resolved = realpath(path, nil) else { throw SystemError.last("realpath", path: path) }
  defer { free(resolved) }
  let target = String(cString: resolved)
  let directory = target.split(separator: "/").dropLast().reduce("/") { $0 == "/" ? "/\($1)" : "\($0)/\($1)" }
  var status = stat()
  try system("stat", path: target) { stat(target, &status) }

  // In the same directory, because rename(2) does not cross file systems; hidden, so that programs that read the whole
  // directory ignore it.
  var template = Array("\(directory)/.sleight-XXXXXX".utf8CString)
  let file = Descriptor(owning: try system("mkstemp", path: directory) { mkstemp(&template) })
  let temporary = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  do throws(SystemError) {
    // Separate calls: the process may be allowed to set the group but not the owner.
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
  // The directory must reach the disk too for the rename to survive a power cut. The file itself is complete, so a
  // failure here is not an error.
  if let directory = try? Descriptor.open(directory, O_RDONLY | O_DIRECTORY) { _ = fsync(directory.number) }
}
