internal import Glibc
internal import JSONLines

/// sway without a screen.
final class Sway: Compositor {
  private let seat: Program
  private let compositor: Program
  var window: Program
  let environment: [String: String]

  /// Starts a compositor whose keyboards have an XKB layout.
  /// - Parameter runtime: where its sockets are; nil is a folder of its own.
  init(layout: String, runtime stated: String? = nil) throws {
    let folder = try Guest.folder()
    let runtime = stated ?? "\(folder)/runtime"
    if stated == nil { try Program.run("mkdir", "-m", "700", runtime, as: .user) }
    try Guest.write("xwayland disable\ninput * xkb_layout \"\(layout)\"\n", to: "\(folder)/config")
    seat = try Self.startSeat()
    compositor = try Program(["sway", "--config", "\(folder)/config"], environment: Self.headless(in: runtime))
    let sway = compositor
    let sockets = try wait(otherwise: { "no socket of \(sway)" }) { () -> (display: String, control: String)? in
      guard sway.isRunning else { throw TimedOut(description: "ended early: \(sway)") }
      let names = Guest.names(in: runtime)
      // One that was killed has left its own. The other socket is there when this one is.
      guard let control = names.first(where: { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".\(sway.process).sock") }),
        let display = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") })
      else { return nil }
      return (display, "\(runtime)/\(control)")
    }
    environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": sockets.display, "SWAYSOCK": sockets.control]
    window = try Self.openWindow(environment)
  }

  deinit {
    // In this order each can still say goodbye to the next.
    for program in [window, compositor, seat] { program.stop() }
  }

  /// Ends the compositor as nothing should: nobody says goodbye, and its sockets stay where they are.
  func kill() throws {
    compositor.signal(SIGKILL)
    try compositor.waitForExit()
    window.stop()
    seat.stop()
  }

  /// Waits until the compositor has an input device whose name contains `name`, and the window has heard of it.
  func waitForInput(named name: String) throws {
    try wait(otherwise: { "sway has no input \(name)" }) {
      try message("get_inputs").contains(name) && window.text(.output).contains("wl_keyboard] enter") ? () : nil
    }
  }

  /// Waits until the compositor has a pointer whose name contains `name`, and puts it into the middle of the window.
  func waitForPointer(named name: String) throws {
    try wait(otherwise: { "sway has no input \(name)" }) { try message("get_inputs").contains(name) ? () : nil }
    try putPointerIntoWindow()
  }

  /// Puts the pointer into the middle of the window.
  func putPointerIntoWindow() throws {
    try tell("seat - cursor set 400 300")
    try window.waitForLine(containing: "wl_pointer] enter")
  }

  /// Where the upper left corner of the window is, in pixels.
  func placeOfWindow() throws -> Surface.Place {
    let window = try JSONReader.read(message("get_tree")).descendant { $0["app_id"]?.string == "wev" }
    guard let rectangle = window?["rect"], let x = rectangle["x"]?.number, let y = rectangle["y"]?.number else {
      throw TimedOut(description: "sway has no window wev")
    }
    return Surface.Place(x: x, y: y)
  }

  /// Waits until keys go to the window of `app`: it is there before it has the focus.
  func waitForFocus(on app: String) throws {
    try wait(otherwise: { "\(app) does not get the focus" }) {
      let window = try JSONReader.read(message("get_tree")).descendant { $0["focused"]?.bool == true }
      return window?["app_id"]?.string == app ? () : nil
    }
  }

  /// Does what sway(5) says of `command`.
  func tell(_ command: String) throws { try Program.run("swaymsg", command, as: .user, environment: environment) }

  private func message(_ type: String) throws -> String {
    try Program.run("swaymsg", "-r", "-t", type, as: .user, environment: environment)
  }
}

extension JSONValue {
  /// The first of sway's containers that is one of these, from the root on.
  fileprivate func descendant(where matches: (JSONValue) -> Bool) -> JSONValue? {
    if matches(self) { return self }
    for list in ["nodes", "floating_nodes"] {
      for node in self[list]?.array ?? [] {
        if let found = node.descendant(where: matches) { return found }
      }
    }
    return nil
  }
}
