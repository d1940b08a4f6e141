internal import Glibc

/// The socket that the supervisor listens at for this process, as sd_listen_fds(3) finds it, made non-blocking and
/// close-on-exec: to be asked for once.
/// - Returns: nil where it has passed on none, or several.
/// - Throws: `SystemError`.
public func supervisorSocket() throws(SystemError) -> Descriptor? {
  guard Environment.value(of: "LISTEN_PID") == "\(getpid())", Environment.value(of: "LISTEN_FDS") == "1" else {
    return nil
  }
  let socket = Descriptor(owning: 3)
  let number = socket.number
  try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  let flags = try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_GETFL) }
  try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  return socket
}

/// Tells the supervisor that started this process about its state, as sd_notify(3) does: `READY=1`, `STOPPING=1`,
/// `STATUS=...`, one assignment a line.
/// - Parameter address: the supervisor's socket: a path, or with a leading `@` an abstract name.
/// - Returns: false where there is no supervisor to tell.
/// - Throws: `SystemError` with the socket's address.
@discardableResult
public func notifySupervisor(
  _ state: String, at address: String? = Environment.value(of: "NOTIFY_SOCKET")
) throws(SystemError) -> Bool {
  guard let address, !address.isEmpty else { return false }
  try UnixSocket.sendDatagram(Array(state.utf8), to: address)
  return true
}
