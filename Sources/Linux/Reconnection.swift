/// The times at which a client connects to a server that starts later, restarts or fails. All times are in microseconds.
///
///     socket created ── refused ──×1──×2──×4── ... ──▶ given up until another socket is created
///     connected ── ended, or busy ──×1──×2──×4── ... ──▶ likewise
///     connected ── restarted ── at once
///
/// A socket exists before its server listens, and after its server was killed.
public struct Reconnection: Sendable {
  /// Delays that double from the first to the longest one.
  public struct Backoff: Sendable {
    private let first: Int64
    private let longest: Int64
    private let limit: Int
    private var count = 0

    /// - Parameter limit: the number of delays before giving up.
    public init(first: Int64, longest: Int64, limit: Int = .max) {
      self.first = first
      self.longest = longest
      self.limit = limit
    }

    mutating func reset() { count = 0 }

    mutating func next() -> Int64? {
      guard count < limit else { return nil }
      defer { count += 1 }
      return min(first << Int64(min(count, 20)), longest)
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
  public private(set) var deadline: Int64?
  private var refused: Backoff
  private var ended: Backoff?
  private let stableLifetime: Int64

  /// - Parameters:
  ///   - refused: the delays while connections are refused.
  ///   - ended: the delays after connections that end, or a busy server; nil to continue those of `refused`.
  ///   - stableLifetime: the lifetime of a connection after which the delays start from the first one again.
  public init(refused: Backoff, ended: Backoff? = nil, stableLifetime: Int64) {
    self.refused = refused
    self.ended = ended
    self.stableLifetime = stableLifetime
  }

  /// True if an attempt is due.
  public func isDue(at now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Handles the creation of a socket.
  public mutating func socketCreated(at now: Int64) {
    refused.reset()
    deadline = now
  }

  /// Handles a failed attempt.
  public mutating func attemptFailed(_ failure: Failure, at now: Int64) {
    switch failure {
    case .missing: deadline = nil
    case .refused: deadline = refused.next().map { now + $0 }
    case .busy: backOff(at: now)
    }
  }

  /// Handles the end of a connection.
  /// - Parameter isRestart: true if the server has probably restarted, so that there is no delay.
  public mutating func connectionEnded(after lifetime: Int64, isRestart: Bool = false, at now: Int64) {
    if ended != nil { refused.reset() }
    if isRestart || lifetime >= stableLifetime { endedBackoff.reset() }
    if isRestart { deadline = now } else { backOff(at: now) }
  }

  private var endedBackoff: Backoff {
    get { ended ?? refused }
    set { if ended == nil { refused = newValue } else { ended = newValue } }
  }

  private mutating func backOff(at now: Int64) { deadline = endedBackoff.next().map { now + $0 } }
}
