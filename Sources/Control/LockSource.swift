/// Who says that a session is locked.
public enum LockSource: String, Hashable, Sendable, CaseIterable {
  /// The lock screen, to logind.
  case lockScreen = "lock-screen"
  /// The compositor.
  case compositor
  /// The command of `locked-if` in the rules file.
  case probe
  /// Nobody who sees it: logind was asked to lock it, and not to unlock it since.
  case request
}
