public import Touch

// The first rule in the file that matches acts. An earlier rule hides a later one if every hand that matches the later
// one matches it, too: the recognisers never look at hidden candidates; the checker and explanations report their rules.

extension Pattern {
  /// True if, in the directions that both permit, every hand that matches `other` matches this pattern: after the same
  /// distance or less, in the same time or more. Of two such rules the one with `other` never acts if it is the later
  /// one.
  public func isImplied(by other: Pattern) -> Bool {
    switch (self, other) {
    case (.tap(let one), .tap(let two)):
      return one.taps == two.taps && one.within ?? TapPattern.longest >= two.within ?? TapPattern.longest
        && one.movement >= two.movement && one.gap >= two.gap
        && one.distance >= two.distance
    case (.longPress(let one), .longPress(let two)):
      return one.taps == two.taps && one.duration <= two.duration && one.movement >= two.movement
        && one.moved == two.moved
    case (.swipe(let one), .swipe(let two)):
      return one.then == two.then && (!one.waitsForLift || two.waitsForLift) && one.distance <= two.distance
        && one.within >= two.within
        && isInTime(one.after, two.after, areAtOnce: one.distance == two.distance)
        && hasSpeed(one.speed, two.speed, areAtOnce: one.distance == two.distance)
    case (.pan(let one), .pan(let two)):
      return one.anchor == two.anchor && one.taps == two.taps && one.distance <= two.distance
        && hasSpeed(one.speed, two.speed, areAtOnce: one.distance == two.distance)
    case (.pan(let one), .swipe(let two)): return one.isFree && one.distance <= two.distance
    case (.pan(let one), .longPress(let two)):
      return two.moved.map { one.isFree && two.taps == 0 && one.distance <= $0.distance } ?? false
    case (.pan(let one), .stroke), (.pan(let one), .circle):
      return one.isFree && one.distance.value <= StrokePath.leastSide
    case (.pinch(let one), .pinch(let two)):
      let isLongEnough = one.within.map { within in two.within.map { $0 <= within } ?? false } ?? true
      return one.change <= two.change && isLongEnough
        && isInTime(one.after, two.after, areAtOnce: one.change == two.change)
    case (.rotate(let one), .rotate(let two)): return one.angle <= two.angle
    case (.circle(let one), .circle(let two)): return one.angle <= two.angle
    case (.stroke(let one), .stroke(let two)): return one == two
    case (.press(let one), .press(let two)): return one.force == two.force
    case (.tipTap, .tipTap), (.touch, .touch): return true
    default: return false
    }
  }

  /// True if a gesture that must not come before `after` is not too early where one that must not come before `other` is
  /// in time. If it needs less distance, it may be too early.
  private func isInTime(_ after: Duration, _ other: Duration, areAtOnce: Bool) -> Bool {
    after == .zero || areAtOnce && after <= other
  }

  /// True if a gesture of `speed` has it where one of the speed `other` has. At different distances speeds differ.
  private func hasSpeed(_ speed: ClosedRange<Double>?, _ other: ClosedRange<Double>?, areAtOnce: Bool) -> Bool {
    speed == nil || areAtOnce && speed == other
  }

  /// True if it permits every direction that `other` permits.
  public func coversDirections(of other: Pattern) -> Bool {
    let bits = directionBits
    // A circle goes in every direction.
    let others = if case .circle = other, kind != .circle { UInt8.max } else { other.directionBits }
    guard bits & others == others else { return false }
    return other.angles.isEmpty || bits == .max
      || kind == other.kind && angles == other.angles && goesBack == other.goesBack
  }

  /// The permitted directions, a bit each; the bits of swipes, pans and strokes are those of `Directions`. A shape may
  /// begin in any direction. Taps and long presses have one bit.
  public var directionBits: UInt8 {
    switch self {
    case .swipe(let pattern): pattern.directions.rawValue
    case .pan(let pattern): pattern.allDirections.rawValue
    case .pinch(let pattern): pattern.allDirections.rawValue
    case .rotate(let pattern): pattern.allDirections.rawValue
    case .circle(let pattern): pattern.allDirections.rawValue
    case .longPress(let pattern): pattern.moved?.directions.rawValue ?? 1
    case .stroke: .max
    case .tipTap(let pattern): pattern.sides.rawValue
    default: 1
    }
  }

  /// Further permitted directions, as angles.
  public var angles: [AngleRange] {
    switch self {
    case .swipe(let pattern): pattern.angles
    case .pan(let pattern): pattern.angles
    default: []
    }
  }

  private var goesBack: Bool { if case .pan(let pattern) = self { pattern.goesBack } else { false } }
}

extension StartRegion? {
  /// True if every touch that starts for `other` starts here, too; nil is everywhere.
  public func contains(_ other: StartRegion?) -> Bool {
    switch (self, other) {
    case (nil, _): true
    case (let one?, let two?): one.covers(two)
    case (_?, nil): false
    }
  }
}

extension ClosedRange<Millimetres>? {
  /// True if this permits every distance that `other` permits; nil permits all.
  public func contains(_ other: ClosedRange<Millimetres>?) -> Bool {
    switch (self, other) {
    case (nil, _): true
    case (let one?, let two?): one.lowerBound <= two.lowerBound && two.upperBound <= one.upperBound
    case (_?, nil): false
    }
  }
}

extension StartRegion {
  /// True if every touch that starts in `other` starts here, too.
  fileprivate func covers(_ other: StartRegion) -> Bool {
    switch (self, other) {
    case (.edge(let one, let margin), .edge(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.corner(let one, let margin), .corner(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.edge(let one, let margin), .allEdges(let two, let other)): !one.isDisjoint(with: two) && margin >= other
    case (.corner(let one, let margin), .allCorners(let two, let other)): !one.isDisjoint(with: two) && margin >= other
    case (.allEdges(let one, let margin), .allEdges(let two, let other)): one.isSubset(of: two) && margin >= other
    case (.allCorners(let one, let margin), .allCorners(let two, let other)): one.isSubset(of: two) && margin >= other
    case (.zone(let one), .zone(let two)):
      one.left.isUpTo(two.left) && two.right.isUpTo(one.right) && one.top.isUpTo(two.top)
        && two.bottom.isUpTo(one.bottom)
    case (.edge, _), (.corner, _), (.allEdges, _), (.allCorners, _), (.zone, _): false
    }
  }
}

extension Zone.Position {
  /// True if it is not behind `other`; false if that depends on the size of the device.
  fileprivate func isUpTo(_ other: Zone.Position) -> Bool {
    switch (self, other) {
    case (.share(let one), .share(let two)): one <= two
    case (.length(let one), .length(let two)): one <= two
    case (.share(let share), .length): share == 0
    case (.length, .share(let share)): share == 1
    }
  }
}

extension PanPattern {
  /// True if nothing has to come before it: no finger that rests, no taps, no speed.
  fileprivate var isFree: Bool { anchor == 0 && taps == 0 && speed == nil }
}
