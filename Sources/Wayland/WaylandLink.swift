public import Linux

/// The connection to the session's compositor for as long as this program runs: it is made when the compositor is
/// there, and made anew when it comes back. Nothing wakes up in vain meanwhile: what is not there is waited for by
/// watching the directory of its socket.
public final class WaylandLink {
  /// What `dispatch` hands over.
  public enum Report {
    /// There is a connection, and what the compositor offers is known. The last one, if there was any, was `lost`.
    case connected(WaylandDisplay)
    /// The connection has ended. Whoever still has something of it may let it go.
    case lost(WaylandError)
    /// There is a compositor, but no connection to it; told once, until there is one.
    case unreachable(WaylandError)
    /// After `WaylandError.full`: there is room again.
    case writable(WaylandDisplay)
  }

  private enum Token {
    static let watch: UInt64 = 0
    static let timer: UInt64 = 1
    static let display: UInt64 = 2
  }

  /// What the timer is set for.
  private enum Timeout {
    case attempt
    case answer
  }

  /// One that ends the connection within this time, in microseconds, is connected to more and more slowly.
  private static let shortLife: Int64 = 10_000_000

  /// The connection; nil while there is none, or the compositor has not answered yet.
  public private(set) var display: WaylandDisplay?
  /// Why there is no connection now; nil where there is one.
  public private(set) var trouble: WaylandError?

  private let place: SocketPlace
  private var epoll: Epoll
  /// Nil while there is somebody to speak with: a user may have 128 of them.
  private var watch: FileWatch?
  private let timer: TimerDescriptor
  private var timeout = Timeout.attempt
  /// A compositor that has not answered by then is told of.
  private let patience: Duration
  private var backoff: Backoff
  private var ready: [Epoll.Ready] = []
  /// Connected to, but it has not answered yet.
  private var candidate: WaylandDisplay?
  private var connectedAt: Int64 = 0
  private var hasToldUnreachable = false
  private var isFull = false

  /// Looks for the compositor that the environment names; `dispatch` hands over what there is to say.
  /// - Throws: `SystemError` where the kernel has nothing to wait with, but not for there being no compositor.
  public convenience init() throws(SystemError) {
    try self.init(
      display: Environment.value(of: "WAYLAND_DISPLAY"), runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR"))
  }

  /// Looks for the compositor that these variables' values name.
  /// - Parameters:
  ///   - display: WAYLAND_DISPLAY: a name in the directory, or a path. Where it is nil or empty, any compositor's.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR.
  /// - Throws: `SystemError` where the kernel has nothing to wait with.
  public convenience init(display: String?, runtimeDirectory: String?) throws(SystemError) {
    try self.init(
      display: display, runtimeDirectory: runtimeDirectory, patience: .seconds(5), backoff: Backoff())
  }

  init(
    display: String?, runtimeDirectory: String?, patience: Duration, backoff: Backoff
  ) throws(SystemError) {
    self.patience = patience
    self.backoff = backoff
    place = SocketPlace(display: display, runtimeDirectory: runtimeDirectory)
    epoll = try Epoll()
    timer = try TimerDescriptor()
    try epoll.add(timer.number, token: Token.timer)
    // Without it, nobody who comes later is noticed.
    try startWatching()
    // The first attempt is made by the first `dispatch`.
    try timer.set(to: 0)
  }

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { epoll.number }

  /// Takes in what came since the last call, and hands over what there is to tell of the connection.
  public func dispatch(_ body: (Report) -> Void) {
    try? epoll.wait(into: &ready, timeout: .zero)
    for event in ready {
      switch event.token {
      case Token.watch:
        if watch?.hasChanged() == true {
          backoff.reset()
          attempt(body)
        }
      case Token.timer:
        guard (try? timer.acknowledge()) == true else { continue }
        switch timeout {
        case .attempt: attempt(body)
        case .answer: tellUnreachable(.unanswered(patience), body)
        }
      default: serve(event, body)
      }
    }
  }

  // MARK: Connecting

  private func attempt(_ body: (Report) -> Void) {
    guard display == nil, candidate == nil else { return }
    do throws(WaylandError) {
      // Watched before it is looked at: what comes in between is noticed.
      do throws(SystemError) { try startWatching() } catch { throw .failed(error) }
      let candidate = try place.connect()
      try add(candidate)
      self.candidate = candidate
      connectedAt = monotonicNow()
      stopWatching()
      timeout = .answer
      try? timer.set(to: connectedAt + patience.microseconds)
    } catch {
      fail(error, body)
    }
  }

  private func add(_ display: WaylandDisplay) throws(WaylandError) {
    do {
      try epoll.add(display.descriptor, token: Token.display)
    } catch {
      throw .failed(error)
    }
    display.flushed = { [unowned self, unowned display] isComplete in
      guard isFull == isComplete else { return }
      isFull = !isComplete
      try? epoll.modify(
        display.descriptor, token: Token.display, for: isComplete ? .readable : [.readable, .writable])
    }
  }

  /// There is no connection, for now.
  private func fail(_ error: WaylandError, _ body: (Report) -> Void) {
    trouble = error
    switch error {
    case .noSocket: break
    case .several: tellUnreachable(error, body)
    case .unreachable(let reason) where reason.isMissing: break
    default: tryAgain(error, body)
    }
  }

  /// A socket is there, but nobody who answers. Not there yet, or gone, is not told of before it has been so for long.
  private func tryAgain(_ error: WaylandError, _ body: (Report) -> Void) {
    if let next = backoff.next(at: monotonicNow()) {
      timeout = .attempt
      try? timer.set(to: next)
    } else {
      tellUnreachable(error, body)
    }
  }

  private func tellUnreachable(_ error: WaylandError, _ body: (Report) -> Void) {
    trouble = error
    guard !hasToldUnreachable else { return }
    hasToldUnreachable = true
    body(.unreachable(error))
  }

  // MARK: The connection

  private func serve(_ event: Epoll.Ready, _ body: (Report) -> Void) {
    guard let served = display ?? candidate else { return }
    let wasFull = isFull
    do {
      try served.dispatch()
      if candidate != nil, served.isReady {
        candidate = nil
        display = served
        trouble = nil
        hasToldUnreachable = false
        try? timer.disarm()
        body(.connected(served))
        // What was asked for just now.
        try served.flush()
      }
      if wasFull, !isFull { body(.writable(served)) }
    } catch {
      lose(served, error, body)
    }
  }

  private func lose(_ lost: WaylandDisplay, _ error: WaylandError, _ body: (Report) -> Void) {
    lost.flushed = nil
    try? epoll.remove(lost.descriptor)
    isFull = false
    let wasConnected = display != nil
    display = nil
    candidate = nil
    trouble = error
    if wasConnected { body(.lost(error)) }
    if monotonicNow() - connectedAt > Self.shortLife { backoff.reset() }
    try? startWatching()
    tryAgain(error, body)
  }

  // MARK: Watching

  private func startWatching() throws(SystemError) {
    if watch == nil {
      let new = try FileWatch()
      try epoll.add(new.number, token: Token.watch)
      watch = consume new
    }
    switch place {
    case .path(let path): try? watch?.watch([path])
    case .anyIn(let directory): try? watch?.watch([], directories: [directory])
    case .unknown: break
    }
  }

  /// Others' sockets come and go in the directory.
  private func stopWatching() {
    if let number = watch?.number { try? epoll.remove(number) }
    watch = nil
  }
}
