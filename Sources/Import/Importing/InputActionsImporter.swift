internal import Diagnostics
internal import Foreign
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
    var reader = InputActionsImporter(source, translator)
    let root = try Node.read(InputActionsCondition.marked(source.text))
    for entry in root?.lastEntries ?? [] { reader.readSection(entry) }
    return reader.rules.draft
  }

  private init(_ source: ImportSource, _ translator: CommandTranslator) {
    self.source = source
    rules = InputActionsRules(translator)
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
    let line = entry.line
    rules.draft.openers.insert(line)
    switch name {
    case "touchpad", "touchscreen", "mouse", "keyboard", "pointer", "touchpadGestures":
      let device = name == "touchpadGestures" ? "touchpad" : name
      if case .sequence = entry.value.content { readTriggers(entry.value, device, [:], [], depth: 0) }
      for inner in entry.value.lastEntries {
        let line = inner.line
        rules.draft.openers.insert(line)
        switch inner.key.text {
        case "gestures": readTriggers(inner.value, device, [:], [], depth: 0)
        case "speed": readSpeed(inner.value)
        case "devices":
          for entry in inner.value.lastEntries {
            guard let name = entry.key.text else { continue }
            readDevice(entry.value, line: entry.line, [InputActionsDevices.pattern(name)])
          }
        case let key?: remarkNoCounterpart(key, inner)
        case nil: break
        }
      }
    case "anchors", "autoreload": break
    case "device_rules": readDeviceRules(entry.value)
    default:
      rules.draft.ignore(
        line,
        Self.sections.contains(name)
          ? "'\(name)' has no counterpart"
          : ImportDraft.unknownKey(
            name, among: Self.sections, elsewhere: [(Self.triggerKeys, "to a gesture of a device, such as 'touchpad'")])
      )
    }
  }

  private mutating func readSpeed(_ node: Node) {
    for entry in node.lastEntries {
      if entry.key.text == "swipe_threshold" {
        // The default number of events a second is that of most touchpads.
        let units = entry.value.text.flatMap(ImportedQuantity.number) ?? 0
        if units > 0 { rules.swipeSpeed = units * 140 }
      } else if let key = entry.key.text {
        remarkNoCounterpart(key, entry)
      }
    }
  }

  private mutating func remarkNoCounterpart(_ key: String, _ entry: Node.Entry) {
    rules.draft.ignore(entry.line, "\(Phrase.quote(key)) has no counterpart")
  }

  // MARK: Devices

  /// Reads rules for devices, of which the first that matches decides, as in a rules file.
  private mutating func readDeviceRules(_ list: Node) {
    guard case .sequence(let nodes) = list.content else { return }
    for node in nodes {
      let line = node.line
      var patterns: [String]? = ["*"]
      if let conditions = node.lastValue(of: "conditions") { patterns = InputActionsDevices.patterns(conditions) }
      readDevice(node, line: line, patterns)
    }
  }

  /// Reads the properties of devices.
  /// - Parameter patterns: the devices; nil if a rules file cannot name them.
  private mutating func readDevice(_ node: Node, line: Int, _ patterns: [String]?) {
    // Mice and keyboards have no gestures here.
    guard patterns != [] else { return }
    for entry in node.lastEntries {
      switch entry.key.text {
      case "conditions", nil: break
      case "ignore":
        let value = entry.value.text ?? ""
        guard let patterns, ["true", "false"].contains(value) else {
          rules.draft.leaveOut(line, "no name in 'devices' corresponds to the conditions of this 'ignore'")
          continue
        }
        for pattern in patterns { rules.draft.ignore(device: pattern, value) }
      case let key?: remarkNoCounterpart(key, entry)
      }
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
    guard case .sequence(let nodes) = list.content else { return }
    guard depth < Self.maxDepth else {
      return rules.draft.leaveOut(list.line, "the groups of gestures are nested too deeply")
    }
    for node in nodes {
      guard triggerCount < Self.maxTriggers else {
        return rules.draft.leaveOut(node.line, "there are more than \(Self.maxTriggers) gestures")
      }
      guard case .mapping = node.content else {
        rules.draft.ignore(node.line, "a gesture is a mapping")
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
      let line = node.line
      if let inner {
        rules.draft.openers.formUnion(line...max(line, inner.line))
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
      return rules.draft.leaveOut(line, "a gesture of the \(trigger.device) has no counterpart")
    }
    for entry in node.lastEntries {
      guard let key = entry.key.text, !Self.triggerKeys.contains(key) else { continue }
      rules.draft.ignore(
        entry.line,
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

  /// The properties that two triggers for the same gesture have in common.
  struct Gesture: Hashable {
    var device: String
    var type: String
    var direction: String?
    var fingers: String?
  }

  var gesture: Gesture {
    Gesture(device: device, type: type, direction: text("direction") ?? text("angle"), fingers: text("fingers"))
  }

  func text(_ key: String) -> String? { properties[key]?.text?.trimmed }

  /// The time in seconds in which the gesture can be resumed; nil if it cannot.
  var resumeTimeout: Double? {
    text("resume_timeout").flatMap(ImportedQuantity.number).flatMap { $0 > 0 ? $0 / 1000 : nil }
  }

  /// The kind of gesture: `swipe`, `pinch`, `rotate`, `hold`, `tap`, `circle`, `stroke` or another one.
  var type: String { text("type") == "press" ? "hold" : text("type") ?? "" }

  /// The number of a threshold: `10`, or the minimum of `10-20`.
  static func minimum(_ text: String) -> Double? {
    ImportedQuantity.number(text)
      ?? text.split(separator: "-").first.flatMap { ImportedQuantity.number(String($0)) }
  }
}

/// The devices of InputActions' rules for devices, by the names of a rules file.
enum InputActionsDevices {
  /// The names for conditions, of which one must hold; empty if they are only for mice and keyboards, and nil if no
  /// names correspond to them.
  static func patterns(_ node: Node, depth: Int = 0) -> [String]? {
    guard depth < 5 else { return nil }
    switch node.content {
    case .scalar(let text, _): return patterns(text.trimmed)
    case .sequence(let nodes): return nodes.count == 1 ? patterns(nodes[0], depth: depth + 1) : nil
    case .mapping(let entries):
      guard entries.count == 1, ["any", "all"].contains(entries[0].key.text),
        case .sequence(let nodes) = entries[0].value.content, nodes.count == 1 || entries[0].key.text == "any"
      else { return nil }
      let all = nodes.map { patterns($0, depth: depth + 1) }
      return all.contains { $0 == nil } ? nil : all.compactMap(\.self).flatMap { $0 }
    }
  }

  private static func patterns(_ text: String) -> [String]? {
    let words = text.words
    guard let variable = words.first, variable.hasPrefix("$") else { return nil }
    let value = InputActionsCondition.list(words.dropFirst(2).joined(separator: " "))
    switch (variable, words.count > 1 ? words[1] : "") {
    case ("$name", "=="), ("$name", "one_of"): return value.map { pattern($0) }
    case ("$name", "contains"): return value.count == 1 ? ["*\(value[0])*"] : nil
    case ("$types", "contains"), ("$types", "=="): return value.count == 1 ? kind(value[0]) : nil
    case (_, ""): return kind(String(variable.dropFirst()))
    case (_, "=="): return value == ["true"] ? kind(String(variable.dropFirst())) : nil
    default: return nil
    }
  }

  private static func kind(_ name: String) -> [String]? {
    switch name {
    case "touchpad", "touchscreen": [name]
    case "mouse", "keyboard": []
    default: nil
    }
  }

  /// The name in a rules file, where a single word without a wildcard is a kind of device.
  static func pattern(_ name: String) -> String {
    name.contains(where: { $0 == " " || $0 == "*" || $0 == "?" }) ? name : "\(name)*"
  }
}
