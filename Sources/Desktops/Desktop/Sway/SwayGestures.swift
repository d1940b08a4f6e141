internal import Gestures

/// Reads the gestures that a compositor's own configuration file binds.
extension DesktopGestures {
  /// sway's gestures: its `bindgesture` lines, see sway(5).
  /// - Parameter text: the text of its configuration file. Files that it includes are not read.
  public static func sway(_ text: String) -> DesktopGestures {
    var sway = DesktopGestures(
      "sway", text.split(whereSeparator: \.isNewline).compactMap { swayClaim($0) },
      remedy: "remove the lines 'bindgesture' from the configuration of sway")
    sway.finishesCancelled = false
    return sway
  }

  private static func swayClaim(_ line: Substring) -> Claim? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.first == "bindgesture" else { return nil }
    let rest = words.dropFirst().drop { $0.hasPrefix("--") }
    guard let gesture = rest.first else { return nil }
    let parts = gesture.split(separator: ":", omittingEmptySubsequences: false)
    let fingers = parts.count > 1 ? Int(parts[1]).map { $0...$0 } : 2...5
    guard let fingers, fingers.lowerBound > 0 else { return nil }
    let ways = parts.count > 2 ? parts[2].split(separator: "+").map(String.init) : []
    let motion: Claim.Motion
    switch parts[0] {
    case "swipe": motion = .swipe(directions(ways))
    case "pinch":
      motion = .pinch(ways.contains("inward") ? .inwards : ways.contains("outward") ? .outwards : .any)
    case "hold": motion = .hold
    default: return nil
    }
    let command = rest.dropFirst().joined(separator: " ")
    return Claim(motion, fingers: fingers, purpose: "does '\(command)'")
  }

  /// The directions that the words name together: `left+up` is the diagonal between them, no word is any direction.
  private static func directions(_ words: [String]) -> Directions {
    let name = ["up", "down", "left", "right"].filter(words.contains).joined(separator: "-")
    return named[name] ?? .any
  }

  private static let named: [String: Directions] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "up-left": .upLeft, "up-right": .upRight,
    "down-left": .downLeft, "down-right": .downRight,
  ]
}
