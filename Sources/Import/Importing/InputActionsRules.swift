internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// Converts triggers of InputActions to rules.
struct InputActionsRules {
  var draft: ImportDraft
  /// The speed in libinput's units per second from which a swipe is fast.
  var swipeSpeed = 20.0 * 140
  var groupCount = 0
  /// The factor of the pointer's motion in the current trigger, as it is written; nil if there is none.
  var motionFactor: String?
  /// The lines of gestures that are left out: another one of the same kind acts in their place.
  private var leftOut: [InputActionsTrigger.Gesture: Int] = [:]

  init(_ translator: CommandTranslator) { draft = ImportDraft(.inputActions, translator) }

  // MARK: Triggers

  mutating func add(_ trigger: InputActionsTrigger, in source: ImportSource) {
    let line = trigger.lines.lowerBound
    let (ruleCount, leftOutCount) = (draft.rules.count, draft.leftOutCount)
    addRules(for: trigger, in: source)
    if draft.rules.count > ruleCount {
      if let earlier = leftOut[trigger.gesture] { draft.note(substitute: line, forLeftOut: earlier) }
    } else if draft.leftOutCount > leftOutCount {
      leftOut[trigger.gesture] = line
    }
  }

  private mutating func addRules(for trigger: InputActionsTrigger, in source: ImportSource) {
    let line = trigger.lines.lowerBound
    var parts: [InputActionsCondition] = []
    do {
      for node in trigger.conditions { parts += try InputActionsCondition.read(node).parts }
      if let node = trigger.properties["keyboard_modifiers"] {
        parts += try InputActionsCondition.modifiers(node).parts
      }
    } catch {
      return draft.leaveOut(line, error.message)
    }
    guard let rule = newRule(trigger, &parts, in: source) else { return }
    motionFactor = nil
    let actions = readActions(trigger.properties["actions"])
    guard !actions.isEmpty else {
      if trigger.properties["actions"] == nil { draft.ignore(line, "no action") }
      return
    }
    for action in actions {
      if let earlier = action.leftOutBefore { draft.note(substitute: action.line, forLeftOut: earlier) }
    }
    for variant in variants(of: actions) {
      do {
        var rule = rule
        rule.conditions = try InputActionsCondition.conditions(parts + variant.conditions)
        addRules(rule, variant.actions, trigger)
      } catch {
        draft.leaveOut(line, error.message)
      }
    }
  }

  /// The rule for the gesture, without actions; nil, with a remark, if it has no counterpart.
  private mutating func newRule(
    _ trigger: InputActionsTrigger, _ parts: inout [InputActionsCondition], in source: ImportSource
  ) -> ImportedRule? {
    let line = trigger.lines.lowerBound
    guard let pattern = pattern(trigger, in: source) else { return nil }
    let fingers = fingers(trigger, pattern.gesture, &parts)
    let binding = Binding(
      trigger.lines, pattern.gesture, pattern.values, fingers: fingers, device: trigger.device)
    guard var rule = draft.rule(binding) else { return nil }
    guard setZone(&rule, &parts) else { return nil }
    if trigger.text("bidirectional") == "true", trigger.properties["angle"] == nil {
      draft.ignore(line, "'bidirectional' has no effect without 'angle'")
    }
    if let text = trigger.text("threshold") { setThreshold(text, &rule, line: line) }
    if let speed = trigger.text("speed") { setSpeed(speed, &rule, line: line) }
    return rule
  }

  // MARK: Rules

  /// The actions that are executed under the same conditions.
  private func variants(
    of actions: [InputActionsAction]
  ) -> [(conditions: [InputActionsCondition], actions: [InputActionsAction])] {
    var all: [[InputActionsCondition]] = []
    for action in actions where !action.conditions.isEmpty && !all.contains(action.conditions) {
      all.append(action.conditions)
    }
    // The actions that are not in a group are executed together if the conditions of all hold.
    let free = all.filter { conditions in actions.contains { $0.group == nil && $0.conditions == conditions } }
    var sets = free.count > Self.mostOverlaps ? [] : Self.overlaps(of: free)
    sets += all.map { [$0] }
    var variants = sets.map { set in
      (
        conditions: set.flatMap(\.self).unique,
        actions: actions.filter { action in
          guard action.conditions.isEmpty else { return set.contains(action.conditions) }
          return action.group == nil || !actions.contains { $0.group == action.group && set.contains($0.conditions) }
        }
      )
    }
    let others = actions.filter(\.conditions.isEmpty)
    if !others.isEmpty { variants.append(([], others)) }
    return variants
  }

  /// More conditions of one gesture are not combined.
  private static let mostOverlaps = 4

  /// The sets of two or more conditions that can hold at once, the largest first.
  private static func overlaps(of all: [[InputActionsCondition]]) -> [[[InputActionsCondition]]] {
    let sets = (0..<1 << all.count).map { bits in all.indices.filter { bits >> $0 & 1 == 1 }.map { all[$0] } }
    return sets.filter { set in
      set.count > 1
        && set.indices.allSatisfy { first in
          set.indices.dropFirst(first + 1).allSatisfy { second in
            !set[first].contains { one in set[second].contains { one.excludes($0) } }
          }
        }
    }.sorted { $0.count > $1.count }
  }

  /// Adds the rules for a gesture with some actions.
  private mutating func addRules(
    _ rule: ImportedRule, _ actions: [InputActionsAction], _ trigger: InputActionsTrigger
  ) {
    var rule = rule
    let actions = actions.filter { action in
      guard action.steps == .back, Self.directions(rule) == nil else { return true }
      // Along a single direction, the amount of a motion is positive (SwipeTriggerCore::updateActions).
      draft.ignore(action.line, "had no effect: this gesture has no steps back")
      return false
    }
    guard !actions.isEmpty else { return }
    let isMomentary = [.tap, .stroke].contains(rule.gesture)
    let isContinuous = actions.contains { $0.isContinuous } && !isMomentary
    if trigger.resumeTimeout != nil, !isContinuous {
      draft.ignore(trigger.lines.lowerBound, "'resume_timeout' has no counterpart")
    }
    guard isContinuous else { return addDiscrete(rule, actions, trigger, isMomentary: isMomentary) }
    setHold(&rule, trigger, begins: true)
    if trigger.type == "swipe", trigger.text("speed") == nil, addOnce(rule, actions) { return }
    if rule.gesture == .swipe {
      rule.gesture = .pan
      rule[.distance] = nil
    }
    if let time = trigger.resumeTimeout {
      rule[.resume] = ImportedQuantity.duration(time)
    }
    addContinuous(rule, actions)
  }

  /// Adds the rule for a gesture whose actions are executed once, at its beginning or its end.
  private mutating func addDiscrete(
    _ rule: ImportedRule, _ actions: [InputActionsAction], _ trigger: InputActionsTrigger, isMomentary: Bool
  ) {
    var rule = rule
    let begin = actions.filter { $0.on == .begin }
    let end = actions.filter { $0.on != .begin }
    setHold(&rule, trigger, begins: !begin.isEmpty)
    if !begin.isEmpty, !end.isEmpty, !isMomentary {
      if rule.gesture == .swipe { rule.gesture = .pan }
      rule[.speed] = rule.gesture == .pan ? rule[.speed] : nil
      rule.begin = begin.flatMap(\.actions)
      rule.end = end.flatMap(\.actions)
    } else if rule.gesture == .press, begin.isEmpty {
      rule.end = end.flatMap(\.actions)
    } else {
      rule.act = actions.flatMap(\.actions)
      if !end.isEmpty, rule.gesture == .swipe { draft.explainLift() }
    }
    if !rule.allActions.isEmpty { draft.rules.append(rule) }
  }

  private func setHold(_ rule: inout ImportedRule, _ trigger: InputActionsTrigger, begins: Bool) {
    guard rule.gesture == .longPress, begins, trigger.properties["threshold"] == nil else { return }
    // The time of a click, or libinput's delay.
    rule.value = ImportedQuantity.duration(max(ImportedQuantity.holdDelay(fingers: rule.fingers), 0.2))
  }

  private static let directions: [[String]: (forward: String, back: String)] = [
    ["horizontal"]: ("right", "left"), ["vertical"]: ("down", "up"),
    ["up-left", "down-right"]: ("down-right", "up-left"), ["down-left", "up-right"]: ("up-right", "down-left"),
  ]
  private static let turns: [Gesture.Kind: (forward: String, back: String)] = [
    .pinch: ("out", "in"), .rotate: ("clockwise", "counterclockwise"),
    .circle: ("clockwise", "counterclockwise"),
  ]

  /// The directions in which the amount of a motion is positive and negative; nil if it is always positive.
  private static func directions(_ rule: ImportedRule) -> (forward: String, back: String)? {
    // A range of angles is followed by the opposite one.
    if rule.values.count == 2, rule.values[0].hasSuffix("°") { return (rule.values[0], rule.values[1]) }
    return directions[rule.values] ?? (rule.value == "any" ? turns[rule.gesture] : nil)
  }

  /// Adds swipes for actions that are executed once in each direction; returns false if there are others.
  private mutating func addOnce(_ rule: ImportedRule, _ actions: [InputActionsAction]) -> Bool {
    guard actions.allSatisfy({ $0.on == .update && $0.isOnce && $0.script?.isSelfContained ?? true }) else {
      return false
    }
    let both = Self.directions(rule)
    for (value, steps) in [(both?.forward, InputActionsAction.Steps.back), (both?.back, .forward)] {
      let actions = actions.filter { both == nil || $0.steps != steps }
      guard both != nil || steps == .back, !actions.isEmpty else { continue }
      var rule = rule
      rule.value = value ?? rule.value
      if let interval = actions.compactMap(\.interval).max(), rule[.distance] == nil, interval > 50 {
        rule[.distance] = quantity(interval, .swipe, rule[.device] ?? "")
        explainUnits()
      }
      rule.act = actions.flatMap(\.actions)
      draft.rules.append(rule)
    }
    return true
  }

  private mutating func addContinuous(_ rule: ImportedRule, _ actions: [InputActionsAction]) {
    var rule = rule
    var updates: [InputActionsAction] = []
    for action in actions { add(action, to: &rule, &updates) }
    setEnds(&rule, actions)
    rule.setMotionFactor(motionFactor)
    let both = Self.directions(rule)
    guard let both, updates.contains(where: { $0.steps != .both }) else {
      setSteps(&rule, updates)
      if !rule.allActions.isEmpty || rule[.dragging] != nil { draft.rules.append(rule) }
      return
    }
    let hasEnds = !(rule.begin + rule.end + rule.cancel).isEmpty
    for (value, steps) in [(both.forward, InputActionsAction.Steps.back), (both.back, .forward)] {
      var rule = rule
      rule.value = value
      setSteps(&rule, updates.filter { $0.steps != steps })
      if hasEnds || !rule.act.isEmpty { draft.rules.append(rule) }
    }
  }

  /// Adds an action to the phases of a rule for a continuous gesture; an update is added to `updates`.
  private mutating func add(
    _ action: InputActionsAction, to rule: inout ImportedRule, _ updates: inout [InputActionsAction]
  ) {
    let isUpdate = action.on == .update || action.on == .tick
    if action.on == .tick, ![.longPress, .press].contains(rule.gesture) {
      return draft.leaveOut(action.line, "'on: tick' has a counterpart for holds and clicks only")
    }
    if let script = action.script {
      if !script.buttonsDown.isEmpty, [.rotate, .pinch, .circle].contains(rule.gesture) {
        return draft.leaveOut(action.line, "a button that stays pressed requires a swipe or a hold")
      }
      if script.movesPointer || !script.buttonsDown.isEmpty || !script.modifiersDown.isEmpty {
        if !rule.add(script, at: script.movesPointer ? .update : .begin) {
          draft.leaveOut(action.line, "motion beside keys and buttons has no counterpart")
        }
        return
      }
      // The rule itself releases held keys and buttons at its end.
      if script.actions.isEmpty { return }
    }
    switch action.on {
    case .begin: rule.add(action.actions, at: .begin)
    case _ where isUpdate && action.isOnce: rule.add(action.actions, at: .begin)
    case .update, .tick: updates.append(action)
    case .end, .cancel, .endCancel: break
    }
  }

  /// Sets the actions of the end, which `cancel` does as well unless it has its own.
  private func setEnds(_ rule: inout ImportedRule, _ actions: [InputActionsAction]) {
    func all(_ moments: [InputActionsAction.On]) -> [ImportedAction] {
      actions.filter { action in
        let isHeld = action.script.map { !$0.buttonsDown.isEmpty || !$0.modifiersDown.isEmpty || $0.movesPointer }
        return moments.contains(action.on) && !(isHeld ?? false)
      }.flatMap(\.actions)
    }
    rule.end = all([.end, .endCancel])
    let cancel = all([.cancel, .endCancel])
    let isOwn = actions.contains { $0.on == .cancel } || actions.contains { $0.on == .endCancel }
    rule.cancel = !isOwn || cancel == rule.end ? [] : cancel.isEmpty && !rule.end.isEmpty ? [.nothing] : cancel
  }

  private mutating func setSteps(_ rule: inout ImportedRule, _ updates: [InputActionsAction]) {
    guard let first = updates.first else { return }
    for other in updates where other.interval != first.interval {
      draft.leaveOut(other.line, "a rule has one 'every', that of \(line: first.line)")
    }
    rule.act = updates.filter { $0.interval == first.interval }.flatMap(\.actions)
    guard ![.longPress, .press].contains(rule.gesture) else {
      rule[.every] = ImportedQuantity.duration((first.interval ?? 50) / 1000)
      return
    }
    // At each event, of which there are about 140 a second.
    let each: [Gesture.Kind: Double] = [
      .pan: 3 * ImportedQuantity.unitsPerMillimetre, .pinch: 0.05, .rotate: 5, .circle: 5,
    ]
    rule[.every] = quantity(first.interval ?? each[rule.gesture] ?? 1, rule.gesture, rule[.device] ?? "")
    if rule.gesture == .pan { explainUnits() }
  }
}

extension InputActionsAction {
  /// The input of the action; nil if it has another effect.
  fileprivate var script: InputScript? { if case .input(let script) = effect { script } else { nil } }

  /// Its actions, without keys and buttons that stay pressed.
  fileprivate var actions: [ImportedAction] {
    switch effect {
    case .actions(let actions): return actions
    case .input(let script):
      let held = script.heldForWheel.joined(separator: "+")
      return held.isEmpty ? script.actions : [.performing(.hold, held)] + script.actions
    }
  }

  /// True if it requires a gesture that goes on.
  fileprivate var isContinuous: Bool {
    ![.begin, .end].contains(on) || !(script?.isSelfContained ?? true)
  }
}

extension [InputActionsCondition] {
  /// Each condition once, in order.
  fileprivate var unique: [InputActionsCondition] {
    indices.filter { firstIndex(of: self[$0]) == $0 }.map { self[$0] }
  }
}
