internal import CLinux
internal import Glibc

/// Stream sockets between programs of one machine. All are close-on-exec.
public enum UnixSocket {
  /// Who is at the other end, as the kernel saw it when the two were connected.
  public struct Peer: Hashable, Sendable {
    /// Its process.
    public var pid: Int32
    /// Its user.
    public var uid: UInt32
  }

  /// Waits for clients at `path`, a file that nobody but the user can open. A socket that a dead program left there is
  /// replaced; one that answers, or anything that is no socket, is not.
  /// - Returns: the socket, non-blocking, to accept from.
  /// - Throws: `SystemError` with the path: EADDRINUSE where somebody listens there already or the file is no socket,
  ///   ENAMETOOLONG for more than 107 bytes.
  public static func listen(at path: String) throws(SystemError) -> Descriptor {
    let address = try UnixAddress(path, for: "bind")
    // Two programs that start at once must not take each other's new socket for a left one.
    let directory = try Descriptor.open(directory(of: path), O_RDONLY | O_DIRECTORY)
    try lock(directory)
    if try !isFree(address) {
      try system("unlink", path: path) { unlink(path) }
    }
    let socket = try make(SOCK_STREAM, nonblocking: true)
    // Linux gives the file the socket's own mode: it is never open to others, and the umask is left alone.
    try system("fchmod", path: path) { fchmod(socket.number, 0o600) }
    try system("bind", path: path) { address.withSocketAddress { bind(socket.number, $0, $1) } }
    try system("listen", path: path) { Glibc.listen(socket.number, 16) }
    return socket
  }

  /// The next client of a listening socket, non-blocking; nil where nobody waits, or the one who did is gone.
  /// - Throws: `SystemError`.
  public static func accept(from socket: borrowing Descriptor) throws(SystemError) -> Descriptor? {
    let number = socket.number
    do {
      return Descriptor(owning: try system("accept4") { sleight_accept(number) })
    } catch {
      guard error.code == EAGAIN || error.code == ECONNABORTED else { throw error }
      return nil
    }
  }

  /// A connection to who listens at `path`.
  /// - Parameter nonblocking: whether reading and writing give EAGAIN rather than wait.
  /// - Throws: `SystemError` with the path: ENOENT and ECONNREFUSED where nobody listens.
  public static func connect(to path: String, nonblocking: Bool) throws(SystemError) -> Descriptor {
    let address = try UnixAddress(path, for: "connect")
    do {
      return try connect(to: address, nonblocking: nonblocking)
    } catch {
      // A program that starts has its socket there a moment before it listens: the lock that it has in that moment is
      // waited for, so that it is not taken for a dead one.
      guard error.code == ECONNREFUSED, (try? awaitStart(at: path)) != nil else { throw error }
    }
    return try connect(to: address, nonblocking: nonblocking)
  }

  private static func awaitStart(at path: String) throws(SystemError) {
    try lock(try Descriptor.open(directory(of: path), O_RDONLY | O_DIRECTORY))
  }

  private static func connect(to address: UnixAddress, nonblocking: Bool) throws(SystemError) -> Descriptor {
    let socket = try make(SOCK_STREAM, nonblocking: nonblocking)
    try system("connect", path: address.text) { address.withSocketAddress { Glibc.connect(socket.number, $0, $1) } }
    return socket
  }

  /// Who is at the other end of `socket`.
  /// - Throws: `SystemError`.
  public static func peer(of socket: borrowing Descriptor) throws(SystemError) -> Peer {
    let number = socket.number
    var peer = sleight_peer()
    try system("getsockopt") { sleight_peer_of(number, &peer) }
    return Peer(pid: peer.pid, uid: peer.uid)
  }

  /// The file of a socket.
  public struct File: Hashable, Sendable {
    /// The file system and the number of the file in it, which no other file has.
    var identity: [UInt64]
    /// Whose it is.
    public var owner: UInt32
    /// When it was made, in microseconds of the wall clock.
    public var made: Int64
  }

  /// The socket's file at `path`; nil where there is none, or it is something else.
  public static func file(at path: String) -> File? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    let time = status.st_mtim
    return File(
      identity: [UInt64(status.st_dev), UInt64(status.st_ino)], owner: status.st_uid,
      made: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Sends as much of `bytes` as there is room for, and does not wait for more.
  /// - Returns: how many were sent; 0 where there is no room now.
  /// - Throws: `SystemError`: EPIPE where the other end is gone, without a signal.
  public static func send(_ bytes: ArraySlice<UInt8>, to socket: borrowing Descriptor) throws(SystemError) -> Int {
    let number = socket.number
    let flags = CInt(truncatingIfNeeded: MSG_NOSIGNAL | MSG_DONTWAIT)
    while true {
      let sent = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, flags) }
      if sent >= 0 { return sent }
      switch Glibc.errno {
      case EINTR: continue
      case EAGAIN: return 0
      default: throw SystemError.last("send")
      }
    }
  }

  /// A socket of `type` that is close-on-exec.
  static func make(_ type: __socket_type, nonblocking: Bool) throws(SystemError) -> Descriptor {
    let flags = SOCK_CLOEXEC.rawValue | (nonblocking ? SOCK_NONBLOCK.rawValue : 0)
    return Descriptor(
      owning: try system("socket") { socket(AF_UNIX, CInt(type.rawValue | flags), 0) })
  }

  /// Whether nothing stands in the way at `address`; false for a socket that nobody answers on.
  private static func isFree(_ address: UnixAddress) throws(SystemError) -> Bool {
    var status = stat()
    do {
      try system("lstat", path: address.text) { lstat(address.text, &status) }
    } catch {
      if error.isMissing { return true }
      throw error
    }
    let inUse = SystemError("bind", path: address.text, code: EADDRINUSE)
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw inUse }
    do {
      _ = try connect(to: address, nonblocking: true)
    } catch {
      if error.code == ECONNREFUSED { return false }
      // EAGAIN: it has more clients than it accepts, but it is there.
      guard error.code == EAGAIN else { throw error }
    }
    throw inUse
  }

  /// Locks `directory` until it is closed. Who has locked it and does not let go within a second is no program that
  /// starts, which takes microseconds, and is not waited for any longer.
  private static func lock(_ directory: borrowing Descriptor) throws(SystemError) {
    let (number, deadline) = (directory.number, monotonicNow() + 1_000_000)
    while true {
      do {
        try system("flock") { flock(number, LOCK_EX | LOCK_NB) }
        return
      } catch {
        guard error.code == EWOULDBLOCK else { throw error }
        guard monotonicNow() < deadline else { return }
        // flock(2) itself waits for ever, or not at all.
        usleep(5000)
      }
    }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
