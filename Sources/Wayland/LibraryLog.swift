internal import CWayland

/// What libwayland has to say of a connection that ends: it tells the reason in words nowhere else.
enum LibraryLog {
  /// libwayland has one log for the whole process.
  private static let kept: Void = sleight_keep_wayland_log()

  /// Keeps the first line that is said by this thread from now on, rather than have it printed.
  static func begin() {
    kept
    sleight_clear_wayland_log()
  }

  /// The line without its line feed; empty where nothing was said.
  static var line: String {
    guard let text = sleight_wayland_log() else { return "" }
    return String(String(cString: text).prefix { $0 != "\n" })
  }
}
