internal import Diagnostics
internal import Foreign
internal import RulesFile
internal import YAML

/// Reads InputActions' config.yaml: triggers of touchpads and touchscreens, alone or in groups, each with its actions.
///
/// Its semantics are those of InputActions/core: src/libinputactions/config/parsers and triggers, and of its wiki.
struct InputActionsImporter {
  private var rules: InputActionsRules
  private let source: ImportSource
  private var triggerCount = 0

  /// The maximum number of triggers, against nested aliases that expand to a billion.
  private static let maxTriggers = 5_000
  private static let maxDepth = 20

  /// Reads a configuration.
  /// - Throws: `ImportError` if it is not YAML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    let source = NixText.content(of: source)
    var reader = InputActionsImporter(source, translator)
    let root: Node?
    do {
      root = try Node.parse(Array(InputActionsCondition.marked(source.text).utf8))
    } catch {
      throw ImportError(error.message, line: error.span?.start.line, column: error.span?.start.column ?? 1)
    }
    for entry in root?.lastEntries ?? [] { reader.readSection(entry) }
    return reader.rules.draft
  }

  private init(_ source: ImportSource, _ translator: CommandTranslator) {
    self.source = source
    rules = InputActionsRules(translator)
    // In InputActions the first trigger that acts cancels the others.
    rules.draft.lastRuleWins = false
    rules.draft.comments = YAMLComments.read(source)
    rules.draft.isStatement = { text in YAMLComments.key(in: text).map { Self.keys.contains($0) } ?? false }
  }

  private static let sections = [
    "touchpad", "touchscreen", "mouse", "keyboard", "pointer", "anchors", "autoreload", "device_rules",
    "emergency_combination", "external_variable_access", "notifications", "scripting", "touchpadGestures",
  ]
  static let triggerKeys = [
    "type", "fingers", "direction", "angle", "actions", "conditions", "threshold", "speed", "strokes", "resume_timeout",
    "bidirectional", "gestures", "keyboard_modifiers",
  ]
  /// The keys of triggers without a counterpart.
  private static let otherKeys = [
    "accelerated", "block_events", "clear_modifiers", "end_conditions", "id", "lock_pointer",
    "mouse_buttons", "mouse_buttons_exact_order", "set_last_trigger", "shortcut", "instant",
  ]
  /// The keys that can be expected in a comment.
  private static let keys = Set(sections + triggerKeys + otherKeys + InputActionsAction.keys + ["keyboard", "mouse"])

  // MARK: Sections

  private mutating func readSection(_ entry: Node.Entry) {
    guard let name = entry.key.text else { return }
    let line = entry.key.location.start.line
    rules.draft.openers.insert(line)
    switch name {
    case "touchpad", "touchscreen", "mouse", "keyboard", "pointer", "touchpadGestures":
      let device = name == "touchpadGestures" ? "touchpad" : name
      if case .sequence = entry.value.content { readTriggers(entry.value, device, [:], [], depth: 0) }
      for inner in entry.value.lastEntries {
        let line = inner.key.location.start.line
        rules.draft.openers.insert(line)
        switch inner.key.text {
        case "gestures": readTriggers(inner.value, device, [:], [], depth: 0)
        case "speed":
          // The default number of events a second is that of most touchpads.
          let units = inner.value.lastValue(of: "swipe_threshold")?.text
          if let units = units.flatMap(ImportedQuantity.number), units > 0 { rules.swipeSpeed = units * 140 }
        case let key?: rules.draft.remark(.ignored, line: line, "\(Phrase.quote(key)) has no counterpart")
        case nil: break
        }
      }
    case "anchors", "autoreload": break
    default:
      rules.draft.remark(
        .ignored, line: line,
        Self.sections.contains(name)
          ? "'\(name)' has no counterpart"
          : ImportDraft.unknownKey(
            name, among: Self.sections, elsewhere: [(Self.triggerKeys, "to a gesture of a device, such as 'touchpad'")])
      )
    }
  }

  // MARK: Triggers

  /// Reads a list of triggers and groups of them.
  /// - Parameters:
  ///   - properties: the properties of the groups around them.
  ///   - conditions: the conditions of the groups around them.
  private mutating func readTriggers(
    _ list: Node, _ device: String, _ properties: [String: Node], _ conditions: [Node], depth: Int
  ) {
    guard case .sequence(let nodes) = list.content, depth < Self.maxDepth else { return }
    for node in nodes where triggerCount < Self.maxTriggers {
      guard case .mapping = node.content else {
        rules.draft.remark(.ignored, line: node.location.start.line, "a gesture is a mapping")
        continue
      }
      var properties = properties
      var conditions = conditions
      var inner: Node?
      for entry in node.lastEntries {
        switch entry.key.text {
        case "conditions": conditions.append(entry.value)
        case "gestures": inner = entry.value
        case let key?: properties[key] = entry.value
        case nil: break
        }
      }
      let line = node.location.start.line
      if let inner {
        rules.draft.openers.formUnion(line...max(line, inner.location.start.line))
        readTriggers(inner, device, properties, conditions, depth: depth + 1)
      } else {
        triggerCount += 1
        let lines = line...max(line, node.location.end.line)
        add(InputActionsTrigger(device: device, properties: properties, conditions: conditions, lines: lines), node)
      }
    }
  }

  private mutating func add(_ trigger: InputActionsTrigger, _ node: Node) {
    let line = trigger.lines.lowerBound
    guard ["touchpad", "touchscreen"].contains(trigger.device) else {
      rules.draft.remark(.leftOut, line: line, "a gesture of the \(trigger.device) has no counterpart")
      return
    }
    for entry in node.lastEntries {
      guard let key = entry.key.text, !Self.triggerKeys.contains(key) else { continue }
      rules.draft.remark(
        .ignored, line: entry.key.location.start.line,
        Self.otherKeys.contains(key)
          ? "'\(key)' has no counterpart"
          : ImportDraft.unknownKey(
            key, among: Self.triggerKeys,
            elsewhere: [
              (InputActionsAction.keys, "to an entry of 'actions'"), (Self.sections, "at the top level of the file"),
            ]))
    }
    rules.add(trigger, in: source)
  }
}

/// A trigger of InputActions with the properties of its groups.
struct InputActionsTrigger {
  /// `touchpad` or `touchscreen`
  var device: String
  var properties: [String: Node]
  /// The conditions of the trigger and its groups, all of which must hold.
  var conditions: [Node]
  var lines: ClosedRange<Int>

  func text(_ key: String) -> String? { properties[key]?.text?.trimmed }

  /// The kind of gesture: `swipe`, `pinch`, `rotate`, `hold`, `tap`, `circle`, `stroke` or another one.
  var type: String { text("type") == "press" ? "hold" : text("type") ?? "" }

  /// The number of a threshold: `10`, or the minimum of `10-20`.
  static func minimum(_ text: String) -> Double? {
    ImportedQuantity.number(text)
      ?? text.split(separator: "-").first.flatMap { ImportedQuantity.number(String($0)) }
  }
}
