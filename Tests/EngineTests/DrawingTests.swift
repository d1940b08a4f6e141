import Engine
import Gestures
import Glibc
import Hands
import Testing
import Time
import Touch

@Suite("Drawings are read whether or not they are a shape")
struct DrawingTests {
  static let screen = Device(
    id: DeviceID(0), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 200))
  static let pad = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))

  /// The path of a hand that draws a house in a second: 101 points, 10 ms apart.
  static let house: [Vector] = {
    let corners = [(0.0, 40.0), (0, 15), (20, 0), (40, 15), (40, 40)].map { Vector(dx: $0.0, dy: $0.1) }
    return (0...100).map { step in
      let leg = min(step / 25, 3)
      return corners[leg] + (corners[leg + 1] - corners[leg]) * (Double(step - 25 * leg) / 25)
    }
  }()

  /// The events of `fingers` that follow `path` side by side on the touchscreen; at the end each is `spread` times as
  /// far from the first as at the start.
  static func touches(_ path: [Vector], fingers: Int, spread: Double = 1, from start: Int64 = 0) -> [TouchEvent] {
    var events: [TouchEvent] = []
    func add(_ step: Int, _ kind: TouchEvent.Kind) {
      events.append(
        TouchEvent(time: Timestamp(microseconds: start + 10_000 * Int64(step)), device: screen.id, kind: kind))
    }
    for (step, position) in path.enumerated() {
      for slot in 0..<fingers {
        let apart = 18 * Double(slot) * (1 + (spread - 1) * Double(step) / Double(path.count))
        let point = Point(x: 100 + apart, y: 100) + (position - path[0])
        add(step, step == 0 ? .touchDown(slot: slot, point) : .touchMotion(slot: slot, point))
      }
      add(step, .touchFrame)
    }
    for slot in 0..<fingers { add(path.count, .touchUp(slot: slot)) }
    add(path.count, .touchFrame)
    return events
  }

  /// The drawings that `events` yield.
  func drawings(_ events: [TouchEvent]) -> [Drawing] {
    var reader = DrawingReader()
    let added = [Self.screen, Self.pad].map { TouchEvent(time: .zero, device: $0.id, kind: .deviceAdded($0)) }
    return (added + events).compactMap { reader.handle($0) }
  }

  @Test("on a touchscreen, with any number of fingers", arguments: 1...5)
  func screen(fingers: Int) throws {
    let drawings = drawings(Self.touches(Self.house, fingers: fingers))
    #expect(drawings.count == 1)
    let drawing = try #require(drawings.first)
    #expect(drawing.fingers == fingers && drawing.device == Self.screen.id)
    // The drawing is the path of the hand, and a later drawing is compared with it.
    let template = try #require(StrokeTemplate(drawing.path.points))
    let shape = try #require(drawing.path.shape)
    #expect(shape.score(against: template) > 0.95)
    #expect(shape.score(against: try #require(StrokeTemplate(Self.house))) > 0.95)
  }

  @Test("on a touchpad, with three and four fingers", arguments: 3...4)
  func pad(fingers: Int) throws {
    var events = [TouchEvent.Kind.swipeBegin(fingers: fingers)]
    events += zip(Self.house.dropFirst(), Self.house).map { .swipeUpdate(fingers: fingers, delta: $0.0 - $0.1) }
    // libinput reports a swipe whose fingers lift one after another as cancelled.
    for cancelled in [false, true] {
      let all = (events + [.swipeEnd(fingers: fingers, cancelled: cancelled)]).enumerated().map { step, kind in
        TouchEvent(time: Timestamp(microseconds: 10_000 * Int64(step)), device: Self.pad.id, kind: kind)
      }
      let drawing = try #require(drawings(all).first)
      #expect(drawing.fingers == fingers && drawing.device == Self.pad.id)
      let template = try #require(StrokeTemplate(Self.house))
      #expect(try #require(drawing.path.shape).score(against: template) > 0.95)
    }
  }

  @Test("on a touchpad whose contacts are read, with five fingers, and with one from a corner")
  func contacts() throws {
    var pad = Self.pad
    pad.contacts = .all
    /// The drawings of fingers that follow the house from `start`.
    func drawings(fingers: Int, from start: Point) -> [Drawing] {
      var reader = DrawingReader()
      var drawings: [Drawing] = []
      func say(_ step: Int, _ kind: TouchEvent.Kind) {
        let event = TouchEvent(time: Timestamp(microseconds: 10_000 * Int64(step)), device: pad.id, kind: kind)
        if let drawing = reader.handle(event) { drawings.append(drawing) }
      }
      say(0, .deviceAdded(pad))
      for (step, position) in Self.house.enumerated() {
        for slot in 0..<fingers {
          let point = start + Vector(dx: 9 * Double(slot), dy: 0) + (position - Self.house[0])
          say(step, step == 0 ? .touchDown(slot: slot, point) : .touchMotion(slot: slot, point))
        }
        say(step, .touchFrame)
      }
      for slot in 0..<fingers { say(Self.house.count, .touchUp(slot: slot)) }
      say(Self.house.count, .touchFrame)
      return drawings
    }
    let template = try #require(StrokeTemplate(Self.house))
    for (fingers, start) in [(5, Point(x: 10, y: 60)), (1, Point(x: 5, y: 65))] {
      let found = drawings(fingers: fingers, from: start)
      #expect(found.map(\.fingers) == [fingers])
      #expect(try #require(found.first?.path.shape).score(against: template) > 0.95)
    }
    #expect(drawings(fingers: 1, from: Point(x: 40, y: 50)).isEmpty)
  }

  @Test("each drawing is returned once, in order")
  func several() {
    let events = (0..<3).flatMap { Self.touches(Self.house, fingers: 1 + $0, from: 2_000_000 * Int64($0)) }
    #expect(drawings(events).map(\.fingers) == [1, 2, 3])
  }

  @Test("a path that is no shape is a drawing too")
  func noShape() throws {
    let line = (0...20).map { Vector(dx: 2 * Double($0), dy: 0) }
    let drawings = drawings(Self.touches(line, fingers: 1))
    #expect(drawings.count == 1 && drawings.allSatisfy { $0.path.shape == nil })
  }

  @Test("taps, resting or parting fingers and cancelled sequences yield no drawing")
  func none() {
    let still = [Vector](repeating: .zero, count: 20)
    #expect(drawings(Self.touches(still, fingers: 2)).isEmpty)
    #expect(drawings(Self.touches(Self.house, fingers: 2, spread: 3)).isEmpty)
    var palm = Self.touches(Self.house, fingers: 1)
    palm[palm.count - 2].kind = .touchCancel(slot: 0)
    #expect(drawings(palm).isEmpty)
    var gone = Self.touches(Self.house, fingers: 1)
    gone.removeLast(2)
    gone.append(TouchEvent(time: Timestamp(microseconds: 1_100_000), device: Self.screen.id, kind: .deviceRemoved))
    #expect(drawings(gone).isEmpty)
    // One finger stays when the others have lifted.
    var late = Self.touches(Self.house, fingers: 2)
    late.removeLast(2)
    late.append(TouchEvent(time: Timestamp(microseconds: 1_010_000), device: Self.screen.id, kind: .touchFrame))
    late += [.touchUp(slot: 1), .touchFrame].map {
      TouchEvent(time: Timestamp(microseconds: 1_500_000), device: Self.screen.id, kind: $0)
    }
    #expect(drawings(late).isEmpty)
  }
}
