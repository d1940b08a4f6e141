internal import Control
internal import Explaining
internal import Gestures
internal import Linux
internal import Rules
internal import RulesFile
internal import Touch

/// Rules that are asked for by name.
extension Daemon {
  /// Does what a rule says, as if its gesture had been made: of one that goes on, its beginning, one step and its end.
  /// - Parameter text: its name, or where it stands.
  /// - Returns: why it is not done; nil where it is.
  func trigger(_ text: String) -> String? {
    let index: Int
    do {
      index = try rules.index(ofRuleCalled: text)
    } catch {
      return error.description
    }
    let rule = rules.rules[index]
    if pause.isOn { return "sleight is paused ('sleight resume' ends that)" }
    if condition == .inactive { return "the session is not in front: nothing acts until it is" }
    if let reason = rule.reason(against: current.situation) { return "\(rule.place): \(reason.message)" }
    for gesture in Gesture.imitation(of: rule.trigger, rank: index, at: Timestamp(microseconds: monotonicNow())) {
      perform(rule, for: gesture, on: "")
    }
    return nil
  }
}

/// What a rule did last.
struct LastAct {
  var place: String
  var name: String?
  var gesture: Gesture
  var time: Timestamp
}

extension Daemon {
  /// What it tells of pausing and of what it did last.
  var actingStatus: ActingStatus {
    let now = monotonicNow()
    var status = ActingStatus()
    status.isPaused = pause.isOn
    status.pauseEndsIn = pause.deadline.map { Int(max(0, $0.microseconds - now) / 1000) }
    status.last = lastAct.map { act in
      ActingStatus.Last(
        rule: act.place, name: act.name, gesture: act.gesture.kind.rawValue,
        direction: act.gesture.direction?.rawValue, fingers: act.gesture.fingers,
        isTriggered: act.gesture.isImitation, ago: Int(max(0, now - act.time.microseconds) / 1000))
    }
    return status
  }
}
