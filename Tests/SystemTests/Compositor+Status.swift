internal import Glibc
internal import JSONLines
internal import Linux

extension Compositor {
  /// The status of this session's daemon, as printed by `status --json`. It comes from the daemon's socket: starting
  /// the command for each poll would be most of the machine's work.
  func status() throws -> JSONValue {
    // The daemon answers only its own user.
    seteuid(uid_t(Guest.user.id) ?? 0)
    defer { seteuid(0) }
    let socket = try UnixSocket.connect(
      to: "\(environment["XDG_RUNTIME_DIR"] ?? "")/sleight/sleight.sock", nonblocking: false)
    try socket.write(Array("{\"command\": \"status\"}\n".utf8))
    return try JSONReader.read(socket.readToEnd()[...])
  }

  /// Waits until `isKnown` holds for the daemon's status.
  func waitForStatus(_ isKnown: (JSONValue) -> Bool) throws {
    var last: JSONValue?
    try wait(otherwise: { "the daemon knows \(last?.text ?? "nothing")" }) {
      let status = try status()
      last = status
      return isKnown(status) ? () : nil
    }
  }
}
