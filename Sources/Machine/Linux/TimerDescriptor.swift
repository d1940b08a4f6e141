internal import CLinux
internal import Glibc
public import Time

/// A timer with a descriptor to wait for (timerfd_create(2)), on the clock of `Timestamp.now`.
public struct TimerDescriptor: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// The descriptor's number, to wait for.
  public var number: CInt { descriptor.number }

  /// Creates a timer that is not set.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) {
    descriptor = Descriptor(
      owning: try system("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
      })
  }

  /// Sets the timer to become readable once.
  /// - Parameter deadline: the time to become readable; immediately if it is past.
  /// - Throws: `SystemError`.
  public func set(to deadline: Timestamp) throws(SystemError) {
    // A time of 0 would disarm the timer.
    let deadline = max(deadline.microseconds, 1)
    try set(timespec(tv_sec: Int(deadline / 1_000_000), tv_nsec: Int(deadline % 1_000_000) * 1000))
  }

  /// Disarms the timer: it is not readable until it is set again.
  /// - Throws: `SystemError`.
  public func disarm() throws(SystemError) { try set(timespec()) }

  /// Makes the timer unreadable after it fired.
  /// - Returns: true if it had fired.
  /// - Throws: `SystemError`.
  @discardableResult
  public func acknowledge() throws(SystemError) -> Bool {
    try descriptor.read(upTo: MemoryLayout<UInt64>.size) != nil
  }

  private func set(_ value: timespec) throws(SystemError) {
    var setting = itimerspec(it_interval: timespec(), it_value: value)
    try system("timerfd_settime") {
      timerfd_settime(descriptor.number, CInt(TFD_TIMER_ABSTIME), &setting, nil)
    }
  }
}
