/// A tool whose configuration is known when it is seen, and not imported.
enum UnreadTool: String, CaseIterable {
  case inputActions = "InputActions"
  case hyprgrass
  case syngestures

  /// The tool that a configuration is of; nil where it is none of these.
  init?(recognising source: ImportSource) {
    guard let tool = Self.allCases.first(where: { $0.isMeant(by: source.lines) }) else { return nil }
    self = tool
  }

  private func isMeant(by lines: [String]) -> Bool {
    switch self {
    case .inputActions:
      // Below the device, or in one word with it in the KWin Gestures that it was.
      lines.contains { $0.hasPrefix("touchpadGestures:") }
        || lines.contains { line in Self.inputActionsDevices.contains { line.hasPrefix($0) } }
          && lines.contains { $0.bare.hasPrefix("gestures:") }
    case .hyprgrass: lines.contains { $0.contains("hyprgrass") }
    case .syngestures: lines.contains { $0.hasPrefix("[[device]]") }
    }
  }

  private static let inputActionsDevices = ["touchpad:", "touchscreen:", "mouse:", "keyboard:", "pointer:"]
}
