internal import CLinux
internal import Glibc

/// A process that kills this one if it hangs or is stopped, and thereby has the kernel release its devices. It ends
/// with this process, or with this value.
public struct Watchdog: ~Copyable {
  private let descriptor: Descriptor

  /// Starts it.
  /// - Parameter patience: the time after which it kills this process, unless it is fed.
  /// - Throws: `SystemError`.
  public init(patience: Duration) throws(SystemError) {
    let milliseconds = patience.milliseconds
    var feed: CInt = -1
    try system("fork") { sleight_start_watchdog(milliseconds, &feed) }
    descriptor = Descriptor(owning: feed)
  }

  /// Proves that this process does not hang.
  /// - Throws: `SystemError`: EPIPE if it was ended by something else.
  public func feed() throws(SystemError) { try descriptor.write([0]) }
}
