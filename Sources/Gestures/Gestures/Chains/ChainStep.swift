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
  }

  /// The usual time within which the next touch begins: the gap of two taps, and as long for the hand to change its
  /// fingers.
  public static let usual = Duration.milliseconds(600)

  public init(_ gestures: [Trigger], then next: Next = .touch(within: Self.usual)) {
    self.gestures = gestures
    self.next = next
  }

  /// True if the next step is made with the fingers that are down.
  public var isContinued: Bool {
    switch next {
    case .touch: false
    case .sameTouch: true
    }
  }
}

extension Trigger {
  /// True if every hand that makes `other` makes this one as well.
  func isMade(by other: Trigger) -> Bool {
    guard pattern.kind == other.pattern.kind, before.isEmpty, other.before.isEmpty,
      fingers.lowerBound <= other.fingers.lowerBound, other.fingers.upperBound <= fingers.upperBound
    else { return false }
    return start.contains(other.start) && apart.contains(other.apart)
      && (devices.isEmpty || !other.devices.isEmpty && other.devices.allSatisfy(devices.contains))
      && pattern.isImplied(by: other.pattern) && pattern.coversDirections(of: other.pattern)
  }
}

extension Trigger {
  /// The trigger of a step, from 1, the last one of which is that of its own gesture; of several alternatives the first.
  public func step(_ number: Int) -> Trigger {
    guard before.indices.contains(number - 1), let step = before[number - 1].gestures.first else {
      var last = self
      last.before = []
      return last
    }
    return step
  }
}
