@testable import Engine
import Gestures
import Rules
import Testing
import Touch

@Suite("Clicks and wheels")
struct ClickTests {
  private let world = World()

  @Test("each button has its evdev number")
  func buttons() {
    // BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_SIDE, BTN_EXTRA
    let numbers = Click.Button.allCases.map { [$0.rawValue, String(KeyCode($0).number, radix: 16)] }
    #expect(
      numbers == [["left", "110"], ["right", "111"], ["middle", "112"], ["back", "113"], ["forward", "114"]])
    #expect(KeyCode.buttons.allSatisfy { $0.source == .pointer })
    #expect(KeyCode.real.allSatisfy { $0.source == .keyboard })
  }

  @Test("a button is pressed, and pauses between two clicks, for longer than debouncing takes")
  func double() {
    var performer = Performer()
    world.play(&performer, .swipe, [.click([Click(.left), Click(.left)]), .shell("a")])
    #expect(world.lines == ["0 +left", "30000 -left", "60000 +left", "90000 -left", "90000 start a"])
  }

  @Test("modifiers are pressed before the button and released after it")
  func modifiers() {
    var performer = Performer()
    world.play(&performer, .swipe, [.click([Click(.left, modifiers: [.ctrl, .shift]), Click(.right)])])
    #expect(
      world.lines == [
        "0 +29", "1000 +42", "2000 +left", "32000 -left", "33000 -42", "34000 -29", "35000 +right", "65000 -right",
      ])
  }

  @Test("a click while a modifier is held includes the modifier")
  func held() {
    var performer = Performer()
    world.play(&performer, .pan(.began), [.hold(.numbers("29"))])
    world.play(&performer, .pan(.changed), [.click([Click(.middle, modifiers: [.ctrl])]), .scroll(.steps(.up, 1))])
    world.play(&performer, .pan(.ended))
    #expect(world.takeEvents() == ["+29", "+middle", "-middle", "wheel 0 120", "-29"])
  }

  @Test(
    "steps turn a wheel by whole clicks, or by the stated fraction",
    arguments: [
      (Scroll.Direction.down, 3.0, ["wheel 0 -120", "wheel 0 -120", "wheel 0 -120"]),
      (.up, 1, ["wheel 0 120"]),
      (.left, 1.5, ["wheel -120 0", "wheel -60 0"]),
      (.right, 0.25, ["wheel 30 0"]),
    ])
  func steps(direction: Scroll.Direction, steps: Double, events: [String]) {
    var performer = Performer()
    world.play(&performer, .swipe, [.scroll(.steps(direction, steps))])
    #expect(world.takeEvents() == events)
  }

  @Test("a missing pointer is reported once, and keys are still pressed")
  func noPointer() {
    world.inputError = "open /dev/uinput: Permission denied"
    world.broken = [.pointer]
    var performer = Performer()
    world.play(&performer, .swipe, [.click([Click(.left, modifiers: [.ctrl])]), .keys("1")])
    #expect(
      world.takeEvents() == [
        "+29", "! r:1: cannot use the pointer: open /dev/uinput: Permission denied", "-29", "+1", "-1",
      ])
    #expect(performer.pressed.isEmpty)
  }
}
