internal import Touch

/// A path on a device.
struct Track: Sendable {
  enum Kind: Hashable, Sendable {
    /// A finger's, by its number from 1.
    case finger(Int)
    /// That of the fingers' middle.
    case middle
    /// That of a finger that stands for those of a touchpad.
    case pair
  }

  let kind: Kind
  /// In the order of time; never empty.
  let moments: [Timed<Point>]
  /// When the finger lifted; nil where it did not before the end.
  var lifted: Timestamp?
  var isCancelled = false
  /// When what it belongs to is over.
  let end: Timestamp

  /// Where it is drawn: the points of a line that nobody could tell from it, at most `limit` of them.
  func spots(in view: View, limit: Int) -> [Spot] {
    let all = moments.map { view.spot($0.value) }
    var kept: [Spot] = []
    var least = 0.6
    repeat {
      kept = []
      for spot in all where kept.last.map({ abs($0.x - spot.x) + abs($0.y - spot.y) >= least }) ?? true {
        kept.append(spot)
      }
      least *= 2
    } while kept.count > limit && least < 100
    if kept.count > limit { kept = Array(kept.prefix(limit)) }
    // Where it ends is seen well.
    if let last = all.last, kept.last != last { kept.append(last) }
    return kept
  }
}

extension Scene {
  /// More fingers than two hands have are not drawn.
  static let mostFingers = 10

  /// The paths in it: those of the fingers, and that of their middle where there are several or no finger's is known.
  var tracks: [Track] {
    stays.flatMap { stay in
      var tracks = stay.contacts.prefix(Self.mostFingers).enumerated().map { index, contact in
        Track(
          kind: .finger(index + 1), moments: contact.places, lifted: contact.lifted, isCancelled: contact.isCancelled,
          end: stay.end)
      }
      if let pair = stay.pair {
        tracks += pair.map { Track(kind: .pair, moments: $0, lifted: stay.end, end: stay.end) }
      }
      if stay.contacts.count != 1 {
        let moments = stay.ways.map { Timed(time: $0.time, value: stay.origin + $0.value) }
        tracks.append(Track(kind: .middle, moments: moments, lifted: stay.end, end: stay.end))
      }
      return tracks
    }
  }

  /// Where a gesture is marked: where the middle of the fingers was; or, where a touchpad's fingers turned and parted,
  /// where the first was of the two that stand for them.
  func place(at time: Timestamp, pairs: [Track]) -> Point {
    let stay = stay(at: time)
    let pair = pairs.first { $0.kind == .pair && $0.moments[0].time >= stay.start && $0.moments[0].time <= time }
    return pair?.moments.latest(at: time) ?? stay.middle(at: time)
  }
}
