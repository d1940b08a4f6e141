internal import Rules

/// Compositors of wlroots without a socket of their own that is known.
extension KnownDesktop {
  static let labwc = KnownDesktop(
    name: "labwc", ways: { .labwc },
    support: DesktopSupport(
      "labwc", "0.20",
      "windows* windows* windows* windows* no windows* no no no virtual* virtual* virtual* virtual* no list*"),
    hasOwnNumLock: true)

  static let wayfire = KnownDesktop(
    name: "wayfire", ways: { .wayfire },
    support: DesktopSupport(
      "wayfire", "0.10",
      "windows* windows* windows* windows* no windows* no no no virtual* virtual* virtual* virtual* no keys"),
    hasOwnNumLock: true)

  /// Without Phosh, it keeps every window maximized.
  static let phoc = KnownDesktop(
    name: "phoc", sessionName: "phosh", ways: { .phoc },
    support: DesktopSupport(
      "phoc", "0.58",
      "windows* windows* windows* windows no windows no no no virtual* virtual* virtual* virtual* no keys"),
    hasOwnNumLock: true, dragsWithFingers: false)

  static let river = KnownDesktop(
    name: "river", ways: { .river },
    support: DesktopSupport(
      "river", "",
      "windows windows windows windows no windows no no no virtual virtual virtual virtual no keys"),
    hasOwnNumLock: true)
}

extension DesktopWays {
  fileprivate static let labwc = DesktopWays(.labwc, tilingKeys + workspaces(areTried: true) + wlroots(isTried: true))
  fileprivate static let wayfire = DesktopWays(.wayfire, tilingKeys + wlroots(isTried: true))
  fileprivate static let phoc = DesktopWays(
    .phoc, [.untried("window: maximize", .windowList)] + wlroots(isTried: true))
  fileprivate static let river = DesktopWays(.river, wlroots(isTried: false))

  /// Sources: labwc, docs/rc.xml.all; wayfire, metadata/grid.xml.
  private static let tilingKeys: [Row] = [
    .untried("window: tile-left", .keys(.super("Left"))), .untried("window: tile-right", .keys(.super("Right"))),
  ]

  /// The changes that their list of windows offers. Their workspaces are not in it.
  private static func wlroots(isTried: Bool) -> [Row] {
    let changes = ["close", "minimize", "maximize", "fullscreen", "next", "previous"].map { "window: \($0)" }
    return DesktopOperation.all.map(key).map { key in
      guard changes.contains(key) else { return .absent(key, keysInstead) }
      return isTried ? .tried(key, .windowList) : .untried(key, .windowList)
    } + sharedWorkspaces(keysInstead) + unknownWindows("it does not report where windows are")
  }
}
