/// A moment on the clock of the events: microseconds since a point that all devices of a machine share (CLOCK_MONOTONIC
/// for live ones, the recording's start for recorded ones).
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The number of microseconds, never negative.
  public let microseconds: Int64

  /// The latest moment: 2^53 µs, 285 years. Whole numbers are exact up to here in JSON, and the sum of two never
  /// overflows.
  public static let latest = Timestamp(microseconds: 1 << 53)

  /// The clock's zero.
  public static let zero = Timestamp(microseconds: 0)

  /// A moment, clamped to the range of the clock.
  public init(microseconds: Int64) { self.microseconds = min(max(microseconds, 0), 1 << 53) }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

  /// The time from `right` to `left`; negative if `left` is earlier.
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

extension Timestamp? {
  /// Becomes the earlier one of itself and `other`. Nil is no moment, and never the earlier one.
  @inlinable public mutating func limit(to other: Timestamp?) {
    guard let other else { return }
    self = map { Swift.min($0, other) } ?? other
  }
}

extension Duration {
  /// The duration in whole microseconds, clamped to 285 years either way.
  public var wholeMicroseconds: Int64 {
    // Up to 9 s, without a division of 128 bits: deadlines are computed with each event. Swift 6.0 lacks the property.
    #if compiler(>=6.1)
      if let short = Int64(exactly: self.attoseconds) { return short / 1_000_000_000_000 }
    #endif
    let (seconds, attoseconds) = components
    let limit: Int64 = 1 << 53
    guard seconds.magnitude < limit / 1_000_000 else { return seconds < 0 ? -limit : limit }
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  /// The duration in seconds, for rates per second.
  public var inSeconds: Double { Double(wholeMicroseconds) / 1_000_000 }
}
