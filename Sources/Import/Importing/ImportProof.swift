internal import Diagnostics
internal import Engine
internal import Explaining
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Text
internal import Time
internal import Touch
internal import YAML

/// A proof that rules mean what the bindings of the other tool meant.
///
/// For each binding, an ideal hand makes its gesture, with the limits that the configuration states, in a situation in
/// which its conditions hold. What the old tool would have done is what the binding does alone: its actions, without
/// other rules. What the rules do is what the same hand makes the whole file do. Both are the effects of the engine, so
/// that the order of rules, their groups, joined steps and the arbitration of gestures are proven, too.
public struct ImportProof: Sendable {
  /// The result for a binding.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The rules do the same.
    case same
    /// The rules do what the binding says, where the tool did not, or not where it acted by accident, which a remark
    /// tells.
    case better
    /// The rules do the same, and the desktop acts as well, which the tool prevented.
    case both = "both act"
    /// The rules do something else, which a remark tells.
    case changed
    /// The gesture is left to the compositor.
    case kept
    /// No rule was made of it.
    case leftOut = "left out"
    /// The binding never acted in the other tool.
    case ignored
    /// No hand can make the gesture on a usual device, so none was replayed.
    case notTried = "not tried"
    /// The rules do something else, and no remark tells so.
    case silent
  }

  /// A binding of the other tool, and what the rules do.
  public struct Row: Sendable {
    /// The line in the configuration, or in `file`, counted from 1.
    public var line: Int
    /// The path of the file, if the configuration includes it.
    public var file: String?
    /// The gesture in the words of rules files; empty if it has none.
    public var gesture: String
    /// The actions of the other tool.
    public var before: String
    /// The actions of the rules; empty if no hand was replayed.
    public var after: String
    /// The difference; empty if there is none.
    public var difference: String
    /// The result of the comparison.
    public var outcome: Outcome

    /// Adds a difference.
    fileprivate mutating func add(_ text: String) { difference += (difference.isEmpty ? "" : "; ") + text }
  }

  /// The bindings in the order of the configuration.
  public let rows: [Row]

  /// The distances that the tool and the rules require where neither states one, a sentence for each gesture.
  public let measures: [String]

  /// The number of bindings with an outcome.
  public func count(of outcome: Outcome) -> Int { rows.count { $0.outcome == outcome } }
}

/// The bindings of a configuration, before they are made to act beside each other.
struct ImportedBindings: Sendable {
  /// A binding, alone.
  struct Binding: Sendable {
    /// The rule, finished without the others; as the importer made it if nothing is left of it.
    var rule: ImportedRule
    /// The text of a rules file with this rule alone.
    var text: String
  }

  /// More bindings are not proven: each is checked and replayed alone.
  static let most = 500

  let all: [Binding]
  let kind: ImportKind
  let source: ImportSource
  let keyNames: KeyNames?
}

extension ImportResult {
  /// Replays an ideal hand for each binding through the rules.
  public func prove() -> ImportProof {
    guard let bindings, let rules = RulesFile.check(text: text, name: "rules.yml", keyNames: bindings.keyNames).rules
    else { return ImportProof(rows: [], measures: []) }
    let prover = ImportProver(rules: rules)
    var rows: [(line: Int, row: ImportProof.Row)] = []
    var seen: Set<ImportRemark> = []
    for binding in bindings.all {
      let place = bindings.source.place(of: binding.rule.line)
      let own = remarks.filter { $0.file == place.file && binding.rule.contains($0, in: bindings.source) }
      seen.formUnion(own)
      var row = prover.row(of: binding, keyNames: bindings.keyNames, remarks: own)
      (row.file, row.line) = (place.file, place.line)
      rows.append((binding.rule.line, row))
    }
    for remark in remarks where !seen.contains(remark) {
      guard let outcome = ImportProof.Outcome(of: remark.kind), [.leftOut, .kept].contains(outcome) else { continue }
      rows.append(
        (
          remark.line,
          .init(
            line: remark.line, file: remark.file, gesture: "", before: "", after: "", difference: remark.message,
            outcome: outcome)
        ))
    }
    return ImportProof(rows: rows.sorted { $0.line < $1.line }.map(\.row), measures: bindings.measures)
  }
}

extension ImportedBindings {
  /// The distances of gestures whose rules state none: those of the tool and those of rules.
  fileprivate var measures: [String] {
    let usual: [(Gesture.Kind, String)] = [
      (.swipe, ImportedQuantity.length(SwipePattern(.any).distance.value)),
      (.pinch, ImportedQuantity.text(PinchPattern(.any).change * 100, "%")),
      (.rotate, ImportedQuantity.text(RotatePattern(.any).angle, "°")),
    ]
    return usual.compactMap { gesture, distance in
      let isUsed = all.contains { $0.rule.gesture == gesture && $0.rule[.distance] == nil && $0.rule[.every] == nil }
      guard isUsed, let least = Tool.of(kind).least[gesture] else { return nil }
      return "\(gesture.rawValue) without a threshold: \(kind.toolName) requires \(least), a rule \(distance)"
    }
  }
}

extension ImportProof.Outcome {
  /// The outcome of a binding with a remark; nil for a remark that tells no difference.
  fileprivate init?(of kind: ImportRemark.Kind) {
    switch kind {
    case .leftOut: self = .leftOut
    case .kept: self = .kept
    case .changed: self = .changed
    case .better: self = .better
    case .both: self = .both
    case .note, .ignored: return nil
    }
  }

  /// The outcome that remarks tell, the gravest of several; nil if they tell no difference.
  fileprivate init?(of remarks: [ImportRemark]) {
    let outcomes = remarks.compactMap { Self(of: $0.kind) }
    let order: [Self] = [.leftOut, .kept, .changed, .better, .both]
    let isIdle = remarks.contains { $0.kind == .ignored && $0.message.hasPrefix("had no effect") }
    guard let gravest = order.first(where: outcomes.contains) ?? (isIdle ? .ignored : nil) else { return nil }
    self = gravest
  }
}

extension ImportedRule {
  /// True if a remark is on one of its lines.
  fileprivate func contains(_ remark: ImportRemark, in source: ImportSource) -> Bool {
    spans.contains { span in span.contains { source.place(of: $0).line == remark.line } }
  }
}

/// Replays hands.
private struct ImportProver {
  let rules: RuleSet

  /// The effects of a hand: each as text, and whether a rule acted at all.
  private struct Effects {
    var texts: [String] = []
    var acts = false

    /// Adds an input event. Motion has no amounts: beside other rules, a gesture begins later.
    mutating func add(_ event: InputEvent) {
      switch event {
      case .motion, .position: addOnce("motion")
      case .scroll: addOnce("scrolling")
      case .key, .character, .wheel, .scrollEnd: texts.append("\(event)")
      }
    }

    /// Adds an effect that goes on.
    mutating func addOnce(_ text: String) {
      if texts.last != text { texts.append(text) }
    }

    /// True if the effects of `other` are among these, in their order.
    func contain(_ other: Effects) -> Bool {
      var rest = other.texts[...]
      for text in texts where text == rest.first { rest.removeFirst() }
      return rest.isEmpty && acts == other.acts
    }
  }

  func row(of binding: ImportedBindings.Binding, keyNames: KeyNames?, remarks: [ImportRemark]) -> ImportProof.Row {
    let rule = binding.rule
    var row = ImportProof.Row(
      line: rule.line, gesture: rule.gestureText, before: rule.actionText, after: "", difference: "", outcome: .same)
    let told = ImportProof.Outcome(of: remarks)
    row.difference = remarks.map(\.message).joined(separator: "; ")
    guard let alone = RulesFile.check(text: binding.text, name: "binding.yml", keyNames: keyNames).rules,
      !alone.rules.isEmpty
    else {
      row.outcome = told ?? .silent
      if told == nil { row.difference = "the rule is not valid" }
      return row
    }
    let (same, others) = trials(of: rule, alone)
    let hands = same + others.count
    if same > 0 { row.after = row.before }
    let isMissed = others.contains("")
    // What is better, or not alone, does the same on an ideal hand.
    let excuse = told.flatMap { [.better, .both].contains($0) ? nil : $0 }
    if hands == 0 {
      row.outcome = excuse ?? .notTried
      if excuse == nil { row.add("no hand can make this gesture on a usual device") }
    } else if same == hands || same > 0 && !isMissed {
      // Narrower bindings act in place of one for several numbers of fingers or directions.
      row.outcome = told ?? .same
    } else {
      row.after = isMissed ? "nothing" : "another rule: \(others.first ?? "")"
      row.outcome = excuse ?? .silent
      if excuse == nil { row.add("the rules do \(row.after)") }
    }
    return row
  }

  /// Tries the hands of a rule.
  /// - Parameter alone: the rule without the others.
  /// - Returns: how many of them have the effects of the rule alone, and for each of the others, the location of the
  ///   rule that acts; empty if none does.
  private func trials(of rule: ImportedRule, _ alone: RuleSet) -> (same: Int, others: [String]) {
    var (same, others) = (0, [String]())
    let situation = Situation(satisfying: alone.rules[0].condition)
    for words in rule.hands {
      guard var gesture = try? ImaginedGesture(words, with: alone) else { continue }
      gesture.start = alone.rules[0].trigger.start
      let events = gesture.events
      let expected = Self.effects(of: alone, situation, events)
      guard expected.effects.acts else { continue }
      let found = Self.effects(of: rules, situation, events)
      // Rules that run alongside others add their own effects.
      if found.effects.contain(expected.effects) {
        same += 1
      } else {
        others.append(found.acting.map { rules[$0].location } ?? "")
      }
    }
    return (same, others)
  }

  /// The effects of `rules` on a hand, without where they are stated, and the first rule that acts.
  private static func effects(
    of rules: RuleSet, _ situation: Situation, _ events: [TouchEvent]
  ) -> (effects: Effects, acting: RuleIndex?) {
    var effects = Effects()
    var acting: RuleIndex?
    var run = DryRun(rules, in: situation)
    func note(_ effect: Effect) {
      switch effect {
      case .gesture(let gesture, let rule?, _) where gesture.phase == .recognized || gesture.phase == .began:
        acting = acting ?? rule
        effects.acts = true
      case .start(let start):
        effects.texts.append(start.isShell ? start.command : start.arguments.joined(separator: " "))
      case .tell(let desktop, let command, _): effects.texts.append("\(desktop.rawValue): \(command)")
      case .desktop(let operation, _, _, _): effects.texts.append(operation.text)
      case .inject(let event, _): effects.add(event)
      case .touchpad: effects.addOnce("a hand on the touchpad")
      default: break
      }
    }
    for event in events { run.play(event, note) }
    run.advance(to: .latest, note)
    return (effects, acting)
  }
}

extension ImportedRule {
  /// The gesture in the words of rules files, on one line.
  fileprivate var gestureText: String {
    let keys: [Word] = [.edge, .corner, .zone, .device, .taps, .distance]
    let others =
      entries(of: keys).map { "\($0.key) \($0.value.flow)" } + conditions.map { "\($0.key) \($0.value.flow)" }
    return (["\(gesture.rawValue) \(values.joined(separator: " "))", fingers.fingerText] + others)
      .joined(separator: ", ")
  }

  /// The actions of all phases, on one line.
  fileprivate var actionText: String {
    let phases = [("begin", begin), ("", act), ("back", back), ("end", end), ("cancel", cancel)]
    let texts = phases.flatMap { name, actions in
      actions.map { (name.isEmpty ? "" : name + " ") + $0.value.flow }
    }
    let drag = self[.dragging].map { ["drag \($0)"] } ?? []
    return (drag + texts).joined(separator: "; ")
  }

  /// The amount that a hand makes for a distance: of a pinch or a rotation a fifth more, or five percent, since one
  /// that ends at the limit may not reach it.
  private func handDistance(_ text: String) -> String {
    guard gesture.motion == .turn, let unit = text.last,
      let amount = ImportedQuantity.number(String(text.dropLast()))
    else { return text }
    let most: Double = unit == "%" && value != "out" ? 95 : 360
    return ImportedQuantity.text(min(max(amount * 1.2, amount + 5), most), String(unit))
  }

  /// The words for each hand that makes the gesture: with the fewest and the most fingers, in each single direction.
  fileprivate var hands: [GestureWords] {
    let turns = ["any": ["in", "out", "clockwise", "counterclockwise"]]
    let several = Tool.sides.merging(turns) { $0 + $1 }
    let qualifiers = entries(of: [.device, .edge, .corner, .taps, .distance, .within, .speed])
      .compactMap { entry in
        entry.value.text.map { WordedKey(named: entry.key, [entry.key == Word.distance.name ? handDistance($0) : $0]) }
      }
    return values.flatMap { several[$0] ?? [$0] }.flatMap { value in
      Set([fingers.lowerBound, fingers.upperBound]).sorted().map { count in
        // On touchpads, two fingers scroll, and one moves the pointer.
        let isOnScreen = self[.device] == nil && count <= 2 && gesture.isStraight
        let device = isOnScreen ? [WordedKey(.device, ["touchscreen"])] : []
        return GestureWords(gesture.rawValue, value, [WordedKey(.fingers, ["\(count)"])] + device + qualifiers)
      }
    }
  }
}

extension Situation {
  /// A situation in which a condition holds, as far as one is easily found.
  fileprivate init(satisfying condition: Condition) {
    self.init()
    for clause in condition.clauses { satisfy(clause) }
  }

  private mutating func satisfy(_ clause: Condition.Clause) {
    switch clause {
    case .app(let patterns): app = patterns.first.map(Self.example(of:))
    case .title(let patterns): title = patterns.first.map(Self.example(of:))
    case .output(let patterns): output = patterns.first.map(Self.example(of:))
    case .fullscreen(let wanted): isFullscreen = wanted
    case .fact(let fact, let wanted): facts[fact] = wanted
    case .connected(let connections): self.connections = Connections(named: connections.prefix(1).map(\.text))
    case .orientation(let wanted): orientation = wanted.first
    case .modifiers(let wanted): modifiers = wanted
    case .mode(let modes): mode = modes.first ?? mode
    case .locked(let wanted): isLocked = wanted
    case .under(let condition):
      let inner = Situation(satisfying: condition)
      touched = TouchedWindow(app: inner.app ?? "", title: inner.title ?? "", isFullscreen: inner.isFullscreen)
    case .any(let conditions): for clause in conditions.first?.clauses ?? [] { satisfy(clause) }
    case .not(let condition): for clause in condition.clauses { contradict(clause) }
    case .ask: break
    }
  }

  private mutating func contradict(_ clause: Condition.Clause) {
    switch clause {
    case .app: app = app ?? ""
    case .title: title = title ?? ""
    case .output: output = output ?? ""
    case .fullscreen(let wanted): isFullscreen = !wanted
    case .fact(let fact, let wanted): facts[fact] = !wanted
    case .connected: connections = Connections(named: [])
    case .modifiers: modifiers = modifiers ?? []
    case .locked(let wanted): isLocked = !wanted
    case .under: touched = touched ?? .absent
    case .not(let condition): for clause in condition.clauses { satisfy(clause) }
    case .any(let conditions): for clause in conditions.flatMap(\.clauses) { contradict(clause) }
    case .orientation, .mode, .ask: break
    }
  }
}

extension Situation {
  /// A text that a pattern matches.
  private static func example(of pattern: Wildcard) -> String {
    let text = pattern.text.replacing("*", with: "").replacing("?", with: "x")
    return text.isEmpty ? "x" : text
  }
}
