internal import Gestures
internal import Rules
internal import Touch

extension KnownDesktop {
  static let plasma = KnownDesktop(
    name: "Plasma", ways: { .plasma },
    support: DesktopSupport(
      "KDE Plasma", "5.27, 6.3, 6.7",
      "windows* windows* windows* windows* windows* windows* no bus* bus* virtual* virtual* virtual* virtual* no bus*"),
    gestures: .builtIn { .plasma($0) },
    // Plasma can have several rows of desktops.
    equivalents: DesktopEquivalents(gridModifiers: "ctrl+super+", tilingKeys: "super+"), grant: .desktopEntry,
    dragsWithFingers: false)
}

extension DesktopWays {
  /// Sources: KWin 5.27 and 6.7, src/virtualdesktops.cpp, src/kwinbindings.cpp, src/useractions.cpp; plasma-workspace,
  /// shell/dbus/org.kde.PlasmaShell.xml.
  fileprivate static let plasma = DesktopWays(
    .plasma,
    [
      .tried("workspace: next", .virtualDesktops),
      .tried("workspace: previous", .virtualDesktops),
      .tried("workspace: first", .virtualDesktops),
      .tried("workspace: last", .virtualDesktops),
      .tried("workspace: back", .virtualDesktops),
      .untried("workspace: next-or-new", .virtualDesktops),
      .tried("workspace: NUMBER", .virtualDesktops),
      .absent("workspace: next, at: fingers", spansOutputs),
      .absent("workspace: previous, at: fingers", spansOutputs),
      .untried("desktop: overview", .kwin("Overview")),
      .untried(
        "desktop: launcher",
        .method(
          service: "org.kde.plasmashell", path: "/PlasmaShell", interface: "org.kde.PlasmaShell", "activateLauncherMenu"
        )),
      .tried("desktop: show-desktop", .kwin("Show Desktop")),
      .tried(
        "desktop: lock",
        .method(
          service: "org.freedesktop.ScreenSaver", path: "/ScreenSaver", interface: "org.freedesktop.ScreenSaver", "Lock"
        )),
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
      .tried("window: to-workspace-NUMBER", .kwin("Window to Desktop NUMBER")),
      .tried("window: to-next-output", .kwin("Window to Next Screen")),
      .tried("window: to-left-output", .kwin("Window One Screen to the Left")),
      .tried("window: to-right-output", .kwin("Window One Screen to the Right")),
      .tried("window: always-on-top", .kwin("Window Above Other Windows")),
      .tried("window: tile-left", .kwin("Window Quick Tile Left")),
      .tried("window: tile-right", .kwin("Window Quick Tile Right")),
      .tried("window: close, at: fingers", .windowList),
      .tried("window: minimize, at: fingers", .windowList),
      .tried("window: maximize, at: fingers", .windowList),
      .tried("window: fullscreen, at: fingers", .windowList),
      .tried("window: always-on-top, at: fingers", .windowList),
      .tried("window: activate, at: fingers", .windowList),
    ])
}

extension DesktopWay {
  /// A global shortcut of KWin.
  fileprivate static func kwin(_ name: String) -> DesktopWay { .shortcut(component: "kwin", name) }
}

extension DesktopGestures {
  /// - Parameter version: the version in KDE_SESSION_VERSION; nil is the newest.
  fileprivate static func plasma(_ version: String?) -> DesktopGestures {
    DesktopGestures(
      "Plasma", plasmaSwipes + [version == "5" ? plasma5Pinch : plasmaPinch],
      remedy: "Plasma has no setting for its swipes between desktops; \(plasmaRemedy("Overview"))")
  }

  /// Source: kwin, src/virtualdesktops.cpp and src/plugins/overview/overvieweffect.cpp.
  fileprivate static let plasmaSwipes = [
    Claim(.swipe(.horizontal), fingers: 3...4, purpose: "switches desktops", as: Claim.workspaces),
    Claim(
      .swipe(.vertical), fingers: 3...3, purpose: "switches desktops that lie above each other",
      as: Claim.workspaces),
    Claim(
      .swipe(.vertical), fingers: 4...4, purpose: "opens and closes its overview", remedy: plasmaRemedy("Overview"),
      as: Claim.overview),
    Claim(.swipe(.horizontal), fingers: 3...3, purpose: "switches desktops", on: .touchscreen, as: Claim.workspaces),
    Claim(
      .swipe(.vertical), fingers: 3...3, purpose: "opens and closes its overview", remedy: plasmaRemedy("Overview"),
      on: .touchscreen, as: Claim.overview),
  ]
  /// Source: kwin, src/plugins/zoom/zoom.cpp.
  fileprivate static let plasmaPinch = Claim(
    .pinch(.any), fingers: 3...3, purpose: "zooms the screen", remedy: plasmaRemedy("Zoom"))
  /// Source: kwin 5.27, src/plugins/overview/overvieweffect.cpp.
  fileprivate static let plasma5Pinch = Claim(
    .pinch(.inwards), fingers: 4...4, purpose: "opens its overview", remedy: plasmaRemedy("Overview"),
    as: Claim.overview)

  fileprivate static func plasmaRemedy(_ name: String) -> String {
    "to disable the effect '\(name)', clear it in System Settings, Desktop Effects"
  }
}
