internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// A rule without a mistake, and the source locations that later messages about it show.
struct CheckedRule {
  var rule: Rule
  /// Its first line, in the text in which it was decoded.
  var line: Int
  /// The gesture's key and value.
  var gesture: Span
  /// The value of `fingers`, from the rule or its group; nil if it is left out.
  var fingers: Span?
  /// The value of the rule's own `when`; nil if it is left out.
  var when: Span?
  /// `edge`, `corner` or `zone`, with its value; nil if it is left out.
  var start: Span?
  /// The value of `edge`, `corner` or `zone`; nil if it is left out.
  var startValue: Span?
  /// `as`, with its value; nil if it is left out.
  var shownHand: Span?
  /// `keep`, with its value; nil if it is left out.
  var keep: Span?
  /// False if the rule or its group is disabled.
  var isEnabled = true
  /// Its actions.
  var actions: [LocatedAction] = []
  /// The commands of its own `ask`.
  var questions: [LocatedAction] = []
  /// Its statements about other rules, with the places of their names.
  var ties: [(tie: Tie, span: Span)] = []
}

extension Rule {
  /// Makes the gesture of the rule the last step of one under `gestures`.
  fileprivate mutating func use(_ use: DefinitionUse) {
    trigger.before = use.steps.map { step in
      var step = step
      for index in step.gestures.indices { step.gestures[index].isKept = trigger.isKept }
      return step
    }
    trigger.joinSteps()
    definition = use.name
    span = use.span
  }
}

extension RulesDecoder {
  /// Reads an entry of `rules`, as part of `group`: one rule, or one for each way to make a gesture of the file's own.
  /// None if it has a mistake.
  mutating func rules(of node: Node, in group: GroupContext) -> [CheckedRule] {
    ruleNumber += 1
    guard case .mapping(let entries) = node.content else {
      reportNoMapping(node)
      return []
    }
    guard let first = entries.first else {
      mismatch(.noGesture, "empty rule", at: node.location, help: Self.gestureHelp)
      return []
    }
    let fields = fields(of: entries, in: .rule)
    guard let use = fields[.gesture] else { return rule(node, entries, first, fields, in: group).map { [$0] } ?? [] }
    return rules(using: use, fields, in: group) { $0.rule(node, entries, first, $1, in: group, as: $2) }
  }

  /// Reads a rule with these keys; nil if it has a mistake.
  /// - Parameter use: the gesture under `gestures` whose last step is among the keys.
  private mutating func rule(
    _ node: Node, _ entries: [Node.Entry], _ first: Node.Entry, _ fields: Fields, in group: GroupContext,
    as use: DefinitionUse? = nil
  ) -> CheckedRule? {
    let errorsBefore = errorCount
    var fields = fields
    let gesture = gesture(among: entries, first, fields)
    let hasAction = dropEmptyAction(from: &fields)
    dropPointerSpeed(from: &fields)
    let pattern = gesture.flatMap { self.pattern($0.word, fields) }
    if let gesture { reportMisplaced(fields, gesture: gesture.word) }
    let hand = hand(fields, making: pattern, in: group)
    let name = read(.name, fields)
    let ties = Word.ties.flatMap { read($0, fields) ?? [] }
    let isEnabled = isEnabled(fields, "this rule is")
    let condition = condition(fields, gesture, in: group)
    var actions: [LocatedAction] = []
    let reaction =
      self.reaction(fields, gesture: gesture?.word, hand.devices, condition, into: &actions)
      ?? (fields[.shown] == nil
        ? nil : Reaction(hand.shown.map { [.shown(fingers: $0.fingers, speed: $0.speed)] } ?? []))
    checkMoments(fields, of: pattern)
    if reaction == nil, !hasAction { reportNoAction(fields, gesture, pattern, at: first) }

    guard errorCount == errorsBefore, let gesture, let pattern, let trigger = hand.trigger, let reaction else {
      return nil
    }
    var rule = Rule(
      trigger: trigger, condition: condition, reaction: reaction, location: "\(fileName):\(node.location.start.line)",
      name: name, span: gesture.span)
    rule.keys = statedKeys(of: pattern.kind, fields, in: group)
    rule.ties = ties.map(\.tie)
    if let use { rule.use(use) }
    let starts = fields.starts.first
    return CheckedRule(
      rule: rule, line: node.location.start.line, gesture: use?.span ?? gesture.span, fingers: hand.fingersLocation,
      when: fields[.when]?.span,
      start: starts?.span, startValue: starts?.value.span, shownHand: fields[.shown]?.span, keep: fields[.keep]?.span,
      isEnabled: group.isEnabled && isEnabled, actions: actions,
      questions: fields[.ask].flatMap { ask in
        condition.questions.last.map { [LocatedAction(action: .shell($0.command), location: ask.value.span)] }
      } ?? [], ties: ties)
  }

  // MARK: Parts of a rule

  /// The gesture of a rule; reports a second one, unknown keys, and that there is none.
  private mutating func gesture(among entries: [Node.Entry], _ first: Node.Entry, _ fields: Fields) -> Field? {
    let gestures = fields.known.filter { $0.word.role == .gesture }
    reportTwoGestures(gestures)
    let keys = RuleKeys(
      entries: entries, gesture: gestures.first?.word,
      hasAction: fields.known.contains { $0.word.hasActions || $0.word == .dragging || $0.word == .shown },
      unknownCount: fields.unknown.count)
    for entry in fields.unknown where !isFull {
      unknown(entry, in: .rule, found: .key(UnknownKey(entry: entry, context: .rule, rule: keys)))
    }
    guard gestures.isEmpty, !fields.hasNonTextKeys else { return gestures.first }
    let couldBeGroup = entries.allSatisfy { $0.key.word(in: .group) != nil }
    mismatch(
      .noGesture, "the rule has no gesture", at: first.key.location, found: .noGesture,
      help: first.key.text == Word.dragging.name
        ? "write the gesture and the button to drag with: 'pan: any' and 'drag: left'"
        : Word.starts.contains { $0.name == first.key.text }
          ? "'\(first.key.text ?? "")' is where a gesture starts: write it beside one, such as 'swipe: right'"
          : couldBeGroup ? Self.gestureHelp + "; a group has its rules under 'rules'" : Self.gestureHelp)
    return nil
  }

  /// Drops an empty `do` with its action beside it, indented too little, which was reported already.
  /// - Returns: true if there is one.
  private func dropEmptyAction(from fields: inout Fields) -> Bool {
    guard fields[.act]?.value.isNull == true, fields.unknown.contains(where: { $0.key.word(in: .action) != nil }) else {
      return false
    }
    fields.known.removeAll { $0.word == .act }
    return true
  }

  /// Reports and drops the speed of a pointer beside `drag`, where that of the hand stands.
  private mutating func dropPointerSpeed(from fields: inout Fields) {
    guard fields[.dragging] != nil, let speed = fields[.speed], Double(speed.value.text ?? "") != nil else { return }
    mismatch(
      .missingUnit, "'speed' of a rule is that of the hand, and needs a unit", at: speed.value.span,
      help: "for the pointer's speed, write 'begin: {drag: left, speed: \(speed.value.text ?? "")}' instead of 'drag'"
    )
    fields.known.removeAll { $0.word == .speed }
  }

  /// The hand of a rule.
  private struct RuleHand {
    /// Nil if its gesture has a mistake.
    var trigger: Trigger?
    var devices: [DeviceFilter]
    /// The value of `fingers`, from the rule or its group; nil if it is left out.
    var fingersLocation: Span?
    /// The hand as the desktop sees it; nil if that is the same.
    var shown: ShownHand?
  }

  /// Reads the devices, the fingers, and where and how they land.
  private mutating func hand(_ fields: Fields, making pattern: Pattern?, in group: GroupContext) -> RuleHand {
    var devices = read(.device, fields) ?? group.devices ?? []
    let stated = fields[.fingers] == nil ? group.fingers?.count : read(.fingers, fields)
    let location = fields[.fingers]?.span ?? group.fingers?.location
    let fingers = pattern.map { stated ?? $0.kind.usualFingers...$0.kind.usualFingers }
    let shown = fingers.flatMap { shownHand(fields, fingers: $0, at: location, devices) }
    // With two fingers, too, which scroll unless a rule names the touchpad.
    if fields[.shown] != nil, devices.isEmpty { devices = [.kind(.touchpad), .kind(.touchscreen)] }
    let start = self.start(fields)
    let apart = read(.apart, fields)
    let isSimultaneous = read(.also, fields) ?? false
    let keep = read(.keep, fields)
    let isKept = keep ?? false
    // A drag survives a short lift, as it does while the thumb holds a physical button.
    let resume = read(.resume, fields) ?? (fields[.dragging] == nil ? nil : content.defaults.resume)
    let lift = read(.lift, fields) ?? (fields[.dragging] == nil ? .first : .last)
    let edgeSpeed = self.edgeSpeed(fields, devices)
    var hand = RuleHand(devices: devices, fingersLocation: location, shown: shown)
    if let pattern, let fingers {
      hand.trigger = Trigger(
        pattern, fingers: fingers, devices: devices, start: start, apart: apart, isSimultaneous: isSimultaneous,
        resume: resume, isKept: isKept, shownFingers: shown?.fingers)
      hand.trigger?.withholds = pattern.kind.isPresence && keep == false
      hand.trigger?.endsAtLastLift = lift == .last
      hand.trigger?.edgeSpeed = edgeSpeed
    }
    return hand
  }

  /// Reads the condition of a rule, in addition to that of its group.
  private mutating func condition(_ fields: Fields, _ gesture: Field?, in group: GroupContext) -> Condition {
    var condition = group.condition
    condition.clauses += read(.when, fields)?.clauses ?? []
    if let question = read(.ask, fields) { condition.clauses.append(.ask(question)) }
    limitComparisons(of: condition, at: fields[.when]?.span ?? gesture?.span)
    return condition
  }

  /// Checks the moments at which a rule acts, of a gesture that could make steps.
  private mutating func checkMoments(_ fields: Fields, of pattern: Pattern?) {
    guard pattern?.kind.isContinuous != false else { return }
    checkSteps(fields)
    checkProjection(fields)
  }

  /// Reports that a rule has no action.
  private mutating func reportNoAction(
    _ fields: Fields, _ gesture: Field?, _ pattern: Pattern?, at first: Node.Entry
  ) {
    // A message about 'every' or 'at' without 'do' is enough.
    if pattern?.kind.isContinuous != false, fields[.every] != nil || fields[.at] != nil { return }
    // A mapping as the gesture's value probably contains the action.
    if gesture?.value.isMapping == true { return }
    mismatch(
      .noAction, "the rule has no action: 'do' is missing", at: (gesture?.key ?? first.key).location, found: .noAction,
      help: "write 'do: command' or 'do: {keys: super+Page_Down}'")
  }

  /// Reports the first rule with which the conditions of all rules take too long to compare.
  private mutating func limitComparisons(of condition: Condition, at span: Span?) {
    let isWithin = comparisons <= Self.mostComparisons
    comparisons += condition.matchingCost
    guard isWithin, comparisons > Self.mostComparisons else { return }
    mismatch(
      .tooManyPatterns, "the names and titles in conditions take too long to compare at each gesture", at: span,
      help: "parts between two '*' take most; the conditions of a group count for each of its rules")
  }

  /// Reads `enabled` of a rule or group; a note says what is disabled.
  /// - Parameter subject: the rule or rules, with the verb, for the note.
  mutating func isEnabled(_ fields: Fields, _ subject: String) -> Bool {
    guard let field = fields[.enabled], read(.enabled, fields) == false else { return true }
    mismatch(.disabledRule, "\(subject) disabled: checked and not used", at: field.span)
    return false
  }

  static var gestureHelp: String {
    let gestures = Vocabulary.gestures + [.gesture]
    return "a rule starts with its gesture: \(Phrase.list(gestures.map(\.name)))"
  }

  private mutating func reportNoMapping(_ node: Node) {
    guard !node.isNull else {
      mismatch(.noGesture, "empty rule", at: node.location, help: Self.gestureHelp)
      return
    }
    let bare = node.text.flatMap { $0.split(separator: " ").first.map(String.init) }
      .flatMap { Vocabulary.word($0, in: .rule)?.name }
    mismatch(
      .wrongShape, "a rule is a mapping, not \(Phrase.shape(of: node))", at: node.span.firstCharacter,
      found: .rule(node),
      help: bare.map { "write ': ' between a key and its value: '\($0): …'" }
        ?? "write '- swipe: left', and the rule's other keys below 'swipe'")
  }

  private mutating func reportTwoGestures(_ gestures: [Field]) {
    guard let first = gestures.first else { return }
    for other in gestures.dropFirst() {
      mismatch(
        .twoGestures, "second gesture in one rule: '\(other.word.name)'", at: other.key.location,
        help: "start another rule with '- \(other.word.name): …'",
        notes: [.init("the first is here", at: first.key.location)])
    }
  }

  /// Reports qualifiers that the rule's gesture does not have.
  mutating func reportMisplaced(_ fields: Fields, gesture: Word) {
    for field in fields.known {
      guard case .qualifier(let kinds) = field.word.role, !kinds.contains(where: { $0.rawValue == gesture.name }) else {
        continue
      }
      let reason = Gesture.Kind(rawValue: gesture.name).flatMap { field.word.refusal(by: $0) }.map { ": \($0)" } ?? ""
      mismatch(
        .misplacedKey, "'\(field.word.name)' does not apply to '\(gesture.name)'\(reason)", at: field.key.location,
        help: Self.misplacedHelp(field.word, kinds, gesture: gesture))
    }
  }

  /// The help for a key that goes with other gestures.
  private static func misplacedHelp(_ word: Word, _ kinds: [Gesture.Kind], gesture: Word) -> String {
    let known = Phrase.list(kinds.map(\.rawValue))
    let isDiscrete = Gesture.Kind(rawValue: gesture.name)?.isContinuous == false
    guard isDiscrete, word.hasActions || word == .every else {
      let steps = word.isNamed(as: .follows) ? ", and to a step of a gesture under 'gestures'" : ""
      return "it applies to \(known)\(steps)"
    }
    let once = "write 'do', which runs then"
    return gesture == .swipe ? "\(once); for a gesture that continues, use 'pan'" : once
  }
}
