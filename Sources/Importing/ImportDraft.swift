/// The rules read from a configuration, before they are written.
struct ImportDraft {
  var rules: [ImportedRule] = []
  var remarks: [ImportRemark] = []
  /// The comments of the configuration.
  var comments: [SourceComment] = []
  /// Explanations of the conversion that apply to several rules, for the header of the file.
  var explanations: [String] = []
  /// True if the last of several rules for the same gesture is in force in the tool; false if the first is.
  var lastRuleWins = true

  /// The number of comment lines that belong to no rule and are dropped.
  private(set) var droppedCommentCount = 0

  /// Adds a remark on a difference from the configuration.
  mutating func remark(_ kind: ImportRemark.Kind, line: Int, _ message: String) {
    // Limits the memory for a hostile file.
    if remarks.count < 2_000 { remarks.append(ImportRemark(kind, line: line, message)) }
  }

  /// Adds an explanation that applies to several rules, once.
  mutating func explain(_ text: String) {
    if !explanations.contains(text) { explanations.append(text) }
  }

  /// Completes the draft: attaches comments to their rules, drops or joins rules that cannot act beside others, and
  /// sorts the rules so that each can act.
  mutating func finish() {
    attachComments()
    dropShadowedRules()
    dropLongerLongPresses()
    for index in rules.indices { rules[index].resolveHeldModifiers() }
    joinOpposites()
    // The first rule that matches acts, so narrower rules come first: those with more conditions, then those for a
    // single number of fingers.
    let ordered = rules.enumerated().sorted { left, right in
      (left.element.breadth, left.offset) < (right.element.breadth, right.offset)
    }
    rules = ordered.map(\.element)
    remarks = remarks.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }

  /// Drops rules that another rule for the same gesture disabled in the tool.
  private mutating func dropShadowedRules() {
    var winners: [[String]: Int] = [:]
    for (index, rule) in rules.enumerated() where lastRuleWins || winners[rule.trigger] == nil {
      winners[rule.trigger] = index
    }
    var kept: [ImportedRule] = []
    for (index, rule) in rules.enumerated() {
      if let other = winners[rule.trigger], other != index {
        remark(
          .ignored, line: rule.line, "line \(rules[other].line) is for the same gesture: this one never acted")
      } else {
        kept.append(rule)
      }
    }
    rules = kept
  }

  /// Drops long presses that are longer than others with the same number of fingers: the shorter one claims the touch
  /// sequence first.
  private mutating func dropLongerLongPresses() {
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
    // Only the nearest block before a rule belongs to it.
    var precedingBlocks: [Int: [SourceComment]] = [:]
    for block in SourceComment.blocks(of: comments) {
      let next = Self.first(in: starts) { rules[$0].line > block[0].line }
      if next > 0, rules[starts[next - 1]].lines.contains(block[0].line) {
        rules[starts[next - 1]].comments += block.map(\.text)
      } else if next < starts.count, let last = block.last, !last.isTrailing {
        droppedCommentCount += precedingBlocks[starts[next]]?.count ?? 0
        precedingBlocks[starts[next]] = block
      } else {
        droppedCommentCount += block.count
      }
    }
    for (rule, block) in precedingBlocks {
      // A longer block that is not adjacent most likely explains the tool, not the rule.
      if block.count <= 3 || (block.last?.line ?? 0) + 1 == rules[rule].line {
        rules[rule].comments = block.map(\.text) + rules[rule].comments
      } else {
        droppedCommentCount += block.count
      }
    }
  }

  /// The first index in `starts` for which `isBehind` is true, by binary search; the count if there is none.
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
  /// The sort key for precedence: narrower rules have lower values.
  fileprivate var breadth: Int { (fingers.count > 1 ? 1 : 0) - 2 * conditions.count }
}

/// A comment line of a configuration.
struct SourceComment {
  var line: Int
  /// The text without the comment sign.
  var text: String
  /// True if the comment follows other content on its line.
  var isTrailing = false

  /// The comments grouped into blocks of consecutive lines, without decoration at either end. No block is empty.
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
      var block = block.drop(while: \.isDecoration)
      while block.last?.isDecoration == true { block.removeLast() }
      return Array(block)
    }.filter { !$0.isEmpty }
  }

  /// True if it has no words or is a shebang line.
  private var isDecoration: Bool { text.hasPrefix("!/") || !text.contains { $0.isLetter || $0.isNumber } }
}

extension ImportDraft {
  /// Joins two rules with steps in opposite directions to one with `do` and `back`: the first that begins claims the
  /// touch sequence, so that the other could never act.
  mutating func joinOpposites() {
    var index = 0
    while index < rules.count {
      if rules[index]["every"] != nil, let opposite = Self.opposites[rules[index].value] {
        join(index, with: opposite)
      }
      index += 1
    }
  }

  static let opposites = [
    "left": "right", "right": "left", "up": "down", "down": "up", "in": "out", "out": "in",
    "clockwise": "counterclockwise", "counterclockwise": "clockwise", "up-left": "down-right",
    "down-right": "up-left", "up-right": "down-left", "down-left": "up-right",
  ]

  private mutating func join(_ index: Int, with direction: String) {
    let rule = rules[index]
    let found = rules.indices.first { other in
      other > index && rules[other].gesture == rule.gesture && rules[other].value == direction
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
      // A rule with `back` begins in either direction, so that the other rule could never act.
      rules[index].back = []
      rules[other].back = []
      remark(
        .changed, line: rule.line,
        "what this does on the way back is not what line \(opposite.line) does that way: only the ways out are kept")
    }
  }
}
