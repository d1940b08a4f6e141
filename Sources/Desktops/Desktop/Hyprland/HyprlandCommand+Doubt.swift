internal import Diagnostics
internal import Rules
internal import Text

/// Names of workspaces that only Hyprland has.
private let ownWorkspace = TextPattern("^([emr~]?[+-][0-9]+|name:.+|special.*|previous)$")
/// `hl.dsp.focus({ workspace = "e+1" })` of hyprland.lua.
private let luaWorkspace = WholePattern(
  #"hl\.dsp\.focus\(\{\s*workspace\s*=\s*["']?([^"'}[:space:]]+)["']?\s*\}\)"#)
/// The next or previous workspace.
private let neighbouringWorkspace = WholePattern("[emr]?([+-])1")

/// Commands of rules files and shells that are probably, or probably not, meant for Hyprland.
extension HyprlandCommand {
  /// The reason to doubt a command; nil if there is none.
  static func doubt(about command: String) -> CommandDoubt? {
    if let rest = CompositorCommands.arguments(of: ["hyprctl"], in: command) {
      return CommandDoubt(
        message: "'hyprland' takes the arguments of 'hyprctl', without 'hyprctl'",
        suggestion: CompositorCommands.undoubted(
          joined(rest.arguments) ?? rest.arguments, without: [rest.program], doubt))
    }
    if command.hasPrefix("hl.") {
      return CommandDoubt(
        message: "this is an expression of Lua: 'dispatch' is missing", suggestion: "dispatch \(command)")
    }
    let command = withoutComma(command)
    let words = command.words
    guard let first = words.first, !first.hasPrefix("["), !first.contains("/") else { return nil }
    if first == "dispatch" {
      guard words.count > 1 else {
        return CommandDoubt(message: "'dispatch' requires a dispatcher", help: "write 'dispatch workspace e+1'")
      }
      // Plugins add dispatchers of their own, and newer versions take an expression of Lua.
      guard !HyprlandDispatcher.names.contains(words[1]), !oldDispatchers.contains(words[1]),
        let meant = Suggestion.nearest(to: words[1], among: HyprlandDispatcher.names.sorted())
      else { return nil }
      return CommandDoubt(
        message: "\(Phrase.quote(words[1])) is not a dispatcher of Hyprland",
        suggestion: command.replacingFirst(words[1], with: meant))
    }
    guard !requests.contains(first), !first.hasPrefix("-") else { return nil }
    if HyprlandDispatcher.names.contains(first) {
      return CommandDoubt(
        message: "'\(first)' is a dispatcher of Hyprland: 'dispatch' is missing", suggestion: "dispatch \(command)")
    }
    let meant = first.count < 5 ? nil : Suggestion.nearest(to: first, among: requests.sorted())
    return CommandDoubt(
      message: "\(Phrase.quote(first)) is not a command of Hyprland",
      suggestion: meant.flatMap { command.replacingFirst(first, with: $0) },
      help: meant == nil ? "'hyprland' takes the arguments of 'hyprctl', such as 'dispatch workspace e+1'" : nil)
  }

  /// The commands of `hyprctl --batch "one ; two"` as its socket takes them.
  private static func joined(_ command: String) -> String? {
    guard command.hasPrefix("--batch") else { return nil }
    let commands = command.dropFirst("--batch".count).trimmingBlanks.filter { $0 != "\"" && $0 != "'" }
    return commands.isEmpty ? nil : "[[BATCH]]" + commands
  }

  /// The dispatchers, and then the other requests.
  static let choices = HyprlandDispatcher.names.sorted().map { "dispatch \($0)" } + requests.sorted()

  /// The requests of Hyprland 0.40 to 0.57 (Hyprland, src/debug/HyprCtl.cpp, later src/ipc/s1/Commands.cpp).
  private static let requests = Set(
    """
    activewindow activeworkspace animations binds clients configerrors cursorpos decorations descriptions devices
    dismissnotify dispatch eval getoption globalshortcuts instances keyword kill layers layouts locked monitors
    notify output plugin plugins reload rollinglog setcursor seterror setprop splash submap switchxkblayout
    systeminfo version workspacerules workspaces getprop reloadshaders repl status
    """.words)

  /// Dispatchers of Hyprland 0.40 that newer ones lack.
  private static let oldDispatchers: Set = ["fakefullscreen", "toggleopaque"]
  /// Dispatchers whose names programs, or sway's commands, also have.
  private static let ambiguousDispatchers: Set = [
    "exec", "pass", "signal", "exit", "pin", "global", "event", "pseudo", "fullscreen", "workspace", "submap",
    "mouse",
  ]

  /// The command that is probably meant by a shell command; nil if it is none.
  static func meant(by command: String) -> String? {
    // The configuration's binds have a comma behind the dispatcher.
    let meant = withoutComma(command)
    let words = meant.words
    guard let first = words.first else { return nil }
    if first == "dispatch", words.count > 1 { return meant }
    let isDispatcher =
      HyprlandDispatcher.names.contains(first) && !ambiguousDispatchers.contains(first)
      || first == "workspace" && words.count == 2 && (meant != command || words[1].contains(ownWorkspace))
    return isDispatcher ? "dispatch \(meant)" : nil
  }

  /// `workspace, e+1` as `workspace e+1`, if it starts with a dispatcher of Hyprland.
  private static func withoutComma(_ command: String) -> String {
    guard let comma = command.firstIndex(of: ","), HyprlandDispatcher.names.contains(String(command[..<comma])) else {
      return command
    }
    return "\(command[..<comma]) \(command[command.index(after: comma)...].trimmingBlanks)"
  }

  /// The operation of the arguments of hyprctl; nil if they are none.
  static func operation(_ arguments: [String]) -> DesktopOperation? {
    guard arguments.first == "dispatch" else { return nil }
    let lua = arguments.dropFirst().joined(separator: " ").wholeMatch(of: luaWorkspace)?[1]
    let words = lua.map { ["workspace", String($0)] } ?? Array(arguments.dropFirst())
    switch (words.first ?? "", words.dropFirst().first ?? "", words.count) {
    case ("workspace", let name, 2):
      if let isNext = isNext(name) { return .workspace(isNext ? .next : .previous) }
      return Int(name).flatMap(DesktopOperation.numberedWorkspace)
    case ("movetoworkspace", let name, 2):
      return isNext(name).map { .window($0 ? .toNextWorkspace : .toPreviousWorkspace) }
    case ("killactive", "", _), ("hl.dsp.window.close()", "", _): return .window(.close)
    case ("fullscreen", "1", 2): return .window(.maximize)
    case ("fullscreen", "", 1), ("fullscreen", "0", 2): return .window(.fullscreen)
    default: return nil
    }
  }

  /// True for the next workspace, as in `e+1`, false for the previous one; nil for any other.
  private static func isNext(_ name: String) -> Bool? {
    name.wholeMatch(of: neighbouringWorkspace).map { $0[1] == "+" }
  }
}
