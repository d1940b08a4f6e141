public import Gestures
public import Rules
public import Touch

/// The gestures that a desktop handles itself. A rule for the same gesture runs in addition, unless the desktop
/// can be kept from handling it.
public struct DesktopGestures: Hashable, Sendable {
  /// A gesture that the desktop handles.
  public struct Claim: Hashable, Sendable {
    /// The movement of the fingers.
    public enum Motion: Hashable, Sendable {
      /// All fingers move in one of these directions.
      case swipe(Directions)
      /// The fingers move together or apart.
      case pinch(PinchDirections)
      /// The fingers rest.
      case hold
    }

    /// The numbers of fingers with which it is made.
    public var fingers: ClosedRange<Int>
    /// The movement of the fingers.
    public var motion: Motion
    /// The desktop's reaction, as a verb phrase: "switches workspaces".
    public var purpose: String
    /// The setting that disables it, for people; nil if there is none.
    public var remedy: String?
    /// The devices on which it handles it.
    public var device: Device.Kind
    /// The operations that rules can state for the same reaction; empty if there are none, or they are unknown.
    public var operations: Set<DesktopOperation>

    public init(
      _ motion: Motion, fingers: ClosedRange<Int>, purpose: String, remedy: String? = nil,
      on device: Device.Kind = .touchpad, as operations: Set<DesktopOperation> = []
    ) {
      self.device = device
      self.operations = operations
      self.motion = motion
      self.fingers = fingers
      self.purpose = purpose
      self.remedy = remedy
    }
  }

  /// The desktop's name in messages.
  public var desktop: String
  /// The gestures that it handles.
  public var claims: [Claim]
  /// The running compositor, if that decides which commands it accepts; nil if unknown, and for other desktops.
  public var release: CompositorRelease?
  /// True if the setting `desktop-swipes` disables its swipes.
  public var obeysSetting = false
  /// True if that requires Sleight's extension of GNOME Shell, which is not installed.
  public var lacksExtension = false
  /// The setting that disables them, for people; nil if there is none.
  public var remedy: String?
  /// True if it finishes a gesture that is cancelled, as if the fingers had lifted. GNOME and KWin were tried
  /// (TouchpadsOnDesktops) and Hyprland; niri's on_gesture_swipe_end in src/input/mod.rs makes no difference either.
  public var finishesCancelled = true

  /// Creates the list of a desktop's gestures.
  public init(_ desktop: String, _ claims: [Claim], obeysSetting: Bool = false, remedy: String? = nil) {
    self.desktop = desktop
    self.claims = claims
    self.obeysSetting = obeysSetting
    self.remedy = remedy
  }

  /// The gestures of a desktop that has them in its source code, where they cannot be changed; nil for other desktops.
  /// - Parameters:
  ///   - name: one of the names in XDG_CURRENT_DESKTOP.
  ///   - version: the version of Plasma, from KDE_SESSION_VERSION; nil is the newest.
  public static func builtIn(_ name: String, version: String? = nil) -> DesktopGestures? {
    switch DesktopKind(named: [name.lowercased()])?.known.gestures {
    case .builtIn(let gestures): gestures(version)
    case nil, .unknown, .configured, .imported: nil
    }
  }

  /// The gesture that the desktop has itself for `operation`, and that `trigger` would take from it; nil if it has
  /// none.
  public func claim(on trigger: Trigger, for operation: DesktopOperation) -> Claim? {
    claims(on: trigger).first { $0.operations.contains(operation) }
  }

  /// The gesture that the desktop would lose to `trigger` where rules act alone: with no other fingers and in no other
  /// direction does it perform the same. Nil if it loses none.
  public func loss(to trigger: Trigger) -> Claim? {
    claims(on: trigger).first { lost in
      !claims.contains { claim in
        let isSame = claim == lost || !claim.operations.isEmpty && claim.operations == lost.operations
        return isSame && claim.device == lost.device && claim.isMore(than: trigger)
      }
    }
  }

  /// The desktop's claims on gestures that `trigger` matches.
  package func claims(on trigger: Trigger) -> [Claim] {
    guard !trigger.pattern.isAnchored else { return [] }
    return claims.filter { claim in
      // A trigger for touchscreens alone matches no touchpad, and the reverse.
      let isOnDevice =
        trigger.devices.isEmpty
        || (claim.device == .touchpad ? trigger.namesTouchpads : trigger.devices.contains(.kind(.touchscreen)))
      return isOnDevice && claim.fingers.overlaps(trigger.fingers) && claim.motion.overlaps(trigger.pattern)
    }
  }
}

extension DesktopGestures.Claim {
  /// True if hands make this gesture that `trigger` does not match: with other fingers, or in another direction.
  fileprivate func isMore(than trigger: Trigger) -> Bool {
    if fingers.contains(where: { !trigger.fingers.contains($0) }) { return true }
    switch motion {
    case .swipe(let ways): return !ways.subtracting(trigger.pattern.path ?? []).isEmpty
    case .pinch(let ways): return !ways.subtracting(trigger.pattern.pinchDirections).isEmpty
    case .hold: return false
    }
  }

  /// The steps between workspaces.
  static let workspaces: Set<DesktopOperation> = [.workspace(.next), .workspace(.previous), .workspace(.nextOrNew)]
  static let overview: Set<DesktopOperation> = [.desktop(.overview)]
}

extension DesktopGestures.Claim.Motion {
  /// True if one gesture of a hand can be both.
  fileprivate func overlaps(_ pattern: Pattern) -> Bool {
    switch self {
    case .swipe(let ways): pattern.path.map { !pattern.angles.isEmpty || !ways.isDisjoint(with: $0) } ?? false
    case .pinch(let ways): !ways.isDisjoint(with: pattern.pinchDirections)
    case .hold: pattern.tapsBefore == 0 && pattern.restingTime != nil
    }
  }
}

extension RuleSet {
  /// The axes of the desktop's own swipes on touchpads that rules disable in `situation`.
  public func disabledSwipes(in situation: Situation) -> Directions {
    switch desktopSwipes {
    case .enabled: []
    case .disabled: .any
    case .unlessTaken:
      [Directions.horizontal, .vertical].reduce(into: []) { axes, axis in
        let swipes = DesktopGestures("", [.init(.swipe(axis), fingers: 3...5, purpose: "")])
        if rules.contains(where: { !swipes.claims(on: $0.trigger).isEmpty && $0.acts(in: situation) }) {
          axes.formUnion(axis)
        }
      }
    }
  }

  /// The rules for movements of so many fingers on a touchpad: swipes, pans and strokes, in the file's order.
  public func rules(movingOnTouchpads fingers: ClosedRange<Int>) -> [Rule] {
    let movements = DesktopGestures("", [.init(.swipe(.any), fingers: fingers, purpose: "")])
    return rules.filter { !movements.claims(on: $0.trigger).isEmpty }
  }
}
