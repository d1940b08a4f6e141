internal import CLinux
internal import Glibc

extension Descriptor {
  /// The result of `holdOffWriters`.
  public enum Writers: Sendable {
    /// No process has the file open for writing. A process that opens it for writing waits until this descriptor is
    /// closed.
    case heldOff
    /// A process has the file open for writing: what is read now may be incomplete.
    case present
    /// Undetectable: the file belongs to another user, or its file system does not support leases.
    case unknown
  }

  /// Takes a read lease on the file (fcntl(2)), so that it does not change while it is read. Writers block until this
  /// descriptor is closed, so close it soon.
  public func holdOffWriters() -> Writers {
    // A server grants leases as it likes: a refusal does not mean that the file is open for writing.
    guard !isOnServer else { return .unknown }
    // The signal that reports a waiting writer. The default, SIGIO, would end the process; SIGURG is ignored by
    // default.
    guard fcntl(number, CInt(SLEIGHT_SETSIG), SIGURG) == 0 else { return .unknown }
    if fcntl(number, CInt(SLEIGHT_SETLEASE), F_RDLCK) == 0 { return .heldOff }
    return Glibc.errno == EAGAIN ? .present : .unknown
  }

  /// True if the file is on a network file system.
  private var isOnServer: Bool {
    var status = statfs()
    guard fstatfs(number, &status) == 0 else { return false }
    let servers = [UInt32(NFS_SUPER_MAGIC), UInt32(CIFS_SUPER_MAGIC), UInt32(SMB2_SUPER_MAGIC)]
    return servers.contains(UInt32(truncatingIfNeeded: status.f_type))
  }
}
