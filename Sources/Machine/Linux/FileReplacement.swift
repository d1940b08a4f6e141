internal import CLinux
internal import Glibc

/// A file that is written beside its target and then takes its place, so that readers get the old content or the new
/// one, complete, also after a power cut. Without `create` or `replace` it is removed, and the target is unchanged.
public struct TemporaryFile: ~Copyable {
  private let file: Descriptor
  private let path: String
  private let target: String
  private let directory: String

  /// Creates an empty file beside `path`. If `path` is a symbolic link, its target is meant, also one that does not
  /// exist yet.
  /// - Throws: `SystemError`.
  public init(for path: String) throws(SystemError) {
    let target = try targetOfLinks(path)
    let directory = Linux.directory(ofPath: target)
    // In the same directory, because rename(2) does not cross file systems; hidden, so that programs that read the
    // whole directory ignore it.
    var template = Array("\(directory)/.sleight-XXXXXX".utf8CString)
    let number = try system("open", path: path) { mkstemp(&template) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    file = Descriptor(owning: number)
    self.path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    self.target = target
    self.directory = directory
  }

  // After a rename there is nothing at the path any more.
  deinit { unlink(path) }

  /// Appends `bytes`.
  /// - Throws: `SystemError`.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      throw SystemError(error.call, path: target, code: error.code)
    }
  }

  /// Makes it the target, which must not exist.
  /// - Parameter mode: the permissions, less the umask.
  /// - Throws: `SystemError`: EEXIST if the target exists.
  public consuming func create(mode: UInt32) throws(SystemError) {
    // There is no other way to read the umask.
    let mask = umask(0o077)
    umask(mask)
    try finish(mode_t(mode) & ~mask) { sleight_rename_new($0, $1) }
  }

  /// Makes it the target, which must exist. Permissions are kept, and the owner and group if the process may set them.
  /// - Throws: `SystemError`.
  public consuming func replace() throws(SystemError) {
    var status = stat()
    try system("stat", path: target) { stat(target, &status) }
    let number = file.number
    // Separate calls: the process may be allowed to set the group but not the owner.
    _ = fchown(number, uid_t.max, status.st_gid)
    _ = fchown(number, status.st_uid, gid_t.max)
    try finish(status.st_mode & 0o7777) { rename($0, $1) }
  }

  private func finish(_ mode: mode_t, _ rename: (_ from: String, _ to: String) -> CInt) throws(SystemError) {
    let (number, path, target) = (file.number, path, target)
    try system("fchmod", path: target) { fchmod(number, mode) }
    try system("fsync", path: target) { fsync(number) }
    try system("rename", path: target) { rename(path, target) }
    // The directory must reach the disk too for the rename to survive a power cut. The file itself is complete, so a
    // failure here is not an error.
    if let directory = try? Descriptor.open(directory, O_RDONLY | O_DIRECTORY) { _ = fsync(directory.number) }
  }
}

/// Replaces the existing file at `path` atomically. If `path` is a symbolic link, its target is replaced. Permissions
/// are kept, and the owner and group if the process may set them.
/// - Throws: `SystemError`; the file is then unchanged.
public func replaceFile(at path: String, with bytes: [UInt8]) throws(SystemError) {
  let file = try TemporaryFile(for: path)
  try file.write(bytes)
  try file.replace()
}

/// Creates a file at `path` atomically. If `path` is a symbolic link to a missing file, that file is created.
/// - Parameter mode: the permissions, less the umask.
/// - Throws: `SystemError`: EEXIST if the file exists, which is then unchanged.
public func createFile(at path: String, with bytes: [UInt8], mode: UInt32) throws(SystemError) {
  let file = try TemporaryFile(for: path)
  try file.write(bytes)
  try file.create(mode: mode)
}

/// The identity of a file: its device and inode, which are the same for all of its names.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64
  /// True for a regular file, as opposed to a directory, a device or a pipe.
  public let isRegular: Bool

  /// The file at `path`, after symbolic links; nil if there is none, or it is inaccessible.
  public init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file of an open descriptor; nil if it is not open.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
