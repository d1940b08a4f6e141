internal import RulesFile

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

  /// The desktop action of a command for X11 or for a desktop other than `desktop`; nil for other commands.
  func desktopAction(_ words: [ShellText.Word]) -> DesktopAction? {
    guard let (name, arguments) = Self.program(words), arguments.allSatisfy({ !$0.isExpanded }) else { return nil }
    let texts = arguments.flatMap { $0.text.words }
    switch name {
    case "xdotool": return xdotoolWorkspace(texts) ?? xdotoolWindow(texts)
    case "wmctrl": return wmctrl(texts)
    case "swaymsg" where desktop != nil && desktop != .sway, "i3-msg" where desktop != nil:
      return DesktopAction(sway: texts)
    case "hyprctl" where desktop != nil && desktop != .hyprland:
      return texts.first == "dispatch" ? DesktopAction(dispatcher: Array(texts.dropFirst())) : nil
    case "niri" where desktop != nil && desktop != .niri:
      guard texts.count == 3, texts[0] == "msg", texts[1] == "action" else { return nil }
      return Self.niriActions[texts[2]]
    case "qdbus", "qdbus6", "qdbus-qt5", "qdbus-qt6":
      guard let desktop, desktop != .kde, texts.contains("invokeShortcut") else { return nil }
      return Self.kwinShortcuts[arguments.last?.text ?? ""]
    default: return nil
    }
  }

  /// Translates `xdotool set_desktop --relative -- 1`, `xdotool set_desktop 2`.
  private func xdotoolWorkspace(_ words: [String]) -> DesktopAction? {
    guard words.first == "set_desktop" else { return nil }
    let isRelative = words.contains("--relative")
    let numbers = words.dropFirst().filter { $0 != "--relative" && $0 != "--" }
    guard numbers.count == 1, let number = Int(numbers[0]), (-1..<100).contains(number) else { return nil }
    if isRelative { return number == 1 ? .workspace(.next) : number == -1 ? .workspace(.previous) : nil }
    return number >= 0 ? .workspaceNumber(number + 1) : nil
  }

  /// Translates `xdotool getactivewindow windowminimize`.
  private func xdotoolWindow(_ words: [String]) -> DesktopAction? {
    guard words.count == 2, ["getactivewindow", "getwindowfocus"].contains(words[0]) else { return nil }
    return ["windowminimize": .minimize, "windowclose": .close, "windowquit": .close][words[1]]
  }

  /// Translates `wmctrl` with `-s 2`, `-c :ACTIVE:`, `-k on`, `-r :ACTIVE: -b toggle,maximized_vert,maximized_horz`.
  private func wmctrl(_ words: [String]) -> DesktopAction? {
    guard words.count >= 2 else { return nil }
    switch (words[0], words[1]) {
    case ("-s", let text) where words.count == 2:
      return Int(text).flatMap { (0..<100).contains($0) ? .workspaceNumber($0 + 1) : nil }
    case ("-c", ":ACTIVE:") where words.count == 2: return .close
    case ("-k", "on") where words.count == 2: return .showDesktop
    case ("-r", ":ACTIVE:") where words.count == 4 && words[2] == "-b":
      let states = words[3].split(separator: ",").map(String.init)
      guard states.first == "toggle" else { return nil }
      return Set(states.dropFirst()) == ["fullscreen"]
        ? .fullscreen : Set(states.dropFirst()) == ["maximized_vert", "maximized_horz"] ? .maximize : nil
    default: return nil
    }
  }

  /// The desktop actions by niri's names.
  private static let niriActions: [String: DesktopAction] = {
    let actions: [DesktopAction] = [
      .workspace(.next), .workspace(.previous), .moveWindow(.next), .moveWindow(.previous), .close, .fullscreen,
      .maximize,
    ]
    return Dictionary(actions.compactMap { action in action.niriCommand.map { ($0, action) } }) { first, _ in first }
  }()

  /// KWin's shortcuts by their names in kglobalaccel (KDE/kwin, src/kwinbindings.cpp).
  static let kwinShortcuts: [String: DesktopAction] = [
    "Switch to Next Desktop": .workspace(.next), "Switch to Previous Desktop": .workspace(.previous),
    "Switch One Desktop to the Left": .workspace(.left), "Switch One Desktop to the Right": .workspace(.right),
    "Switch One Desktop Up": .workspace(.up), "Switch One Desktop Down": .workspace(.down),
    "Window Maximize": .maximize, "Window Minimize": .minimize, "Window Fullscreen": .fullscreen,
    "Window Close": .close, "Show Desktop": .showDesktop, "Window Quick Tile Left": .tile(.left),
    "Window Quick Tile Right": .tile(.right),
  ]
}

extension DesktopAction {
  /// The action of a command of sway(5); nil for any other command.
  init?(sway words: [String]) {
    switch words {
    case ["workspace", "next"], ["workspace", "next_on_output"]: self = .workspace(.next)
    case ["workspace", "prev"], ["workspace", "prev_on_output"]: self = .workspace(.previous)
    case ["move", "container", "to", "workspace", "next"]: self = .moveWindow(.next)
    case ["move", "container", "to", "workspace", "prev"]: self = .moveWindow(.previous)
    case ["kill"]: self = .close
    case ["fullscreen"], ["fullscreen", "toggle"]: self = .fullscreen
    default:
      guard let number = words.last.flatMap({ Int($0) }), (1..<100).contains(number),
        words.dropLast() == ["workspace"] || words.dropLast() == ["workspace", "number"]
      else { return nil }
      self = .workspaceNumber(number)
    }
  }

  /// The action of a dispatcher of Hyprland with its arguments; nil for any other dispatcher.
  init?(dispatcher words: [String]) {
    // `hl.dsp.focus({ workspace = "e+1" })` of hyprland.lua
    let lua = words.joined(separator: " ").wholeMatch(
      of: /hl\.dsp\.focus\(\{\s*workspace\s*=\s*["']?([^"']+?)["']?\s*\}\)/)
    let words = lua.map { ["workspace", String($0.1)] } ?? words
    switch (words.first ?? "", words.dropFirst().first ?? "", words.count) {
    case ("workspace", let name, 2):
      if let direction = Self.direction(name) {
        self = .workspace(direction)
      } else {
        guard let number = Int(name), (1..<100).contains(number) else { return nil }
        self = .workspaceNumber(number)
      }
    case ("movetoworkspace", let name, 2):
      guard let direction = Self.direction(name) else { return nil }
      self = .moveWindow(direction)
    case ("killactive", "", _), ("hl.dsp.window.close()", "", _): self = .close
    case ("fullscreen", "1", 2): self = .maximize
    case ("fullscreen", "", 1), ("fullscreen", "0", 2): self = .fullscreen
    default: return nil
    }
  }

  /// The direction of a relative workspace of Hyprland: `e+1`.
  private static func direction(_ name: String) -> Direction? {
    guard let match = name.wholeMatch(of: /[emr]?([+-])1/) else { return nil }
    return match.1 == "+" ? .next : .previous
  }
}
