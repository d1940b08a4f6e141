import Gestures
import Time
@testable import Hands
import Testing
import Touch
import Trials

/// Thousands of hands on touchpads whose contacts are read: gestures are recognised, and work is not.
@Suite("Hands on touchpads with contacts")
struct TouchpadHandsTests {
  /// Rules for everything that leaves the pointer alone.
  static func rules(on device: Device) -> [Trigger] {
    let pad = DeviceFilter.kind(.touchpad)
    var triggers: [Trigger] = []
    for edge in [Edges.left, .right] {
      triggers.append(
        Trigger(
          .pan(PanPattern(.up, step: 6, goesBack: true)), fingers: 1...1, devices: [pad],
          start: .edge(
            edge, margin: Millimetres(PalmZone(width: device.extent.width, height: device.extent.height).side)))
      )
    }
    triggers.append(.swipe(.right, 3).starting(.edge(.left, margin: 20)))
    for direction in [Directions.left, .right, .up, .down] {
      for fingers in 3...5 { triggers.append(.swipe(direction, fingers)) }
    }
    for fingers in 3...5 { triggers.append(.tap(fingers)) }
    for fingers in 1...2 {
      for side in [TipTapSides.left, .right, .middle] {
        triggers.append(Trigger(.tipTap(TipTapPattern(side)), fingers: fingers...fingers))
      }
    }
    for direction in [Directions.left, .right, .up, .down] {
      for fingers in 1...2 {
        triggers.append(Trigger(.pan(PanPattern(direction, anchor: 1)), fingers: fingers...fingers, devices: [pad]))
      }
    }
    triggers.append(Trigger(.press(PressPattern()), fingers: 3...3))
    triggers.append(Trigger(.press(PressPattern(.firm)), fingers: 1...2))
    triggers += [.pinch(.inwards, 5), .pinch(.outwards, 5), .longPress(5)]
    return triggers
  }

  /// Plays one hand, and returns the gestures that began or were recognised.
  static func play(
    _ motion: Motion, clicks: [ClosedRange<Double>] = [], firm: ClosedRange<Double>? = nil, on device: Device,
    at centroid: Point, _ triggers: [Trigger], _ random: inout SplitMix
  ) -> (acts: [Gesture], pad: LibinputTouchpad) {
    let pad = LibinputTouchpad(
      motion, node: TouchpadNode(device, at: centroid), clicks: clicks, from: 1_000_000, &random)
    var recognition = Recognition(triggers)
    var gestures: [Gesture] = []
    recognition.handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)), into: &gestures)
    let start = Timestamp(microseconds: 1_000_000)
    func time(_ range: ClosedRange<Double>) -> ClosedRange<Timestamp> {
      start + .microseconds(Int64(range.lowerBound * 1000))...start + .microseconds(Int64(range.upperBound * 1000))
    }
    var pressure = FingerPressure(clicks: clicks.map(time), firm: firm.map(time), seed: random.state)
    for event in pressure.added(to: pad.events) { recognition.handle(event, into: &gestures) }
    recognition.advance(to: (pad.events.last?.time ?? .zero) + .seconds(3), into: &gestures)
    return (gestures.filter { $0.phase == .recognized || $0.phase == .began }, pad)
  }

  /// The area for the middle of a hand whose fingers stay on the touchpad; nil if there is no room.
  static func centroid(
    of motion: Motion, on device: Device, x: ClosedRange<Double>? = nil, y: ClosedRange<Double>? = nil,
    _ random: inout SplitMix
  ) -> Point? {
    var low = Vector(dx: .infinity, dy: .infinity)
    var high = Vector(dx: -.infinity, dy: -.infinity)
    for contact in motion.contacts {
      for time in stride(from: contact.lands, through: contact.lifts, by: 20) {
        let position = motion.position(of: contact, at: time)
        low = Vector(dx: min(low.dx, position.dx), dy: min(low.dy, position.dy))
        high = Vector(dx: max(high.dx, position.dx), dy: max(high.dy, position.dy))
      }
    }
    let (width, height) = device.extent
    func place(_ low: Double, _ high: Double, _ extent: Double, _ wanted: ClosedRange<Double>?) -> Double? {
      let least = max(0.3 - low, wanted.map { $0.lowerBound * extent } ?? -.infinity)
      let most = min(extent - 0.3 - high, wanted.map { $0.upperBound * extent } ?? .infinity)
      return least <= most ? random.within(least...most) : nil
    }
    guard let x = place(low.dx, high.dx, width, x), let y = place(low.dy, high.dy, height, y) else { return nil }
    return Point(x: x, y: y)
  }

  @Test("pointing, scrolling, clicking, tapping and typing never act", arguments: 0..<TouchpadNode.sizes.count)
  func work(number: Int) {
    let device = TouchpadNode.device(number)
    // A rule for taps of three fingers is meant to act on them.
    let triggers =
      Self.rules(on: device).filter { $0 != .tap(3) }
      + (3...5).flatMap { fingers in
        [
          Trigger.legs(.any, .any, fingers: fingers), .rest(after: .any, fingers: fingers),
          .drag(after: 1, fingers: fingers),
          .circle(.any, fingers),
        ]
      } + [
        Trigger(
          .circle(CirclePattern(.any)), fingers: 1...1, devices: [.kind(.touchpad)], start: .edge([.left, .right]))
      ]
    var hands = 0
    for kind in TouchpadWork.Kind.allCases {
      var acted: [String] = []
      for trial in 0..<trials(12, thorough: 125) {
        var random = SplitMix(
          state: UInt64(number) << 40 + UInt64(trial) << 8 + UInt64(kind.rawValue.count) + UInt64(
            kind.rawValue.utf8.first ?? 0) << 16)
        var played: (acts: [Gesture], pad: LibinputTouchpad)?
        repeat {
          let work = TouchpadWork(kind, onWidth: device.extent.width, &random)
          guard
            let centroid = Self.centroid(
              of: work.motion, on: device, x: work.position?.x, y: work.position?.y, &random)
          else { continue }
          let result = Self.play(work.motion, clicks: work.clicks, on: device, at: centroid, triggers, &random)
          // A finger in the palm zone that does not move the pointer does not point: it slides along the edge.
          // Before a drag, the finger taps.
          let finger = work.motion.contacts.count - 1
          if kind == .pointing || kind == .tapDrag, !result.pad.pointing.contains(finger) { continue }
          played = result
        } while played == nil
        hands += 1
        if let acts = played?.acts, !acts.isEmpty {
          acted.append("\(trial): \(acts.map { "\($0.kind) \($0.fingers) \($0.direction.map { "\($0)" } ?? "")" })")
        }
      }
      #expect(acted.isEmpty, "\(kind.rawValue) on \(device.name): \(acted)")
    }
    print("\(device.name): \(hands) hands at work")
  }

  /// One kind of gesture: how a hand makes it, and what it is.
  struct Row {
    var name: String
    var fingers: Int
    var kind: Gesture.Kind
    var direction: Direction?
    /// The position of the landing, as a share of the touchpad.
    var x: ClosedRange<Double>?
    /// The force with which it presses after the last landing; nil if it does not.
    var force: PressPattern.Force?
    var motion: (inout SplitMix) -> Motion
  }

  static func rows(on device: Device) -> [Row] {
    let flick = LibinputTouchpad.quickestFlick
    var rows: [Row] = []
    let ways: [(Direction, Double)] = [(.right, 0), (.down, .pi / 2), (.left, .pi), (.up, -.pi / 2)]
    for (direction, heading) in ways {
      for fingers in 3...5 {
        rows.append(
          Row(name: "swipe", fingers: fingers, kind: .swipe, direction: direction) {
            .swipe(heading, fingers: fingers, reach: fingers == 5 ? 1 : 1.2, quickest: fingers == 5 ? 60 : flick, &$0)
          })
      }
    }
    let zone = PalmZone(width: device.extent.width, height: device.extent.height).side / device.extent.width
    if zone > 0 {
      for (x, heading) in [(0.01...zone * 0.7, -1.0), (1 - zone * 0.7...0.99, -1.0), (0.01...zone * 0.7, 1.0)] {
        rows.append(
          Row(name: "slide", fingers: 1, kind: .pan, direction: heading < 0 ? .up : .down, x: x) {
            TouchpadHandsTests.slide(heading, &$0)
          })
      }
    }
    for fingers in 3...5 { rows.append(Row(name: "tap", fingers: fingers, kind: .tap) { .tap(fingers: fingers, &$0) }) }
    rows.append(
      Row(name: "pinch in", fingers: 5, kind: .pinch, direction: .inwards) { .pinch(inwards: true, fingers: 5, &$0) })
    rows.append(
      Row(name: "pinch out", fingers: 5, kind: .pinch, direction: .outwards) { .pinch(inwards: false, fingers: 5, &$0) }
    )
    rows.append(Row(name: "long press", fingers: 5, kind: .longPress) { .longPress(fingers: 5, &$0) })
    for (side, direction) in [(-1.0, Direction.left), (1, .right)] {
      for fingers in 1...2 {
        rows.append(
          Row(name: "tip-tap", fingers: fingers, kind: .tipTap, direction: direction) {
            TouchpadHandsTests.tipTap(side, resting: fingers, &$0)
          })
      }
    }
    for (direction, heading) in ways {
      for fingers in 1...2 {
        rows.append(
          Row(name: "anchored", fingers: fingers, kind: .pan, direction: direction) {
            TouchpadHandsTests.anchored(heading, moving: fingers, &$0)
          })
      }
    }
    rows.append(
      Row(name: "press", fingers: 3, kind: .press, force: .click) { TouchpadHandsTests.press(3, &$0) })
    for fingers in 1...2 {
      rows.append(
        Row(name: "firm press", fingers: fingers, kind: .press, force: .firm) {
          TouchpadHandsTests.press(fingers, &$0)
        })
    }
    return rows
  }

  /// Fingers that rest while they press.
  static func press(_ fingers: Int, _ random: inout SplitMix) -> Motion {
    let spacing = random.within(13...24)
    let tilt = random.within(-0.4...0.4)
    let end = random.within(500...900)
    let homes = [Vector(dx: -1, dy: 0.2), Vector(dx: 0, dy: -0.2), Vector(dx: 1, dy: 0)]
    return Motion(
      contacts: homes.prefix(fingers).map { home in
        Motion.Contact(
          home: (home * spacing).turned(by: tilt), lands: random.within(0...90), lifts: end + random.within(0...80),
          roll: random.anyWay(0...1))
      }, tremor: HandStyle(&random).tremor(&random))
  }

  /// Fingers that rest, and one beside them that taps.
  static func tipTap(_ side: Double, resting: Int, _ random: inout SplitMix) -> Motion {
    let spacing = random.within(14...26)
    var motion = Motion(contacts: [])
    let start = random.within(200...900)
    let tap = random.within(40...150)
    for index in 0..<resting {
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: -side * spacing * Double(index), dy: random.within(-6...6)), lands: random.within(0...30),
          lifts: start + tap + random.within(90...600), roll: random.anyWay(0...0.8)))
    }
    motion.contacts.append(
      Motion.Contact(
        home: Vector(dx: side * spacing, dy: random.within(-8...8)), lands: start, lifts: start + tap,
        roll: random.anyWay(0...1)))
    motion.tremor = HandStyle(&random).tremor(&random)
    return motion
  }

  /// A finger that rests, and others beside it that move: straight, from rest to rest.
  static func anchored(_ heading: Double, moving: Int, _ random: inout SplitMix) -> Motion {
    let side = random.side()
    let spacing = random.within(14...24)
    let lands = random.within(260...900)
    let start = lands + random.within(30...150)
    let duration = random.within(200...800)
    let end = start + duration + random.within(0...150)
    let way = Vector(dx: random.within(12...30), dy: random.within(-2...2)).turned(by: heading)
    var motion = Motion(contacts: [
      Motion.Contact(
        home: .zero, lands: 0, lifts: end + random.within(-20...400), gain: random.within(0...0.06),
        roll: random.anyWay(0...0.8))
    ])
    for index in 1...moving {
      motion.contacts.append(
        Motion.Contact(
          home: Vector(dx: side * spacing * Double(index), dy: random.within(-8...8)),
          lands: lands + random.within(0...40), lifts: end + random.within(0...30)))
    }
    motion.pose = { Motion.Pose(shift: way * leastJerk(($0 - start) / duration)) }
    motion.tremor = HandStyle(&random).tremor(&random)
    return motion
  }

  /// A finger that slides along an edge: straight, from rest to rest.
  static func slide(_ side: Double, _ random: inout SplitMix) -> Motion {
    var motion = Motion(contacts: [Motion.Contact(home: .zero, lands: 0, lifts: 0)])
    let start = random.within(0...150)
    let duration = random.within(200...900)
    let way = Vector(dx: random.within(-1.2...1.2), dy: side * random.within(12...32))
    motion.contacts[0].lifts = start + duration + random.within(0...150)
    motion.pose = { Motion.Pose(shift: way * leastJerk(($0 - start) / duration)) }
    motion.tremor = HandStyle(&random).tremor(&random)
    return motion
  }

  @Test("99 of 100 gestures are recognised as meant, none twice", arguments: 0..<TouchpadNode.sizes.count)
  func gestures(number: Int) {
    let device = TouchpadNode.device(number)
    let triggers = Self.rules(on: device)
    var (all, right) = (0, 0)
    var wrong: [String: [String]] = [:]
    for (index, row) in Self.rows(on: device).enumerated() {
      var trial = 0
      var tries = 0
      let count = trials(8, thorough: 50)
      while trial < count, tries < 40 * count {
        tries += 1
        var random = SplitMix(state: 77 + UInt64(number) << 40 + UInt64(tries) << 8 + UInt64(index))
        let motion = row.motion(&random)
        guard let centroid = Self.centroid(of: motion, on: device, x: row.x, &random) else { continue }
        let landing = motion.lastLanding
        let clicks = row.force.map { [landing + 60...landing + ($0 == .firm ? 400 : 250)] } ?? []
        let firm = row.force == .firm ? landing + 240...landing + 380 : nil
        let (acts, pad) = Self.play(
          motion, clicks: clicks, firm: firm, on: device, at: centroid, triggers, &random)
        // libinput must have reported what it recognises.
        if row.fingers < 5, !["slide", "tip-tap", "press", "firm press", "anchored"].contains(row.name),
          !(row.fingers == 4 && row.kind == .tap),
          !Intention(row.kind, row.fingers, row.direction).isReported(by: pad.events)
        {
          continue
        }
        trial += 1
        all += 1
        #expect(acts.count <= 1, "twice: \(row.name) \(row.fingers) on \(device.name), \(tries): \(acts)")
        if acts.count == 1, acts[0].kind == row.kind, acts[0].fingers == row.fingers,
          row.direction == nil || acts[0].direction == row.direction
        {
          right += 1
        } else {
          wrong["\(row.name) \(row.fingers)", default: []].append(
            "\(tries): \(acts.map { "\($0.kind) \($0.fingers) \($0.direction.map { "\($0)" } ?? "")" })")
        }
      }
    }
    print("\(device.name): \(right) of \(all) gestures right; \(wrong)")
    #expect(all >= trials(60, thorough: 600))
    #expect(Double(right) >= 0.99 * Double(all), "\(wrong)")
  }
}
