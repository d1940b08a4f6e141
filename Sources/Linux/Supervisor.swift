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
