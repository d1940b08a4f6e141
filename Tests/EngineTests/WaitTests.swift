import Time
@testable import Engine
import Gestures
import Rules
import Testing
import Touch

@Suite("The action 'wait'")
struct WaitTests {
  private let world = World()

  @Test("actions after a wait run that much later than the end of the actions before it")
  func order() {
    var performer = Performer()
    world.play(&performer, .swipe, [.shell("a"), .keys("1"), .wait(.milliseconds(200)), .shell("b"), .keys("2")])
    #expect(world.lines == ["0 start a", "0 +1", "1000 -1", "201000 start b", "201000 +2", "202000 -2"])
  }

  @Test("other rules' keys continue during a wait, and are never mixed with its own")
  func others() {
    var performer = Performer()
    _ = world.perform(&performer, [.keys("1"), .wait(.milliseconds(3)), .keys("2")], gesture: .swipe)
    world.run(&performer, from: world.perform(&performer, [.keys("3+4", "5+6")], gesture: .swipe))
    #expect(
      world.lines == [
        "0 +1", "1000 -1", "2000 +3", "3000 +4", "4000 -4", "5000 -3", "6000 +5", "7000 +6", "8000 -6", "9000 -5",
        "10000 +2", "11000 -2",
      ])
  }

  @Test("actions of one gesture stay in order, and other gestures do not wait for them")
  func sameGesture() {
    var performer = Performer()
    _ = world.perform(&performer, [.wait(.milliseconds(50)), .shell("begin")], gesture: .pan(.began))
    _ = world.perform(&performer, [.shell("step")], gesture: .pan(.changed))
    _ = world.perform(&performer, [.shell("other")], gesture: .pan(.began, device: 1))
    world.run(&performer, from: world.perform(&performer, [.shell("end")], gesture: .pan(.ended)))
    #expect(world.lines == ["0 start other", "50000 start begin", "50000 start step", "50000 start end"])
  }

  @Test("a wait requires no keyboard")
  func notReady() {
    world.readyAt = 200_000
    var performer = Performer()
    world.run(
      &performer, from: world.perform(&performer, [.wait(.milliseconds(20)), .shell("a")], gesture: .swipe),
      until: 20_000)
    // The next call at 200 ms would be too late.
    #expect(world.lines == ["20000 start a"])
  }

  @Test("a wait that ends while something else is handled ends as soon as that is done")
  func endsLate() {
    var performer = Performer()
    _ = world.perform(&performer, [.wait(.milliseconds(20)), .shell("a")], gesture: .swipe)
    // As for new bindings: their keymap may take longer to compile than is left of the wait.
    performer.emit(at: .zero + .milliseconds(30))
    #expect(performer.deadline == .zero + .milliseconds(20))
    world.run(&performer, from: performer.deadline)
    #expect(world.lines == ["20000 start a"])
  }

  @Test("a release of everything drops the actions that wait")
  func released() {
    var performer = Performer()
    _ = world.perform(&performer, [.wait(.milliseconds(20)), .shell("a"), .keys("1")], gesture: .swipe)
    let next = world.releaseEverything(&performer, at: .zero)
    #expect(next == nil)
    #expect(world.advance(&performer, at: .latest) == nil)
    #expect(world.lines.isEmpty)
  }
}
