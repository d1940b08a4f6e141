import Gestures
@testable import Hands
import Testing
import Time
import Touch

@Suite("Pinches")
struct PinchTests {
  @Test("fingers that part and come together, on a touchscreen", arguments: 2...5)
  func screen(fingers: Int) {
    for (scale, direction) in [(1.6, "out"), (0.5, "in")] {
      var hand = Hand()
      hand.land(fingers)
      hand.spread(to: scale)
      hand.lift(skew: 10)
      let reported = story([.pinch(.any, fingers)], hand.events)
      #expect(reported.count == 2)
      #expect(reported.first?.hasSuffix("pinch \(direction) \(fingers) began #0") == true)
      #expect(reported.last?.hasSuffix("pinch \(direction) \(fingers) ended #0") == true)
    }
  }

  @Test("it begins at a tenth, and reports its scale")
  func numbers() throws {
    var hand = Hand()
    // 60 mm apart: a tenth is 6 mm.
    hand.land(at: Point(x: 100, y: 90), closing: false)
    hand.land(at: Point(x: 160, y: 90))
    hand.spread(to: 1.5, frames: 50)
    hand.lift()
    let all = gestures([.pinch(.outwards, 2)], hand.events)
    let began = try #require(all.first)
    #expect(abs((began.scale ?? 0) - 1.1) < 1e-9)
    #expect(began.time == Timestamp(microseconds: 1_100_000))
    #expect(abs((all.last?.scale ?? 0) - 1.5) < 1e-9)
    #expect(abs(began.rotation ?? 1) < 1e-9)
    #expect(all.count == 1 + 40 + 1)
  }

  @Test("of two fingers that part, the second one starts some frames later: what the first one did counts")
  func laterStart() throws {
    var hand = Hand()
    hand.land(at: Point(x: 100, y: 90), closing: false)
    hand.land(at: Point(x: 130, y: 90))
    var events = hand.events
    let (device, start) = (try #require(events.last).device, try #require(events.last).time)
    for frame in 1...12 {
      let time = start + .milliseconds(10 * frame)
      let positions = [100 - 0.8 * Double(frame), 130 + 0.8 * Double(max(0, frame - 2))]
      for (slot, x) in positions.enumerated() {
        events.append(TouchEvent(time: time, device: device, kind: .touchMotion(slot: slot, Point(x: x, y: 90))))
      }
      events.append(TouchEvent(time: time, device: device, kind: .touchFrame))
    }
    let began = try #require(gestures([.pinch(.outwards, 2)], events).first)
    #expect(began.phase == .began)
    // With the fifth frame the second finger has started, and they have parted by 6.4 mm.
    #expect(began.time - start == .milliseconds(50))
  }

  @Test("fingers that lie close must part by 4 mm; trembling is no pinch")
  func close() {
    var hand = Hand()
    hand.land(at: Point(x: 100, y: 90), closing: false)
    hand.land(at: Point(x: 112, y: 90))
    hand.spread(to: 1.3)
    hand.lift()
    #expect(story([.pinch(.any, 2)], hand.events) == [])
  }

  @Test("the opposite direction does not fulfil the rule")
  func otherWay() {
    var hand = Hand()
    hand.land(2)
    hand.spread(to: 1.6)
    hand.spread(to: 0.5)
    hand.lift()
    #expect(story([.pinch(.inwards, 2)], hand.events) == [])
  }

  @Test("a swipe of a hand that spreads is a swipe, a pinch of a hand that drifts is a pinch")
  func swipeOrPinch() {
    let triggers: [Trigger] = [.pinch(.any, 2), .swipe(.any, 2)]
    var swipe = Hand()
    swipe.land(2)
    for _ in 0..<20 { swipe.shift { Vector(dx: 0, dy: $0 == 0 ? 1.1 : 0.9) } }
    for _ in 0..<20 { swipe.shift { Vector(dx: $0 == 0 ? -0.1 : 0.1, dy: 1) } }
    swipe.lift()
    #expect(story(triggers, swipe.events).map { $0.split(separator: " ")[1] } == ["swipe"])

    var pinch = Hand()
    pinch.land(2)
    for _ in 0..<20 { pinch.shift { Vector(dx: $0 == 0 ? -0.8 : 1, dy: 0.3) } }
    pinch.lift()
    #expect(story(triggers, pinch.events).map { $0.split(separator: " ")[1] } == ["pinch", "pinch"])

    // The thumb stays and the forefinger moves: the commonest pinch.
    var anchored = Hand()
    anchored.land(2)
    for _ in 0..<20 { anchored.shift { Vector(dx: $0 == 0 ? 0 : 1.5, dy: 0) } }
    anchored.lift()
    #expect(story(triggers, anchored.events).map { $0.split(separator: " ")[1] } == ["pinch", "pinch"])
  }

  @Test("a pinch with a resting thumb, with any number of other fingers", arguments: 2...5)
  func thumbStays(fingers: Int) {
    let triggers: [Trigger] = [.swipe(.any, fingers), .pinch(.any, fingers)]
    for (step, direction) in [(-1.2, "in"), (1.2, "out")] {
      var hand = Hand()
      hand.land(at: Point(x: 100, y: 140), closing: false)
      for finger in 1..<fingers {
        hand.land(at: Point(x: 80 + 18 * Double(finger), y: 90), closing: finger == fingers - 1)
      }
      for _ in 0..<25 { hand.shift { $0 == 0 ? .zero : Vector(dx: 0, dy: -step) } }
      hand.lift(skew: 10)
      #expect(
        story(triggers, hand.events).map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
          "pinch \(direction) \(fingers) began #1", "pinch \(direction) \(fingers) ended #1",
        ])
    }
  }

  @Test("a hand that turns and opens a little does not pinch, about its centroid or about a finger")
  func turning() {
    for pivot in [Vector(dx: 0, dy: 0), Vector(dx: -20, dy: 0)] {
      var hand = Hand()
      hand.land(2)
      let homes = [Vector(dx: -20, dy: 0), Vector(dx: 20, dy: 0)]
      var positions = homes
      for step in 1...40 {
        // 60°, and 14 % wider.
        let now = homes.map {
          pivot + (($0 - pivot) * (1 + 0.0035 * Double(step))).turned(by: Double(step) / 40 * .pi / 3)
        }
        hand.shift { now[$0] - positions[$0] }
        positions = now
      }
      hand.lift()
      #expect(story([.pinch(.any, 2), .swipe(.any, 2)], hand.events) == [])
    }
    var pad = Pad()
    pad.say(.pinchBegin(fingers: 2))
    for step in 1...40 {
      pad.wait(10)
      pad.say(.pinchUpdate(fingers: 2, delta: .zero, scale: 1 + 0.0035 * Double(step), rotation: 1.5))
    }
    pad.say(.pinchEnd(fingers: 2, cancelled: false))
    #expect(story([.pinch(.any, 2)], pad.events) == [])
  }

  @Test("on a touchpad, with libinput's scale", arguments: 2...4)
  func touchpad(fingers: Int) {
    var pad = Pad()
    pad.pinch(fingers, to: 1.4)
    #expect(
      story([.pinch(.any, fingers), .swipe(.any, fingers)], pad.events) == [
        "50 pinch out \(fingers) began #0", "200 pinch out \(fingers) ended #0",
      ])
    var inwards = Pad()
    inwards.pinch(fingers, to: 0.6, cancelled: true)
    #expect(
      story([.pinch(.any, fingers)], inwards.events) == [
        "50 pinch in \(fingers) began #0", "200 pinch in \(fingers) cancelled #0",
      ])
  }

  @Test("a finger that lifts ends it; the others do nothing more")
  func lift() {
    var hand = Hand()
    hand.land(3)
    hand.spread(to: 1.5)
    hand.liftOne()
    hand.wait(300)
    hand.spread(to: 0.5)
    hand.move(40, 0)
    hand.lift()
    let reported = story([.pinch(.any, 3), .pinch(.any, 2), .swipe(.any, 2)], hand.events)
    #expect(reported.map { $0.split(separator: " ")[4] } == ["began", "ended"])
  }

  @Test("rotation is reported in degrees, over full turns")
  func rotation() throws {
    var hand = Hand()
    hand.land(at: Point(x: 80, y: 90), closing: false)
    hand.land(at: Point(x: 120, y: 90))
    hand.spread(to: 1.3)
    // Two turns clockwise, 10° a frame.
    for _ in 0..<72 {
      let centroid = hand.centroid
      let positions = hand.fingers.map { $0.position - centroid }
      hand.shift { index in
        let (sine, cosine) = (0.173_648_177_666_930_3, 0.984_807_753_012_208)
        let old = positions[index]
        return Vector(dx: old.dx * cosine - old.dy * sine, dy: old.dx * sine + old.dy * cosine) - old
      }
    }
    hand.lift()
    let last = try #require(gestures([.pinch(.any, 2)], hand.events).last)
    #expect(abs((last.rotation ?? 0) - 720) < 1e-6)
  }
}
