public import Gestures
public import Rules
public import Touch

/// An operation that the engine asks the program around it to do. Effects are done in order.
///
/// Large ones are indirect: a key, which is small, would be copied with as many bytes as they have.
public enum Effect: Sendable {
  /// A touch event, after adjustment to the device's properties and its output's orientation. Only if the engine is
  /// observed.
  indirect case touch(TouchEvent)
  /// A gesture was recognised; a continuous one began, ended, or, if the engine is observed, changed. `rule` is the
  /// index of the rule that acts; nil if none does or rules may not act now. `under` is the window under the fingers
  /// when it was recognised or began; not asked for if no rule for so many fingers depends on it.
  indirect case gesture(Gesture, rule: RuleIndex?, under: WindowAnswer)
  /// Start a command and do not wait for it. `Input.commandEnded` or `Input.commandRefused` follows.
  indirect case start(CommandStart)
  /// Write a line to a command that is fed: the gesture at this moment. With its last phase, the command's input ends.
  case feed(CommandID, ActionContext)
  /// Send a command to a compositor, in its language, for the rule at a source location. There is no answer.
  case tell(DesktopKind, command: String, location: String)
  /// Let the desktop perform an operation, for the rule at a source location. There is no answer. The window is the one
  /// under the fingers, the position theirs, for operations on these; nil if it is unknown.
  indirect case desktop(DesktopOperation, window: TouchedWindow?, at: DesktopPosition?, location: String)
  /// Send an event to the desktop, for the rule at a source location. `Input.injection` answers before any other input.
  case inject(InputEvent, location: String)
  /// Find the window at a place; nil if the place is unknown. `Input.window` answers.
  case findWindow(TouchedPlace?, number: Int)
  /// A virtual touchpad is needed from now on, or not any more. No contact is down on it then.
  case virtualTouchpad(isNeeded: Bool)
  /// Touch the virtual touchpad with this hand, for the rule at a source location. There is no answer.
  case touchpad(TouchpadHand, location: String)
  /// Start the command that tells whether the session is locked. `Input.probe` answers.
  case startProbe(String)
  /// Kill that command and ignore its answer.
  case stopProbe
  /// Start the program that tells whether the gesture of a rule may begin. `Input.answer` answers.
  indirect case ask(Question, ActionContext)
  /// Kill that program and ignore its answer.
  indirect case stopAsking(Question)
  /// Report to the user that an action was not done.
  indirect case report(ActionFailure)
  /// Forget logind's request to lock the session: the lock screen is gone. `Input.session` follows.
  case forgetLockRequest
  /// The properties that the rules file states for a device have changed.
  indirect case deviceChanged(Device)
  /// The output under a touchscreen was rotated or replaced by another.
  indirect case deviceTurned(Device)
  /// Tell the user of a change.
  case note(Note)

  /// A change that users may want to know of.
  public enum Note: Sendable {
    /// The session's state has changed, and with it the rules that may act.
    case session(SessionCondition)
    /// The mode has changed.
    case mode(String)
    /// All rules are paused, for a time; nil until `resume`.
    case paused(lasting: Duration?)
    /// The pause is over.
    case resumed
    /// The command of `locked-if` gives no answer. Its last answer stays in force; nil if it has never answered, which
    /// counts as not locked.
    case noProbeAnswer(command: String, failure: String, isLocked: Bool?)
    /// The output under a touchscreen is unknown, so the rule at a source location clicked at the pointer. Once for
    /// each touchscreen.
    case outputUnknown(device: String, location: String)
  }
}

/// The start of a command.
public struct CommandStart: Sendable {
  /// The identity of the start in `Input.commandEnded` and `Input.commandRefused`.
  public var id: CommandID
  /// The program and its arguments; those of the shell for a command in its language.
  public var arguments: [String]
  /// The command as written in the rule.
  public var command: String
  /// True if a shell executes it.
  public var isShell: Bool
  /// The rule, gesture and situation.
  public var context: ActionContext
  /// The number of the gesture's steps that this start handles; negative for steps back, and 0 for a command that is
  /// not under `every` or `back`.
  public var steps: Int
  /// True if `Effect.feed` follows.
  public var isFed: Bool

  public init(
    id: CommandID, arguments: [String], command: String, isShell: Bool, context: ActionContext, steps: Int = 0,
    isFed: Bool = false
  ) {
    self.id = id
    self.arguments = arguments
    self.command = command
    self.isShell = isShell
    self.context = context
    self.steps = steps
    self.isFed = isFed
  }
}

/// The number of a command's start, unique in an engine.
public struct CommandID: Hashable, Sendable {
  /// The number, counted from 1.
  public let number: Int

  /// The start with a number.
  public init(number: Int) { self.number = number }
}
