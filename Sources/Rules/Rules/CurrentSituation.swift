public import Time

/// The current situation: the state of the desktop, and the mode that rules have set.
///
/// Without a clock of its own: the owner calls `expire` at `deadline`.
public struct CurrentSituation: Sendable {
  /// The situation with the current mode.
  public private(set) var situation: Situation
  private var modes: ModeClock

  /// A tracker that starts with `situation`, whose mode stays until a rule sets another.
  public init(_ situation: Situation = Situation()) {
    self.situation = situation
    modes = ModeClock(situation.mode)
  }

  /// The time at which the mode ends; nil for a permanent one.
  public var deadline: Timestamp? { modes.deadline }

  /// Updates the state of the desktop; the mode, the lock state and the window under the fingers stay.
  /// - Parameter subjects: the subjects that rules depend on.
  /// - Returns: true if one of them has changed, so that other rules may be active.
  public mutating func update(_ new: Situation, conditionSubjects subjects: Set<Condition.Subject>) -> Bool {
    let before = situation
    situation = new
    (situation.mode, situation.isLocked, situation.touched) = (before.mode, before.isLocked, before.touched)
    situation.refusals = before.refusals
    return !situation.equals(before, about: subjects)
  }

  /// Sets a mode, permanently or for a time.
  /// - Returns: true if the mode has changed, so that other rules may be active.
  public mutating func setMode(_ mode: String, lasting: Duration?, at now: Timestamp) -> Bool {
    modes.set(mode, lasting: lasting, at: now)
    return takeMode()
  }

  /// Sets the lock state.
  /// - Returns: true if it has changed, so that other rules may be active.
  public mutating func setLocked(_ isLocked: Bool) -> Bool {
    defer { situation.isLocked = isLocked }
    return situation.isLocked != isLocked
  }

  /// Sets the window under the fingers; nil if it is unknown.
  /// - Returns: true if it has changed, so that other rules may be active.
  public mutating func setTouched(_ window: TouchedWindow?) -> Bool {
    defer { situation.touched = window }
    return situation.touched != window
  }

  /// Sets the questions that were answered with no.
  /// - Returns: true if they have changed, so that other rules may be active.
  public mutating func setRefusals(_ refusals: Set<Question>) -> Bool {
    defer { situation.refusals = refusals }
    return situation.refusals != refusals
  }

  /// Ends a mode whose time is over at `now`.
  /// - Returns: true if the mode has changed.
  public mutating func expire(at now: Timestamp) -> Bool {
    modes.expire(at: now)
    return takeMode()
  }

  /// Returns to the default mode, for new rules.
  public mutating func resetMode() {
    modes = ModeClock()
    _ = takeMode()
  }

  private mutating func takeMode() -> Bool {
    defer { situation.mode = modes.mode }
    return situation.mode != modes.mode
  }
}

/// The current mode and the time at which it ends.
///
/// Without a clock of its own: the owner calls `expire` at `deadline`.
private struct ModeClock: Sendable {
  private(set) var mode: String
  /// The time at which it ends; nil for a permanent one.
  private(set) var deadline: Timestamp?

  /// A clock that starts in `mode`, without a deadline.
  init(_ mode: String = Situation.defaultMode) { self.mode = mode }

  /// Sets a mode, permanently or for a time; the default mode never ends.
  mutating func set(_ mode: String, lasting: Duration?, at now: Timestamp) {
    self.mode = mode
    deadline = mode == Situation.defaultMode ? nil : lasting.map { now + $0 }
  }

  /// Returns to the default mode if the time of the current one is over at `now`.
  mutating func expire(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    set(Situation.defaultMode, lasting: nil, at: now)
  }
}
