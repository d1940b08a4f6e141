internal import Gestures
internal import Touch

/// What one panel shows: what the fingers did on one device until they had lifted, or, where one gesture was made of
/// several landings, all of them; and what was recognised in that.
struct Scene: Sendable {
  /// Never empty.
  var stays: [Stay]
  var acts: [Act] = []

  init(_ stay: Stay) { stays = [stay] }

  var device: Device { stays[0].device }
  var start: Timestamp { stays[0].start }

  /// When the last finger had lifted and everything was decided.
  var end: Timestamp {
    max(stays[stays.count - 1].end, acts.map { max($0.first.time, $0.last.time) }.max() ?? .zero)
  }

  /// The most fingers that were down at once.
  var fingers: Int { stays.map(\.fingers).max() ?? 0 }

  /// The stay in which a moment lies.
  func stay(at time: Timestamp) -> Stay { stays.last { $0.start <= time } ?? stays[0] }
}

extension Stay {
  /// How far the two fingers that stand for those of a touchpad are drawn from their middle, in mm.
  static let pairRadius = 10.0
  /// Where the first of them is drawn, in degrees clockwise from the right.
  static let pairAngle = -45.0

  /// The ways of two fingers that would have turned and parted as the touchpad says; nil where it says nothing of that.
  var pair: [[Timed<Point>]]? {
    guard !turns.isEmpty else { return nil }
    let first = Timed(time: turns[0].time, value: Turn(scale: 1, degrees: 0))
    let moments = ([first] + turns).map { ($0, middle(at: $0.time)) }
    return [0.0, 180].map { half in
      moments.map { moment, middle in
        let way = Vector(clockwise: Self.pairAngle + half + moment.value.degrees)
        // Beyond ten times what it was, a scale is no hand's.
        let radius = Self.pairRadius * min(moment.value.scale, 10)
        return Timed(time: moment.time, value: middle + way * radius)
      }
    }
  }
}
