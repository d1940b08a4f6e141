/// The times of a bounded number of attempts after a failure.
///
///     failed ─20 ms─ ─40─ ─80─ ─160─ ─320─ ─640─ ─1 s─ ─1 s─ given up until something changes
///
/// A socket exists a moment before its compositor listens, and remains after its compositor was killed.
struct Backoff {
  private static let most = 8

  /// The first and the longest delay, in microseconds.
  private let first: Int64
  private let longest: Int64
  private var count = 0

  init(first: Int64 = 20_000, longest: Int64 = 1_000_000) {
    self.first = first
    self.longest = longest
  }

  /// Forgets all failures.
  mutating func reset() { count = 0 }

  /// The time of the next attempt, in microseconds on the clock of `now`; nil after the last one.
  mutating func next(at now: Int64) -> Int64? {
    guard count < Self.most else { return nil }
    defer { count += 1 }
    return now + min(first << Int64(count), longest)
  }
}
