internal import Linux

/// The descriptors of one connection, in one that does not change.
final class DescriptorSet {
  /// The user whose sockets are connected to.
  let uid: UInt32
  private var epoll: Epoll
  private var lastToken: UInt64 = 0

  init(uid: UInt32) throws(SystemError) {
    self.uid = uid
    epoll = try Epoll()
  }

  /// The descriptor to wait for: readable while one of them is ready.
  var number: CInt { epoll.number }

  /// Adds `descriptor`.
  /// - Returns: its token, which is never reused.
  func add(_ descriptor: CInt, for interest: Epoll.Interest = .readable) throws(SystemError) -> UInt64 {
    lastToken += 1
    try epoll.add(descriptor, token: lastToken, for: interest)
    return lastToken
  }

  /// Changes the events to wait for.
  func modify(_ descriptor: CInt, token: UInt64, for interest: Epoll.Interest) throws(SystemError) {
    try epoll.modify(descriptor, token: token, for: interest)
  }

  /// Removes a descriptor, before it is closed.
  func remove(_ descriptor: CInt) { try? epoll.remove(descriptor) }

  /// The descriptors that are ready now.
  func ready() throws(SystemError) -> [Epoll.Ready] {
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: .zero)
    return ready
  }
}
