internal import Diagnostics
internal import Glibc
internal import Linux
internal import YAML

extension IncludedFiles {
  /// Tells the owner of a file if the kernel hides it: in its own user namespace (user_namespaces(7)) a process sees no
  /// other users, root included.
  ///
  /// Gets the file's path, device and inode, and returns the user id if the path still leads to that file.
  public typealias Owners = @Sendable (_ path: String, _ device: UInt64, _ inode: UInt64) -> UInt32?

  /// The user id that the kernel shows for users outside of the user namespace.
  private static let nobody: UInt32 = 65534

  /// The machine's files. Only regular files are read, because others may block the reader.
  public static func live(owners: Owners? = nil) -> IncludedFiles {
    IncludedFiles(
      identity: { path in
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
      },
      read: { Self.read($0, mayWait: false, owners: owners) },
      names: { Linux.names(inDirectory: $0.isEmpty ? "." : $0) }, home: Environment.value(of: "HOME"))
  }

  /// Opens and reads the file at `path`.
  ///
  /// A rules file decides which commands run in the user's name, so a file that others may write gets an objection. The
  /// user's private group may write it, as with the umask 002 of many distributions.
  /// - Parameter mayWait: false refuses everything that may block the reader: all but regular files, and files that are
  ///   open for writing.
  static func read(_ path: String, mayWait: Bool, owners: Owners? = nil) -> Reading {
    do throws(SystemError) {
      let descriptor = try Descriptor.open(path, O_RDONLY | O_NOCTTY | (mayWait ? 0 : O_NONBLOCK))
      var status = stat()
      try system("fstat", path: path) { fstat(descriptor.number, &status) }
      if status.st_mode & S_IFMT == S_IFDIR {
        return .refused(Diagnostic(.isDirectory, "this is a directory, not a rules file"))
      }
      guard mayWait || status.st_mode & S_IFMT == S_IFREG else {
        let reason = "this is not a regular file, and reading it could block"
        return .refused(Diagnostic(.unreadable, reason))
      }
      // The lease keeps writers out until the descriptor is closed.
      if !mayWait, descriptor.holdOffWriters() == .present {
        let reason = "the file is open for writing, and may be incomplete"
        return .refused(Diagnostic(.beingWritten, reason))
      }
      return .content(try bytes(of: descriptor), objection: objection(to: status, path: path, owners: owners))
    } catch {
      guard !error.isMissing else {
        return .refused(
          Diagnostic(.missingFile, "there is no such file", help: "'sleight init' writes a starter file"))
      }
      return .refused(Diagnostic(.unreadable, "the file cannot be read: \(error.reason)"))
    }
  }

  /// The reason why the owner or the permissions of a regular file forbid its use; nil if they are fine. Pipes are
  /// exempt: their writer is at the other end.
  private static func objection(to status: stat, path: String, owners: Owners?) -> Diagnostic? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var owner = status.st_uid
    if owner == nobody, let owners { owner = owners(path, UInt64(status.st_dev), UInt64(status.st_ino)) ?? owner }
    guard owner == getuid() || owner == 0 else {
      return Diagnostic(
        .unsafeOwner, "the file belongs to user \(owner), who could run programs in your name with it",
        help: "sudo chown \(getuid()) \(path.shellWord)")
    }
    let isGroupTrusted = status.st_mode & S_IWGRP == 0 || isPrivateGroup(status.st_gid)
    guard isGroupTrusted, status.st_mode & S_IWOTH == 0 else {
      return Diagnostic(
        .unsafePermissions, "others may write the file, and so run programs in your name",
        help: "chmod go-w \(path.shellWord)")
    }
    return nil
  }

  /// Reads to the end, or until the size limit of rules files is exceeded.
  private static func bytes(of descriptor: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= Node.sizeLimit {
      // nil: the descriptor was made non-blocking by another process, and has nothing to read.
      guard let piece = try descriptor.read(upTo: 1 << 16), !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }
}
