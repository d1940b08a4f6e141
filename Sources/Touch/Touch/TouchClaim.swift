/// The recognisers' claim on the fingers that are down on a device: what an owner of the device has to know to decide
/// what the desktop sees of them.
public struct TouchClaim: Hashable, Sendable {
  /// The stages, from no claim to a taken hand.
  public enum Stage: Hashable, Sendable {
    /// No rule can take the fingers any more, or all that can let the desktop see them.
    case none
    /// A rule may take them, and the desktop may want them as well.
    case possible
    /// A rule starts just where they landed: the desktop sees them only if no rule takes them.
    case awaited
    /// Every movement of so many fingers belongs to a rule.
    case reserved
    /// A rule has taken them.
    case taken
  }

  public var stage: Stage
  /// True if a tap of these fingers belongs to a rule.
  public var includesTaps: Bool
  /// The number of fingers with which the desktop is to see the hand; nil for those that it has.
  public var fingers: Int?
  /// The slots whose contacts the desktop is not to see whatever the stage, a bit each: rules withhold them.
  public var withheld: UInt64 = 0

  public init(_ stage: Stage, includesTaps: Bool = false, fingers: Int? = nil) {
    self.stage = stage
    self.includesTaps = includesTaps
    self.fingers = fingers
  }

  /// No claim.
  public static let none = TouchClaim(.none)
}

/// The rules' claim on the fingers that are down on a touchpad whose fingers are taken without a grab.
public struct TakingClaim: Hashable, Sendable {
  /// The stages.
  public enum Stage: Hashable, Sendable {
    /// No rule may act: the session is locked or inactive, or the rules are paused.
    case off
    /// No rule can take the fingers any more.
    case none
    /// A rule of so many fingers may take them.
    case possible
    /// A rule has taken them.
    case taken
  }

  /// The fewest fingers that are taken: fewer point, scroll and tap.
  public static let fewest = 3

  public var stage: Stage
  /// True if a tap of these fingers belongs to a rule.
  public var includesTaps: Bool
  /// True if a rest of these fingers belongs to a rule.
  public var includesRests: Bool
  /// The slot of a thumb that rests beside them; nil if there is none.
  public var thumb: Int?

  public init(_ stage: Stage, includesTaps: Bool = false, includesRests: Bool = false, thumb: Int? = nil) {
    self.stage = stage
    self.thumb = thumb
    self.includesTaps = includesTaps
    self.includesRests = includesRests
  }
}

/// The reason why fingers that rules may take without a grab were left to the desktop.
public struct LeftFingers: Hashable, Sendable {
  /// The reasons. Raw values appear in recordings.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// They began to do what no rule can take.
    case movement
    /// The write would have come too late: the amount is its time after the frame, in microseconds.
    case late
    /// Too many writes in one touch sequence: the amount is their number.
    case spent
    /// Another program writes the opposite: the amount is the number of its frames.
    case opposed
    /// Fingers that rested, and were the desktop's meanwhile, moved too far in one frame: the amount is their distance,
    /// in micrometres.
    case sudden
    /// Events were lost (SYN_DROPPED).
    case lost
  }

  /// The latest write after the time of its frame. From 9 ms on, libinput begins a gesture before the fingers are
  /// palms, and reports its end: measured with a touchpad that repeats the tool type every 8 ms.
  public static let latest = Duration.milliseconds(8)
  /// The most writes in one touch sequence: those of half a minute at 250 frames per second.
  public static let mostWrites = 8_000
  /// The most frames in a row of nothing but tool types, closer than any touchpad reports them: more are taken for
  /// another program's.
  public static let mostOpposed = 7
  /// The farthest movement, in mm, of fingers that have rested, before libinput may begin a gesture: 1 mm
  /// (src/evdev-mt-touchpad-gestures.c, tp_gesture_detect_motion_gestures).
  public static let farthestStart = 1.0

  public var reason: Reason
  /// The amount that exceeds a limit; 0 of a movement and of lost events.
  public var amount: Int

  public init(_ reason: Reason, amount: Int = 0) {
    self.reason = reason
    self.amount = amount
  }
}
