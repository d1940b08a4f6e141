import Glibc
import Time
import Touch

/// A generator of random numbers that gives the same ones for the same seed (SplitMix64, Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  /// SLEIGHT_SEED, a number, gives other hands than those for which the limits of tests were measured.
  private static let other = getenv("SLEIGHT_SEED").flatMap { UInt64(String(cString: $0)) } ?? 0

  init(state: UInt64) { self.state = state ^ (Self.other &* 0x9e37_79b9_7f4a_7c15) }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// A random event of a touchpad or a touchscreen: most sequences of them are in an order that no device has.
/// - Parameter time: its time, in microseconds.
/// - Returns: also true if fingers land with it.
func randomEvent(at time: Int64, _ random: inout SplitMix) -> (TouchEvent, startsSequence: Bool) {
  let isPad = Bool.random(using: &random)
  let device = isPad ? Pad.pad : Hand.screen
  var starts = false
  let kind: TouchEvent.Kind
  let fingers = Int.random(in: 1...5, using: &random)
  let slot = Int.random(in: 0..<6, using: &random)
  let cancelled = Bool.random(using: &random)
  let delta = Vector(dx: .random(in: -4...4, using: &random), dy: .random(in: -4...4, using: &random))
  let position = Point(x: .random(in: 50...70, using: &random), y: .random(in: 50...60, using: &random))
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
  case (true, 93...95): kind = .pinchEnd(fingers: fingers, cancelled: cancelled)
  case (true, 96...97):
    kind = .tap(fingers: fingers, lasted: .milliseconds(Int.random(in: -9...300, using: &random)))
    starts = true
  case (true, _):
    kind = .scroll(
      dx: cancelled ? delta.dx : Bool.random(using: &random) ? 0 : nil, dy: Bool.random(using: &random) ? delta.dy : nil
    )
  case (false, 7...22):
    kind = .touchDown(slot: slot, position)
    starts = true
  case (false, 23...50): kind = .touchMotion(slot: slot, position)
  case (false, 51...64): kind = .touchUp(slot: slot)
  case (false, 65): kind = .touchCancel(slot: slot)
  case (false, _): kind = .touchFrame
  }
  return (TouchEvent(time: Timestamp(microseconds: time), device: device.id, kind: kind), starts)
}
