internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// Reads touchegg.conf of version 2, and of version 1, whose actions have their settings as text.
///
/// Its semantics are those of JoseExposito/touchegg: README.md, src/config and src/gesture-controller.
struct ToucheggImporter {
  private var draft: ImportDraft
  /// `action_execute_threshold`: the percentage of a gesture that is required for its action. Default: 20.
  private var threshold = 20.0
  /// The gestures with the applications that they are for, in order.
  private var bindings: [Bound] = []
  /// The last binding of each gesture of an application: Touchégg keeps that one, whatever its action
  /// (saveGestureConfig in config.cpp).
  private var winners: [Key: Int] = [:]
  /// True for a configuration of version 1, which has gestures that version 2 lacks.
  private var isFirstVersion = false

  private struct Bound {
    var gesture: XMLElement
    var applications: [String]
  }

  private struct Key: Hashable {
    var application: String
    var type: String
    var fingers: String
    var direction: String
  }

  /// The application whose gestures apply to all others, too.
  private static let anyApplication = "All"

  /// Reads a configuration.
  /// - Throws: `ImportError` if it is not XML.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    let (root, comments) = try XMLReader.read(source.text)
    var reader = ToucheggImporter(draft: ImportDraft(.touchegg, translator))
    reader.draft.comments = comments
    reader.draft.isStatement = { $0.hasPrefix("<") }
    reader.draft.openers = [root.line]
    reader.isFirstVersion = isFirstVersion(root)
    for settings in root.children where settings.name == "settings" { reader.read(settings: settings) }
    let topLevel = root.children.filter { $0.name == "gesture" }
    if let first = topLevel.first {
      reader.draft.remark(.better, line: first.line, "Touchégg ignores gestures outside of 'application'")
    }
    for gesture in topLevel { reader.bind(gesture, [anyApplication]) }
    for application in root.children where application.name == "application" { reader.read(application: application) }
    for index in reader.bindings.indices { reader.read(index) }
    for other in root.children where !["settings", "application", "gesture"].contains(other.name) {
      reader.draft.ignore(other.line, "unknown element '\(other.name)'")
    }
    return reader.draft
  }

  private init(draft: ImportDraft) { self.draft = draft }

  /// Tells by its gestures and actions if a configuration is of version 1. The only setting of version 1 also remains
  /// in files whose gestures are those of version 2, whose actions have elements.
  private static func isFirstVersion(_ root: XMLElement) -> Bool {
    let elements = root.children.flatMap(\.children)
    let actions = elements.flatMap(\.children)
    return actions.contains { $0.attributes["when"] != nil }
      || elements.contains {
        ["DRAG", "ROTATE", "DOUBLE_TAP", "TAP_AND_HOLD"].contains($0.attributes["type"]?.uppercased() ?? "")
      }
      || elements.contains { $0.attributes["name"] == "composed_gestures_time" }
        && !actions.contains { !$0.children.isEmpty }
  }

  private mutating func read(settings: XMLElement) {
    for property in settings.children {
      let name = property.attributes["name"] ?? ""
      switch name {
      case "action_execute_threshold":
        guard let percent = ImportedQuantity.number(property.text), percent >= 0, percent <= 100 else {
          draft.ignore(property.line, "'\(name)' requires a number from 0 to 100, not \(Phrase.quote(property.text))")
          continue
        }
        threshold = percent
      case "animation_delay", "color", "borderColor": draft.explain(ToucheggAction.animationExplanation)
      case "composed_gestures_time":
        draft.ignore(property.line, "'\(name)' has no counterpart: 'gap' in 'settings' is similar")
      default: draft.ignore(property.line, "unknown property \(Phrase.quote(name))")
      }
    }
  }

  private mutating func read(application: XMLElement) {
    let names = (application.attributes["name"] ?? "").split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
    draft.openers.insert(application.line)
    // Text between gestures is not an XML comment but meant as one.
    for (text, line) in application.texts {
      for (offset, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let part = part.trimmed
        if !part.isEmpty { draft.comments.append(SourceComment(line: line + offset, marked: part)) }
      }
    }
    draft.comments.sort { $0.line < $1.line }
    remarkUnknown(in: application, attributes: ["name"], children: ["gesture"])
    for gesture in application.children where gesture.name == "gesture" {
      remarkUnknown(in: gesture, attributes: ["type", "fingers", "direction"], children: ["action"])
      bind(gesture, names.isEmpty ? [Self.anyApplication] : names)
    }
  }

  /// Remarks on attributes and elements that Touchégg does not know.
  private mutating func remarkUnknown(in element: XMLElement, attributes: Set<String>, children: Set<String>) {
    for name in element.attributes.keys.sorted() where !attributes.contains(name) {
      draft.ignore(element.line, "unknown attribute \(Phrase.quote(name))")
    }
    for child in element.children where !children.contains(child.name) {
      draft.ignore(child.line, "unknown element \(Phrase.quote(child.name))")
    }
  }

  private mutating func bind(_ gesture: XMLElement, _ applications: [String]) {
    let binding = Bound(gesture: gesture, applications: applications)
    for application in applications { winners[Self.key(binding, application)] = bindings.count }
    bindings.append(binding)
  }

  private static func key(_ binding: Bound, _ application: String) -> Key {
    func attribute(_ name: String) -> String { (binding.gesture.attributes[name] ?? "").trimmed.uppercased() }
    return Key(
      application: application.lowercased(), type: attribute("type"), fingers: attribute("fingers"),
      direction: attribute("direction"))
  }

  /// Reads a binding for the applications for which no later one replaces it.
  private mutating func read(_ index: Int) {
    let binding = bindings[index]
    let applications = binding.applications.filter { winners[Self.key(binding, $0)] == index }
    guard let first = binding.applications.first else { return }
    guard !applications.isEmpty else {
      let other = winners[Self.key(binding, first)].map { bindings[$0].gesture.line } ?? 0
      return draft.ignore(binding.gesture.line, replacedBy: other)
    }
    let isForAll = applications.contains { $0.lowercased() == Self.anyApplication.lowercased() }
    if !isForAll { draft.explain(ImportedRule.applicationNamesExplanation) }
    // An application has its own binding, also if that does nothing.
    let hidesOther = !isForAll && winners[Self.key(binding, Self.anyApplication)] != nil
    read(binding.gesture, applications: isForAll ? [] : applications, hidesOther: hidesOther)
  }

  private mutating func read(_ gesture: XMLElement, applications: [String], hidesOther: Bool) {
    draft.hasGestures = true
    let line = gesture.line
    let type = (gesture.attributes["type"] ?? "").uppercased()
    let direction = (gesture.attributes["direction"] ?? "").uppercased()
    let fingers = gesture.attributes["fingers"].flatMap { Int($0.trimmed) } ?? 0
    guard let pattern = pattern(type, direction) else {
      let name = [type, direction].filter { !$0.isEmpty }.joined(separator: " ")
      return draft.ignore(line, "unknown gesture '\(name)': had no effect")
    }
    let actions = gesture.children.filter { $0.name == "action" }
    // Version 2 recognises taps on touchscreens only (README.md), and libinput reports no swipe of two fingers.
    let isOnScreen = !isFirstVersion && (pattern.gesture == .tap || pattern.gesture == .swipe && fingers <= 2)
    let device = isOnScreen ? "touchscreen" : nil
    let binding = Binding(line...max(line, gesture.endLine), pattern, fingers: fingers, device: device)
    guard var rule = draft.rule(binding) else { return }
    if !applications.isEmpty { rule.conditions = [.init(.app, YAMLValue(applications))] }
    // The binding of an application precedes those of all, then one with a direction precedes one for all directions
    // (getAssociatedAction in Config.cpp of version 1).
    rule.rank = (applications.isEmpty ? 2 : 0) + (direction == "ALL" ? 1 : 0)
    if type == "TAP_AND_HOLD" { rule[.taps] = "1" }
    // Of several actions, version 1 keeps the last one (initConfig in Config.cpp), and version 2 the first.
    guard let action = isFirstVersion ? actions.last : actions.first else {
      draft.ignore(line, "no action")
      addNothing(rule, if: hidesOther)
      return
    }
    add(rule, action, hidesOther: hidesOther)
    for other in isFirstVersion ? actions.dropLast() : actions.dropFirst() {
      draft.ignore(other.line, "only the \(isFirstVersion ? "last" : "first") action of a gesture has an effect")
    }
  }

  /// Adds the rule of a gesture with its action.
  private mutating func add(_ bare: ImportedRule, _ action: XMLElement, hidesOther: Bool) {
    var rule = bare
    let timing = ToucheggTiming(action, threshold: threshold, isFirstVersion: isFirstVersion)
    switch ToucheggAction(action, draft.translator, timing).apply(to: &rule) {
    case .leftOut(let reason):
      draft.leaveOut(action.line, reason)
      addNothing(bare, if: hidesOther)
    case .ignored(let reason):
      draft.ignore(action.line, reason)
      addNothing(bare, if: hidesOther)
    case .imported(let explanations):
      for text in explanations { draft.explain(text) }
      remarkProperties(of: action, timing)
      draft.rules.append(rule)
    }
  }

  /// Remarks on properties of an action that are not kept.
  private mutating func remarkProperties(of action: XMLElement, _ timing: ToucheggTiming) {
    var names: Set<String> = []
    for property in action.children {
      guard names.insert(property.name).inserted else {
        draft.ignore(property.line, "'\(property.name)' is stated before")
        continue
      }
      switch ToucheggAction.reading(of: property, in: action, timing) {
      case .kept: break
      case .animation: draft.explain(ToucheggAction.animationExplanation)
      case .dropped(let reason): draft.ignore(property.line, "'\(property.name)' \(reason)")
      }
    }
    for name in action.attributes.keys.sorted() where !["type", "when"].contains(name) {
      draft.ignore(action.line, "unknown attribute \(Phrase.quote(name))")
    }
  }

  /// Adds a rule that does nothing in its applications, in place of the rule for all.
  private mutating func addNothing(_ rule: ImportedRule, if hidesOther: Bool) {
    guard hidesOther else { return }
    var rule = rule
    rule.act = [.nothing]
    draft.rules.append(rule)
  }

  /// The gesture and its value in the words of rules files; nil for one that Touchégg never recognises.
  private func pattern(_ type: String, _ direction: String) -> Tool.Pattern? {
    // Version 2 has no word for all directions (gesture-direction.h).
    guard isFirstVersion || direction != "ALL" else { return nil }
    let word = direction.lowercased()
    switch type {
    case "SWIPE", "DRAG": return draft.kind.pattern(word, of: .swipe)
    case "PINCH": return draft.kind.pattern(word, of: .pinch)
    case "ROTATE": return draft.kind.pattern(word, of: .rotate)
    case "TAP", "DOUBLE_TAP":
      // Taps have no direction.
      guard direction == "ALL" || draft.kind.pattern(word, of: .swipe, .pinch) == nil else { return nil }
      return (.tap, type == "TAP" ? "single" : "double")
    // A tap, and then a drag in a direction (createComposedGesture in GestureFactory.cpp).
    case "TAP_AND_HOLD": return draft.kind.value(word, of: .swipe).map { (.pan, $0) }
    default: return nil
    }
  }
}
