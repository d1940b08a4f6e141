/// The source of the knowledge that a session is locked.
public enum LockSource: String, Hashable, Sendable, CaseIterable {
  /// The lock screen, through logind.
  case lockScreen = "lock-screen"
  /// The compositor.
  case compositor
  /// The command of `locked-if` in the rules file.
  case probe
  /// A request to logind to lock the session, which has not been reverted. Nothing has observed a lock screen.
  case request
}
