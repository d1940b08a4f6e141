import Glibc
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

extension HeadlessSway {
  /// A focused window that prints the events it receives.
  func window(on display: WaylandDisplay) throws -> Client {
    let windows = Toplevels(of: display)
    // Virtual keyboards that were just made are among the capabilities that the window reads first.
    try display.roundTrip(within: .seconds(30))
    // Line buffering; otherwise the output comes in blocks of 4096 bytes.
    let wev = try client(["stdbuf", "-oL", "wev"])
    try display.run(otherwise: { "no window: \(wev.output)" }) { windows.activated != nil }
    // A window receives only what happens after it has asked for the seat's keyboard.
    try display.run(otherwise: { "no keyboard: \(wev.output)" }) {
      guard let capabilities = wev.output.split(separator: "\n").first(where: { $0.contains("capabilities:") }) else {
        return false
      }
      return !capabilities.contains("keyboard") || wev.output.contains("wl_keyboard] enter")
    }
    return wev
  }

  /// A focused terminal with the app id `typed` that writes its input into `file`.
  func terminal(writing file: String, on display: WaylandDisplay) throws -> Client {
    let windows = Toplevels(of: display)
    // As in `window`: a terminal that learns of its keyboard later loses the keys that are typed before.
    try display.roundTrip(within: .seconds(30))
    // Raw, so that no character ends or erases the input.
    let foot = try foot("typed", "stty raw -echo; exec cat >\(file)")
    try display.run(otherwise: { "no window: \(foot.output)" }) { windows.activated?.appID == "typed" }
    // The terminal is raw once the file exists.
    try display.run(otherwise: { "nothing reads: \(foot.output)" }) { access(file, F_OK) == 0 }
    return foot
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
