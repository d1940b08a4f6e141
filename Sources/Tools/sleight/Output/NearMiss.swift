import Diagnostics
import Engine
internal import Explaining
import Gestures
import JSONLines
import Pictures
import Rules
internal import Time

/// A touch on which no rule acted, with the rule that came nearest.
struct NearMiss {
  private var touch: TouchTracker.Miss
  private var time: Timestamp
  /// The name of the device.
  var device: String
  /// The nearest rule; nil if no rule is for such fingers.
  var rule: Rule?
  /// The reasons why it did not act, or why there is none.
  private var reasons: [Reason]

  /// - Parameter start: the time from which its own is counted.
  init(_ touch: TouchTracker.Miss, device: String, by rules: RuleSet, in situation: Situation, since start: Timestamp) {
    self.touch = touch
    time = Timestamp(microseconds: (touch.end - start).wholeMicroseconds)
    self.device = device
    let nearest = Explanation.nearest(to: touch.attempt, by: rules, in: situation)
    rule = nearest.rule.map { rules[$0] }
    reasons = nearest.reasons
  }

  /// The line for people.
  /// - Parameter remark: what is to be known about all reasons; empty if there is nothing.
  func plainLine(_ remark: String) -> String {
    let nearest = rule.map { "nearest: \($0.heading): \(reasons.text)" } ?? reasons.text
    return "\(time.seconds)  \(counted(touch.attempt.fingers, "finger")), no rule acted; \(nearest)\(remark)".legible
  }

  var jsonLine: String {
    var line = JSONLine()
    line.add("t", time.microseconds)
    line.add("fingers", touch.attempt.fingers)
    line.add("device", device)
    line.add("nearest", rule.map { .string($0.location) } ?? .null)
    if let name = rule?.name { line.add("name", name) }
    line.add("reasons", reasons.json)
    return line.text
  }
}

extension [Reason] {
  /// The reasons for programs.
  var json: JSONValue {
    .array(
      map { reason in
        var members: [JSONValue.Member] = [
          .init("kind", .string(reason.kind.rawValue)), .init("message", .string(reason.message)),
        ]
        if let key = reason.key {
          members.append(.init("key", .string(key)))
          members.append(.init("line", reason.place.map { .number(Double($0.line)) } ?? .null))
          if let file = reason.place?.file { members.append(.init("file", .string(file))) }
        }
        return .object(members)
      })
  }
}
