internal import Glibc
public import Linux

/// Whose a file is.
public struct FileOwner: Hashable, Sendable {
  /// How long the answer may take, in microseconds: a few where the service runs, and its start where it does not.
  private static let patience: Int64 = 2_000_000

  /// The user.
  public var user: UInt32
  /// The device and the inode that tell the file from all others.
  public var device: UInt64
  /// See `device`.
  public var inode: UInt64

  init(user: UInt32, device: UInt64, inode: UInt64) {
    self.user = user
    self.device = device
    self.inode = inode
  }

  /// Looks at the file at `path`; nil where there is none, or none that can be looked at.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(user: status.st_uid, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Asks the service whose the file at `path` is: in a user namespace of its own (user_namespaces(7)) a process sees
  /// who is not in it as nobody.
  /// - Parameters:
  ///   - service: the service's socket.
  /// - Returns: nil where there is no such file.
  /// - Throws: `SystemError`: ETIMEDOUT where the service does not answer.
  public static func ask(about path: String, at service: String) throws(SystemError) -> FileOwner? {
    let socket = try UnixSocket.connect(to: service, nonblocking: true)
    guard try UnixSocket.peer(of: socket).uid == getuid() else {
      throw SystemError("connect", path: service, code: EPERM)
    }
    var stream = FrameStream(socket)
    var epoll = try Epoll()
    try epoll.add(stream.socket.number, token: 0)
    let end = monotonicNow() + patience
    var ready: [Epoll.Ready] = []
    do throws(FrameStream.Ended) {
      // The two are shorter than what any socket has room for.
      _ = try stream.send(LaunchRequest.owner(path: path).frame)
      while case let now = monotonicNow(), now < end {
        do throws(SystemError) {
          try epoll.wait(into: &ready, timeout: .microseconds(end - now))
        } catch {
          throw FrameStream.Ended()
        }
        for frame in try stream.receive() {
          if case .owner(let owner)? = LaunchReply(frame) { return owner }
        }
      }
    } catch {
      throw SystemError("recv", path: service, code: EPIPE)
    }
    throw SystemError("recv", path: service, code: ETIMEDOUT)
  }
}
