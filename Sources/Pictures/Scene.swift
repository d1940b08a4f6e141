internal import Gestures
internal import Touch

/// The content of one panel: the touches on one device from landing to lift, with the gestures recognised in them. A
/// gesture that spans several landings joins them to one scene.
struct Scene: Sendable {
  /// Never empty.
  var stays: [Stay]
  var acts: [Act] = []

  init(_ stay: Stay) { stays = [stay] }

  var device: Device { stays[0].device }
  var start: Timestamp { stays[0].start }

  /// The time at which the last finger had lifted and every gesture was decided.
  var end: Timestamp {
    max(stays[stays.count - 1].end, acts.map { max($0.first.time, $0.last.time) }.max() ?? .zero)
  }

  /// The most fingers that were down at once.
  var fingers: Int { stays.map(\.fingers).max() ?? 0 }

  /// The episode that contains a time.
  func stay(at time: Timestamp) -> Stay { stays.last { $0.start <= time } ?? stays[0] }
}

extension Stay {
  /// The distance from the centroid at which the two imaginary fingers of a touchpad are drawn, in mm.
  static let pairRadius = 10.0
  /// The angle of the first of them, in degrees clockwise from the right.
  static let pairAngle = -45.0

  /// The paths of two imaginary fingers that turn and spread as reported by the touchpad; nil if it reported neither.
  var pair: [[Timed<Point>]]? {
    guard !turns.isEmpty else { return nil }
    let first = Timed(time: turns[0].time, value: Turn(scale: 1, degrees: 0))
    let moments = ([first] + turns).map { ($0, middle(at: $0.time)) }
    return [0.0, 180].map { half in
      moments.map { moment, middle in
        let way = Vector(clockwise: Self.pairAngle + half + moment.value.degrees)
        // No hand scales by more than ten.
        let radius = Self.pairRadius * min(moment.value.scale, 10)
        return Timed(time: moment.time, value: middle + way * radius)
      }
    }
  }
}
