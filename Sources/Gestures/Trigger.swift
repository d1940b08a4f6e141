public import Touch

/// What a rule waits for: a gesture, how many fingers, where, and on which devices. Rules with equal triggers share one
/// recogniser.
public struct Trigger: Hashable, Sendable {
  /// The gesture and its limits.
  public var pattern: Pattern
  /// How many fingers make it, within 1 to 5. A continuous gesture goes on while fingers join and leave within this.
  public var fingers: ClosedRange<Int>
  /// On which devices: any of these, or on all where there are none.
  public var devices: [DeviceFilter]
  /// Where on the device it starts; nil is anywhere. Touchpads do not tell.
  public var start: StartRegion?
  /// Whether it shares the fingers: it neither takes them from other gestures nor loses them to one.
  public var isSimultaneous: Bool
  /// How long the fingers of a continuous gesture may be gone and come back to go on with it; nil ends it when they
  /// lift.
  public var resume: Duration?

  /// A trigger.
  public init(
    _ pattern: Pattern, fingers: ClosedRange<Int>, devices: [DeviceFilter] = [], start: StartRegion? = nil,
    isSimultaneous: Bool = false, resume: Duration? = nil
  ) {
    self.pattern = pattern
    self.fingers = fingers
    self.devices = devices
    self.start = start
    self.isSimultaneous = isSimultaneous
    self.resume = resume
  }

  /// Whether `device` is one of those meant.
  public func includes(_ device: Device) -> Bool {
    devices.isEmpty || devices.contains { $0.matches(device) }
  }

  /// The largest number of fingers that any gesture is made of.
  public static let mostFingers = 5
}

/// Which devices a trigger looks at.
public enum DeviceFilter: Hashable, Sendable {
  /// All of one kind.
  case kind(Device.Kind)
  /// Those whose name a `Wildcard` matches.
  case named(String)

  /// Whether `device` is meant.
  public func matches(_ device: Device) -> Bool {
    switch self {
    case .kind(let kind): device.kind == kind
    case .named(let pattern): Wildcard(pattern).matches(device.name)
    }
  }
}

/// The precedence of a trigger over others, which depends on the situation.
///
/// Several rules may have the same trigger, each under a condition of its own. The situation determines which of them
/// is active, and so which trigger wins where two match at once. Fingers that are down are not disturbed by a change.
public struct TriggerPriority: Hashable, Sendable {
  /// The lowest rank the trigger can have: of two triggers that are fulfilled at once, the one of lower rank wins.
  public var first: Int
  /// The rank the trigger has in every situation, or a lower one; nil if no rule is active in some situations.
  public var certain: Int?

  /// A priority.
  public init(first: Int, certain: Int?) {
    self.first = first
    self.certain = certain
  }
}
