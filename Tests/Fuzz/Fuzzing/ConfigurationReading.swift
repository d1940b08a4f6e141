internal import JSONLines
internal import Niri
internal import RulesFile

@testable internal import Desktop

/// Reads compositors' own configurations, and commands for them.
enum ConfigurationReading {
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = DesktopGestures.sway(text)
    _ = DesktopGestures.hyprland(text)
    for line in text.split(separator: "\n") {
      if let action = try? NiriAction.json(for: String(line)) {
        precondition((try? JSONReader.read(action.text)) != nil, "no JSON: \(action.text)")
      }
      _ = HyprlandRequest.text(of: String(line))
    }
  }
}
