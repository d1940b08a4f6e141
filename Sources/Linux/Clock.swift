internal import CLinux
internal import Glibc

/// The time on the clock that stamps input events and that timers are set by: microseconds of CLOCK_MONOTONIC.
public func monotonicNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

extension Duration {
  /// It as poll(2) and epoll_wait(2) take it: milliseconds, rounded up, none below zero, eleven days at most.
  var milliseconds: CInt {
    let (seconds, attoseconds) = components
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    guard self > .zero else { return 0 }
    return CInt(seconds) * 1000 + CInt((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
