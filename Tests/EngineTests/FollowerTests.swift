@testable import Engine
import Gestures
import Rules
import Testing
import Time
import Touch

@Suite("Actions that follow the fingers")
struct FollowerTests {
  private let world = World()

  @Test("the pointer moves as far as the fingers since the beginning, in libinput's units")
  func pointer() {
    var performer = Performer()
    world.play(&performer, .pan(.began, 3), [.pointer()])
    world.play(&performer, .pan(.changed, 4))
    world.play(&performer, .pan(.changed, 4, -10))
    world.play(&performer, .pan(.changed, 13, -10))
    world.play(&performer, .pan(.ended, 13, -10))
    // 10.52 units per millimetre: fractions of a unit are carried over, so that 10 mm are 105 units in total.
    #expect(world.takeEvents() == ["move 10 0", "move 0 -105", "move 95 0"])
  }

  @Test("the pointer follows faster fingers by libinput's profile, and a rule's speed multiplies that")
  func acceleration() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.pointer(speed: 2)])
    for (index, speed) in [2.0, 100, 260, 2000].enumerated() {
      world.play(&performer, .pan(.changed, Double(index + 1) * 10, speed: speed))
    }
    world.play(&performer, .pan(.ended, 40))
    // 11.685 units times 0.5, 0.9, 1.55 and 4.8, which is that of 520 mm/s; 10 mm; twice.
    #expect(world.takeEvents() == ["move 116 0", "move 211 0", "move 362 0", "move 1122 0"])
    #expect(TouchpadAcceleration(isFlat: true, setting: 0.5).gain(at: 900) == 1.5 * 0.2968 * 1000 / 25.4)
    #expect(abs(TouchpadAcceleration(setting: -1).gain(at: 100) - 0.05 * LibinputUnits.perMillimetre) < 1e-9)
  }

  @Test("a desktop that accelerates a mouse makes the same of the motion that it gets")
  func mouse() {
    for speed in [1.0, 5, 20, 60, 130, 300, 900] {
      let motion = PointerMotion(TouchpadAcceleration(), speed: 1, isMouse: true)
      let units = motion.unitsPerMillimetre(at: speed)
      let x = units * speed / 1000
      // src/filter-mouse.c
      let factor = x < 0.07 ? 0.3 + 10 * x : x < 0.4 ? 1 : min(2, 1 + 1.1 * (x - 0.4))
      #expect(abs(units * factor - TouchpadAcceleration().gain(at: speed)) < 1e-9, "\(speed) mm/s")
    }
  }

  @Test("a drag presses its button, moves, and releases it when the fingers lift")
  func drag() {
    var performer = Performer()
    world.play(&performer, .pan(.began, 3), [.drag(Click(.left, modifiers: [.ctrl]))])
    world.play(&performer, .pan(.changed, 13))
    world.play(&performer, .pan(.ended, 13, 5), [.shell("a")])
    #expect(world.takeEvents() == ["+29", "+left", "move 136 0", "move 0 52", "-left", "-29", "start a"])
  }

  @Test("the pointer rests while other keys are pressed, and catches up later")
  func catchesUp() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.pointer()])
    _ = world.perform(&performer, [.keys("1+2")], gesture: .swipe)
    _ = world.perform(&performer, gesture: .pan(.changed, 1))
    let next = world.perform(&performer, gesture: .pan(.changed, 2))
    world.run(&performer, from: next)
    world.play(&performer, .pan(.changed, 3))
    #expect(world.takeEvents() == ["+1", "+2", "-2", "-1", "move 31 0"])
  }

  @Test("a step's keys come after the move that led to it")
  func steps() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.pointer()])
    world.play(&performer, .pan(.changed, 1), [.keys("1")])
    #expect(world.takeEvents() == ["move 10 0", "+1", "-1"])
  }

  @Test("content scrolls as far as with two fingers on a touchpad")
  func scrolling() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.scroll(.fingers)])
    world.play(&performer, .pan(.changed, 0, 10))
    world.play(&performer, .pan(.changed, 10, 10))
    world.play(&performer, .pan(.cancelled, 10, 10))
    // 10 mm are 105.2 units of the touchpad: 7 wheel clicks of 15 units and 120 parts each, with a remainder.
    #expect(world.takeEvents() == ["scroll 0 -841", "scroll -841 0", "scrolled"])
  }

  @Test("the pointer follows its own gesture alone, and stops at its end")
  func owners() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.pointer()])
    world.play(&performer, .pan(.began, rule: 1))
    world.play(&performer, .pan(.changed, 9, rule: 1))
    world.play(&performer, .pan(.changed, 9, device: 1))
    #expect(!performer.handles(.pan(.changed, rule: 1)))
    world.play(&performer, .pan(.ended))
    world.play(&performer, .pan(.changed, 9))
    #expect(world.takeEvents() == [])
  }

  @Test("a release of everything releases the button at once and stops the movement")
  func released() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.drag(Click(.left))])
    let next = world.releaseEverything(&performer, at: Timestamp(microseconds: world.now))
    #expect(next == nil)
    world.play(&performer, .pan(.changed, 5))
    world.play(&performer, .pan(.cancelled, 5))
    #expect(world.takeEvents() == ["+left", "-left"])
  }

  @Test("a missing pointer is reported once for a gesture")
  func noPointer() {
    world.inputError = "open /dev/uinput: Permission denied"
    var performer = Performer()
    world.play(&performer, .pan(.began), [.pointer()])
    for step in 1...5 { world.play(&performer, .pan(.changed, Double(step))) }
    world.play(&performer, .pan(.ended, 6))
    #expect(world.takeEvents() == ["! r:1: cannot use the pointer: open /dev/uinput: Permission denied"])
  }
}
