internal import Glibc

/// A listening socket that the service manager has passed to this process, as sd_listen_fds(3) finds it, made
/// non-blocking and close-on-exec. Call it only once for each: the result owns the descriptor.
/// - Parameter index: its index, in the order of the socket's unit.
/// - Returns: nil if fewer sockets were passed.
/// - Throws: `SystemError`.
public func supervisorSocket(_ index: Int = 0) throws(SystemError) -> Descriptor? {
  guard Environment.value(of: "LISTEN_PID") == "\(getpid())",
    let count = Environment.value(of: "LISTEN_FDS").flatMap({ Int($0) }), index < min(count, 16)
  else { return nil }
  let socket = Descriptor(owning: CInt(3 + index))
  let number = socket.number
  try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_SETFD, FD_CLOEXEC) }
  let flags = try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_GETFL) }
  try system("fcntl", path: "LISTEN_FDS") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  return socket
}

/// The socket of the service manager that has started this process; nil if there is none. All processes of a service
/// inherit the variable, and a compositor's unit may accept the messages of each: since systemd 248, another variable
/// names the process that it has started itself.
public var supervisorAddress: String? {
  guard Environment.value(of: "SYSTEMD_EXEC_PID").map({ $0 == "\(getpid())" }) ?? true else { return nil }
  return Environment.value(of: "NOTIFY_SOCKET")
}

/// Reports the state of this process to the service manager, as sd_notify(3) does: `READY=1`, `STOPPING=1`,
/// `STATUS=...`, one assignment a line.
/// - Parameter address: the manager's socket: a path, or with a leading `@` an abstract name.
/// - Returns: false if there is no service manager.
/// - Throws: `SystemError` with the socket's address.
@discardableResult
public func notifySupervisor(
  _ state: String, at address: String? = supervisorAddress
) throws(SystemError) -> Bool {
  guard let address, !address.isEmpty else { return false }
  try UnixSocket.sendDatagram(Array(state.utf8), to: address)
  return true
}
