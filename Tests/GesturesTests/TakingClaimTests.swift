import Gestures
import Glibc
@testable import Hands
import Testing
import Time
import Touch

@Suite("The claim of rules on fingers that are taken without a grab")
struct TakingClaimTests {
  /// The stages after each frame of the contacts, each once, until the fingers have lifted. `+` marks a claim on taps.
  /// - Parameter afterFrame: called after each.
  private func stages(
    _ triggers: [Trigger], _ hand: Hand,
    afterFrame: (TouchEvent, inout Recognition, inout [Gesture]) -> Void = { _, _, _ in }
  ) -> [String] {
    let device = TouchpadContactTests.pad
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    var stages: [String] = []
    for event in hand.events {
      if case .deviceAdded = event.kind { continue }
      recognition.advance(to: event.time, into: &gestures)
      recognition.handle(event, into: &gestures)
      guard case .touchFrame = event.kind else { continue }
      let claim = recognition.takingClaim(on: device.id)
      afterFrame(event, &recognition, &gestures)
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

  @Test("on a touchscreen, touches are taken from the moment on at which a rule acts, until they lift")
  func touchscreen() {
    func taken(_ triggers: [Trigger]) -> [Bool] {
      var recognition = Recognition(triggers)
      var gestures: [Gesture] = []
      var taken: [Bool] = []
      var hand = Hand()
      hand.land(3)
      for _ in 0..<10 { hand.move(-4, 0) }
      hand.lift()
      for event in hand.events {
        recognition.handle(event, into: &gestures)
        let isTaken = recognition.hasTakenTouches(on: event.device)
        if taken.last != isTaken { taken.append(isTaken) }
      }
      #expect(!recognition.hasTakenTouches(on: DeviceID(99)))
      return taken
    }
    #expect(taken([.swipe(.left, 3)]) == [false, true, false])
    #expect(taken([.swipe(.right, 3)]) == [false])
    var kept = Trigger.swipe(.left, 3)
    kept.isKept = true
    #expect(taken([kept]) == [false])
    let screen = Hand.screen
    #expect(Trigger.swipe(.left, 3).takesFingers(on: screen) && Trigger.swipe(.left, 1).takesFingers(on: screen))
    #expect(!kept.takesFingers(on: screen) && !Trigger.tap(3).takesFingers(on: screen))
  }

  /// The claim after a part of a hand.
  private func stage(_ triggers: [Trigger], _ move: (inout Hand) -> Void) -> TakingClaim.Stage {
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    let device = TouchpadContactTests.pad
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    var hand = Hand(on: device)
    for finger in 0..<3 { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 30)) }
    move(&hand)
    for event in hand.events { recognition.handle(event, into: &gestures) }
    return recognition.takingClaim(on: device.id).stage
  }

  @Test("fingers that move elsewhere are given up at 5 mm, and 30° off a direction within 9 mm")
  func distance() {
    func stage(at length: Double, _ angle: Double = 90) -> TakingClaim.Stage {
      let (x, y) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
      return self.stage(horizontal) { hand in for _ in 0..<Int(length * 2) { hand.move(x / 2, y / 2, frames: 1) } }
    }
    #expect(stage(at: 4.5) == .possible)
    #expect(stage(at: 5.5) == .none)
    #expect(stage(at: 5.5, -90) == .none)
    #expect(self.stage([.swipe(.right, 3)]) { hand in for _ in 0..<6 { hand.move(-1, 0, frames: 1) } } == .none)
    // A hook is none of it.
    #expect(
      self.stage(horizontal) { hand in
        for _ in 0..<4 { hand.move(0, -1, frames: 1) }
        for _ in 0..<8 { hand.move(0.5, 0, frames: 1) }
      } == .possible)
    #expect(stage(at: 9, 60) == .none)
    #expect(stage(at: 9, 30) == .possible)
  }

  @Test("fingers that part or come together are given up when they have moved by some millimetres")
  func parting() {
    func stage(_ triggers: [Trigger], to scale: Double) -> TakingClaim.Stage {
      self.stage(triggers) { hand in hand.spread(to: scale, frames: 6) }
    }
    #expect(stage(horizontal, to: 1.1) == .possible)
    #expect(stage(horizontal, to: 1.4) == .none)
    #expect(stage(horizontal, to: 0.6) == .none)
    #expect(stage(horizontal + [Trigger(.pinch(PinchPattern(.outwards)), fingers: 3...3)], to: 1.4) == .taken)
    // Where only fingers that part are wanted, those that move together are not.
    let pinch = [Trigger(.pinch(PinchPattern(.inwards)), fingers: 3...3)]
    #expect(self.stage(pinch) { hand in for _ in 0..<3 { hand.move(1, 0, frames: 1) } } == .possible)
    #expect(self.stage(pinch) { hand in for _ in 0..<6 { hand.move(1, 0, frames: 1) } } == .none)
  }

  @Test("three fingers above one that may be a thumb are possible, until that moves along or they go elsewhere")
  func thumb() {
    /// The stages of three fingers that move above one which has landed before, so many mm below them, and makes a
    /// share of their movement.
    func stages(_ triggers: [Trigger], _ x: Double, _ y: Double = 0, below: Double = 25, share: Double = 0) -> [String]
    {
      var hand = Hand(on: TouchpadContactTests.pad)
      hand.land(at: Point(x: 45, y: 30 + below))
      hand.wait(20)
      for finger in 0..<3 { hand.land(at: Point(x: 35 + 10 * Double(finger), y: 30), closing: finger == 2) }
      for _ in 0..<25 { hand.shift { Vector(dx: x / 25, dy: y / 25) * ($0 == 0 ? share : 1) } }
      hand.lift()
      return self.stages(triggers, hand)
    }
    #expect(stages(horizontal, -25) == ["none", "possible", "taken", "none"])
    #expect(stages(horizontal, -25, share: 0.1) == ["none", "possible", "taken", "none"])
    #expect(stages(horizontal, -25, share: 1) == ["none", "possible", "none"])
    #expect(stages(horizontal, -25, below: 10) == ["none"])
    #expect(stages(horizontal, 0, -25) == ["none", "possible", "none"])
    #expect(stages(horizontal, 0, 25) == ["none", "possible", "none"])
    #expect(stages([Trigger(.tap(TapPattern(1)), fingers: 3...3)], -25) == ["none"])
    #expect(stages([.swipe(.left, 2)], -25) == ["none"])
    // From the bottom edge, where only the thumb is.
    var trigger = Trigger.swipe(.left, 3)
    trigger.start = .edge(.bottom)
    #expect(stages([trigger], -25) == ["none"])
  }

  @Test("fingers that were left to the desktop are left also if all their contacts are lost for a moment")
  func lost() {
    /// The stages of fingers that are left, lost for so many ms, and go on.
    func stages(lostFor gap: Int) -> [String] {
      var hand = Hand(on: TouchpadContactTests.pad)
      for finger in 0..<3 { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 50)) }
      hand.move(0, -12)
      let places = hand.fingers.map(\.position)
      hand.lift()
      hand.wait(gap)
      for (index, place) in places.enumerated() {
        hand.land(at: Point(x: place.x, y: place.y - Double(gap) / 10), closing: index == 2)
      }
      hand.move(0, -12)
      hand.lift()
      return self.stages(horizontal, hand) { event, recognition, gestures in
        guard recognition.takingClaim(on: event.device).stage == .none, event.time > Timestamp(microseconds: 1_060_000)
        else { return }
        recognition.handle(
          TouchEvent(time: event.time, device: event.device, kind: .fingersLeft(LeftFingers(.movement))),
          into: &gestures)
      }
    }
    #expect(stages(lostFor: 10) == ["none", "possible", "none"])
    #expect(stages(lostFor: 200) == ["none", "possible", "none", "possible", "none"])
  }

  @Test("no rule takes fingers that were left to the desktop, nor those that join them", arguments: [false, true])
  func left(joins: Bool) {
    var shared = Trigger.swipe(.right, 3)
    shared.isSimultaneous = true
    let triggers = [Trigger.swipe(.right, 3), .swipe(.right, 4), shared]
    var recognition = Recognition(triggers, unasked: true)
    let device = TouchpadContactTests.pad
    var hand = self.hand(3, 25, 0)
    if joins {
      hand = Hand(on: device)
      for finger in 0..<3 { hand.land(at: Point(x: 40 + 10 * Double(finger), y: 30)) }
      hand.land(at: Point(x: 70, y: 30))
      for _ in 0..<25 { hand.move(1, 0) }
      hand.lift()
    }
    var gestures: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    var landed = 0
    for event in hand.events {
      recognition.handle(event, into: &gestures)
      if case .touchDown = event.kind { landed += 1 }
      guard case .touchFrame = event.kind, landed == 3 else { continue }
      recognition.handle(
        TouchEvent(time: event.time, device: device.id, kind: .fingersLeft(LeftFingers(.late, amount: 12_000))),
        into: &gestures)
      #expect(recognition.takingClaim(on: device.id).stage == .none)
      landed = 4
    }
    #expect(gestures.compactMap(\.trigger) == (joins ? [] : [2]))
    let failures = recognition.failures(on: device.id)
    #expect(failures.contains { $0.trigger == 0 && $0.failure == .leftToDesktop(LeftFingers(.late, amount: 12_000)) })
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
