internal import Touch

/// Says the same failure of the same rule once and then counts: a gesture that goes on would say it for every step.
///
///     failure    x     x x x x          x                       x
///     said       x                      x (4 times more)        x
///                │◀────── 10 s ──────▶│ │◀────── 10 s ──────▶│
struct FailureFold {
  /// For how long it is only counted.
  static let pause = Duration.seconds(10)
  /// The most that are remembered; with more, all are said again.
  static let limit = 64

  private struct Last {
    var saidAt: Timestamp
    var count = 0
  }

  private var last: [String: Last] = [:]

  /// What is to be said of a failure now; nil where it is counted.
  mutating func text(_ failure: String, at now: Timestamp) -> String? {
    if var before = last[failure], now < before.saidAt + Self.pause {
      before.count += 1
      last[failure] = before
      return nil
    }
    let count = last[failure]?.count ?? 0
    if last.count >= Self.limit { last = [:] }
    last[failure] = Last(saidAt: now)
    switch count {
    case 0: return failure
    case 1: return "\(failure) (once more in between)"
    default: return "\(failure) (\(count) times more in between)"
    }
  }
}
