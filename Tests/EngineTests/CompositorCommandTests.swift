@testable import Engine
import Gestures
import Rules
import Testing
import Touch

@Suite("Commands for a compositor")
struct CompositorCommandTests {
  @Test("a compositor command is sent in order and verbatim, and starts no program")
  func order() {
    let world = World()
    var performer = Performer()
    _ = world.perform(
      &performer,
      [.shell("a"), .compositor(.sway, "exec foot --title \"a  b\""), .shell("b"), .compositor(.niri, "quit")],
      gesture: .swipe)
    #expect(
      world.lines == [
        "0 start a", "0 tell sway 'exec foot --title \"a  b\"' of r:1", "0 start b", "0 tell niri 'quit' of r:1",
      ])
  }

  @Test("a compositor command after keys waits until these are released")
  func behindKeys() {
    let world = World()
    var performer = Performer()
    world.play(&performer, Gesture.swipe, [.keys("1"), .compositor(.hyprland, "dispatch killactive")])
    #expect(world.takeEvents() == ["+1", "-1", "tell hyprland 'dispatch killactive' of r:1"])
  }
}
