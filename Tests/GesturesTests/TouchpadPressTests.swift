import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Presses of a touchpad whose contacts are read")
struct TouchpadPressTests {
  @Test("three fingers that press the button make a press, which lasts until the button is released")
  func press() {
    let rules: [Trigger] = [
      Trigger(.press(PressPattern(.click, step: .milliseconds(100))), fingers: 3...3), .tap(3), .longPress(3, 200),
    ]
    var hand = Hand(on: TouchpadContactTests.pad)
    for index in 0..<3 { hand.land(at: Point(x: 30 + 15 * Double(index), y: 25), closing: index == 2) }
    hand.wait(80)
    hand.say(.button(isPressed: true))
    hand.say(.touchFrame)
    hand.wait(250)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    hand.wait(400)
    hand.lift()
    #expect(
      story(rules, hand.events) == [
        "80 press 3 began #0", "180 press 3 changed +1 #0", "280 press 3 changed +1 #0", "330 press 3 ended #0",
      ])
  }

  @Test("a click ends what the contacts have begun, and a thumb that clicks below other fingers makes no press")
  func clicks() {
    var hand = Hand(on: TouchpadContactTests.pad)
    for index in 0..<5 { hand.land(at: Point(x: 20 + 14 * Double(index), y: 30), closing: index == 4) }
    hand.wait(30)
    hand.say(.button(isPressed: true))
    hand.say(.touchFrame)
    hand.move(-25, 0)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    hand.move(-25, 0)
    hand.lift()
    #expect(story([.swipe(.left, 5), .tap(5), .longPress(5, 100)], hand.events).isEmpty)

    var thumb = Hand(on: TouchpadContactTests.pad)
    thumb.land(at: Point(x: 40, y: 20), closing: false)
    thumb.land(at: Point(x: 55, y: 20))
    thumb.wait(300)
    thumb.land(at: Point(x: 40, y: 52))
    thumb.say(.button(isPressed: true))
    thumb.say(.touchFrame)
    thumb.wait(100)
    thumb.say(.button(isPressed: false))
    thumb.say(.touchFrame)
    thumb.lift()
    #expect(story([Trigger(.press(PressPattern()), fingers: 2...3)], thumb.events).isEmpty)
  }

  /// A hand of so many fingers that rests, and presses with these pressures of the whole range for 100 ms each.
  private static func pressing(
    _ fingers: Int, on device: Device = TouchpadContactTests.pressurePad, clicks: Bool, _ pressures: Double...
  ) -> Hand {
    var hand = Hand(on: device)
    for index in 0..<fingers { hand.land(at: Point(x: 30 + 15 * Double(index), y: 25), closing: false) }
    for pressure in pressures {
      if clicks, pressure == pressures[1] { hand.say(.button(isPressed: true)) }
      for finger in hand.fingers { hand.say(.touchPressure(slot: finger.slot, pressure)) }
      hand.say(.touchFrame)
      hand.wait(200)
    }
    if clicks {
      hand.say(.button(isPressed: false))
      hand.say(.touchFrame)
    }
    hand.lift()
    return hand
  }

  @Test(
    "fingers that rest and press harder make a firm press, until they press less; of those that click, after the click")
  func firmPress() {
    var buttons = TouchpadContactTests.pressurePad
    buttons.contacts?.isClickpad = false
    let rules = [1...1, 2...4].map { Trigger(.press(PressPattern(.firm, step: .milliseconds(150))), fingers: $0) }
    for fingers in 1...4 {
      let rule = fingers == 1 ? "#0" : "#1"
      let pressed = Self.pressing(fingers, on: buttons, clicks: false, 0.2, 0.35, 0.22)
      #expect(
        story(rules, pressed.events) == [
          "200 press \(fingers) began \(rule)", "350 press \(fingers) changed +1 \(rule)",
          "400 press \(fingers) ended \(rule)",
        ])
      let clicked = Self.pressing(fingers, clicks: true, 0.2, 0.3, 0.5, 0.3)
      #expect(
        story(rules, clicked.events) == [
          "400 press \(fingers) began \(rule)", "550 press \(fingers) changed +1 \(rule)",
          "600 press \(fingers) ended \(rule)",
        ])
    }
  }

  @Test("a click is no firm press, nor is a landing, a small change or one on a touchpad whose pressure is unknown")
  func noFirmPress() {
    let rules = [Trigger(.press(PressPattern(.firm)), fingers: 1...4)]
    var buttons = TouchpadContactTests.pressurePad
    buttons.contacts?.isClickpad = false
    var plain = buttons
    plain.contacts?.hasPressure = false
    for fingers in 1...4 {
      #expect(story(rules, Self.pressing(fingers, clicks: true, 0.2, 0.6, 0.6, 0.2).events).isEmpty)
      #expect(story(rules, Self.pressing(fingers, clicks: false, 0.2, 0.6, 0.2).events).isEmpty)
      #expect(story(rules, Self.pressing(fingers, on: buttons, clicks: false, 0.2, 0.28, 0.2).events).isEmpty)
      #expect(story(rules, Self.pressing(fingers, on: buttons, clicks: false, 0.1, 0.17, 0.1).events).isEmpty)
      #expect(story(rules, Self.pressing(fingers, on: buttons, clicks: true, 0.2, 0.6, 0.6, 0.2).events).isEmpty)
      #expect(story(rules, Self.pressing(fingers, on: plain, clicks: false, 0.2, 0.6, 0.2).events).isEmpty)
    }
    var pointing = Hand(on: buttons)
    pointing.land(at: Point(x: 20, y: 30), closing: false)
    for step in 0..<40 {
      pointing.say(.touchPressure(slot: 0, step % 12 < 6 ? 0.15 : 0.45))
      pointing.move(1.5, 0)
    }
    pointing.lift()
    #expect(story(rules, pointing.events).isEmpty)
  }

  @Test("a firm press ends the press that its click was, and a finger that lands or lifts ends it")
  func firmAfterClick() {
    let rules = [PressPattern.Force.click, .firm].map { Trigger(.press(PressPattern($0)), fingers: 2...2) }
    #expect(
      story(rules, Self.pressing(2, clicks: true, 0.2, 0.3, 0.5, 0.3).events) == [
        "200 press 2 began #0", "400 press 2 ended #0", "400 press 2 began #1", "600 press 2 ended #1",
      ])
    var hand = Self.pressing(2, clicks: true, 0.2, 0.3, 0.5)
    #expect(story(rules, hand.events).suffix(2) == ["400 press 2 began #1", "600 press 2 ended #1"])
    hand = Hand(on: TouchpadContactTests.pressurePad)
    for index in 0..<2 { hand.land(at: Point(x: 30 + 15 * Double(index), y: 25), closing: false) }
    for pressure in [0.2, 0.3, 0.5] {
      if pressure == 0.3 { hand.say(.button(isPressed: true)) }
      for finger in hand.fingers { hand.say(.touchPressure(slot: finger.slot, pressure)) }
      hand.say(.touchFrame)
      hand.wait(200)
    }
    hand.land(at: Point(x: 60, y: 25))
    hand.wait(100)
    hand.lift()
    #expect(story(rules, hand.events).suffix(2) == ["400 press 2 began #1", "600 press 2 ended #1"])
  }

  @Test("after a rest that is a step, a firm press ends the sequence and acts; after that of a rule, it does not")
  func afterStep() {
    var buttons = TouchpadContactTests.pressurePad
    buttons.contacts?.isClickpad = false
    let press = Trigger(.press(PressPattern(.firm)), fingers: 3...3)
    let hand = Self.pressing(3, on: buttons, clicks: false, 0.2, 0.2, 0.35, 0.22)
    let pressed = ["400 press 3 began #0", "600 press 3 ended #0"]
    #expect(story([press], hand.events) == pressed)
    let sequence = Trigger.longPress(3, 300).then(.swipe(.up, 3))
    #expect(story([press, sequence], hand.events) == pressed)
    #expect(story([press, .tap(3).after(.longPress(3, 300))], hand.events) == pressed)
    let rests = story([press, sequence, .longPress(3, 300)], hand.events)
    #expect(rests.map { $0.suffix(2) } == ["#2", "#2"])
  }

  @Test("the amount of a light press is told, also if the fingers roll as they lift, or if the last one lingers")
  func lightPress() {
    let rule = Trigger(.press(PressPattern(.firm)), fingers: 1...1)
    var buttons = TouchpadContactTests.pressurePad
    buttons.contacts?.isClickpad = false
    for roll in [0.0, 4] {
      var recognition = Recognition([rule, .tap(1).on(.kind(.touchpad))], unasked: true)
      var hand = Hand(on: buttons)
      hand.land(at: Point(x: 30, y: 25), closing: false)
      for pressure in [0.2, 0.2, 0.26] {
        hand.say(.touchPressure(slot: 0, pressure))
        hand.say(.touchFrame)
        hand.wait(100)
      }
      if roll > 0 { hand.move(roll, 0, frames: 2) }
      hand.lift()
      var gestures: [Gesture] = []
      for event in hand.events { recognition.handle(event, into: &gestures) }
      recognition.advance(to: (hand.events.last?.time ?? .zero) + .seconds(1), into: &gestures)
      let told = recognition.failures(on: buttons.id).contains { failure in
        if case .pressedLightly(let factor, _) = failure.failure { abs(factor - 1.3) < 0.01 } else { false }
      }
      #expect(told, "\(roll)")
    }
  }

  @Test(
    "one finger presses in a corner",
    arguments: [(3.0, ["100 press 1 began #0", "200 press 1 ended #0"]), (30.0, [String]())])
  func pressInCorner(left: Double, reported: [String]) {
    let rule = Trigger(.press(PressPattern()), fingers: 1...1).starting(.corner(.topLeft))
    var hand = Hand(on: TouchpadContactTests.pad)
    hand.land(at: Point(x: left, y: 5))
    hand.wait(100)
    hand.say(.button(isPressed: true))
    hand.say(.touchFrame)
    hand.wait(100)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    hand.lift()
    #expect(story([rule], hand.events) == reported)
  }

}
