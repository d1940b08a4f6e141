internal import Touch

/// How quickly keys follow each other on a keyboard of the kernel's, so that none is lost where the compositor is busy.
///
/// The kernel keeps 64 events for whoever reads a keyboard (EVDEV_MIN_BUFFER_SIZE in drivers/input/evdev.c), two for a
/// key that goes down or up, and throws all of them away when one more comes (SYN_DROPPED). Nothing tells a writer how
/// many wait. So what is short is written as it comes, and what is longer no faster than that a compositor may rest for
/// a tenth of a second:
///
///     key      1   2  ...  22   23   24   25
///     at, ms   0   1       21   25   29   33
struct KeyPace {
  /// How much faster than they are counted as read keys may be written: by so many of them, half of what there is room
  /// for.
  private static let lead: Int64 = 16
  /// How long one is counted, in microseconds: 31 of them, which there is room for, are 124 ms.
  private static let interval: Int64 = 4000

  /// When all that was written is counted as read, in microseconds.
  private var readAt: Int64 = 0

  /// Whether a key may be written now, which then counts as written.
  mutating func takes(at now: Timestamp) -> Bool {
    let start = max(readAt, now.microseconds)
    guard start - now.microseconds < Self.lead * Self.interval else { return false }
    readAt = start + Self.interval
    return true
  }
}
