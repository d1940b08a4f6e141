public import Touch

/// The situation as it is now: what the desktop says, and the mode that rules have set.
///
/// Time is an argument: who keeps one calls `expire` at `deadline`.
public struct CurrentSituation: Sendable {
  /// The situation, with the mode that is on.
  public private(set) var situation: Situation
  private var modes: ModeClock

  /// The situation at the start; its mode is on until a rule sets another.
  public init(_ situation: Situation = Situation()) {
    self.situation = situation
    modes = ModeClock(situation.mode)
  }

  /// When the mode ends by itself; nil where it does not.
  public var deadline: Timestamp? { modes.deadline }

  /// The desktop tells something else; the mode stays, and whether the session is locked.
  /// - Parameter subjects: what is asked about.
  /// - Returns: whether something of that is another now, so that other rules may be asked for.
  public mutating func takeIn(_ told: Situation, askedAbout subjects: Set<Condition.Subject>) -> Bool {
    let before = situation
    situation = told
    (situation.mode, situation.isLocked) = (before.mode, before.isLocked)
    return !situation.equals(before, about: subjects)
  }

  /// A rule sets a mode, for good or for a time.
  /// - Returns: whether another one is on now, so that other rules may be asked for.
  public mutating func setMode(_ mode: String, lasting: Duration?, at now: Timestamp) -> Bool {
    modes.set(mode, lasting: lasting, at: now)
    return takeMode()
  }

  /// The session is locked or no longer is.
  /// - Returns: whether that is news, so that other rules may be asked for.
  public mutating func setLocked(_ isLocked: Bool) -> Bool {
    defer { situation.isLocked = isLocked }
    return situation.isLocked != isLocked
  }

  /// Time has come to `now`.
  /// - Returns: whether another mode is on now.
  public mutating func expire(at now: Timestamp) -> Bool {
    modes.expire(at: now)
    return takeMode()
  }

  /// The rules are others: no mode is set.
  public mutating func resetMode() {
    modes = ModeClock()
    _ = takeMode()
  }

  private mutating func takeMode() -> Bool {
    defer { situation.mode = modes.mode }
    return situation.mode != modes.mode
  }
}

/// The mode that is on, and when it ends by itself.
///
/// Time is an argument: who keeps one calls `expire` at `deadline`.
public struct ModeClock: Sendable {
  /// The mode that is on.
  public private(set) var mode: String
  /// When it ends by itself; nil where it does not.
  public private(set) var deadline: Timestamp?

  /// The mode at the start, which is on for good.
  public init(_ mode: String = Situation.defaultMode) { self.mode = mode }

  /// A rule sets a mode, for good or for a time; the default one has no time.
  public mutating func set(_ mode: String, lasting: Duration?, at now: Timestamp) {
    self.mode = mode
    deadline = mode == Situation.defaultMode ? nil : lasting.map { now + $0 }
  }

  /// Time has come to `now`: a mode whose time is over gives way to the default one.
  public mutating func expire(at now: Timestamp) {
    guard let deadline, deadline <= now else { return }
    set(Situation.defaultMode, lasting: nil, at: now)
  }
}
