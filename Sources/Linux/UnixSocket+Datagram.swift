internal import CLinux
internal import Glibc

extension UnixSocket {
  /// Sends `bytes` as one datagram.
  /// - Parameters:
  ///   - address: where somebody listens for it: a path, or with a leading `@` an abstract name.
  ///   - nonblocking: whether it is an error (EAGAIN) that there is no room, rather than waited for.
  /// - Throws: `SystemError` with the address: ENOENT and ECONNREFUSED where nobody listens, EMSGSIZE where it is too
  ///   long for one.
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
