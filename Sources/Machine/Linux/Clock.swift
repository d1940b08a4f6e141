internal import Glibc
public import Time

extension Timestamp {
  /// The current time on the clock of input events and timers (CLOCK_MONOTONIC).
  public static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Timestamp(microseconds: Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)
  }
}

extension Duration {
  /// The processor time that the calling thread has used (CLOCK_THREAD_CPUTIME_ID).
  public static var ofThread: Duration {
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return .seconds(Int64(used.tv_sec)) + .nanoseconds(Int64(used.tv_nsec))
  }

  /// The timeout for poll(2) and epoll_wait(2): milliseconds, rounded up, not negative, at most 1,000,000,000 (eleven
  /// days).
  public var milliseconds: CInt {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    guard self > .zero else { return 0 }
    return CInt(seconds) * 1000 + CInt((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

/// Sleeps until `moment`, and handles nothing meanwhile.
public func sleep(until moment: Timestamp) {
  let wait = max(0, (moment - .now).wholeMicroseconds)
  var time = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
  nanosleep(&time, nil)
}
