internal import CLinux
internal import Glibc

extension UnixSocket {
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
