/// A rule as the lines of a list's entry.
enum ImportedRuleText {
  static func lines(of rule: ImportedRule) -> [String] {
    var keys: [[String]] = [["\(rule.gesture): \(rule.value)"]]
    keys.append(["fingers: \(Phrase.range(rule.fingers))"])
    if !rule.conditions.isEmpty { keys.append(["when: {\(conditions(rule.conditions))}"]) }
    keys += order.compactMap { key in rule[key].map { ["\(key): \($0)"] } }
    if !rule.begin.isEmpty { keys.append(actions(rule.begin, of: "begin")) }
    if let every = rule["every"] { keys.append(["every: \(every)"]) }
    if !rule.act.isEmpty { keys.append(actions(rule.act, of: "do")) }
    if !rule.back.isEmpty { keys.append(actions(rule.back, of: "back")) }
    if !rule.end.isEmpty { keys.append(actions(rule.end, of: "end")) }
    return keys.flatMap { $0 }.enumerated().map { index, line in index == 0 ? "- \(line)" : "  \(line)" }
  }

  /// The further keys in the order they are best read. 'every' stands in front of what it says the rhythm of.
  private static let order = ["device", "edge", "corner", "margin", "zone", "distance", "within", "at", "drag", "also"]

  private static func conditions(_ conditions: [ImportedRule.Condition]) -> String {
    conditions.map { condition in
      let value =
        condition.values.count == 1 ? YAMLText.element(condition.values[0]) : YAMLText.list(condition.values)
      return "\(condition.word): \(value)"
    }.joined(separator: ", ")
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
    case .run(let arguments): return ["\(start) {run: \(YAMLText.list(arguments))}"]
    case .keys(let chords):
      let value = chords.count == 1 ? YAMLText.element(chords[0]) : YAMLText.list(chords)
      return ["\(start) {keys: \(value)}"]
    case .other(let word, let value): return ["\(start) {\(word): \(value)}"]
    }
  }
}
