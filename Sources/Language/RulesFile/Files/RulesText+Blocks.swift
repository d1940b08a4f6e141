internal import Diagnostics
internal import Text
internal import YAML

/// The lines of rules in a list with dashes.
extension RulesText {
  /// The lines of a rule, counted from 1.
  struct Block {
    /// The lines of the rule, with the comments in it and those below it that are indented as its keys.
    var body: ClosedRange<Int>
    /// The first line of the comment above it.
    var comment: Int
    /// The number of spaces before its dash.
    var indent: Int
  }

  /// The lines of an element of a list; nil if its dash is not alone before it.
  func block(of element: Node) -> Block? {
    let (start, end) = (element.location.start, element.location.end)
    let before = bytes[lines.range(ofLine: start.line).lowerBound..<offset(start)]
    let indent = before.prefix { $0 == 0x20 }.count
    let dash = before.dropFirst(indent)
    guard dash.first == UInt8(ascii: "-"), dash.dropFirst().allSatisfy({ $0 == 0x20 }) else { return nil }
    var (first, last) = (start.line, end.line)
    while first > 1, isComment(first - 1), indentation(first - 1) <= indent { first -= 1 }
    while last < lines.count, isComment(last + 1), indentation(last + 1) > indent { last += 1 }
    return Block(body: start.line...last, comment: first, indent: indent)
  }

  /// The text of a rule as an entry that is not indented.
  func entry(_ block: Block) -> String {
    block.body.map { line in
      let text = bytes[lines.range(ofLine: line)]
      let spaces = min(text.prefix { $0 == 0x20 }.count, block.indent)
      return String(decoding: text.dropFirst(spaces), as: UTF8.self) + "\n"
    }.joined()
  }

  private func indentation(_ line: Int) -> Int { bytes[lines.range(ofLine: line)].prefix { $0 == 0x20 }.count }

  /// The bytes of lines, with their line breaks.
  private func bytes(of range: ClosedRange<Int>) -> Range<Int> {
    let end = range.upperBound < lines.count ? lines.range(ofLine: range.upperBound + 1).lowerBound : bytes.count
    return lines.range(ofLine: range.lowerBound).lowerBound..<end
  }

  /// The lines that a rule takes with it: those of its comment too, unless that is a heading of further rules, which
  /// follow without a comment of their own.
  private func moved(_ block: Block, in list: [Node], at index: Int) -> ClosedRange<Int> {
    let next = list.indices.contains(index + 1) ? list[index + 1].location.start.line : nil
    let isHeading = next == block.body.upperBound + 1
    return (isHeading ? block.body.lowerBound : block.comment)...block.body.upperBound
  }

  /// The removal of lines, with the blank one that would be left over.
  /// - Parameter leads: true if others of the same list follow and none precedes.
  private func removal(of range: ClosedRange<Int>, leads: Bool) -> Piece {
    var (first, last) = (range.lowerBound, range.upperBound)
    let isBeforeBlank = last < lines.count && isBlank(last + 1)
    if first > 1, isBlank(first - 1), isBeforeBlank || last == lines.count {
      first -= 1
    } else if leads, isBeforeBlank {
      last += 1
    }
    return Piece(range: bytes(of: first...last), text: "")
  }

  func pieces(deleting block: Block, in list: [Node], at index: Int, of parent: Node) -> [Piece]? {
    let removal = removal(of: moved(block, in: list, at: index), leads: index == 0 && list.count > 1)
    guard list.count == 1 else { return [removal] }
    // An empty list is written behind its key.
    guard let key = parent.entries.first(where: { $0.key.text == Word.rules.name })?.key else { return nil }
    let colon = bytes[offset(key.location.end)...].firstIndex(of: UInt8(ascii: ":"))
    return colon.map { [Piece(" []", at: $0 + 1), removal] }
  }

  /// - Parameter target: the position in the list before which the rule comes; the number of rules for its end.
  func pieces(moving block: Block, in list: [Node], at index: Int, to target: Int) -> [Piece]? {
    guard (0...list.count).contains(target) else { return nil }
    if target == index || target == index + 1 { return [] }
    let range = moved(block, in: list, at: index)
    var text = String(decoding: bytes[bytes(of: range)], as: UTF8.self)
    if !text.hasSuffix(lineBreak) { text += lineBreak }
    guard let insertion = insertion(of: text, in: list, at: target) else { return nil }
    return [removal(of: range, leads: index == 0), insertion].sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  func piece(replacing block: Block, by text: String) -> Piece? {
    indented(text, by: block.indent).map { Piece(range: bytes(of: block.body), text: $0) }
  }

  /// - Parameter list: the rules of the list; none for a file without rules.
  func pieces(adding text: String, in list: [Node], at index: Int) -> [Piece]? {
    guard let first = list.first else { return newList(of: text) }
    guard let block = block(of: first) else { return nil }
    return indented(text, by: block.indent).flatMap { insertion(of: $0, in: list, at: index) }.map { [$0] }
  }

  /// The insertion of whole lines before an entry of a list, or behind its last one.
  private func insertion(of text: String, in list: [Node], at index: Int) -> Piece? {
    guard index < list.count else {
      guard let last = list.last.flatMap(block) else { return nil }
      let isSpaced = list.count > 1 && last.comment > 1 && isBlank(last.comment - 1)
      let end = lines.range(ofLine: last.body.upperBound).upperBound
      let isAtEnd = last.body.upperBound == lines.count
      let lineBreaks = lineBreak + (isSpaced ? lineBreak : "")
      return Piece(lineBreaks + (isAtEnd ? text : String(text.dropLast(lineBreak.count))), at: end)
    }
    guard let next = block(of: list[index]) else { return nil }
    let second = list.indices.contains(index + 1) ? block(of: list[index + 1]) : nil
    let spaced = index == 0 ? second : next
    let isSpaced = spaced.map { $0.comment > 1 && isBlank($0.comment - 1) } ?? false
    return Piece(text + (isSpaced ? lineBreak : ""), at: lines.range(ofLine: next.comment).lowerBound)
  }

  /// The list under `rules` where there is none, or an empty one.
  private func newList(of text: String) -> [Piece]? {
    guard !isFlow(root), let text = indented(text, by: 2) else { return nil }
    let body = lineBreak + text.dropLast(lineBreak.count)
    if let section = value(of: .rules) {
      guard section.isNull || isFlow(section), section.alias == nil,
        let key = entries.first(where: { $0.key.text == Word.rules.name })?.key,
        let colon = bytes[offset(key.location.end)...].firstIndex(of: UInt8(ascii: ":"))
      else { return nil }
      let end = section.isNull ? colon + 1 : offset(section.location.end)
      return [Piece(range: colon + 1..<max(end, colon + 1), text: body)]
    }
    guard let last = entries.last else { return nil }
    let end = lines.range(ofLine: last.value.location.end.line).upperBound
    return [Piece("\(lineBreak)\(lineBreak)\(Word.rules.name):\(body)", at: end)]
  }

  /// Entries of a list, indented; nil if they are none.
  private func indented(_ text: String, by indent: Int) -> String? {
    var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    while lines.first?.allSatisfy(\.isWhitespace) == true { lines.removeFirst() }
    guard let first = lines.first, first.hasPrefix("-") || first.hasPrefix("#") else { return nil }
    return lines.map { ($0.isEmpty ? "" : spaces(indent) + $0) + lineBreak }.joined()
  }

  /// The change that makes a rule act, or keeps it from acting.
  func pieces(enabling isEnabled: Bool, _ rule: Node) -> [Piece]? {
    let name = Word.enabled.name
    guard isEnabled else { return pieces(setting: name, to: "false", in: rule) }
    guard let index = rule.entries.firstIndex(where: { $0.key.text == name }) else { return [] }
    let entry = rule.entries[index]
    let (start, end) = (entry.key.location.start, entry.value.location.end)
    if isFlow(rule), index > 0 {
      return [Piece(range: offset(rule.entries[index - 1].value.location.end)..<offset(end), text: "")]
    }
    guard index > 0, isFirstOnLine(start) else { return pieces(setting: name, to: "true", in: rule) }
    return [Piece(range: bytes(of: start.line...end.line), text: "")]
  }
}
