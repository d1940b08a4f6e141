import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("The claim of rules on fingers that are taken without a grab")
struct TakingClaimTests {
  /// The stages after each frame of the contacts, each once, until the fingers have lifted. `+` marks a claim on taps.
  private func stages(_ triggers: [Trigger], _ hand: Hand) -> [String] {
    let device = TouchpadContactTests.pad
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    var stages: [String] = []
    for event in hand.events {
      if case .deviceAdded = event.kind { continue }
      recognition.handle(event, into: &gestures)
      guard case .touchFrame = event.kind else { continue }
      let claim = recognition.takingClaim(on: device.id)
      let text = "\(claim.stage)\(claim.includesTaps ? "+" : "")"
      if stages.last != text { stages.append(text) }
    }
    #expect(recognition.takingClaim(on: DeviceID(99)) == TakingClaim(.none))
    return stages
  }

  private func hand(_ fingers: Int, _ x: Double, _ y: Double) -> Hand {
    var hand = Hand(on: TouchpadContactTests.pad)
    for finger in 0..<fingers { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 30)) }
    for _ in 0..<25 { hand.move(x / 25, y / 25) }
    hand.lift()
    return hand
  }

  private let horizontal: [Trigger] = [.swipe(.left, 3), .swipe(.right, 3)]

  @Test("swipes are possible from the third finger on, until one acts or the fingers move otherwise")
  func swipes() {
    #expect(stages(horizontal, hand(3, 25, 0)) == ["none", "possible", "taken", "none"])
    #expect(stages(horizontal, hand(3, 0, -25)) == ["none", "possible", "none"])
    #expect(stages(horizontal, hand(2, 25, 0)) == ["none"])
    #expect(stages(horizontal, hand(4, 25, 0)) == ["none", "possible", "none"])
    #expect(stages([.swipe(.any, 5)], hand(5, 25, 0)) == ["none", "possible", "taken", "none"])
    #expect(stages([.swipe(.any, 2)], hand(2, 25, 0)) == ["none"])
  }

  @Test("fingers that move elsewhere are given up within 5 mm")
  func distance() {
    for step in 1...12 {
      var recognition = Recognition(horizontal)
      var gestures: [Gesture] = []
      let device = TouchpadContactTests.pad
      recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
      var hand = Hand(on: device)
      for finger in 0..<3 { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 30)) }
      for _ in 0..<step { hand.move(0, -1) }
      for event in hand.events { recognition.handle(event, into: &gestures) }
      let stage = recognition.takingClaim(on: device.id).stage
      print("at \(step) mm: \(stage)")
      if step >= 12 { #expect(stage == .none, "\(step) mm") }
      if step == 1 { #expect(stage == .possible) }
    }
  }

  @Test("a rule that keeps the gesture, shares the fingers or shows others takes none")
  func others() {
    var kept = Trigger.swipe(.any, 3)
    kept.isKept = true
    #expect(stages([kept], hand(3, 25, 0)) == ["none"])
    var shared = Trigger.swipe(.any, 3)
    shared.isSimultaneous = true
    #expect(stages([shared], hand(3, 25, 0)) == ["none"])
    var shown = Trigger.swipe(.any, 3)
    shown.shownFingers = 4
    #expect(stages([shown], hand(3, 25, 0)) == ["none"])
  }

  @Test("a tap is possible while the fingers rest, and a press of the button never")
  func rests() {
    #expect(stages([Trigger(.tap(TapPattern(1)), fingers: 3...3)], hand(3, 25, 0)) == ["none", "possible+", "none"])
    let press = Trigger(.press(PressPattern(.click)), fingers: 3...3)
    #expect(stages([press], hand(3, 25, 0)) == ["none"])
  }
}
