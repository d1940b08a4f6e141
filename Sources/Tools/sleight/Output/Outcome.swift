import Control
import Diagnostics
internal import Explaining
import Gestures
import JSONLines
internal import Pictures
import Rules
internal import RulesFile
internal import Time
import Touch

/// The actions that a gesture runs, or would run.
struct Outcome {
  var gesture: Gesture
  /// The name of the device.
  var device: String
  /// The rule that the gesture fulfils.
  var rule: Rule?
  /// The window under the fingers; not asked for if no rule depends on it.
  var under: WindowAnswer

  /// The actions of the rule at this phase of the gesture.
  var actions: [Action] { rule?.actions(for: gesture) ?? [] }

  /// The JSON lines for programs: the gesture, then each action.
  var jsonLines: [String] {
    GestureLines.of(gesture, device: device, rule: rule, under: under.json, hasPositions: true)
  }

  /// The lines for people: one for each phase of note, and one for each step that a rule acts on. Small changes of a
  /// continuous gesture give none.
  var plainLines: [String] {
    guard let rule else { return gesture.phase == .changed ? [] : [heading + (gesture.isOver ? "" : ": no rule")] }
    let reaction = rule.reaction
    var lines: [String] = []
    if gesture.phase == .recognized || gesture.phase == .began {
      lines.append(line(heading, rule, reaction.opening(of: gesture)))
    }
    for actions in reaction.steps(of: gesture) where !actions.isEmpty {
      lines.append(line("\(subject), \(gesture.steps < 0 ? "step back" : "step")", rule, actions))
    }
    if gesture.isOver {
      let actions = reaction.closing(of: gesture)
      lines.append(actions.isEmpty ? heading : line(heading, rule, actions))
    }
    return lines
  }

  /// The time, kind and number of fingers.
  private var subject: String {
    let parts = [gesture.kind.rawValue, tapsText, gesture.stroke, gesture.direction?.rawValue].compactMap { $0 }
    let definition = rule?.definition.map { "\($0): " } ?? ""
    return
      "\(gesture.time.seconds)  \(definition)\(parts.joined(separator: " ")), \(counted(gesture.fingers, "finger"))"
  }

  /// The subject with its measures or phase.
  private var heading: String {
    switch gesture.phase {
    case .changed: return subject
    case .ended, .cancelled: return "\(subject), \(gesture.phase.rawValue)\(commitmentText)"
    case .recognized:
      guard gesture.kind.isStraight else { return subject }
      return subject + ", \(Self.whole(gesture.translation.length.value)) mm at \(Self.whole(gesture.speed)) mm/s"
    case .began:
      switch gesture.kind.measure {
      case .scale:
        return subject + (gesture.scale.map { ", scale \(JSONValue.number(($0 * 100).rounded() / 100).text)" } ?? "")
      case .rotation: return subject + (gesture.rotation.map { ", \(Self.whole($0))°" } ?? "")
      case .distance, .speed, nil: return subject
      }
    }
  }

  /// The place where the fingers would come to rest, if the rule asks for that: `, to rest at 22 of 30 mm`.
  private var commitmentText: String {
    guard let commitment = gesture.commitment else { return "" }
    func text(_ unit: String, _ factor: Double = 1) -> String {
      ", to rest at \(Self.whole(commitment.amount * factor)) of \(Self.whole(commitment.least * factor))\(unit)"
    }
    switch gesture.kind.measure {
    case .scale: return text("%", 100)
    case .rotation: return text("°")
    case .distance, .speed, nil: return text(" mm")
    }
  }

  /// The number of taps, of the gesture itself or before it.
  private var tapsText: String? {
    guard let taps = gesture.taps else { return nil }
    guard gesture.kind.isMadeOfTaps else { return "after \(counted(taps, "tap"))" }
    return TapPattern.words(taps) + (taps > 3 ? " times" : "")
  }

  private func line(_ text: String, _ rule: Rule, _ actions: [Action]) -> String {
    let done = actions.isEmpty ? "" : ": " + actions.map(\.plainText).joined(separator: "; ")
    return "\(text): \(rule.heading)\(done)".legible
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}
