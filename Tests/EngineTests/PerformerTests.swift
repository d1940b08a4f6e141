@testable import Engine
import Gestures
import Rules
import Testing
import Time

@Suite("The performer")
struct PerformerTests {
  private let world = World()

  private func perform(
    _ performer: inout Performer, _ actions: [Action], location: String = "r:1", in world: World? = nil
  ) -> Timestamp? {
    (world ?? self.world).perform(&performer, actions, location: location, gesture: .swipe)
  }

  @Test("commands start at once, in order, with a shell or without")
  func commands() {
    var performer = Performer()
    let next = perform(&performer, [.shell("foot -e top"), .shell("a | b"), .run(["c", "d e"])])
    #expect(next == nil)
    #expect(world.lines == ["0 start foot -e top", "0 start /bin/sh -c a | b", "0 start c d e"])
  }

  @Test("a list runs in order: actions after keys wait until these are released")
  func order() {
    var performer = Performer()
    let next = perform(&performer, [.shell("a"), Action.keys("1+2"), .shell("b"), Action.keys("3"), .shell("c")])
    world.run(&performer, from: next)
    #expect(
      world.lines == [
        "0 start a", "0 +1", "1000 +2", "2000 -2", "3000 -1", "3000 start b", "4000 +3", "5000 -3", "5000 start c",
      ])
  }

  @Test("the keys of two rules never mix, and other rules' commands do not wait for them")
  func twoRules() {
    var performer = Performer()
    _ = perform(&performer, [Action.keys("1"), .shell("a"), Action.keys("2")])
    _ = perform(&performer, [.shell("b"), Action.keys("3")], location: "r:2")
    let next = perform(&performer, [.shell("c")], location: "r:3")
    world.run(&performer, from: next)
    #expect(
      world.lines == [
        "0 +1", "0 start b", "0 start c", "1000 -1", "1000 start a", "2000 +2", "3000 -2", "4000 +3", "5000 -3",
      ])
  }

  @Test("keys wait until the keyboard is ready; the first call asks for it")
  func notReady() {
    world.readyAt = 200_000
    var performer = Performer()
    let first = world.advance(&performer, at: .zero)
    #expect(first == Timestamp(microseconds: 200_000))
    let next = perform(&performer, [Action.keys("1"), .shell("a")])
    #expect(world.lines.isEmpty)
    world.run(&performer, from: next)
    #expect(world.lines == ["200000 +1", "201000 -1", "201000 start a"])
  }

  @Test("keys that wait for the keyboard are those of its keymap then")
  func lateKeymap() {
    world.readyAt = 200_000
    var performer = Performer()
    _ = world.advance(&performer, at: .zero)
    let next = perform(&performer, [.shell("a"), Action.keys("1")])
    #expect(world.lines == ["0 start a"])
    performer.bindings.chords[.numbers("1")] = .success(KeyPresses([KeyCode(2)]))
    world.run(&performer, from: next)
    #expect(world.lines == ["0 start a", "200000 +2", "201000 -2"])
  }

  @Test("a write to a full kernel buffer is retried a millisecond later")
  func noRoom() {
    var performer = Performer()
    world.room = 0
    let next = perform(&performer, [Action.keys("1")])
    #expect(next == Timestamp(microseconds: 1000))
    #expect(performer.pressed.isEmpty)
    world.room = .max
    world.run(&performer, from: next)
    #expect(world.lines == ["1000 +1", "2000 -1"])
  }

  @Test("a release at any time releases keys at once in reverse, and drops pending actions")
  func releaseEverything() {
    let releases: [[String]] = [[], ["-1"], ["-2", "-1"], ["-1"], [], ["-3"]]
    for (count, expected) in releases.enumerated() {
      let world = World()
      world.room = count
      var performer = Performer()
      for _ in 0...count {
        _ =
          world.now == 0
          ? perform(&performer, [Action.keys("1+2", "3"), .shell("a")], in: world)
          : world.advance(&performer, at: Timestamp(microseconds: world.now))
        world.now += 1000
      }
      _ = perform(&performer, [Action.keys("4")], in: world)
      #expect(world.lines.count == count)

      world.room = .max
      world.lines = []
      let next = world.releaseEverything(&performer, at: Timestamp(microseconds: world.now))
      #expect(world.lines == expected.map { "\(world.now) \($0)" })
      #expect(next == nil)
      #expect(performer.pressed.isEmpty)
      let later = world.advance(&performer, at: .latest)
      #expect(later == nil)
      #expect(world.lines.count == expected.count)
    }
  }

  @Test("actions after a release run completely")
  func afterRelease() {
    var performer = Performer()
    _ = perform(&performer, [Action.keys("1+2"), .shell("a")])
    _ = world.releaseEverything(&performer, at: Timestamp(microseconds: world.now))
    let next = perform(&performer, [Action.keys("3"), .shell("b")])
    world.run(&performer, from: next)
    #expect(world.lines == ["0 +1", "0 -1", "1000 +3", "2000 -3", "2000 start b"])
  }

  @Test("a failure is reported with its rule, and the rest of the list runs")
  func failures() {
    var performer = Performer()
    let next = perform(&performer, [.run(["missing"]), Action.keys("1", "bogus"), .shell("a"), Action.keys("2")])
    world.run(&performer, from: next)
    #expect(
      world.lines == [
        "0 ! r:1: cannot start 'missing': No such file or directory",
        "0 ! r:1: cannot press 'bogus': no key is called 'bogus'",
        "0 start a", "0 +2", "1000 -2",
      ])
  }

  @Test("without a keyboard each rule with keys reports it, and commands still start")
  func noKeyboard() {
    world.inputError = "open /dev/uinput: Permission denied"
    var performer = Performer()
    world.run(&performer, from: perform(&performer, [Action.keys("1+2", "3"), .shell("a")]))
    world.run(&performer, from: perform(&performer, [Action.keys("4")], location: "r:2"))
    #expect(
      world.lines == [
        "0 ! r:1: cannot press keys: open /dev/uinput: Permission denied", "0 start a",
        "0 ! r:2: cannot press keys: open /dev/uinput: Permission denied",
      ])
    #expect(performer.pressed.isEmpty)
  }

  @Test("a keyboard removed during a chord leaves nothing pressed and nothing pending")
  func keyboardGone() {
    var performer = Performer()
    let next = perform(&performer, [Action.keys("1+2")])
    world.inputError = "write /dev/uinput: No such device"
    world.run(&performer, from: next)
    #expect(world.lines == ["0 +1", "1000 ! r:1: cannot press keys: write /dev/uinput: No such device"])
    #expect(performer.pressed.isEmpty)
  }

  @Test("more keys than the limit are not pressed at all")
  func tooManyKeys() {
    var performer = Performer()
    let chord = Chord(modifiers: [], key: "1", text: "1")
    let next = perform(&performer, [.keys(Array(repeating: chord, count: 2049)), .shell("a")])
    #expect(next == nil)
    #expect(world.lines == ["0 ! r:1: more than 2048 keys in one action; none was pressed", "0 start a"])
  }

  @Test("the number of waiting rules is limited")
  func tooManyWaiting() {
    world.readyAt = 1000
    var performer = Performer()
    for _ in 0..<Performer.limit { _ = perform(&performer, [Action.keys("1")]) }
    #expect(world.lines.isEmpty)
    let next = perform(&performer, [.shell("a"), Action.keys("2"), .shell("b")], location: "r:9")
    #expect(
      world.lines == ["0 start a", "0 ! r:9: 64 rules are waiting; this one was dropped"])
    world.run(&performer, from: next)
    #expect(world.lines.count == 2 + 2 * Performer.limit)
    #expect(!world.lines.contains { $0.hasSuffix("start b") || $0.hasSuffix("+2") })
  }
}
