internal import Glibc
internal import Synchronization

/// The keyboard and pointer that a machine has, on a compositor without devices: those of another daemon, in a session
/// of its own. wayfire 0.10 ignores the keys of a keyboard that replaces its only one, and sway takes the focus from a
/// pointer with the last device. Windows miss what a pointer does before they know that there is one.
///
/// Safe to share, since only the mutex gives it out.
final class PluggedDevices: @unchecked Sendable {
  private static let plugged = Mutex<PluggedDevices?>(nil)
  private let program: Program
  /// Hyprland's keyboard is one of the kernel's: its layouts are those of the configuration.
  private let keyboard: HeldDevice?

  /// The environment of its daemon.
  private let environment: [String: String]

  /// Plugs them in, if the desktop has none and they are not there yet, and presses a key.
  static func plugIn(_ kind: String) throws {
    guard LiveDesktop.isWlroots || kind == "hyprland" else { return }
    try plugged.withLock { plugged in
      if plugged == nil { plugged = try PluggedDevices(LiveDesktop.currentEnvironment) }
      try plugged?.pressKey()
    }
  }

  /// Presses a key: sway 1.12 has no keymap for new windows after the keyboard that was used last has gone, and wev
  /// crashes without one.
  private func pressKey() throws {
    guard keyboard == nil else { return }
    let press = try Program.sleight("trigger", "press", environment: environment)
    guard try press.waitForExit() == 0 else { throw TimedOut(description: "\(press)") }
  }

  private init(_ environment: [String: String]) throws {
    let folder = try Guest.folder()
    keyboard = LiveDesktop.kind == "hyprland" ? try HeldDevice() : nil
    // The fingers are left to the daemon of a test: only one can take them.
    try Guest.write(
      "settings: {keep: true}\nrules:\n  - {swipe: up, fingers: 4, do: {click: left}}\n"
        + (keyboard == nil ? "  - {name: press, swipe: down, fingers: 4, do: {keys: shift}}\n" : ""),
      to: "\(folder)/rules.yml")
    let socket = "\(environment["XDG_RUNTIME_DIR"] ?? "")/\(environment["WAYLAND_DISPLAY"] ?? "")"
    self.environment = environment.merging(["XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": socket]) { $1 }
    let program = try Program.sleight("run", "--config", "\(folder)/rules.yml", environment: self.environment)
    self.program = program
    try wait(otherwise: { "the devices are not there: \(program)" }) {
      let status = try Program.sleight("status", environment: self.environment)
      return try status.waitForExit() == 0 && status.text(.output).contains("pointer: moved") ? () : nil
    }
  }
}

/// A keyboard with the layouts us and de, as a user's, until this object is released.
final class LayoutKeyboard {
  private let program: Program

  init(_ environment: [String: String]) throws {
    program = try Program(
      ["\(Guest.checkout)/Tests/Desktops/keyboard.py"],
      environment: environment.merging(["XKB_DEFAULT_LAYOUT": "us,de"]) { $1 })
    try program.waitForLine(containing: "0")
  }

  deinit { program.stop() }

  /// Switches to the other layout, as the user's own shortcut would.
  func switchLayout() throws {
    let count = program.lines().count
    program.signal(SIGUSR1)
    try wait(otherwise: { [program] in "the layout stays: \(program)" }) { program.lines().count > count ? () : nil }
  }
}

/// A keyboard of the kernel's, as long as this object exists.
private final class HeldDevice {
  private let device: VirtualDevice

  init() throws {
    device = try LiveDesktop.withUinput {
      try VirtualDevice(
        name: "Virtual Keyboard", keys: (1...32).map { CInt($0) } + (33...125).map { CInt($0) }, axes: [],
        properties: [])
    }
  }
}

extension LiveDesktop {
  /// Calls `body` while /dev/uinput exists. The daemon must find none, so that it uses Hyprland's protocols.
  static func withUinput<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
    try Program.run("mknod", "/dev/uinput", "c", "10", "223")
    defer { unlink("/dev/uinput") }
    return try body()
  }
}
