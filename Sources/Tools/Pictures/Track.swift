internal import Time
internal import Touch

/// A path on a device.
struct Track: Sendable {
  enum Kind: Hashable, Sendable {
    /// The path of a finger, numbered from 1.
    case finger(Int)
    /// The path of the centroid.
    case centroid
    /// The path of one of the two imaginary fingers that represent a touchpad's.
    case pair
  }

  let kind: Kind
  /// The positions in order of time; never empty.
  let moments: [Timed<Point>]
  /// The time at which the finger lifted; nil if it was down at the end.
  var lifted: Timestamp?
  var isCancelled = false
  /// The end of the touch sequence.
  let end: Timestamp

  /// The points to draw, at most `limit`: the line through them cannot be told from the exact one.
  func points(in view: Viewport, limit: Int) -> [PixelPoint] {
    let all = moments.map { view.point($0.value) }
    var kept: [PixelPoint] = []
    var least = 0.6
    repeat {
      kept = []
      for point in all where kept.last.map({ abs($0.x - point.x) + abs($0.y - point.y) >= least }) ?? true {
        kept.append(point)
      }
      least *= 2
    } while kept.count > limit && least < 100
    if kept.count > limit { kept = Array(kept.prefix(limit)) }
    // The exact end is always visible.
    if let last = all.last, kept.last != last { kept.append(last) }
    return kept
  }
}

extension Scene {
  /// The most fingers that are drawn: two hands have no more.
  static let mostFingers = 10

  /// The paths in the scene: one for each finger, and the centroid's if there are several fingers or none is known.
  var tracks: [Track] {
    episodes.flatMap { episode in
      var tracks = episode.contacts.prefix(Self.mostFingers).enumerated().map { index, contact in
        Track(
          kind: .finger(index + 1), moments: contact.positions, lifted: contact.lifted,
          isCancelled: contact.isCancelled,
          end: episode.end)
      }
      if let pair = episode.pair {
        tracks += pair.map { Track(kind: .pair, moments: $0, lifted: episode.end, end: episode.end) }
      }
      if episode.contacts.count != 1 {
        let moments = episode.translations.map { Timed(time: $0.time, value: episode.origin + $0.value) }
        tracks.append(Track(kind: .centroid, moments: moments, lifted: episode.end, end: episode.end))
      }
      return tracks
    }
  }

  /// The position at which a gesture is marked: the centroid; for a touchpad's pinch or rotation, the first of the two
  /// imaginary fingers.
  func markPosition(at time: Timestamp, pairs: [Track]) -> Point {
    let episode = episode(at: time)
    let pair = pairs.first { $0.kind == .pair && $0.moments[0].time >= episode.start && $0.moments[0].time <= time }
    return pair?.moments.latest(at: time) ?? episode.centroid(at: time)
  }
}
