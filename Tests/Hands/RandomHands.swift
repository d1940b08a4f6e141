import Time
import Touch

/// Events without end from a touchscreen and a touchpad, as hands and broken devices make them: fingers that land,
/// rest, move together or apart, lift and come back, in any order and number, and sometimes an unexpected event.
struct RandomHands {
  private var random: SplitMix
  private(set) var time: Int64 = 0
  /// The events that follow, in reverse order.
  private var queue: [TouchEvent.Kind] = []
  private var device = Hand.screen
  private var down: [(slot: Int, position: Point)] = []
  private var pad = Pad.none
  private var fingers = 0
  private var scale = 1.0

  private enum Pad {
    case none, hold, swipe, pinch, scroll
  }

  init(seed: UInt64) { random = SplitMix(state: seed) }

  mutating func next() -> TouchEvent {
    if let kind = queue.popLast() {
      return TouchEvent(time: Timestamp(microseconds: time), device: device.id, kind: kind)
    }
    // Devices report every 7 to 15 ms; hands pause; clocks sometimes go back a little.
    switch Int.random(in: 0..<40, using: &random) {
    case 0: time += Int64.random(in: 100_000...700_000, using: &random)
    case 1: time += Int64.random(in: -3_000...60_000, using: &random)
    default: time += Int64.random(in: 7_000...15_000, using: &random)
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0: return randomEvent(at: time, &random).0
    case 1...8: device = Bool.random(using: &random) ? Hand.screen : LibinputTouchpad.device
    default: break
    }
    if device.kind == .touchscreen { touch() } else { gesture() }
    return next()
  }

  private mutating func touch() {
    var kinds: [TouchEvent.Kind] = []
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<(down.isEmpty ? 90 : 4):
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let slot = Int.random(in: 0..<7, using: &random)
        let position = Point(x: .random(in: 0...340, using: &random), y: .random(in: 0...190, using: &random))
        down.removeAll { $0.slot == slot }
        down.append((slot, position))
        kinds.append(.touchDown(slot: slot, position))
      }
    case 90..<97:
      for _ in 0..<Int.random(in: 1...max(1, down.count), using: &random) {
        guard let gone = down.popLast() else { break }
        kinds.append(
          Int.random(in: 0..<30, using: &random) == 0 ? .touchCancel(slot: gone.slot) : .touchUp(slot: gone.slot))
      }
    default:
      let way = step(6)
      let apart = Int.random(in: 0..<3, using: &random) == 0 ? 3.0 : 0.3
      for index in down.indices {
        down[index].position = down[index].position + way + step(apart)
        kinds.append(.touchMotion(slot: down[index].slot, down[index].position))
      }
    }
    queue = [.touchFrame] + kinds.reversed()
  }

  private mutating func gesture() {
    let choice = Int.random(in: 0..<100, using: &random)
    let cancelled = choice.isMultiple(of: 3)
    switch pad {
    case .none:
      fingers = Int.random(in: 1...4, using: &random)
      scale = 1
      switch choice {
      case ..<30: begin(.hold, .holdBegin(fingers: fingers))
      case ..<50: begin(.swipe, .swipeBegin(fingers: fingers))
      case ..<70: begin(.pinch, .pinchBegin(fingers: fingers))
      case ..<80: pad = .scroll
      default: queue = [.tap(fingers: fingers, lasted: .milliseconds(Int.random(in: 20...240, using: &random)))]
      }
    case .hold:
      guard choice < 40 else { return }
      pad = .none
      queue = [.holdEnd(fingers: fingers, cancelled: cancelled)]
      if !cancelled, choice < 20 { queue.insert(.tap(fingers: fingers, lasted: .milliseconds(90)), at: 0) }
    case .swipe:
      guard choice < 94 else { return end(.swipeEnd(fingers: fingers, cancelled: cancelled)) }
      queue = [.swipeUpdate(fingers: fingers, delta: step(6))]
    case .pinch:
      guard choice < 94 else { return end(.pinchEnd(fingers: fingers, cancelled: cancelled)) }
      scale *= .random(in: 0.9...1.1, using: &random)
      queue = [
        .pinchUpdate(fingers: fingers, delta: step(2), scale: scale, rotation: .random(in: -8...9, using: &random))
      ]
    case .scroll:
      let way = step(6)
      guard choice < 94 else { return end(.scroll(dx: 0, dy: cancelled ? nil : 0)) }
      queue = [.scroll(dx: cancelled ? nil : way.dx, dy: way.dy)]
    }
  }

  private mutating func begin(_ next: Pad, _ kind: TouchEvent.Kind) {
    pad = next
    queue = [kind]
  }

  private mutating func end(_ kind: TouchEvent.Kind) {
    pad = .none
    queue = [kind]
  }

  /// A movement of up to `most` mm along each axis.
  private mutating func step(_ most: Double) -> Vector {
    Vector(dx: .random(in: -most / 2...most, using: &random), dy: .random(in: -most...most / 2, using: &random))
  }
}
