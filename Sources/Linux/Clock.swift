internal import CLinux
internal import Glibc

/// The current time on the clock of input events and timers, in microseconds of CLOCK_MONOTONIC.
public func monotonicNow() -> Int64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

/// Ends the program by SIGALRM after `time`, unless it is set again before; never for zero. This is a watchdog: a program
/// that hangs does not set it again.
public func setAlarm(_ time: Duration) {
  let milliseconds = Int(time.milliseconds)
  var setting = itimerval()
  setting.it_value = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
  setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &setting, nil)
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
