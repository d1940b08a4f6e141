internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// Rules with steps in opposite directions.
extension ImportDraft {
  /// Joins two rules with steps in opposite directions to one with `do` and `back`: the first that begins claims the
  /// touch sequence, so that the other could never act.
  mutating func joinOpposites() {
    let stepped = rules.indices.filter { rules[$0][.every] != nil }
    // The rules that may still be joined, in order.
    var groups = Dictionary(grouping: stepped) { Steps(of: rules[$0], rules[$0].value) }.mapValues { $0[...] }
    var joined: Set<Int> = []
    for index in stepped where !joined.contains(index) {
      guard let opposite = Self.opposite(of: rules[index].value) else { continue }
      let steps = Steps(of: rules[index], opposite)
      while let other = groups[steps]?.first, other < index || joined.contains(other) { groups[steps]?.removeFirst() }
      guard let other = groups[steps]?.first else { continue }
      if join(index, with: other) { joined.insert(other) }
    }
    rules = rules.indices.filter { !joined.contains($0) }.map { rules[$0] }
  }

  /// The properties that two rules with steps share if they are for one touch, and the direction of one of them.
  private struct Steps: Hashable {
    var gesture: Gesture.Kind
    var direction: String
    var fingers: ClosedRange<Int>
    var limits: [YAMLValue.Entry]

    init(of rule: ImportedRule, _ direction: String) {
      (gesture, fingers, self.direction) = (rule.gesture, rule.fingers, direction)
      limits = rule.conditions + rule.entries(of: [.device, .zone])
    }
  }

  private static let opposites = [
    "left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise", "up-left": "down-right",
    "down-right": "up-left", "up-right": "down-left", "down-left": "up-right",
  ]

  /// The opposite of a direction or of a range of angles; nil if it has none.
  static func opposite(of value: String) -> String? {
    if let word = opposites[value] { return word }
    let angles = value.split(separator: "-").compactMap { $0.hasSuffix("°") ? Double($0.dropLast()) : nil }
    guard angles.count == 2 else { return nil }
    return angles.map { ImportedQuantity.text($0 < 180 ? $0 + 180 : $0 - 180, "°") }.joined(separator: "-")
  }

  /// Joins a rule to the first one; false if it stays.
  private mutating func join(_ index: Int, with other: Int) -> Bool {
    let (rule, opposite) = (rules[index], rules[other])
    let fits =
      (rule.back.isEmpty || rule.back == opposite.act) && (opposite.back.isEmpty || opposite.back == rule.act)
      && rule.begin == opposite.begin && rule.end == opposite.end && rule[.every] == opposite[.every]
    if fits {
      rules[index].back = opposite.act
      rules[index].comments += opposite.comments
      for note in opposite.notes where !rules[index].notes.contains(note) { rules[index].notes.append(note) }
      if opposite.line != rule.line { rules[index].notes.append("'back' is from \(line: opposite.line)") }
      return true
    }
    if !rule.back.isEmpty || !opposite.back.isEmpty {
      // A rule with `back` begins in either direction, so that the other rule could never act.
      rules[index].back = []
      rules[other].back = []
      remark(
        .leftOut, line: rule.line,
        "the steps back are not those of \(line: opposite.line): only the steps forward are kept")
    }
    return false
  }
}
