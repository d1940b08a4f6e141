public import Linux
import Time

/// The connection to the session's compositor for the lifetime of this program: made when the compositor appears, and
/// made again after it restarted. While there is no socket, the socket's directory is watched, so that there are no
/// needless wakeups.
public final class WaylandLink {
  /// A report of `dispatch`.
  public enum Report {
    /// Connected; the compositor's globals are known. Any previous connection was reported as `lost`.
    case connected(WaylandDisplay)
    /// Another connection, on which the compositor offers the restricted global, has replaced the previous one.
    case permitted(WaylandDisplay)
    /// The connection has ended. Objects that were created on it may be released.
    case lost(WaylandError)
    /// A compositor exists, but cannot be connected to; reported once, until there is a connection.
    case unreachable(WaylandError)
    /// There is room for requests again, after `WaylandError.full`.
    case writable(WaylandDisplay)
  }

  private enum Token {
    static let watch: UInt64 = 0
    static let timer: UInt64 = 1
    static let display: UInt64 = 2
    static let candidate: UInt64 = 3
  }

  /// The purpose for which the timer is set.
  private enum Timeout {
    case attempt
    case answer
    case permission
  }

  /// The time within which KWin notices a new permission: it searches for new desktop entries when a client connects,
  /// but not within 1.5 s of the last search (KSycoca::ensureCacheValid of KService).
  private static let permissionDelay = Duration.seconds(2)

  /// The default delays. A connection that ends within ten seconds counts as a failed attempt.
  ///
  ///     failed ─20 ms─ ─40─ ─80─ ─160─ ─320─ ─640─ ─1 s─ ─1 s─ given up until something changes
  private static let defaultReconnection = Reconnection(
    refused: .init(first: .milliseconds(20), longest: .seconds(1), limit: 8), stableLifetime: .seconds(10))

  private static let defaultAnswerTimeout = Duration.seconds(5)

  /// The connection; nil if there is none, or the compositor has not answered yet.
  public private(set) var display: WaylandDisplay?
  /// The reason for which there is no connection; nil if there is one.
  public private(set) var trouble: WaylandError?

  private let location: SocketLocation
  /// A global that the compositor offers to permitted programs only, and that is worth another connection; nil if none
  /// is.
  private let restricted: WaylandGlobal?
  /// The other connection, until the compositor has announced its globals.
  private var candidate: WaylandDisplay?
  private var epoll: Epoll
  /// Nil while there is a connection: a user may have only 128 instances.
  private var watch: FileWatch?
  private let timer: TimerDescriptor
  private var timeout = Timeout.attempt
  /// The time after which a compositor that has not answered is reported.
  private let answerTimeout: Duration
  private var reconnection: Reconnection
  private var ready: [Epoll.Ready] = []
  /// The connection whose compositor has not answered yet.
  private var pendingDisplay: WaylandDisplay?
  private var connectedAt = Timestamp.zero
  private var hasReportedUnreachable = false
  private var isFull = false

  /// Finds the compositor that the environment names; `dispatch` reports the results.
  /// - Parameter restricted: a global that the compositor offers to permitted programs only. What it offers is decided
  ///   when a program connects: without it, there is a second connection a moment later, in case the permission is new.
  /// - Throws: `SystemError` if a descriptor cannot be created, but not if there is no compositor.
  public convenience init(restricted: WaylandGlobal? = nil) throws(SystemError) {
    try self.init(
      display: Environment.value(of: "WAYLAND_DISPLAY"), runtimeDirectory: Environment.value(of: "XDG_RUNTIME_DIR"),
      answerTimeout: Self.defaultAnswerTimeout, reconnection: Self.defaultReconnection, restricted: restricted)
  }

  /// Finds the compositor that these values of variables name.
  /// - Parameters:
  ///   - display: WAYLAND_DISPLAY: a name in the directory, or a path. If nil or empty, any compositor.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR.
  /// - Throws: `SystemError` if a descriptor cannot be created.
  public convenience init(display: String?, runtimeDirectory: String?) throws(SystemError) {
    try self.init(
      display: display, runtimeDirectory: runtimeDirectory, answerTimeout: Self.defaultAnswerTimeout,
      reconnection: Self.defaultReconnection)
  }

  init(
    display: String?, runtimeDirectory: String?, answerTimeout: Duration, reconnection: Reconnection,
    restricted: WaylandGlobal? = nil
  ) throws(SystemError) {
    self.answerTimeout = answerTimeout
    self.restricted = restricted
    self.reconnection = reconnection
    location = SocketLocation(display: display, runtimeDirectory: runtimeDirectory)
    epoll = try Epoll()
    timer = try TimerDescriptor()
    try epoll.add(timer.number, token: Token.timer)
    // Without the watch, a compositor that starts later would not be detected, so its failure is an error.
    try startWatching()
    // The first `dispatch` makes the first attempt.
    try timer.set(to: .zero)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { epoll.number }

  /// Handles the events since the last call and reports changes of the connection.
  public func dispatch(_ body: (Report) -> Void) {
    try? epoll.wait(into: &ready, timeout: .zero)
    for event in ready {
      switch event.token {
      case Token.watch:
        if watch?.hasChanged() == true {
          reconnection.socketCreated(at: Timestamp.now)
          attempt(body)
        }
      case Token.timer:
        guard (try? timer.acknowledge()) == true else { continue }
        switch timeout {
        case .attempt: attempt(body)
        case .answer: reportUnreachable(.unanswered(answerTimeout), body)
        case .permission: connectCandidate()
        }
      case Token.candidate: dispatchCandidate(body)
      default: dispatchDisplay(event, body)
      }
    }
  }

  // MARK: Connecting

  private func attempt(_ body: (Report) -> Void) {
    guard display == nil, pendingDisplay == nil else { return }
    do throws(WaylandError) {
      // Watching precedes the attempt, so that a change in between is detected.
      do throws(SystemError) { try startWatching() } catch { throw .failed(error) }
      let pendingDisplay = try location.connect()
      try add(pendingDisplay)
      self.pendingDisplay = pendingDisplay
      connectedAt = Timestamp.now
      stopWatching()
      timeout = .answer
      try? timer.set(to: connectedAt + answerTimeout)
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
    display.onFlush = { [unowned self, unowned display] isComplete in
      guard isFull == isComplete else { return }
      isFull = !isComplete
      try? epoll.modify(
        display.descriptor, token: Token.display, for: isComplete ? .readable : [.readable, .writable])
    }
  }

  /// Handles a failed attempt.
  private func fail(_ error: WaylandError, _ body: (Report) -> Void) {
    trouble = error
    switch error {
    case .noSocket: break
    case .several: reportUnreachable(error, body)
    case .unreachable(let reason) where reason.isMissing: break
    default:
      reconnection.attemptFailed(.refused, at: Timestamp.now)
      scheduleAttempt(error, body)
    }
  }

  /// Schedules the next attempt: there is a socket, but no answer. A socket whose compositor does not listen yet, or
  /// not any more, is reported only after the last attempt.
  private func scheduleAttempt(_ error: WaylandError, _ body: (Report) -> Void) {
    guard let deadline = reconnection.deadline else { return reportUnreachable(error, body) }
    timeout = .attempt
    try? timer.set(to: deadline)
  }

  private func reportUnreachable(_ error: WaylandError, _ body: (Report) -> Void) {
    trouble = error
    guard !hasReportedUnreachable else { return }
    hasReportedUnreachable = true
    body(.unreachable(error))
  }

  // MARK: The connection

  private func dispatchDisplay(_ event: Epoll.Ready, _ body: (Report) -> Void) {
    guard let current = display ?? pendingDisplay else { return }
    let wasFull = isFull
    do {
      try current.dispatch()
      if pendingDisplay != nil, current.isReady {
        pendingDisplay = nil
        display = current
        trouble = nil
        hasReportedUnreachable = false
        try? timer.disarm()
        if let restricted, !current.offers(restricted) {
          timeout = .permission
          try? timer.set(to: Timestamp.now + Self.permissionDelay)
        }
        body(.connected(current))
        // Sends the requests that the callee has just made.
        try current.flush()
      }
      if wasFull, !isFull { body(.writable(current)) }
    } catch {
      disconnect(current, error, body)
    }
  }

  private func disconnect(_ ended: WaylandDisplay, _ error: WaylandError, _ body: (Report) -> Void) {
    ended.onFlush = nil
    try? epoll.remove(ended.descriptor)
    dropCandidate()
    isFull = false
    let wasConnected = display != nil
    display = nil
    pendingDisplay = nil
    trouble = error
    if wasConnected { body(.lost(error)) }
    try? startWatching()
    let now = Timestamp.now
    reconnection.connectionEnded(after: now - connectedAt, at: now)
    scheduleAttempt(error, body)
  }

  // MARK: Permission

  private func connectCandidate() {
    guard display != nil, candidate == nil, let new = try? location.connect() else { return }
    guard (try? epoll.add(new.descriptor, token: Token.candidate)) != nil else { return }
    candidate = new
  }

  private func dropCandidate() {
    if let candidate { try? epoll.remove(candidate.descriptor) }
    candidate = nil
  }

  /// Replaces the connection if the other one is offered more; else closes the other one.
  private func dispatchCandidate(_ body: (Report) -> Void) {
    guard let new = candidate, let old = display, let restricted else { return }
    guard (try? new.dispatch()) != nil else { return dropCandidate() }
    guard new.isReady else { return }
    dropCandidate()
    guard new.offers(restricted) else { return }
    old.onFlush = nil
    try? epoll.remove(old.descriptor)
    isFull = false
    do throws(WaylandError) {
      try add(new)
      display = new
      connectedAt = Timestamp.now
      body(.permitted(new))
      // Sends the requests that the callee has just made.
      try new.flush()
    } catch {
      disconnect(new, error, body)
    }
  }

  // MARK: Watching

  private func startWatching() throws(SystemError) {
    if watch == nil {
      let new = try FileWatch()
      try epoll.add(new.number, token: Token.watch)
      watch = consume new
    }
    switch location {
    case .path(let path): try? watch?.watch([path])
    case .anyIn(let directory): try? watch?.watch([], directories: [directory])
    case .unknown: break
    }
  }

  /// Stops watching, since other programs' sockets come and go in the directory.
  private func stopWatching() {
    if let number = watch?.number { try? epoll.remove(number) }
    watch = nil
  }
}
