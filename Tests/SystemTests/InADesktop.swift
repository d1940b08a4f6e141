internal import Glibc
internal import JSONLines
internal import Testing

/// The tests that run inside GNOME or Plasma, started by Tests/Desktops/test. Serialized, since they share one desktop.
@Suite(.serialized, .enabled(if: LiveDesktop.isHere, "needs GNOME or Plasma: make test-desktops")) struct InADesktop {}

/// The desktop that the tests run in.
final class LiveDesktop: Compositor {
  /// True in a desktop.
  static let isHere = Guest.variable("SLEIGHT_GUEST") == "desktop"
  /// The kind of desktop: `gnome` or `kde`.
  static let kind = Guest.variable("SLEIGHT_DESKTOP") ?? ""
  /// The Debian suite that it comes from.
  static let suite = Guest.variable("SLEIGHT_SUITE") ?? ""
  /// True if the suite's terminal runs on it.
  static let hasTerminal = kind == "gnome" || suite != "bookworm"
  /// True if it can type characters that are on no key: GNOME, and KWin since 6.7.
  static let typesCharacters = kind == "gnome" || suite == "sid"

  let environment: [String: String]
  var window: Window

  /// Opens a window.
  init() throws {
    let names = [
      "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS",
      "DBUS_SYSTEM_BUS_ADDRESS", "LD_LIBRARY_PATH", "HOME",
    ]
    environment = [String: String](
      uniqueKeysWithValues: names.compactMap { name in Guest.variable(name).map { (name, $0) } })
    window = try Window(environment: environment)
  }

  deinit { window.program.stop() }

  /// Starts a daemon, and waits until it knows the desktop.
  func daemon(_ rules: String) throws -> Daemon {
    let daemon = try Daemon(
      rulesText: "rules:\n\(rules)", folder: Guest.folder(), reading: [], environment: environment)
    try wait(otherwise: { "the daemon does not answer: \(daemon.program)" }) {
      guard daemon.program.isRunning else { throw TimedOut(description: "ended early: \(daemon.program)") }
      return (try? status()).map { _ in () }
    }
    try waitForStatus { $0["app"]?.string != nil }
    return daemon
  }

  /// Performs the rule `name`.
  func trigger(_ name: String) throws {
    let trigger = try Program.sleight("trigger", name, environment: environment)
    guard try trigger.waitForExit() == 0 else { throw TimedOut(description: "\(trigger)") }
  }

  /// Opens a terminal, and waits until the daemon knows that it has the focus.
  func open(_ app: String, title: String) throws -> Program {
    let terminal = try Program(
      ["foot", "--app-id=\(app)", "--title=\(title)", "sleep", "infinity"], environment: environment)
    try waitForStatus { $0["app"]?.string == app }
    return terminal
  }
}
