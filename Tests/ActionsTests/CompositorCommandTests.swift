@testable import Actions
import Gestures
import Rules
import Testing
import Touch

@Suite("Commands for a compositor")
struct CompositorCommandTests {
  @Test(
    "go by the compositor's own program, as one would type them",
    arguments: [
      (Action.Compositor.sway, "workspace next", ["swaymsg", "--", "workspace next"]),
      (.sway, "exec foot --title \"a  b\"", ["swaymsg", "--", "exec foot --title \"a  b\""]),
      (.hyprland, "dispatch workspace e+1", ["hyprctl", "dispatch", "workspace", "e+1"]),
      (.niri, "focus-workspace-down", ["niri", "msg", "action", "focus-workspace-down"]),
      (.niri, "spawn -- foot \"a b\"", ["/bin/sh", "-c", "niri msg action spawn -- foot \"a b\""]),
    ])
  func arguments(compositor: Action.Compositor, command: String, arguments: [String]) {
    #expect(compositor.arguments(for: command) == arguments)
  }

  @Test("are started in their place among the others")
  func order() {
    let world = World()
    var performer = Performer(world.effects)
    _ = performer.perform(
      [.shell("a"), .compositor(.sway, "workspace next"), .shell("b")], place: "r:1", gesture: .swipe, device: "Pad",
      at: .zero)
    #expect(world.lines == ["0 start a", "0 start swaymsg -- workspace next", "0 start b"])
  }
}
