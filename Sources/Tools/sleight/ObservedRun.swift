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
  /// A contact that is stuck, or no longer.
  case stuck(StuckContacts.Change)
  /// All reports of an input, or of passing time, were given.
  case handled(Timestamp)
}

extension TouchFollower {
  /// Adds a touch event or a gesture.
  mutating func add(_ effect: Effect) {
    switch effect {
    case .touch(let event): add(event)
    case .gesture(let gesture, _, _): add(gesture)
    default: break
    }
  }

  /// Updates the touches after all effects of an input.
  /// - Parameter isOfTime: false if no deadline has passed since the latest update.
  /// - Returns: the missed touches; none if there are no rules.
  mutating func update(at now: Timestamp, isOfTime: Bool, from engine: Engine) -> [Observed] {
    let misses = update(
      at: now, isOfTime: isOfTime, observations: { engine.observation(on: $0) },
      isAtRest: { engine.isRecognitionAtRest(on: $0) },
      failures: { engine.failures(on: $0) })
    return engine.rules.rules.isEmpty ? [] : misses.map { .missed($0, engine) }
  }
}

/// A run of the engine that performs no actions, of which the touches are followed until they are decided: the loop of
/// `monitor` and `replay`.
final class ObservedRun<Follower: TouchFollower> {
  /// Follows the touches.
  var follower: Follower
  private var run: DryRun
  /// The contacts that do not move, of live touches.
  private(set) var stuck: StuckContacts?
  private var name: (DeviceID) -> String = { "device \($0.number)" }
  /// A gesture of a rule may have changed the mode, and so what is pending on other devices.
  private var hasGesture = false

  /// - Parameter panels: the panels under touchscreens.
  init(_ rules: RuleSet, in situation: Situation, _ follower: Follower, panels: [Panel] = []) {
    self.follower = follower
    run = DryRun(rules, in: situation, isObserved: true)
    if !panels.isEmpty { run.handle(.panels(panels), at: .zero) { _ in } }
  }

  /// Reports a recording.
  func play(_ events: [TouchEvent], _ body: (Observed) throws -> Void) throws {
    for event in events { try handle(event, body) }
    try run.handle(.finish, at: .zero) { try report($0, body) }
    try update(at: .latest, isOfTime: true, body)
  }

  /// Handles an event, after what is due before it.
  private func handle(_ event: TouchEvent, _ body: (Observed) throws -> Void) rethrows {
    let isDue = run.engine.deadline.map { $0 <= event.time } ?? false
    try run.advance(to: event.time) { try report($0, body) }
    if isDue || follower.hasChanged(at: event.time) { try update(at: event.time, isOfTime: isDue, body) }
    try run.handle(.touch(event), at: event.time) { try report($0, body) }
    try update(at: event.time, isOfTime: hasGesture, body)
  }

  /// Reports live touches until a signal ends the run.
  /// - Parameters:
  ///   - start: the time from which the times of stuck contacts are counted.
  ///   - deadline: an additional time to wake at.
  ///   - expire: called when that time may have come.
  func follow(
    _ touches: LiveTouches, since start: Timestamp, deadline: @escaping () -> Timestamp? = { nil },
    expire: @escaping (Timestamp) -> Void = { _ in }, _ body: @escaping (Observed) -> Void
  ) throws {
    stuck = StuckContacts(since: start)
    name = { [unowned touches] in touches.name(of: $0) }
    touches.loop.handlers.deadline = { [unowned self] in
      [run.engine.deadline, follower.deadline, stuck?.deadline, deadline()].compactMap { $0 }.min()
    }
    touches.loop.handlers.expire = { [unowned self] now in
      if [run.engine.deadline, follower.deadline, stuck?.deadline].contains(where: { $0.map { $0 <= now } ?? false }) {
        advance(to: now, body)
      }
      expire(now)
    }
    try touches.prepare(
      readsContacts: run.engine.rules.mayReadContacts, adjustments: { [unowned self] in run.engine.adjustments }
    ) { [unowned self] panels in
      let now = Timestamp.now
      var turned: [Device] = []
      run.handle(.panels(panels), at: now) { effect in
        if case .deviceTurned(let device) = effect { turned.append(device) }
        report(effect, body)
      }
      update(at: now, isOfTime: true, body)
      turned.forEach(touches.announce)
    }
    try touches.run { [unowned self] in handle($0, body) }
  }

  private func advance(to moment: Timestamp, _ body: (Observed) throws -> Void) rethrows {
    try run.advance(to: moment) { try report($0, body) }
    try update(at: moment, isOfTime: true, body)
  }

  private func report(_ effect: Effect, _ body: (Observed) throws -> Void) rethrows {
    if case .gesture(_, .some, _) = effect { hasGesture = true }
    follower.add(effect)
    try body(.effect(effect))
  }

  private func update(at now: Timestamp, isOfTime: Bool, _ body: (Observed) throws -> Void) rethrows {
    hasGesture = false
    // A call with the engine copies it.
    if isOfTime || follower.hasChanged(at: now) {
      for observed in follower.update(at: now, isOfTime: isOfTime, from: run.engine) { try body(observed) }
    }
    for change in stuck?.update(at: now, from: run.engine, name: name) ?? [] { try body(.stuck(change)) }
    try body(.handled(now))
  }
}
