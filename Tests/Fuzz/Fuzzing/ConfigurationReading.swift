internal import Desktop
internal import Importing
internal import JSONLines
internal import RulesFile

/// Reads compositors' own configurations, and commands for them.
enum ConfigurationReading {
  static func read(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = DesktopGestures.sway(text)
    for language in [CompositorRelease.Language.classic, .lua] { _ = DesktopGestures.hyprland(text, in: language) }
    for line in text.split(separator: "\n") {
      if let action = try? NiriAction.json(for: String(line)) {
        precondition((try? JSONReader.read(action.text)) != nil, "no JSON: \(action.text)")
      }
      if let request = try? HyprlandCommand.request(for: String(line), in: .lua) {
        precondition(
          request.unicodeScalars.first == "/" || request.hasPrefix("[[BATCH]]"), "no request: \(request)")
      }
    }
  }
}
