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
indirect enum Observed {
  case effect(Effect)
  /// A touch on which no rule acted, with the rules and the situation at its end.
  case missed(TouchTracker.Miss, RuleSet, Situation)
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
  mutating func update(at now: Timestamp, isOfTime: Bool, from engine: borrowing Engine) -> [Observed] {
    let misses = update(
      at: now, isOfTime: isOfTime, observations: { engine.observation(on: $0) },
      isAtRest: { engine.isRecognitionAtRest(on: $0) },
      failures: { engine.failures(on: $0) })
    let (rules, situation) = (engine.rules, engine.situation)
    return rules.rules.isEmpty ? [] : misses.map { .missed($0, rules, situation) }
  }
}

/// A run of the engine that performs no actions, of which the touches are followed until they are decided: the reader
/// of `monitor` and `replay`.
final class ObservedRun<Follower: TouchFollower>: TouchReader {
  /// Follows the touches.
  var follower: Follower
  /// Called with each report; to be set before touches are read.
  var observe: (Observed) throws -> Void = { _ in }
  private var run: DryRun
  /// The contacts that do not move, of live touches.
  private(set) var stuck: StuckContacts?
  private var name: (DeviceID) -> String = { "device \($0.number)" }
  /// A gesture of a rule may have changed the mode, and so what is pending on other devices.
  private var hasGesture = false

  init(
    _ rules: RuleSet, in situation: Situation, _ follower: Follower,
    observe: @escaping (Observed) throws -> Void = { _ in }
  ) {
    self.follower = follower
    self.observe = observe
    run = DryRun(rules, in: situation, isObserved: true)
  }

  var adjustments: DeviceAdjustments { run.engine.adjustments }
  var readsContacts: Bool { run.engine.rules.mayReadContacts }

  /// Handles an event, after what is due before it.
  func handle(_ event: TouchEvent) throws {
    let isDue = run.engine.deadline.map { $0 <= event.time } ?? false
    try run.advance(to: event.time, report)
    if isDue || follower.hasChanged(at: event.time) { try update(at: event.time, isOfTime: isDue) }
    try run.handle(.touch(event), at: event.time, report)
    try update(at: event.time, isOfTime: hasGesture)
  }

  func finish() throws {
    try run.handle(.finish, at: .zero, report)
    try update(at: .latest, isOfTime: true)
  }

  /// Watches for contacts that do not move, as live ones may.
  /// - Parameters:
  ///   - start: the time from which their times are counted.
  ///   - name: the name of a device.
  func watchStuckContacts(since start: Timestamp, name: @escaping (DeviceID) -> String) {
    stuck = StuckContacts(since: start)
    self.name = name
  }

  var deadline: Timestamp? { [run.engine.deadline, follower.deadline, stuck?.deadline].compactMap { $0 }.min() }

  func expire(at now: Timestamp) throws {
    try run.advance(to: now, report)
    try update(at: now, isOfTime: true)
  }

  func replacePanels(with panels: [Panel], at now: Timestamp) throws -> [Device] {
    var turned: [Device] = []
    try run.handle(.panels(panels), at: now) { effect in
      if case .deviceTurned(let device) = effect { turned.append(device) }
      try report(effect)
    }
    try update(at: now, isOfTime: true)
    return turned
  }

  private func report(_ effect: Effect) throws {
    if case .gesture(_, .some, _) = effect { hasGesture = true }
    follower.add(effect)
    try observe(.effect(effect))
  }

  private func update(at now: Timestamp, isOfTime: Bool) throws {
    hasGesture = false
    // Most events change nothing for the touches.
    if isOfTime || follower.hasChanged(at: now) {
      for observed in follower.update(at: now, isOfTime: isOfTime, from: run.engine) { try observe(observed) }
    }
    for change in stuck?.update(at: now, from: run.engine, name: name) ?? [] { try observe(.stuck(change)) }
    try observe(.handled(now))
  }
}
