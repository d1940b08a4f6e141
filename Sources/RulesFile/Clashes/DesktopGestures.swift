public import Gestures
public import Rules

/// What a desktop itself does when fingers move on a touchpad: nobody can keep it from that, so a rule for the same
/// gesture acts besides.
public struct DesktopGestures: Hashable, Sendable {
  /// A gesture that the desktop answers to.
  public struct Claim: Hashable, Sendable {
    /// Which way fingers go.
    public enum Motion: Hashable, Sendable {
      /// All of them one of these ways.
      case swipe(Directions)
      /// Together or apart.
      case pinch(PinchDirections)
      /// Nowhere.
      case hold
    }

    /// How many fingers.
    public var fingers: ClosedRange<Int>
    /// Which way they go.
    public var motion: Motion
    /// What the desktop does, as in "GNOME switches workspaces".
    public var purpose: String

    /// A gesture.
    public init(_ motion: Motion, fingers: ClosedRange<Int>, purpose: String) {
      self.motion = motion
      self.fingers = fingers
      self.purpose = purpose
    }
  }

  /// What the desktop is called.
  public var desktop: String
  /// The gestures it answers to.
  public var claims: [Claim]

  /// A desktop and its gestures.
  public init(_ desktop: String, _ claims: [Claim]) {
    self.desktop = desktop
    self.claims = claims
  }

  /// Those of the desktops whose gestures stand in their sources and cannot be changed; nil for others.
  /// - Parameters:
  ///   - name: one of the names in XDG_CURRENT_DESKTOP.
  ///   - version: which version of KDE's it is, by KDE_SESSION_VERSION; nil is the newest.
  public static func builtIn(_ name: String, version: String? = nil) -> DesktopGestures? {
    switch name.lowercased() {
    // gnome-shell, js/ui/swipeTracker.js: three fingers, since 47 more of them, too.
    case "gnome":
      DesktopGestures(
        "GNOME",
        [
          Claim(.swipe(.horizontal), fingers: 3...5, purpose: "switches workspaces"),
          Claim(.swipe(.vertical), fingers: 3...5, purpose: "opens and closes its overview"),
        ])
    case "kde": DesktopGestures("Plasma", plasmaSwipes + [version == "5" ? plasma5Pinch : plasmaPinch])
    // cosmic-comp, src/input/mod.rs: along the way its workspaces lie
    case "cosmic":
      DesktopGestures("COSMIC", [Claim(.swipe(.any), fingers: 4...4, purpose: "switches workspaces")])
    // niri, docs/wiki/Gestures.md
    case "niri":
      DesktopGestures(
        "niri",
        [
          Claim(.swipe(.horizontal), fingers: 3...3, purpose: "scrolls its columns"),
          Claim(.swipe(.vertical), fingers: 3...3, purpose: "switches workspaces"),
          Claim(.swipe(.vertical), fingers: 4...4, purpose: "opens and closes its overview"),
        ])
    default: nil
    }
  }

  /// kwin, src/virtualdesktops.cpp and src/plugins/overview/overvieweffect.cpp
  private static let plasmaSwipes = [
    Claim(.swipe(.horizontal), fingers: 3...4, purpose: "switches desktops"),
    Claim(.swipe(.vertical), fingers: 3...3, purpose: "switches desktops that lie above each other"),
    Claim(.swipe(.vertical), fingers: 4...4, purpose: "opens and closes its overview"),
  ]
  /// kwin, src/plugins/zoom/zoom.cpp
  private static let plasmaPinch = Claim(.pinch(.any), fingers: 3...3, purpose: "zooms the screen")
  /// kwin 5.27, src/plugins/overview/overvieweffect.cpp
  private static let plasma5Pinch = Claim(.pinch(.inwards), fingers: 4...4, purpose: "opens its overview")

  /// What the desktop does with the gesture that `trigger` is for; nil where it does nothing with any of it.
  func claim(on trigger: Trigger) -> Claim? {
    // A touchpad does not tell where on it a touch starts, and what is for touchscreens alone meets no touchpad.
    guard trigger.start == nil, trigger.devices.isEmpty || trigger.namesTouchpads else { return nil }
    return claims.first { $0.fingers.overlaps(trigger.fingers) && $0.motion.mayBe(trigger.pattern) }
  }
}

extension DesktopGestures.Claim.Motion {
  /// Whether one hand can make both at once.
  fileprivate func mayBe(_ pattern: Pattern) -> Bool {
    switch (self, pattern) {
    case (.swipe(let ways), .swipe(let pattern)):
      !pattern.angles.isEmpty || !ways.isDisjoint(with: pattern.directions)
    case (.swipe(let ways), .pan(let pattern)): !pattern.angles.isEmpty || !ways.isDisjoint(with: pattern.allDirections)
    case (.swipe, .stroke): true
    case (.pinch(let ways), .pinch(let pattern)): !ways.isDisjoint(with: pattern.allDirections)
    case (.hold, .longPress(let pattern)): pattern.taps == 0
    case (.swipe, _), (.pinch, _), (.hold, _): false
    }
  }
}

extension RuleSet {
  /// The rules that act on movements of so many fingers on a touchpad: swipes, pans and strokes, in the file's order.
  public func rules(movingOnTouchpads fingers: ClosedRange<Int>) -> [Rule] {
    let movements = DesktopGestures("", [.init(.swipe(.any), fingers: fingers, purpose: "")])
    return rules.filter { movements.claim(on: $0.trigger) != nil }
  }
}
