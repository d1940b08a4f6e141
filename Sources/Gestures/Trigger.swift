public import Touch

/// What a rule waits for: a gesture, how many fingers, on which devices. Rules with equal triggers share one
/// recogniser.
public struct Trigger: Hashable, Sendable {
  /// The gesture and its limits.
  public var pattern: Pattern
  /// How many fingers make it, within 1 to 5.
  public var fingers: ClosedRange<Int>
  /// On which devices: any of these, or on all where there are none.
  public var devices: [DeviceFilter]

  /// A trigger.
  public init(_ pattern: Pattern, fingers: ClosedRange<Int>, devices: [DeviceFilter] = []) {
    self.pattern = pattern
    self.fingers = fingers
    self.devices = devices
  }

  /// Whether `device` is one of those meant.
  public func includes(_ device: Device) -> Bool {
    devices.isEmpty || devices.contains { $0.matches(device) }
  }

  /// The largest number of fingers that any gesture is made of.
  public static let mostFingers = 5
}

/// A gesture and the limits within which it counts.
public enum Pattern: Hashable, Sendable {
  /// Fingers move one way and act once, on the way.
  case swipe(SwipePattern)
  /// Fingers come together or part.
  case pinch(PinchPattern)
  /// Fingers rest.
  case longPress(LongPressPattern)
}

/// The limits of a swipe.
public struct SwipePattern: Hashable, Sendable {
  /// The ways it may go.
  public var directions: Directions
  /// It acts on the sample that has come this far. Default 12 mm.
  public var distance: Millimetres
  /// It must take at least this long from the first movement to its distance. Default 0.
  public var after: Duration
  /// It must come that far within this time. Default 800 ms.
  public var within: Duration

  /// A swipe; what is not given has its default.
  public init(
    _ directions: Directions, distance: Millimetres = 12, after: Duration = .zero, within: Duration = .milliseconds(800)
  ) {
    self.directions = directions
    self.distance = distance
    self.after = after
    self.within = within
  }
}

/// The limits of a pinch.
public struct PinchPattern: Hashable, Sendable {
  /// The ways it may go.
  public var directions: PinchDirections
  /// How much the fingers' distance must have changed, as a fraction of what it was: it begins at 1 + change or
  /// 1 - change. Default 0.1.
  public var change: Double
  /// It must take at least this long from the first movement to its change. Default 0.
  public var after: Duration
  /// It must change that much within this time; nil is no limit, the default.
  public var within: Duration?

  /// A pinch; what is not given has its default.
  public init(
    _ directions: PinchDirections, change: Double = 0.1, after: Duration = .zero, within: Duration? = nil
  ) {
    self.directions = directions
    self.change = change
    self.after = after
    self.within = within
  }
}

/// The limits of a long press.
public struct LongPressPattern: Hashable, Sendable {
  /// It begins when the fingers have rested this long. Default 500 ms (UIKit).
  public var duration: Duration
  /// How far they may move before. Default 3 mm: a hand that rests for 0.5 s drifts 0.6 mm, for 2 s 2.1 mm.
  public var movement: Millimetres

  /// A long press; what is not given has its default.
  public init(_ duration: Duration = .milliseconds(500), movement: Millimetres = 3) {
    self.duration = duration
    self.movement = movement
  }
}

/// Which devices a trigger looks at.
public enum DeviceFilter: Hashable, Sendable {
  /// All of one kind.
  case kind(Device.Kind)
  /// Those whose name matches: `*` stands for any characters, `?` for one; upper and lower case count as the same.
  case named(String)

  /// Whether `device` is meant.
  public func matches(_ device: Device) -> Bool {
    switch self {
    case .kind(let kind): device.kind == kind
    case .named(let pattern): Self.wildcard(Array(pattern.lowercased()), Array(device.name.lowercased()))
    }
  }

  /// Matches greedily and goes back to the last `*` where that fails: linear in most cases, never exponential.
  private static func wildcard(_ pattern: [Character], _ name: [Character]) -> Bool {
    var at = 0, next = 0
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if next < pattern.count, pattern[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == name[at] {
        next += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        next = last.pattern + 1
        at = last.name + 1
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}
