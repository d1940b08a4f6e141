public import Control
public import Gestures
public import Rules
public import Touch

extension Engine {
  /// Something that happened, for the engine to act on.
  public enum Input: Sendable {
    /// A device reported an event.
    case touch(TouchEvent)
    /// The time of `deadline` has come, or another one.
    case timePassed
    /// The injector's answer to `Effect.inject`.
    case injection(InjectionAnswer)
    /// A command has ended, or nobody can tell any more.
    case commandEnded(CommandID)
    /// A command was not started after all.
    case commandRefused(CommandID)
    /// Keyboard and pointer can be used from now on, or cannot.
    case injectorReady(Bool)
    /// The keys of the rules' chords and texts, on the keymap in use.
    case bindings(KeyBindings)
    /// The answer to `Effect.startProbe`.
    case probe(ProbeAnswer)
    /// Other rules are in force.
    case rules(RuleSet)
    /// The outputs' panels, in the order they came.
    case panels([Panel])
    /// The desktop's state: window, output, modifiers. Its mode and lock are not looked at.
    case situation(Situation)
    /// logind's report on the session; nil if there is none.
    case session(SessionReport?)
    /// The compositor sees whether the screen is locked; nil if it does not tell.
    case lock(Bool?, from: LockSource)
    /// No rule may act, for a time or until `resume`.
    case pause(lasting: Duration?)
    /// Rules may act again.
    case resume
    /// A rule is to act as if its gesture had been made: its index in the rules. A continuous gesture begins, makes one
    /// step and ends.
    case trigger(rule: Int)
    /// The keyboard and pointer are gone: what is pressed there came up with them.
    case release
    /// No more touch events will come: decides what only waits for time to pass, and cancels the rest.
    case finish
    /// The program ends: cancels gestures, and releases what is pressed.
    case stop
  }
}

/// The answer of an injector to an event.
public enum InjectionAnswer: Hashable, Sendable {
  /// It was sent.
  case sent
  /// There is no room for it now; nothing was sent.
  case noRoom
  /// It cannot be sent, which was reported; nothing is pressed by that ability any more.
  case failed
}

/// The last action of a rule.
public struct LastAction: Hashable, Sendable {
  /// The source location of the rule.
  public var place: String
  /// The rule's name.
  public var name: String?
  /// The gesture at that moment.
  public var gesture: Gesture
  /// The time.
  public var time: Timestamp
}
