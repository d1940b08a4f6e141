/// A Wayland compositor without a screen, and a window in it that has the focus and tells what it receives.
protocol Compositor: AnyObject {
  /// The window, whose words tell what it receives.
  var window: Program { get set }
  /// What clients are started with.
  var environment: [String: String] { get }
}

extension Compositor {
  typealias Key = WindowKey
  typealias Input = WindowInput

  /// A window that has received nothing yet, and has the focus.
  static func openWindow(_ environment: [String: String]) throws -> Program {
    // Its output would otherwise come in blocks of 4096 bytes.
    let window = try Program(["stdbuf", "-oL", "wev"], environment: environment)
    try window.waitForLine(containing: "activated")
    return window
  }

  /// Puts a new window in the place of the window.
  func reopenWindow() throws {
    window.stop()
    window = try Self.openWindow(environment)
  }
}
