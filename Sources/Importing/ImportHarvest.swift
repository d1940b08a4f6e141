/// What was read from a configuration.
struct ImportHarvest {
  var rules: [ImportedRule] = []
  var remarks: [ImportRemark] = []
  /// What its author wrote that is no setting, each with its line.
  var comments: [SourceComment] = []
  /// How its gestures and its numbers were understood, for the head of the file.
  var explanations: [String] = []
  /// Whether the tool obeys the last of several rules for one gesture, and not the first.
  var obeysLast = true

  /// Comments that stood at no rule and are not kept.
  private(set) var lostComments = 0

  /// Something of the configuration that is not as it was.
  mutating func remark(_ kind: ImportRemark.Kind, line: Int, _ message: String) {
    // A hostile file could have a million.
    if remarks.count < 2_000 { remarks.append(ImportRemark(kind, line: line, message)) }
  }

  /// Explains something that holds for several rules, once.
  mutating func explain(_ text: String) {
    if !explanations.contains(text) { explanations.append(text) }
  }

  /// Puts the rules in an order in which each can act, and the comments at the rules they stood at.
  mutating func settle() {
    attachComments()
    dropReplaced()
    dropLongerHolds()
    for index in rules.indices { rules[index].settleHeld() }
    joinOpposites()
    // The first rule that matches acts: those with more conditions, then those for one number of fingers.
    let ordered = rules.enumerated().sorted { left, right in
      (left.element.breadth, left.offset) < (right.element.breadth, right.offset)
    }
    rules = ordered.map(\.element)
    remarks = remarks.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }

  /// Leaves out what another rule for the same gesture keeps from acting.
  private mutating func dropReplaced() {
    var obeyed: [[String]: Int] = [:]
    for (index, rule) in rules.enumerated() where obeysLast || obeyed[rule.trigger] == nil {
      obeyed[rule.trigger] = index
    }
    var kept: [ImportedRule] = []
    for (index, rule) in rules.enumerated() {
      if let other = obeyed[rule.trigger], other != index {
        remark(
          .ignored, line: rule.line, "line \(rules[other].line) is for the same gesture: this one never acted")
      } else {
        kept.append(rule)
      }
    }
    rules = kept
  }

  /// Leaves out long presses that are longer than others of as many fingers: those have begun by then, and have the
  /// fingers until they lift.
  private mutating func dropLongerHolds() {
    var shortest: [String: (seconds: Double, line: Int)] = [:]
    func key(_ rule: ImportedRule) -> String {
      "\(rule.fingers) \(rule["device"] ?? "") \(rule.conditions)"
    }
    for rule in rules where rule.gesture == "long-press" {
      let seconds = ImportedQuantity.seconds(rule.value)
      if seconds < shortest[key(rule)]?.seconds ?? .infinity { shortest[key(rule)] = (seconds, rule.line) }
    }
    var kept: [ImportedRule] = []
    for rule in rules {
      if rule.gesture == "long-press", let other = shortest[key(rule)],
        ImportedQuantity.seconds(rule.value) > other.seconds
      {
        remark(.leftOut, line: rule.line, "the shorter hold of line \(other.line) has acted by then")
      } else {
        kept.append(rule)
      }
    }
    rules = kept
  }

  private mutating func attachComments() {
    let starts = rules.indices.sorted { rules[$0].line < rules[$1].line }
    // In front of a rule only the nearest block is about it.
    var inFront: [Int: [SourceComment]] = [:]
    for block in SourceComment.blocks(of: comments) {
      let next = Self.first(in: starts) { rules[$0].line > block[0].line }
      if next > 0, rules[starts[next - 1]].lines.contains(block[0].line) {
        rules[starts[next - 1]].comments += block.map(\.text)
      } else if next < starts.count, let last = block.last, !last.isTrailing {
        lostComments += inFront[starts[next]]?.count ?? 0
        inFront[starts[next]] = block
      } else {
        lostComments += block.count
      }
    }
    for (rule, block) in inFront {
      // What is longer and stands apart explains the tool, not the rule.
      if block.count <= 3 || (block.last?.line ?? 0) + 1 == rules[rule].line {
        rules[rule].comments = block.map(\.text) + rules[rule].comments
      } else {
        lostComments += block.count
      }
    }
  }

  /// The first place in `starts` for which `isBehind` holds, which it does for all that follow.
  private static func first(in starts: [Int], _ isBehind: (Int) -> Bool) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(starts[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension ImportedRule {
  /// How much it matches: what matches less must come first.
  fileprivate var breadth: Int { (fingers.count > 1 ? 1 : 0) - 2 * conditions.count }
}

/// A line that its author wrote for people.
struct SourceComment {
  var line: Int
  /// Without the sign that makes it a comment.
  var text: String
  /// Whether something stands in front of it in its line.
  var isTrailing = false

  /// Those that follow one another, together: none is empty, and none has lines at its ends that say nothing.
  static func blocks(of comments: [SourceComment]) -> [[SourceComment]] {
    var blocks: [[SourceComment]] = []
    var lastLine: Int?
    for comment in comments {
      defer { lastLine = comment.isTrailing ? nil : comment.line }
      let isJoined = lastLine.map { $0 + 1 == comment.line } ?? false && !comment.isTrailing
      if isJoined, !blocks.isEmpty {
        blocks[blocks.count - 1].append(comment)
      } else {
        blocks.append([comment])
      }
    }
    return blocks.map { block in
      var block = block.drop(while: \.saysNothing)
      while block.last?.saysNothing == true { block.removeLast() }
      return Array(block)
    }.filter { !$0.isEmpty }
  }

  /// Whether it is a line drawn for the eye, or for a program.
  private var saysNothing: Bool { text.hasPrefix("!/") || !text.contains { $0.isLetter || $0.isNumber } }
}
