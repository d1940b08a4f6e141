/// The way in which a desktop performs an operation.
public enum DesktopWay: Hashable, Sendable {
  /// A command at the compositor's own socket, in its language. `NUMBER` stands for the number of a workspace, `WINDOW`
  /// for the window under the fingers.
  case command(String)
  /// A method of Sleight's extension of GNOME Shell.
  case shellExtension
  /// A global shortcut of a component of Plasma by its name, at org.kde.kglobalaccel, whatever keys it has.
  case shortcut(component: String, String)
  /// A method without arguments of a service on the session bus.
  case method(service: String, path: String, interface: String, String)
  /// The list of KWin's virtual desktops on the session bus, of which one is made the current one.
  case virtualDesktops
  /// The compositor's list of windows, by zwlr_foreign_toplevel_management_v1; KWin's, by
  /// org_kde_plasma_window_management, for the window under the fingers.
  case windowList
  /// The compositor's list of workspaces, by ext_workspace_v1.
  case workspaceList
  /// The keys of the desktop's default shortcut.
  case keys(Chord)
  /// None, for this reason: a clause for people, without its first capital letter.
  case none(String)

  /// The word for the way in the manual's tables.
  var word: String {
    switch self {
    case .command, .shellExtension, .shortcut, .method, .virtualDesktops, .windowList, .workspaceList: "yes"
    case .keys: "keys"
    case .none: "no"
    }
  }

  /// A command for a number of a workspace.
  public static func command(_ command: String, number: Int) -> String {
    // The placeholder is the last word.
    command.hasSuffix(placeholder) ? command.dropLast(placeholder.count) + String(number) : command
  }

  private static let placeholder = "NUMBER"

  /// The command to sway for the next workspace of the output, or a new one after the last: `SwayPeer` puts the name in
  /// place of the last word, since sway has no such command.
  public static let nextOrNew = "workspace NEXT-OR-NEW"

  /// A command for a window, by the compositor's own name for it.
  public static func command(_ command: String, window: String) -> String {
    command.replacing("WINDOW", with: window)
  }
}

/// The operations of a desktop, with the way in which it performs each. From this table come what is performed, the
/// warnings of `sleight check`, the report of `sleight doctor` and the table of
/// sleight-desktops(7).
public struct DesktopWays: Sendable {
  /// An operation on one desktop.
  public struct Cell: Sendable {
    public let way: DesktopWay
    /// True if `Tests/Desktops` performs it on a running desktop, and verifies the result.
    public let isTried: Bool

    /// The word for it in the manual's tables.
    var word: String {
      if case .none = way { return way.word }
      return isTried ? way.word : way.word + "?"
    }
  }

  public let desktop: DesktopKind
  private let cells: [String: Cell]

  /// The operations of `desktop`.
  public static func of(_ desktop: DesktopKind) -> DesktopWays { all[desktop] ?? DesktopWays(desktop, [:]) }

  /// The ways of all operations.
  public var ways: [DesktopWay] { cells.values.map(\.way) }

  public subscript(operation: DesktopOperation) -> Cell {
    cells[Self.key(operation)] ?? Cell(way: .none("no way is known"), isTried: false)
  }

  /// The chord that performs `operation`; nil for another way.
  public func chord(for operation: DesktopOperation) -> Chord? {
    if case .keys(let chord) = self[operation].way { chord } else { nil }
  }

  /// The reason for which the desktop cannot perform `operation`, for people; nil if it can.
  public func obstacle(to operation: DesktopOperation) -> String? {
    if case .none(let reason) = self[operation].way { reason } else { nil }
  }

  /// The command at the compositor's socket that performs `operation`; nil for another way. For the window under the
  /// fingers it has the placeholder.
  public func command(for operation: DesktopOperation) -> String? {
    guard case .command(let command) = self[operation].way else { return nil }
    if case .workspaceNumber(let number) = operation { return DesktopWay.command(command, number: number) }
    return command
  }

  // MARK: Rows

  /// A row of the table: an operation as the rules file writes it, and the way.
  private struct Row {
    let key: String
    let cell: Cell

    /// A way that `Tests/Desktops` tries.
    static func tried(_ key: String, _ way: DesktopWay) -> Row { Row(key: key, cell: Cell(way: way, isTried: true)) }
    /// A way that was not tried.
    static func untried(_ key: String, _ way: DesktopWay) -> Row { Row(key: key, cell: Cell(way: way, isTried: false)) }
    /// No way, for a reason.
    static func absent(_ key: String, _ reason: String) -> Row {
      Row(key: key, cell: Cell(way: .none(reason), isTried: false))
    }
  }

  private init(_ desktop: DesktopKind, _ cells: [String: Cell]) {
    self.desktop = desktop
    self.cells = cells
  }

  private init(_ desktop: DesktopKind, _ rows: [Row]) {
    self.init(desktop, Dictionary(rows.map { ($0.key, $0.cell) }) { first, _ in first })
  }

  /// The key of an operation in the rows: its text, with `NUMBER` for numbers.
  private static func key(_ operation: DesktopOperation) -> String {
    if case .workspaceNumber = operation { "workspace: NUMBER" } else { operation.text }
  }

  private static let all: [DesktopKind: DesktopWays] = Dictionary(
    uniqueKeysWithValues: [
      DesktopWays(.gnome, gnome), DesktopWays(.plasma, plasma), DesktopWays(.sway, sway),
      DesktopWays(.hyprland, hyprland), DesktopWays(.niri, niri),
      DesktopWays(.labwc, workspaces(areTried: true) + wlroots(isTried: true)),
      DesktopWays(.wayfire, wlroots(isTried: true)),
      // Without Phosh, it keeps every window maximized.
      DesktopWays(.phoc, [.untried("window: maximize", .windowList)] + wlroots(isTried: true)),
      DesktopWays(.river, wlroots(isTried: false)),
      DesktopWays(.cosmic, workspaces(areTried: false) + shortcuts([:])), DesktopWays(.xfce, shortcuts(xfce)),
      DesktopWays(.cinnamon, shortcuts(cinnamon)), DesktopWays(.mate, shortcuts(mate)),
      DesktopWays(.other, shortcuts([:])),
    ].map { ($0.desktop, $0) })

  /// The shell's own functions, called by config/gnome-shell/extension.js.
  private static let gnome: [Row] =
    (DesktopOperation.all + DesktopOperation.touched).map { operation in
      switch operation {
      case .window(.floating), .touchedWindow(.floating): .absent(key(operation), "all its windows float")
      case .window(.toNextOutput), .touchedWindow(.toNextOutput), .workspace(.nextOrNew):
        .untried(key(operation), .shellExtension)
      default: .tried(key(operation), .shellExtension)
      }
    }

  /// Sources: KWin 5.27 and 6.7, src/virtualdesktops.cpp, src/kwinbindings.cpp, src/useractions.cpp; plasma-workspace,
  /// shell/dbus/org.kde.PlasmaShell.xml.
  private static let plasma: [Row] = [
    .tried("workspace: next", .virtualDesktops),
    .tried("workspace: previous", .virtualDesktops),
    .tried("workspace: first", .virtualDesktops),
    .tried("workspace: last", .virtualDesktops),
    .tried("workspace: back", .virtualDesktops),
    .untried("workspace: next-or-new", .virtualDesktops),
    .tried("workspace: NUMBER", .virtualDesktops),
    .untried("desktop: overview", .kwin("Overview")),
    .untried(
      "desktop: launcher",
      .method(
        service: "org.kde.plasmashell", path: "/PlasmaShell", interface: "org.kde.PlasmaShell", "activateLauncherMenu")),
    .tried("desktop: show-desktop", .kwin("Show Desktop")),
    .tried(
      "desktop: lock",
      .method(
        service: "org.freedesktop.ScreenSaver", path: "/ScreenSaver", interface: "org.freedesktop.ScreenSaver", "Lock")),
    .absent("desktop: notifications", "Plasma has no shortcut for its notifications"),
    .untried("desktop: screenshot", .shortcut(component: "org_kde_spectacle_desktop", "_launch")),
    .tried("window: close", .kwin("Window Close")),
    .tried("window: minimize", .kwin("Window Minimize")),
    .tried("window: maximize", .kwin("Window Maximize")),
    .tried("window: fullscreen", .kwin("Window Fullscreen")),
    .absent("window: floating", "all its windows float"),
    .tried("window: next", .kwin("Walk Through Windows")),
    .tried("window: previous", .kwin("Walk Through Windows (Reverse)")),
    .tried("window: to-next-workspace", .kwin("Window to Next Desktop")),
    .tried("window: to-previous-workspace", .kwin("Window to Previous Desktop")),
    .untried("window: to-next-output", .kwin("Window to Next Screen")),
    .tried("window: always-on-top", .kwin("Window Above Other Windows")),
    .tried("window: close, at: fingers", .windowList),
    .tried("window: minimize, at: fingers", .windowList),
    .tried("window: maximize, at: fingers", .windowList),
    .tried("window: fullscreen, at: fingers", .windowList),
    .absent("window: floating, at: fingers", "all its windows float"),
    .absent("window: to-next-workspace, at: fingers", focusedOnly),
    .absent("window: to-previous-workspace, at: fingers", focusedOnly),
    .absent("window: to-next-output, at: fingers", focusedOnly),
    .tried("window: always-on-top, at: fingers", .windowList),
  ]

  private static let focusedOnly = "it does this with the focused window only"

  /// Source: sway(5); the keys are those of its default configuration.
  private static let sway: [Row] = [
    .tried("workspace: next", .command("workspace next_on_output")),
    .tried("workspace: previous", .command("workspace prev_on_output")),
    .tried("workspace: first", .command("workspace number 1")),
    .absent("workspace: last", "sway has no command for its last workspace"),
    .tried("workspace: back", .command("workspace back_and_forth")),
    .tried("workspace: next-or-new", .command(DesktopWay.nextOrNew)),
    .tried("workspace: NUMBER", .command("workspace number NUMBER")),
    .absent("desktop: overview", "sway has no overview"),
    .tried("desktop: launcher", .keys(.super("d"))),
    .absent("desktop: show-desktop", "sway has no such command"),
    .absent("desktop: lock", "sway has no lock screen of its own: run one, such as 'do: swaylock -f'"),
    .absent("desktop: notifications", "sway has no list of notifications"),
    .untried("desktop: screenshot", .keys(Chord(modifiers: [], key: "Print", text: "Print"))),
    .tried("window: close", .command("kill")),
    .absent("window: minimize", "sway minimizes no window; its scratchpad is similar: {sway: move scratchpad}"),
    .absent("window: maximize", "sway maximizes no window; 'window: fullscreen' is similar"),
    .tried("window: fullscreen", .command("fullscreen toggle")),
    .tried("window: floating", .command("floating toggle")),
    .tried("window: next", .command("focus next")),
    .tried("window: previous", .command("focus prev")),
    .tried(
      "window: to-next-workspace",
      .command("move container to workspace next_on_output; workspace next_on_output")),
    .tried(
      "window: to-previous-workspace",
      .command("move container to workspace prev_on_output; workspace prev_on_output")),
    .tried("window: to-next-output", .command("move container to output right; focus output right")),
    .absent("window: always-on-top", "in sway, floating windows are always above the others"),
    .tried("window: close, at: fingers", .command("[con_id=WINDOW] kill")),
    .absent(
      "window: minimize, at: fingers",
      "sway minimizes no window; its scratchpad is similar: {sway: move scratchpad}"),
    .absent(
      "window: maximize, at: fingers", "sway maximizes no window; 'window: fullscreen, at: fingers' is similar"),
    .tried("window: fullscreen, at: fingers", .command("[con_id=WINDOW] fullscreen toggle")),
    .tried("window: floating, at: fingers", .command("[con_id=WINDOW] floating toggle")),
    .tried(
      "window: to-next-workspace, at: fingers",
      .command("[con_id=WINDOW] focus; move container to workspace next_on_output; workspace next_on_output")),
    .untried(
      "window: to-previous-workspace, at: fingers",
      .command("[con_id=WINDOW] focus; move container to workspace prev_on_output; workspace prev_on_output")),
    .untried(
      "window: to-next-output, at: fingers",
      .command("[con_id=WINDOW] focus; move container to output right; focus output right")),
    .absent("window: always-on-top, at: fingers", "in sway, floating windows are always above the others"),
  ]

  /// Sources: Hyprland's wiki, Dispatchers; src/helpers/MiscFunctions.cpp for the names of workspaces. The commands are
  /// translated for hyprland.lua (`HyprlandCommand`).
  private static let hyprland: [Row] = [
    .tried("workspace: next", .command("dispatch workspace m+1")),
    .tried("workspace: previous", .command("dispatch workspace m-1")),
    .tried("workspace: first", .command("dispatch workspace m~1")),
    .tried("workspace: last", .command("dispatch workspace m~99")),
    .tried("workspace: back", .command("dispatch workspace previous")),
    .untried("workspace: next-or-new", .command("dispatch workspace r+1")),
    .tried("workspace: NUMBER", .command("dispatch workspace NUMBER")),
    .absent("desktop: overview", "Hyprland has no overview without a plugin"),
    .untried("desktop: launcher", .keys(.super("r"))),
    .absent("desktop: show-desktop", "Hyprland has no such dispatcher"),
    .absent("desktop: lock", "Hyprland has no lock screen of its own: run one, such as 'do: hyprlock'"),
    .absent("desktop: notifications", "Hyprland has no list of notifications"),
    .absent("desktop: screenshot", "Hyprland takes no screenshots: run a program, such as 'do: hyprshot -m region'"),
    .tried("window: close", .command("dispatch killactive")),
    .absent(
      "window: minimize",
      "Hyprland minimizes no window; its special workspace is similar: "
        + "{hyprland: dispatch movetoworkspacesilent special}"),
    .tried("window: maximize", .command("dispatch fullscreen 1")),
    .tried("window: fullscreen", .command("dispatch fullscreen 0")),
    .tried("window: floating", .command("dispatch togglefloating")),
    .tried("window: next", .command("dispatch cyclenext")),
    .tried("window: previous", .command("dispatch cyclenext prev")),
    .tried("window: to-next-workspace", .command("dispatch movetoworkspace r+1")),
    .tried("window: to-previous-workspace", .command("dispatch movetoworkspace r-1")),
    .untried("window: to-next-output", .command("dispatch movewindow mon:+1")),
    .absent("window: always-on-top", "in Hyprland, floating windows are always above the others"),
    .tried("window: close, at: fingers", .command("dispatch closewindow address:WINDOW")),
    .absent(
      "window: minimize, at: fingers",
      "Hyprland minimizes no window; its special workspace is similar: "
        + "{hyprland: dispatch movetoworkspacesilent special}"),
    .absent("window: maximize, at: fingers", focusedOnly),
    .absent("window: fullscreen, at: fingers", focusedOnly),
    .tried("window: floating, at: fingers", .command("dispatch togglefloating address:WINDOW")),
    .tried("window: to-next-workspace, at: fingers", .command("dispatch movetoworkspace r+1,address:WINDOW")),
    .tried("window: to-previous-workspace, at: fingers", .command("dispatch movetoworkspace r-1,address:WINDOW")),
    .absent("window: to-next-output, at: fingers", focusedOnly),
    .absent("window: always-on-top, at: fingers", "in Hyprland, floating windows are always above the others"),
  ]

  /// Sources: niri-ipc/src/lib.rs, Action; the keys are those of resources/default-config.kdl.
  private static let niri: [Row] =
    [
      .untried("workspace: next", .command("focus-workspace-down")),
      .untried("workspace: previous", .command("focus-workspace-up")),
      .untried("workspace: first", .command("focus-workspace 1")),
      // The last one is always empty. A greater index means it.
      .untried("workspace: last", .command("focus-workspace 255")),
      .untried("workspace: back", .command("focus-workspace-previous")),
      // The last one is always empty.
      .untried("workspace: next-or-new", .command("focus-workspace-down")),
      .untried("workspace: NUMBER", .command("focus-workspace NUMBER")),
      .untried("desktop: overview", .command("toggle-overview")),
      .untried("desktop: launcher", .keys(.super("d"))),
      .absent("desktop: show-desktop", "niri has no such action"),
      .untried("desktop: lock", .keys(Chord(modifiers: [.super, .alt], key: "l", text: "super+alt+l"))),
      .absent("desktop: notifications", "niri has no list of notifications"),
      .untried("desktop: screenshot", .command("screenshot")),
      .untried("window: close", .command("close-window")),
      .absent("window: minimize", "niri minimizes no window"),
      .untried("window: maximize", .command("maximize-column")),
      .untried("window: fullscreen", .command("fullscreen-window")),
      .untried("window: floating", .command("toggle-window-floating")),
      .untried("window: next", .command("focus-column-right-or-first")),
      .untried("window: previous", .command("focus-column-left-or-last")),
      .untried("window: to-next-workspace", .command("move-window-to-workspace-down")),
      .untried("window: to-previous-workspace", .command("move-window-to-workspace-up")),
      .untried("window: to-next-output", .command("move-window-to-monitor-next")),
      .absent("window: always-on-top", "in niri, floating windows are always above the others"),
    ] + unknownWindows("niri does not report where all windows are")

  /// The operations on the window under the fingers, of a desktop that does not tell which it is.
  private static func unknownWindows(_ reason: String) -> [Row] {
    DesktopOperation.touched.map { .absent(key($0), "the window under the fingers is unknown: \(reason)") }
  }

  /// Compositors that list their workspaces.
  private static func workspaces(areTried: Bool) -> [Row] {
    let keys = DesktopOperation.Workspace.allCases.map { "workspace: \($0.rawValue)" } + ["workspace: NUMBER"]
    return keys.map { key in
      areTried && key != "workspace: \(DesktopOperation.Workspace.nextOrNew.rawValue)"
        ? .tried(key, .workspaceList) : .untried(key, .workspaceList)
    }
  }

  /// Compositors of wlroots: what their list of windows offers. Their workspaces are not in it.
  private static func wlroots(isTried: Bool) -> [Row] {
    let changes = ["close", "minimize", "maximize", "fullscreen", "next", "previous"].map { "window: \($0)" }
    return DesktopOperation.all.map(key).map { key in
      guard changes.contains(key) else { return .absent(key, keysInstead) }
      return isTried ? .tried(key, .windowList) : .untried(key, .windowList)
    } + unknownWindows("it does not report where windows are")
  }

  private static let keysInstead = "Sleight knows no way; if it has a shortcut for this, press that with 'keys'"

  /// Desktops whose operations have only the keys of their default shortcuts.
  private static func shortcuts(_ chords: [String: String]) -> [Row] {
    DesktopOperation.all.map(key).map { key in
      chords[key].map { .untried(key, .keys(Chord(defaultShortcut: $0))) } ?? .absent(key, keysInstead)
    } + unknownWindows("Sleight knows no way to ask for it")
  }

  /// Source: libxfce4ui, libxfce4kbd-private/xfce4-keyboard-shortcuts.xml.
  private static let xfce: [String: String] = shared.merging(
    [
      "workspace: first": "ctrl+F1", "desktop: launcher": "alt+F1", "desktop: show-desktop": "ctrl+alt+d",
      "window: minimize": "alt+F9", "window: fullscreen": "alt+F11", "window: always-on-top": "alt+F12",
    ]
  ) { $1 }

  /// Source: cinnamon-desktop, schemas/org.cinnamon.desktop.keybindings.wm.gschema.xml.in. Alt+F1 shows all workspaces.
  private static let cinnamon: [String: String] = shared.merging(
    [
      "desktop: overview": "alt+F1", "desktop: show-desktop": "super+d", "window: to-next-output": "super+shift+Right",
    ]
  ) { $1 }

  /// Source: marco, src/org.mate.marco.gschema.xml.
  private static let mate: [String: String] = shared.merging(
    ["desktop: launcher": "alt+F1", "desktop: show-desktop": "ctrl+alt+d", "window: minimize": "alt+F9"]
  ) { $1 }

  /// The shortcuts that Xfce, Cinnamon and MATE share.
  private static let shared = [
    "workspace: next": "ctrl+alt+Right", "workspace: next-or-new": "ctrl+alt+Right",
    "workspace: previous": "ctrl+alt+Left", "desktop: lock": "ctrl+alt+l",
    "desktop: screenshot": "Print", "window: close": "alt+F4", "window: maximize": "alt+F10",
    "window: next": "alt+Tab", "window: previous": "alt+shift+Tab", "window: to-next-workspace": "ctrl+alt+shift+Right",
    "window: to-previous-workspace": "ctrl+alt+shift+Left",
  ]

  // MARK: Manual

  /// The desktops in the tables: with a socket or a bus, with lists of windows and workspaces, with shortcuts alone.
  private static let groups: [[DesktopKind]] = [
    [.gnome, .plasma, .sway, .hyprland, .niri], [.labwc, .wayfire, .phoc, .river, .cosmic], [.xfce, .cinnamon, .mate],
  ]

  public static let desktops: [DesktopKind] = groups.flatMap { $0 }

  /// The operations by the heads of their tables: their keys.
  private static let operations: [(head: String, rows: [DesktopOperation])] =
    DesktopOperation.Subject.allCases.map { subject in
      (subject.rawValue, DesktopOperation.all.filter { $0.subject == subject })
    } + [("window, at: fingers", DesktopOperation.touched)]

  /// The tables of sleight-desktops(7), each narrow enough for a terminal of 60 columns: for each group of desktops, one
  /// for each kind of operation that they perform.
  public static let manual = groups.flatMap { desktops in
    operations.flatMap { head, all in
      let rows = all.filter { row in desktops.contains { of($0).obstacle(to: row) == nil } }
      return rows.isEmpty
        ? []
        : ManualTable.lines(
          head: [head] + desktops.map(\.name),
          rows: rows.map { row in [label(row)] + desktops.map { of($0)[row].word } })
    }
  }

  /// The value of an operation, as the first cell of its row.
  private static func label(_ operation: DesktopOperation) -> String {
    if case .workspaceNumber = operation { "1 to \(DesktopOperation.mostWorkspaces)" } else { operation.value }
  }
}

extension DesktopWay {
  /// A global shortcut of KWin.
  fileprivate static func kwin(_ name: String) -> DesktopWay { .shortcut(component: "kwin", name) }
}

extension Chord {
  /// A shortcut as the rules file writes it, of modifiers and a key: `ctrl+alt+Right`.
  fileprivate init(defaultShortcut text: String) {
    let parts = text.split(separator: "+").map(String.init)
    self.init(
      modifiers: parts.dropLast().compactMap { Modifier(rawValue: $0) }, key: parts.last ?? "", text: text)
  }

  /// The logo key and another key.
  fileprivate static func `super`(_ key: String) -> Chord {
    Chord(modifiers: [.super], key: key, text: "super+\(key)")
  }
}
