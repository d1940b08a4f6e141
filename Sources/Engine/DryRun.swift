public import Rules
public import Touch

/// An engine whose effects are only shown: commands end at once, and no key is pressed. For `monitor`, `replay` and
/// `explain`, which show what the daemon would do.
public struct DryRun: Sendable {
  /// The engine.
  public private(set) var engine: Engine
  private var effects: [Effect] = []

  /// A run of `rules`.
  /// - Parameters:
  ///   - situation: the state of the desktop, with its mode.
  ///   - isObserved: true to report touch events as well, and gestures that no rule asks for.
  public init(_ rules: RuleSet, in situation: Situation = Situation(), isObserved: Bool = false) {
    engine = Engine(rules, in: situation, isObserved: isObserved)
    engine.handle(.bindings(KeyBindings(placeholdersFor: rules)), at: .zero, into: &effects)
  }

  /// Gives the engine an input, and hands over the effects in order.
  public mutating func handle(_ input: Engine.Input, at time: Timestamp, _ body: (Effect) throws -> Void) rethrows {
    defer { effects.removeAll(keepingCapacity: true) }
    engine.handle(input, at: time, into: &effects)
    var index = 0
    // Answers to effects append further effects.
    while index < effects.count {
      let effect = effects[index]
      index += 1
      switch effect {
      case .start(let start): engine.handle(.commandEnded(start.id), at: time, into: &effects)
      case .inject: engine.handle(.injection(.sent), at: time, into: &effects)
      case .startProbe: engine.handle(.probe(.locked(false)), at: time, into: &effects)
      case .touch, .gesture, .tell, .stopProbe, .report, .forgetLockRequest, .deviceChanged, .deviceTurned, .note: break
      }
      try body(effect)
    }
  }

  /// Passes time up to `moment`, with `.timePassed` at each deadline on the way.
  public mutating func advance(to moment: Timestamp, _ body: (Effect) throws -> Void) rethrows {
    while let due = engine.deadline, due <= moment { try handle(.timePassed, at: due, body) }
  }

  /// Gives the engine a recorded event, after the deadlines before it.
  public mutating func play(_ event: TouchEvent, _ body: (Effect) throws -> Void) rethrows {
    try advance(to: event.time, body)
    try handle(.touch(event), at: event.time, body)
  }
}
