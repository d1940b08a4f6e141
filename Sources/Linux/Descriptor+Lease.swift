internal import CLinux
internal import Glibc

extension Descriptor {
  /// Whether a file is whole, as far as the kernel can say.
  public enum Writers: Sendable {
    /// Nobody has it open for writing, and who opens it so now waits until this descriptor is closed.
    case heldOff
    /// Somebody has: what is read now may be half of what is written.
    case present
    /// Nobody knows: the file is another user's, or its file system does not say.
    case unknown
  }

  /// Holds off those who would write the file while it is read, with a lease (fcntl(2)). They wait for as long as this
  /// descriptor is open: a moment.
  public func holdOffWriters() -> Writers {
    // A server grants leases as it pleases: that it grants none does not mean that somebody writes.
    guard !isOnServer else { return .unknown }
    // SIGIO, which tells that somebody waits, would end the process; SIGURG is ignored where nobody asks for it.
    guard fcntl(number, CInt(SLEIGHT_SETSIG), SIGURG) == 0 else { return .unknown }
    if fcntl(number, CInt(SLEIGHT_SETLEASE), F_RDLCK) == 0 { return .heldOff }
    return Glibc.errno == EAGAIN ? .present : .unknown
  }

  /// Whether the file is kept by another machine.
  private var isOnServer: Bool {
    var status = statfs()
    guard fstatfs(number, &status) == 0 else { return false }
    let servers = [UInt32(NFS_SUPER_MAGIC), UInt32(CIFS_SUPER_MAGIC), UInt32(SMB2_SUPER_MAGIC)]
    return servers.contains(UInt32(truncatingIfNeeded: status.f_type))
  }
}
