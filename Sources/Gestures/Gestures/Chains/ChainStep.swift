internal import Time

/// A gesture that others follow, one after another, as one gesture: a step of a chain. The last step is the trigger
/// itself (`Trigger.before`).
public struct ChainStep: Hashable, Sendable {
  /// The gestures of which any makes it. None of them has steps of its own.
  public var gestures: [Trigger]
  /// The next step.
  public var next: Next

  /// How the next step follows.
  public enum Next: Hashable, Sendable {
    /// In a touch of its own, whose first finger lands within this time of the last lift.
    case touch(within: Duration)
    /// With the fingers that are down, within this time of the step; nil for any time until they lift.
    case sameTouch(within: Duration?)

    /// True if it is made with the fingers that are down.
    public var isContinued: Bool {
      switch self {
      case .touch: false
      case .sameTouch: true
      }
    }
  }

  /// The usual time within which the next touch begins: the gap of two taps, and as long for the hand to change its
  /// fingers.
  public static let usual = Duration.milliseconds(600)

  public init(_ gestures: [Trigger], then next: Next = .touch(within: Self.usual)) {
    self.gestures = gestures
    self.next = next
  }

  /// True if the next step is made with the fingers that are down.
  public var isContinued: Bool { next.isContinued }
}

extension Trigger {
  /// True if every hand that makes `other` makes this one as well; false for gestures with steps before them.
  public func isMade(by other: Trigger) -> Bool {
    fingers.lowerBound <= other.fingers.lowerBound && other.fingers.upperBound <= fingers.upperBound
      && pattern.coversDirections(of: other.pattern) && isMadeInCommon(by: other)
  }

  /// True if every hand that makes `other` makes this one as well, with the fingers and in the direction of both. There
  /// are such hands.
  public func isMadeInCommon(by other: Trigger) -> Bool {
    guard pattern.kind == other.pattern.kind, before.isEmpty, other.before.isEmpty, fingers.overlaps(other.fingers)
    else { return false }
    return start.contains(other.start) && apart.contains(other.apart)
      && (devices.isEmpty || !other.devices.isEmpty && other.devices.allSatisfy(devices.contains))
      && pattern.isImplied(by: other.pattern) && pattern.sharesNamedDirection(with: other.pattern)
  }

  /// True if it has limits that are in part wider and in part narrower than those of `other`, so that neither gesture
  /// makes the other one, and some hands make both.
  public func crosses(_ other: Trigger) -> Bool {
    pattern.isLike(other.pattern) && before.isEmpty && other.before.isEmpty && fingers.overlaps(other.fingers)
      && pattern.sharesDirection(with: other.pattern) && !isMadeInCommon(by: other) && !other.isMadeInCommon(by: self)
  }

  /// True if fingers that make it may go on as a pan, which is meant if it was no step after all.
  public func mayGoOn(as pan: Trigger) -> Bool {
    guard pan.pattern.kind.isFollowedMovement, !pan.pattern.isAnchored, fingers.overlaps(pan.fingers) else {
      return false
    }
    return pattern.kind.rests || pattern.kind.isOneStraightMovement && pan.pattern.sharesDirection(with: pattern)
  }

  /// The same without the taps before it.
  var withoutTaps: Trigger {
    var trigger = self
    trigger.pattern = pattern.withoutTaps
    return trigger
  }

  /// True if it permits so many fingers and the direction of a gesture of its kind.
  func permits(_ count: Int, _ direction: Direction?) -> Bool {
    fingers.contains(count) && pattern.permits(direction)
  }
}

extension Trigger {
  /// The number of the first of `steps`, each a single tap, that its series of taps makes in their times, if another
  /// one follows them; nil if it does not make them.
  public func taps(of steps: ArraySlice<ChainStep>) -> Int? {
    guard case .tap(let series) = pattern, series.taps > 1, steps.count > series.taps, before.isEmpty else {
      return nil
    }
    var single = self
    single.pattern = .tap(TapPattern(within: series.within, movement: series.movement))
    let made = steps.prefix(series.taps)
    let areInTime = made.dropLast().allSatisfy { step in
      if case .touch(let within) = step.next { within >= series.gap } else { false }
    }
    return areInTime && made.allSatisfy { $0.gestures.contains { $0.isMadeInCommon(by: single) } } ? series.taps : nil
  }

  /// Its steps, the last one of which is its own gesture.
  public var steps: [ChainStep] {
    before.isEmpty ? [ChainStep([self])] : before + [ChainStep([step(before.count + 1)])]
  }

  /// The triggers of its steps.
  public var gestures: [Trigger] { before.isEmpty ? [self] : steps.flatMap(\.gestures) }

  /// The trigger of a step, from 1, the last one of which is that of its own gesture; of several alternatives the
  /// first.
  public func step(_ number: Int) -> Trigger {
    if before.isEmpty { return self }
    guard before.indices.contains(number - 1), let step = before[number - 1].gestures.first else {
      var last = self
      last.before = []
      return last
    }
    return step
  }
}

extension Trigger {
  /// Joins steps of one touch that one recogniser follows: swipes one after another, and a rest after them.
  public mutating func joinSteps() {
    var last = self
    last.before = []
    var joined: [ChainStep] = []
    for step in before + [ChainStep([last])] {
      if let last = joined.last, last.next == .sameTouch(within: nil), last.gestures.count == 1,
        step.gestures.count == 1,
        last.gestures[0].fingers == step.gestures[0].fingers,
        let pattern = last.gestures[0].pattern.joined(with: step.gestures[0].pattern)
      {
        var gesture = step.gestures[0]
        gesture.pattern = pattern
        gesture.start = last.gestures[0].start
        gesture.apart = last.gestures[0].apart
        joined[joined.count - 1] = ChainStep([gesture], then: step.next)
      } else {
        joined.append(step)
      }
    }
    guard let own = joined.popLast()?.gestures.first else { return }
    self = own
    before = joined
  }
}
