internal import Foreign
internal import Gestures

/// A part of a configuration of Hyprland.
struct HyprlandStatement {
  enum Content {
    case gesture(HyprlandGesture)
    /// A setting, by the last part of its name.
    case setting(String, String)
    /// A setting of gestures, or a key of a gesture, without a counterpart.
    case unknown(String)
    /// A file that is included, with the word that does so.
    case include(String, by: String)
    /// A gesture that cannot be imported, with the reason.
    case problem(ImportText)
  }

  var lines: ClosedRange<Int>
  var content: Content
}

/// A gesture of Hyprland, or of hyprgrass for touchscreens.
struct HyprlandGesture {
  /// `swipe`, `edge`, `pinch`, `tap` or `longpress`
  var kind: String
  var fingers: Int
  /// The direction in Hyprland's words, or in hyprgrass's letters.
  var direction = ""
  /// The edge at which it starts, for `edge`.
  var origin = ""
  var modifiers = ""
  var scale: String?
  var isTouchscreen = false
  /// True if it acts only while the session is locked (findGestureBind in GestureManager.cpp of hyprgrass).
  var isLocked = false
  var action: HyprlandAction

  /// The gesture in words, for messages.
  var text: String {
    [kind, origin, "\(fingers)", direction].filter { !$0.isEmpty }.joined(separator: " ")
  }

  static let edges = [
    "l": "left", "r": "right", "u": "top", "d": "bottom", "left": "left", "right": "right", "up": "top",
    "down": "bottom", "top": "top", "bottom": "bottom",
  ]

  /// The edge in the words of rules files; nil for other kinds.
  var edge: String? { kind == "edge" ? Self.edges[origin] : nil }

  /// The gesture and its value in the words of rules files; nil if it is unknown.
  var pattern: Tool.Pattern? {
    switch kind {
    case "tap": return (.tap, "single")
    case "longpress": return (.longPress, "400ms")
    case "edge" where edge == nil: return nil
    default:
      guard let found = ImportKind.hyprland.pattern(direction.lowercased(), of: .swipe, .pinch) else { return nil }
      return kind == "pinch" || found.gesture == .swipe || kind.isEmpty ? found : nil
    }
  }

  /// Parses the pattern of hyprgrass: `swipe:3:l`, `edge:d:u`, `tap:3`, `longpress:2`, `pinch:3:i`.
  static func hyprgrass(_ pattern: String, modifiers: String, _ action: HyprlandAction) -> HyprlandGesture? {
    let parts = pattern.split(separator: ":").map(\.trimmed)
    guard parts.count > 1 else { return nil }
    let isEdge = parts[0] == "edge"
    guard let fingers = isEdge ? 1 : Int(parts[1]) else { return nil }
    return HyprlandGesture(
      kind: parts[0], fingers: fingers, direction: parts.count > 2 ? parts[2] : "", origin: isEdge ? parts[1] : "",
      modifiers: modifiers, isTouchscreen: true, action: action)
  }
}

/// The action of a gesture of Hyprland.
enum HyprlandAction {
  case workspace
  case close
  case fullscreen(isMaximized: Bool)
  /// `toggle`, `float` or `tile`
  case float(String)
  case actions([Step])
  /// hyprgrass passes the hand on as one of so many fingers on a touchpad. Hyprland's own gesture in `direction`
  /// answers.
  case emulate(fingers: Int, direction: String)
  case unset
  /// Functions in Lua that are called while the fingers move.
  case live
  /// An action that follows the fingers and has no counterpart, in the words of a configuration: `special notes`.
  case following(String)
  /// An action without a counterpart, with the reason.
  case other(ImportText)

  /// Its name, if Hyprland's own animation follows the fingers (src/managers/input/trackpad/gestures); nil if it acts
  /// at one moment.
  var followingWord: String? {
    switch self {
    case .workspace: "workspace"
    case .close: "close"
    case .live: "live"
    case .following(let words): words.words.first
    case .fullscreen, .float, .actions, .emulate, .unset, .other: nil
    }
  }

  enum Step {
    /// A command for the shell.
    case command(String)
    /// A request such as `dispatch …`.
    case request(String)
  }

  /// Parses the action of `gesture = 3, left, ACTION, ARGUMENTS`.
  init(_ name: String, _ arguments: [String]) {
    let first = arguments.first ?? ""
    switch name {
    case "workspace": self = .workspace
    case "close": self = .close
    case "special": self = .following("special \(first)".trimmed)
    case "fullscreen": self = .fullscreen(isMaximized: first.hasPrefix("max"))
    case "float": self = .float(["float", "tile"].contains(first) ? first : "toggle")
    case "unset": self = .unset
    case "dispatcher": self = HyprlandAction(dispatcher: first, arguments.dropFirst().joined(separator: ", "))
    case "move", "resize", "cursorZoom", "cursorzoom", "cursor_zoom", "scrollMove", "scroll_move":
      self = .following(name)
    case "emulate_touchpad":
      self =
        Int(first).map { .emulate(fingers: $0, direction: arguments.dropFirst().first ?? "") }
        ?? .other("'emulate_touchpad' requires a number of fingers")
    default: self = .other("unknown action '\(name)'")
    }
  }

  /// The action of a dispatcher: a command for `exec` without window rules, or else the dispatcher itself.
  init(dispatcher name: String, _ arguments: String) {
    if name == "exec", !arguments.hasPrefix("["), !arguments.isEmpty {
      self = .actions([.command(arguments)])
    } else if name.isEmpty {
      self = .other("the dispatcher is missing")
    } else {
      self = .actions([.request("dispatch " + [name, arguments].filter { !$0.isEmpty }.joined(separator: " "))])
    }
  }
}
