internal import Glibc

/// phoc without a screen, the second compositor: it speaks the protocols of wlroots and has no socket of its own.
final class Phoc: Compositor {
  private let seat: Program
  private let compositor: Program
  var window: Program
  let environment: [String: String]

  /// Starts it; it has a seat as soon as it has an input device.
  init() throws {
    let runtime = "\(try Guest.folder())/runtime"
    try Program.run("mkdir", "-m", "700", runtime, as: .user)
    seat = try Self.startSeat()
    compositor = try Program(
      ["phoc"], environment: Self.headless(in: runtime).merging(["GSETTINGS_BACKEND": "memory"]) { $1 })
    let phoc = compositor
    let display = try wait(otherwise: { "no socket of \(phoc)" }) { () -> String? in
      guard phoc.isRunning else { throw TimedOut(description: "ended early: \(phoc)") }
      return Guest.names(in: runtime).first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
    }
    environment = ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": display]
    window = try Self.openWindow(environment)
  }

  deinit {
    for program in [window, compositor, seat] { program.stop() }
  }
}
