internal import Glibc

/// wayfire on the guest's own screen: a compositor of wlroots with neither sway's socket nor another one.
final class Wayfire: Compositor {
  var window: Window
  let environment: [String: String]
  private let seat: Program
  private let compositor: Program

  /// Starts a compositor whose keyboards have an XKB layout, without key bindings. It lists windows by a plugin since
  /// 0.8, and ignores that plugin's name before.
  init(layout: String) throws {
    let folder = try Guest.folder()
    let runtime = "\(folder)/runtime"
    try Program.run("mkdir", "-m", "700", runtime, as: .user)
    try Guest.write(
      """
      [core]
      plugins = place foreign-toplevel vswipe
      xwayland = false
      close_top_view = none
      [input]
      xkb_layout = \(layout)

      """, to: "\(folder)/wayfire.ini")
    seat = try Self.startSeat()
    compositor = try Program(
      ["wayfire", "-d", "-c", "\(folder)/wayfire.ini"],
      environment: [
        "XDG_RUNTIME_DIR": runtime, "LIBSEAT_BACKEND": "seatd", "WLR_BACKENDS": "drm,libinput",
        "WLR_RENDERER_ALLOW_SOFTWARE": "1",
      ])
    let wayfire = compositor
    let display = try wait(otherwise: { "no socket of \(wayfire)" }) { () -> String? in
      guard wayfire.isRunning else { throw TimedOut(description: "ended early: \(wayfire)") }
      return Guest.names(in: runtime).first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    }
    environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": display]
    window = try Window(environment: environment)
  }

  /// Waits until the compositor has an input device of that name.
  func waitForInput(named name: String) throws {
    try wait(otherwise: { "wayfire has no input \(name): \(self.compositor)" }) {
      // `virtual keyboard` of wlroots before 0.16 is `wlr_virtual_keyboard_v1` in newer releases.
      let lines = compositor.lines().map { $0.replacing("wlr_virtual_keyboard_v1", with: "virtual keyboard") }
      return lines.contains { $0.contains("new input: \(name),") } ? () : nil
    }
  }

  deinit {
    // In this order each can still take leave of the next.
    for program in [window.program, compositor, seat] { program.stop() }
  }
}
