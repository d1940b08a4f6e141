internal import Gestures
internal import Rules

extension KnownDesktop {
  static let cosmic = KnownDesktop(
    name: "COSMIC", ways: { .cosmic },
    support: DesktopSupport(
      "COSMIC", "",
      "windows windows windows windows no windows no no no uinput virtual uinput uinput no list"),
    // cosmic-comp, src/input/mod.rs: along the axis of its workspaces
    gestures: .builtIn { _ in
      typealias Claim = DesktopGestures.Claim
      return DesktopGestures(
        "COSMIC", [Claim(.swipe(.any), fingers: 4...4, purpose: "switches workspaces", as: Claim.workspaces)])
    })
}

extension DesktopWays {
  fileprivate static let cosmic = DesktopWays(.cosmic, workspaces(areTried: false) + shortcuts([:]))
}
