internal import CSystemd
internal import Linux
internal import Time

/// The wait for a connection of sd-bus. Its descriptor changes, as do the events and the timeout: this contains all of
/// them, behind one descriptor that does not change.
final class BusWatch {
  private var epoll: Epoll
  private let timer: TimerDescriptor
  private var watched: (number: CInt, interest: Epoll.Interest)?
  private var timerDeadline: UInt64?

  /// Creates a watch without a connection.
  /// - Throws: `SystemError`.
  init() throws(SystemError) {
    epoll = try Epoll()
    timer = try TimerDescriptor()
    try epoll.add(timer.number, token: 0)
  }

  /// The descriptor to wait for. It does not change.
  var descriptor: CInt { epoll.number }

  /// Makes the timer unreadable after it fired.
  /// - Throws: `SystemError`.
  func acknowledge() throws(SystemError) {
    try timer.acknowledge()
    timerDeadline = nil
  }

  /// Makes the descriptor readable at `time`, until the next `update`.
  /// - Throws: `SystemError`.
  func wake(at time: Timestamp) throws(SystemError) { try timer.set(to: time) }

  /// Ends watching, before the connection is closed.
  func stop() {
    if let watched { try? epoll.remove(watched.number) }
    watched = nil
  }

  /// Waits for what the connection waits for now.
  /// - Throws: `SystemError` if the connection is lost.
  func update(for connection: OpaquePointer?) throws(SystemError) {
    let number = try checkBus("sd_bus_get_fd", sdBus.get_fd(connection))
    let events = try checkBus("sd_bus_get_events", sdBus.get_events(connection))
    // Linux has the same bits for poll(2) and epoll.
    let interest = Epoll.Interest(rawValue: UInt32(bitPattern: events))
    if watched?.number != number {
      if let watched { try? epoll.remove(watched.number) }
      watched = nil
      try epoll.add(number, token: 1, for: interest)
    } else if watched?.interest != interest {
      try epoll.modify(number, token: 1, for: interest)
    }
    watched = (number, interest)

    // In microseconds of CLOCK_MONOTONIC, as for the timer; the maximum means none.
    var deadline = UInt64.max
    try checkBus("sd_bus_get_timeout", sdBus.get_timeout(connection, &deadline))
    guard deadline != timerDeadline else { return }
    if deadline == .max {
      try timer.disarm()
    } else {
      try timer.set(to: Timestamp(microseconds: Int64(clamping: deadline)))
    }
    timerDeadline = deadline
  }
}

/// Checks a result of sd-bus.
/// - Throws: `SystemError` if it is negative.
@discardableResult
func checkBus(_ call: String, _ result: CInt, path: String? = nil) throws(SystemError) -> CInt {
  guard result >= 0 else { throw SystemError(call, path: path, code: -result) }
  return result
}
