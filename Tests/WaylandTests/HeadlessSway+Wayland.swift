import HeadlessSway
import Linux
import Wayland

extension HeadlessSway {
  /// A connection to it that knows what it offers.
  func connect() throws -> WaylandDisplay {
    let display = try WaylandDisplay(at: socket)
    try display.roundTrip(within: .seconds(30))
    return display
  }
}

extension WaylandDisplay {
  /// Dispatches what comes until `isDone`.
  func run(otherwise: () -> String, until isDone: () -> Bool) throws {
    let end = monotonicNow() + patience
    while !isDone() {
      guard monotonicNow() < end else { throw TimedOut(description: otherwise()) }
      try flush()
      if isReadable(descriptor, within: 50) { try dispatch() }
    }
  }
}
