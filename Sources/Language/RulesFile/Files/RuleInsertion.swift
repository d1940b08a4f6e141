internal import Diagnostics
internal import YAML

/// The position of new rules.
extension RulesText {
  /// The insertions that add `rules` to the list under `rules`, in their order; nil if their position is unclear.
  /// - Parameter position: the index of the entry of the list before which they are added; nil for its end.
  func pieces(for rules: [RuleText], before position: Int?) -> [Piece]? {
    guard let section = value(of: .rules) else { return newList(rules) }
    guard section.alias == nil, case .sequence(let elements) = section.content else { return nil }
    let next = position.flatMap { elements.indices.contains($0) ? $0 : nil }
    if isFlow(section) { return flowPieces(for: rules, before: next.map { elements[$0] }, in: section, elements) }
    guard let last = elements.last else { return nil }
    let indent = lines.mark(atByte: start(of: section)).column - 1
    let blocks = blocks(of: elements)
    // Separated by a blank line if the last rule is.
    let isSpaced = blocks.last.map { isBlank($0 - 1) } ?? false
    let texts = rules.map { rule in elements.allSatisfy(isFlow) ? ["- \(rule.flow)"] : rule.lines }
    guard let next else {
      return [lines(behind: last, indent: indent, texts.flatMap { isSpaced ? [""] + $0 : $0 })]
    }
    guard isElement(elements[next], at: indent) else { return nil }
    let text = texts.flatMap { isSpaced ? $0 + [""] : $0 }.map { ($0.isEmpty ? "" : spaces(indent) + $0) + lineBreak }
    return [Piece(text.joined(), at: lines.range(ofLine: blocks[next]).lowerBound)]
  }

  /// The replacement of an element of the list under `rules` by `rule`; nil if it is a group, or written in an unusual
  /// way. The comments in it are moved above the new rule.
  func pieces(replacing position: Int, by rule: RuleText) -> [Piece]? {
    guard let section = value(of: .rules), section.alias == nil, case .sequence(let elements) = section.content,
      elements.indices.contains(position)
    else { return nil }
    let element = elements[position]
    guard element.alias == nil, !element.entries.isEmpty, element.value(of: .rules) == nil else { return nil }
    guard let comments = movedComments(of: element, in: section) else { return nil }
    let range = start(of: element)..<offset(element.location.end)
    guard !isFlow(element) else { return comments + [Piece(range: range, text: rule.flow)] }
    let column = lines.mark(atByte: range.lowerBound).column - 1
    let text = rule.lines.map { $0.dropFirst(2) }.joined(separator: lineBreak + spaces(column))
    return comments + [Piece(range: range, text: text)]
  }

  /// The insertion that moves the comments in an element above it, if there are any; nil if its dash is not alone
  /// before it. The comment behind it stays there.
  private func movedComments(of element: Node, in section: Node) -> [Piece]? {
    let comments = self.comments(in: element)
    guard !comments.isEmpty else { return [] }
    let indent = lines.mark(atByte: start(of: section)).column - 1
    guard isElement(element, at: indent) else { return nil }
    let location = lines.range(ofLine: element.location.start.line).lowerBound
    return [Piece(comments.map { spaces(indent) + $0 + lineBreak }.joined(), at: location)]
  }

  /// The comments on the lines of an element except its last one.
  private func comments(in element: Node) -> [String] {
    // The end of the last text of each line, and the lines that are inside of a text.
    var ends: [Int: Mark] = [:]
    var inside: Set<Int> = []
    func visit(_ node: Node) {
      let span = node.location
      if node.alias == nil, !node.entries.isEmpty {
        for entry in node.entries { [entry.key, entry.value].forEach(visit) }
      } else if node.alias == nil, case .sequence(let elements) = node.content {
        elements.forEach(visit)
      } else {
        inside.formUnion(span.start.line..<span.end.line)
      }
      if node.alias != nil || node.text != nil || isFlow(node) {
        ends[span.end.line] = max(ends[span.end.line] ?? span.end, span.end)
      }
    }
    visit(element)
    return (element.location.start.line..<element.location.end.line).compactMap { line in
      guard !inside.contains(line) else { return nil }
      let range = lines.range(ofLine: line)
      let rest = bytes[(ends[line].map(offset) ?? range.lowerBound)..<range.upperBound]
      // Between a text and its comment, there may be the sign behind a key or an element.
      let comment = rest.drop { Self.isBlank($0) || ":,-".utf8.contains($0) }
      return comment.first == UInt8(ascii: "#") ? String(decoding: comment, as: UTF8.self) : nil
    }
  }

  /// `rules` as the last key of the file.
  private func newList(_ rules: [RuleText]) -> [Piece]? {
    guard !isFlow(root), let first = entries.first, let last = entries.last else { return nil }
    let list = rules.flatMap(\.lines).map { "  \($0)" }
    return [lines(behind: last.value, indent: first.key.location.start.column - 1, ["", "rules:"] + list)]
  }

  private func flowPieces(
    for rules: [RuleText], before next: Node?, in section: Node, _ elements: [Node]
  ) -> [Piece] {
    let text = rules.map(\.flow).joined(separator: ", ")
    if let next { return [Piece("\(text), ", at: offset(next.location.start))] }
    guard let last = elements.last else { return [Piece(text, at: start(of: section) + 1)] }
    return [Piece(", \(text)", at: offset(last.location.end))]
  }

  /// The first line of each element with the comment above it.
  private func blocks(of elements: [Node]) -> [Int] { elements.map { startOfComment(above: $0.location.start.line) } }

  /// True if only the element's dash stands before it on its line, in the column after `indent`.
  private func isElement(_ node: Node, at indent: Int) -> Bool {
    let before = bytes[lines.range(ofLine: node.location.start.line).lowerBound..<offset(node.location.start)]
    let dash = before.dropFirst(indent)
    return before.prefix(indent).allSatisfy { $0 == 0x20 } && dash.first == UInt8(ascii: "-")
      && dash.dropFirst().allSatisfy { $0 == 0x20 }
  }
}
