import Glibc

/// The local time in a number of milliseconds from now, in whole seconds: `14:05:10`.
func wallClock(inMilliseconds milliseconds: Int) -> String {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return wallClock(inMilliseconds: milliseconds, after: now)
}

/// The local time in a number of milliseconds from `now`. Later on, the same moment is the same text.
func wallClock(inMilliseconds milliseconds: Int, after now: timespec) -> String {
  var moment = now.tv_sec + (now.tv_nsec / 1_000_000 + milliseconds + 999) / 1000
  var parts = tm()
  localtime_r(&moment, &parts)
  return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
