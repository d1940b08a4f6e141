@testable import Engine
import Gestures
import Rules
import Testing
import Time

@Suite("Keys held during a gesture")
struct HoldTests {
  private let world = World()
  private let hold1 = Action.hold(.numbers("1"))

  @Test("a held key is pressed at the beginning, kept during the steps, and released at the end")
  func window() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [hold1])
    world.play(&performer, .pan(.changed, 15), [.keys("2")])
    world.play(&performer, .pan(.changed, 30), [.keys("3+2")])
    world.play(&performer, .pan(.ended, 30))
    #expect(world.takeEvents() == ["+1", "+2", "-2", "+3", "+2", "-2", "-3", "-1"])
    #expect(performer.pressed.isEmpty)
  }

  @Test("a chord that contains the held key neither presses nor releases it")
  func alreadyHeld() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [hold1])
    world.play(&performer, .pan(.changed, 15), [.keys("1+2")])
    #expect(performer.pressed == [KeyCode(1)])
    world.play(&performer, .pan(.ended, 30))
    #expect(world.takeEvents() == ["+1", "+2", "-2", "-1"])
  }

  @Test("a held key is released before the actions of 'end', and when the gesture is cancelled")
  func endActions() {
    for phase in [Gesture.Phase.ended, .cancelled] {
      var performer = Performer()
      world.play(&performer, .pan(.began), [hold1, .hold(.numbers("2+3"))])
      world.play(&performer, .pan(phase), [.shell("a"), .keys("4")])
      #expect(world.takeEvents() == ["+1", "+2", "+3", "-3", "-2", "-1", "start a", "+4", "-4"])
    }
  }

  @Test("a key that two gestures hold is released when the second ends")
  func shared() {
    var performer = Performer()
    world.play(&performer, .pan(.began, rule: 0), [hold1])
    world.play(&performer, .pan(.began, rule: 0, device: 1), [hold1])
    world.play(&performer, .pan(.ended, rule: 0))
    #expect(world.takeEvents() == ["+1"])
    world.play(&performer, .pan(.ended, rule: 0, device: 1))
    #expect(world.takeEvents() == ["-1"])
  }

  @Test("a gesture that ends before its key could be pressed leaves nothing pressed")
  func endsWhileWaiting() {
    world.readyAt = 200_000
    var performer = Performer()
    _ = world.perform(&performer, [.wait(.milliseconds(500)), hold1, .shell("a")], gesture: .pan(.began))
    world.now = 100_000
    let next = world.perform(&performer, [.shell("b")], gesture: .pan(.ended))
    #expect(performer.handles(.pan(.ended)))
    world.run(&performer, from: next)
    #expect(world.lines == ["500000 +1", "500000 start a", "501000 -1", "501000 start b"])
    #expect(!performer.handles(.pan(.ended)))
  }

  @Test("the end of a gesture is never dropped, however many rules wait")
  func endWithoutRoom() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [hold1])
    for rule in 1...Performer.limit {
      _ = world.perform(&performer, [.wait(.seconds(9)), .shell("late")], gesture: .pan(.changed, rule: rule))
    }
    _ = world.takeEvents()
    world.run(&performer, from: world.perform(&performer, gesture: .pan(.ended)), until: 1_000_000)
    #expect(world.takeEvents() == ["-1"])
  }

  @Test("a release of everything releases held keys, and the following end presses nothing")
  func releaseEverything() {
    var performer = Performer()
    _ = world.perform(&performer, [hold1, .wait(.seconds(1)), .keys("2")], gesture: .pan(.began))
    let next = world.releaseEverything(&performer, at: Timestamp(microseconds: world.now))
    #expect(next == nil)
    world.play(&performer, .pan(.cancelled), [.shell("a")])
    #expect(world.takeEvents() == ["+1", "-1", "start a"])
    #expect(performer.pressed.isEmpty)
  }

  @Test("a removed keyboard releases the held keys")
  func keyboardGone() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [hold1])
    world.inputError = "write /dev/uinput: No such device"
    world.play(&performer, .pan(.changed), [.keys("2")])
    world.inputError = nil
    world.play(&performer, .pan(.ended))
    #expect(world.takeEvents() == ["+1", "! r:1: cannot press keys: write /dev/uinput: No such device"])
    #expect(performer.pressed.isEmpty)
  }
}
