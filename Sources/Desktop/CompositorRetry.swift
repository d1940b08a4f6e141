/// The times of further attempts to connect, besides those when a socket is created.
///
///     socket created ── attempt: refused ──50 ms──100 ms──200 ms── ... ──▶ given up until another is created
///     busy, or disconnected early ──1 s──2 s──4 s── ... ──64 s──64 s──▶
struct CompositorRetry {
  /// The reason for which a compositor that may exist was not connected to.
  enum Refusal {
    /// No process listens at its socket: not yet, or not any more.
    case refused
    /// Its queue of connections is full, or the kernel's limit of watches is reached, so that new sockets are not
    /// detected.
    case busy
  }

  /// The minimum lifetime of a successful connection.
  private static let shortest: Int64 = 1_000_000
  private static let firstRefused: Int64 = 50_000
  /// 3.2 s in all: a starting compositor does nothing else between creating its socket and listening.
  private static let mostRefused = 6
  private static let firstPause: Int64 = 1_000_000
  private static let mostPauses = 6

  /// The time of the next attempt; nil to wait for a new socket.
  private(set) var deadline: Int64?
  private var refused = 0
  private var pauses = 0

  /// True if an attempt is due.
  func isDue(at now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

  /// Handles the creation of a socket.
  mutating func somethingCame(at now: Int64) {
    refused = 0
    deadline = now
  }

  /// Handles an attempt that found no compositor.
  mutating func found(_ refusal: Refusal?, at now: Int64) {
    switch refusal {
    case nil: deadline = nil
    case .refused:
      deadline = refused < Self.mostRefused ? now + Self.firstRefused << refused : nil
      refused += 1
    case .busy: pause(at: now)
    }
  }

  /// Handles the end of a connection.
  mutating func lost(after lifetime: Int64, isClosed: Bool, at now: Int64) {
    refused = 0
    if lifetime >= Self.shortest, isClosed {
      pauses = 0
      deadline = now
    } else {
      // A defective compositor accepts connections at once again, with the same result.
      if lifetime >= Self.firstPause << Self.mostPauses { pauses = 0 }
      pause(at: now)
    }
  }

  private mutating func pause(at now: Int64) {
    deadline = now + Self.firstPause << pauses
    pauses = min(pauses + 1, Self.mostPauses)
  }
}
