internal import CLinux
internal import Glibc

/// A set of descriptors to wait for (epoll(7), level-triggered). Waiting does not allocate.
public struct Epoll: ~Copyable {
  /// Events to wait for. Hang-ups and errors are always reported.
  public struct Interest: OptionSet, Sendable {
    /// The bits: EPOLLIN and EPOLLOUT.
    public let rawValue: UInt32
    /// A set with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Data to read, or a connection to accept.
    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    /// Room to write.
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// A descriptor with events.
  public struct Ready: Hashable, Sendable {
    /// The token that the descriptor was added with.
    public var token: UInt64
    /// True if there is something to read, including the end of the file.
    public var isReadable: Bool
    /// True if there is room to write.
    public var isWritable: Bool
    /// True if the peer has closed the connection, or the descriptor has a pending error. Data that was sent earlier
    /// may still be readable.
    public var isClosed: Bool
  }

  private let descriptor: Descriptor
  private var events: [epoll_event]

  /// The descriptor's number, to add this set to another one: it is readable while a descriptor in this set is ready.
  public var number: CInt { descriptor.number }

  /// Creates an empty set.
  /// - Parameter capacity: the maximum number of descriptors that one wait reports; the next wait reports the others.
  /// - Throws: `SystemError`.
  public init(capacity: Int = 16) throws(SystemError) {
    descriptor = Descriptor(owning: try system("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    events = Array(repeating: epoll_event(), count: max(capacity, 1))
  }

  /// Adds a descriptor. The caller still owns it, and must remove it before closing it.
  /// - Throws: `SystemError`: EPERM for a regular file, EEXIST if it is in the set already.
  public func add(_ number: CInt, token: UInt64, for interest: Interest = .readable) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, token, interest)
  }

  /// Changes the token and the events to wait for.
  /// - Throws: `SystemError`: ENOENT if it is not in the set.
  public func modify(_ number: CInt, token: UInt64, for interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, token, interest)
  }

  /// Removes a descriptor.
  /// - Throws: `SystemError`: ENOENT if it is not in the set.
  public func remove(_ number: CInt) throws(SystemError) {
    try control(EPOLL_CTL_DEL, number, 0, [])
  }

  /// Waits for events and replaces the contents of `ready` with them.
  /// - Parameter timeout: rounded up to milliseconds; zero does not wait, nil waits without limit. `ready` is empty
  ///   after the timeout, and after a signal that is not blocked interrupted the wait.
  /// - Throws: `SystemError`, but not for EINTR.
  public mutating func wait(into ready: inout [Ready], timeout: Duration? = nil) throws(SystemError) {
    let milliseconds = timeout?.milliseconds ?? -1
    let count = Int(epoll_wait(descriptor.number, &events, CInt(events.count), milliseconds))
    // In place if possible: usually one descriptor is ready, as the last time.
    if ready.count != max(count, 0) { ready.removeAll(keepingCapacity: true) }
    guard count >= 0 else {
      let error = SystemError.last("epoll_wait")
      if error.code == EINTR { return }
      throw error
    }
    for index in 0..<count {
      if index < ready.count { ready[index] = Ready(events[index]) } else { ready.append(Ready(events[index])) }
    }
  }

  private func control(
    _ operation: CInt, _ number: CInt, _ token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    try system("epoll_ctl") { epoll_ctl(descriptor.number, operation, number, &event) }
  }
}

extension Epoll.Ready {
  fileprivate init(_ event: epoll_event) {
    self.init(
      token: event.data.u64,
      isReadable: event.events & EPOLLIN.rawValue != 0,
      isWritable: event.events & EPOLLOUT.rawValue != 0,
      isClosed: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
  }
}
