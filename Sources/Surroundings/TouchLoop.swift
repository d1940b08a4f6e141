internal import Glibc
public import Libinput
public import Linux
public import Touch

/// The one loop of a program that reads touch devices: it sleeps until a device, a signal, the time or another
/// descriptor has something, and hands that on. There is no other thread, and nothing wakes it while nothing happens.
public final class TouchLoop {
  /// What is handed on. All are called one at a time.
  public struct Handlers {
    /// Of the touch devices.
    public var report: (consuming TouchDevices.Report) -> Void
    /// A signal arrived.
    public var signal: (CInt) -> Void = { _ in }
    /// When `expire` is to be called; asked after everything that happened.
    public var deadline: () -> Timestamp? = { nil }
    /// The time that `deadline` named has come.
    public var expire: (Timestamp) -> Void = { _ in }
    /// Only the devices' reports.
    public init(report: @escaping (consuming TouchDevices.Report) -> Void) { self.report = report }
  }

  /// The devices that are read.
  public let devices: TouchDevices
  /// What is handed on to whom; to be set before `run`.
  public var handlers: Handlers

  private enum Token {
    static let input: UInt64 = 0
    static let changes: UInt64 = 1
    static let signals: UInt64 = 2
    static let timer: UInt64 = 3
    /// The first token of descriptors that others add. Each addition takes the next one, so that an event of a removed
    /// descriptor is not taken for one of its successor.
    static let others: UInt64 = 16
  }

  private var epoll: Epoll
  private let timer: TimerDescriptor
  private let signals: SignalDescriptor
  private var armed: Timestamp?
  private var isStopping = false
  /// The handlers of added descriptors, by token.
  private var added: [UInt64: (Epoll.Ready) -> Void] = [:]
  /// The tokens of added descriptors.
  private var tokens: [CInt: UInt64] = [:]
  private var nextToken = Token.others

  /// A loop over the touch devices and `signals`, which arrive through it from now on.
  /// - Throws: `SystemError`.
  public init(signals: [CInt], handlers: Handlers) throws(SystemError) {
    self.handlers = handlers
    // First, so that a signal that comes now is not lost.
    self.signals = try SignalDescriptor(signals)
    devices = try TouchDevices()
    timer = try TimerDescriptor()
    epoll = try Epoll()
    try epoll.add(devices.inputDescriptor, token: Token.input)
    try epoll.add(devices.changeDescriptor, token: Token.changes)
    try epoll.add(self.signals.number, token: Token.signals)
    try epoll.add(timer.number, token: Token.timer)
  }

  /// Waits for `descriptor` too, and calls `ready` when it is ready.
  /// - Throws: `SystemError`.
  public func add(_ descriptor: CInt, ready: @escaping (Epoll.Ready) -> Void) throws(SystemError) {
    let token = nextToken
    nextToken += 1
    try epoll.add(descriptor, token: token)
    added[token] = ready
    tokens[descriptor] = token
  }

  /// Waits no longer for `descriptor`; to be called before it is closed.
  public func remove(_ descriptor: CInt) {
    guard let token = tokens[descriptor] else { return }
    do throws(SystemError) {
      try epoll.remove(descriptor)
    } catch {
      // It stays in the set, and so its handler does.
      if error.code == ENOMEM { return }
    }
    tokens[descriptor] = nil
    added[token] = nil
  }

  /// Takes in what the devices have said so far, those that are there among it.
  /// - Throws: `SystemError`.
  public func poll() throws(SystemError) { try devices.dispatch(handlers.report) }

  /// Ends `run` once what happened so far is handed on.
  public func stop() { isStopping = true }

  /// Runs until `stop`.
  /// - Throws: `SystemError` where nothing can be waited for or read any more.
  public func run() throws(SystemError) {
    try poll()
    // Held here, they are called as they are; from where others may replace them each would be held for its call.
    let handlers = handlers
    var ready: [Epoll.Ready] = []
    while !isStopping {
      try arm(expired(handlers))
      try epoll.wait(into: &ready)
      for event in ready {
        switch event.token {
        case Token.input: try devices.dispatchInput(handlers.report)
        case Token.changes: try poll()
        case Token.signals: while let signal = try signals.next() { handlers.signal(signal) }
        // Input that came before its time belongs before it.
        case Token.timer:
          try timer.acknowledge()
          armed = nil
          try devices.dispatchInput(handlers.report)
        default: added[event.token]?(event)
        }
      }
    }
  }

  /// Has done what is due by now.
  /// - Returns: when something will be due next.
  private func expired(_ handlers: Handlers) -> Timestamp? {
    guard let deadline = handlers.deadline() else { return nil }
    // What is waited for already was not due when it was last asked for.
    if deadline == armed { return deadline }
    let now = Timestamp.now
    guard deadline <= now else { return deadline }
    handlers.expire(now)
    return handlers.deadline()
  }

  private func arm(_ deadline: Timestamp?) throws(SystemError) {
    guard deadline != armed else { return }
    if let deadline { try timer.set(to: deadline.microseconds) } else { try timer.disarm() }
    armed = deadline
  }
}

extension Timestamp {
  /// The time on the clock that stamps live events (CLOCK_MONOTONIC).
  public static var now: Timestamp { Timestamp(microseconds: monotonicNow()) }
}
