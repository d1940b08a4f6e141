internal import Diagnostics
internal import Gestures
internal import YAML

/// What a group says for the rules in it.
struct GroupContext {
  /// Holds besides a rule's own.
  var condition = Condition()
  /// Where a rule does not say.
  var fingers: (count: ClosedRange<Int>, place: Span)?
  /// Where a rule does not say.
  var devices: [DeviceFilter]?
}

extension RulesReader {
  /// Reads a list of rules and groups of rules: those of the file, or of a group.
  mutating func rules(_ value: Node, in group: GroupContext = GroupContext()) -> [CheckedRule] {
    guard case .sequence(let elements) = value.content else {
      if value.isNull {
        report(
          .noRules, "there is nothing under 'rules'", at: value.span,
          help: "write a list of rules, or 'rules: []' for none")
      } else {
        report(
          .wrongShape, "'rules' takes a list of rules, not \(Phrase.shape(of: value))",
          at: value.span.firstCharacter, help: "every rule starts with '- ', as in '- swipe: left'")
      }
      return []
    }
    if elements.isEmpty, isAlone {
      report(.emptyRules, "the list of rules is empty: nothing will act", at: value.span)
    }
    var rules: [CheckedRule] = []
    rules.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if case .mapping(let entries) = element.content, entries.contains(where: { $0.key.text == "rules" }) {
        rules += self.group(entries, in: group)
      } else if index + 1 < elements.count, elements[index + 1].goesOn(with: element) {
        continue
      } else if index > 0, element.goesOn(with: elements[index - 1]) {
        report(
          .noGesture, "these keys belong to the rule above them", at: element.place.firstCharacter,
          help: "leave out the '- ' in front of them: only the first key of a rule has one")
      } else if let rule = rule(element, in: group) {
        rules.append(rule)
      }
    }
    return rules
  }

  /// Reads a group: its rules, with what it says for them.
  private mutating func group(_ entries: [Node.Entry], in outer: GroupContext) -> [CheckedRule] {
    let fields = fields(of: entries, in: .group)
    for entry in fields.unknown { reportUnknownInGroup(entry) }
    var group = outer
    if let when = fields["when"] { group.condition.clauses += condition(when.value, for: "when").clauses }
    if let field = fields["fingers"], let count = fingers(field.value) { group.fingers = (count, field.span) }
    if let field = fields["device"] { group.devices = devices(field.value) }
    if let name = fields["name"] { _ = text(of: name.value, for: "name", expected: "text", example: "Firefox") }
    return fields["rules"].map { rules($0.value, in: group) } ?? []
  }

  /// What a rule says and a group does not is the commonest slip.
  private mutating func reportUnknownInGroup(_ entry: Node.Entry) {
    guard let word = entry.key.text.flatMap({ Vocabulary.word($0, in: .rule) }) else {
      let isOfCondition = entry.key.text.flatMap { Vocabulary.word($0, in: .condition) } != nil
      reportUnknown(entry, in: isOfCondition ? .rule : .group)
      return
    }
    report(
      .misplacedKey, "'\(word.name)' does not go with a group of rules", at: entry.key.place,
      help: word.role == .gesture
        ? "each rule under 'rules' has its own gesture" : "a group takes \(Vocabulary.list(of: .group))")
  }
}

extension Node {
  /// Whether it has what `rule` lacks, and lacks what that has: the action of a rule whose gesture is in `rule`.
  fileprivate func goesOn(with rule: Node) -> Bool {
    // Nearly every rule starts with its gesture, and is done with here.
    !has { $0.role == .gesture } && has(Self.isAction) && rule.has { $0.role == .gesture } && !rule.has(Self.isAction)
      && isOfRuleAlone && rule.isOfRuleAlone
  }

  private static func isAction(_ word: Word) -> Bool { word.value == .actions || word.name == "drag" }

  /// Whether one of its keys is such a word of a rule.
  private func has(_ isWanted: (Word) -> Bool) -> Bool {
    guard case .mapping(let entries) = content else { return false }
    return entries.contains { $0.key.text.flatMap { Vocabulary.word($0, in: .rule) }.map(isWanted) == true }
  }

  /// Whether all of its keys are those of a rule.
  private var isOfRuleAlone: Bool {
    guard case .mapping(let entries) = content else { return false }
    return entries.allSatisfy { $0.key.text.flatMap { Vocabulary.word($0, in: .rule) } != nil }
  }
}
