/// When to try again what has just failed, a bounded number of times.
///
///     failed ─20 ms─ ─40─ ─80─ ─160─ ─320─ ─640─ ─1 s─ ─1 s─ given up until something changes
///
/// A socket is there a moment before somebody listens at it, and for good after who did was killed.
struct Backoff {
  private static let most = 8

  /// The first wait and the longest, in microseconds.
  private let first: Int64
  private let longest: Int64
  private var count = 0

  init(first: Int64 = 20_000, longest: Int64 = 1_000_000) {
    self.first = first
    self.longest = longest
  }

  /// As if nothing had failed yet.
  mutating func reset() { count = 0 }

  /// The time of the next try, in microseconds of the clock of `now`; nil where there have been enough.
  mutating func next(at now: Int64) -> Int64? {
    guard count < Self.most else { return nil }
    defer { count += 1 }
    return now + min(first << Int64(count), longest)
  }
}
