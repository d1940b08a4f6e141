import Glibc
import Time
import Touch

/// A hand on a touchscreen, described step by step:
///
///     var hand = Hand()
///     hand.land(3)
///     hand.move(-20, 0)
///     hand.lift()
///
/// The events are those that libinput would report: downs, motions every 10 ms, ups, and a frame after each.
struct Hand {
  static let screen = Device(
    id: DeviceID(0), name: "Screen", kind: .touchscreen, size: Size(width: 340, height: 190))

  var device = Hand.screen
  /// The time between two frames, in ms.
  var frame = 10
  var events: [TouchEvent]
  var fingers: [(slot: Int, position: Point)] = []
  private(set) var time: Int64
  private var nextSlot = 0

  init(on device: Device = Hand.screen, at milliseconds: Int64 = 1000) {
    self.device = device
    time = milliseconds * 1000
    events = [TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))]
  }

  mutating func say(_ kind: TouchEvent.Kind) {
    events.append(TouchEvent(time: Timestamp(microseconds: time), device: device.id, kind: kind))
  }

  /// `count` fingers land at once, 20 mm apart, or `skew` ms one after another.
  mutating func land(_ count: Int, skew: Int = 0) {
    for index in 0..<count {
      let position = Point(x: 100 + 20 * Double(fingers.count), y: 90)
      land(at: position, closing: skew > 0 || index == count - 1)
      if skew > 0, index < count - 1 { wait(skew) }
    }
  }

  mutating func land(at position: Point, closing: Bool = true) {
    fingers.append((nextSlot, position))
    say(.touchDown(slot: nextSlot, position))
    nextSlot += 1
    if closing { say(.touchFrame) }
  }

  /// Fingers land, rest for `milliseconds`, and lift.
  mutating func tap(_ count: Int = 1, for milliseconds: Int = 60) {
    land(count)
    wait(milliseconds)
    lift()
  }

  /// All fingers turn about their centroid by `degrees`, clockwise positive, 2° per frame.
  mutating func turn(_ degrees: Double) {
    let frames = max(1, Int(abs(degrees) / 2))
    let centroid = centroid
    for _ in 0..<frames {
      let angle = degrees / Double(frames) * .pi / 180
      let old = fingers.map(\.position)
      place { index in
        let arm = old[index] - centroid
        return centroid
          + Vector(dx: arm.dx * cos(angle) - arm.dy * sin(angle), dy: arm.dx * sin(angle) + arm.dy * cos(angle))
      }
    }
  }

  /// All fingers draw a circle of `radius` mm, clockwise from the top.
  mutating func circle(_ radius: Double) {
    for step in 0..<72 {
      let from = Double(step) * .pi / 36
      let to = Double(step + 1) * .pi / 36
      shift { _ in Vector(dx: radius * (sin(to) - sin(from)), dy: radius * (cos(from) - cos(to))) }
    }
  }

  /// Nothing moves for `milliseconds`.
  mutating func wait(_ milliseconds: Int) { time += Int64(milliseconds) * 1000 }

  /// All fingers move by `dx` and `dy` mm, 1 mm per frame, or in `frames` frames.
  mutating func move(_ dx: Double, _ dy: Double, frames: Int? = nil) {
    let count = frames ?? max(1, Int((dx * dx + dy * dy).squareRoot().rounded()))
    for _ in 0..<count {
      shift { _ in Vector(dx: dx / Double(count), dy: dy / Double(count)) }
    }
  }

  /// Every finger moves towards the centroid, or above 1 away from it, until its distance is multiplied by `scale`.
  mutating func spread(to scale: Double, frames: Int = 20) {
    let centroid = centroid
    let starts = fingers.map(\.position)
    for step in 1...frames {
      let factor = 1 + (scale - 1) * Double(step) / Double(frames)
      place { index in centroid + (starts[index] - centroid) * factor }
    }
  }

  mutating func shift(_ way: (Int) -> Vector) {
    let old = fingers.map(\.position)
    place { old[$0] + way($0) }
  }

  private mutating func place(_ at: (Int) -> Point) {
    wait(frame)
    for index in fingers.indices {
      fingers[index].position = at(index)
      say(.touchMotion(slot: fingers[index].slot, fingers[index].position))
    }
    say(.touchFrame)
  }

  var centroid: Point {
    let count = Double(fingers.count)
    return Point(x: fingers.map(\.position.x).reduce(0, +) / count, y: fingers.map(\.position.y).reduce(0, +) / count)
  }

  /// All fingers lift at once, or `skew` ms one after another.
  mutating func lift(skew: Int = 0) {
    while !fingers.isEmpty {
      liftOne(closing: skew > 0 || fingers.count == 1)
      if skew > 0, !fingers.isEmpty { wait(skew) }
    }
  }

  mutating func liftOne(closing: Bool = true) {
    say(.touchUp(slot: fingers.removeFirst().slot))
    if closing { say(.touchFrame) }
  }
}

/// A hand on a touchpad, as libinput reports it.
struct Pad {
  static let pad = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))

  var hand = Hand(on: Pad.pad)
  var events: [TouchEvent] { hand.events }

  mutating func say(_ kind: TouchEvent.Kind) { hand.say(kind) }
  mutating func wait(_ milliseconds: Int) { hand.wait(milliseconds) }

  mutating func swipe(_ fingers: Int, _ dx: Double, _ dy: Double, cancelled: Bool = false) {
    say(.swipeBegin(fingers: fingers))
    update(fingers, dx, dy)
    say(.swipeEnd(fingers: fingers, cancelled: cancelled))
  }

  mutating func update(_ fingers: Int, _ dx: Double, _ dy: Double) {
    let count = max(1, Int((dx * dx + dy * dy).squareRoot().rounded()))
    for _ in 0..<count {
      wait(10)
      say(.swipeUpdate(fingers: fingers, delta: Vector(dx: dx / Double(count), dy: dy / Double(count))))
    }
  }

  /// A tap as libinput reports it, after the lift.
  mutating func tap(_ fingers: Int, for milliseconds: Int = 60) {
    wait(milliseconds)
    say(.tap(fingers: fingers, lasted: .milliseconds(milliseconds)))
  }

  /// Two fingers scroll, 1 mm every 10 ms, and lift.
  mutating func scroll(_ dx: Double, _ dy: Double) {
    let count = max(1, Int((dx * dx + dy * dy).squareRoot().rounded()))
    for _ in 0..<count {
      wait(10)
      say(
        .scroll(
          dx: dx == 0 ? nil : dx / Double(count), dy: dy == 0 ? nil : dy / Double(count)))
    }
    wait(10)
    say(.scroll(dx: dx == 0 ? nil : 0, dy: dy == 0 ? nil : 0))
  }

  /// Fingers turn, 2° per update, and lift.
  mutating func rotate(_ fingers: Int, _ degrees: Double) {
    say(.pinchBegin(fingers: fingers))
    let count = Int(abs(degrees) / 2)
    for _ in 0..<count {
      wait(10)
      say(.pinchUpdate(fingers: fingers, delta: .zero, scale: 1, rotation: degrees / Double(count)))
    }
    say(.pinchEnd(fingers: fingers, cancelled: false))
  }

  mutating func pinch(_ fingers: Int, to scale: Double, cancelled: Bool = false) {
    say(.pinchBegin(fingers: fingers))
    for step in 1...20 {
      wait(10)
      say(
        .pinchUpdate(
          fingers: fingers, delta: .zero, scale: 1 + (scale - 1) * Double(step) / 20, rotation: 0))
    }
    say(.pinchEnd(fingers: fingers, cancelled: cancelled))
  }
}
