internal import Gestures
internal import Glibc
internal import Time
internal import Touch

/// The ideal hand that makes an `ImaginedGesture`: the positions of its fingers over time, and the events that the
/// device reports.
struct IdealHand {
  /// One sample of the movement: the motion of the fingers since they landed.
  struct Pose {
    /// The time since the landing.
    var time: Duration
    var translation = Vector.zero
    var scale = 1.0
    /// The rotation in degrees, clockwise positive.
    var rotation = 0.0
  }

  /// One touch of the hand: its fingers land together, move or rest, and lift together.
  struct Episode {
    /// The samples after the landing.
    var poses: [Pose] = []
    /// The time from landing to lift.
    var lift: Duration
  }

  /// The usual rate of touch devices.
  private static let samplesPerSecond = 125.0
  /// A factor on all movements, so that they reach thresholds despite rounding.
  private static let overshoot = 1 + 1e-6
  /// The interval from lift to landing in a series of taps; real hands take 100 to 200 ms.
  static let tapGap = Duration.milliseconds(100)
  /// The duration of a tap, unless the gesture says otherwise.
  static let tapDuration = Duration.milliseconds(80)
  /// The duration of a tap beside resting fingers, with their rest.
  static let tipTapDuration = Duration.milliseconds(600)

  /// The time for which fingers rest before they press firmly, and their pressures as shares of the device's range.
  static let firmPressRest = Duration.milliseconds(300)
  static let pressures = (resting: 0.25, firm: 0.5)

  /// The time for which one finger rests before others move beside it.
  static let anchorRest = Duration.milliseconds(300)

  let gesture: ImaginedGesture

  /// The touches of the gesture, with `tapGap` between them.
  var episodes: [Episode] {
    switch gesture.movement {
    case .press(let duration, .click): [Episode(lift: duration)]
    case .press(let duration, .firm): [Episode(lift: Self.firmPressRest + duration)]
    case .tipTap: [Episode(lift: Self.tipTapDuration)]
    case .taps(let count, let each): Array(repeating: Episode(lift: each), count: count)
    case .rest(let duration, let taps):
      Array(repeating: Episode(lift: Self.tapDuration), count: taps) + [Episode(lift: duration)]
    case .line, .path, .pinch, .turn, .drawing:
      Array(repeating: Episode(lift: Self.tapDuration), count: gesture.tapsBefore) + [movingEpisode]
    }
  }

  private var duration: Duration {
    switch gesture.movement {
    case .line(let way, let speed): .microseconds(Int64(way.length.value / max(speed, 0.1) * 1_000_000))
    case .path(let legs, let speed, _):
      .microseconds(Int64(legs.reduce(0) { $0 + $1.length.value } / max(speed, 0.1) * 1_000_000))
    case .pinch(_, let lasting), .turn(_, let lasting), .drawing(_, _, let lasting): lasting
    default: .zero
    }
  }

  private var movingEpisode: Episode {
    let duration = duration
    let count = min(max(Int((duration.inSeconds * Self.samplesPerSecond).rounded(.up)), 4), 5_000)
    let poses = (1...count).map { index in
      let time = Duration.microseconds(duration.wholeMicroseconds * Int64(index) / Int64(count))
      return pose(at: Double(index) / Double(count), time: time)
    }
    let rest = if case .path(_, _, let rest) = gesture.movement { rest } else { Duration.zero }
    return Episode(poses: poses, lift: duration + rest + .milliseconds(4))
  }

  /// The pose after this share of the movement, from 0 to 1.
  private func pose(at share: Double, time: Duration) -> Pose {
    let part = share * Self.overshoot
    switch gesture.movement {
    case .line(let way, _): return Pose(time: time, translation: way * part)
    case .pinch(let scale, _): return Pose(time: time, scale: 1 + (scale - 1) * part)
    case .turn(let degrees, _): return Pose(time: time, rotation: degrees * part)
    case .path(let legs, _, _):
      var way = legs.reduce(0) { $0 + $1.length.value } * share
      var position = Vector.zero
      for leg in legs {
        let length = leg.length.value
        position += leg * (length > 0 ? min(way / length, 1) : 1)
        way -= length
        if way <= 0 { break }
      }
      return Pose(time: time, translation: position * Self.overshoot)
    case .drawing(_, let points, _):
      guard points.count > 1 else { return Pose(time: time) }
      let at = min(share, 1) * Double(points.count - 1)
      let index = min(Int(at), points.count - 2)
      let point = points[index] + (points[index + 1] - points[index]) * (at - Double(index))
      return Pose(time: time, translation: point - points[0])
    default: return Pose(time: time)
    }
  }

  /// All events of the device, beginning with its addition.
  var events: [TouchEvent] {
    let device = gesture.device.id
    var events = [TouchEvent(time: .zero, device: device, kind: .deviceAdded(gesture.device))]
    // The device reports no such gesture.
    guard gesture.obstacle == nil else { return events }
    var landing = Timestamp(microseconds: 1_000_000)
    for episode in episodes {
      let reports =
        gesture.device.kind == .touchscreen
        ? contactReports(of: episode)
        : gesture.device.contacts == nil ? touchpadReports(of: episode) : bothReports(of: episode)
      events += reports.map { TouchEvent(time: landing + $0.after, device: device, kind: $0.kind) }
      landing = landing + episode.lift + Self.tapGap
    }
    return events
  }

  /// The kind of an event, and its time after the landing.
  typealias Report = (after: Duration, kind: TouchEvent.Kind)
}

extension Vector {
  /// Creates a vector of 1 mm at an angle in degrees, counterclockwise: 0 is right, 90 up.
  init(degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(dx: cos(angle), dy: -sin(angle))
  }
}
