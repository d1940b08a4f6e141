internal import Glibc
internal import Linux

/// The Wayland sessions of the machine, for a user without a compositor.
struct WaylandSessions: Hashable {
  /// True if this is an X11 session.
  var isX11 = false
  /// The command that starts an installed session; nil if none is installed.
  var start: String?
  /// The command that installs a compositor; nil if the package manager is unknown.
  var install: String?

  /// Looks up the installed sessions.
  static func find() -> WaylandSessions {
    let commands = ["/usr/local/share", "/usr/share"].flatMap { directory in
      let sessions = "\(directory)/wayland-sessions"
      return names(inDirectory: sessions).filter { $0.hasSuffix(".desktop") }.sorted().compactMap {
        command(inDesktopFile: "\(sessions)/\($0)")
      }
    }
    let managers = [
      ("/usr/bin/apt-get", "sudo apt-get install sway"), ("/usr/bin/dnf", "sudo dnf install sway"),
      ("/usr/bin/pacman", "sudo pacman -S sway"),
    ]
    return WaylandSessions(
      isX11: Environment.value(of: "XDG_SESSION_TYPE") == "x11", start: commands.first,
      install: managers.first { access($0.0, X_OK) == 0 }?.1)
  }

  /// The command of a desktop entry (specifications.freedesktop.org/desktop-entry-spec); nil if it has none.
  static func command(inDesktopFile path: String) -> String? {
    text(ofFile: path)?.split(separator: "\n").first { $0.hasPrefix("Exec=") }
      .map { String($0.dropFirst("Exec=".count)) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
