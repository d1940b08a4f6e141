/// Whether the session that a daemon runs in lets it act.
public enum SessionCondition: String, Hashable, Sendable {
  /// It does.
  case active
  /// Its screen is locked: only rules that ask for that act.
  case locked
  /// Another session is in front, it is over, or the machine is about to sleep.
  case inactive
  /// That cannot be known, and nothing holds the daemon back.
  case unknown
}
