internal import Gestures

/// Reads the gestures that a compositor's own configuration file binds.
extension DesktopGestures {
  /// sway's gestures: its `bindgesture` lines, see sway(5).
  /// - Parameter text: the text of its configuration file. Files that it includes are not read.
  public static func sway(_ text: String) -> DesktopGestures {
    DesktopGestures("sway", text.split(whereSeparator: \.isNewline).compactMap { swayClaim($0) })
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
    guard !words.isEmpty else { return .any }
    let known = ["up", "down", "left", "right"].filter { words.contains($0) }
    switch known {
    case ["up", "left"]: return .upLeft
    case ["up", "right"]: return .upRight
    case ["down", "left"]: return .downLeft
    case ["down", "right"]: return .downRight
    case ["up"]: return .up
    case ["down"]: return .down
    case ["left"]: return .left
    case ["right"]: return .right
    default: return .any
    }
  }

  /// Hyprland's gestures: its `gesture` lines, and `workspace_swipe` of versions before 0.51.
  /// - Parameter text: the text of hyprland.conf. Files that it sources are not read.
  public static func hyprland(_ text: String) -> DesktopGestures {
    var claims: [Claim] = []
    var swipes = false
    var fingers = 3
    for line in text.split(whereSeparator: \.isNewline) {
      let sides = line.prefix { $0 != "#" }.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard sides.count == 2 else { continue }
      switch sides[0] {
      case "workspace_swipe", "gestures:workspace_swipe": swipes = ["true", "yes", "on", "1"].contains(sides[1])
      case "workspace_swipe_fingers", "gestures:workspace_swipe_fingers": fingers = Int(sides[1]) ?? fingers
      case "gesture": claims += hyprlandClaim(sides[1]).map { [$0] } ?? []
      default: continue
      }
    }
    if swipes, fingers > 0 {
      claims.append(Claim(.swipe(.horizontal), fingers: fingers...fingers, purpose: "switches workspaces"))
    }
    return DesktopGestures("Hyprland", claims)
  }

  private static func hyprlandClaim(_ value: String) -> Claim? {
    let parts = value.split(separator: ",").map(\.trimmed)
    guard parts.count > 2, let fingers = Int(parts[0]), fingers > 0, !parts.contains("unset") else { return nil }
    let motion: Claim.Motion
    switch parts[1] {
    case "swipe": motion = .swipe(.any)
    case "horizontal": motion = .swipe(.horizontal)
    case "vertical": motion = .swipe(.vertical)
    case "left", "right", "up", "down": motion = .swipe(directions([parts[1]]))
    case "pinch": motion = .pinch(.any)
    // A pinch in is one that zooms in: the fingers part (TrackpadGestures.cpp: gestureUpdate).
    case "pinchin": motion = .pinch(.outwards)
    case "pinchout": motion = .pinch(.inwards)
    default: return nil
    }
    let action = parts.dropFirst(2).filter { !$0.contains(":") }.joined(separator: " ")
    return Claim(motion, fingers: fingers...fingers, purpose: "does '\(action)'")
  }
}
