internal import CLinux
internal import Glibc

/// The time on the clock that stamps input events and that timers are set by: microseconds of CLOCK_MONOTONIC.
public func monotonicNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}
