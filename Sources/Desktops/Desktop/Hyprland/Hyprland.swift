internal import Linux
internal import Rules

extension KnownDesktop {
  static let hyprland = KnownDesktop(
    name: "Hyprland", ways: { .hyprland },
    support: DesktopSupport(
      "Hyprland", "0.57",
      "socket* socket* socket* socket* socket* socket* no socket* socket* virtual* virtual* "
        + "virtual* virtual* no socket*"),
    socket: CompositorSocket(
      variables: ["HYPRLAND_INSTANCE_SIGNATURE"],
      // Versions up to 0.39 have their directories in /tmp.
      place: .instances(in: "hypr", old: "/tmp/hypr", socket: ".socket2.sock"),
      connect: { path, descriptors throws(SystemError) in try HyprlandPeer(in: path, descriptors) },
      startLine: { command, language in
        language == .lua
          ? ("hl.on(\"hyprland.start\", function() hl.exec_cmd(\"\(command)\") end)", "hypr/hyprland.lua")
          : ("exec-once = \(command)", "hypr/hyprland.conf")
      },
      reportsWindowPlaces: true, reportsPointer: true,
      exampleCommand: "dispatch workspace e+1", client: ["hyprctl"],
      commands: [
        "focus left": "dispatch movefocus l", "focus right": "dispatch movefocus r",
        "focus up": "dispatch movefocus u", "focus down": "dispatch movefocus d",
        "move left": "dispatch movewindow l", "move right": "dispatch movewindow r",
        "move up": "dispatch movewindow u", "move down": "dispatch movewindow d",
      ],
      choices: { HyprlandCommand.choices }, languages: (newest: .lua, problem: HyprlandCommand.problem),
      doubt: HyprlandCommand.doubt,
      meant: HyprlandCommand.meant,
      sent: { arguments in
        let isQuiet = ["-q", "--quiet"].contains(arguments.first)
        let arguments = isQuiet ? Array(arguments.dropFirst()) : arguments
        return arguments.first == "dispatch" && arguments.count > 1 ? arguments.joined(separator: " ") : nil
      }, operation: HyprlandCommand.operation),
    hasOwnNumLock: true,
    gestures: .imported,
    equivalents: DesktopEquivalents(nearest: {
      $0 == .window(.minimize) ? .command("dispatch movetoworkspacesilent special") : nil
    }))
}

extension DesktopWays {
  /// Sources: Hyprland's wiki, Dispatchers; src/helpers/MiscFunctions.cpp for the names of workspaces. The commands are
  /// translated for hyprland.lua (`HyprlandCommand`).
  fileprivate static let hyprland = DesktopWays(
    .hyprland,
    [
      .tried("workspace: next", .command("dispatch workspace m+1")),
      .tried("workspace: previous", .command("dispatch workspace m-1")),
      .tried("workspace: first", .command("dispatch workspace m~1")),
      .tried("workspace: last", .command("dispatch workspace m~99")),
      .tried("workspace: back", .command("dispatch workspace previous")),
      .untried("workspace: next-or-new", .command("dispatch workspace r+1")),
      .tried("workspace: NUMBER", .command("dispatch workspace NUMBER")),
      .untried(
        "workspace: next, at: fingers", .command("--batch dispatch focusmonitor OUTPUT; dispatch workspace m+1")),
      .untried(
        "workspace: previous, at: fingers", .command("--batch dispatch focusmonitor OUTPUT; dispatch workspace m-1")),
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
      .tried("window: to-workspace-NUMBER", .command("dispatch movetoworkspace NUMBER")),
      .tried("window: to-next-output", .command("dispatch movewindow mon:+1")),
      .tried("window: to-left-output", .command("dispatch movewindow mon:l")),
      .tried("window: to-right-output", .command("dispatch movewindow mon:r")),
      .absent("window: always-on-top", "in Hyprland, floating windows are always above the others"),
      .absent(
        "window: tile-left",
        "Hyprland tiles windows itself; to move one, write {hyprland: dispatch movewindow l}"),
      .absent(
        "window: tile-right",
        "Hyprland tiles windows itself; to move one, write {hyprland: dispatch movewindow r}"),
      .tried("window: close, at: fingers", .command("dispatch closewindow address:WINDOW")),
      .tried("window: floating, at: fingers", .command("dispatch togglefloating address:WINDOW")),
      .tried("window: to-next-workspace, at: fingers", .command("dispatch movetoworkspace r+1,address:WINDOW")),
      .tried("window: to-previous-workspace, at: fingers", .command("dispatch movetoworkspace r-1,address:WINDOW")),
      .untried("window: to-workspace-NUMBER, at: fingers", .command("dispatch movetoworkspace NUMBER,address:WINDOW")),
      .tried("window: activate, at: fingers", .command("dispatch focuswindow address:WINDOW")),
    ])
}
