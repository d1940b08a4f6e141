internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

/// The keys of a group that apply to its rules.
struct GroupContext {
  /// The condition, in addition to a rule's own.
  var condition = Condition()
  /// The number of fingers, if a rule does not state it.
  var fingers: (count: ClosedRange<Int>, location: Span)?
  /// The devices, if a rule does not state them.
  var devices: [DeviceFilter]?
  /// False if the group or one around it is disabled.
  var isEnabled = true
  /// The keys that state this, those of the innermost group first.
  var keys: [StatedKey] = []
}

extension RulesDecoder {
  /// Reads a list of rules and groups, of the file or of a group.
  /// - Parameter isRecorded: true if what each entry gave is recorded.
  mutating func rules(
    _ value: Node, in group: GroupContext = GroupContext(), isRecorded: Bool = false
  ) -> [CheckedRule] {
    guard case .sequence(let elements) = value.content else {
      if value.isNull {
        mismatch(
          .noRules, "'rules' is empty", at: value.span,
          help: "write a list of rules, or 'rules: []' for none")
      } else {
        mismatch(
          .wrongShape, "'rules' takes a list of rules, not \(Phrase.shape(of: value))",
          at: value.span.firstCharacter, help: "start every rule with '- ': '- swipe: left'")
      }
      return []
    }
    if elements.isEmpty, isAlone {
      mismatch(.emptyRules, "the list of rules is empty: no gesture has an action", at: value.span)
    }
    var rules: [CheckedRule] = []
    rules.reserveCapacity(elements.count)
    var rest = elements[...]
    // Further errors are not listed.
    while let element = rest.first, errorCount <= Self.mostMessages, !checkTime(at: element.location) {
      let parts = Self.partsOfRule(rest)
      let before = tally(rules: rules.count)
      defer { if isRecorded { record(element, from: before, to: tally(rules: rules.count)) } }
      rest = rest.dropFirst(parts)
      if case .mapping(let entries) = element.content, entries.contains(where: { $0.key.text == Word.rules.name }) {
        rules += self.group(entries, in: group)
      } else if parts > 1 {
        mismatch(
          .noGesture, "these keys belong to the rule above them",
          at: elements[rest.startIndex - parts + 1].location.firstCharacter,
          help: "remove the '- ' before them: only the first key of a rule has one")
      } else {
        rules += self.rules(of: element, in: group)
      }
    }
    return rules
  }

  /// Reads a group: its own keys, then its rules.
  private mutating func group(_ entries: [Node.Entry], in outer: GroupContext) -> [CheckedRule] {
    let fields = fields(of: entries, in: .group)
    for entry in fields.unknown { reportUnknownInGroup(entry) }
    var group = outer
    group.keys = Self.keys(fields) + outer.keys
    group.condition.clauses += read(.when, fields)?.clauses ?? []
    if let count = read(.fingers, fields), let span = fields[.fingers]?.span { group.fingers = (count, span) }
    group.devices = read(.device, fields) ?? group.devices
    if !isEnabled(fields, "the rules of this group are") { group.isEnabled = false }
    _ = read(.name, fields)
    return fields[.rules].map { rules($0.value, in: group) } ?? []
  }

  /// Reports an unknown key of a group. The commonest mistake is a key that only rules have.
  private mutating func reportUnknownInGroup(_ entry: Node.Entry) {
    guard let word = entry.key.word(in: .rule) else {
      unknown(entry, in: entry.key.word(in: .condition) != nil ? .rule : .group)
      return
    }
    mismatch(
      .misplacedKey, "'\(word.name)' does not apply to a group of rules", at: entry.key.location,
      help: word.role == .gesture
        ? "each rule under 'rules' has its own gesture" : "the keys of a group are \(Vocabulary.list(of: .group))")
  }
}

extension RulesDecoder {
  /// Records an entry; forgets all if it depends on other values of the file.
  private mutating func record(_ entry: Node, from before: EntryTally, to after: EntryTally) {
    guard let values = entry.ownCount else { return memory = nil }
    var tally = after
    tally.add(before, -1)
    let isPart = entry.isPartOfRule
    let part: EntryRecord.Part? =
      !isPart ? nil : !entry.has(Node.isGesture) ? .later : entry.has(Node.isAction) ? nil : .first
    let start = entry.location.start
    records.append(EntryRecord(tally: tally, values: values, part: part, number: start.file, line: start.line))
  }

  /// The number of elements that make up the first rule of a list: one, or several if each key was given a dash: then
  /// from a gesture without an action to an action without a gesture.
  private static func partsOfRule(_ elements: ArraySlice<Node>) -> Int {
    // Nearly every rule has an action, so this is the fast path.
    guard let first = elements.first, !first.has(Node.isAction), first.has(Node.isGesture), first.isPartOfRule else {
      return 1
    }
    let others = elements.dropFirst().prefix { $0.isPartOfRule && !$0.has(Node.isGesture) }
    return others.firstIndex { $0.has(Node.isAction) }.map { $0 - elements.startIndex + 1 } ?? 1
  }
}

extension Node {
  static func isGesture(_ word: Word) -> Bool { word.role == .gesture }

  fileprivate static func isAction(_ word: Word) -> Bool {
    word.hasActions || word == .dragging || word == .shown
  }

  /// True if one of its keys is such a word of a rule.
  func has(_ isWanted: (Word) -> Bool) -> Bool {
    entries.contains { $0.key.word(in: .rule).map(isWanted) == true }
  }

  /// True if all of its keys are keys of a rule, and it is no group.
  fileprivate var isPartOfRule: Bool {
    guard case .mapping(let entries) = content else { return false }
    return entries.allSatisfy { $0.key.text != Word.rules.name && $0.key.word(in: .rule) != nil }
  }
}
