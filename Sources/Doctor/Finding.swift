/// One thing that gestures need, and how it is.
public struct Finding: Hashable, Sendable {
  /// How it is. The raw value is what programs see.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case good
    /// Not as it could be, and nothing that the rules need.
    case note
    /// Missing or wrong: something does not work.
    case wrong
  }

  /// What it is about. The raw value is what programs see.
  public enum Subject: String, Hashable, Sendable, CaseIterable {
    /// The directory for sockets (XDG_RUNTIME_DIR)
    case runtime
    /// The rules file
    case rules
    /// Touchpads and touchscreens
    case devices
    /// The release of libinput, and how the compositor uses it
    case libinput
    /// The login session, and its lock
    case session
    /// The compositor
    case compositor
    /// What keys and pointer go by
    case input
    /// The keymap
    case keymap
    /// What conditions of rules ask about
    case conditions
    /// The desktop's own gestures
    case clashes
    /// The daemon
    case daemon
    /// The user unit of systemd
    case unit
  }

  /// What it is about.
  public var subject: Subject
  /// How it is.
  public var state: State
  /// Why, in one sentence for people.
  public var reason: String
  /// Commands that mend it, each to be pasted into a terminal, in order; empty where none is known or needed.
  public var remedy: [String]

  /// A finding.
  public init(_ subject: Subject, _ state: State, _ reason: String, remedy: [String] = []) {
    self.subject = subject
    self.state = state
    self.reason = reason
    self.remedy = remedy
  }
}
