/// Where a session's daemon listens.
public enum ControlSocket {
  /// The longest line that either side reads, in bytes.
  public static let longestLine = 65_536

  /// The socket's path, or nil where the session has no directory for such things (XDG_RUNTIME_DIR).
  public static func path(runtimeDirectory: String?) -> String? {
    guard let directory = runtimeDirectory, directory.hasPrefix("/") else { return nil }
    return directory + "/sleight.sock"
  }
}
