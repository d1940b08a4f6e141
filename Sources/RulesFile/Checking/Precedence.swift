internal import Gestures
internal import Touch

extension Pattern {
  /// What orders patterns so that one that goes before another comes before it: pans, because they begin on the way of
  /// everything else that moves; then by how far or long it takes; what waits for the lift last.
  var turn: (Int, Double, Int) {
    switch self {
    case .pan(let pattern): (0, pattern.distance.value, 0)
    case .swipe(let pattern): (1, pattern.distance.value, pattern.waitsForLift ? 1 : 0)
    case .longPress(let pattern): (1, pattern.duration.inSeconds, 0)
    case .pinch(let pattern): (1, pattern.change, 0)
    case .rotate(let pattern): (1, pattern.angle, 0)
    case .tap, .stroke: (1, 0, 0)
    }
  }

  /// Whether whatever fulfils `other` has fulfilled this one by then: the same ways or more, after the same distance
  /// or less, in the same time or more.
  /// - Parameter isEarlier: whether its rule stands first, which decides where both are fulfilled at once.
  func goesBefore(_ other: Pattern, isEarlier: Bool) -> Bool {
    switch (self, other) {
    case (.tap(let one), .tap(let two)):
      one.taps == two.taps && one.within >= two.within && one.movement >= two.movement && one.gap >= two.gap
        && one.distance >= two.distance
    case (.longPress(let one), .longPress(let two)):
      one.taps == two.taps && one.duration <= two.duration && one.movement >= two.movement
    case (.swipe(let one), .swipe(let two)): one.goesBefore(two, isEarlier: isEarlier)
    case (.pan(let one), .pan(let two)):
      one.ways.isSuperset(of: two.ways) && one.distance <= two.distance
        && (two.angles.isEmpty || one.ways == .any || one.angles == two.angles && one.goesBack == two.goesBack)
        && (one.speed == nil || one.speed == two.speed && one.distance == two.distance)
    case (.pan(let one), .swipe(let two)):
      one.ways.isSuperset(of: two.directions) && (two.angles.isEmpty || one.ways == .any) && one.speed == nil
        && (one.distance < two.distance || one.distance == two.distance && isEarlier)
    case (.pan(let one), .stroke): one.ways == .any && one.speed == nil
    case (.pinch(let one), .pinch(let two)):
      one.ways.isSuperset(of: two.ways) && one.change <= two.change
        && (one.within == nil || two.within.map { $0 <= one.within ?? $0 } == true)
        && (one.after == .zero || one.change == two.change && one.after <= two.after)
    case (.rotate(let one), .rotate(let two)): one.ways.isSuperset(of: two.ways) && one.angle <= two.angle
    case (.stroke(let one), .stroke(let two)): one.name == two.name
    case (.tap, _), (.longPress, _), (.swipe, _), (.pan, _), (.pinch, _), (.rotate, _), (.stroke, _): false
    }
  }
}

extension SwipePattern {
  /// A rule that must not be reached too soon can miss what comes later and from farther, so that `after` goes before
  /// at the same distance only; the same holds for a speed. Of two that wait for the lift the earlier rule goes first.
  fileprivate func goesBefore(_ other: SwipePattern, isEarlier: Bool) -> Bool {
    directions.isSuperset(of: other.directions)
      && (other.angles.isEmpty || directions == .any || angles == other.angles)
      && distance <= other.distance && within >= other.within
      && (after == .zero || distance == other.distance && after <= other.after)
      && (speed == nil || speed == other.speed && distance == other.distance)
      && (!waitsForLift || other.waitsForLift && isEarlier)
  }
}

extension PanPattern {
  /// The ways it may begin.
  var ways: Directions {
    goesBack ? directions.union(Directions(rawValue: directions.rawValue << 4 | directions.rawValue >> 4)) : directions
  }
}

extension PinchPattern {
  /// The ways it may begin.
  var ways: PinchDirections { goesBack ? .any : directions }
}

extension RotatePattern {
  /// The ways it may begin.
  var ways: RotationDirections { goesBack ? .any : directions }
}

extension StartRegion {
  /// Whether a touch that starts in `other` starts here, too.
  func covers(_ other: StartRegion) -> Bool {
    switch (self, other) {
    case (.edge(let one, let margin), .edge(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.corner(let one, let margin), .corner(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.zone(let one), .zone(let two)):
      one.left.isUpTo(two.left) && two.right.isUpTo(one.right) && one.top.isUpTo(two.top)
        && two.bottom.isUpTo(one.bottom)
    case (.edge, _), (.corner, _), (.zone, _): false
    }
  }
}

extension Zone.Position {
  /// Whether it is not behind `other`; false where that depends on the device's size.
  fileprivate func isUpTo(_ other: Zone.Position) -> Bool {
    switch (self, other) {
    case (.share(let one), .share(let two)): one <= two
    case (.length(let one), .length(let two)): one <= two
    case (.share(let share), .length): share == 0
    case (.length, .share(let share)): share == 1
    }
  }
}
