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
    /// logind ended. The next one remembers its sessions, and no hint: what it says of that from then on is no news.
    case forgotten
  }

  /// How it is known that the screen is locked.
  public enum Lock: Hashable, Sendable {
    /// The lock screen says so.
    case hinted
    /// It was asked to lock and has not said since that it is locked or no longer is; or it said that it is, to a
    /// logind that has ended since. Only being asked to unlock ends this here: a lock screen that never says a word
    /// leaves it as it is.
    case asked
  }

  /// Whether its seat's screens and devices are its own now: another user's session, a login screen or a text console
  /// may have them instead.
  public private(set) var isActive = false
  /// How it is known that its screen is locked; nil where it is not.
  public private(set) var lock: Lock?
  /// Whether its screen is locked.
  public var isLocked: Bool { lock != nil }
  /// Whether the machine is about to sleep.
  public private(set) var isPreparingForSleep = false

  /// What the lock screen said last. Those of GNOME and KDE do; swaylock, hyprlock and others never say a word.
  private var lockedHint = false

  /// One that is over, or that nothing has been told of yet: neither active nor locked.
  init() {}

  /// Whether it is in front and stays there: where it does not, nothing acts at all.
  public var isPresent: Bool { isActive && !isPreparingForSleep }

  /// Takes in what logind tells. The same told twice is the same as once.
  mutating func apply(_ change: Change) {
    switch change {
    case .properties(let properties):
      if let value = properties["Active"]?.boolean { isActive = value }
      if let value = properties["LockedHint"]?.boolean, value != lockedHint {
        lockedHint = value
        // The lock screen speaks for itself from here on.
        lock = value ? .hinted : nil
      }
    case .lock: lock = lock ?? .asked
    // The lock screen decides whether it obeys, and says so where it says anything.
    case .unlock: if lock == .asked { lock = nil }
    case .prepareForSleep(let isStarting): isPreparingForSleep = isStarting
    case .forgotten:
      lockedHint = false
      if lock == .hinted { lock = .asked }
    }
  }
}
