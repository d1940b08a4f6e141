/// The state of a daemon's session, which determines whether gestures may act.
public enum SessionCondition: String, Hashable, Sendable {
  /// Gestures act.
  case active
  /// The screen is locked: only rules that permit it act.
  case locked
  /// Another session is active, this one has ended, or the machine is about to sleep.
  case inactive
  /// Unknown; gestures act.
  case unknown
}
