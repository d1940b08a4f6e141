internal import CLinux
internal import Glibc
internal import Linux

/// A Wayland compositor without a screen, and a window in it that has the focus and tells which keys it receives.
final class Sway {
  /// A key as a Wayland client sees it.
  struct Key: Equatable, CustomStringConvertible {
    /// The keysym's name.
    var symbol: String
    var isPressed: Bool

    static func down(_ symbol: String) -> Key { Key(symbol: symbol, isPressed: true) }
    static func up(_ symbol: String) -> Key { Key(symbol: symbol, isPressed: false) }
    var description: String { (isPressed ? "+" : "-") + symbol }
  }

  private let seat: Program
  private let compositor: Program
  /// The window, whose words tell what it receives.
  let window: Program
  /// What its clients are started with.
  let environment: [String: String]

  /// Starts a compositor whose keyboards have an XKB layout.
  /// - Parameter runtime: where its sockets are; nil is a folder of its own.
  init(layout: String, runtime stated: String? = nil) throws {
    let folder = try Guest.folder()
    let runtime = stated ?? "\(folder)/runtime"
    if stated == nil { try Program.run("mkdir", "-m", "700", runtime, as: .user) }
    try Guest.write("xwayland disable\ninput * xkb_layout \"\(layout)\"\n", to: "\(folder)/config")
    seat = try Program(["seatd", "-g", "video"], as: .root, environment: ["SEATD_VTBOUND": "0"])
    try wait(otherwise: { "seatd does not listen" }) { access("/run/seatd.sock", F_OK) == 0 ? () : nil }
    compositor = try Program(
      ["sway", "--config", "\(folder)/config"],
      environment: [
        "XDG_RUNTIME_DIR": runtime, "LIBSEAT_BACKEND": "seatd", "WLR_BACKENDS": "headless,libinput",
        "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      ])
    let sway = compositor
    let sockets = try wait(otherwise: { "no socket of \(sway)" }) { () -> (display: String, control: String)? in
      guard sway.isRunning else { throw TimedOut(description: "ended early: \(sway)") }
      let names = Guest.names(in: runtime)
      guard let display = names.first(where: { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }),
        let control = names.first(where: { $0.hasPrefix("sway-ipc.") })
      else { return nil }
      return (display, "\(runtime)/\(control)")
    }
    environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": sockets.display, "SWAYSOCK": sockets.control]
    // Its output would otherwise come in blocks of 4096 bytes.
    window = try Program(["stdbuf", "-oL", "wev"], environment: environment)
    try window.waitForLine(containing: "activated")
  }

  deinit {
    // In this order each can still say goodbye to the next.
    for program in [window, compositor, seat] { program.stop() }
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
    try tell("seat - cursor set 400 300")
    try window.waitForLine(containing: "wl_pointer] enter")
  }

  /// The keys the window has received, in order.
  var keys: [Key] {
    // wev prints two lines for a key: `[13:  wl_keyboard] key: serial: 5; time: 9; key: 28; state: 1 (pressed)` and
    // `                      sym: Return (65293), utf8: ''`. It asks for a keyboard each time the seat's devices
    // change, and is told of every key by each of its keyboards: the first one's word is enough.
    let keyboard = window.lines().first { $0.contains("wl_keyboard]") }?.prefix { $0 != "]" } ?? "["
    var keys: [Key] = []
    var isPressed: Bool?
    for line in window.lines() {
      if line.contains("wl_keyboard] key:") {
        isPressed = line.hasPrefix(keyboard) ? line.contains("(pressed)") : nil
      } else if let pressed = isPressed, let start = line.firstRange(of: "sym: ") {
        keys.append(Key(symbol: String(line[start.upperBound...].prefix { $0 != " " }), isPressed: pressed))
        isPressed = nil
      }
    }
    return keys
  }

  /// Waits until the window has received as many keys as `expected` has, and gives all it has received a little later.
  func waitForKeys(_ expected: [Key]) throws -> [Key] {
    try wait(otherwise: { "the window received \(self.keys), not \(expected)" }) {
      keys.count >= expected.count ? () : nil
    }
    rest(for: .milliseconds(300))
    return keys
  }

  /// Does what sway(5) says of `command`.
  func tell(_ command: String) throws { try Program.run("swaymsg", command, as: .user, environment: environment) }

  /// Where fingers landed in the window and moved, in order and in pixels.
  var touches: [Surface.Place] {
    // `[15:        wl_touch] motion: time: 12675; id: 0; x, y: 427.351562, 334.898438`
    window.lines().filter { $0.contains("wl_touch]") }.compactMap { line in
      guard let start = line.firstRange(of: "x, y: ") else { return nil }
      let numbers = line[start.upperBound...].split(separator: ", ").compactMap { Double($0) }
      return numbers.count == 2 ? Surface.Place(x: numbers[0], y: numbers[1]) : nil
    }
  }

  private func message(_ type: String) throws -> String {
    try Program.run("swaymsg", "-r", "-t", type, as: .user, environment: environment)
  }
}
