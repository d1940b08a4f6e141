/// A moment on the clock that stamps the events: microseconds since a point that is the same for all of one machine's
/// devices (CLOCK_MONOTONIC for live ones, the recording's start for recorded ones).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds, never negative.
  public let microseconds: Int64

  /// The latest moment there is: 2^53 µs, 285 years. Whole numbers stay exact up to here in JSON, and sums of two
  /// never overflow.
  public static let latest = Timestamp(microseconds: 1 << 53)

  /// The clock's zero.
  public static let zero = Timestamp(microseconds: 0)

  /// A moment, clamped to what the clock can show.
  public init(microseconds: Int64) { self.microseconds = min(max(microseconds, 0), 1 << 53) }

  /// Earlier comes first.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

  /// The time from `right` to `left`; negative where `left` is the earlier.
  public static func - (left: Timestamp, right: Timestamp) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }

  /// The moment `interval` later, to the microsecond.
  public static func + (moment: Timestamp, interval: Duration) -> Timestamp {
    let (sum, overflow) = moment.microseconds.addingReportingOverflow(interval.wholeMicroseconds)
    return overflow ? (interval > .zero ? .latest : .zero) : Timestamp(microseconds: sum)
  }

  /// The moment `interval` earlier, to the microsecond.
  public static func - (moment: Timestamp, interval: Duration) -> Timestamp {
    moment + (Duration.zero - interval)
  }
}

extension Duration {
  /// The whole microseconds in it, clamped to 285 years either way.
  public var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit: Int64 = 1 << 53
    guard seconds.magnitude < limit / 1_000_000 else { return seconds < 0 ? -limit : limit }
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// It as a number of seconds, for what is measured per second.
  public var inSeconds: Double { Double(wholeMicroseconds) / 1_000_000 }
}
