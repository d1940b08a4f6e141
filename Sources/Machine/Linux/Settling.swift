internal import CLinux
internal import Glibc
public import Time

/// Waits until `descriptor` is readable, but not longer than until `deadline`. Signals do not end the wait.
/// - Returns: false if it is not readable by the deadline.
public func isReadable(_ descriptor: CInt, until deadline: Timestamp) -> Bool {
  while true {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&waiting, 1, (deadline - .now).milliseconds)
    if count >= 0 || Glibc.errno != EINTR { return count > 0 }
  }
}

/// Dispatches the events of `descriptor` for as long as one is awaited, but not longer than `limit`.
public func settle(
  _ descriptor: CInt, within limit: Duration, while isAwaited: () -> Bool, _ dispatch: () throws -> Void
) rethrows {
  let deadline = Timestamp.now + limit
  while isAwaited(), isReadable(descriptor, until: deadline) { try dispatch() }
}
