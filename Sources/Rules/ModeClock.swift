public import Touch

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
