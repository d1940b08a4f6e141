internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import Text
internal import YAML

/// The variables with a finger's first position.
private let initialPosition = WholePattern("(finger_[1-5]|thumb)_initial_position_percentage_([xy])")

/// A condition of InputActions, in the words of rules files.
indirect enum InputActionsCondition: Hashable {
  /// A condition of a rule: `app`, `firefox`.
  case word(Word, YAMLValue)
  case all([InputActionsCondition])
  case any([InputActionsCondition])
  case not(InputActionsCondition)
  /// Numbers of fingers, which belong to the gesture.
  case fingers(ClosedRange<Int>)
  /// A part of the device in percent, on an axis, in which a finger starts.
  case zone(finger: String, axis: String, ClosedRange<Int>)

  /// A condition without a counterpart.
  struct Failure: Error {
    var message: ImportText
  }

  /// A negated condition begins with `!$`, which YAML takes for a tag: another character stands for the '!'.
  static func marked(_ text: String) -> String { text.replacing(" !$", with: " ¬$").replacing("[!$", with: "[¬$") }

  /// The text before `marked`.
  static func unmarked(_ text: String) -> String { text.replacing("¬$", with: "!$") }

  private static func failure(_ text: String) -> Failure {
    Failure(message: "no condition corresponds to \(Phrase.quote(unmarked(text)))")
  }

  /// Reads a condition, or a list of conditions that must all hold.
  static func read(_ node: Node, depth: Int = 0) throws(Failure) -> InputActionsCondition {
    guard depth < 20 else { throw Failure(message: "the conditions are nested too deeply") }
    switch node.content {
    case .scalar(let text, _): return try variable(text.trimmed)
    case .sequence(let nodes):
      var conditions: [InputActionsCondition] = []
      for node in nodes { conditions.append(try read(node, depth: depth + 1)) }
      // Conditions in the old form are alternatives.
      let isAny = conditions.count > 1 && nodes.contains { $0.lastEntries.contains { isOld($0) } }
      return isAny ? .any(conditions) : .all(conditions)
    case .mapping: return try mapping(node, depth: depth)
    }
  }

  private static func isOld(_ entry: Node.Entry) -> Bool {
    ["window_class", "window_state", "negate"].contains(entry.key.text ?? "")
  }

  private static func mapping(_ node: Node, depth: Int) throws(Failure) -> InputActionsCondition {
    let negated = node.lastValue(of: "negate")?.texts ?? []
    var conditions: [InputActionsCondition] = []
    for entry in node.lastEntries {
      let name = entry.key.text ?? ""
      let condition: InputActionsCondition
      switch name {
      case "all", "any", "none":
        guard case .sequence(let nodes) = entry.value.content else { throw failure(name) }
        var inner: [InputActionsCondition] = []
        for node in nodes { inner.append(try read(node, depth: depth + 1)) }
        let any = inner.count == 1 ? inner[0] : .any(inner)
        condition = name == "all" ? .all(inner) : name == "any" ? any : .not(any)
      case "negate": continue
      case "window_class": condition = try text(.app, "matches", entry.value.text ?? "", name)
      case "window_state":
        let states = entry.value.texts
        guard states.count == 1, let state = windowStates[states[0]] else {
          throw failure("window_state: \(states.joined(separator: ", "))")
        }
        condition = .word(state, .word("true"))
      default: throw failure(name)
      }
      conditions.append(negated.contains(name) ? .not(condition) : condition)
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  /// Reads the old property `keyboard_modifiers`: a list, `any` or `none`.
  static func modifiers(_ node: Node) throws(Failure) -> InputActionsCondition {
    let names = node.texts
    if names == ["any"] { return .all([]) }
    let value = "[\(names == ["none"] ? "" : names.joined(separator: ", "))]"
    return try comparison("keyboard_modifiers", "==", value, "keyboard_modifiers: \(names.joined(separator: ", "))")
  }

  /// Reads `$variable operator value`, `$variable` or its negation.
  private static func variable(_ text: String) throws(Failure) -> InputActionsCondition {
    let isNegated = text.hasPrefix("¬$") || text.hasPrefix("!$")
    guard isNegated || text.hasPrefix("$") else { throw failure(text) }
    let words = text.drop { $0 != "$" }.dropFirst().split(separator: " ", maxSplits: 2).map(String.init)
    guard let name = words.first else { throw failure(text) }
    var comparison = words.count > 1 ? words[1] : "=="
    let isUnequal = comparison == "!="
    if isUnequal { comparison = "==" }
    let value = words.count > 2 ? words[2].trimmed : "true"
    let condition = try Self.comparison(name, comparison, value, text)
    return isNegated != isUnequal ? .not(condition) : condition
  }

  private static func comparison(
    _ name: String, _ comparison: String, _ value: String, _ text: String
  ) throws(Failure) -> InputActionsCondition {
    // The window under the fingers is that under the pointer on a touchpad.
    for prefix in ["window_under_fingers_", "window_under_pointer_", "window_under_"] where name.hasPrefix(prefix) {
      let property = "window_" + name.dropFirst(prefix.count)
      guard case .word(let word, let value) = try Self.comparison(property, comparison, value, text) else { break }
      return .word(.under, .mapping([.init(word, value)]))
    }
    switch name {
    case "window_class", "window_name": return try Self.text(.app, comparison, value, text)
    case "window_title": return try Self.text(.title, comparison, value, text)
    case "screen_name": return try Self.text(.output, comparison, value, text)
    case "window_fullscreen", "window_maximized":
      guard comparison == "==", ["true", "false"].contains(value), let state = windowStates[String(name.dropFirst(7))]
      else { throw failure(text) }
      return .word(state, .word(value))
    case "keyboard_modifiers":
      let names = ["ctrl": "ctrl", "alt": "alt", "shift": "shift", "meta": "super"]
      let modifiers = list(value).compactMap { names[$0.lowercased()] }
      guard ["==", "contains"].contains(comparison), modifiers.count == list(value).count else { throw failure(text) }
      return .word(.modifiers, YAMLValue(modifiers))
    case "fingers":
      let numbers = comparison == "between" ? value.split(separator: ";").map(String.init) : [value]
      let range = numbers.compactMap { Int($0.trimmed) }
      guard ["==", "between"].contains(comparison), let low = range.first, let high = range.last, low <= high,
        (1...5).contains(low), (1...5).contains(high)
      else { throw failure(text) }
      return .fingers(low...high)
    default:
      guard let match = name.wholeMatch(of: initialPosition), let finger = match[1], let axis = match[2] else {
        throw failure(text)
      }
      return try zone(String(finger), String(axis), comparison, value, text)
    }
  }

  private static let windowStates: [String: Word] = ["fullscreen": .fullscreen, "maximized": .maximized]

  private static func zone(
    _ finger: String, _ axis: String, _ comparison: String, _ value: String, _ text: String
  ) throws(Failure) -> InputActionsCondition {
    let bounds = value.split(separator: ";").compactMap { ImportedQuantity.number(String($0)) }
      .map { Int((min(max($0, 0), 1) * 100).rounded()) }
    let range: (Int, Int)? =
      switch comparison {
      case "<", "<=": bounds.first.map { (0, $0) }
      case ">", ">=": bounds.first.map { ($0, 100) }
      case "between" where bounds.count == 2: (bounds[0], bounds[1])
      default: nil
      }
    guard let range, range.0 < range.1 else { throw failure(text) }
    return .zone(finger: finger, axis: axis, range.0...range.1)
  }

  /// The values of `[a, b]`, or a single value.
  static func list(_ value: String) -> [String] {
    guard value.hasPrefix("["), value.hasSuffix("]") else { return [unquoted(value)] }
    return value.dropFirst().dropLast().split(separator: ",").map { unquoted($0.trimmed) }
  }

  private static func unquoted(_ text: String) -> String {
    let isQuoted = text.count > 1 && ["\"", "'"].contains(text.first) && text.first == text.last
    return isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  /// A condition on a text: its patterns in the words of rules files.
  private static func text(
    _ word: Word, _ comparison: String, _ value: String, _ text: String
  ) throws(Failure) -> InputActionsCondition {
    let value = unmarked(value)
    let patterns: [String]?
    switch comparison {
    case "==": patterns = [unquoted(value)]
    case "one_of": patterns = list(value)
    case "contains": patterns = ["*\(unquoted(value))*"]
    case "matches": patterns = Self.patterns(unquoted(value))
    default: patterns = nil
    }
    guard let patterns, !patterns.isEmpty else { throw failure(text) }
    return .word(word, YAMLValue(patterns))
  }

  /// The patterns for a regular expression that consists of alternatives, `.*` and anchors; nil for any other one.
  private static func patterns(_ expression: String) -> [String]? {
    let inner = expression.dropFirst(expression.hasPrefix("^") ? 1 : 0).dropLast(expression.hasSuffix("$") ? 1 : 0)
    let isGroup = inner.hasPrefix("(") && inner.hasSuffix(")")
    var patterns: [String] = []
    for part in (isGroup ? inner.dropFirst().dropLast() : expression[...])
      .split(separator: "|", omittingEmptySubsequences: false)
    {
      // Outside of a group, an anchor is that of one alternative.
      let anchored = isGroup ? expression[...] : part
      let (isStart, isEnd) = (anchored.hasPrefix("^"), anchored.hasSuffix("$"))
      let bare = isGroup ? part : part.dropFirst(isStart ? 1 : 0).dropLast(isEnd ? 1 : 0)
      let text = bare.replacing("\\.", with: "\u{0}").replacing(".*", with: "*")
      guard !text.isEmpty, !text.contains(where: { "^$()[]{}+?\\".contains($0) }) else { return nil }
      let pattern = text.replacing(".", with: "?").replacing("\u{0}", with: ".")
      patterns.append((isStart ? "" : "*") + pattern + (isEnd ? "" : "*"))
    }
    return patterns.map { $0.replacing("**", with: "*") }
  }

  // MARK: Rules

  /// The texts of a value; empty for a mapping.
  private static func texts(_ value: YAMLValue) -> [String] {
    switch value {
    case .text(let text), .word(let text): [text]
    case .list(let values): values.compactMap(\.text)
    case .mapping: []
    }
  }

  /// True if both conditions can never hold at once.
  func excludes(_ other: InputActionsCondition) -> Bool {
    switch (self, other) {
    case (.not(let condition), _) where condition == other: return true
    case (_, .not(let condition)) where condition == self: return true
    case (.word(let one, let first), .word(let two, let second)) where one == two:
      // Held modifiers are exactly those of a condition.
      if one == .modifiers { return Set(Self.texts(first)) != Set(Self.texts(second)) }
      let texts = [first, second].map(Self.texts)
      let isExact = texts.joined().allSatisfy { !$0.contains("*") && !$0.contains("?") }
      return isExact && texts.allSatisfy { !$0.isEmpty } && Set(texts[0]).isDisjoint(with: texts[1])
    case (.fingers(let one), .fingers(let two)): return !one.overlaps(two)
    case (.zone(let finger, let axis, let first), .zone(let other, let otherAxis, let second)):
      return finger == other && axis == otherAxis && !first.overlaps(second)
    default: return false
    }
  }

  /// The parts that must all hold.
  var parts: [InputActionsCondition] {
    if case .all(let conditions) = self { return conditions.flatMap(\.parts) }
    return [self]
  }

  /// The conditions of a rule for parts that must all hold.
  /// - Throws: `Failure` if a number of fingers or a zone is part of an alternative.
  static func conditions(_ parts: [InputActionsCondition]) throws(Failure) -> [YAMLValue.Entry] {
    var conditions: [YAMLValue.Entry] = []
    var negations: [YAMLValue] = []
    for part in parts {
      let entry = try part.entry()
      if entry.key == .not {
        negations.append(entry.value)
      } else if conditions.contains(where: { $0.key == entry.key }) {
        // A mapping has each word once: the same is said by a negation of the negation.
        negations.append(.mapping([.init(.not, .mapping([entry]))]))
      } else {
        conditions.append(entry)
      }
    }
    if negations.count == 1 { conditions.append(.init(.not, negations[0])) }
    if negations.count > 1 { conditions.append(.init(.not, .mapping([.init(.any, .list(negations))]))) }
    return conditions
  }

  private func entry() throws(Failure) -> YAMLValue.Entry {
    switch self {
    case .word(let word, let value): return .init(word, value)
    case .not(let condition): return .init(.not, try Self.mapping(condition.parts))
    case .any(let conditions):
      var mappings: [YAMLValue] = []
      for condition in conditions { mappings.append(try Self.mapping(condition.parts)) }
      return .init(.any, .list(mappings))
    case .all(let conditions): return .init(.any, .list([try Self.mapping(conditions.flatMap(\.parts))]))
    case .fingers: throw Failure(message: "no condition corresponds to alternative numbers of fingers")
    case .zone: throw Failure(message: "no condition corresponds to alternative positions of a finger")
    }
  }

  private static func mapping(_ parts: [InputActionsCondition]) throws(Failure) -> YAMLValue {
    .mapping(try conditions(parts))
  }
}
