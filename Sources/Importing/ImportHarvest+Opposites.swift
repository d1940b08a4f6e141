extension ImportHarvest {
  /// Joins two rules with steps that go opposite ways to one that goes both: the first that begins has the fingers until
  /// they lift, so that the other could never act on the way back.
  mutating func joinOpposites() {
    var index = 0
    while index < rules.count {
      if rules[index]["every"] != nil, let way = Self.opposites[rules[index].value] {
        join(index, with: way)
      }
      index += 1
    }
  }

  static let opposites = [
    "left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise", "up-left": "down-right",
    "down-right": "up-left", "up-right": "down-left", "down-left": "up-right",
  ]

  private mutating func join(_ index: Int, with way: String) {
    let rule = rules[index]
    let found = rules.indices.first { other in
      other > index && rules[other].gesture == rule.gesture && rules[other].value == way
        && rules[other].fingers == rule.fingers && rules[other].conditions == rule.conditions
        && rules[other]["every"] != nil
    }
    guard let other = found else { return }
    let opposite = rules[other]
    let fits =
      (rule.back.isEmpty || rule.back == opposite.act) && (opposite.back.isEmpty || opposite.back == rule.act)
      && rule.begin == opposite.begin && rule.end == opposite.end && rule["every"] == opposite["every"]
    if fits {
      rules[index].back = opposite.act
      rules[index].bindingCount += opposite.bindingCount
      rules[index].comments += opposite.comments
      for note in opposite.notes where !rules[index].notes.contains(note) { rules[index].notes.append(note) }
      rules[index].notes.append("'back' is what line \(opposite.line) said of the other way")
      rules.remove(at: other)
    } else if !rule.back.isEmpty || !opposite.back.isEmpty {
      // A rule that goes back begins that way, too, and would leave the other one nothing.
      rules[index].back = []
      rules[other].back = []
      remark(
        .changed, line: rule.line,
        "what this does on the way back is not what line \(opposite.line) does that way: only the ways out are kept")
    }
  }
}
