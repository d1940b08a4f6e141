public import Control
public import Gestures
public import Rules
public import Touch

/// Something that the engine asks its surroundings to do, in order.
public enum Effect: Hashable, Sendable {
  /// An observed engine recognises this event: as the rules file says the device is, turned with its output.
  case touch(TouchEvent)
  /// A gesture was recognised, or went on. `rule` acts for it; nil if no rule does, or none may act now.
  case gesture(Gesture, rule: Int?)
  /// Start a command and do not wait for it. `Input.commandEnded` or `Input.commandRefused` follows.
  indirect case start(CommandStart)
  /// Send a command to a compositor, in its language, for the rule at a source location. No answer.
  case tell(Action.Compositor, command: String, place: String)
  /// Send an event to the desktop, for the rule at a source location. `Input.injection` answers before any other input.
  case inject(InputEvent, place: String)
  /// Start the command that tells whether the session is locked. `Input.probe` answers.
  case startProbe(String)
  /// Kill that command: its answer is not awaited any more.
  case stopProbe
  /// Report to the user that an action was not done.
  case report(ActionFailure)
  /// Forget logind's request to lock the session: the lock screen is gone. `Input.session` follows.
  case forgetLockRequest
  /// The rules file says something else of a device.
  case deviceChanged(Device)
  /// The output that a touchscreen lies over was turned, or is another one.
  case deviceTurned(Device)
  /// Tell the user something that changed.
  case note(Note)

  /// A change that users may want to know of.
  public enum Note: Hashable, Sendable {
    /// Rules may act, or no longer may, because of the session.
    case session(SessionCondition)
    /// Another mode is on.
    case mode(String)
    /// All rules are paused, for a time or until `resume`.
    case paused(lasting: Duration?)
    /// They no longer are.
    case resumed
    /// `locked-if` gives no answer: the command, its failure, and the state that counts meanwhile; nil if it has never
    /// answered, which counts as not locked.
    case noProbeAnswer(command: String, failure: String, isLocked: Bool?)
  }
}

/// A command to start.
public struct CommandStart: Hashable, Sendable {
  /// Names it in `Input.commandEnded` and `Input.commandRefused`.
  public var id: CommandID
  /// The program and its arguments.
  public var arguments: [String]
  /// The command as the rule has it.
  public var command: String
  /// True if a shell runs it.
  public var isShell: Bool
  /// The rule, gesture and situation. Under `every` and `back`, its gesture's steps are those that this start stands for.
  public var context: ActionContext

  /// A command to start.
  public init(id: CommandID, arguments: [String], command: String, isShell: Bool, context: ActionContext) {
    self.id = id
    self.arguments = arguments
    self.command = command
    self.isShell = isShell
    self.context = context
  }
}

/// The number of a command's start: each has another one.
public struct CommandID: Hashable, Sendable {
  /// Counted from 1.
  public let number: Int

  /// The start of that number.
  public init(number: Int) { self.number = number }
}
