@testable import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

@Suite("The positions of a gesture's fingers")
struct FingerPositionTests {
  /// The positions of the fingers in each gesture but changes, in millimetres.
  private func positions(_ triggers: [Trigger], unasked: Bool = false, _ events: [TouchEvent]) -> [[[Int]]] {
    gestures(triggers, unasked: unasked, events).filter { $0.phase != .changed }.map { gesture in
      gesture.positions.map { [Int($0.x.rounded()), Int($0.y.rounded())] }
    }
  }

  private func point(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }

  @Test("a swipe has the positions of all fingers when it is recognised, in the order in which they landed")
  func swipe() {
    var hand = Hand()
    hand.land(at: point(100, 60))
    hand.land(at: point(60, 50))
    hand.land(at: point(80, 40))
    hand.move(20, 0)
    hand.lift()
    #expect(positions([.swipe(.right, 3)], hand.events) == [[[112, 60], [72, 50], [92, 40]]])
  }

  @Test("fingers that lift one after another keep the positions at which they lifted")
  func liftingOneByOne() {
    var hand = Hand()
    hand.land(3, skew: 30)
    hand.wait(60)
    hand.lift(skew: 20)
    let gesture = gestures([.tap(3)], hand.events)[0]
    #expect(gesture.positions.count == 3)
    let sum = gesture.positions.map(\.x).reduce(0, +)
    #expect(sum / 3 == gesture.position?.x)
  }

  @Test("a pan that goes on with fewer fingers has the positions of those that stayed")
  func fewer() {
    let pan = Trigger(.pan(PanPattern(.any)), fingers: 1...2)
    var hand = Hand()
    hand.land(at: point(50, 60))
    hand.land(at: point(70, 60))
    hand.move(20, 0)
    hand.say(.touchUp(slot: hand.fingers.removeLast().slot))
    hand.say(.touchFrame)
    hand.move(0, 20)
    hand.lift()
    let pans = gestures([pan], hand.events)
    #expect(pans.first?.positions.count == 2)
    #expect(pans.last?.positions.map { [$0.x.rounded(), $0.y.rounded()] } == [[70, 80]])
  }

  @Test("a tap that waits for another one has its own positions")
  func waitingTap() {
    var hand = Hand()
    hand.land(at: point(50, 60))
    hand.wait(60)
    hand.lift()
    hand.wait(80)
    hand.land(at: point(250, 160))
    hand.wait(60)
    hand.lift()
    #expect(positions([.tap(1), .tap(1, 2)], hand.events) == [[[50, 60]], [[250, 160]]])
  }

  @Test("of movement beside a finger that rests, those that move have positions")
  func anchored() {
    let pan = Trigger(.pan(PanPattern(.any, anchor: 1)), fingers: 1...1)
    var hand = Hand()
    hand.land(at: point(50, 60))
    hand.wait(400)
    hand.land(at: point(120, 60))
    for _ in 0..<20 { hand.shift { Vector(dx: $0 == 1 ? 1 : 0, dy: 0) } }
    hand.lift()
    #expect(positions([pan], hand.events).first?.count == 1)
  }

  @Test("libinput's gestures on a touchpad have the positions of its contacts")
  func touchpad() {
    let pad = TouchpadContactTests.pad
    var hand = Hand(on: pad)
    for x in [20.0, 35, 50] { hand.land(at: point(x, 30), closing: x == 50) }
    hand.say(.swipeBegin(fingers: 3))
    for _ in 0..<20 {
      hand.move(1, 0)
      hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: 1, dy: 0)))
    }
    hand.lift()
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    #expect(positions([.swipe(.right, 3)], hand.events) == [[[32, 30], [47, 30], [62, 30]]])

    var tap = Hand(on: pad)
    for x in [20.0, 35, 50] { tap.land(at: point(x, 30), closing: x == 50) }
    tap.wait(60)
    tap.lift()
    tap.say(.tap(fingers: 3, lasted: .milliseconds(60)))
    #expect(positions([.tap(3)], tap.events) == [[[20, 30], [35, 30], [50, 30]]])
  }

  @Test("a touchpad whose contacts are not read has none")
  func unread() {
    var hand = Hand(on: TouchpadContactTests.blind)
    hand.say(.swipeBegin(fingers: 3))
    for _ in 0..<20 { hand.say(.swipeUpdate(fingers: 3, delta: Vector(dx: 1, dy: 0))) }
    hand.say(.swipeEnd(fingers: 3, cancelled: false))
    let swipes = gestures([.swipe(.right, 3)], hand.events)
    #expect(swipes.map(\.positions.isEmpty) == [true])
    #expect(swipes.map(\.share) == [nil])
  }

  @Test("a position is a share of the device, also of one whose size is unknown")
  func shares() {
    func share(_ size: Size?, _ landing: Point) -> [Int]? {
      let screen = Device(id: DeviceID(0), name: "Screen", kind: .touchscreen, size: size)
      let kinds: [TouchEvent.Kind] = [
        .deviceAdded(screen), .touchDown(slot: 0, landing), .touchFrame, .touchUp(slot: 0), .touchFrame,
      ]
      let events = kinds.enumerated().map { index, kind in
        TouchEvent(time: Timestamp(microseconds: Int64(index) * 20_000), device: screen.id, kind: kind)
      }
      return gestures([.tap(1)], events).first?.share.map {
        [Int(($0.x * 10_000).rounded()), Int(($0.y * 10_000).rounded())]
      }
    }
    #expect(share(Size(width: 200, height: 100), point(50, 75)) == [2500, 7500])
    #expect(share(nil, point(0.25, 0.75)) == [2500, 7500])
  }

  @Test("the velocity is a vector, whose length is the speed")
  func velocity() {
    var hand = Hand()
    hand.land(3)
    hand.move(-20, 0)
    hand.lift()
    let swipe = gestures([.swipe(.left, 3)], hand.events)[0]
    #expect(swipe.velocity.dx < -50)
    #expect(abs(swipe.velocity.dy) < 0.001)
    #expect(swipe.speed == swipe.velocity.length.value)
  }

  @Test("more fingers than there is room for have no position, and removing one keeps the others")
  func capacity() {
    var positions = FingerPositions((0..<12).map { point(Double($0), 1) })
    #expect(positions.map(\.x) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    positions.remove(at: 3)
    #expect(positions.map(\.x) == [0, 1, 2, 4, 5, 6, 7, 8, 9])
    #expect(positions == FingerPositions(positions.map { $0 }))
    #expect(positions != FingerPositions())
  }
}

@Suite("The positions of random hands")
struct RandomPositionTests {
  @Test("every finger of a gesture has a position, whose mean is that of the gesture")
  func random() {
    var random = SplitMix(state: 7)
    let screen = Touchscreen(&random)
    let rules = (1...5).flatMap { count -> [Trigger] in
      [.pan(.any, count), .tap(count), .longPress(count)] + (count > 1 ? [.pinch(.outwards, count)] : [])
    }
    var seen: [Gesture.Kind: Int] = [:]
    for number in 0..<trials(100, thorough: 1_000) {
      let fingers = 1 + number % 5
      let motions: [Motion] = [
        .swipe(Double(number), fingers: fingers, &random), .tap(fingers: fingers, taps: 1, &random),
        .longPress(fingers: fingers, &random),
      ]
      for motion in motions {
        let events = Hand().events + screen.events(of: motion, at: Point(x: 100, y: 60), from: 1_000_000, &random)
        for gesture in gestures(rules, unasked: true, events) where gesture.phase != .ended {
          seen[gesture.kind, default: 0] += 1
          #expect(gesture.positions.count == gesture.fingers, "\(gesture)")
          #expect(gesture.position == gesture.positions.centroid, "\(gesture)")
        }
      }
    }
    print("positions of random hands: \(seen)")
    #expect(seen.count > 2)
  }
}

@Suite("What each finger does")
struct FingerPhaseTests {
  private func phases(_ gesture: Gesture?) -> [FingerPositions.Phase] {
    gesture.map { gesture in gesture.positions.indices.map { gesture.positions.phase(at: $0) } } ?? []
  }

  @Test("the fingers of a pinch of which one rests are still and moved, and have lifted at the end")
  func pinch() {
    var hand = Hand()
    hand.land(at: Point(x: 100, y: 90), closing: false)
    hand.land(at: Point(x: 130, y: 90))
    for _ in 0..<20 { hand.shift { Vector(dx: $0 == 0 ? 0 : 1, dy: 0) } }
    hand.wait(10)
    hand.lift()
    let reported = gestures([.pinch(.any, 2)], hand.events)
    #expect(phases(reported.first { $0.phase == .changed }) == [.still, .moved])
    #expect(phases(reported.last) == [.lifted, .lifted])
    #expect(reported.last?.positions.pressure(at: 0) == nil)
  }

  @Test("a finger that has rested since it landed, or moved, is still, though the device has reported nothing since")
  func resting() {
    var hand = Hand()
    hand.land(1)
    hand.wait(700)
    hand.lift()
    #expect(phases(gestures([.longPress(1, 500)], hand.events).first) == [.still])
    #expect(phases(gestures([.longPress(1, 500)], hand.events).last) == [.lifted])
    var moved = Hand()
    moved.land(1)
    moved.move(1, 0)
    moved.wait(700)
    moved.lift()
    #expect(phases(gestures([.longPress(1, 500)], moved.events).first) == [.still])
  }

  @Test("of fingers that are down, one that joins has landed")
  func landing() {
    var tracker = FingerTracker()
    func phases() -> [FingerPositions.Phase] {
      let positions = tracker.positions
      return positions.indices.map { positions.phase(at: $0) }
    }
    tracker.down(slot: 0, at: Point(x: 10, y: 10), .zero)
    _ = tracker.closeFrame(at: .zero)
    #expect(phases() == [.landed])
    tracker.completeFrame()
    tracker.down(slot: 1, at: Point(x: 30, y: 10), Timestamp(microseconds: 8000))
    _ = tracker.closeFrame(at: Timestamp(microseconds: 8000))
    #expect(phases() == [.still, .landed])
    tracker.completeFrame()
    tracker.move(slot: 1, to: Point(x: 31, y: 10))
    _ = tracker.closeFrame(at: Timestamp(microseconds: 16000))
    #expect(phases() == [.still, .moved])
  }

  @Test("the pressure of each finger, where the device tells it")
  func pressure() {
    var hand = Hand(on: TouchpadContactTests.pressurePad)
    for x in [30.0, 50, 70] { hand.land(at: Point(x: x, y: 30), closing: false) }
    for (slot, pressure) in [0.2, 0.4, 0.6].enumerated() { hand.say(.touchPressure(slot: slot, pressure)) }
    hand.say(.touchFrame)
    hand.move(10, 0)
    hand.lift()
    let began = gestures([.pan(.right, 3)], hand.events).first
    #expect((0..<3).map { Int(((began?.positions.pressure(at: $0) ?? 0) * 100).rounded()) } == [20, 40, 60])
  }
}
