import Touch
@testable import Engine
import Gestures
import Rules
import Testing
import Time

@Suite("Imitated gestures")
struct ImitationTests {
  private let world = World()

  /// The events of a rule for a pan with three fingers.
  private func events(_ reaction: Reaction) -> [String] {
    let trigger = Trigger(.pan(PanPattern(.right, step: 6)), fingers: 3...4)
    let rule = Rule(trigger: trigger, reaction: reaction, location: "r:1")
    var performer = Performer()
    var next: Timestamp?
    for gesture in Gesture.imitation(of: trigger, rule: 0, at: .zero) {
      next = world.perform(&performer, rule, gesture: gesture)
    }
    world.run(&performer, from: next)
    #expect(performer.pressed.isEmpty)
    return world.takeEvents()
  }

  @Test("a held key is pressed at the beginning, kept during the step, and released at the end")
  func hold() {
    let reaction = Reaction(
      [Action.keys("2")], at: .step, begin: [.hold(.numbers("1"))], back: [Action.keys("3")], end: [.shell("a")],
      cancel: [.shell("b")])
    #expect(events(reaction) == ["+1", "+2", "-2", "-1", "start a"])
  }

  @Test("a drag without movement is a click")
  func drag() {
    let drag = Action.drag(Click(.left))
    #expect(events(Reaction([drag])) == ["+left", "-left"])
  }

  @Test("an action for the lift runs before the end")
  func lift() {
    #expect(
      events(Reaction([.shell("a")], at: .lift, begin: [.shell("b")], end: [.shell("c")])) == [
        "start b", "start a", "start c",
      ])
  }

  @Test("a discrete gesture is reported once, with its trigger's values")
  func discrete() {
    let gestures = Gesture.imitation(of: Trigger(.tap(TapPattern(2)), fingers: 2...3), rule: 7, at: .zero)
    #expect(gestures.map(\.phase) == [.recognized])
    #expect(gestures.map(\.taps) == [2])
    #expect(gestures.map(\.fingers) == [2])
    #expect(gestures.map(\.rule) == [7])
    let pinch = Gesture.imitation(of: Trigger(.pinch(PinchPattern(.outwards)), fingers: 2...2), rule: 0, at: .zero)
    #expect(pinch.map(\.direction) == [.outwards, .outwards, .outwards])
    let any = Gesture.imitation(of: Trigger(.swipe(SwipePattern(.horizontal)), fingers: 3...3), rule: 0, at: .zero)
    #expect(any.map(\.direction) == [nil])
  }
}
