internal import Glibc

/// A Wayland compositor without a screen, and a focused window in it that reports what it receives.
protocol Compositor: AnyObject {
  /// The window.
  var window: Window { get set }
  /// The environment for clients.
  var environment: [String: String] { get }
}

extension Compositor {
  typealias Key = WindowKey
  typealias Input = WindowInput

  /// Starts seatd, which gives a compositor of the ordinary user's access to input devices.
  static func startSeat() throws -> Program {
    let seat = try Program(["seatd", "-g", "video"], as: .root, environment: ["SEATD_VTBOUND": "0"])
    try wait(otherwise: { "seatd does not listen: \(seat)" }) { access("/run/seatd.sock", F_OK) == 0 ? () : nil }
    return seat
  }

  /// The environment for a wlroots compositor that draws into memory, with its sockets in `runtime`.
  static func headless(in runtime: String) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": runtime, "LIBSEAT_BACKEND": "seatd", "WLR_BACKENDS": "headless,libinput",
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]
  }

  /// Replaces the window by a new one.
  func reopenWindow() throws {
    window.program.stop()
    window = try Window(environment: environment)
  }
}
