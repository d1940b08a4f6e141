internal import Glibc
public import Linux
internal import Time

/// A file, by the numbers of its device and inode, and the user who owns it.
public struct FileOwner: Hashable, Sendable {
  /// The timeout of `ask`: a running service takes microseconds, one that must be started first takes longer.
  private static let timeout = Duration.seconds(2)

  /// The user id.
  public var user: UInt32
  /// The number of the device, which with `inode` identifies the file.
  public var device: UInt64
  /// The number of the inode.
  public var inode: UInt64

  init(user: UInt32, device: UInt64, inode: UInt64) {
    self.user = user
    self.device = device
    self.inode = inode
  }

  /// Examines the file at `path`; nil if there is none, or it is not accessible.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(user: status.st_uid, device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Asks the service for the owner of the file at `path`: in a user namespace (user_namespaces(7)), files of users
  /// outside of it appear to belong to nobody.
  /// - Parameter service: the path of the service's socket.
  /// - Returns: nil if there is no such file.
  /// - Throws: `SystemError`: ETIMEDOUT if the service does not answer.
  public static func ask(about path: String, at service: String) throws(SystemError) -> FileOwner? {
    let socket = try UnixSocket.connect(to: service, nonblocking: true)
    guard try UnixSocket.peer(of: socket).uid == getuid() else {
      throw SystemError("connect", path: service, code: EPERM)
    }
    var stream = FrameStream(socket)
    var epoll = try Epoll()
    try epoll.add(stream.socket.number, token: 0)
    let deadline = Timestamp.now + timeout
    var ready: [Epoll.Ready] = []
    do throws(FrameStream.Ended) {
      // Always sent at once: a socket's buffer has room for this request and the one before it.
      _ = try stream.send(LaunchRequest.owner(path: path).frame)
      while case let now = Timestamp.now, now < deadline {
        do throws(SystemError) {
          try epoll.wait(into: &ready, timeout: deadline - now)
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
