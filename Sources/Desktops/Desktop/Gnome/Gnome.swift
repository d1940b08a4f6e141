internal import Gestures
internal import Rules
internal import Touch

extension KnownDesktop {
  static let gnome = KnownDesktop(
    name: "GNOME", ways: { .gnome },
    support: DesktopSupport(
      "GNOME", "43, 48, 51",
      "shell* shell* shell* shell* shell* shell* bus* shell* bus* shell* shell* shell* shell* shell* shell*"),
    gestures: .builtIn { _ in .gnome },
    // GNOME resizes with the middle button.
    equivalents: DesktopEquivalents(tilingKeys: "super+", windowButtons: ("super+left", "super+middle")),
    grant: .shellExtension, dragsWithFingers: false)

  /// The names of other shells that use GNOME's settings, and precede its name.
  static let shellsWithItsSettings: Set = ["phosh", "budgie"]
}

extension DesktopWays {
  /// The shell's own functions, called by config/gnome-shell/extension.js. It has none that tiles, but keys.
  fileprivate static let gnome = DesktopWays(
    .gnome,
    (DesktopOperation.all + DesktopOperation.touched).compactMap { operation in
      switch operation {
      case .touchedWorkspace: .absent(key(operation), spansOutputs)
      case .window(.floating): .absent(key(operation), "all its windows float")
      case .window(.tileLeft): .tried(key(operation), .keys(.super("Left")))
      case .window(.tileRight): .tried(key(operation), .keys(.super("Right")))
      case .touchedWindow(.floating), .touchedWindow(.tileLeft), .touchedWindow(.tileRight): nil
      case .touchedWindow(.toNextOutput), .touchedWindow(.toLeftOutput), .touchedWindow(.toRightOutput),
        .touchedWindow(.toWorkspace), .workspace(.nextOrNew):
        .untried(key(operation), .shellExtension)
      default: .tried(key(operation), .shellExtension)
      }
    })
}

extension DesktopGestures {
  /// gnome-shell, js/ui/swipeTracker.js: three fingers; since version 47 also more, of which libinput reports four.
  fileprivate static let gnome = DesktopGestures(
    "GNOME",
    [
      Claim(.swipe(.horizontal), fingers: 3...4, purpose: "switches workspaces", as: Claim.workspaces),
      Claim(.swipe(.vertical), fingers: 3...4, purpose: "opens and closes its overview", as: Claim.overview),
      Claim(
        .swipe(.horizontal), fingers: 3...3, purpose: "switches workspaces", on: .touchscreen,
        as: Claim.workspaces),
      Claim(
        .swipe(.vertical), fingers: 3...3, purpose: "opens and closes its overview", on: .touchscreen,
        as: Claim.overview),
    ], obeysSetting: true, remedy: "to disable it where rules act, write 'settings: {desktop-swipes: unless-taken}'")
}
