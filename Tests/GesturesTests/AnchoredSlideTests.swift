import Gestures
@testable import Hands
import Testing
import Touch

@Suite("One finger rests, and others move beside it")
struct AnchoredSlideTests {
  private static let screen = Device(
    id: DeviceID(1), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 190))
  private static let devices = [TouchpadContactTests.pad, screen]
  private static let centre = Point(x: 40, y: 30)

  /// A rule for fingers that move beside one that rests.
  private static func slide(
    _ directions: Directions, _ fingers: ClosedRange<Int> = 1...1, step: Millimetres? = nil, resume: Duration? = nil
  ) -> Trigger {
    Trigger(
      .pan(PanPattern(directions, step: step, goesBack: step != nil, anchor: 1)), fingers: fingers,
      devices: [.kind(.touchpad), .kind(.touchscreen)], resume: resume)
  }

  /// A hand of which one finger has rested for so long when `count` others land beside it.
  private func hand(
    on device: Device, resting milliseconds: Int = 300, then count: Int = 1, apart: Vector = Vector(dx: 20, dy: -4)
  ) -> Hand {
    var hand = Hand(on: device)
    hand.land(at: Self.centre)
    hand.wait(milliseconds)
    for index in 1...count { hand.land(at: Self.centre + apart * Double(index), closing: index == count) }
    return hand
  }

  /// Lifts the finger that landed last.
  private func liftLast(_ hand: inout Hand) {
    guard let finger = hand.fingers.popLast() else { return }
    hand.say(.touchUp(slot: finger.slot))
    hand.say(.touchFrame)
  }

  private func move(_ hand: inout Hand, _ dx: Double, _ dy: Double, anchor: Double = 0) {
    let count = Int((dx * dx + dy * dy).squareRoot().rounded())
    for _ in 0..<count {
      hand.shift { Vector(dx: dx, dy: dy) * (($0 == 0 ? anchor : 1) / Double(count)) }
    }
  }

  @Test("it makes steps forth and back, counts the fingers that move, and ends with them", arguments: devices)
  func steps(device: Device) {
    for count in 1...3 {
      var hand = hand(on: device, then: count, apart: Vector(dx: 15, dy: -4))
      move(&hand, 0, 25)
      move(&hand, 0, -13)
      hand.wait(20)
      for _ in 0..<count { liftLast(&hand) }
      hand.wait(500)
      hand.lift()
      let rules = [Self.slide(.down, count...count, step: 6)]
      let found = gestures(rules, hand.events)
      #expect(found.first?.phase == .began)
      #expect(found.last?.phase == .ended)
      #expect(found.allSatisfy { $0.kind == .pan && $0.fingers == count })
      let steps = found.map(\.steps)
      #expect(steps.reduce(0) { $0 + max($1, 0) } == 4)
      #expect(steps.reduce(0) { $0 + min($1, 0) } == -2)
      // Its position is that of the fingers that move.
      #expect(abs((found.first?.position?.x ?? 0) - (40 + 15 * Double(count + 1) / 2)) < 1)
    }
  }

  @Test("while the finger rests on, the others can move again", arguments: devices)
  func again(device: Device) {
    var hand = hand(on: device)
    move(&hand, 15, 0)
    liftLast(&hand)
    hand.wait(300)
    hand.land(at: Point(x: 62, y: 28))
    move(&hand, 0, 15)
    hand.lift()
    let phases = gestures([Self.slide(.right), Self.slide(.down)], hand.events).filter { $0.phase != .changed }
    #expect(phases.map { "\($0.phase) \($0.rule?.position ?? -1)" } == ["began 0", "ended 0", "began 1", "ended 1"])
  }

  @Test("with 'resume' the fingers that move may lift and return", arguments: devices)
  func resume(device: Device) {
    var hand = hand(on: device)
    move(&hand, 15, 0)
    liftLast(&hand)
    hand.wait(200)
    hand.land(at: Point(x: 60, y: 28))
    move(&hand, 15, 0)
    hand.lift()
    let found = gestures([Self.slide(.right, step: 5, resume: .milliseconds(500))], hand.events)
    #expect(found.count { $0.phase == .began } == 1)
    #expect(found.last?.phase == .ended)
    #expect(found.map(\.steps).reduce(0, +) == 6)
  }

  @Test("the gesture ends when the finger that rests lifts; the others do nothing more", arguments: devices)
  func anchorLifts(device: Device) {
    var hand = hand(on: device)
    move(&hand, 15, 0)
    hand.liftOne()
    move(&hand, 15, 0, anchor: 1)
    hand.lift()
    let found = gestures([Self.slide(.right), .swipe(.right, 1)], hand.events)
    #expect(found.first?.phase == .began)
    #expect(found.last?.phase == .ended)
    #expect((found.last?.translation.dx ?? 0) < 16)
  }

  @Test(
    "a finger that rests too shortly or that moves as well is none, and one that follows a little is",
    arguments: devices)
  func limits(device: Device) {
    func acts(_ hand: Hand) -> Bool { !gestures([Self.slide(.right), Self.slide(.right, 2...2)], hand.events).isEmpty }
    func moved(_ hand: Hand, anchor: Double = 0) -> Hand {
      var hand = hand
      move(&hand, 25, 0, anchor: anchor)
      hand.lift()
      return hand
    }
    #expect(!acts(moved(hand(on: device, resting: 60))))
    #expect(!acts(moved(hand(on: device), anchor: 1)))
    #expect(!acts(moved(hand(on: device), anchor: 0.8)))
    #expect(acts(moved(hand(on: device), anchor: 0.1)))
    var wandering = Hand(on: device)
    wandering.land(at: Self.centre)
    wandering.wait(200)
    wandering.move(8, 0)
    wandering.wait(200)
    wandering.land(at: Point(x: 70, y: 28))
    #expect(!acts(moved(wandering)))
  }

  @Test("on a touchpad the fingers are those of one hand: no thumb below, no other hand")
  func oneHand() {
    for (apart, onTouchpad) in [
      (Vector(dx: 20, dy: 0), true), (Vector(dx: -20, dy: 12), true), (Vector(dx: 20, dy: -25), false),
      (Vector(dx: 5, dy: -20), false), (Vector(dx: 45, dy: 0), false),
    ] {
      for device in Self.devices {
        var hand = hand(on: device, apart: apart)
        move(&hand, 0, 20)
        hand.lift()
        let acts = !gestures([Self.slide(.down)], hand.events).isEmpty
        #expect(acts == (onTouchpad || device.kind == .touchscreen), "\(apart) on \(device.name)")
      }
    }
  }

  @Test("it neither takes nor hides other gestures")
  func others() {
    let anchored = Self.slide(.any, 1...3)
    var swipe = Hand(on: Self.screen)
    swipe.land(2)
    swipe.move(30, 0)
    swipe.lift()
    #expect(gestures([anchored, .swipe(.right, 2)], swipe.events).map(\.kind) == [.swipe])
    var pan = Hand(on: Self.screen)
    pan.land(1)
    pan.move(30, 0)
    pan.lift()
    #expect(gestures([anchored, .pan(.right, 1)], pan.events).map(\.rule?.position).allSatisfy { $0 == 1 })
    var pinch = Hand(on: Self.screen)
    pinch.land(2)
    pinch.spread(to: 2)
    pinch.lift()
    #expect(gestures([anchored, .pinch(.outwards, 2)], pinch.events).first?.kind == .pinch)
    // And the other rules do not take it.
    var slide = hand(on: Self.screen)
    move(&slide, 25, 0)
    slide.lift()
    let rules: [Trigger] = [.pan(.right, 1), .swipe(.right, 1), .swipe(.right, 2), .pinch(.outwards, 2), anchored]
    #expect(gestures(rules, slide.events).map(\.rule?.position).allSatisfy { $0 == 4 })
    #expect(gestures(rules, slide.events).first?.phase == .began)
  }

  @Test("a click, or a gesture of libinput's, ends it")
  func click() {
    var hand = hand(on: TouchpadContactTests.pad)
    move(&hand, 15, 0)
    hand.say(.button(isPressed: true))
    hand.say(.touchFrame)
    move(&hand, 10, 0)
    hand.say(.button(isPressed: false))
    hand.say(.touchFrame)
    move(&hand, 10, 0)
    hand.lift()
    let found = gestures([Self.slide(.right)], hand.events)
    #expect(found.filter { $0.phase == .began }.count == 1)
    #expect(found.last?.phase == .cancelled)
    #expect((found.last?.translation.dx ?? 0) < 16)
  }

  @Test("libinput's scrolling does not end it, and no rule for scrolling acts as well")
  func scrolling() {
    var hand = hand(on: TouchpadContactTests.pad)
    for _ in 0..<25 {
      hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: 1) }
      hand.say(.scroll(dx: nil, dy: 1))
    }
    hand.say(.scroll(dx: nil, dy: 0))
    hand.lift()
    let scroll = Trigger.pan(.down, 2).on(.kind(.touchpad))
    let found = gestures([Self.slide(.down), scroll], hand.events)
    #expect(found.count { $0.phase == .began } == 1)
    #expect(found.last?.phase == .ended)
    #expect(found.allSatisfy { $0.rule == 0 })
  }

  @Test("one or two moving fingers need a touchpad by name or kind, and each finger a slot")
  func sources() {
    var few = TouchpadContactTests.pad
    few.contacts = ContactReports(slots: 2, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true)
    func source(_ fingers: Int, on device: Device, isNamed: Bool = true) -> GestureSource? {
      Trigger(
        .pan(PanPattern(.any, anchor: 1)), fingers: fingers...fingers,
        devices: isNamed ? [.kind(.touchpad), .kind(.touchscreen)] : []
      ).source(with: fingers, on: device)
    }
    #expect(source(1, on: TouchpadContactTests.pad) == .contacts)
    #expect(source(1, on: TouchpadContactTests.pad, isNamed: false) == nil)
    #expect(source(2, on: TouchpadContactTests.pad, isNamed: false) == nil)
    #expect(source(3, on: TouchpadContactTests.pad, isNamed: false) == .contacts)
    #expect(source(4, on: TouchpadContactTests.pad) == .contacts)
    #expect(source(5, on: TouchpadContactTests.pad) == nil)
    #expect(source(1, on: few) == .contacts)
    #expect(source(2, on: few) == nil)
    #expect(source(2, on: TouchpadContactTests.blind) == nil)
    #expect(source(1, on: Self.screen, isNamed: false) == .contacts)
  }
}
