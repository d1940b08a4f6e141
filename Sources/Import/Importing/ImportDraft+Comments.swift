internal import Foreign

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

extension SourceComment {
  /// A comment with its signs at the beginning, which are removed.
  init(line: Int, marked text: some StringProtocol, by signs: String = "#", isTrailing: Bool = false) {
    self.init(line: line, text: text.drop { signs.contains($0) }.trimmed, isTrailing: isTrailing)
  }
}

/// The comments of a configuration, at the rules that they describe.
extension ImportDraft {
  /// Attaches each comment to the rule in whose lines it is, or which directly follows it.
  mutating func attachComments(_ source: ImportSource) {
    let spans = rules.indices.flatMap { rule in rules[rule].spans.map { (lines: $0, rule: rule) } }
      .sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    let starts = bindingStarts
    let blocks = SourceComment.blocks(of: comments)
    let commentLines = Set(comments.lazy.filter { !$0.isTrailing }.map(\.line))
    for (index, block) in blocks.enumerated() {
      if let rule = Self.rule(around: block[0].line, in: spans) {
        rules[rule].comments += block.map(\.text)
        continue
      }
      let last = block[block.count - 1]
      let end = index + 1 < blocks.count ? blocks[index + 1][0].line : .max
      let following = starts[Self.first(in: starts) { $0.line > last.line }...].first
      guard !last.isTrailing, let start = following, let rule = start.rule, start.line <= end else {
        droppedCommentCount += block.count
        continue
      }
      let texts = heading(block, of: start.line, source, commentLines)
      rules[rule].comments = texts + rules[rule].comments
      droppedCommentCount += block.count - texts.count
    }
  }

  /// The lines at which bindings begin, in order, with their rules; nil for a binding that is left out.
  private var bindingStarts: [(line: Int, rule: Int?)] {
    let kept = rules.indices.map { (line: rules[$0].line, rule: Int?.some($0)) }
    let others = remarks.filter { [.leftOut, .kept, .ignored].contains($0.kind) }.map {
      (line: $0.line, rule: Int?.none)
    }
    return (kept + others).sorted { ($0.line, $0.rule ?? .max) < ($1.line, $1.rule ?? .max) }
  }

  /// The lines of `block` that describe the rule in line `start`; empty if it describes anything else.
  private func heading(
    _ block: [SourceComment], of start: Int, _ source: ImportSource, _ commentLines: Set<Int>
  ) -> [String] {
    func text(_ line: Int) -> String { source.lines.indices.contains(line - 1) ? source.lines[line - 1] : "" }
    func indentation(_ line: Int) -> Int { text(line).prefix(while: \.isWhitespace).count }
    let end = block[block.count - 1].line
    let content = (end + 1..<max(start, end + 1)).filter { !commentLines.contains($0) && !text($0).trimmed.isEmpty }
    guard content.allSatisfy(openers.contains) else { return [] }
    // A comment that is indented further belongs to what precedes it.
    let next = indentation(content.first ?? start)
    let deeper = block.lastIndex { text($0.line).trimmed.hasPrefix("#") && indentation($0.line) > next }
    let block = block[(deeper.map { $0 + 1 } ?? 0)...]
    // A longer block that is not adjacent most likely explains the tool, not the rule.
    guard block.count <= 3 || end + 1 == start || content.first == end + 1 else { return [] }
    // Comments before a disabled statement belong to it, unless it is an alternative to the rule.
    guard let disabled = block.lastIndex(where: { isStatement($0.text) }) else { return block.map(\.text) }
    let isAlternative = block[disabled].text.words.prefix(3) == text(start).words.prefix(3)
    return zip(block.indices, block).filter { ($0.0 > disabled || isAlternative) && !isStatement($0.1.text) }
      .map(\.1.text)
  }

  /// The rule with the innermost of the `spans` that contain a line; nil if none does.
  private static func rule(around line: Int, in spans: [(lines: ClosedRange<Int>, rule: Int)]) -> Int? {
    let next = first(in: spans) { $0.lines.lowerBound > line }
    // Spans are nested a few levels deep only.
    return spans[..<next].suffix(8).last { $0.lines.contains(line) }?.rule
  }

  /// The index of the first element for which `isBehind` is true, by binary search; the count if there is none.
  private static func first<Element>(in elements: [Element], _ isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
