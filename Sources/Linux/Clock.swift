internal import Glibc

/// The current time on the clock of input events and timers, in microseconds of CLOCK_MONOTONIC.
public func monotonicNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

extension Duration {
  /// The timeout for poll(2) and epoll_wait(2): milliseconds, rounded up, not negative, at most 1,000,000,000 (eleven
  /// days).
  var milliseconds: CInt {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    guard self > .zero else { return 0 }
    return CInt(seconds) * 1000 + CInt((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
