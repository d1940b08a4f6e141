/// A finding on one thing that gestures need.
public struct Finding: Hashable, Sendable {
  /// The state. The raw value is part of the JSON output.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// No problem.
    case good
    /// Works, but could be better; rules do not need it.
    case note
    /// Something does not work.
    case wrong
  }

  /// The subject. The raw value is part of the JSON output.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The directory for sockets (XDG_RUNTIME_DIR).
    case runtime
    case rules
    /// The programs of the rules' commands.
    case commands
    /// Touchpads and touchscreens.
    case devices
    /// The release of libinput, and the compositor's use of it.
    case libinput
    /// The login session and its lock.
    case session
    case compositor
    /// The injectors of keys and pointer.
    case input
    case keymap
    case conditions
    /// The desktop's own gestures.
    case clashes
    case daemon
    /// The user unit of systemd.
    case unit
  }

  public var subject: Subject
  public var state: State
  /// The reason, in one sentence for people.
  public var reason: String
  /// The reason without names from the rules, for a report that others read; nil if it has none.
  public var reportedReason: String?
  /// Commands that fix it, in order, to be pasted into a terminal; empty if none is known or needed.
  public var remedy: [String]

  /// A finding with these properties.
  public init(
    _ subject: Subject, _ state: State, _ reason: String, reported: String? = nil, remedy: [String] = []
  ) {
    self.subject = subject
    self.state = state
    self.reason = reason
    reportedReason = reported
    self.remedy = remedy
  }
}
