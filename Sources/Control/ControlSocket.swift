/// The socket at which a session's daemon listens.
public enum ControlSocket {
  /// The maximum length of a line in either direction, in bytes.
  public static let longestLine = 65_536

  /// The socket's path; nil if the session has no runtime directory (XDG_RUNTIME_DIR).
  public static func path(runtimeDirectory: String?) -> String? {
    guard let directory = runtimeDirectory, directory.hasPrefix("/") else { return nil }
    return directory + "/sleight.sock"
  }
}
