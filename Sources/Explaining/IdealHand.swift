internal import Gestures
internal import Glibc
internal import Touch

/// The hand of an `ImaginedGesture`: where its fingers are, sample by sample, and what the device reports of that.
struct IdealHand {
  /// One sample of a touch: what all fingers have done since they landed.
  struct Pose {
    /// Since they landed.
    var time: Duration
    var translation = Vector.zero
    var scale = 1.0
    /// In degrees, clockwise positive.
    var rotation = 0.0
  }

  /// Fingers that land together, move or rest, and lift together.
  struct Stay {
    /// Those behind the landing.
    var poses: [Pose] = []
    /// When they lift, since they landed.
    var lift: Duration
  }

  /// As touch devices have it.
  private static let samplesPerSecond = 125.0
  /// It goes a little farther and faster than it is said to, so that rounding does not take what it has reached.
  private static let overshoot = 1 + 1e-6
  /// Between two taps of a series; real hands take 100 to 200 ms.
  static let gap = Duration.milliseconds(100)
  /// A tap that comes before something else.
  static let tap = Duration.milliseconds(80)

  let gesture: ImaginedGesture

  /// The touches it is made of, `gap` after each other.
  var stays: [Stay] {
    switch gesture.movement {
    case .taps(let count, let each): Array(repeating: Stay(lift: each), count: count)
    case .rest(let duration, let taps):
      Array(repeating: Stay(lift: Self.tap), count: taps) + [Stay(lift: duration)]
    case .way, .pinch, .turn, .drawing: [moving]
    }
  }

  /// How long it moves.
  private var lasting: Duration {
    switch gesture.movement {
    case .way(let way, let speed): .microseconds(Int64(way.length.value / max(speed, 0.1) * 1_000_000))
    case .pinch(_, let lasting), .turn(_, let lasting), .drawing(_, _, let lasting): lasting
    case .taps, .rest: .zero
    }
  }

  private var moving: Stay {
    let lasting = lasting
    let count = min(max(Int((lasting.inSeconds * Self.samplesPerSecond).rounded(.up)), 4), 5_000)
    let poses = (1...count).map { index in
      let time = Duration.microseconds(lasting.wholeMicroseconds * Int64(index) / Int64(count))
      return pose(at: Double(index) / Double(count), time: time)
    }
    return Stay(poses: poses, lift: lasting + .milliseconds(4))
  }

  /// Where it is when it has done this share of its movement.
  private func pose(at share: Double, time: Duration) -> Pose {
    let part = share * Self.overshoot
    switch gesture.movement {
    case .taps, .rest: return Pose(time: time)
    case .way(let way, _): return Pose(time: time, translation: way * part)
    case .pinch(let scale, _): return Pose(time: time, scale: 1 + (scale - 1) * part)
    case .turn(let degrees, _): return Pose(time: time, rotation: degrees * part)
    case .drawing(_, let places, _):
      guard places.count > 1 else { return Pose(time: time) }
      let at = min(share, 1) * Double(places.count - 1)
      let index = min(Int(at), places.count - 2)
      let place = places[index] + (places[index + 1] - places[index]) * (at - Double(index))
      return Pose(time: time, translation: place - places[0])
    }
  }

  // MARK: What the device reports

  /// Everything, from the device's coming on.
  var events: [TouchEvent] {
    let device = gesture.device.id
    var events = [TouchEvent(time: .zero, device: device, kind: .deviceAdded(gesture.device))]
    // What is never reported comes to nothing.
    guard gesture.obstacle == nil else { return events }
    var landing = Timestamp(microseconds: 1_000_000)
    for stay in stays {
      let told = gesture.device.kind == .touchscreen ? contacts(stay) : touchpad(stay)
      events += told.map { TouchEvent(time: landing + $0.after, device: device, kind: $0.kind) }
      landing = landing + stay.lift + Self.gap
    }
    return events
  }

  /// What happened, and how long after the landing.
  typealias Report = (after: Duration, kind: TouchEvent.Kind)
}
