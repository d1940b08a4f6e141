internal import Gestures
internal import RulesFile

/// Reads touchegg.conf of version 2, and of version 1, whose actions have their settings as text.
///
/// Its semantics are those of JoseExposito/touchegg: README.md, src/config and src/gesture-controller.
struct ToucheggImporter {
  private var draft = ImportDraft()
  private let translator: CommandTranslator
  /// `action_execute_threshold`: the percentage of a gesture that is required for its action. Default: 20.
  private var threshold = 20.0
  /// True for a configuration of version 1, which has gestures that version 2 lacks.
  private var isFirstVersion = false

  /// Reads a configuration.
  /// - Throws: `ImportError` if it is not XML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    let (root, comments) = try XMLReader.read(source.text)
    var reader = ToucheggImporter(translator: translator)
    reader.draft.comments = comments
    reader.draft.isStatement = { $0.hasPrefix("<") }
    reader.draft.openers = [root.line]
    reader.isFirstVersion = root.children.contains { child in
      child.children.contains { element in
        element.attributes["name"] == "composed_gestures_time"
          || ["DRAG", "ROTATE", "DOUBLE_TAP", "TAP_AND_HOLD"].contains(element.attributes["type"]?.uppercased() ?? "")
      }
    }
    for settings in root.children where settings.name == "settings" { reader.read(settings: settings) }
    for application in root.children where application.name == "application" { reader.read(application: application) }
    let topLevel = root.children.filter { $0.name == "gesture" }
    if let first = topLevel.first {
      reader.draft.remark(.changed, line: first.line, "Touchégg ignores gestures outside of 'application'")
    }
    for gesture in topLevel { reader.read(gesture: gesture, applications: []) }
    for other in root.children where !["settings", "application", "gesture"].contains(other.name) {
      reader.draft.remark(.ignored, line: other.line, "unknown element '\(other.name)'")
    }
    return reader.draft
  }

  private init(translator: CommandTranslator) { self.translator = translator }

  private mutating func read(settings: XMLElement) {
    for property in settings.children {
      guard property.attributes["name"] == "action_execute_threshold",
        let percent = ImportedQuantity.number(property.text), percent >= 0, percent <= 100
      else { continue }
      threshold = percent
    }
  }

  private mutating func read(application: XMLElement) {
    let names = (application.attributes["name"] ?? "All").split(separator: ",").map { String($0).trimmed }
    let applications = names.filter { !$0.isEmpty }
    draft.openers.insert(application.line)
    let isForAll = applications.isEmpty || applications.contains { $0.lowercased() == "all" }
    // Text between gestures is not an XML comment but meant as one.
    for (text, line) in application.texts {
      for (offset, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let part = String(part).trimmed
        if !part.isEmpty {
          draft.comments.append(SourceComment(line: line + offset, text: String(part.drop { $0 == "#" }).trimmed))
        }
      }
    }
    draft.comments.sort { $0.line < $1.line }
    if !isForAll {
      draft.explain(ImportedRule.applicationNamesExplanation)
    }
    for gesture in application.children where gesture.name == "gesture" {
      read(gesture: gesture, applications: isForAll ? [] : applications)
    }
  }

  private mutating func read(gesture: XMLElement, applications: [String]) {
    let line = gesture.line
    let type = (gesture.attributes["type"] ?? "").uppercased()
    let direction = (gesture.attributes["direction"] ?? "").uppercased()
    guard let fingers = gesture.attributes["fingers"].flatMap({ Int($0.trimmed) }),
      (1...Trigger.handFingers).contains(fingers)
    else {
      draft.remark(.leftOut, line: line, "'fingers' must be from 1 to \(Trigger.handFingers)")
      return
    }
    guard let pattern = Self.pattern(type, direction) else {
      let name = [type, direction].filter { !$0.isEmpty }.joined(separator: " ")
      draft.remark(.ignored, line: line, "unknown gesture '\(name)': had no effect")
      return
    }
    let actions = gesture.children.filter { $0.name == "action" }
    guard let action = actions.first else {
      draft.remark(.ignored, line: line, "no action")
      return
    }
    var rule = ImportedRule(
      lines: line...max(line, gesture.endLine), gesture: pattern.gesture, value: pattern.value,
      fingers: fingers...fingers)
    if !applications.isEmpty { rule.conditions = [.init(word: "app", values: applications)] }
    // Version 2 recognises taps on touchscreens only (README.md).
    if rule.gesture == "tap", !isFirstVersion { rule["device"] = "touchscreen" }
    switch ToucheggAction(action, translator).apply(to: &rule, threshold: threshold) {
    case .leftOut(let reason): draft.remark(.leftOut, line: action.line, reason)
    case .ignored(let reason): draft.remark(.ignored, line: action.line, reason)
    case .imported(let explanations):
      for text in explanations { draft.explain(text) }
      draft.rules.append(rule)
    }
    for other in actions.dropFirst() {
      draft.remark(.ignored, line: other.line, "only the first action of a gesture has an effect")
    }
  }

  private static func pattern(_ type: String, _ direction: String) -> (gesture: String, value: String)? {
    let directions = ["LEFT": "left", "RIGHT": "right", "UP": "up", "DOWN": "down", "ALL": "any"]
    switch type {
    case "SWIPE", "DRAG": return directions[direction].map { ("swipe", $0) }
    case "PINCH":
      let pinches = ["IN": "in", "OUT": "out", "ALL": "any"]
      return pinches[direction].map { ("pinch", $0) }
    case "ROTATE":
      let turns = ["LEFT": "counterclockwise", "RIGHT": "clockwise", "ALL": "any"]
      return turns[direction].map { ("rotate", $0) }
    case "TAP": return ("tap", "single")
    case "DOUBLE_TAP": return ("tap", "double")
    case "TAP_AND_HOLD": return ("long-press", "500ms")
    default: return nil
    }
  }
}
