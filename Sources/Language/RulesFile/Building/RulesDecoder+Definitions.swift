internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

/// A step of a gesture under `gestures`, as its keys.
struct DefinedStep {
  /// The keys of its gesture, as those of a rule.
  var fields: Fields
  /// The place of the step.
  var span: Span
  /// How it follows the step before.
  var follows = ChainStep.Next.touch(within: ChainStep.usual)
  /// The time within which it follows; nil if that is left out.
  var followsField: Field?
}

/// A rule's use of a gesture under `gestures`.
struct DefinitionUse {
  var name: String
  var span: Span
  /// The steps before the last one.
  var steps: [ChainStep]
}

extension RulesDecoder {
  /// The most ways to make a gesture.
  private static let mostWays = 32

  private static let definitionHelp =
    "write a gesture, such as '{swipe: left, fingers: 3}', or a list of them, one after another"

  /// Reads `gestures`: the values by name. They are decoded where rules use them, with the devices of the rule.
  mutating func gestures(_ value: Node) {
    guard case .mapping(let entries) = value.content else {
      mismatch(
        value.isNull ? .missingValue : .wrongShape,
        "'gestures' takes a mapping of names and gestures, not \(Phrase.shape(of: value))",
        at: value.span.firstCharacter,
        help: value.isSequence ? "a list of rules stands under 'rules'" : Self.definitionHelp)
      return
    }
    for (name, entry) in named(entries, "a gesture") {
      if Self.gestureNamed(name) {
        mismatch(
          .duplicateKey, "\(Phrase.quote(name)) is a gesture already", at: entry.key.location,
          help: "choose another name, such as 'my-\(name)'")
      }
      content.gestures[name] = entry.value
      content.gestureUses[name] = (entry.key.location, false)
    }
  }

  /// Checks the gestures of all files, also those that no rule uses.
  mutating func checkGestures() {
    for (name, node) in content.gestures.sorted(by: { $0.key < $1.key }) where !endless.contains(name) {
      for way in ways(to: node, among: [name]) {
        for (number, step) in way.enumerated() { _ = trigger(of: step, isFirst: number == 0, Fields()) }
      }
    }
  }

  /// The rules that use a gesture under `gestures`, one for each way to make it.
  /// - Parameter rule: reads a rule whose gesture is written in its own keys.
  mutating func rules(
    using use: Field, _ fields: Fields, in group: GroupContext,
    _ rule: (inout RulesDecoder, Fields, DefinitionUse) -> CheckedRule?
  ) -> [CheckedRule] {
    let errorsBefore = errorCount
    var own = fields
    own.known.removeAll { $0.name == use.name }
    for field in own.known where !Self.goes(field.word, beside: use.word) {
      mismatch(
        .misplacedKey, "'\(field.name)' does not apply to '\(use.name)'", at: field.key.location,
        help: field.word.role == .gesture
          ? "start another rule with '- \(field.name): …'" : "write it under 'gestures', beside the gesture itself")
    }
    guard !use.value.isSequence else {
      mismatch(
        .wrongShape, "'gesture' takes the name of a gesture, not a list", at: use.value.span.firstCharacter,
        help: "describe the steps under 'gestures', and write their name here")
      return []
    }
    guard let name = read(.gesture, fields), let node = definition(name, at: use.value) else { return [] }
    let ways = ways(to: node, among: [name])
    reportOverridden(own, by: ways, of: name)
    guard errorCount == errorsBefore else { return [] }
    return ways.compactMap { way in
      // A step without a gesture was reported.
      guard let last = way.last, last.fields.known.contains(where: { $0.word.role == .gesture }) else { return nil }
      var merged = own
      merged.known.removeAll { last.fields[$0.word] != nil }
      merged.known = last.fields.known + merged.known
      var steps: [ChainStep] = []
      for (number, step) in way.dropLast().enumerated() {
        guard let trigger = trigger(of: step, isFirst: number == 0, own, in: group) else { return nil }
        reportTime(of: way[number + 1], after: trigger)
        steps.append(ChainStep([trigger], then: way[number + 1].follows))
      }
      return rule(&self, merged, DefinitionUse(name: name, span: use.span, steps: steps))
    }
  }

  /// Reports the keys of a rule that apply to none of its steps.
  private mutating func reportOverridden(_ own: Fields, by ways: [[DefinedStep]], of name: String) {
    for field in own.known where [Word.fingers, .device].contains(field.word) {
      guard !ways.isEmpty, ways.joined().allSatisfy({ $0.fields[field.word] != nil }) else { continue }
      mismatch(
        .conflictingKeys, "'\(field.name)' has no effect: each step of \(Phrase.quote(name)) states its own",
        at: field.key.location, help: "write it either here or with the steps")
    }
  }

  /// True if a key of a rule goes with a gesture of the file's own.
  private static func goes(_ word: Word, beside gesture: Word) -> Bool {
    switch word.role {
    case .gesture: false
    case .qualifier: [Word.fingers, .device].contains(word) || !(Word.ofSteps + [.after]).contains(word)
    case .other: true
    }
  }

  private static func gestureNamed(_ name: String) -> Bool { Vocabulary.gestures.contains { $0.name == name } }

  private mutating func definition(_ name: String, at value: Node) -> Node? {
    effects.append(.gesture(name))
    if let node = content.gestures[name] { return node }
    guard !hasUnreadFile else { return nil }
    let names = content.gestures.keys.sorted()
    let first = name.split(separator: " ").first.map(String.init) ?? name
    mismatch(
      .unknownGesture, "unknown gesture \(Phrase.quote(name))", at: value.span, found: .name(name, names: names),
      help: Self.gestureNamed(first)
        ? "write the gesture as the key: '\(first): …'"
        : names.isEmpty
          ? "describe it under 'gestures': 'gestures: {\(name): [{tap: single}, {swipe: left}]}'"
          : "the gestures of the file are \(Phrase.all(names))")
    return nil
  }

  /// Reports names in `unless`, `before` and `with` that no rule has.
  mutating func checkTies() {
    // A rule with an error has a name, too.
    guard errorCount == 0, !hasUnreadFile else { return }
    // By index: a loop over the elements would copy each of them.
    let stated = content.rules.indices.flatMap { content.rules[$0].ties }
    guard !stated.isEmpty else { return }
    let names = Set((content.rules + content.disabled).flatMap(\.rule.names))
    for (tie, span) in stated where !names.contains(tie.name) {
      let isUnused = content.gestures[tie.name] != nil
      mismatch(
        .unknownRule,
        !isUnused
          ? "no rule has the name \(Phrase.quote(tie.name))" : "no rule uses the gesture \(Phrase.quote(tie.name))",
        at: span, found: .name(tie.name, names: names.sorted()), help: "give the other rule a name: 'name: \(tie.name)'"
      )
    }
  }

  // MARK: Ways

  /// The ways to make the gesture `node`, each with its steps in order.
  /// - Parameter names: the gestures that it is part of.
  private mutating func ways(to node: Node, among names: [String]) -> [[DefinedStep]] {
    switch node.content {
    case .mapping(let entries): return ways(toStep: entries, node, isListed: false, among: names)
    case .sequence(let elements) where !elements.isEmpty:
      var ways: [[DefinedStep]] = [[]]
      for (number, element) in elements.enumerated() {
        let next: [[DefinedStep]]
        if case .mapping(let entries) = element.content {
          if number == 0 { reportFollowing(entries) }
          next = self.ways(toStep: entries, element, isListed: true, among: names)
        } else {
          reportNoStep(element)
          return []
        }
        ways = ways.flatMap { way in next.map { way + $0 } }
        guard isPermitted(ways, at: element) else { return [] }
      }
      return ways
    case .sequence, .scalar:
      reportNoStep(node)
      return []
    }
  }

  private mutating func reportNoStep(_ node: Node) {
    mismatch(
      .wrongShape,
      node.isSequence
        ? "the list of steps is empty"
        : "a gesture under 'gestures' is a mapping or a list of steps, not \(Phrase.shape(of: node))",
      at: node.span.firstCharacter, help: Self.definitionHelp)
  }

  /// Reports the keys of a first step that state how it follows another one.
  private mutating func reportFollowing(_ entries: [Node.Entry]) {
    for field in fields(of: entries, in: .step).known where [Word.follows, .sameTouch].contains(field.word) {
      mismatch(
        .conflictingKeys, "'\(field.name)' has no effect in the first step, which follows no other",
        at: field.key.location, help: "write it with the second step")
    }
  }

  private mutating func isPermitted(_ ways: [[DefinedStep]], at node: Node) -> Bool {
    guard ways.count > Self.mostWays || ways.contains(where: { $0.count > WordedGesture.mostSteps }) else {
      return true
    }
    mismatch(
      .outOfRange,
      "a gesture has at most \(WordedGesture.mostSteps) steps, and at most \(Self.mostWays) ways to make it",
      at: node.span.firstCharacter)
    return false
  }

  /// - Parameter isListed: true of an element of a list of steps.
  private mutating func ways(
    toStep entries: [Node.Entry], _ node: Node, isListed: Bool, among names: [String]
  ) -> [[DefinedStep]] {
    var fields = fields(of: entries, in: .step)
    for entry in fields.unknown { reportUnknownInStep(entry) }
    let (follows, followsField) = self.follows(&fields, isListed: isListed)
    var ways: [[DefinedStep]]?
    if let choice = fields[.ways] {
      reportBeside(choice, fields)
      ways = self.ways(ofChoice: choice, among: names)
    } else if let other = fields[.gesture] {
      reportBeside(other, fields)
      ways = self.ways(toUse: other, fields, among: names)
    } else {
      fields.known = fields.known.compactMap { field in
        Vocabulary.word(field.name, in: .rule).map { Field(word: $0, key: field.key, value: field.value) }
      }
      ways = [[DefinedStep(fields: fields, span: node.span)]]
    }
    guard var ways else { return [] }
    for index in ways.indices where !ways[index].isEmpty {
      (ways[index][0].follows, ways[index][0].followsField) = (follows, followsField)
    }
    return isPermitted(ways, at: node) ? ways : []
  }

  /// Takes from the keys of a step how it follows the one before, and the key that states the time.
  private mutating func follows(_ fields: inout Fields, isListed: Bool) -> (ChainStep.Next, Field?) {
    let isSameTouch = read(.sameTouch, fields) ?? false
    var within: Duration?
    let followsField = isListed ? fields[.follows] : nil
    if let field = followsField {
      within = read(.follows, fields)
      fields.known.removeAll { $0.name == field.name }
    }
    if !isListed, let field = fields[.sameTouch] {
      mismatch(
        .conflictingKeys, "'same-touch' has no effect here: only a step in a list follows another one",
        at: field.key.location, help: "in a list of steps, write it beside 'any' or 'gesture'")
    }
    fields.known.removeAll { $0.name == Word.sameTouch.name }
    return (isSameTouch ? .sameTouch(within: within) : .touch(within: within ?? ChainStep.usual), followsField)
  }

  /// The ways to make one of several gestures; nil if these are no list.
  private mutating func ways(ofChoice choice: Field, among names: [String]) -> [[DefinedStep]]? {
    guard case .sequence(let elements) = choice.value.content, !elements.isEmpty else {
      mismatch(
        .wrongShape,
        choice.value.isSequence
          ? "the list of 'any' is empty" : "'any' takes a list of gestures, not \(Phrase.shape(of: choice.value))",
        at: choice.value.span.firstCharacter, help: Self.definitionHelp)
      return nil
    }
    return elements.flatMap { ways(to: $0, among: names) }
  }

  /// The ways to make another gesture under `gestures`; nil if there is none of that name, or it contains this one.
  private mutating func ways(toUse other: Field, _ fields: Fields, among names: [String]) -> [[DefinedStep]]? {
    guard let name = read(.gesture, fields), let node = definition(name, at: other.value) else { return nil }
    guard !names.contains(name), names.count < Node.depthLimit else {
      if names.contains(name) {
        mismatch(
          .conflictingKeys, "\(Phrase.quote(name)) is a step of itself", at: other.value.span,
          help: "a gesture consists of others that do not contain it")
      } else {
        mismatch(
          .outOfRange, "gestures that contain one another, deeper than \(Node.depthLimit) levels",
          at: other.value.span, help: "use the gesture itself: '\(name)'")
      }
      endless.formUnion(names + [name])
      return nil
    }
    return ways(to: node, among: names + [name])
  }

  /// Reports the keys beside one that is a whole gesture.
  private mutating func reportBeside(_ whole: Field, _ fields: Fields) {
    for field in fields.known where field.name != whole.name {
      mismatch(
        .conflictingKeys, "'\(field.name)' has no effect beside '\(whole.name)'", at: field.key.location,
        help: "write it with the gesture itself", notes: [.init("'\(whole.name)' is here", at: whole.key.location)])
    }
  }

  /// Reports the time of a leg of a path, each of which has `within`.
  private mutating func reportTime(of step: DefinedStep, after previous: Trigger) {
    guard case .sameTouch = step.follows, let field = step.followsField, previous.pattern.kind.isOneStraightMovement,
      step.fields.known.contains(where: { $0.name == Gesture.Kind.swipe.rawValue })
    else { return }
    mismatch(
      .misplacedKey, "'after' does not apply to a swipe that goes on from another one", at: field.key.location,
      help: "limit the time of each of both with 'within'")
  }

  private mutating func reportUnknownInStep(_ entry: Node.Entry) {
    guard let word = entry.key.word(in: .rule) else { return unknown(entry, in: .step) }
    mismatch(
      .misplacedKey, "'\(word.name)' does not apply to a gesture under 'gestures'", at: entry.key.location,
      help: word.role == .gesture
        ? "start a rule with '- \(word.name): …'"
        : "it belongs to the rule that uses the gesture: '- {gesture: …, \(word.name): …}'")
  }

  /// The trigger of a step.
  /// - Parameter rule: the keys of the rule, whose `device` and `fingers` a step has that states none.
  private mutating func trigger(
    of step: DefinedStep, isFirst: Bool, _ rule: Fields, in group: GroupContext = GroupContext()
  ) -> Trigger? {
    let gestures = step.fields.known.filter { $0.word.role == .gesture }
    guard let gesture = gestures.first else {
      // An unknown key was meant for it, and was reported.
      guard step.fields.unknown.isEmpty else { return nil }
      mismatch(.noGesture, "the step has no gesture", at: step.span.firstCharacter, help: Self.definitionHelp)
      return nil
    }
    for other in gestures.dropFirst() {
      mismatch(
        .twoGestures, "second gesture in one step: '\(other.name)'", at: other.key.location,
        help: "start another step with '- \(other.name): …'",
        notes: [.init("the first is here", at: gesture.key.location)])
    }
    guard let pattern = pattern(gesture.word, step.fields) else { return nil }
    reportMisplaced(step.fields, gesture: gesture.word)
    let usual = pattern.kind.usualFingers
    let fingers =
      read(.fingers, step.fields) ?? read(.fingers, rule) ?? group.fingers?.count ?? usual...usual
    let devices = read(.device, step.fields) ?? read(.device, rule) ?? group.devices ?? []
    let start = self.start(step.fields)
    if !isFirst, case .sameTouch = step.follows, let field = step.fields.starts.first {
      mismatch(
        .conflictingKeys, "fingers that are down do not start in a place", at: field.key.location,
        help: "write '\(field.name)' with the first step of the touch")
    }
    return Trigger(pattern, fingers: fingers, devices: devices, start: start, apart: read(.apart, step.fields))
  }
}
