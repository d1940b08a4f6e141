internal import Gestures
internal import Time
internal import Touch

/// The content of one panel: the touches on one device from landing to lift, with the gestures recognised in them. A
/// gesture that spans several landings joins them to one scene.
struct Scene: Sendable {
  /// Never empty.
  var episodes: [TouchEpisode]
  var spans: [GestureSpan] = []
  /// The touches on which no rule acted.
  var misses: [Miss] = []

  /// A touch on which no rule acted.
  struct Miss: Sendable {
    /// The rule that came nearest; nil if no rule is for such fingers.
    var rule: RuleIndex?
    /// The reason why that did not act.
    var reason: String
  }

  init(_ episode: TouchEpisode) { episodes = [episode] }

  var device: Device { episodes[0].device }
  var start: Timestamp { episodes[0].start }

  /// The time at which the last finger had lifted and every gesture was decided.
  var end: Timestamp {
    max(episodes[episodes.count - 1].end, spans.map { max($0.first.time, $0.last.time) }.max() ?? .zero)
  }

  /// The most fingers that were down at once.
  var fingers: Int { episodes.map(\.fingers).max() ?? 0 }

  /// The episode that contains a time.
  func episode(at time: Timestamp) -> TouchEpisode { episodes.last { $0.start <= time } ?? episodes[0] }
}

extension TouchEpisode {
  /// The distance from the centroid at which the two imaginary fingers of a touchpad are drawn, in mm.
  static let pairRadius = 10.0
  /// The angle of the first of them, in degrees clockwise from the right.
  static let pairAngle = -45.0

  /// The paths of two imaginary fingers that turn and spread as reported by the touchpad; nil if it reported neither.
  var pair: [[Timed<Point>]]? {
    guard !pinchStates.isEmpty else { return nil }
    let first = Timed(time: pinchStates[0].time, value: PinchState(scale: 1, degrees: 0))
    let moments = ([first] + pinchStates).map { ($0, centroid(at: $0.time)) }
    return [0.0, 180].map { half in
      moments.map { moment, centroid in
        let offset = Vector(clockwise: Self.pairAngle + half + moment.value.degrees)
        // No hand scales by more than ten.
        let radius = Self.pairRadius * min(moment.value.scale, 10)
        return Timed(time: moment.time, value: centroid + offset * radius)
      }
    }
  }
}
