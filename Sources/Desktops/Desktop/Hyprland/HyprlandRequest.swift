/// A request over Hyprland's request socket, which takes one for each connection.
enum HyprlandRequest: Hashable {
  case version, status, window, outputs, keyboards, lock, drag, naturalScroll, sensitivity, profile, windows, pointer
  case command(CommandQueue.Command)

  /// The request on the wire: flags, a slash, then the arguments of hyprctl(1). Nil for a command, which depends on the
  /// language of the configuration.
  var text: String? {
    switch self {
    case .version: "j/version"
    case .status: "j/status"
    case .window: "j/activewindow"
    case .outputs: "j/monitors"
    case .windows: "j/clients"
    case .pointer: "j/cursorpos"
    case .keyboards: "j/devices"
    case .lock: "j/locked"
    case .drag: "j/getoption input:touchpad:drag_3fg"
    case .naturalScroll: "j/getoption input:touchpad:natural_scroll"
    case .sensitivity: "j/getoption input:sensitivity"
    case .profile: "j/getoption input:accel_profile"
    case .command: nil
    }
  }

  /// The reason for which a command failed, from its answer; nil for success. The answers of a batch are separated by
  /// empty lines.
  static func problem(_ answer: String) -> String? {
    let lines = answer.split(whereSeparator: \.isNewline)
    if lines.isEmpty { return "no answer" }
    return lines.first { $0 != "ok" }.map(String.init)
  }
}
