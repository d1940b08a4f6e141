import Gestures
import Glibc
@testable import Hands
import Touch

extension Sheet {
  /// A rule for every gesture that can be combined with the others.
  static func everything(on kind: Device.Kind) -> Sheet {
    let isPad = kind == .touchpad
    let counts = isPad ? 3...4 : 1...5
    let tapping = isPad ? 1...3 : 1...5
    let pinching = isPad ? 2...4 : 2...5
    var sheet = Sheet(name: "everything", triggers: [])
    // Shapes make later swipes with as many fingers wait for the lift.
    let pens = isPad ? 3 : 1
    for stroke in strokes {
      sheet.triggers.append(
        Trigger(.stroke(StrokePattern(stroke.name, templates: stroke.templates)), fingers: pens...pens))
    }
    for corner in isPad ? [] : corners {
      sheet.triggers.append(Trigger(.tap(TapPattern()), fingers: 1...1, start: .corner(corner)))
    }
    for fingers in tapping {
      for taps in 1...3 { sheet.triggers.append(Trigger(.tap(TapPattern(taps)), fingers: fingers...fingers)) }
    }
    for fingers in isPad ? 1...4 : 1...5 { sheet.triggers.append(.longPress(fingers)) }
    for fingers in isPad ? [] : [1, 2] {
      sheet.triggers.append(Trigger(.longPress(LongPressPattern(taps: 1)), fingers: fingers...fingers))
    }
    for (edge, direction) in isPad ? [] : edges {
      sheet.triggers.append(
        Trigger(.swipe(SwipePattern(direction.set, distance: 15)), fingers: 1...1, start: .edge(edge)))
    }
    for fingers in counts {
      for direction in Direction.eight { sheet.triggers.append(.swipe(direction.set, fingers)) }
    }
    sheet.triggers += turnsAndPinches(pinching)

    for fingers in counts { sheet.swipes(fingers, on: kind, 160) { Direction.eight[$0 % 8] } }
    for fingers in tapping {
      for taps in 1...3 {
        sheet.gesture("tap \(fingers), \(taps) times", 50) { _, _, random in
          HandTrial(Intention(.tap, fingers, taps: taps), .tap(fingers: fingers, taps: taps, &random))
        }
      }
    }
    for fingers in isPad ? 1...4 : 1...5 { sheet.longPresses(fingers, 60) }
    for fingers in isPad ? [] : [1, 2] {
      sheet.gesture("tap and hold \(fingers)", 60) { _, _, random in
        HandTrial(Intention(.longPress, fingers, taps: 1), .longPress(fingers: fingers, taps: 1, &random))
      }
    }
    sheet.turnsAndPinches(pinching, on: kind, 60)
    for stroke in strokes {
      sheet.gesture("stroke \(stroke.name) \(pens)", 200) { _, reach, random in
        HandTrial(
          Intention(.stroke, pens, stroke: stroke.name),
          .drawing(stroke.corners, fingers: pens, reach: isPad ? 1.3 : reach, &random))
      }
    }
    if !isPad {
      sheet.gesture("edge swipe 1", 120) { number, reach, random in
        let (edge, direction) = edges[number % 4]
        return HandTrial(
          Intention(.swipe, 1, direction, start: .edge(edge)),
          .swipe(direction.heading, fingers: 1, reach: 1.2 * reach, quickest: 120, &random), at: .edge(number % 4))
      }
      sheet.gesture("corner tap 1", 60) { number, _, random in
        HandTrial(
          Intention(.tap, 1, taps: 1, start: .corner(corners[number % 4])), .tap(fingers: 1, &random),
          at: .corner(number % 4))
      }
    }
    // With as many fingers as the shapes have, a circle is a requested stroke.
    sheet.others([.circle], isPad ? 4...4 : 2...5, 100)
    sheet.others(
      isPad ? [.toAndFro, .scratching, .slowDrag] : [.toAndFro, .scratching, .slowDrag, .brush],
      counts, 100)
    if !isPad {
      sheet.others([.palm], 1...2, 100)
      sheet.others([.lateFinger], 2...5, 100)
      sheet.others([.thumbs], 2...2, 100)
    }
    if isPad { sheet.others([.scroll], 2...2, 100) }
    return sheet
  }

  /// Pans, with the other gestures that can be combined with them.
  static func pans(on kind: Device.Kind) -> Sheet {
    let isPad = kind == .touchpad
    var sheet = Sheet(
      name: "pans",
      triggers: [
        Trigger(.pan(PanPattern(.up, step: 6, goesBack: true)), fingers: 3...3),
        .swipe(.left, 3), .swipe(.right, 3),
        Trigger(.pan(PanPattern(.any)), fingers: 4...4),
        Trigger(.pan(PanPattern(.vertical)), fingers: 2...2, devices: [.kind(kind)]),
        Trigger(.swipe(SwipePattern(.left)), fingers: 2...2, devices: [.kind(kind)]),
        Trigger(.swipe(SwipePattern(.right)), fingers: 2...2, devices: [.kind(kind)]),
      ])
    if !isPad {
      for direction in [Direction.left, .right, .up, .down] {
        sheet.triggers.append(Trigger(.pan(PanPattern(direction.set)), fingers: 5...5))
      }
      sheet.triggers.append(Trigger(.pan(PanPattern(.any)), fingers: 1...1))
    }
    for fingers in isPad ? [3] : [3, 4, 5] {
      for taps in 1...2 { sheet.triggers.append(Trigger(.tap(TapPattern(taps)), fingers: fingers...fingers)) }
    }
    for fingers in isPad ? 1...4 : 1...5 { sheet.triggers.append(.longPress(fingers)) }
    sheet.triggers += turnsAndPinches(2...4)

    for fingers in [2, 3] {
      sheet.pans(fingers, on: kind, 100) { [.up, .down][$0 % 2] }
      sheet.swipes(fingers, on: kind, 100) { [.left, .right][$0 % 2] }
    }
    sheet.gesture("pan to and fro 3", 120) { number, reach, random in
      let up = number.isMultiple(of: 2)
      let strokes = 1 + number % 4
      let motion = Motion.toAndFro(
        (up ? Direction.up : .down).heading, fingers: 3, strokes: strokes, length: 14...40, reach: isPad ? 1.2 : reach,
        &random)
      return HandTrial(Intention(.pan, 3, movement: isPad ? nil : motion.way, step: 6), motion)
    }
    sheet.pans(4, on: kind, 100) { _ in nil }
    if !isPad {
      sheet.pans(5, on: kind, 120) { [.left, .right, .up, .down][$0 % 4] }
      sheet.pans(1, on: kind, 100) { _ in nil }
    }
    for fingers in isPad ? [3] : [3, 4, 5] {
      for taps in 1...2 {
        sheet.gesture("tap \(fingers), \(taps) times, beside pans", 50) { _, _, random in
          HandTrial(Intention(.tap, fingers, taps: taps), .tap(fingers: fingers, taps: taps, &random))
        }
      }
    }
    for fingers in isPad ? 1...4 : 1...5 { sheet.longPresses(fingers, 50) }
    sheet.turnsAndPinches(2...4, on: kind, 60)
    if !isPad {
      sheet.others([.thumbs], 2...2, 60)
    }
    return sheet
  }

  /// Simultaneous pans, pinches and rotations, as on a map.
  static func map(on kind: Device.Kind) -> Sheet {
    let patterns: [Pattern] = [.pan(PanPattern(.any)), .pinch(PinchPattern(.any)), .rotate(RotatePattern(.any))]
    var sheet = Sheet(
      name: "map", triggers: patterns.map { Trigger($0, fingers: 2...2, devices: [.kind(kind)], isSimultaneous: true) })
    sheet.triggers.append(Trigger(.tap(TapPattern(2)), fingers: 2...2))
    sheet.gesture("pan 2, shared", 60) { number, reach, random in
      HandTrial(
        Intention(.pan, 2, isShared: true),
        .pan(
          Double(number % 8) * .pi / 4, fingers: 2, reach: kind == .touchpad ? LibinputTouchpad.reach : reach, &random))
    }
    for direction in [Direction.inwards, .outwards] {
      sheet.gesture("pinch \(direction.rawValue) 2, shared", 60) { _, _, random in
        HandTrial(
          Intention(.pinch, 2, direction, isShared: true),
          .pinch(inwards: direction == .inwards, fingers: 2, isWide: kind == .touchpad, &random))
      }
    }
    for direction in [Direction.clockwise, .counterclockwise] {
      sheet.gesture("rotate \(direction.rawValue) 2, shared", 60) { _, _, random in
        HandTrial(
          Intention(.rotate, 2, direction, isShared: true),
          .rotation(
            clockwise: direction == .clockwise, degrees: 30...120, fingers: 2, isWide: kind == .touchpad, &random))
      }
    }
    sheet.gesture("double tap 2, shared", 60) { _, _, random in
      HandTrial(Intention(.tap, 2, taps: 2), .tap(fingers: 2, taps: 2, &random))
    }
    return sheet
  }

  private static let strokes: [BuiltInStroke] = [.circle, .check, .caret, .leftBracket, .zigzag]
  private static let corners: [Corners] = [.topLeft, .topRight, .bottomLeft, .bottomRight]
  /// Each edge, with the direction that leads away from it.
  private static let edges: [(Edges, Direction)] = [(.left, .right), (.right, .left), (.top, .down), (.bottom, .up)]

  private static func turnsAndPinches(_ fingers: ClosedRange<Int>) -> [Trigger] {
    fingers.flatMap { count in
      [
        .pinch(.inwards, count), .pinch(.outwards, count),
        Trigger(.rotate(RotatePattern(.clockwise)), fingers: count...count),
        Trigger(.rotate(RotatePattern(.counterclockwise)), fingers: count...count),
      ]
    }
  }

  // MARK: Rows

  private mutating func swipes(
    _ fingers: Int, on kind: Device.Kind, _ count: Int, _ direction: @escaping (Int) -> Direction
  ) {
    let isPad = kind == .touchpad
    gesture("swipe \(fingers)", count) { number, reach, random in
      let direction = direction(number)
      return HandTrial(
        Intention(.swipe, fingers, direction),
        .swipe(
          direction.heading, fingers: fingers, reach: isPad ? LibinputTouchpad.reach : reach,
          quickest: isPad ? LibinputTouchpad.quickestFlick : 60, &random))
    }
  }

  /// - Parameter direction: the direction of the hand; nil for any.
  private mutating func pans(
    _ fingers: Int, on kind: Device.Kind, _ count: Int, _ direction: @escaping (Int) -> Direction?
  ) {
    gesture("pan \(fingers)", count) { number, reach, random in
      let direction = direction(number)
      let heading = direction?.heading ?? random.within(0...(2 * .pi))
      let isPad = kind == .touchpad
      let motion = Motion.pan(
        heading, fingers: fingers, reach: isPad ? LibinputTouchpad.reach : reach, &random)
      return HandTrial(Intention(.pan, fingers, direction, movement: isPad ? nil : motion.way), motion)
    }
  }

  private mutating func longPresses(_ fingers: Int, _ count: Int) {
    gesture("long press \(fingers)", count) { _, _, random in
      HandTrial(Intention(.longPress, fingers), .longPress(fingers: fingers, &random))
    }
  }

  private mutating func turnsAndPinches(_ counts: ClosedRange<Int>, on kind: Device.Kind, _ count: Int) {
    let isPad = kind == .touchpad
    for fingers in counts {
      for direction in [Direction.inwards, .outwards] {
        gesture("pinch \(direction.rawValue) \(fingers)", count) { _, _, random in
          HandTrial(
            Intention(.pinch, fingers, direction),
            .pinch(inwards: direction == .inwards, fingers: fingers, isWide: isPad, &random))
        }
      }
      for direction in [Direction.clockwise, .counterclockwise] {
        gesture("rotate \(direction.rawValue) \(fingers)", count) { _, _, random in
          HandTrial(
            Intention(.rotate, fingers, direction),
            .rotation(
              clockwise: direction == .clockwise, degrees: isPad ? 30...120 : 18...120, fingers: fingers, isWide: isPad,
              &random))
        }
      }
    }
  }

  private mutating func others(_ others: [Motion.Other], _ fingers: ClosedRange<Int>, _ count: Int) {
    for kind in others {
      other(kind.rawValue, count) { number, reach, random in
        .other(kind, fingers: fingers.lowerBound + number % fingers.count, reach: reach, &random)
      }
    }
  }
}

extension BuiltInStroke {
  /// The corners that the generated hands draw through, x to the right and y downwards.
  fileprivate var corners: [Vector] {
    let corners: [(Double, Double)] =
      switch self {
      case .check: [(0, 0), (12, 14), (42, -30)]
      case .caret: [(0, 22), (11, 0), (22, 22)]
      case .leftBracket: [(14, 0), (0, 0), (0, 32), (14, 32)]
      case .zigzag: [(0, 20), (11, 0), (22, 20), (33, 0), (44, 20)]
      case .circle:
        (0...24).map { step in
          let angle: Double = Double(step) * .pi / 12
          return (16 * sin(angle), -16 * cos(angle))
        }
      case .v, .rightBracket, .triangle, .rectangle, .star, .pigtail: []
      }
    return corners.map { Vector(dx: $0.0, dy: $0.1) }
  }
}

extension Direction {
  /// The eight directions of movement, clockwise from right.
  static let eight: [Direction] = [.right, .downRight, .down, .downLeft, .left, .upLeft, .up, .upRight]

  private var index: Int { Self.eight.firstIndex(of: self) ?? 0 }
  /// The angle in radians, clockwise from right.
  var heading: Double { Double(index) * .pi / 4 }
  /// The set of this direction alone.
  var set: Directions { Directions(rawValue: 1 << index) }
}
