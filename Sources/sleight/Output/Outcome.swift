import Diagnostics
import Gestures
import JSONLines
import Rules
import Touch

/// What a gesture set off, or would.
struct Outcome {
  var gesture: Gesture
  /// The name of the device it was made on.
  var device: String
  /// The rule that it fulfils.
  var rule: Rule?

  /// What the rule does at this moment of the gesture.
  var actions: [Action] { rule?.actions(at: gesture.phase) ?? [] }

  /// The lines for programs: the gesture, then each action.
  var jsonLines: [String] {
    var line = JSONLine()
    line.add("t", gesture.time.microseconds)
    line.add("gesture", gesture.kind.rawValue)
    line.add("phase", gesture.phase.rawValue)
    line.add("fingers", gesture.fingers)
    if let direction = gesture.direction { line.add("direction", direction.rawValue) }
    line.add("dx", gesture.translation.dx, decimals: 1)
    line.add("dy", gesture.translation.dy, decimals: 1)
    line.add("speed", gesture.speed, decimals: 1)
    if let scale = gesture.scale { line.add("scale", scale, decimals: 3) }
    if let rotation = gesture.rotation { line.add("rotation", rotation, decimals: 1) }
    line.add("device", device)
    line.add("rule", rule.map { .string($0.place) } ?? .null)
    if let name = rule?.name { line.add("name", name) }
    return [line.text]
      + actions.map { action in
        var line = JSONLine()
        line.add("t", gesture.time.microseconds)
        line.add("action", action.json)
        line.add("rule", rule.map { .string($0.place) } ?? .null)
        return line.text
      }
  }

  /// The line for people; nil for what is not worth one: every small change of a gesture that goes on.
  var plainLine: String? {
    let milliseconds = gesture.time.microseconds / 1000
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    let fingers = counted(gesture.fingers, "finger")
    let direction = gesture.direction.map { " \($0.rawValue)" } ?? ""
    var text = "\(milliseconds / 1000).\(fraction) s  \(gesture.kind.rawValue)\(direction), \(fingers)"
    switch gesture.phase {
    case .changed: return nil
    case .ended, .cancelled: return "\(text), \(gesture.phase.rawValue)"
    case .recognized:
      text += ", \(Self.whole(gesture.translation.length.value)) mm at \(Self.whole(gesture.speed)) mm/s"
    case .began:
      if let scale = gesture.scale { text += ", scale \(JSONValue.number((scale * 100).rounded() / 100).text)" }
    }
    guard let rule else { return "\(text): no rule" }
    let name = rule.name.map { " '\($0)'" } ?? ""
    return "\(text): \(rule.place)\(name): \(rule.actions.map(\.plainText).joined(separator: "; "))".legible
  }

  private static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}

extension Action {
  /// The action on one line, for people.
  fileprivate var plainText: String {
    switch self {
    case .shell(let command):
      // A script is known by its first line.
      command.firstIndex(of: "\n").map { "\(command[..<$0]) …" } ?? command
    case .run(let arguments): "run \(arguments.map(Self.word).joined(separator: " "))"
    case .keys(let chords): "keys \(chords.map(\.text).joined(separator: ", "))"
    }
  }

  /// An argument as a shell would want it, so that one sees where it ends.
  private static func word(_ argument: String) -> String {
    let isPlain =
      !argument.isEmpty && argument.utf8.allSatisfy { $0 > 0x20 && !"\"'$`\\|&;<>()*?[]#~{}!\u{7f}".utf8.contains($0) }
    return isPlain ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
  }
}
