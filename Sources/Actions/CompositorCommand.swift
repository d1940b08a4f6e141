internal import Rules

extension Action.Compositor {
  /// How to start the compositor's own program so that it hands on `command`.
  func arguments(for command: String) -> [String] {
    switch self {
    // swaymsg(1) and hyprctl join their arguments with spaces again.
    case .sway: ["swaymsg", "--", command]
    case .hyprland: ["hyprctl"] + command.split(whereSeparator: \.isWhitespace).map(String.init)
    // Each of niri's arguments counts by itself, and quotes keep one together.
    case .niri: ShellCommand.arguments(of: "niri msg action " + command)
    }
  }
}
