import Gestures
import Testing
import Touch

/// A generator of random numbers that gives the same ones for the same seed (SplitMix64, Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

@Suite("Random streams")
struct RandomStreamTests {
  static let triggers: [Trigger] = [
    .swipe(.left, 3), .swipe(.any, 2), .pinch(.outwards, 2), .pinch(.any, 4), .longPress(1, 300), .longPress(3, 600),
    Trigger(.swipe(SwipePattern(.up, distance: 30)), fingers: 1...5, devices: [.kind(.touchscreen)]),
    Trigger(.longPress(LongPressPattern(.milliseconds(50))), fingers: 2...4, devices: [.named("p*")]),
  ]

  /// Whatever devices may say, in whatever order, makes one end or one cancellation for every beginning.
  @Test("every beginning has one end, no swipe changes, no number is lost", arguments: [false, true])
  func invariants(unasked: Bool) {
    var random = SplitMix(state: 20_26)
    var recognition = Recognition(Self.triggers, unasked: unasked)
    var open: [DeviceID: Gesture] = [:]
    var told: [Gesture] = []
    var last = Timestamp.zero
    var sequences = 0
    var now: Int64 = 0
    var total = 0
    while sequences < 100_000 {
      now += Int64.random(in: -3_000...(Bool.random(using: &random) ? 20_000 : 200_000), using: &random)
      let (event, startsSequence) = Self.event(at: now, &random)
      if startsSequence { sequences += 1 }
      told.removeAll(keepingCapacity: true)
      switch Int.random(in: 0..<500, using: &random) {
      case 0: recognition.cancel(into: &told)
      case 1...5: recognition.advance(to: Timestamp(microseconds: now + 1_000_000), into: &told)
      default: recognition.handle(event, into: &told)
      }
      for gesture in told {
        total += 1
        #expect(gesture.time >= last)
        last = gesture.time
        guard gesture.translation.dx.isFinite, gesture.speed.isFinite, gesture.scale?.isFinite ?? true else {
          Issue.record("\(gesture)")
          return
        }
        switch gesture.phase {
        case .recognized:
          #expect(gesture.kind == .swipe)
          #expect(open[gesture.device] == nil)
        case .began:
          #expect(gesture.kind != .swipe)
          #expect(open.updateValue(gesture, forKey: gesture.device) == nil)
        case .changed: #expect(open[gesture.device]?.kind == gesture.kind)
        case .ended, .cancelled:
          let began = open.removeValue(forKey: gesture.device)
          #expect(began?.kind == gesture.kind && began?.trigger == gesture.trigger)
        }
      }
      if let deadline = recognition.deadline { #expect(deadline > .zero) }
    }
    told.removeAll()
    recognition.cancel(into: &told)
    for gesture in told { _ = open.removeValue(forKey: gesture.device) }
    #expect(open.isEmpty)
    #expect(total > 10_000)
  }

  private static func event(at time: Int64, _ random: inout SplitMix) -> (TouchEvent, startsSequence: Bool) {
    let isPad = Bool.random(using: &random)
    let device = isPad ? Pad.pad : Hand.screen
    var starts = false
    let kind: TouchEvent.Kind
    let fingers = Int.random(in: 1...5, using: &random)
    let slot = Int.random(in: 0..<6, using: &random)
    let cancelled = Bool.random(using: &random)
    let delta = Vector(dx: .random(in: -4...4, using: &random), dy: .random(in: -4...4, using: &random))
    let place = Point(x: .random(in: 50...70, using: &random), y: .random(in: 50...60, using: &random))
    switch (isPad, Int.random(in: 0..<100, using: &random)) {
    case (_, 0): kind = .deviceRemoved
    case (_, 1...6): kind = .deviceAdded(device)
    case (true, 7...20):
      kind = .holdBegin(fingers: fingers)
      starts = true
    case (true, 21...35): kind = .holdEnd(fingers: fingers, cancelled: cancelled)
    case (true, 36...45):
      kind = .swipeBegin(fingers: fingers)
      starts = true
    case (true, 46...65): kind = .swipeUpdate(fingers: fingers, delta: delta)
    case (true, 66...70): kind = .swipeEnd(fingers: fingers, cancelled: cancelled)
    case (true, 71...75):
      kind = .pinchBegin(fingers: fingers)
      starts = true
    case (true, 76...92):
      kind = .pinchUpdate(
        fingers: fingers, delta: delta, scale: .random(in: 0.2...3, using: &random),
        rotation: .random(in: -9...9, using: &random))
    case (true, 93...97): kind = .pinchEnd(fingers: fingers, cancelled: cancelled)
    case (true, _): kind = .scroll(dx: delta.dx, dy: nil)
    case (false, 7...22):
      kind = .touchDown(slot: slot, place)
      starts = true
    case (false, 23...50): kind = .touchMotion(slot: slot, place)
    case (false, 51...64): kind = .touchUp(slot: slot)
    case (false, 65): kind = .touchCancel(slot: slot)
    case (false, _): kind = .touchFrame
    }
    return (TouchEvent(time: Timestamp(microseconds: time), device: device.id, kind: kind), starts)
  }
}
