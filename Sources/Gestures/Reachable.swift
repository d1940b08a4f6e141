internal import Touch

extension [Candidate] {
  /// The candidates that can ever own a touch sequence, in their order. The others, however many, are never looked at:
  /// whenever the conditions of one are met, those of another candidate were met before (a swipe of 20 mm passes 12
  /// mm), or are met at once and precede it.
  func reachable() -> [Candidate] {
    // If a shape may be drawn, swipes wait for the lift.
    let wait = contains { $0.pattern.kind == .stroke }
    var kept: [Candidate] = []
    // In this order, candidates that can precede another come before it.
    for candidate in sorted(by: { ($0.pattern.extent, $0.lastRank) < ($1.pattern.extent, $1.lastRank) }) {
      let ways = kept.reduce(candidate.pattern.ways) { ways, other in
        ways != 0 && other.goesBefore(candidate, swipesWait: wait) ? ways & ~other.pattern.ways : ways
      }
      if ways != 0 { kept.append(candidate) }
    }
    return kept.sorted { $0.rank < $1.rank }
  }
}

extension Candidate {
  /// The highest rank it can have while enabled.
  fileprivate var lastRank: Int { certainRank ?? rank }

  /// True if, in the directions that both can have, this one always claims the sequence before `other` can.
  fileprivate func goesBefore(_ other: Candidate, swipesWait: Bool) -> Bool {
    // A candidate that is not always enabled rules nothing out.
    guard let certainRank, !isSimultaneous, !other.isSimultaneous else { return false }
    let isEarlier = certainRank < other.rank
    // Of two that are met at once, the one of lower rank wins.
    guard isEarlier || pattern.extent < other.pattern.extent else { return false }
    // A candidate of lower rank that starts in a region may claim touches there.
    guard start == other.start || (start == nil && isEarlier) else { return false }
    switch (pattern, other.pattern) {
    case (.tap(let one), .tap(let two)):
      return one.taps == two.taps && one.within >= two.within && one.movement >= two.movement && one.gap >= two.gap
        && one.distance >= two.distance
    case (.swipe(let one), .swipe(let two)):
      guard one.angles.isEmpty, two.angles.isEmpty, one.speed == nil, !one.waitsForLift || two.waitsForLift else {
        return false
      }
      // When the fingers lift both may be met, and then the lower rank wins.
      if swipesWait || one.waitsForLift, !isEarlier { return false }
      return one.within >= two.within
        && (one.distance < two.distance ? one.after == .zero : one.distance == two.distance && one.after <= two.after)
    case (.pan(let one), .pan(let two)):
      return one.angles.isEmpty && two.angles.isEmpty && one.speed == nil && one.distance <= two.distance
    case (.pinch(let one), .pinch(let two)):
      guard let within = one.within else { return one.change <= two.change && one.startsInTime(for: two) }
      return two.within.map { within >= $0 } ?? false && one.change <= two.change && one.startsInTime(for: two)
    case (.rotate(let one), .rotate(let two)): return one.angle <= two.angle
    case (.longPress(let one), .longPress(let two)):
      return one.taps == two.taps && one.duration <= two.duration && one.movement >= two.movement
    case (.tap, _), (.swipe, _), (.pan, _), (.pinch, _), (.rotate, _), (.longPress, _), (.stroke, _): return false
    }
  }
}

extension PinchPattern {
  /// True if this one, whose change comes no later, is never too early where `other` is not.
  fileprivate func startsInTime(for other: PinchPattern) -> Bool {
    change < other.change ? after == .zero : after <= other.after
  }
}

extension Pattern {
  /// The distance a hand must go, in the unit of the gesture.
  fileprivate var extent: Double {
    switch self {
    case .tap: 0
    case .swipe(let pattern): pattern.distance.value
    case .pan(let pattern): pattern.distance.value
    case .pinch(let pattern): pattern.change
    case .rotate(let pattern): pattern.angle
    case .longPress(let pattern): pattern.duration.inSeconds
    case .stroke: 0
    }
  }

  /// The permitted directions, a bit each; the bits have a meaning within one kind of gesture only.
  fileprivate var ways: UInt8 {
    switch self {
    // Gestures with angles are never ruled out.
    case .swipe(let pattern): pattern.angles.isEmpty ? pattern.directions.rawValue : .max
    case .pan(let pattern):
      pattern.angles.isEmpty
        ? pattern.directions.union(pattern.goesBack ? pattern.directions.opposites : []).rawValue : .max
    case .pinch(let pattern): pattern.goesBack ? PinchDirections.any.rawValue : pattern.directions.rawValue
    case .rotate(let pattern): pattern.goesBack ? RotationDirections.any.rawValue : pattern.directions.rawValue
    case .tap, .longPress, .stroke: 1
    }
  }
}
