/// The state of a login session, as far as it determines whether gestures may act.
public struct SessionState: Hashable, Sendable {
  /// A message of logind.
  enum Change: Hashable, Sendable {
    /// Properties of the session, by name: all of them, or those that changed.
    case properties(BusValue)
    /// A request to lock the session's screen, sent to the lock screen.
    case lock
    /// A request to unlock the session's screen.
    case unlock
    /// The machine is about to sleep (true), or is awake (false).
    case prepareForSleep(Bool)
    /// logind has ended. The next one restores its sessions, but not the hint: what it reports of that is not a change.
    case forgotten
  }

  /// The evidence that the screen is locked.
  public enum Lock: Hashable, Sendable {
    /// The lock screen has reported it.
    case hinted
    /// The lock screen was requested to lock and has not reported since whether it is locked; or it had reported so to
    /// a logind that has ended since. Only a request to unlock ends this state here: a lock screen that never reports
    /// anything does not change it.
    case asked
  }

  /// True if the session has its seat's outputs and devices. Otherwise another user's session, a login screen or a text
  /// console may have them.
  public private(set) var isActive = false
  /// The evidence that its screen is locked; nil if it is not.
  public private(set) var lock: Lock?
  /// True if its screen is locked.
  public var isLocked: Bool { lock != nil }
  /// True if the machine is about to sleep.
  private(set) var isPreparingForSleep = false

  /// The last report of the lock screen. Those of GNOME and KDE report; swaylock, hyprlock and others never do.
  private var lockedHint = false

  /// A session that has ended, or of which nothing is known yet: neither active nor locked.
  init() {}

  /// True if the session has the seat and keeps it: otherwise no action runs at all.
  public var isPresent: Bool { isActive && !isPreparingForSleep }

  /// Applies a message. Repetitions have no effect.
  mutating func apply(_ change: Change) {
    switch change {
    case .properties(let properties):
      if let value = properties["Active"]?.boolean { isActive = value }
      if let value = properties["LockedHint"]?.boolean, value != lockedHint {
        lockedHint = value
        // A report of the lock screen overrides requests.
        lock = value ? .hinted : nil
      }
    case .lock: lock = lock ?? .asked
    // The lock screen decides whether it obeys, and reports so if it reports at all.
    case .unlock: if lock == .asked { lock = nil }
    case .prepareForSleep(let isStarting): isPreparingForSleep = isStarting
    case .forgotten:
      lockedHint = false
      if lock == .hinted { lock = .asked }
    }
  }
}
