import Gestures
@testable import Hands
import Testing
import Touch

@Suite("A touchpad whose contacts are read")
struct TouchpadContactTests {
  static let pad = Device(
    id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 60), isBuiltIn: true,
    contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
  /// The same touchpad, which reports pressure.
  static var pressurePad: Device {
    var device = pad
    device.contacts?.hasPressure = true
    return device
  }

  /// The same touchpad, of which only libinput's events are read.
  static let blind = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 60))

  private let anywhere = DeviceFilter.kind(.touchpad)

  @Test("a finger that slides along the right edge makes steps, and one that leaves the edge points")
  func slide() {
    let rule = Trigger.pan(.up, 1, step: 6, goesBack: true).on(anywhere).starting(.edge(.right))
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 96, y: 50))
    hand.move(0, -25)
    hand.move(0, 7)
    hand.lift()
    let steps = gestures([rule], hand.events).map(\.steps)
    #expect(steps.filter { $0 > 0 }.reduce(0, +) == 4)
    #expect(steps.filter { $0 < 0 }.reduce(0, +) == -1)
    #expect(story([rule], hand.events).first == "200 pan up 1 began +3 #0")

    var pointing = Hand(on: Self.pad)
    pointing.land(at: Point(x: 96, y: 50))
    pointing.move(-12, -20)
    pointing.move(0, -20)
    pointing.lift()
    #expect(story([rule], pointing.events).isEmpty)
  }

  @Test("a slide needs a touchpad by name or kind, and the finger must not rest before it")
  func slideLimits() {
    let rule = Trigger.pan(.up, 1).starting(.edge(.right))
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 96, y: 50))
    hand.move(0, -25)
    hand.lift()
    #expect(story([rule], hand.events).isEmpty)
    #expect(story([Trigger.pan(.up, 1).on(anywhere)], hand.events).isEmpty)

    var thumb = Hand(on: Self.pad)
    thumb.land(at: Point(x: 96, y: 50))
    thumb.wait(600)
    thumb.move(0, -25)
    thumb.lift()
    #expect(story([rule.on(anywhere)], thumb.events).isEmpty)
  }

  @Test("a second finger ends a slide")
  func slideAndScroll() {
    let rule = Trigger.pan(.up, 1).on(anywhere).starting(.edge(.right))
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 96, y: 50))
    hand.wait(50)
    hand.land(at: Point(x: 76, y: 50))
    hand.move(0, -25)
    hand.lift()
    #expect(story([rule], hand.events).isEmpty)
  }

  @Test("taps of four and five fingers, and swipes and presses of five, are recognised from the contacts")
  func manyFingers() {
    let rules: [Trigger] = [.tap(4), .tap(5), .swipe(.left, 5), .pinch(.inwards, 5), .longPress(5)]
    func pad(_ act: (inout Hand) -> Void) -> [String] {
      var hand = Hand(on: Self.pad)
      act(&hand)
      return story(rules, hand.events)
    }
    func land(_ count: Int, _ hand: inout Hand) {
      for index in 0..<count {
        hand.land(at: Point(x: 20 + 14 * Double(index), y: 30), closing: index == count - 1)
      }
    }
    #expect(
      pad {
        land(4, &$0); $0.wait(60); $0.lift()
      } == ["60 tap x1 4 #0"])
    #expect(
      pad {
        land(5, &$0); $0.wait(60); $0.lift()
      } == ["60 tap x1 5 #1"])
    #expect(
      pad {
        land(5, &$0); $0.move(-20, 0); $0.lift()
      } == ["120 swipe left 5 #2"])
    #expect(
      pad {
        land(5, &$0); $0.wait(600); $0.lift()
      }
        == ["500 long-press 5 began #4", "600 long-press 5 ended #4"])
  }

  @Test("libinput's swipe of three fingers starts where its contacts landed", arguments: [(3.0, true), (40, false)])
  func qualified(left: Double, acts: Bool) {
    let rule = Trigger.swipe(.right, 3).starting(.edge(.left))
    var hand = Hand(on: Self.pad)
    for index in 0..<3 {
      hand.land(at: Point(x: left + 15 * Double(index), y: 30), closing: index == 2)
    }
    hand.say(.swipeBegin(fingers: 3))
    for _ in 0..<20 {
      hand.move(1, 0)
      hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: 1, dy: 0)))
    }
    hand.lift()
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(story([rule], hand.events) == (acts ? ["120 swipe right 3 #0"] : []))
    #expect(story([.swipe(.right, 3)], hand.events) == ["120 swipe right 3 #0"])
    #expect(gestures([.swipe(.right, 3)], hand.events).first?.position?.y == 30)
  }

  @Test("a swipe that libinput reports with fewer fingers than there are does not act", arguments: [0, 30, 80])
  func veto(late: Int) {
    let rules: [Trigger] = [.swipe(.left, 3), .swipe(.left, 5)]
    var hand = Hand(on: Self.pad)
    for index in 0..<4 { hand.land(at: Point(x: 30 + 14 * Double(index), y: 25), closing: index == 3) }
    hand.wait(late)
    hand.say(.swipeBegin(fingers: 3))
    hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: -3, dy: 0)))
    hand.land(at: Point(x: 20, y: 50))
    for _ in 0..<20 {
      hand.move(-1, 0)
      hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: -1, dy: 0)))
    }
    hand.lift()
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(
      story(rules, hand.events).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "swipe left 5 #1"
      ])
  }

  @Test("a thumb that rests below does not count")
  func thumb() {
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 40, y: 56))
    hand.wait(200)
    for index in 0..<3 { hand.land(at: Point(x: 30 + 15 * Double(index), y: 25), closing: index == 2) }
    hand.say(.swipeBegin(fingers: 3))
    for _ in 0..<20 {
      hand.wait(10)
      for finger in 1..<4 {
        hand.fingers[finger].position.x -= 1
        hand.say(.touchMotion(slot: hand.fingers[finger].slot, hand.fingers[finger].position))
      }
      hand.say(.touchFrame)
      hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: -1, dy: 0)))
    }
    hand.lift()
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(story([.swipe(.left, 3)], hand.events).count == 1)
  }

  @Test("an old touchpad that counts fingers without positions has taps of four and five fingers")
  func counting() {
    var device = Self.pad
    device.contacts = ContactReports(slots: 2, fingers: 5, hasPositions: false, hasPressure: false, isClickpad: false)
    var hand = Hand(on: device)
    hand.say(.fingerCount(2))
    hand.say(.touchFrame)
    hand.wait(20)
    hand.say(.fingerCount(4))
    hand.say(.touchFrame)
    hand.wait(60)
    hand.say(.fingerCount(0))
    hand.say(.touchFrame)
    let rules: [Trigger] = [.tap(4), .swipe(.left, 5), Trigger.tap(4).starting(.edge(.left))]
    #expect(story(rules, hand.events) == ["80 tap x1 4 #0"])
  }

  @Test(
    "a finger taps beside others that rest, as often as it likes",
    arguments: [
      Self.pad, Device(id: DeviceID(1), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 190)),
    ])
  func tipTap(device: Device) {
    let rules: [Trigger] = [
      Trigger(.tipTap(TipTapPattern(.left)), fingers: 1...1), Trigger(.tipTap(TipTapPattern(.right)), fingers: 1...1),
      Trigger(.tipTap(TipTapPattern(.middle)), fingers: 2...2), .tap(2), .tap(1),
    ]
    func hand(resting: [Double], tapping: [Double], rest: Int = 300) -> [String] {
      var hand = Hand(on: device)
      for (index, x) in resting.enumerated() { hand.land(at: Point(x: x, y: 30), closing: index == resting.count - 1) }
      hand.wait(rest)
      for (index, x) in tapping.enumerated() {
        hand.say(.touchDown(slot: 9, Point(x: x, y: 28)))
        hand.say(.touchFrame)
        hand.wait(70)
        hand.say(.touchUp(slot: 9))
        hand.say(.touchFrame)
        hand.wait(index == tapping.count - 1 ? 300 : 120)
      }
      hand.lift()
      return story(rules, hand.events)
    }
    #expect(
      hand(resting: [50], tapping: [30, 30, 72]) == [
        "430 tip-tap left 1 #0", "620 tip-tap left 1 #0", "810 tip-tap right 1 #1",
      ])
    #expect(hand(resting: [30, 70], tapping: [50]) == ["430 tip-tap middle 2 #2"])
    #expect(hand(resting: [50], tapping: [30], rest: 60).allSatisfy { !$0.contains("tip-tap") })
    #expect(hand(resting: [50], tapping: [50]).isEmpty)
  }

  @Test(
    "two fingers pinch as far as their contacts do, although one is lost and libinput measures to where it was",
    arguments: [false, true])
  func pinchWithLoss(beginsAgain: Bool) {
    let rules: [Trigger] = [Trigger(.pinch(PinchPattern(.inwards, change: 0.4)), fingers: 2...2), .swipe(.any, 3)]
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 20, y: 30), closing: false)
    hand.land(at: Point(x: 80, y: 30))
    func pinch(_ frames: Int, scale: Double, frozen: Bool = false) {
      for frame in 1...frames {
        hand.shift { Vector(dx: $0 == 0 ? 1 : -1, dy: 0) }
        hand.say(
          .pinchUpdate(fingers: 2, delta: .zero, scale: frozen ? scale : scale - 0.03 * Double(frame), rotation: 0))
      }
    }
    hand.shift { Vector(dx: $0 == 0 ? 2 : -2, dy: 0) }
    hand.say(.pinchBegin(fingers: 2))
    pinch(5, scale: 1)
    // The contact comes back in another slot.
    hand.say(.touchUp(slot: 1))
    hand.say(.touchFrame)
    hand.wait(10)
    if beginsAgain { hand.say(.pinchEnd(fingers: 2, cancelled: true)) }
    hand.fingers[1].slot = 4
    hand.say(.touchDown(slot: 4, hand.fingers[1].position))
    hand.say(.touchFrame)
    if beginsAgain { hand.say(.pinchBegin(fingers: 2)) }
    pinch(12, scale: beginsAgain ? 1 : 0.85, frozen: true)
    hand.lift()
    hand.say(.pinchEnd(fingers: 2, cancelled: false))
    #expect(
      story(rules, hand.events).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "pinch in 2 began #0", "pinch in 2 ended #0",
      ])
  }

  @Test("a finger that points makes no gesture with a thumb and a palm that rest below; fingers that start late do")
  func pointing() {
    let rules: [Trigger] = [.swipe(.any, 3), .pinch(.any, 3), .rotate(.any, 3)]
    func story(late: Int, liftsOne: Bool) -> [String] {
      var hand = Hand(on: Self.pad)
      for place in [Point(x: 40, y: 55), Point(x: 70, y: 55), Point(x: 55, y: 35)] {
        hand.land(at: place, closing: place.x == 55)
      }
      var moved: [Double] = [0, 0, 0]
      for frame in 0..<30 {
        if liftsOne, frame == 12 {
          hand.liftOne()
          moved.removeFirst()
        }
        let last = moved.count - 1
        hand.shift { Vector(dx: 0, dy: $0 == last || frame >= late ? -1 : 0) }
      }
      hand.lift()
      return GesturesTests.story(rules, hand.events)
    }
    #expect(story(late: 100, liftsOne: false).isEmpty)
    #expect(story(late: 100, liftsOne: true).isEmpty)
    #expect(story(late: 6, liftsOne: false).count == 1)
  }

  @Test("two fingers that scroll do not swipe with a third that touched before")
  func scrollAfterTouch() {
    var hand = Hand(on: Self.pad)
    for place in [Point(x: 50, y: 55), Point(x: 30, y: 20), Point(x: 55, y: 20)] {
      hand.land(at: place, closing: place.x == 55)
    }
    hand.wait(40)
    hand.liftOne()
    // A contact is missed for 40 ms.
    hand.wait(45)
    for _ in 0..<6 {
      hand.shift { _ in Vector(dx: 0, dy: 5) }
      hand.say(.scroll(dx: nil, dy: 3))
    }
    hand.lift()
    hand.say(.scroll(dx: nil, dy: 0))
    #expect(story([.swipe(.any, 3)], hand.events).isEmpty)
  }

  @Test("two fingers that pinch do so while libinput scrolls, but not if one of them rests or both scroll")
  func pinchWhileScrolling() {
    let rules: [Trigger] = [.pinch(.outwards, 2), .rotate(.any, 2), .swipe(.any, 3)]
    func story(_ ways: [Vector]) -> [String] {
      var hand = Hand(on: Self.pad)
      hand.land(at: Point(x: 40, y: 30), closing: false)
      hand.land(at: Point(x: 60, y: 32))
      for _ in 0..<20 {
        hand.shift { ways[$0] }
        hand.say(.scroll(dx: nil, dy: 0.1))
      }
      hand.lift()
      hand.say(.scroll(dx: nil, dy: 0))
      return GesturesTests.story(rules, hand.events).filter { !$0.contains("changed") }.map {
        $0.split(separator: " ").dropFirst().joined(separator: " ")
      }
    }
    #expect(
      story([Vector(dx: -0.5, dy: 0.1), Vector(dx: 0.6, dy: 0)]) == [
        "pinch out 2 began #0", "pinch out 2 ended #0",
      ])
    #expect(story([.zero, Vector(dx: 1, dy: 0)]).isEmpty)
    #expect(story([Vector(dx: -0.2, dy: 1), Vector(dx: 0.2, dy: 0.9)]).isEmpty)
  }

  @Test("two fingers that turn after libinput has taken them for scrolling turn")
  func turnAfterScroll() {
    let rules: [Trigger] = [.rotate(.any, 2), .pinch(.any, 2)]
    var hand = Hand(on: Self.pad)
    hand.land(at: Point(x: 30, y: 30), closing: false)
    hand.land(at: Point(x: 70, y: 30))
    hand.shift { _ in Vector(dx: 0, dy: 0.5) }
    hand.say(.scroll(dx: nil, dy: 0.5))
    hand.turn(8)
    hand.say(.scroll(dx: nil, dy: 0))
    hand.say(.pinchBegin(fingers: 2))
    hand.turn(40)
    hand.lift()
    hand.say(.pinchEnd(fingers: 2, cancelled: false))
    #expect(
      story(rules, hand.events).filter { !$0.contains("changed") }.map {
        $0.split(separator: " ").dropFirst().joined(separator: " ")
      } == ["rotate clockwise 2 began #0", "rotate clockwise 2 ended #0"])
  }

  @Test("without contacts, a touchpad acts by what libinput reports")
  func blind() {
    var pad = Pad()
    pad.hand = Hand(on: Self.blind)
    pad.swipe(3, -20, 0)
    #expect(story([.swipe(.left, 3)], pad.events).count == 1)
    #expect(!Trigger.swipe(.left, 3).requiresContacts(of: Self.blind))
    #expect(Trigger.swipe(.left, 3).wantsContacts(of: Self.blind))
    #expect(Trigger.pinch(.any, 2).wantsContacts(of: Self.blind))
    #expect(!Trigger.pinch(.any, 2).requiresContacts(of: Self.blind))
    #expect(!Trigger.tap(2).wantsContacts(of: Self.blind))
    #expect(Trigger.swipe(.left, 5).requiresContacts(of: Self.blind))
    #expect(Trigger.tap(4).requiresContacts(of: Self.blind))
    #expect(Trigger.swipe(.left, 3).starting(.edge(.left)).requiresContacts(of: Self.blind))
    #expect(!Trigger.swipe(.left, 1).starting(.edge(.left)).requiresContacts(of: Self.blind))
    #expect(!Trigger.tap(4).on(.kind(.touchscreen)).requiresContacts(of: Self.blind))
  }
}
