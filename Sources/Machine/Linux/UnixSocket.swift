internal import CLinux
internal import Glibc
internal import Time

/// A lock of a directory (flock(2)), until this object is released.
public final class DirectoryLock {
  private let directory: Descriptor
  init(_ directory: consuming Descriptor) { self.directory = directory }
}

/// Unix stream sockets, all close-on-exec.
public enum UnixSocket {
  /// The process at the other end of a connection, as the kernel recorded it when they were connected.
  public struct Peer: Hashable, Sendable {
    /// Its process id.
    public var pid: Int32
    /// Its user id.
    public var uid: UInt32
  }

  /// Listens at `path`, with a socket file that only the user can open. A stale socket file is replaced; one with a
  /// listener, and any other file, is not.
  /// - Returns: the non-blocking listening socket.
  /// - Throws: `SystemError` with the path: EADDRINUSE if another process listens there or the file is not a socket,
  ///   ENAMETOOLONG for more than 107 bytes.
  public static func listen(at path: String) throws(SystemError) -> Descriptor {
    // Serialises programs that start at the same time: none may take another's new socket for a stale one.
    let directory = try Descriptor.open(directory(ofPath: path), O_RDONLY | O_DIRECTORY)
    _ = try lock(directory)
    return try listen(at: path, holding: DirectoryLock(directory))
  }

  /// Locks the directory of the socket `path` for as long as the result exists. A socket's file can be deleted while
  /// its program runs, and a lock file too; the user's runtime directory cannot.
  /// - Parameter isAnswered: tells that the socket answers, so that waiting is pointless.
  /// - Returns: nil if a process of another program holds the lock for more than a second; it is then ignored.
  /// - Throws: `SystemError`: EWOULDBLOCK if a process of this program holds the lock.
  public static func lockDirectory(of path: String, unless isAnswered: () -> Bool) throws(SystemError) -> DirectoryLock?
  {
    let directory = try Descriptor.open(directory(ofPath: path), O_RDONLY | O_DIRECTORY)
    if try lock(directory, unless: isAnswered) { return DirectoryLock(directory) }
    guard lockHolder(of: path) == nil else { throw SystemError("flock", path: path, code: EWOULDBLOCK) }
    return nil
  }

  /// The process of this program that holds the lock of the directory of `path`, by /proc/locks; nil if there is none.
  public static func lockHolder(of path: String) -> Int? {
    func text(_ path: String) -> String { Linux.text(ofFile: path) ?? "" }
    var status = stat()
    guard let folder = try? Descriptor.open(directory(ofPath: path), O_RDONLY | O_DIRECTORY),
      fstat(folder.number, &status) == 0
    else { return nil }
    // The device is that of the file system, which is not st_dev in a subvolume of btrfs: the mount has it.
    // mnt_id: 29
    let mount = text("/proc/self/fdinfo/\(folder.number)").split(separator: "\n").first { $0.hasPrefix("mnt_id:") }?
      .split(whereSeparator: \.isWhitespace).last
    // 29 23 0:47 / /run/user/1000 rw,nosuid …
    let mounts = text("/proc/self/mountinfo").split(separator: "\n").lazy.map { $0.split(separator: " ") }
    guard let device = mounts.first(where: { $0.first == mount && $0.count > 2 })?[2].split(separator: ":"),
      device.count == 2, let major = UInt32(device[0]), let minor = UInt32(device[1])
    else { return nil }
    let name = text("/proc/self/comm")
    // The device is hexadecimal. 1: FLOCK  ADVISORY  WRITE 4711 00:2f:12 0 EOF
    for line in text("/proc/locks").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK" else { continue }
      let file = words[5].split(separator: ":")
      guard file.count == 3, UInt32(file[0], radix: 16) == major, UInt32(file[1], radix: 16) == minor,
        file[2] == "\(status.st_ino)"[...], let pid = Int(words[4]), pid != Int(getpid()),
        text("/proc/\(pid)/comm") == name
      else { continue }
      return pid
    }
    return nil
  }

  /// Listens at `path` as above, while `lock`, the lock of its directory, is held.
  private static func listen(at path: String, holding lock: DirectoryLock) throws(SystemError) -> Descriptor {
    let address = try UnixAddress(path, for: "bind")
    if try !isFree(address) {
      try system("unlink", path: path) { unlink(path) }
    }
    let socket = try make(SOCK_STREAM, nonblocking: true)
    // Linux gives the file the permissions of the socket: they are set before it exists, and the umask is not changed.
    try system("fchmod", path: path) { fchmod(socket.number, 0o600) }
    try system("bind", path: path) { address.withSocketAddress { bind(socket.number, $0, $1) } }
    try system("listen", path: path) { Glibc.listen(socket.number, 16) }
    return socket
  }

  /// Accepts the next connection of a listening socket.
  /// - Returns: the non-blocking connection; nil if none is pending, or the client has disconnected already.
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

  /// Connects to the listener at `path`.
  /// - Parameters:
  ///   - nonblocking: true if reading and writing fail with EAGAIN instead of waiting.
  ///   - isStarting: true if a program of this module may be starting there: it binds its socket a moment before it
  ///     listens, and holds the directory's lock meanwhile. Waiting for that lock avoids taking it for a dead program.
  /// - Throws: `SystemError` with the path: ENOENT and ECONNREFUSED if there is no listener.
  public static func connect(
    to path: String, nonblocking: Bool, isStarting: Bool = false
  ) throws(SystemError) -> Descriptor {
    let address = try UnixAddress(path, for: "connect")
    do {
      return try connect(to: address, nonblocking: nonblocking)
    } catch {
      guard isStarting, error.code == ECONNREFUSED, (try? awaitStart(at: address)) != nil else { throw error }
    }
    return try connect(to: address, nonblocking: nonblocking)
  }

  /// Waits until the program at `address` listens or has ended.
  private static func awaitStart(at address: UnixAddress) throws(SystemError) {
    let directory = try Descriptor.open(directory(ofPath: address.text), O_RDONLY | O_DIRECTORY)
    _ = try lock(directory) { (try? connect(to: address, nonblocking: true)) != nil }
  }

  private static func connect(to address: UnixAddress, nonblocking: Bool) throws(SystemError) -> Descriptor {
    let socket = try make(SOCK_STREAM, nonblocking: nonblocking)
    try system("connect", path: address.text) { address.withSocketAddress { Glibc.connect(socket.number, $0, $1) } }
    return socket
  }

  /// The process at the other end of `socket`.
  /// - Throws: `SystemError`.
  public static func peer(of socket: borrowing Descriptor) throws(SystemError) -> Peer {
    let number = socket.number
    var peer = sleight_peer()
    try system("getsockopt") { sleight_peer_of(number, &peer) }
    return Peer(pid: peer.pid, uid: peer.uid)
  }

  /// A socket file: its identity, its owner and its age.
  public struct File: Hashable, Sendable {
    /// The device and inode numbers, unique to the file.
    var identity: [UInt64]
    /// The owner's uid.
    public var owner: UInt32
    /// The time of the last modification, which for a socket is its creation, since 1970.
    public var made: Duration
  }

  /// The socket file at `path`; nil if there is none, or it is another kind of file.
  public static func file(at path: String) -> File? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    let time = status.st_mtim
    return File(
      identity: [UInt64(status.st_dev), UInt64(status.st_ino)], owner: status.st_uid,
      made: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  /// Sends as many of `bytes` as there is room for, without waiting.
  /// - Returns: the number of bytes sent; 0 if there is no room.
  /// - Throws: `SystemError`: EPIPE, without a signal, if the peer has closed the connection.
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

  /// Creates a close-on-exec socket of `type`.
  static func make(_ type: __socket_type, nonblocking: Bool) throws(SystemError) -> Descriptor {
    let flags = SOCK_CLOEXEC.rawValue | (nonblocking ? SOCK_NONBLOCK.rawValue : 0)
    return Descriptor(
      owning: try system("socket") { socket(AF_UNIX, CInt(type.rawValue | flags), 0) })
  }

  /// True if nothing exists at `address`, false for a stale socket.
  /// - Throws: `SystemError`: EADDRINUSE if there is a listener or another kind of file.
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
      // EAGAIN: there is a listener, with a full queue.
      guard error.code == EAGAIN else { throw error }
    }
    throw inUse
  }

  /// Locks `directory` until it is closed. A starting program holds the lock for microseconds.
  /// - Returns: false if it is held for more than a second, or once `isAnswered` says that waiting is pointless.
  private static func lock(
    _ directory: borrowing Descriptor, unless isAnswered: () -> Bool = { false }
  ) throws(SystemError) -> Bool {
    let (number, deadline) = (directory.number, Timestamp.now + .seconds(1))
    while true {
      do {
        try system("flock") { flock(number, LOCK_EX | LOCK_NB) }
        return true
      } catch {
        guard error.code == EWOULDBLOCK else { throw error }
        guard Timestamp.now < deadline, !isAnswered() else { return false }
        // flock(2) has no timeout.
        usleep(5000)
      }
    }
  }

  /// Sends `bytes` as one datagram.
  /// - Parameters:
  ///   - address: the receiver's address: a path, or with a leading `@` an abstract name.
  ///   - nonblocking: true to fail with EAGAIN instead of waiting for room.
  /// - Throws: `SystemError` with the address: ENOENT and ECONNREFUSED if there is no receiver, EMSGSIZE if the
  ///   datagram is too long.
  public static func sendDatagram(
    _ bytes: [UInt8], to address: String, nonblocking: Bool = false
  ) throws(SystemError) {
    let target = try UnixAddress(address, for: "sendto")
    let socket = try make(SOCK_DGRAM, nonblocking: nonblocking)
    try system("sendto", path: address) {
      target.withSocketAddress { pointer, size in
        CInt(sendto(socket.number, bytes, bytes.count, CInt(MSG_NOSIGNAL), pointer, size))
      }
    }
  }
}
