import Gestures
import Time
@testable import Hands
import Testing
import Touch

@Suite("The claim of rules on the fingers that are down")
struct ClaimTests {
  /// The stages after each frame, each once, until the fingers have lifted. `+` marks a claim on taps.
  private func stages(_ triggers: [Trigger], _ hand: Hand, on device: Device = TouchpadContactTests.pad) -> [String] {
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    var stages: [String] = []
    for event in hand.events {
      if case .deviceAdded = event.kind { continue }
      let before = stages
      recognition.handle(event, into: &gestures)
      let claim = recognition.claim(on: device.id)
      let text = "\(claim.stage)\(claim.includesTaps ? "+" : "")\(claim.fingers.map { " as \($0)" } ?? "")"
      if before.last != text { stages.append(text) }
    }
    #expect(recognition.claim(on: DeviceID(99)) == .none)
    return stages
  }

  private func swipe(_ fingers: Int, _ x: Double, on device: Device = TouchpadContactTests.pad) -> Hand {
    var hand = Hand(on: device)
    for finger in 0..<fingers { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 30)) }
    if fingers > 2 { hand.say(.swipeBegin(fingers: fingers)) }
    for _ in 0..<25 {
      hand.move(x / 25, 0)
      if fingers > 2 { hand.say(.swipeUpdate(fingers: fingers, delta: Vector(dx: x / 25, dy: 0))) }
    }
    hand.lift()
    if fingers > 2 { hand.say(.swipeEnd(fingers: fingers, cancelled: false)) }
    return hand
  }

  @Test("all directions together reserve three fingers; one of them may want the fingers")
  func directions() {
    let all: [Trigger] = [.swipe(.left, 3), .swipe(.right, 3), .swipe(.up, 3), .swipe(.down, 3)]
    #expect(stages([.swipe(.any, 3)], swipe(3, 25)) == ["none", "reserved", "taken", "none"])
    // Once the other directions are ruled out, only a landing would matter.
    #expect(stages(all, swipe(3, 25)) == ["none", "reserved", "possible", "taken", "none"])
    #expect(stages(Array(all.dropLast()), swipe(3, 25)) == ["none", "possible", "taken", "none"])
    #expect(stages([.swipe(.left, 3)], swipe(3, 25)) == ["none", "possible", "none"])
    #expect(stages([.swipe(.any, 3)], swipe(2, 25)) == ["none"])
    #expect(stages([.swipe(.any, 3)], swipe(4, 25)) == ["none", "reserved", "none"])
  }

  @Test("a rule that lets the desktop see its gesture claims nothing")
  func kept() {
    var kept = Trigger.swipe(.any, 3)
    kept.isKept = true
    #expect(stages([kept], swipe(3, 25)) == ["none"])
    #expect(stages([.swipe(.left, 3), kept], swipe(3, 25)) == ["none", "possible", "none"])
  }

  @Test("a gesture that goes on as its fingers return claims them, whatever the gesture before it left to the desktop")
  func keptBefore() {
    var kept = Trigger.swipe(.any, 3)
    kept.isKept = true
    let pan = Trigger(.pan(PanPattern(.any)), fingers: 2...2, isSimultaneous: true, resume: .milliseconds(400))
    func hand(_ isKeptFirst: Bool) -> Hand {
      var hand = Hand()
      if isKeptFirst {
        hand.land(3)
        hand.move(30, 0)
        hand.lift()
        hand.wait(1000)
      }
      hand.land(2)
      hand.move(20, 0)
      hand.lift()
      hand.wait(100)
      hand.land(2, skew: 40)
      hand.move(20, 0)
      hand.lift()
      return hand
    }
    #expect(stages([pan, kept], hand(false), on: Hand.screen).contains("taken"))
    #expect(stages([pan, kept], hand(true), on: Hand.screen).contains("taken"))
  }

  @Test("fingers that move beside one that rests are claimed once they do, and the one that rests is not")
  func anchored() {
    func slide(_ dx: Double, anchor: Double = 0) -> Hand {
      var hand = Hand(on: TouchpadContactTests.pad)
      hand.land(at: Point(x: 40, y: 30))
      hand.wait(300)
      hand.shift { _ in .zero }
      hand.land(at: Point(x: 60, y: 28))
      for _ in 0..<25 { hand.shift { Vector(dx: dx / 25 * ($0 == 0 ? anchor : 1), dy: 0) } }
      hand.lift()
      return hand
    }
    let rule = Trigger(.pan(PanPattern(.right, anchor: 1)), fingers: 1...1, devices: [.kind(.touchpad)])
    #expect(stages([rule], slide(25)) == ["none", "possible", "taken", "none"])
    #expect(stages([rule], slide(25, anchor: 1)) == ["none", "possible", "none"])
    #expect(stages([rule], slide(-25)) == ["none", "possible", "none"])
    #expect(stages([.tap(4)], slide(25)) == ["none"])
  }

  @Test("a rule that shows every movement with other fingers does so from the landing on, others once recognised")
  func shown() {
    var four = Trigger.swipe(.any, 3)
    four.shownFingers = 4
    #expect(stages([four], swipe(3, 25)) == ["none", "possible as 4", "none as 4", "none"])
    #expect(stages([four, .swipe(.left, 3)], swipe(3, 25)) == ["none", "possible as 4", "none as 4", "none"])
    // An earlier rule may take the fingers: nothing is shown until it has failed.
    #expect(
      stages([.swipe(.left, 3), four], swipe(3, 25)) == ["none", "reserved", "possible as 4", "none as 4", "none"])
    #expect(stages([.swipe(.left, 3), four], swipe(3, -25)) == ["none", "reserved", "taken", "none"])
    var left = Trigger.swipe(.left, 3)
    left.shownFingers = 4
    #expect(stages([left], swipe(3, -25)) == ["none", "possible", "none as 4", "none"])
    #expect(stages([left], swipe(3, 25)) == ["none", "possible", "none"])
    #expect(stages([four], swipe(2, 25)) == ["none"])
    // Until the fourth has landed.
    #expect(stages([four], swipe(4, 25)) == ["none", "possible as 4", "none"])
    // A hand on a touchscreen is shown on another device: programs do not receive its touches.
    let screen = Hand.screen
    #expect(stages([four], swipe(3, 25, on: screen), on: screen) == ["none", "awaited", "taken", "none"])
  }

  @Test("taps of three fingers are claimed, and whatever five fingers do")
  func taps() {
    #expect(stages([Trigger(.tap(TapPattern()), fingers: 3...3)], swipe(3, 25)).prefix(2) == ["none", "possible+"])
    #expect(stages([Trigger(.tap(TapPattern()), fingers: 2...2)], swipe(2, 25)).contains("possible+") == false)
    #expect(stages([Trigger(.tap(TapPattern()), fingers: 5...5)], swipe(5, 25)).contains("reserved+"))
  }

  @Test("a finger where a rule starts is awaited until no rule can take it")
  func regions() {
    let rule = Trigger.pan(.up, 1).on(.kind(.touchpad)).starting(.edge(.right))
    var slide = Hand(on: TouchpadContactTests.pad)
    slide.land(at: Point(x: 96, y: 50))
    slide.move(0, -25)
    slide.lift()
    #expect(stages([rule], slide) == ["none", "awaited", "taken", "none"])
    var other = Hand(on: TouchpadContactTests.pad)
    other.land(at: Point(x: 96, y: 50))
    other.move(-25, 0)
    other.lift()
    #expect(stages([rule], other) == ["none", "awaited", "none"])
    var middle = Hand(on: TouchpadContactTests.pad)
    middle.land(at: Point(x: 50, y: 50))
    middle.move(0, -25)
    middle.lift()
    #expect(stages([rule], middle) == ["none"])
  }

  @Test("a disabled rule claims nothing")
  func disabled() {
    var recognition = Recognition([.swipe(.any, 3)])
    recognition.setActiveRules([nil])
    var gestures: [Gesture] = []
    let device = TouchpadContactTests.pad
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    for event in swipe(3, 25).events {
      recognition.handle(event, into: &gestures)
      #expect(recognition.claim(on: device.id) == .none)
    }
  }
}
