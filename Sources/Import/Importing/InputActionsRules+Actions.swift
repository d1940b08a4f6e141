internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile
internal import YAML

/// The actions of a trigger.
extension InputActionsRules {
  /// The maximum number of actions of a gesture, more than configurations have.
  private static let maxActions = 200

  mutating func readActions(_ list: Node?) -> [InputActionsAction] {
    guard case .sequence(let nodes)? = list?.content else { return [] }
    if nodes.count > Self.maxActions {
      draft.leaveOut(nodes[Self.maxActions].line, "a gesture has at most \(Self.maxActions) actions")
    }
    return nodes.prefix(Self.maxActions).flatMap { readAction($0, nil, nil) }
  }

  /// Reads an action, or the actions of a group.
  /// - Parameters:
  ///   - outer: the group around it; nil if there is none.
  ///   - group: the number of that group.
  mutating func readAction(_ node: Node, _ outer: InputActionsAction?, _ group: Int?) -> [InputActionsAction] {
    let line = node.line
    let entries = node.lastEntries
    func value(_ key: String) -> Node? { entries.last { $0.key.text == key }?.value }
    remarkKeys(of: entries)
    var action = outer ?? InputActionsAction(line: line, on: .end, conditions: [], effect: .actions([]))
    action.line = line
    action.group = group
    if let text = value("on")?.text {
      guard let on = InputActionsAction.On(rawValue: text.trimmed) else {
        draft.leaveOut(line, "unknown event \(Phrase.quote(text))")
        return []
      }
      action.on = on
    }
    readRepetition(of: &action, value)
    if let conditions = value("conditions") {
      do {
        action.conditions += try InputActionsCondition.read(conditions).parts
      } catch {
        draft.leaveOut(line, error.message)
        return []
      }
    }
    if case .sequence(let nodes)? = value("one")?.content {
      guard outer == nil else {
        draft.leaveOut(line, "a group of actions in another one has no counterpart")
        return []
      }
      groupCount += 1
      return readGroup(nodes, action, groupCount)
    }
    guard let effect = effect(value, line: line) else { return [] }
    action.effect = effect
    return [action]
  }

  /// Remarks on the keys of an action that are not kept.
  private mutating func remarkKeys(of entries: [Node.Entry]) {
    for entry in entries {
      guard let key = entry.key.text else { continue }
      if !InputActionsAction.keys.contains(key) {
        draft.ignore(
          entry.line,
          ImportDraft.unknownKey(
            key, among: InputActionsAction.keys,
            elsewhere: [(InputActionsImporter.triggerKeys, "to the gesture, beside 'actions'")]))
      } else if InputActionsAction.otherKeys.contains(key) {
        draft.ignore(entry.line, "'\(key)' has no counterpart")
      }
    }
  }

  /// Reads how often an action is executed.
  private mutating func readRepetition(of action: inout InputActionsAction, _ value: (String) -> Node?) {
    if let text = (value("interval") ?? value("repeat_interval"))?.text?.trimmed {
      let number = ImportedQuantity.number(text) ?? 0
      action.steps = text == "-" || number < 0 ? .back : text == "+" || number > 0 ? .forward : .both
      action.interval = number == 0 ? nil : abs(number)
    }
    if let text = value("limit")?.text?.trimmed, text != "0" {
      action.isOnce = text == "1"
      if !action.isOnce { draft.ignore(action.line, "'limit' \(Phrase.quote(text)) has no counterpart") }
    }
    if let text = value("threshold")?.text { draft.ignore(action.line, "'threshold' \(text) has no counterpart") }
  }

  /// Reads the actions of a group, of which only the first possible one is executed.
  private mutating func readGroup(
    _ nodes: [Node], _ outer: InputActionsAction, _ group: Int
  ) -> [InputActionsAction] {
    var actions: [InputActionsAction] = []
    var leftOut: Int?
    if nodes.count > Self.maxGroup {
      draft.leaveOut(nodes[Self.maxGroup].line, "a group has at most \(Self.maxGroup) actions")
    }
    for node in nodes.prefix(Self.maxGroup) {
      let read = readAction(node, outer, group).map { action in
        var action = action
        action.leftOutBefore = leftOut
        // The rules of narrower conditions come first: they must not take what an earlier action does.
        let count = action.conditions.count
        for earlier in actions where !earlier.conditions.isEmpty && earlier.conditions.count < count {
          action.conditions.append(.not(.all(earlier.conditions)))
        }
        return action
      }
      if read.isEmpty { leftOut = leftOut ?? node.line }
      actions += read
    }
    return actions
  }

  private static let maxGroup = 50

  /// The effect of an action; nil, with a remark, if it has no counterpart.
  mutating func effect(_ value: (String) -> Node?, line: Int) -> InputActionsAction.Effect? {
    let effects = ["command", "input", "plasma_shortcut", "sleep", "function", "activate_window", "replace_text"].filter
    {
      value($0) != nil
    }
    for other in effects.dropFirst() {
      draft.leaveOut(line, "'\(other)' beside '\(effects[0])': an action has one effect")
    }
    if let command = value("command")?.text.map(InputActionsCondition.unmarked), !command.trimmed.isEmpty {
      let renamed = draft.tool.renamed(command)
      guard let objection = renamed.objection else {
        return .actions(draft.translator.translate(renamed.command).actions)
      }
      return draft.leaveOut(line, objection)
    }
    if let input = value("input") {
      let delay = (value("delay")?.text.flatMap(ImportedQuantity.number) ?? 0) / 1000
      guard let steps = InputActionsInput.steps(input, delay: delay), let script = InputScript(steps) else {
        return draft.leaveOut(line, "this input has no counterpart")
      }
      motionFactor = InputActionsInput.motionFactor(input) ?? motionFactor
      return .input(script)
    }
    if let shortcut = value("plasma_shortcut")?.text {
      return plasmaShortcut(shortcut, line: line).map { .actions([$0]) }
    }
    if let time = value("sleep")?.text.flatMap(ImportedQuantity.number), time > 0 {
      return .actions([.wait(ImportedQuantity.duration(time / 1000))])
    }
    return draft.leaveOut(line, effects.first.map { "'\($0)' has no counterpart" } ?? "the action is missing")
  }

  /// The action for a shortcut of KDE's settings: `kwin,Window Close`.
  mutating func plasmaShortcut(_ text: String, line: Int) -> ImportedAction? {
    guard let shortcut = PlasmaShortcut(text) else {
      return draft.leaveOut(line, "'plasma_shortcut' requires a component and a shortcut")
    }
    let isPlasma = draft.translator.desktop == nil || draft.translator.desktop == .plasma
    let neighbour = isPlasma ? nil : CommandTranslator.kwinNeighbours[shortcut.name]
    if let action = (shortcut.operation.map { DesktopAction.operation($0) } ?? neighbour)?.action(
      on: draft.translator.desktop)
    {
      draft.explain(DesktopAction.explanation)
      return action
    }
    guard isPlasma else {
      return draft.leaveOut(line, DesktopAction.absence(of: "'\(text)'", on: draft.translator.desktop))
    }
    return .performing(.plasmaShortcut, shortcut.text)
  }
}
