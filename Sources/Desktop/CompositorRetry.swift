/// When a compositor is looked for again, besides when a socket comes into being.
///
///     socket made ── looked for: refused ──50 ms──100 ms──200 ms── ... ──▶ not again until another is made
///     busy, or spoken with in vain ──1 s──2 s──4 s── ... ──64 s──64 s──▶
struct CompositorRetry {
  /// Why one that may be there did not let us in.
  enum Refusal {
    /// Nobody listens at its socket: not yet, or not any more.
    case refused
    /// Too many wait to be let in, or the kernel has nothing to notice with that one comes.
    case busy
  }

  /// A connection that lasts shorter than this is one in vain.
  private static let shortest: Int64 = 1_000_000
  private static let firstRefused: Int64 = 50_000
  /// 3.2 s in all: between making its socket and listening at it a compositor does nothing else.
  private static let mostRefused = 6
  private static let firstPause: Int64 = 1_000_000
  private static let mostPauses = 6

  /// When to look again; nil where only a new socket is worth it.
  private(set) var deadline: Int64?
  private var refused = 0
  private var pauses = 0

  /// Whether it is time to look.
  func isDue(at now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }

  /// A socket came into being.
  mutating func somethingCame(at now: Int64) {
    refused = 0
    deadline = now
  }

  /// Nobody let us in.
  mutating func found(_ refusal: Refusal?, at now: Int64) {
    switch refusal {
    case nil: deadline = nil
    case .refused:
      deadline = refused < Self.mostRefused ? now + Self.firstRefused << refused : nil
      refused += 1
    case .busy: pause(at: now)
    }
  }

  /// A connection ended.
  mutating func lost(after lifetime: Int64, isClosed: Bool, at now: Int64) {
    refused = 0
    if lifetime >= Self.shortest, isClosed {
      pauses = 0
      deadline = now
    } else {
      // One that cannot be spoken with is there at once again, and so is what is wrong with it.
      if lifetime >= Self.firstPause << Self.mostPauses { pauses = 0 }
      pause(at: now)
    }
  }

  private mutating func pause(at now: Int64) {
    deadline = now + Self.firstPause << pauses
    pauses = min(pauses + 1, Self.mostPauses)
  }
}
