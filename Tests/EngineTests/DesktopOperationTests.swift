import Desktop
@testable import Engine
import Gestures
import Rules
import Testing
import Time
import Touch

@Suite("Actions of the desktop")
struct DesktopOperationTests {
  @Test("they are performed in order, and after the keys before them are released")
  func order() {
    let world = World()
    var performer = Performer()
    world.play(
      &performer, Gesture.swipe, [.keys("1"), .desktop(.workspace(.next)), .desktop(.window(.close))])
    #expect(
      world.takeEvents() == ["+1", "-1", "desktop 'workspace: next' of r:1", "desktop 'window: close' of r:1"])
  }

  @Test("those that a desktop performs by keys press these, and others stay")
  func keys() throws {
    let rule = Rule(
      trigger: Trigger(.swipe(SwipePattern(.left)), fingers: 3...3),
      reaction: Reaction(
        [.desktop(.desktop(.launcher)), .shell("a")], begin: [.desktop(.window(.close))],
        back: [.desktop(.desktop(.launcher))], end: [.desktop(.desktop(.launcher))],
        cancel: [.desktop(.desktop(.launcher))]), location: "r:1")
    let rules = RuleSet([rule])
    #expect(rules.chords.isEmpty)
    let launcher = Action.keys([Chord(modifiers: [.super], key: "d", text: "super+d")])
    let adapted = try #require(rules.adapted(to: .sway).rules.first?.reaction)
    #expect(adapted.act == [launcher, .shell("a")])
    #expect([adapted.back, adapted.end, adapted.cancel] == [[launcher], [launcher], [launcher]])
    #expect(adapted.begin == [.desktop(.window(.close))])
    #expect(rules.adapted(to: .sway).chords.map(\.text) == ["super+d"])
    for desktop in [DesktopKind.gnome, .plasma, nil] {
      #expect(rules.adapted(to: desktop).rules.map(\.reaction) == rules.rules.map(\.reaction))
    }
  }

  @Test("a lock drops those that are pending")
  func lock() {
    let world = World()
    var performer = Performer()
    _ = world.perform(
      &performer, [.desktop(.workspace(.next)), .wait(.seconds(1)), .desktop(.window(.close))], gesture: .swipe)
    #expect(!performer.isIdle)
    performer.releaseEverything(at: Timestamp.zero + .milliseconds(500))
    performer.advance(at: Timestamp.zero + .seconds(2))
    performer.emit(at: Timestamp.zero + .seconds(2))
    #expect(performer.isIdle)
    #expect(world.takeEvents() == ["desktop 'workspace: next' of r:1"])
  }
}
