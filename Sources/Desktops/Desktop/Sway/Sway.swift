internal import Linux
internal import Rules

extension KnownDesktop {
  static let sway = KnownDesktop(
    name: "sway", ways: { .sway },
    support: DesktopSupport(
      "sway", "1.7, 1.12",
      "socket* socket* socket* socket* socket* no no socket* no virtual* virtual* virtual* virtual* no socket*"),
    socket: CompositorSocket(
      variables: ["SWAYSOCK", "I3SOCK"], place: .runtimeDirectory(prefix: "sway-ipc.UID."),
      connect: { path, descriptors throws(SystemError) in try SwayPeer(at: path, in: descriptors) },
      startLine: { command, _ in ("exec \(command)", "sway/config") },
      reportsWindowPlaces: true, reportsPointer: false,
      dragRemedy: "swaymsg input type:touchpad three_finger_drag disabled",
      exampleCommand: "workspace next", client: ["swaymsg"], otherClients: ["i3-msg"], otherNames: ["i3"],
      commands: [
        "focus left": "focus left", "focus right": "focus right", "focus up": "focus up", "focus down": "focus down",
        "move left": "move left", "move right": "move right", "move up": "move up", "move down": "move down",
      ],
      choices: { SwayCommand.choices }, doubt: SwayCommand.doubt, meant: SwayCommand.meant,
      sent: { arguments in
        let arguments = arguments.first == "--" ? Array(arguments.dropFirst()) : arguments
        // With an option, it is a query.
        return arguments.first?.hasPrefix("-") == false ? arguments.joined(separator: " ") : nil
      }, operation: SwayCommand.operation),
    hasOwnNumLock: true,
    gestures: .configured(file: "sway/config", orElse: "/etc/sway/config", read: DesktopGestures.sway),
    equivalents: DesktopEquivalents(nearest: { operation in
      switch operation {
      case .window(.maximize): .operation(.window(.fullscreen))
      case .window(.minimize): .command("move scratchpad")
      default: nil
      }
    }))
}

extension DesktopWays {
  /// Source: sway(5); the keys are those of its default configuration.
  fileprivate static let sway = DesktopWays(
    .sway,
    [
      .tried("workspace: next", .command("workspace next_on_output")),
      .tried("workspace: previous", .command("workspace prev_on_output")),
      .tried("workspace: first", .command("workspace number 1")),
      .absent("workspace: last", "sway has no command for its last workspace"),
      .tried("workspace: back", .command("workspace back_and_forth")),
      .tried("workspace: next-or-new", .command(DesktopWay.nextOrNew)),
      .tried("workspace: NUMBER", .command("workspace number NUMBER")),
      .tried("workspace: next, at: fingers", .command("focus output OUTPUT; workspace next_on_output")),
      .tried("workspace: previous, at: fingers", .command("focus output OUTPUT; workspace prev_on_output")),
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
      .tried(
        "window: to-workspace-NUMBER",
        .command("move container to workspace number NUMBER; workspace number NUMBER")),
      .tried("window: to-next-output", .command("move container to output right; focus output right")),
      .tried("window: to-left-output", .command("move container to output left; focus output left")),
      .tried("window: to-right-output", .command("move container to output right; focus output right")),
      .absent("window: always-on-top", "in sway, floating windows are always above the others"),
      .absent("window: tile-left", "sway tiles windows itself; to move one, write {sway: move left}"),
      .absent("window: tile-right", "sway tiles windows itself; to move one, write {sway: move right}"),
      .tried("window: close, at: fingers", .command("[con_id=WINDOW] kill")),
      .absent(
        "window: maximize, at: fingers", "sway maximizes no window; 'window: fullscreen, at: fingers' is similar"),
      .tried("window: fullscreen, at: fingers", .command("[con_id=WINDOW] fullscreen toggle")),
      .tried("window: floating, at: fingers", .command("[con_id=WINDOW] floating toggle")),
      .tried(
        "window: to-next-workspace, at: fingers",
        .command("[con_id=WINDOW] focus; move container to workspace next_on_output; workspace next_on_output")),
      .tried(
        "window: to-previous-workspace, at: fingers",
        .command("[con_id=WINDOW] focus; move container to workspace prev_on_output; workspace prev_on_output")),
      .tried(
        "window: to-workspace-NUMBER, at: fingers",
        .command("[con_id=WINDOW] focus; move container to workspace number NUMBER; workspace number NUMBER")),
      .tried(
        "window: to-next-output, at: fingers",
        .command("[con_id=WINDOW] focus; move container to output right; focus output right")),
      .tried(
        "window: to-left-output, at: fingers",
        .command("[con_id=WINDOW] focus; move container to output left; focus output left")),
      .tried(
        "window: to-right-output, at: fingers",
        .command("[con_id=WINDOW] focus; move container to output right; focus output right")),
      .tried("window: activate, at: fingers", .command("[con_id=WINDOW] focus")),
    ])
}
