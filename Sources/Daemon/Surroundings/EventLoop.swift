internal import Glibc
public import Linux

/// Descriptors and signals that a program waits for, each with its handler. All handlers run on one thread.
public class EventLoop {
  enum Token {
    /// The token of libinput.
    static let input: UInt64 = 0
    static let changes: UInt64 = 1
    static let signals: UInt64 = 2
    static let timer: UInt64 = 3
    /// The first token of added descriptors. Each addition takes the next one, so that an event of a removed descriptor
    /// is not taken for one of its successor.
    static let others: UInt64 = 16
    /// The first token of the devices' other descriptors, whose numbers are added to it.
    static let contacts: UInt64 = 1 << 32
  }

  final var epoll: Epoll
  final let signals: SignalDescriptor
  /// The handlers of added descriptors, by token.
  final var added: [UInt64: (Epoll.Ready) -> Void] = [:]
  /// The tokens of added descriptors.
  private final var tokens: [CInt: UInt64] = [:]
  private final var nextToken = Token.others

  /// A loop over `signals`, which arrive through it from now on.
  /// - Throws: `SystemError`.
  public convenience init(signals: [CInt]) throws(SystemError) { try self.init(SignalDescriptor(signals)) }

  init(_ signals: consuming SignalDescriptor) throws(SystemError) {
    self.signals = signals
    epoll = try Epoll()
    try epoll.add(self.signals.number, token: Token.signals)
  }

  /// Waits for `descriptor` as well, and calls `ready` when it is ready.
  /// - Throws: `SystemError`.
  public final func add(_ descriptor: CInt, ready: @escaping (Epoll.Ready) -> Void) throws(SystemError) {
    let token = nextToken
    nextToken += 1
    try epoll.add(descriptor, token: token)
    added[token] = ready
    tokens[descriptor] = token
  }

  /// Changes what is waited for on an added descriptor.
  /// - Throws: `SystemError`.
  public final func modify(_ descriptor: CInt, for interest: Epoll.Interest) throws(SystemError) {
    guard let token = tokens[descriptor] else { return }
    try epoll.modify(descriptor, token: token, for: interest)
  }

  /// Stops waiting for `descriptor`; to be called before it is closed.
  public final func remove(_ descriptor: CInt) {
    guard let token = tokens[descriptor] else { return }
    do throws(SystemError) {
      try epoll.remove(descriptor)
    } catch {
      // The descriptor stays in the set, so its handler is kept as well.
      if error.code == ENOMEM { return }
    }
    tokens[descriptor] = nil
    added[token] = nil
  }

  /// Waits once, for at most `limit`, and handles what is ready.
  /// - Parameter signal: called with each signal.
  /// - Returns: false if nothing was.
  /// - Throws: `SystemError`.
  public final func wait(for limit: Duration, signal: (CInt) -> Void) throws(SystemError) -> Bool {
    var ready: [Epoll.Ready] = []
    try epoll.wait(into: &ready, timeout: limit)
    for event in ready {
      if event.token == Token.signals {
        while let number = try signals.next() { signal(number) }
      } else {
        added[event.token]?(event)
      }
    }
    return !ready.isEmpty
  }
}
