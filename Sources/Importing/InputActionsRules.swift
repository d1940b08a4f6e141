internal import Diagnostics
internal import RulesFile
internal import YAML

/// Converts triggers of InputActions to rules.
struct InputActionsRules {
  var draft = ImportDraft()
  let translator: CommandTranslator
  /// The speed in libinput's units per second from which a swipe is fast.
  var swipeSpeed = 20.0 * 140
  private var groupCount = 0

  init(_ translator: CommandTranslator) { self.translator = translator }

  // MARK: Triggers

  /// Adds the rules of a trigger.
  mutating func add(_ trigger: InputActionsTrigger, in source: ImportSource) {
    let line = trigger.lines.lowerBound
    var parts: [InputActionsCondition] = []
    do {
      for node in trigger.conditions { parts += try InputActionsCondition.read(node).parts }
      if let node = trigger.properties["keyboard_modifiers"] {
        parts += try InputActionsCondition.modifiers(node).parts
      }
    } catch {
      draft.remark(.leftOut, line: line, error.message)
      return
    }
    guard var rule = newRule(trigger, &parts, in: source) else { return }
    let actions = readActions(trigger.properties["actions"])
    guard !actions.isEmpty else {
      if trigger.properties["actions"] == nil { draft.remark(.ignored, line: line, "no action") }
      return
    }
    if parts.contains(where: { $0.holdsModifiers }) {
      draft.remark(.changed, line: line, "requires 'read-keyboards: true', which is set")
    }
    rule.notes += trigger.type == "circle" && trigger.text("direction") != "any" ? ["either way round"] : []
    let start = draft.rules.count
    for variant in variants(of: actions) {
      do {
        var rule = rule
        rule.conditions = try InputActionsCondition.conditions(parts + variant.conditions)
        addRules(rule, variant.actions, trigger)
      } catch {
        draft.remark(.leftOut, line: line, error.message)
      }
    }
    // Several rules replace one trigger.
    for index in draft.rules.indices.dropFirst(start + 1) { draft.rules[index].bindingCount = 0 }
  }

  /// The rule for the gesture, without actions; nil, with a remark, if it has no counterpart.
  private mutating func newRule(
    _ trigger: InputActionsTrigger, _ parts: inout [InputActionsCondition], in source: ImportSource
  ) -> ImportedRule? {
    let line = trigger.lines.lowerBound
    guard let pattern = pattern(trigger, in: source) else { return nil }
    guard let fingers = fingers(trigger, pattern.gesture, &parts) else {
      draft.remark(.leftOut, line: line, "'fingers' must be from 1 to 5")
      return nil
    }
    var rule = ImportedRule(lines: trigger.lines, gesture: pattern.gesture, value: pattern.value, fingers: fingers)
    rule["device"] = trigger.device
    rule["zone"] = zone(&parts)
    if let text = trigger.text("threshold") { setThreshold(text, &rule, line: line) }
    if let speed = trigger.text("speed") { setSpeed(speed, &rule, line: line) }
    return rule
  }

  private static let swipes = [
    "left": "left", "right": "right", "up": "up", "down": "down", "left_right": "horizontal", "up_down": "vertical",
    "left_up": "up-left", "left_down": "down-left", "right_up": "up-right", "right_down": "down-right",
    "left_up_right_down": "[up-left, down-right]", "left_down_right_up": "[down-left, up-right]", "any": "any",
  ]

  private mutating func pattern(
    _ trigger: InputActionsTrigger, in source: ImportSource
  ) -> (gesture: String, value: String)? {
    let line = trigger.lines.lowerBound
    let direction = trigger.text("direction") ?? ""
    switch trigger.type {
    case "swipe":
      if let angles = trigger.text("angle")?.split(separator: "-").compactMap({ Int($0.trimmed) }), angles.count == 2 {
        return ("swipe", "\(angles[0])°-\(angles[1])°")
      }
      if let value = Self.swipes[direction] { return ("swipe", value) }
    case "pinch": if ["in", "out", "any"].contains(direction) { return ("pinch", direction) }
    case "rotate": if ["clockwise", "counterclockwise", "any"].contains(direction) { return ("rotate", direction) }
    case "hold": return ("long-press", "500ms")
    case "tap": return ("tap", "single")
    case "circle": return ("stroke", "circle")
    case "stroke": return stroke(trigger, in: source)
    case "click":
      draft.remark(.leftOut, line: line, "a click has no counterpart")
      return nil
    default:
      draft.remark(.leftOut, line: line, "unknown type \(Phrase.quote(trigger.type))")
      return nil
    }
    draft.remark(
      .leftOut, line: line,
      direction.isEmpty ? "the direction is missing" : "unknown direction \(Phrase.quote(direction))")
    return nil
  }

  private mutating func fingers(
    _ trigger: InputActionsTrigger, _ gesture: String, _ parts: inout [InputActionsCondition]
  ) -> ClosedRange<Int>? {
    var fingers: ClosedRange<Int>?
    if let text = trigger.text("fingers") {
      let numbers = text.split(separator: "-").compactMap { Int($0.trimmed) }
      guard let low = numbers.first, let high = numbers.last, low <= high, (1...5).contains(low), (1...5).contains(high)
      else { return nil }
      fingers = low...high
    }
    for case .fingers(let range) in parts { fingers = range }
    parts.removeAll { if case .fingers = $0 { true } else { false } }
    let isTouchscreen = trigger.device == "touchscreen"
    let usual = LibinputGesturesImporter.anyFingers[gesture] ?? (gesture == "tap" ? 1...3 : 2...4)
    return fingers ?? (isTouchscreen ? (["pinch", "rotate"].contains(gesture) ? 2...5 : 1...5) : usual)
  }

  /// The zone of conditions on the start of a finger; nil if there are none.
  private mutating func zone(_ parts: inout [InputActionsCondition]) -> String? {
    var axes: [String: ClosedRange<Int>] = [:]
    for case .zone(let axis, let range) in parts {
      axes[axis] = axes[axis].map { $0.overlaps(range) ? $0.clamped(to: range) : range } ?? range
    }
    parts.removeAll { if case .zone = $0 { true } else { false } }
    guard !axes.isEmpty else { return nil }
    let spans = axes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.lowerBound)%-\($0.value.upperBound)%" }
    return "{\(spans.joined(separator: ", "))}"
  }

  // MARK: Amounts

  /// The amount of a gesture in the unit of rules files.
  private func quantity(_ amount: Double, _ gesture: String, _ device: String) -> String? {
    switch gesture {
    case "swipe", "pan":
      let units = device == "touchscreen" ? LisgdSettings.pixelsPerMillimetre : ImportedQuantity.unitsPerMillimetre
      return ImportedQuantity.text(min(max(amount / units, 0.5), 500), "mm")
    case "pinch": return ImportedQuantity.text(min(max(amount * 100, 1), 95), "%")
    case "rotate": return ImportedQuantity.text(min(max(amount, 1), 360), "°")
    default: return nil
    }
  }

  private mutating func setThreshold(_ text: String, _ rule: inout ImportedRule, line: Int) {
    guard let amount = InputActionsTrigger.minimum(text), amount >= 0 else {
      draft.remark(.ignored, line: line, "'threshold' \(Phrase.quote(text)) is not a number")
      return
    }
    if rule.gesture == "long-press" {
      rule.value = ImportedQuantity.duration(amount / 1000 + ImportedQuantity.holdDelay(fingers: rule.fingers))
    } else if let distance = quantity(amount, rule.gesture, rule["device"] ?? "") {
      rule["distance"] = rule.gesture == "swipe" ? atLeast(5, distance) : distance
      explainUnits()
    } else {
      draft.remark(.ignored, line: line, "'threshold' has no counterpart")
    }
  }

  private func atLeast(_ minimum: Double, _ length: String) -> String {
    Double(length.dropLast(2)).map { $0 < minimum } ?? false ? ImportedQuantity.text(minimum, "mm") : length
  }

  private mutating func explainUnits() {
    draft.explain(
      "Thresholds and intervals of swipes are in libinput's units, 10.52 per mm; on touchscreens, in pixels, 5.6 per mm."
    )
  }

  private mutating func setSpeed(_ speed: String, _ rule: inout ImportedRule, line: Int) {
    guard speed != "any" else { return }
    guard ["fast", "slow"].contains(speed) else {
      draft.remark(.ignored, line: line, "unknown speed \(Phrase.quote(speed))")
      return
    }
    switch rule.gesture {
    case "swipe":
      let limit = ImportedQuantity.text(
        min(max((swipeSpeed / ImportedQuantity.unitsPerMillimetre).rounded(), 10), 2_000), "mm/s")
      rule["speed"] = speed == "fast" ? limit : "0mm/s-\(limit)"
    case "pinch": rule[speed == "fast" ? "within" : "after"] = "300ms"
    default: draft.remark(.changed, line: line, "'speed' has no counterpart")
    }
  }

  // MARK: Actions

  private mutating func readActions(_ list: Node?) -> [InputActionsAction] {
    guard case .sequence(let nodes)? = list?.content else { return [] }
    return nodes.prefix(200).flatMap { readAction($0, nil, nil) }
  }

  /// Reads an action, or the actions of a group.
  /// - Parameters:
  ///   - outer: the group around it; nil if there is none.
  ///   - group: the number of that group.
  private mutating func readAction(_ node: Node, _ outer: InputActionsAction?, _ group: Int?) -> [InputActionsAction] {
    let line = node.place.start.line
    let entries = node.lastEntries
    func value(_ key: String) -> Node? { entries.last { $0.key.text == key }?.value }
    for entry in entries {
      guard let key = entry.key.text else { continue }
      if !InputActionsAction.keys.contains(key) {
        let meant = Suggestion.nearest(to: key, among: InputActionsAction.keys)
        draft.remark(
          .ignored, line: entry.key.place.start.line,
          "unknown key \(Phrase.quote(key))" + (meant.map { "; did you mean '\($0)'?" } ?? ""))
      } else if InputActionsAction.otherKeys.contains(key) {
        draft.remark(.ignored, line: entry.key.place.start.line, "'\(key)' has no counterpart")
      }
    }
    var action = outer ?? InputActionsAction(line: line, on: .end, conditions: [], effect: .actions([]))
    action.line = line
    action.group = group
    if let text = value("on")?.text {
      guard let on = InputActionsAction.On(rawValue: text.trimmed) else {
        draft.remark(.leftOut, line: line, "unknown event \(Phrase.quote(text))")
        return []
      }
      action.on = on
    }
    if let text = (value("interval") ?? value("repeat_interval"))?.text?.trimmed {
      let number = ImportedQuantity.number(text) ?? 0
      action.steps = text == "-" || number < 0 ? .back : text == "+" || number > 0 ? .forward : .both
      action.interval = number == 0 ? nil : abs(number)
    }
    if let text = value("limit")?.text?.trimmed, text != "0" {
      action.isOnce = text == "1"
      if !action.isOnce { draft.remark(.ignored, line: line, "'limit' \(Phrase.quote(text)) has no counterpart") }
    }
    if let text = value("threshold")?.text {
      draft.remark(.ignored, line: line, "'threshold' \(text) has no counterpart")
    }
    if let conditions = value("conditions") {
      do {
        action.conditions += try InputActionsCondition.read(conditions).parts
      } catch {
        draft.remark(.leftOut, line: line, error.message)
        return []
      }
    }
    if case .sequence(let nodes)? = value("one")?.content {
      guard outer == nil else {
        draft.remark(.leftOut, line: line, "a group of actions in another one has no counterpart")
        return []
      }
      groupCount += 1
      let number = groupCount
      return nodes.prefix(50).flatMap { readAction($0, action, number) }
    }
    guard let effect = effect(value, line: line) else { return [] }
    action.effect = effect
    return [action]
  }

  /// The effect of an action; nil, with a remark, if it has no counterpart.
  private mutating func effect(_ value: (String) -> Node?, line: Int) -> InputActionsAction.Effect? {
    if let command = value("command")?.text.map(InputActionsCondition.unmarked), !command.trimmed.isEmpty {
      return .actions(self.command(command, line: line))
    }
    if let input = value("input") {
      let delay = (value("delay")?.text.flatMap(ImportedQuantity.number) ?? 0) / 1000
      guard let steps = InputActionsInput.steps(input, delay: delay), let script = InputScript(steps) else {
        draft.remark(.leftOut, line: line, "this input has no counterpart")
        return nil
      }
      return .input(script)
    }
    if let shortcut = value("plasma_shortcut")?.text {
      return plasmaShortcut(shortcut, line: line).map { .actions([$0]) }
    }
    if let time = value("sleep")?.text.flatMap(ImportedQuantity.number), time > 0 {
      return .actions([.other("wait", ImportedQuantity.duration(time / 1000))])
    }
    let name = ["function", "activate_window", "replace_text", "command", "sleep"].first { value($0) != nil }
    draft.remark(.leftOut, line: line, name.map { "'\($0)' has no counterpart" } ?? "the action is missing")
    return nil
  }

  /// The variables of InputActions, with those of rules.
  private static let variables = [
    "window_class": "SLEIGHT_APP", "window_title": "SLEIGHT_TITLE", "fingers": "SLEIGHT_FINGERS",
  ]

  private mutating func command(_ command: String, line: Int) -> [ImportedAction] {
    var command = command
    for match in command.matches(
      of: /\$\{?(window_\w+|fingers|finger_\w+|screen_name|pointer_\w+|last_trigger_id)\b\}?/
    )
    .reversed() {
      if let name = Self.variables[String(match.1)] {
        command.replaceSubrange(match.range, with: "$\(name)")
      } else {
        draft.remark(.changed, line: line, "the variable '\(match.1)' is not set")
      }
    }
    let translation = translator.translate(command)
    return translation.actions
  }

  /// The action for a shortcut of KDE's settings: `kwin,Window Close`.
  private mutating func plasmaShortcut(_ text: String, line: Int) -> ImportedAction? {
    let parts = text.split(separator: ",", maxSplits: 1).map(\.trimmed)
    guard parts.count == 2, parts[0].wholeMatch(of: /\w+/) != nil, !parts[1].contains("\"") else {
      draft.remark(.leftOut, line: line, "'plasma_shortcut' requires a component and a shortcut")
      return nil
    }
    if let desktop = translator.desktop, desktop != .kde {
      guard let action = CommandTranslator.kwinShortcuts[parts[1]]?.action(on: desktop) else {
        draft.remark(.leftOut, line: line, DesktopAction.absence(of: "'\(text)'", on: desktop))
        return nil
      }
      draft.explain(DesktopAction.explanation(desktop))
      return action
    }
    let name = parts[1].contains(" ") ? "\"\(parts[1])\"" : parts[1]
    return .shell(
      "busctl --user call org.kde.kglobalaccel /component/\(parts[0]) org.kde.kglobalaccel.Component invokeShortcut s \(name)"
    )
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
    var variants = all.map { conditions in
      (
        conditions: conditions,
        actions: actions.filter { action in
          guard action.conditions.isEmpty else { return action.conditions == conditions }
          return action.group == nil
            || !actions.contains { $0.group == action.group && $0.conditions == conditions }
        }
      )
    }
    let others = actions.filter(\.conditions.isEmpty)
    if !others.isEmpty { variants.append(([], others)) }
    return variants
  }

  /// Adds the rules for a gesture with some actions.
  private mutating func addRules(
    _ rule: ImportedRule, _ actions: [InputActionsAction], _ trigger: InputActionsTrigger
  ) {
    var rule = rule
    let isMomentary = ["tap", "stroke"].contains(rule.gesture)
    let isContinuous = actions.contains { $0.isContinuous } && !isMomentary
    if !isContinuous {
      let begin = actions.filter { $0.on == .begin }
      let end = actions.filter { $0.on != .begin }
      setHold(&rule, trigger, begins: !begin.isEmpty)
      if !begin.isEmpty, !end.isEmpty, !isMomentary {
        if rule.gesture == "swipe" { rule.gesture = "pan" }
        rule["speed"] = rule.gesture == "pan" ? rule["speed"] : nil
        rule.begin = begin.flatMap(\.actions)
        rule.end = end.flatMap(\.actions)
      } else {
        rule.act = actions.flatMap(\.actions)
        if !end.isEmpty, rule.gesture == "swipe" { draft.explain(ImportDraft.liftExplanation("InputActions")) }
      }
      if !rule.allActions.isEmpty { draft.rules.append(rule) }
      return
    }
    setHold(&rule, trigger, begins: true)
    if trigger.type == "swipe", trigger.text("speed") == nil, addOnce(rule, actions) { return }
    if rule.gesture == "swipe" {
      rule.gesture = "pan"
      rule["distance"] = nil
    }
    if let time = trigger.text("resume_timeout").flatMap(ImportedQuantity.number), time > 0 {
      rule["resume"] = ImportedQuantity.duration(min(time / 1000, 10))
    }
    addContinuous(rule, actions)
  }

  private func setHold(_ rule: inout ImportedRule, _ trigger: InputActionsTrigger, begins: Bool) {
    guard rule.gesture == "long-press", begins, trigger.properties["threshold"] == nil else { return }
    // The time of a click, or libinput's delay.
    rule.value = ImportedQuantity.duration(max(ImportedQuantity.holdDelay(fingers: rule.fingers), 0.2))
  }

  /// The directions of steps forward and back.
  private static let directions: [String: (forward: String, back: String)] = [
    "horizontal": ("right", "left"), "vertical": ("down", "up"), "[up-left, down-right]": ("down-right", "up-left"),
    "[down-left, up-right]": ("up-right", "down-left"),
  ]
  private static let turns: [String: (forward: String, back: String)] = [
    "pinch": ("out", "in"), "rotate": ("clockwise", "counterclockwise"),
  ]

  private static func directions(_ rule: ImportedRule) -> (forward: String, back: String)? {
    directions[rule.value] ?? (rule.value == "any" ? turns[rule.gesture] : nil)
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
      if let interval = actions.compactMap(\.interval).max(), rule["distance"] == nil, interval > 50 {
        rule["distance"] = quantity(interval, "swipe", rule["device"] ?? "")
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
    let both = Self.directions(rule)
    guard let both, updates.contains(where: { $0.steps != .both }) else {
      setSteps(&rule, updates)
      if !rule.allActions.isEmpty || rule["drag"] != nil { draft.rules.append(rule) }
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
    if action.on == .tick, rule.gesture != "long-press" {
      draft.remark(.leftOut, line: action.line, "'on: tick' has a counterpart for holds only")
      return
    }
    if let script = action.script {
      if script.movesPointer {
        let pointer = ImportedAction.other("pointer", "fingers")
        if rule["drag"] == nil, !rule.begin.contains(pointer) { rule.begin.append(pointer) }
        return
      }
      if let button = script.buttonsDown.first.flatMap({ InputScript.buttons[$0] }), rule.gesture != "rotate",
        rule.gesture != "pinch"
      {
        rule["drag"] = button
        rule.begin.removeAll { $0 == .other("pointer", "fingers") }
        return
      }
      if !script.modifiersDown.isEmpty {
        let held = script.modifiersDown.joined(separator: "+")
        if !rule.begin.contains(.other("hold", held)) { rule.begin.append(.other("hold", held)) }
        rule.begin += script.actions.map { $0.removingModifiers(held) }
        return
      }
      // The rule itself releases held keys and buttons at its end.
      if script.actions.isEmpty { return }
    }
    switch action.on {
    case .begin: rule.begin += action.actions
    case _ where isUpdate && action.isOnce: rule.begin += action.actions
    case .update, .tick: updates.append(action)
    case .end: rule.end += action.actions
    case .cancel: rule.cancel += action.actions
    // `cancel` defaults to `end`.
    case .endCancel: rule.end += action.actions
    }
  }

  /// Sets the steps of a rule.
  private mutating func setSteps(_ rule: inout ImportedRule, _ updates: [InputActionsAction]) {
    guard let first = updates.first else { return }
    rule.act = updates.flatMap(\.actions)
    let others = updates.filter { $0.interval != first.interval }
    for other in others {
      draft.remark(.changed, line: other.line, "acts in the steps of line \(first.line): a rule has one 'every'")
    }
    guard rule.gesture != "long-press" else {
      rule["every"] = ImportedQuantity.duration(max(first.interval ?? 50, 10) / 1000)
      return
    }
    // At each event, of which there are about 140 a second.
    let each = ["pan": 3 * ImportedQuantity.unitsPerMillimetre, "pinch": 0.05, "rotate": 5.0]
    rule["every"] = quantity(first.interval ?? each[rule.gesture] ?? 1, rule.gesture, rule["device"] ?? "")
    if rule.gesture == "pan" { explainUnits() }
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
      return held.isEmpty ? script.actions : [.other("hold", held)] + script.actions
    }
  }

  /// True if it requires a gesture that goes on.
  fileprivate var isContinuous: Bool {
    ![.begin, .end].contains(on) || !(script?.isSelfContained ?? true)
  }
}

extension InputActionsCondition {
  /// True if it depends on the held modifiers.
  fileprivate var holdsModifiers: Bool {
    switch self {
    case .word(let word, _): word == "modifiers"
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.holdsModifiers)
    case .not(let condition): condition.holdsModifiers
    case .fingers, .zone: false
    }
  }
}
