import HeadlessSway
import Linux
import Time
import Waiting
import Wayland

extension HeadlessSway {
  /// Connects and waits for the globals.
  func connect() throws -> WaylandDisplay {
    let display = try WaylandDisplay(at: socket)
    try display.roundTrip(within: .seconds(30))
    return display
  }
}

extension WaylandDisplay {
  /// Dispatches events until `isDone`.
  func run(otherwise: () -> String, until isDone: () -> Bool) throws {
    let end = Timestamp.now + patience
    while !isDone() {
      guard Timestamp.now < end else { throw TimedOut(description: otherwise()) }
      try flush()
      if isReadable(descriptor, within: 50) { try dispatch() }
    }
  }
}
