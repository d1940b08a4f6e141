public import Touch

/// The input that a rule waits for: a gesture, the number of fingers, a region and devices. Rules with equal triggers
/// share one recogniser.
public struct Trigger: Hashable, Sendable {
  /// The gesture and its limits.
  public var pattern: Pattern
  /// The numbers of fingers that can make it, within 1 to 10. A continuous gesture goes on while fingers join and leave
  /// within this range.
  public var fingers: ClosedRange<Int>
  /// The devices to use: any that one of the filters matches, or all if empty.
  public var devices: [DeviceFilter]
  /// The region in which it starts; nil for anywhere.
  public var start: StartRegion?
  /// The distance at which the two fingers land that are farthest from each other; nil for that of a hand.
  public var apart: ClosedRange<Millimetres>?
  /// True if it runs alongside other gestures: it neither takes the fingers from them nor loses them to one. Always
  /// true of fingers that are only down.
  public var isSimultaneous: Bool
  /// The longest time for which the fingers of a continuous gesture may be lifted and return to continue it; nil to end
  /// it with the lift.
  public var resume: Duration?
  /// True if a continuous gesture, once it has begun, goes on until the last of its fingers lifts; others may lift and
  /// land again meanwhile. False if it ends when fewer fingers are down than can make it.
  public var endsAtLastLift = false
  /// The speed, in mm/s, at which it goes on while its fingers rest at the edge of a touchpad to which they have moved;
  /// 0 for none.
  public var edgeSpeed = 0.0
  /// True if the desktop sees none of the fingers that land where it starts, on its devices. Only of fingers that are
  /// down, whatever they do.
  public var withholds = false
  /// True if the desktop sees the gesture as well, on a device that is owned.
  public var isKept: Bool
  /// The number of fingers with which the desktop sees the hand: on a touchpad that is owned, or for a hand on a
  /// touchscreen on a virtual touchpad. Nil for a gesture that the desktop does not see.
  public var shownFingers: Int?
  /// The steps that come before it, in order; empty for a gesture that is made at once.
  public var before: [ChainStep] = []

  public init(
    _ pattern: Pattern, fingers: ClosedRange<Int>, devices: [DeviceFilter] = [], start: StartRegion? = nil,
    apart: ClosedRange<Millimetres>? = nil, isSimultaneous: Bool = false, resume: Duration? = nil, isKept: Bool = false,
    shownFingers: Int? = nil
  ) {
    self.pattern = pattern
    self.fingers = fingers
    self.devices = devices
    self.start = start
    self.apart = apart
    self.isSimultaneous = isSimultaneous || pattern.kind.isPresence
    self.resume = resume
    self.isKept = isKept
    self.shownFingers = shownFingers
  }

  /// The numbers of fingers that a hand can be shown with, and that a hand on a touchpad can have. libinput reports no
  /// gestures of others.
  public static let showableFingers = 2...4

  /// True if a hand on a touchscreen is to be shown on a virtual touchpad.
  public func isShown(on device: Device) -> Bool {
    shownFingers != nil && device.kind == .touchscreen && includes(device)
  }

  /// True if `device` is one of its devices.
  public func includes(_ device: Device) -> Bool {
    devices.isEmpty || devices.contains { $0.matches(device) }
  }

  /// True if it requests touchpads by name or by kind.
  public var namesTouchpads: Bool { devices.contains { $0 != .kind(.touchscreen) } }

  /// True if the positions at which the fingers land decide whether it is made.
  var needsPositions: Bool { start != nil || apart != nil }

  /// The distance at which its two outermost fingers land on `device`; nil for any.
  ///
  /// The fingers of one hand are not farther apart than it spans. On touchscreens, others are those of two hands, which
  /// hold the device; on touchpads, there are none.
  public func apart(on device: Device) -> ClosedRange<Millimetres>? {
    if let apart { return apart }
    guard device.kind == .touchscreen, fingers.upperBound <= Self.handFingers, !pattern.isAnchored else { return nil }
    switch start {
    case .allEdges, .allCorners: return nil
    case .edge, .corner, .zone, nil: return 0...Self.handSpan
    }
  }

  /// The largest distance between the outermost fingers of a hand. Of 20 men, one has a maximum spread of 234 mm or
  /// more (Pheasant and Haslegrave, Bodyspace, 2006), from tip to tip; contacts are some 7 mm behind the tips.
  public static let handSpan: Millimetres = 220

  /// The largest number of fingers of any gesture: those of two hands. Few devices report more contacts.
  public static let mostFingers = 10

  /// The fingers of one hand: the most that a touchpad counts (BTN_TOOL_QUINTTAP), that libinput has gestures for or
  /// fewer, and with which a gesture is recognised that no rule requests.
  public static let handFingers = 5
}

/// A filter for the devices of a trigger.
public enum DeviceFilter: Hashable, Sendable {
  /// All devices of one kind.
  case kind(Device.Kind)
  /// Devices whose name a `Wildcard` matches.
  case named(String)

  /// True if `device` passes the filter.
  public func matches(_ device: Device) -> Bool {
    switch self {
    case .kind(let kind): device.kind == kind
    case .named(let pattern): Wildcard(pattern).matches(device.name)
    }
  }
}

extension [DeviceFilter] {
  /// True if only touchpads pass them, which lie over no output.
  public var areTouchpads: Bool { !isEmpty && allSatisfy { $0 == .kind(.touchpad) } }
  /// True if they are touchscreens only, without a name.
  public var areTouchscreens: Bool { !isEmpty && allSatisfy { $0 == .kind(.touchscreen) } }
}

/// The position of a rule in the rules file, counted from 0. Earlier rules precede later ones.
public struct RuleIndex: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of rules before it.
  public let position: Int

  /// The index of the rule at a position.
  public init(_ position: Int) { self.position = position }
  /// The index of the rule at a position.
  public init(integerLiteral position: Int) { self.position = position }

  /// True if `left` precedes `right`.
  public static func < (left: RuleIndex, right: RuleIndex) -> Bool { left.position < right.position }
}

/// The precedence of a trigger over others, which depends on the situation.
///
/// Several rules may have the same trigger, each under a condition of its own. The situation determines which of them
/// is active, and so which trigger wins where two match at once. Fingers that are down are not disturbed by a change.
public struct TriggerPriority: Hashable, Sendable {
  /// Its first rule: of two triggers that are fulfilled at once, the one whose active rule comes first wins.
  public var first: RuleIndex
  /// The rule that is active in every situation unless an earlier one is; nil if no rule is active in some situations.
  public var certain: RuleIndex?

  public init(first: RuleIndex, certain: RuleIndex?) {
    self.first = first
    self.certain = certain
  }
}
