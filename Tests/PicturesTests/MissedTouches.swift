import Engine
import Explaining
import Gestures
import Pictures
import Rules
import Testing
import Time
import Touch

/// The report of `replay` on the touches of a recording: the gestures on which rules acted, and the touches on which
/// none did, with the reasons.
struct MissedTouches {
  private(set) var acted: [Gesture] = []
  private(set) var missed: [(touch: TouchTracker.Miss, nearest: Explanation.Nearest)] = []

  init(_ events: [TouchEvent], _ rules: RuleSet, in situation: Situation = Situation()) {
    var run = DryRun(rules, in: situation, isObserved: true)
    var tracker = TouchTracker(triggers: rules.triggers)
    func follow(_ effect: Effect) {
      switch effect {
      case .touch(let event): tracker.add(event)
      case .gesture(let gesture, let rule, _):
        tracker.add(gesture)
        if rule != nil { acted.append(gesture) }
      default: break
      }
    }
    func update(at now: Timestamp) {
      let misses = tracker.update(
        at: now, observations: { run.engine.observation(on: $0) }, isAtRest: { run.engine.isRecognitionAtRest(on: $0) },
        failures: { run.engine.failures(on: $0) })
      for touch in misses {
        missed.append((touch, Explanation.nearest(to: touch.attempt, by: rules, in: run.engine.situation)))
      }
    }
    for event in events {
      run.advance(to: event.time, follow)
      update(at: event.time)
      run.handle(.touch(event), at: event.time, follow)
      update(at: event.time)
    }
    run.handle(.finish, at: .zero, follow)
    update(at: .latest)
  }

  /// The reasons of the nearest rule for each touch on which none acted.
  var reasons: [String] { missed.map(\.nearest.reasons.text) }
}
