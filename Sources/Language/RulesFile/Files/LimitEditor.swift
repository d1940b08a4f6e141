internal import Diagnostics
public import Gestures
internal import YAML

/// Sets limits in the text of a rules file, and leaves all other bytes, with the comments, unchanged.
public enum LimitEditor {
  /// Sets a limit.
  /// - Parameters:
  ///   - line: the first line of the rule that it is for; nil for `settings`.
  ///   - bytes: the text.
  /// - Returns: nil if the text is written in an unusual way.
  public static func set(_ name: String, to value: String, ofRuleAt line: Int?, in bytes: [UInt8]) -> [UInt8]? {
    let edit = RulesText.edit(bytes) { text in
      guard let line else { return text.pieces(setting: name, to: value) }
      let rules = text.value(of: .rules).map { Self.rules(in: $0) } ?? []
      let found = rules.filter { $0.location.start.line == line }
      return found.count == 1 ? text.pieces(setting: name, to: value, in: found[0]) : nil
    } isExpected: { _, _ in
      // The caller compares the rules.
      true
    }
    return edit?.bytes
  }

  /// The rules of a list, and of the groups in it.
  private static func rules(in list: Node) -> [Node] {
    guard case .sequence(let elements) = list.content else { return [] }
    return elements.flatMap { element in
      element.value(of: .rules).map { rules(in: $0) } ?? [element]
    }
  }
}

extension RulesText {
  /// The change that sets a key of the settings.
  fileprivate func pieces(setting name: String, to value: String) -> [Piece]? {
    if let settings = self.value(of: .settings), !settings.isNull {
      return pieces(setting: name, to: value, in: settings)
    }
    guard !isFlow(root), let first = entries.first, self.value(of: .settings) == nil else { return nil }
    let key = first.key.location.start
    guard isFirstOnLine(key) else { return nil }
    let comment = startOfComment(above: key.line)
    // A comment at the top of a file is about the file; any other one stays with its key.
    let line = comment == 1 ? key.line : comment
    let start = lines.range(ofLine: line).lowerBound
    let text = "\(spaces(key.column - 1))\(Word.settings.name): {\(name): \(value)}\(lineBreak)"
    return [Piece(line == key.line ? text : text + lineBreak, at: start)]
  }

  /// The change that sets a key of a mapping: in place of its value, or else after the first key.
  func pieces(setting name: String, to value: String, in mapping: Node) -> [Piece]? {
    guard mapping.alias == nil, let first = mapping.entries.first else { return nil }
    if let known = mapping.value(of: name) {
      guard known.alias == nil, known.text != nil else { return nil }
      return [Piece(range: start(of: known)..<offset(known.location.end), text: value)]
    }
    guard first.value.alias == nil else { return nil }
    guard !isFlow(mapping) else {
      return [Piece(", \(name): \(value)", at: offset(first.value.location.end))]
    }
    return [line(behind: first.value, indent: first.key.location.start.column - 1, "\(name): \(value)")]
  }
}

extension Trigger {
  /// The names of its limits and their values, as a rules file has them: `distance` and `12mm`.
  public var limits: [(name: String, value: String)] {
    func texts<Value>(_ rows: [LimitRow<Value>], _ pattern: Value) -> [(name: String, value: String)] {
      rows.compactMap { row in row.text(in: pattern).map { (row.key.name, $0) } }
    }
    func speed(_ range: ClosedRange<Double>?, _ unit: String = "mm/s") -> [(name: String, value: String)] {
      guard let range, range.upperBound == .infinity else { return [] }
      return [(Word.speed.name, Phrase.number(range.lowerBound) + unit)]
    }
    return switch pattern {
    case .tap(let pattern): texts(LimitRows.tap, pattern)
    // Its time is the value of the gesture itself.
    case .longPress(let pattern):
      [(Word.longPress.name, Phrase.milliseconds(pattern.duration))] + texts(LimitRows.longPress, pattern)
    case .swipe(let pattern): texts(LimitRows.swipe, pattern) + speed(pattern.speed)
    case .pan(let pattern): texts(LimitRows.pan, pattern) + speed(pattern.speed)
    case .pinch(let pattern):
      texts(LimitRows.pinch, pattern) + speed(pattern.speed.map { $0.lowerBound * 100...$0.upperBound * 100 }, "%/s")
    case .rotate(let pattern): texts(LimitRows.rotate, pattern) + speed(pattern.speed, "°/s")
    case .circle(let pattern): texts(LimitRows.circle, pattern) + speed(pattern.speed)
    case .stroke(let pattern): texts(LimitRows.stroke, pattern)
    case .press(let pattern): texts(LimitRows.press, pattern)
    case .tipTap, .touch: []
    }
  }
}
