import Glibc
import Touch

/// What libinput (1.22) makes of fingers on a touchpad, in its own words.
///
///     fingers    ▼▼▼ rest       │ 2 to 2.5 mm, or 1 mm after 150 ms │ move      ▲▲▲
///     libinput       hold begin after 40 or 180 ms  │ hold end, cancelled; swipe or pinch begin, update … │ end
struct LibinputTouchpad {
  static let device = Device(id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 110, height: 75))
  /// How much farther people swipe on a touchpad, where the first millimetres of a movement are lost, and the last ones
  /// too if the fingers lift one after another.
  static let reach = 1.4
  /// Flicks quicker than this, in ms, are over before libinput has said a word.
  static let quickestFlick = 100.0

  private enum State {
    case none, hold, scroll, swipe, pinch
  }

  private let start: Int64
  private let motion: Motion
  private(set) var events: [TouchEvent] = []
  private var state = State.none
  private var time = 0.0
  /// The fingers that the gesture is made of, where they were when it began to be watched, and when that was.
  private var members: [Int] = []
  private var origin: [Vector] = []
  private var since = 0.0
  private var previous = (middle: Vector.zero, span: 1.0, angle: 0.0)
  private var firstSpan = 1.0
  /// Since when fewer fingers are down than the gesture has.
  private var recountSince: Double?

  init(_ motion: Motion, from start: Int64, _ random: inout SplitMix) {
    self.motion = motion
    self.start = start
    let interval = random.within(7...15)
    let noise = random.within(0.02...0.12)
    while time <= motion.end + 200 {
      let down = motion.contacts.indices.filter {
        motion.contacts[$0].lands <= time && motion.contacts[$0].lifts > time
      }
      let places = down.map {
        motion.place(of: motion.contacts[$0], at: time)
          + Vector(dx: random.within(-noise...noise), dy: random.within(-noise...noise))
      }
      frame(down, places)
      time += interval + random.within(-1...1)
    }
  }

  private mutating func say(_ kind: TouchEvent.Kind) {
    events.append(
      TouchEvent(
        time: Timestamp(microseconds: start + Int64(time * 1000)), device: Self.device.id, kind: kind))
  }

  private mutating func frame(_ down: [Int], _ places: [Vector]) {
    if down != members {
      switch state {
      case .none: watch(down, places)
      case .hold, .scroll, .swipe, .pinch:
        if down.isEmpty {
          finish(cancelled: false)
          watch(down, places)
        } else if time - (recountSince ?? time) >= 100 {
          finish(cancelled: true)
          watch(down, places)
        } else if recountSince == nil {
          recountSince = time
        }
      }
      return
    }
    guard !down.isEmpty else { return }
    switch state {
    case .none, .hold:
      if let next = movement(places) {
        if state == .hold { say(.holdEnd(fingers: members.count, cancelled: true)) }
        begin(next, places)
      } else if state == .none, time - since >= (members.count <= 2 ? 40 : 180) {
        state = .hold
        say(.holdBegin(fingers: members.count))
      }
    case .scroll, .swipe, .pinch: update(places)
    }
  }

  private mutating func watch(_ down: [Int], _ places: [Vector]) {
    members = down
    origin = places
    since = time
    state = .none
    recountSince = nil
  }

  /// What the fingers have begun to do, by the first and the last of them, as libinput judges it; nil while they rest.
  private func movement(_ places: [Vector]) -> State? {
    guard members.count > 1 else { return nil }
    let limit = time - since > 150 ? 1 : members.count == 4 ? 2.5 : 2
    let ways = [places[0] - origin[0], places[places.count - 1] - origin[places.count - 1]]
    let lengths = ways.map(\.length.value)
    guard max(lengths[0], lengths[1]) > limit else { return nil }
    if min(lengths[0], lengths[1]) < limit / 2 {
      // One is behind, or stays.
      return max(lengths[0], lengths[1]) > 2 * limit ? .pinch : nil
    }
    let cosine = (ways[0].dx * ways[1].dx + ways[0].dy * ways[1].dy) / (lengths[0] * lengths[1])
    guard cosine > 0.5 else { return .pinch }
    return members.count == 2 ? .scroll : .swipe
  }

  private mutating func begin(_ next: State, _ places: [Vector]) {
    state = next
    previous = measure(places)
    firstSpan = previous.span
    switch next {
    case .swipe:
      say(.swipeBegin(fingers: members.count))
      say(.swipeUpdate(fingers: members.count, delta: .zero))
    case .pinch:
      say(.pinchBegin(fingers: members.count))
      say(.pinchUpdate(fingers: members.count, delta: .zero, scale: 1, rotation: 0))
    case .none, .hold, .scroll: break
    }
  }

  private mutating func update(_ places: [Vector]) {
    let now = measure(places)
    let delta = now.middle - previous.middle
    switch state {
    case .swipe: say(.swipeUpdate(fingers: members.count, delta: delta))
    case .pinch:
      let turn = remainder(now.angle - previous.angle, 2 * .pi) * 180 / .pi
      say(.pinchUpdate(fingers: members.count, delta: delta, scale: now.span / firstSpan, rotation: turn))
    case .scroll: say(.scroll(dx: delta.dx, dy: delta.dy))
    case .none, .hold: break
    }
    previous = now
  }

  private mutating func finish(cancelled: Bool) {
    switch state {
    case .hold: say(.holdEnd(fingers: members.count, cancelled: cancelled))
    case .swipe: say(.swipeEnd(fingers: members.count, cancelled: cancelled))
    case .pinch: say(.pinchEnd(fingers: members.count, cancelled: cancelled))
    case .scroll: say(.scroll(dx: 0, dy: 0))
    case .none: break
    }
  }

  /// The fingers' middle, and the distance and angle between the first and the last, from which libinput takes the
  /// scale and the rotation of a pinch.
  private func measure(_ places: [Vector]) -> (middle: Vector, span: Double, angle: Double) {
    var middle = Vector.zero
    for place in places { middle += place * (1 / Double(places.count)) }
    let arm = places[places.count - 1] - places[0]
    return (middle, max(arm.length.value, 1), atan2(arm.dy, arm.dx))
  }
}
