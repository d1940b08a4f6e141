internal import CLinux
internal import Glibc

/// Waits for descriptors (epoll(7), level-triggered): one wait at a time, no allocation per wait.
public struct Epoll: ~Copyable {
  /// What to wait for. Hang-ups and errors are always reported.
  public struct Interest: OptionSet, Sendable {
    /// EPOLLIN and EPOLLOUT
    public let rawValue: UInt32
    /// A set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// There is something to read, or somebody to accept.
    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    /// There is room to write.
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
  }

  /// A descriptor that something happened to.
  public struct Ready: Hashable, Sendable {
    /// What the descriptor was added with.
    public var token: UInt64
    /// Something can be read, if only the end of it.
    public var isReadable: Bool
    /// There is room to write.
    public var isWritable: Bool
    /// The other end is gone, or the descriptor has an error to tell of; what was sent before may still be readable.
    public var isClosed: Bool
  }

  private let descriptor: Descriptor
  private var events: [epoll_event]

  /// The number, to wait for in another set: it is readable while something in this one is ready.
  public var number: CInt { descriptor.number }

  /// A set of descriptors, empty.
  /// - Parameter capacity: how many one wait reports at most; the others are reported by the next.
  /// - Throws: `SystemError`.
  public init(capacity: Int = 16) throws(SystemError) {
    descriptor = Descriptor(owning: try system("epoll_create1") { epoll_create1(CInt(EPOLL_CLOEXEC)) })
    events = Array(repeating: epoll_event(), count: max(capacity, 1))
  }

  /// Waits for `number` too. It stays its owner's, who removes it before closing it.
  /// - Throws: `SystemError`: EPERM for a regular file, EEXIST for one that is waited for already.
  public func add(_ number: CInt, token: UInt64, for interest: Interest = .readable) throws(SystemError) {
    try control(EPOLL_CTL_ADD, number, token, interest)
  }

  /// Waits for something else on `number`.
  /// - Throws: `SystemError`: ENOENT for one that is not waited for.
  public func modify(_ number: CInt, token: UInt64, for interest: Interest) throws(SystemError) {
    try control(EPOLL_CTL_MOD, number, token, interest)
  }

  /// Waits no longer for `number`.
  /// - Throws: `SystemError`: ENOENT for one that is not waited for.
  public func remove(_ number: CInt) throws(SystemError) {
    try control(EPOLL_CTL_DEL, number, 0, [])
  }

  /// Waits until something happens and puts it in `ready`, in place of what was there.
  /// - Parameter timeout: how long to wait at most, rounded up to milliseconds; zero does not wait, nil waits for
  ///   ever. `ready` is empty when it is over, and when a signal that is not blocked cut the wait short.
  /// - Throws: `SystemError`, but not for EINTR.
  public mutating func wait(into ready: inout [Ready], timeout: Duration? = nil) throws(SystemError) {
    ready.removeAll(keepingCapacity: true)
    let milliseconds = timeout?.milliseconds ?? -1
    let count = epoll_wait(descriptor.number, &events, CInt(events.count), milliseconds)
    guard count >= 0 else {
      let error = SystemError.last("epoll_wait")
      if error.code == EINTR { return }
      throw error
    }
    for event in events.prefix(Int(count)) {
      ready.append(
        Ready(
          token: event.data.u64,
          isReadable: event.events & EPOLLIN.rawValue != 0,
          isWritable: event.events & EPOLLOUT.rawValue != 0,
          isClosed: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
    }
  }

  private func control(
    _ operation: CInt, _ number: CInt, _ token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token))
    try system("epoll_ctl") { epoll_ctl(descriptor.number, operation, number, &event) }
  }
}
