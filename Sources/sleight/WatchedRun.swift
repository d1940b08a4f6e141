import Engine
import Gestures
import Libinput
import Linux
import Pictures
import Rules
import Surroundings
import Time
import Touch

/// Live touches in a run of the engine without effects, for `monitor`.
final class WatchedRun {
  let touches: LiveTouches
  private(set) var run: DryRun
  private let rules: RuleSet
  /// The time from which times are counted.
  let start = Timestamp.now

  /// - Parameter signals: as `LiveTouches` takes them.
  init(_ rules: RuleSet, in situation: Situation, signals: [CInt] = []) throws {
    touches = try LiveTouches(signals: signals)
    self.rules = rules
    run = DryRun(rules, in: situation, isObserved: true)
    touches.loop.devices.wantsContacts = { _ in rules.mayReadContacts }
  }

  /// Passes on each effect until a signal ends the run.
  /// - Parameters:
  ///   - deadline: an additional time to wake at.
  ///   - expire: called when that time may have come.
  ///   - handled: called with the time after all effects of an input, when the run's state may be read.
  ///   - body: called with each effect. The run's state may not be read meanwhile.
  func run(
    deadline: @escaping () -> Timestamp? = { nil }, expire: @escaping (Timestamp) -> Void = { _ in },
    handled: @escaping (Timestamp) -> Void = { _ in }, _ body: @escaping (Effect) -> Void
  ) throws {
    touches.adjustments = { [unowned self] in run.engine.adjustments }
    let handle = { [unowned self] (input: Engine.Input, time: Timestamp) in
      var turned: [Device] = []
      run.handle(input, at: time) { effect in
        if case .deviceTurned(let device) = effect { turned.append(device) }
        body(effect)
      }
      turned.forEach(touches.announce)
      handled(time)
    }
    touches.loop.handlers.deadline = { [unowned self] in [run.engine.deadline, deadline()].compactMap { $0 }.min() }
    touches.loop.handlers.expire = { [unowned self] now in
      if let due = run.engine.deadline, due <= now { handle(.timePassed, now) }
      expire(now)
    }
    try touches.followPanels { handle(.panels($0), Timestamp.now) }
    try touches.run { handle(.touch($0), $0.time) }
  }

  /// A touch on which no rule acted, with the nearest rule, its time counted from the start.
  func nearMiss(_ touch: TouchTracker.Miss) -> NearMiss {
    let id = touch.attempt.device.id
    return NearMiss(touch, device: touches.name(of: id), in: run.engine, since: start)
  }

  /// Compares the contacts that do not move with those in `stuck`, and returns the changes.
  func update(_ stuck: inout StuckContacts, at now: Timestamp) -> [StuckContacts.Change] {
    stuck.update(at: now, from: run.engine) { touches.name(of: $0) }
  }

  /// A gesture with its rule, its time counted from the start.
  func outcome(_ gesture: Gesture, rule: RuleIndex?) -> Outcome {
    var gesture = gesture
    gesture.time = Timestamp(microseconds: (gesture.time - start).wholeMicroseconds)
    return Outcome(
      gesture: gesture, device: touches.name(of: gesture.device), rule: rule.map { rules[$0] })
  }
}
