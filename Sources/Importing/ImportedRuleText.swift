internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import YAML

/// The text of a rule in a rules file.
enum ImportedRuleText {
  /// The lines of a rule as an entry of a list.
  /// - Parameter isInGroup: true if it is in a group with its conditions.
  static func lines(of rule: ImportedRule, isInGroup: Bool) -> [String] {
    var keys: [[String]] = [["\(rule.gesture): \(rule.value)"]]
    keys.append(["fingers: \(Phrase.range(rule.fingers))"])
    if !isInGroup, !rule.conditions.isEmpty { keys.append([when(rule.conditions)]) }
    keys += order.compactMap { key in rule[key].map { ["\(key): \($0)"] } }
    if !rule.begin.isEmpty { keys.append(actions(rule.begin, of: "begin")) }
    if let every = rule["every"] { keys.append(["every: \(every)"]) }
    if !rule.act.isEmpty { keys.append(actions(rule.act, of: "do")) }
    if !rule.back.isEmpty { keys.append(actions(rule.back, of: "back")) }
    if !rule.end.isEmpty { keys.append(actions(rule.end, of: "end")) }
    if !rule.cancel.isEmpty { keys.append(actions(rule.cancel, of: "cancel")) }
    return keys.flatMap { $0 }.enumerated().map { index, line in index == 0 ? "- \(line)" : "  \(line)" }
  }

  /// The order of properties. `every` is written directly before `do`.
  private static let order = [
    "device", "edge", "corner", "margin", "zone", "distance", "within", "after", "speed", "at", "resume", "drag",
    "also", "as",
  ]

  /// `when: {app: firefox}`
  static func when(_ conditions: [ImportedRule.Condition]) -> String {
    let texts = conditions.map { "\($0.word): \($0.value)" }
    return "when: {\(texts.joined(separator: ", "))}"
  }

  private static func actions(_ actions: [ImportedAction], of key: String) -> [String] {
    guard actions.count > 1 else { return actions.first.map { action($0, behind: "\(key):", indent: "  ") } ?? [] }
    return ["\(key):"] + actions.flatMap { action($0, behind: "  -", indent: "    ") }
  }

  private static func action(_ action: ImportedAction, behind start: String, indent: String) -> [String] {
    switch action {
    case .shell(let command):
      guard let block = YAMLText.block(command) else { return ["\(start) \(YAMLText.scalar(command))"] }
      return ["\(start) |-"] + block.map { $0.isEmpty ? "" : indent + $0 }
    case .held(_, _, let command): return Self.action(.shell(command), behind: start, indent: indent)
    case .keys, .click, .scroll, .type, .compositor, .nothing, .other: return ["\(start) \(action.flowText ?? "")"]
    }
  }
}
