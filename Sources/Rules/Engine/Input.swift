public import Gestures
public import Rules
public import Time
public import Touch

extension Engine {
  /// An event that the engine acts on.
  public enum Input: Sendable {
    /// A device reported an event.
    case touch(TouchEvent)
    /// Time has passed, usually up to `deadline`.
    case timePassed
    /// The injector's answer to `Effect.inject`.
    case injection(InjectionAnswer)
    /// A command has ended, or its end cannot be detected any more.
    case commandEnded(CommandID)
    /// A command could not be started.
    case commandRefused(CommandID)
    /// Keyboard and pointer have become usable (true) or unusable.
    case injectorReady(Bool)
    /// The keys for the chords and texts of the rules, on the keymap in use.
    indirect case bindings(KeyBindings)
    /// The answer to `Effect.startProbe`.
    case probe(ProbeAnswer)
    /// The answer to `Effect.findWindow` with that number; nil if the window is unknown.
    indirect case window(TouchedWindow?, number: Int)
    /// The answer to `Effect.ask`.
    indirect case answer(QuestionAnswer, to: Question)
    /// New rules replace those in force.
    indirect case rules(RuleSet)
    /// The panels of the outputs, in the order they appeared.
    case panels([Panel])
    /// The desktop's settings of touchpads. Gestures on touchpads that are switched off are cancelled.
    case touchpads(DesktopTouchpads)
    /// True if windows receive no buttons and wheels of the pointer while a finger is on a touchscreen: they are sent
    /// when the fingers have lifted.
    case pointerIgnoredWhileTouched(Bool)
    /// A report on the input of all devices; nil if there is none. Its time is that at which it was read.
    case input(InputReport?)
    /// True if all keyboards are read: then `.typed` precedes each touch that begins less than 300 ms after a key.
    case typingKnown(Bool)
    /// The time of the last key that was typed.
    case typed(at: Timestamp)
    /// The state of the desktop: window, output, modifiers. Its mode and lock are ignored.
    indirect case situation(Situation)
    /// The report of logind on the session; nil if there is none.
    case session(SessionReport?)
    /// A source's report on the lock; nil if it does not report it.
    case lock(Bool?, from: LockSource)
    /// Pause all rules, for a time; nil until `resume`.
    case pause(lasting: Duration?)
    /// End the pause.
    case resume
    /// Set the mode, for a time; nil until it is set again.
    case mode(String, lasting: Duration?)
    /// Start the probe of the session lock if its last answer is too old: a rule is about to be run by name.
    case probeLock
    /// Run the actions of the rule at this index as if its gesture had been made. A continuous gesture begins, makes
    /// one step and ends.
    case trigger(rule: RuleIndex)
    /// Drop pending actions and release pressed keys.
    case release
    /// There are no further touch events: gestures that only wait for time to pass are decided, others are cancelled.
    case finish
    /// The program ends: gestures are cancelled, pressed keys released.
    case stop
  }
}

/// The answer of an injector to an event.
public enum InjectionAnswer: Hashable, Sendable {
  /// The event was sent.
  case sent
  /// There is no room for the event at present; nothing was sent.
  case noRoom
  /// The event cannot be sent, which was reported. Everything pressed through its ability has been released.
  case failed
}

/// The last action of a rule.
public struct LastAction: Sendable {
  /// The rule, and the gesture at the time.
  public var context: ActionContext
  /// The time at which it was done.
  public var time: Timestamp
}
