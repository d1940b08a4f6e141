internal import Glibc

/// A Wayland compositor without a screen, and a window in it that has the focus and tells what it receives.
protocol Compositor: AnyObject {
  /// The window, whose words tell what it receives.
  var window: Window { get set }
  /// What clients are started with.
  var environment: [String: String] { get }
}

extension Compositor {
  typealias Key = WindowKey
  typealias Input = WindowInput

  /// Lets a compositor of the ordinary user's have the input devices.
  static func startSeat() throws -> Program {
    let seat = try Program(["seatd", "-g", "video"], as: .root, environment: ["SEATD_VTBOUND": "0"])
    try wait(otherwise: { "seatd does not listen: \(seat)" }) { access("/run/seatd.sock", F_OK) == 0 ? () : nil }
    return seat
  }

  /// The environment in which a compositor of wlroots draws into memory, and whose sockets are in `runtime`.
  static func headless(in runtime: String) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": runtime, "LIBSEAT_BACKEND": "seatd", "WLR_BACKENDS": "headless,libinput",
      "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
    ]
  }

  /// Puts a new window in the place of the window.
  func reopenWindow() throws {
    window.program.stop()
    window = try Window(environment: environment)
  }
}
