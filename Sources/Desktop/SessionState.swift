/// What logind says of a login session, as far as it decides whether gestures may act.
public struct SessionState: Hashable, Sendable {
  /// What logind tells while it is listened to.
  enum Change: Hashable, Sendable {
    /// Properties of the session, by name: all of them or those that changed.
    case properties(BusValue)
    /// The session's screen is to be locked: whoever does that was asked to.
    case lock
    /// The session's screen is to be unlocked.
    case unlock
    /// The machine is about to sleep (true), or is awake again or never slept (false).
    case prepareForSleep(Bool)
  }

  /// Whether its seat's screens and devices are its own now: another user's session, a login screen or a text console
  /// may have them instead.
  public private(set) var isActive = false
  /// Whether its screen is locked.
  public var isLocked: Bool { lockedHint || lockWasAsked }
  /// Whether the machine is about to sleep.
  public private(set) var isPreparingForSleep = false

  /// The lock screen says so. Those of GNOME and KDE do; swaylock, hyprlock and others never say a word.
  private var lockedHint = false
  /// The lock screen was asked to lock and has not said since that it is locked or no longer is. One that never says
  /// a word leaves this as it is until an unlocking is asked for, too.
  private var lockWasAsked = false

  /// One that is over, or that nothing has been told of yet: neither active nor locked.
  init() {}

  /// Whether gestures may act: nobody wants to type behind a lock screen, or into a session that is not in front.
  public var mayAct: Bool { isActive && !isLocked && !isPreparingForSleep }

  /// Takes in what logind tells. The same told twice is the same as once.
  mutating func apply(_ change: Change) {
    switch change {
    case .properties(let properties):
      if let value = properties["Active"]?.boolean { isActive = value }
      if let value = properties["LockedHint"]?.boolean, value != lockedHint {
        lockedHint = value
        // The lock screen speaks for itself from here on.
        lockWasAsked = false
      }
    case .lock: lockWasAsked = !lockedHint
    // The lock screen decides whether it obeys, and says so where it says anything.
    case .unlock: lockWasAsked = false
    case .prepareForSleep(let isStarting): isPreparingForSleep = isStarting
    }
  }
}
