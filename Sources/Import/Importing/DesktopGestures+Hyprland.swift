public import Desktop
internal import Foreign
internal import Gestures
internal import RulesFile

/// Reads the touchpad gestures of Hyprland's own configuration.
extension DesktopGestures {
  /// Hyprland's gestures: the lines `gesture` of hyprland.conf, and `workspace_swipe` of versions before 0.51; or the
  /// calls of `hl.gesture` in hyprland.lua with constant arguments.
  /// - Parameters:
  ///   - text: the text of the configuration. Files that it includes are not read.
  ///   - language: its language.
  public static func hyprland(_ text: String, in language: CompositorRelease.Language) -> DesktopGestures {
    let source = ImportSource(name: language.file, bytes: Array(text.utf8))
    let isLua = language == .lua
    let statements = isLua ? HyprlandLua.read(source).statements : HyprlandLanguage.read(source).statements
    var claims: [Claim] = []
    var settings: [String: String] = [:]
    for statement in statements {
      switch statement.content {
      case .gesture(let gesture): claims += claim(of: gesture).map { [$0] } ?? []
      case .setting(let name, let value): settings[name] = value
      case .include, .problem, .unknown: break
      }
    }
    let fingers = settings["workspace_swipe_fingers"].flatMap { Int($0) } ?? 3
    if settings["workspace_swipe"].map(HyprlandImporter.isTrue) == true, fingers > 0 {
      claims.append(Claim(.swipe(.horizontal), fingers: fingers...fingers, purpose: "switches workspaces"))
    }
    let lines = isLua ? "calls of 'hl.gesture'" : "lines 'gesture'"
    return DesktopGestures("Hyprland", claims, remedy: "remove the \(lines) from \(language.file)")
  }

  private static func claim(of gesture: HyprlandGesture) -> Claim? {
    guard !gesture.isTouchscreen, gesture.fingers > 0, let pattern = gesture.pattern else { return nil }
    if case .unset = gesture.action { return nil }
    let motion: Claim.Motion =
      pattern.gesture == .swipe
      ? .swipe(Directions(words: [pattern.value])) : .pinch(PinchDirections(words: [pattern.value]))
    return Claim(
      motion, fingers: gesture.fingers...gesture.fingers,
      purpose: gesture.action.words.map { "does '\($0)'" } ?? "acts")
  }
}

extension HyprlandAction {
  /// The action in words of a configuration; nil if there are none.
  fileprivate var words: String? {
    switch self {
    case .workspace: "workspace"
    case .close: "close"
    case .following(let words): words
    case .fullscreen(let isMaximized): isMaximized ? "fullscreen maximize" : "fullscreen"
    case .float(let mode): "float \(mode)"
    case .actions(let steps):
      steps.map { step in
        switch step {
        case .command(let command): command
        case .request(let request): request
        }
      }.joined(separator: "; ")
    case .emulate, .unset, .live, .other: nil
    }
  }
}
