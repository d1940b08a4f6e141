import Gestures
@testable import Hands
import Testing
import Touch

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
      let (event, startsSequence) = randomEvent(at: now, &random)
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
          #expect(gesture.kind == .swipe || gesture.kind == .tap)
          #expect(open[gesture.device] == nil)
        case .began:
          #expect(gesture.kind != .swipe && gesture.kind != .tap)
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
}
