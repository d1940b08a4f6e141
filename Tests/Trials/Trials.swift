import Glibc

/// True if the tests run in full, as under `make test-all`: SLEIGHT_THOROUGH is set.
public let isThorough = getenv("SLEIGHT_THOROUGH") != nil

/// True if the tests run with AddressSanitizer, as under `make test-sanitized`, which sets ASAN_OPTIONS.
public let isSanitized = getenv("ASAN_OPTIONS") != nil

/// The number of trials that a test runs. `count` trials cover each behaviour; more of them only search for rarer
/// faults.
/// - Parameters:
///   - count: the number by default.
///   - thorough: the number if the tests run in full.
public func trials(_ count: Int, thorough: Int) -> Int { isThorough ? thorough : count }

/// The processor time of `body` in this thread, in seconds: other load on the machine does not count.
public func processorSeconds(_ body: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try body()
  return now() - start
}
