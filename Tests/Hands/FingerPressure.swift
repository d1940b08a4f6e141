import Glibc
import Time
import Touch

/// The pressure of fingers on a touchpad, as shares of its range. A finger reaches its own weight within some tens of
/// milliseconds after it landed, and its pressure then varies by 12 % at most while it rests or moves, as in recordings
/// of real hands. A click is pressed harder from shortly before it, and less while the button is held.
struct FingerPressure {
  private struct Finger {
    var landed: Timestamp
    var weight: Double
    /// The time constant of the landing, in ms.
    var rise: Double
    /// The share by which its pressure varies, and how many times per second.
    var wander: (share: Double, pace: Double, phase: Double)
  }

  private let clicks: [ClosedRange<Timestamp>]
  private let firm: ClosedRange<Timestamp>?
  /// The multiples of the weight at the click, while the button is held, and in a firm press.
  private let force: (click: Double, held: Double, firm: Double)
  private var fingers: [Int: Finger] = [:]
  private var random: SplitMix

  /// - Parameter firm: the time of a firm press.
  init(clicks: [ClosedRange<Timestamp>], firm: ClosedRange<Timestamp>?, seed: UInt64) {
    var random = SplitMix(state: seed)
    let click = random.within(1.2...2.5)
    force = (click, click * random.within(0.6...0.95), click * random.within(1.8...2.6))
    self.clicks = clicks
    self.firm = firm
    self.random = random
  }

  /// `events` with the pressure of each finger in each frame.
  mutating func added(to events: [TouchEvent]) -> [TouchEvent] {
    var all: [TouchEvent] = []
    for event in events {
      switch event.kind {
      case .touchDown(let slot, _):
        fingers[slot] = Finger(
          landed: event.time, weight: random.within(0.12...0.22), rise: random.within(8...30),
          wander: (random.within(0.02...0.12), random.within(0.5...4), random.within(0...(2 * .pi))))
      case .touchUp(let slot), .touchCancel(let slot): fingers[slot] = nil
      case .touchFrame:
        for (slot, finger) in fingers.sorted(by: { $0.key < $1.key }) {
          let kind = TouchEvent.Kind.touchPressure(slot: slot, pressure(of: finger, at: event.time))
          all.append(TouchEvent(time: event.time, device: event.device, kind: kind))
        }
      default: break
      }
      all.append(event)
    }
    return all
  }

  private func pressure(of finger: Finger, at time: Timestamp) -> Double {
    let age = (time - finger.landed).inSeconds
    let landing = 1 - exp(-age * 1000 / finger.rise)
    let wander = 1 + finger.wander.share * sin(finger.wander.phase + age * finger.wander.pace * 2 * .pi)
    return min(finger.weight * max(landing, 0.3) * wander * multiple(at: time), 1)
  }

  private func multiple(at time: Timestamp) -> Double {
    if let firm, firm.contains(time) { return force.firm }
    for click in clicks where (click.lowerBound + .milliseconds(-60)...click.upperBound).contains(time) {
      return time - click.lowerBound < .milliseconds(140) ? force.click : force.held
    }
    return 1
  }
}
