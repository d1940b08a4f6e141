internal import Gestures
internal import Linux
internal import Rules

extension KnownDesktop {
  static let niri = KnownDesktop(
    name: "niri", ways: { .niri },
    support: DesktopSupport(
      "niri", "",
      "socket socket no socket no no socket socket no uinput virtual uinput virtual no socket"),
    socket: CompositorSocket(
      variables: ["NIRI_SOCKET"], place: .runtimeDirectory(prefix: "niri."),
      connect: { path, descriptors throws(SystemError) in try NiriPeer(at: path, in: descriptors) },
      reportsWindowPlaces: false, reportsPointer: false,
      // Up to 25.11.
      hasDeafShortcuts: true, exampleCommand: "focus-workspace-down",
      client: ["niri", "msg", "action"],
      commands: [
        "focus left": "focus-column-left", "focus right": "focus-column-right", "focus up": "focus-window-up",
        "focus down": "focus-window-down", "move left": "move-column-left", "move right": "move-column-right",
      ],
      commandNames: { NiriAction.names }, choices: { NiriAction.names.sorted() }, doubt: NiriAction.doubt,
      meant: NiriAction.meant,
      sent: { arguments in
        guard arguments.starts(with: ["msg", "action"]), arguments.count > 2, arguments[2] != "spawn" else {
          return nil
        }
        return arguments.dropFirst(2).joined(separator: " ")
      }),
    gestures: .builtIn { _ in .niri }, equivalents: DesktopEquivalents())
}

extension DesktopWays {
  /// Sources: niri-ipc/src/lib.rs, Action; the keys are those of resources/default-config.kdl.
  fileprivate static let niri = DesktopWays(
    .niri,
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
      .untried("window: to-workspace-NUMBER", .command("move-window-to-workspace NUMBER")),
      .untried("window: to-next-output", .command("move-window-to-monitor-next")),
      .untried("window: to-left-output", .command("move-window-to-monitor-left")),
      .untried("window: to-right-output", .command("move-window-to-monitor-right")),
      .absent("window: always-on-top", "in niri, floating windows are always above the others"),
      .absent("window: tile-left", "niri puts windows into columns; to move one, write {niri: move-column-left}"),
      .absent("window: tile-right", "niri puts windows into columns; to move one, write {niri: move-column-right}"),
    ]
      + sharedWorkspaces(
        "niri performs one action at once, and this takes two: {niri: focus-monitor OUTPUT} and then another")
      + unknownWindows("niri does not report where all windows are"))
}

extension DesktopGestures {
  /// niri, docs/wiki/Gestures.md
  fileprivate static let niri = DesktopGestures(
    "niri",
    [
      Claim(.swipe(.horizontal), fingers: 3...3, purpose: "scrolls its columns"),
      Claim(.swipe(.vertical), fingers: 3...3, purpose: "switches workspaces", as: Claim.workspaces),
      Claim(.swipe(.vertical), fingers: 4...4, purpose: "opens and closes its overview", as: Claim.overview),
    ])
}
