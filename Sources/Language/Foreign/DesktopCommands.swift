internal import Desktop
package import Rules

/// Commands of other programs that do what an operation of the desktop does.
package enum DesktopCommands {
  /// The operation that means the same on every desktop as a program with these arguments: a tool for X11, or Plasma's
  /// shortcuts over the session bus; nil if there is none.
  package static func operation(_ program: String, _ arguments: [String]) -> DesktopOperation? {
    switch program {
    case "xdotool": return xdotool(arguments.flatMap(\.words))
    case "wmctrl": return wmctrl(arguments.flatMap(\.words))
    default: return PlasmaShortcut(program, arguments)?.operation ?? gnomeOperation(program, arguments)
    }
  }

  /// The operation of an expression for GNOME Shell's `Eval`, which today's GNOME refuses; nil for any other command.
  private static func gnomeOperation(_ program: String, _ arguments: [String]) -> DesktopOperation? {
    guard busPrograms.contains(program), arguments.contains(where: { $0.hasSuffix("Shell.Eval") || $0 == "Eval" }),
      var expression = arguments.last
    else { return nil }
    for prefix in ["string:", "imports.ui.main.", "Main."] where expression.hasPrefix(prefix) {
      expression = expression.dropFirst(prefix.count).trimmed
    }
    while expression.hasSuffix(";") { expression = expression.dropLast().trimmed }
    return gnomeExpressions[expression]
  }

  /// The operations by expressions on GNOME Shell's `Main` (js/ui/main.js, overview.js, panel.js).
  private static let gnomeExpressions: [String: DesktopOperation] = [
    "overview.toggle()": .desktop(.overview),
    "overview.showApps()": .desktop(.launcher),
    "overview.viewSelector._toggleAppsPage()": .desktop(.launcher),
    "overview._overview._controls._toggleAppsPage()": .desktop(.launcher),
    "panel.toggleCalendar()": .desktop(.notifications),
    "panel.statusArea.dateMenu.menu.toggle()": .desktop(.notifications),
  ]

  /// The programs that send messages to a bus.
  fileprivate static let busPrograms: Set = [
    "qdbus", "qdbus6", "qdbus-qt5", "qdbus-qt6", "busctl", "gdbus", "dbus-send",
  ]

  /// The operation whose way on its desktop is the same command at the compositor's socket: `swaymsg kill`; nil if
  /// there is none.
  package static func ownOperation(_ program: String, _ arguments: [String]) -> DesktopOperation? {
    let words = [program] + arguments.flatMap(\.words)
    for compositor in DesktopKind.withSocket {
      guard let client = compositor.socket?.client, words.starts(with: client) else { continue }
      return DesktopWays.of(compositor).operation(of: words.dropFirst(client.count).joined(separator: " "))
    }
    return nil
  }

  /// Understands `xdotool set_desktop --relative -- 1`, `xdotool set_desktop 2`, `xdotool getactivewindow
  /// windowminimize`.
  private static func xdotool(_ words: [String]) -> DesktopOperation? {
    if words.count == 2, ["getactivewindow", "getwindowfocus"].contains(words[0]) {
      let operations: [String: DesktopOperation] = [
        "windowminimize": .window(.minimize), "windowclose": .window(.close), "windowquit": .window(.close),
      ]
      return operations[words[1]]
    }
    guard words.first == "set_desktop" else { return nil }
    let numbers = words.dropFirst().filter { $0 != "--relative" && $0 != "--" }
    guard numbers.count == 1, let number = Int(numbers[0]) else { return nil }
    if words.contains("--relative") {
      return number == 1 ? .workspace(.next) : number == -1 ? .workspace(.previous) : nil
    }
    return workspace(countedFromZero: number)
  }

  /// Understands `wmctrl` with `-s 2`, `-c :ACTIVE:`, `-k on`, `-r :ACTIVE: -b toggle,maximized_vert,maximized_horz`.
  private static func wmctrl(_ words: [String]) -> DesktopOperation? {
    guard words.count >= 2 else { return nil }
    switch (words[0], words[1]) {
    case ("-s", let text) where words.count == 2: return Int(text).flatMap(workspace(countedFromZero:))
    case ("-c", ":ACTIVE:") where words.count == 2: return .window(.close)
    case ("-k", "on") where words.count == 2: return .desktop(.showDesktop)
    case ("-r", ":ACTIVE:") where words.count == 4 && words[2] == "-b":
      let states = words[3].split(separator: ",").map(String.init)
      guard states.first == "toggle" else { return nil }
      switch Set(states.dropFirst()) {
      case ["fullscreen"]: return .window(.fullscreen)
      case ["maximized_vert", "maximized_horz"]: return .window(.maximize)
      case ["above"]: return .window(.alwaysOnTop)
      default: return nil
      }
    default: return nil
    }
  }

  private static func workspace(countedFromZero number: Int) -> DesktopOperation? {
    (0..<DesktopOperation.mostWorkspaces).contains(number) ? .workspaceNumber(number + 1) : nil
  }

  /// The operations by the names of KWin's shortcuts.
  package static let kwinShortcuts: [String: DesktopOperation] = {
    let ways = DesktopWays.of(.plasma)
    let shortcuts = DesktopOperation.all.compactMap { operation -> (String, DesktopOperation)? in
      if case .shortcut("kwin", let name) = ways[operation].way { (name, operation) } else { nil }
    }
    // Those to the neighbours are performed by the list of desktops.
    let neighbours: [(String, DesktopOperation)] = [
      ("Switch to Next Desktop", .workspace(.next)), ("Switch to Previous Desktop", .workspace(.previous)),
    ]
    return Dictionary(shortcuts + neighbours) { first, _ in first }
  }()
}

/// A global shortcut of a component of Plasma, as rules files and InputActions write it: `kwin,Window Close`.
package struct PlasmaShortcut: Hashable, Sendable {
  /// The component of kglobalaccel.
  package let component: String
  /// Its name for the shortcut.
  package let name: String

  /// Nil if the text has no component, or a name that no shortcut has.
  package init?(_ text: String) {
    let parts = text.split(separator: ",", maxSplits: 1).map(\.trimmed)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      !parts[1].isEmpty, !parts[1].contains("\"")
    else {
      return nil
    }
    (component, name) = (parts[0], parts[1])
  }

  /// Nil if a program with these arguments invokes none: `qdbus org.kde.kglobalaccel /component/kwin invokeShortcut
  /// NAME`.
  package init?(_ program: String, _ arguments: [String]) {
    let words = arguments.flatMap(\.words)
    guard DesktopCommands.busPrograms.contains(program),
      words.contains(where: { $0.split(separator: ".").last == "invokeShortcut" }),
      let component = words.first(where: { $0.hasPrefix("/component/") })?.lastComponent, let name = arguments.last
    else { return nil }
    self.init("\(component),\(name.hasPrefix("string:") ? String(name.dropFirst(7)) : name)")
  }

  /// The shortcut as the rules file writes it.
  package var text: String { "\(component),\(name)" }

  /// The operation that does the same on every desktop; nil if there is none.
  package var operation: DesktopOperation? {
    component == "kwin" ? DesktopCommands.kwinShortcuts[name] : nil
  }
}
