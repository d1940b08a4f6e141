internal import CWayland

/// libwayland's log, which is the only text that describes why a connection ended.
enum LibraryLog {
  /// Redirects the log; libwayland has one for the whole process.
  private static let kept: Void = sleight_keep_wayland_log()

  /// Clears the kept line: the next one that is logged in this thread is kept instead of printed.
  static func begin() {
    kept
    sleight_clear_wayland_log()
  }

  /// The kept line without its line feed; empty if nothing was logged.
  static var line: String {
    guard let text = sleight_wayland_log() else { return "" }
    return String(String(cString: text).prefix { $0 != "\n" })
  }
}
