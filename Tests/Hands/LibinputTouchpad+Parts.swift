import Glibc
import Touch

extension LibinputTouchpad {
  /// The eighths of the compass that a movement may be meant for, as libinput counts them: generously.
  struct Octants {
    private let bits: UInt8

    init(_ way: Vector) {
      if abs(way.dx) < 2, abs(way.dy) < 2 {
        // Too short to determine more than the quarter, or the half.
        switch (way.dx, way.dy) {
        case (0, 0): bits = 0
        case (0, _): bits = way.dy > 0 ? 0b0011_1000 : 0b1000_0011
        case (_, 0): bits = way.dx > 0 ? 0b0000_1110 : 0b1110_0000
        default: bits = way.dx > 0 ? (way.dy > 0 ? 0b0001_1100 : 0b0000_0111) : (way.dy > 0 ? 0b0111_0000 : 0b1100_0001)
        }
      } else {
        let eighths = (atan2(way.dy, way.dx) + 2.5 * .pi).truncatingRemainder(dividingBy: 2 * .pi) * 4 / .pi
        bits = 1 << (UInt8(eighths + 0.9) % 8) | 1 << (UInt8(eighths + 0.1) % 8)
      }
    }

    /// True if both may be meant for the same eighth, or for neighbours.
    func overlap(_ other: Octants) -> Bool {
      let (one, two) = (bits, other.bits)
      return (one | one >> 1) & two != 0 || one & 0x80 != 0 && two & 1 != 0 || two & 0x80 != 0 && one & 1 != 0
    }
  }

  /// libinput's lock on one axis: two fingers that scroll up or down do not scroll sideways, and the other axis opens
  /// only for a movement between 30° and 60° of it.
  struct ScrollAxes {
    private(set) var horizontal = false
    private(set) var vertical = false
    private var unlocked = (horizontal: false, vertical: false)
    private var spent = (horizontal: 0.0, vertical: 0.0)
    private var way = Vector.zero
    private var last: Double?

    var isActive: Bool { horizontal || vertical }

    /// The reported part of `delta`.
    mutating func constrain(_ delta: Vector, at time: Double) -> (dx: Double?, dy: Double?) {
      guard delta != .zero else { return (nil, nil) }
      var delta = delta
      if !(unlocked.horizontal && unlocked.vertical) { lock(&delta, at: time) }
      // The second axis starts with 5 units at once only.
      if !isActive {
        vertical = delta.dy != 0
        horizontal = delta.dx != 0
      } else if !vertical {
        vertical = abs(delta.dy) >= 5 / 10.52
      } else if !horizontal {
        horizontal = abs(delta.dx) >= 5 / 10.52
      }
      return (horizontal && delta.dx != 0 ? delta.dx : nil, vertical && delta.dy != 0 ? delta.dy : nil)
    }

    private mutating func lock(_ delta: inout Vector, at time: Double) {
      var passed = last.map { time - $0 } ?? 0
      if passed > 100 { passed = 0 }
      last = time
      let decay = passed == 0 ? 0 : passed <= 33 ? (50 - passed) / 50 : (100 - passed) / 200
      way = way * decay + delta
      let slope = way.dx == 0 ? .infinity : abs(way.dy / way.dx)
      if way.length > 0.15 {
        if slope >= 0.57 {
          spent.vertical = min(spent.vertical + passed, 100)
          if slope >= 3.73 { spent.horizontal = max(spent.horizontal - passed, 0) }
        }
        if slope < 1.73 {
          spent.horizontal = min(spent.horizontal + passed, 100)
          if slope < 0.27 { spent.vertical = max(spent.vertical - passed, 0) }
        }
      }
      if spent.horizontal == 100 {
        unlocked.horizontal = true
        if spent.vertical < 50 { unlocked.vertical = false }
      }
      if spent.vertical == 100 {
        unlocked.vertical = true
        if spent.horizontal < 50 { unlocked.horizontal = false }
      }
      if way.length > 5, slope < 1.73, slope >= 0.57 { unlocked = (true, true) }
      switch unlocked {
      case (false, true): delta.dx = 0
      case (true, false): delta.dy = 0
      case (false, false):
        if slope >= 1.73 { delta.dx = 0 }
        if slope < 0.57 { delta.dy = 0 }
      case (true, true): break
      }
    }
  }

  /// libinput's taps: one to three fingers, each landing and lifting within 180 ms of the one before, none of which
  /// moves by more than 1.3 mm.
  struct TapCounter {
    private(set) var firstLanding = 0.0
    private var origins: [Int: Vector] = [:]
    private var down: Set<Int> = []
    private var lastChange = 0.0
    private var isDead = false

    /// A click came in between.
    mutating func spoil() { isDead = true }

    /// The number of fingers that tapped, once the last has lifted.
    mutating func observe(_ touches: [(contact: Int, position: Vector)], at time: Double) -> Int? {
      let now = Set(touches.map(\.contact))
      defer { down = now }
      if down.isEmpty, !now.isEmpty {
        firstLanding = time
        origins = [:]
        isDead = false
        lastChange = time
      }
      guard !(down.isEmpty && now.isEmpty) else { return nil }
      if time - lastChange > 180 { isDead = true }
      if now != down { lastChange = time }
      for touch in touches {
        if let origin = origins[touch.contact] {
          if (touch.position - origin).length > 1.3 { isDead = true }
        } else {
          // No finger lands after another has lifted.
          if now.count <= origins.count { isDead = true }
          origins[touch.contact] = touch.position
        }
      }
      return now.isEmpty && !isDead && origins.count <= 3 ? origins.count : nil
    }
  }
}
