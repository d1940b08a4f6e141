import Gestures
@testable import Hands
import Testing
import Time
import Touch
import Trials

@Suite("Random streams")
struct RandomStreamTests {
  /// Every recogniser with every limit, alone and beside others.
  static let triggers: [Trigger] = [
    Trigger(.tap(TapPattern(2)), fingers: 1...3),
    Trigger(.tap(TapPattern(3)), fingers: 1...2),
    Trigger(.tap(TapPattern(within: .seconds(1), movement: 8)), fingers: 1...5, start: .corner(.any, margin: 60)),
    Trigger(.tap(TapPattern()), fingers: 1...5),
    Trigger(.tap(TapPattern()), fingers: 2...2, isSimultaneous: true),
    .longPress(1, 300), .longPress(3, 600),
    Trigger(.longPress(LongPressPattern(.milliseconds(50))), fingers: 2...4, devices: [.named("p*")]),
    Trigger(.longPress(LongPressPattern(.milliseconds(200), taps: 1)), fingers: 1...2),
    Trigger(.longPress(LongPressPattern(.milliseconds(400), step: .milliseconds(70))), fingers: 4...4),
    .swipe(.left, 3), .swipe(.any, 2),
    Trigger(.swipe(SwipePattern(.horizontal)), fingers: 2...2, devices: [.kind(.touchpad)]),
    Trigger(.swipe(SwipePattern(.up, distance: 30)), fingers: 1...5, devices: [.kind(.touchscreen)]),
    Trigger(.swipe(SwipePattern(.any, waitsForLift: true)), fingers: 1...1),
    Trigger(.swipe(SwipePattern([], angles: [AngleRange(from: 300, to: 20)], speed: 10...400)), fingers: 1...4),
    Trigger(.swipe(SwipePattern(.right)), fingers: 1...1, start: .edge(.left, margin: 100)),
    Trigger(.pan(PanPattern(.up, step: 6, goesBack: true)), fingers: 3...3),
    Trigger(.pan(PanPattern(.any, step: 4)), fingers: 3...5, resume: .milliseconds(500)),
    Trigger(.pan(PanPattern(.vertical, step: 5)), fingers: 2...2, devices: [.kind(.touchpad)], isSimultaneous: true),
    Trigger(
      .pan(PanPattern(.right, angles: [AngleRange(from: 10, to: 80)], step: 3)), fingers: 1...1,
      start: .zone(Zone(left: .share(0.5)))),
    Trigger(.pan(PanPattern(.any)), fingers: 2...4, isSimultaneous: true, resume: .milliseconds(300)),
    Trigger(
      .pan(PanPattern(.any, step: 5, anchor: 1)), fingers: 1...3, devices: [.kind(.touchscreen)],
      resume: .milliseconds(300)),
    .pinch(.outwards, 2), .pinch(.any, 4),
    Trigger(.pinch(PinchPattern(.any, change: 0.2, step: 0.1)), fingers: 2...5, isSimultaneous: true),
    Trigger(.pinch(PinchPattern(.inwards, step: 0.05, goesBack: true)), fingers: 3...3, resume: .milliseconds(400)),
    Trigger(.rotate(RotatePattern(.clockwise, step: 15, goesBack: true)), fingers: 2...5),
    Trigger(.rotate(RotatePattern(.any, angle: 5)), fingers: 2...3, isSimultaneous: true),
    .touch(1...1), .touch(3...10), Trigger(.touch, fingers: 1...2, start: .zone(Zone(left: .share(0.5)))),
    .legs(.down, .right, fingers: 3), .legs(.vertical, .horizontal, .vertical, fingers: 2),
    Trigger(.swipe(SwipePattern(.right, then: [.left], waitsForLift: true)), fingers: 1...4),
    .rest(after: .down, fingers: 3, milliseconds: 100, step: 50), .rest(after: .any, fingers: 1, milliseconds: 60),
    .drag(after: 1, fingers: 3), .drag(after: 2),
    Trigger(.circle(CirclePattern(.clockwise, angle: 60, step: 20, goesBack: true)), fingers: 1...2),
    Trigger(.circle(CirclePattern(.any, step: 20)), fingers: 3...4, isSimultaneous: true, resume: .milliseconds(300)),
  ]

  /// A gesture that has begun and not ended.
  struct Open {
    var gesture: Gesture
    /// Its translation after the last event, and how far the fingers had moved by then.
    var mark: (translation: Vector, odometer: Double)?
  }

  struct Key: Hashable {
    var device: DeviceID
    var trigger: Int
  }

  /// Checks the reported gestures.
  struct Auditor {
    let triggers: [Trigger]
    var open: [Key: Open] = [:]
    var last = Timestamp.zero
    var reported = 0
    /// The distance that the fingers on each device have moved in total, in mm.
    private var odometers: [DeviceID: Double] = [:]
    /// The distance that they have moved in the present frame, in mm.
    private var unclosed: [DeviceID: Double] = [:]
    private var positions: [DeviceID: [Int: Point]] = [:]
    /// The last lifts on each device.
    private var lifts: [DeviceID: [(time: Timestamp, position: Point)]] = [:]

    init(_ triggers: [Trigger]) { self.triggers = triggers }

    /// Records the fingers' movement.
    mutating func record(_ event: TouchEvent) {
      switch event.kind {
      case .touchDown(let slot, let position):
        // A contact that ended for a frame or two may have been lost, and moved meanwhile.
        lifts[event.device]?.removeAll { event.time - $0.time > .milliseconds(20) }
        let ways = lifts[event.device, default: []].map { (position - $0.position).length.value }
        if let nearest = ways.indices.min(by: { ways[$0] < ways[$1] }) {
          unclosed[event.device, default: 0] += ways[nearest]
          lifts[event.device]?.remove(at: nearest)
        }
        positions[event.device, default: [:]][slot] = position
      case .touchUp(let slot):
        if let position = positions[event.device]?[slot] {
          lifts[event.device, default: []].append((event.time, position))
        }
      case .touchMotion(let slot, let position):
        let before = positions[event.device]?[slot] ?? position
        unclosed[event.device, default: 0] += (position - before).length.value
        positions[event.device, default: [:]][slot] = position
      case .touchFrame: odometers[event.device, default: 0] += unclosed.removeValue(forKey: event.device) ?? 0
      case .swipeUpdate(_, let delta), .pinchUpdate(_, let delta, _, _):
        odometers[event.device, default: 0] += delta.length.value
      case .scroll(let dx, let dy):
        odometers[event.device, default: 0] += Vector(dx: dx ?? 0, dy: dy ?? 0).length.value
      default: break
      }
    }

    /// The error in `gesture`, the next one reported; nil if there is none.
    mutating func audit(_ gesture: Gesture) -> String? {
      reported += 1
      defer { last = max(last, gesture.time) }
      if gesture.time < last { return "time goes back" }
      let numbers = [
        gesture.translation.dx, gesture.translation.dy, gesture.speed, gesture.scale, gesture.rotation,
        gesture.scaleSpeed, gesture.rotationSpeed,
      ]
      for number in numbers where number?.isFinite == false { return "a number is none" }
      if let problem = auditForm(gesture) { return problem }
      let key = Key(device: gesture.device, trigger: gesture.trigger ?? -1)
      switch gesture.phase {
      case .recognized: return nil
      case .began:
        if open.updateValue(Open(gesture: gesture), forKey: key) != nil { return "began twice" }
        return hasRival(key, gesture) ? "two gestures have the same fingers" : nil
      case .changed, .ended, .cancelled:
        guard let before = open[key], before.gesture.kind == gesture.kind else { return "goes on without a beginning" }
        open[key]?.gesture = gesture
        let jump = jump(key)
        if gesture.phase != .changed { open[key] = nil }
        return jump
      }
    }

    /// True if another gesture that goes on has the fingers of `gesture`, which has begun, and neither shares them. Two
    /// hands on a touchscreen make gestures of their own, whose fingers are elsewhere.
    private func hasRival(_ key: Key, _ gesture: Gesture) -> Bool {
      func takes(_ key: Key) -> Bool { key.trigger >= 0 && !triggers[key.trigger].isSimultaneous }
      guard takes(key) else { return false }
      return open.contains { other, state in
        other != key && other.device == key.device && takes(other)
          && (gesture.positions.isEmpty || gesture.positions.contains { state.gesture.positions.contains($0) })
      }
    }

    /// The error in the translation of a gesture that jumped; nil if there is none.
    private func jump(_ key: Key) -> String? {
      guard let gesture = open[key]?.gesture, let mark = open[key]?.mark else { return nil }
      let jump = (gesture.translation - mark.translation).length.value
      let most = (odometers[key.device] ?? 0) - mark.odometer
      return jump > most + 1e-6 ? "jumps by \(jump) mm where fingers moved by \(most) mm" : nil
    }

    /// Closes an event, after all its gestures were reported.
    mutating func closeEvent() {
      for (key, value) in open {
        open[key]?.mark = (value.gesture.translation, odometers[key.device] ?? 0)
      }
    }

    /// The error in the form of `gesture`: its phase, direction and numbers; nil if there is none.
    private func auditForm(_ gesture: Gesture) -> String? {
      let pattern = gesture.trigger.map { triggers[$0].pattern }
      if let pattern, pattern.kind != gesture.kind { return "is not of the requested kind" }
      switch gesture.kind {
      case .tap, .swipe, .stroke, .tipTap: if gesture.phase != .recognized { return "is discrete and has a length" }
      case .longPress, .pan, .pinch, .rotate, .circle, .press, .touch:
        if gesture.phase == .recognized { return "is continuous and has none" }
      }
      if gesture.kind == .tap, !(1...3).contains(gesture.taps ?? 0) { return "is no tap" }
      if gesture.steps != 0 {
        guard gesture.phase == .began || gesture.phase == .changed, pattern?.hasSteps == true else {
          return "makes steps"
        }
      }
      return nil
    }
  }

  /// For any events in any order, every beginning has one end or one cancellation. Most of the streams are what hands
  /// could do, with rules for it; the others are in no order at all.
  @Test(
    "every beginning has one end, nothing jumps, all numbers are finite", arguments: [false, true], [false, true])
  func invariants(unasked: Bool, inDisorder: Bool) throws {
    var random = SplitMix(state: 20_26)
    var hands = RandomHands(seed: 7)
    var recognition = Recognition(Self.triggers, unasked: unasked)
    var auditor = Auditor(Self.triggers)
    var reported: [Gesture] = []
    var now: Int64 = 0
    for device in [Hand.screen, LibinputTouchpad.device] {
      recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &reported)
    }
    let count = inDisorder ? trials(3_500, thorough: 150_000) : trials(8_000, thorough: 350_000)
    for _ in 0..<count {
      let event: TouchEvent
      if inDisorder {
        now += Int64.random(in: -3_000...(Bool.random(using: &random) ? 20_000 : 200_000), using: &random)
        event = randomEvent(at: now, &random).0
      } else {
        event = hands.next()
        now = event.time.microseconds
      }
      reported.removeAll(keepingCapacity: true)
      // Gestures that were due before the event are reported before the fingers move.
      recognition.advance(to: event.time, into: &reported)
      try audit(reported, &auditor)
      reported.removeAll(keepingCapacity: true)
      auditor.record(event)
      recognition.handle(event, into: &reported)
      var isBrokenOff = false
      switch Int.random(in: 0..<2_000, using: &random) {
      case 0:
        recognition.cancel(into: &reported)
        isBrokenOff = true
      case 1:
        recognition.replaceTriggers(with: Self.triggers, into: &reported)
        isBrokenOff = true
      case 21...60:
        recognition.setActiveRules(
          Self.triggers.indices.map { Int.random(in: 0..<4, using: &random) == 0 ? nil : RuleIndex($0) })
      case 2...20: recognition.advance(to: Timestamp(microseconds: now + 1_000_000), into: &reported)
      default: break
      }
      try audit(reported, &auditor)
      if case .deviceRemoved = event.kind { try #require(!auditor.open.keys.contains { $0.device == event.device }) }
      if isBrokenOff { try #require(auditor.open.isEmpty) }
    }
    reported.removeAll()
    recognition.cancel(into: &reported)
    try audit(reported, &auditor)
    #expect(auditor.open.isEmpty)
    #expect(auditor.reported > count / 40, "\(auditor.reported)")
  }

  private func audit(_ reported: [Gesture], _ auditor: inout Auditor) throws {
    for gesture in reported {
      let problem = auditor.audit(gesture)
      try #require(problem == nil, "\(gesture)")
    }
    auditor.closeEvent()
  }
}

extension Pattern {
  /// True if it has steps.
  fileprivate var hasSteps: Bool {
    switch self {
    case .tap, .swipe, .stroke, .tipTap, .touch: false
    case .press(let pattern): pattern.step != nil
    case .longPress(let pattern): pattern.step != nil
    case .pan(let pattern): pattern.step != nil
    case .pinch(let pattern): pattern.step != nil
    case .rotate(let pattern): pattern.step != nil
    case .circle(let pattern): pattern.step != nil
    }
  }
}
