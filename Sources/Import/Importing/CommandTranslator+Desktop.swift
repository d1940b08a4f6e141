internal import Foreign
internal import Rules
internal import RulesFile

// Regular expressions, built once: to build one takes longer than to search many lines.

/// `hl.dsp.focus({ workspace = "e+1" })` of hyprland.lua.
private nonisolated(unsafe) let luaWorkspace = /hl\.dsp\.focus\(\{\s*workspace\s*=\s*["']?([^"']+?)["']?\s*\}\)/
/// The next or previous workspace of Hyprland.
private nonisolated(unsafe) let neighbouringWorkspace = /[emr]?([+-])1/

/// Commands that control a desktop.
extension CommandTranslator {
  /// The action that sends the same command over the compositor's socket; nil for other commands.
  func compositorAction(_ words: [ShellText.Word]) -> ImportedAction? {
    guard let (name, arguments) = Self.program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    var texts = arguments.map(\.text)
    switch name {
    case "swaymsg":
      if texts.first == "--" { texts.removeFirst() }
      // With an option, it is a query.
      guard let first = texts.first, !first.hasPrefix("-") else { return nil }
      return .compositor("sway", texts.joined(separator: " "))
    case "hyprctl":
      if ["-q", "--quiet"].contains(texts.first) { texts.removeFirst() }
      guard texts.first == "dispatch", texts.count > 1 else { return nil }
      return .compositor("hyprland", texts.joined(separator: " "))
    case "niri":
      guard texts.count > 2, texts[0] == "msg", texts[1] == "action", texts[2] != "spawn" else { return nil }
      return .compositor("niri", texts.dropFirst(2).joined(separator: " "))
    default: return nil
    }
  }

  /// The desktop action of a command for X11, for Plasma's shortcuts, or for a desktop other than `desktop`; nil for other
  /// commands.
  func desktopAction(_ words: [ShellText.Word]) -> DesktopAction? {
    guard let (name, arguments) = Self.program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    if let operation = DesktopCommands.operation(name, arguments.map(\.text)) { return .operation(operation) }
    let texts = arguments.flatMap { $0.text.words }
    switch name {
    case "swaymsg" where desktop != nil && desktop != .sway, "i3-msg" where desktop != nil:
      return DesktopAction(sway: texts)
    case "hyprctl" where desktop != nil && desktop != .hyprland:
      return texts.first == "dispatch" ? DesktopAction(dispatcher: Array(texts.dropFirst())) : nil
    case "niri" where desktop != nil && desktop != .niri:
      return DesktopCommands.ownOperation(name, texts).map { .operation($0) }
    case "qdbus", "qdbus6", "qdbus-qt5", "qdbus-qt6":
      guard let desktop, desktop != .kde, texts.contains("invokeShortcut") else { return nil }
      return Self.kwinNeighbours[arguments.last?.text ?? ""]
    default: return nil
    }
  }

  /// The actions by the names of KWin's shortcuts that depend on the rows of its desktops, or tile
  /// (KDE/kwin, src/kwinbindings.cpp).
  static let kwinNeighbours: [String: DesktopAction] = [
    "Switch One Desktop to the Left": .neighbour(.left, movesWindow: false),
    "Switch One Desktop to the Right": .neighbour(.right, movesWindow: false),
    "Switch One Desktop Up": .neighbour(.up, movesWindow: false),
    "Switch One Desktop Down": .neighbour(.down, movesWindow: false),
    "Window One Desktop to the Left": .neighbour(.left, movesWindow: true),
    "Window One Desktop to the Right": .neighbour(.right, movesWindow: true),
    "Window Quick Tile Left": .tile(.left), "Window Quick Tile Right": .tile(.right),
  ]
}

extension DesktopAction {
  /// The action of a command of sway(5); nil for any other command.
  init?(sway words: [String]) {
    switch words {
    case ["workspace", "next"], ["workspace", "next_on_output"]: self = .workspace(isNext: true)
    case ["workspace", "prev"], ["workspace", "prev_on_output"]: self = .workspace(isNext: false)
    case ["move", "container", "to", "workspace", "next"]: self = .moveWindow(isNext: true)
    case ["move", "container", "to", "workspace", "prev"]: self = .moveWindow(isNext: false)
    case ["kill"]: self = .operation(.window(.close))
    case ["fullscreen"], ["fullscreen", "toggle"]: self = .operation(.window(.fullscreen))
    default:
      guard let number = words.last.flatMap({ Int($0) }), (1..<100).contains(number),
        words.dropLast() == ["workspace"] || words.dropLast() == ["workspace", "number"]
      else { return nil }
      self = .operation(.workspaceNumber(number))
    }
  }

  /// The action of a dispatcher of Hyprland with its arguments; nil for any other dispatcher.
  init?(dispatcher words: [String]) {
    // `hl.dsp.focus({ workspace = "e+1" })` of hyprland.lua
    let lua = words.joined(separator: " ").wholeMatch(
      of: luaWorkspace)
    let words = lua.map { ["workspace", String($0.1)] } ?? words
    switch (words.first ?? "", words.dropFirst().first ?? "", words.count) {
    case ("workspace", let name, 2):
      if let isNext = Self.isNext(name) {
        self = .workspace(isNext: isNext)
      } else {
        guard let number = Int(name), (1..<100).contains(number) else { return nil }
        self = .operation(.workspaceNumber(number))
      }
    case ("movetoworkspace", let name, 2):
      guard let isNext = Self.isNext(name) else { return nil }
      self = .moveWindow(isNext: isNext)
    case ("killactive", "", _), ("hl.dsp.window.close()", "", _): self = .operation(.window(.close))
    case ("fullscreen", "1", 2): self = .operation(.window(.maximize))
    case ("fullscreen", "", 1), ("fullscreen", "0", 2): self = .operation(.window(.fullscreen))
    default: return nil
    }
  }

  /// True for the next workspace of Hyprland, as in `e+1`, false for the previous one; nil for any other.
  private static func isNext(_ name: String) -> Bool? {
    name.wholeMatch(of: neighbouringWorkspace).map { $0.1 == "+" }
  }
}
