import Glibc

/// A Unix socket for tests that talk to a program in ways that the program itself would not.
final class Socket {
  private let descriptor: CInt

  private init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// A connection to `path`; nil if nothing listens there.
  static func connected(to path: String) -> Socket? {
    let socket = Socket(Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0))
    let code = withAddress(path) { Glibc.connect(socket.descriptor, $0, $1) }
    return code == 0 ? socket : nil
  }

  /// A datagram socket at `path`, such as systemd's.
  static func datagrams(at path: String) -> Socket {
    let socket = Socket(
      Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0))
    _ = withAddress(path) { Glibc.bind(socket.descriptor, $0, $1) }
    return socket
  }

  /// A listening socket at `path`.
  static func listening(at path: String) -> Socket {
    let socket = Socket(Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0))
    _ = withAddress(path) { Glibc.bind(socket.descriptor, $0, $1) }
    Glibc.listen(socket.descriptor, 16)
    return socket
  }

  /// The next client; nil if there is none.
  func accepted() -> Socket? {
    let client = accept(descriptor, nil, nil)
    return client < 0 ? nil : Socket(client)
  }

  /// Sends all of it, or as much as the other side takes within a second.
  func send(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty, isReady(POLLOUT, within: 1000) {
      let count = left.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
      }
      guard count > 0 else { return }
      left = left.dropFirst(count)
    }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Ends what is sent; what the other side sends is still received.
  func endSending() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// Everything received until the other side closes the connection, or for a minute.
  func received() -> String {
    var bytes: [UInt8] = []
    while isReady(POLLIN, within: 60_000), let message = message(), !message.isEmpty { bytes += message }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One message, or the available bytes; nil if there are none.
  func message() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : Array(buffer[..<count])
  }

  /// True if the other side has closed it and everything was read.
  var isClosed: Bool { message() == [] }

  private func isReady(_ event: Int32, within milliseconds: CInt) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&waiting, 1, milliseconds) > 0
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
