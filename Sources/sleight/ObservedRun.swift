import Engine
import Gestures
import Libinput
import Linux
import Pictures
import Rules
import Surroundings
import Time
import Touch

/// A report of a run of the engine that `monitor` or `replay` shows.
enum Observed {
  case effect(Effect)
  /// A touch on which no rule acted, and the engine at its end.
  case missed(TouchTracker.Miss, Engine)
  /// All reports of an input, or of passing time, were given.
  case handled(Timestamp)
}

extension TouchFollower {
  /// Adds a touch event or a gesture.
  mutating func add(_ effect: Effect) {
    switch effect {
    case .touch(let event): add(event)
    case .gesture(let gesture, _): add(gesture)
    default: break
    }
  }

  /// Updates the touches after all effects of an input.
  /// - Returns: the reports; no touch is missed if there are no rules.
  mutating func update(at now: Timestamp, from engine: Engine) -> [Observed] {
    let misses = update(
      at: now, observations: { engine.observation(on: $0) }, isAtRest: { engine.isRecognitionAtRest(on: $0) },
      failures: { engine.failures(on: $0) })
    return (engine.rules.rules.isEmpty ? [] : misses.map { .missed($0, engine) }) + [.handled(now)]
  }
}

/// A run of the engine that performs no actions, of which the touches are followed until they are decided: the loop of
/// `monitor` and `replay`.
final class ObservedRun<Follower: TouchFollower> {
  /// Follows the touches.
  var follower: Follower
  private var run: DryRun

  init(_ rules: RuleSet, in situation: Situation, _ follower: Follower) {
    self.follower = follower
    run = DryRun(rules, in: situation, isObserved: true)
  }

  /// Reports a recording.
  func play(_ events: [TouchEvent], _ body: (Observed) throws -> Void) throws {
    for event in events {
      try advance(to: event.time, body)
      try handle(.touch(event), at: event.time, body)
    }
    try run.handle(.finish, at: .zero) { try report($0, body) }
    try update(at: .latest, body)
  }

  /// Reports live touches until a signal ends the run.
  /// - Parameters:
  ///   - deadline: an additional time to wake at.
  ///   - expire: called when that time may have come.
  func follow(
    _ touches: LiveTouches, deadline: @escaping () -> Timestamp? = { nil },
    expire: @escaping (Timestamp) -> Void = { _ in }, _ body: @escaping (Observed) -> Void
  ) throws {
    touches.adjustments = { [unowned self] in run.engine.adjustments }
    let mayReadContacts = run.engine.rules.mayReadContacts
    touches.loop.devices.wantsContacts = { _ in mayReadContacts }
    let handle = { [unowned self] (input: Engine.Input, time: Timestamp) in
      var turned: [Device] = []
      self.handle(input, at: time) { observed in
        if case .effect(.deviceTurned(let device)) = observed { turned.append(device) }
        body(observed)
      }
      turned.forEach(touches.announce)
    }
    touches.loop.handlers.deadline = { [unowned self] in
      [run.engine.deadline, follower.deadline, deadline()].compactMap { $0 }.min()
    }
    touches.loop.handlers.expire = { [unowned self] now in
      if [run.engine.deadline, follower.deadline].contains(where: { $0.map { $0 <= now } ?? false }) {
        advance(to: now, body)
      }
      expire(now)
    }
    try touches.followPanels { handle(.panels($0), Timestamp.now) }
    try touches.run { handle(.touch($0), $0.time) }
  }

  private func handle(_ input: Engine.Input, at time: Timestamp, _ body: (Observed) throws -> Void) rethrows {
    try run.handle(input, at: time) { try report($0, body) }
    try update(at: time, body)
  }

  private func advance(to moment: Timestamp, _ body: (Observed) throws -> Void) rethrows {
    try run.advance(to: moment) { try report($0, body) }
    try update(at: moment, body)
  }

  private func report(_ effect: Effect, _ body: (Observed) throws -> Void) rethrows {
    follower.add(effect)
    try body(.effect(effect))
  }

  private func update(at now: Timestamp, _ body: (Observed) throws -> Void) rethrows {
    for observed in follower.update(at: now, from: run.engine) { try body(observed) }
  }
}
