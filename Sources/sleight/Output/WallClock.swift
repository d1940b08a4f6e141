import Glibc

/// The local time in a number of milliseconds from now: `14:05:10`.
func wallClock(inMilliseconds milliseconds: Int) -> String {
  var moment = time(nil) + (milliseconds + 999) / 1000
  var parts = tm()
  localtime_r(&moment, &parts)
  return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
