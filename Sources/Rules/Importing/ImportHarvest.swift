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
    dropReplaced()
    joinOpposites()
    attachComments()
    // The first rule that matches acts: those with conditions, then those for one number of fingers.
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

  private mutating func attachComments() {
    let starts = rules.indices.sorted { rules[$0].line < rules[$1].line }
    for block in SourceComment.blocks(of: comments) {
      guard let rule = owner(of: block, starts) else {
        lostComments += block.count
        continue
      }
      rules[rule].comments += block.map(\.text)
    }
  }

  /// The rule that a block of comments stands at: in it, behind it, or in front of it.
  private func owner(of block: [SourceComment], _ starts: [Int]) -> Int? {
    guard let first = block.first, let last = block.last else { return nil }
    // Binary search: both the rules and the comments may be many.
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if rules[starts[middle]].line <= first.line { low = middle + 1 } else { high = middle }
    }
    if low > 0, rules[starts[low - 1]].lines.contains(first.line) { return starts[low - 1] }
    guard low < starts.count else { return nil }
    // What is longer and stands apart explains the tool, not the rule.
    let isNear = rules[starts[low]].line == last.line + 1
    return isNear || block.count <= 3 ? starts[low] : nil
  }
}

extension ImportedRule {
  /// How much it matches: what matches less must come first.
  fileprivate var breadth: Int { (conditions.isEmpty ? 2 : 0) + (fingers.count > 1 ? 1 : 0) }
}

/// A line that its author wrote for people.
struct SourceComment {
  var line: Int
  /// Without the sign that makes it a comment.
  var text: String
  /// Whether something stands in front of it in its line.
  var isTrailing = false

  /// Those that follow one another, together.
  static func blocks(of comments: [SourceComment]) -> [[SourceComment]] {
    var blocks: [[SourceComment]] = []
    for comment in comments {
      if let last = blocks.last?.last, last.line + 1 == comment.line, !last.isTrailing, !comment.isTrailing {
        blocks[blocks.count - 1].append(comment)
      } else {
        blocks.append([comment])
      }
    }
    return blocks
  }
}
