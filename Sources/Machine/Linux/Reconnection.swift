public import Time

/// The times at which a client connects to a server that starts later, restarts or fails.
///
///     socket created ── refused ──×1──×2──×4── ... ──▶ given up until another socket is created
///     connected ── ended, or busy ──×1──×2──×4── ... ──▶ likewise
///     connected ── restarted ── at once
///
/// A socket exists before its server listens, and after its server was killed.
public struct Reconnection: Sendable {
  /// Delays that double from the first to the longest one.
  public struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    private let limit: Int
    private var count = 0

    /// - Parameter limit: the number of delays before giving up.
    public init(first: Duration, longest: Duration, limit: Int = .max) {
      self.first = first
      self.longest = longest
      self.limit = limit
    }

    mutating func reset() { count = 0 }

    mutating func next() -> Duration? {
      guard count < limit else { return nil }
      defer { count += 1 }
      return min(first * (1 << min(count, 20)), longest)
    }
  }

  /// The reason for which an attempt to connect failed.
  public enum Failure: Sendable {
    /// There is no socket.
    case missing
    /// No process listens at the socket: not yet, or not any more.
    case refused
    /// The server's queue of connections is full, or the creation of sockets is not detected.
    case busy
  }

  /// The time of the next attempt; nil to wait for a new socket.
  public private(set) var deadline: Timestamp?
  private var refused: Backoff
  private var ended: Backoff?
  private let stableLifetime: Duration

  /// - Parameters:
  ///   - refused: the delays while connections are refused.
  ///   - ended: the delays after connections that end, or a busy server; nil to continue those of `refused`.
  ///   - stableLifetime: the lifetime of a connection after which the delays start from the first one again.
  public init(refused: Backoff, ended: Backoff? = nil, stableLifetime: Duration) {
    self.refused = refused
    self.ended = ended
    self.stableLifetime = stableLifetime
  }

  /// True if an attempt is due.
  public func isDue(at now: Timestamp) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Handles the creation of a socket.
  public mutating func socketCreated(at now: Timestamp) {
    refused.reset()
    deadline = now
  }

  /// Handles a failed attempt.
  public mutating func attemptFailed(_ failure: Failure, at now: Timestamp) {
    switch failure {
    case .missing: deadline = nil
    case .refused: deadline = refused.next().map { now + $0 }
    case .busy: backOff(at: now)
    }
  }

  /// Handles the end of a connection.
  /// - Parameter isRestart: true if the server has probably restarted, so that there is no delay.
  public mutating func connectionEnded(after lifetime: Duration, isRestart: Bool = false, at now: Timestamp) {
    if ended != nil { refused.reset() }
    if isRestart || lifetime >= stableLifetime { endedBackoff.reset() }
    if isRestart { deadline = now } else { backOff(at: now) }
  }

  private var endedBackoff: Backoff {
    get { ended ?? refused }
    set { if ended == nil { refused = newValue } else { ended = newValue } }
  }

  private mutating func backOff(at now: Timestamp) { deadline = endedBackoff.next().map { now + $0 } }
}
