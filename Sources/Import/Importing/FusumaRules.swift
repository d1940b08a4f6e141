internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import YAML

/// Converts bindings of Fusuma to rules.
///
/// Their semantics are those of iberianpig/fusuma: README.md, lib/fusuma/plugin/detectors and
/// lib/fusuma/plugin/executors.
struct FusumaRules {
  var draft: ImportDraft
  /// The thresholds by gesture: `threshold: {swipe: 0.5}`.
  var thresholds: [String: Double] = [:]
  /// The intervals by gesture in the current document: `interval: {swipe: 0.5}`.
  var intervals: [String: Double] = [:]
  /// The pipes of plugin executors, by property name.
  var pipes: [String: String] = [:]

  init(_ translator: CommandTranslator) { draft = ImportDraft(.fusuma, translator) }

  /// The assumed speeds of gestures, to convert Fusuma's times to lengths: a swipe in mm/s, a pinch in %/s, a rotation
  /// in degrees/s. Estimates: Fusuma requires 190 mm/s before it acts (BASE_THRESHOLD in swipe_detector.rb), and most
  /// configurations lower that.
  static let speeds: [Gesture.Kind: Double] = [.swipe: 120, .pinch: 100, .rotate: 90]
  /// The minimum intervals between actions, in seconds: for bindings without a phase, and for updates (executor.rb).
  private static let onceInterval = 0.3
  static let updateInterval = 0.1
  /// The duration of a hold in seconds (BASE_THRESHOLD in hold_detector.rb).
  private static let holdTime = 0.7

  /// The reason why a number of a gesture has no effect; nil if it has one.
  static func objection(to key: String, of gesture: String) -> ImportText? {
    switch (gesture, key) {
    case ("tap", _), ("hold", "interval"): "'\(key)' of a \(gesture) has no counterpart"
    default: nil
    }
  }

  // MARK: Bindings

  /// Adds the rules for the bindings of a document.
  mutating func add(_ bindings: [FusumaBinding]) {
    var groups: [FusumaBinding.Scope: [FusumaBinding]] = [:]
    var order: [FusumaBinding.Scope] = []
    for binding in bindings {
      if groups[binding.scope] == nil { order.append(binding.scope) }
      groups[binding.scope, default: []].append(binding)
    }
    for scope in order { addGesture(groups[scope] ?? []) }
  }

  /// Remarks on gestures of applications that are also bound without a context. Since 3.0, Fusuma executes the latter
  /// (find_context in searcher.rb); before, those of the application.
  mutating func remarkPrecedence() {
    func trigger(_ rule: ImportedRule) -> String {
      let modifiers = rule.conditions.first { $0.key == Word.modifiers.name }?.value.flow ?? ""
      return "\(rule.gesture) \(rule.values) \(rule.fingers) \(modifiers)"
    }
    func isForApplications(_ rule: ImportedRule) -> Bool { rule.conditions.contains { $0.key == Word.app.name } }
    var general: [String: Int] = [:]
    for rule in draft.rules where !isForApplications(rule) {
      general[trigger(rule)] = general[trigger(rule)] ?? rule.line
    }
    for rule in draft.rules where isForApplications(rule) {
      guard let line = general[trigger(rule)] else { continue }
      draft.remark(
        .better, line: rule.line, "acts in place of \(line: line), as before Fusuma 3.0, which executes \(line: line)")
    }
  }

  /// Lets drags run alongside swipes, as in Fusuma: a drag begins before any swipe is recognised and would prevent it.
  mutating func letDragsRunAlongsideSwipes() {
    let swiping = Set(draft.rules.lazy.filter { $0.gesture == .swipe }.flatMap(\.fingers))
    for index in draft.rules.indices {
      let drag = draft.rules[index]
      guard drag.gesture == .pan, drag.value == "any", drag[.every] == nil else { continue }
      if drag.fingers.contains(where: swiping.contains) { draft.rules[index].set(.also, .word("true")) }
    }
  }

  /// Adds the rules for bindings of one scope.
  private mutating func addGesture(_ bindings: [FusumaBinding]) {
    let continuous = bindings.filter { $0.phase != nil }
    if !continuous.isEmpty, bindings.first?.scope.gesture == "hold" {
      // The beginning, the end of its duration and the lift belong to one long press.
      addContinuous(bindings, direction: nil, runsAlongside: false)
      return
    }
    for binding in bindings where binding.phase == nil { addDiscrete(binding) }
    guard !continuous.isEmpty else { return }
    let undirected = continuous.filter { $0.direction == nil }
    var directions: [String] = []
    for binding in continuous {
      if let direction = binding.direction, !directions.contains(direction) { directions.append(direction) }
    }
    func hasDiscrete(_ direction: String) -> Bool {
      bindings.contains { $0.phase == nil && $0.direction == direction }
    }
    remarkTurns(continuous)
    // Bindings without a direction apply to each direction.
    for direction in directions {
      addContinuous(
        undirected + continuous.filter { $0.direction == direction }, direction: direction,
        runsAlongside: hasDiscrete(direction))
    }
    guard !undirected.isEmpty else { return }
    let others = FusumaImporter.directions(of: undirected[0].scope.gesture).filter { !directions.contains($0) }
    if directions.isEmpty || !others.contains(where: hasDiscrete) {
      let isAlongside = directions.isEmpty && continuous.count < bindings.count
      if !others.isEmpty {
        addContinuous(
          undirected, direction: nil, runsAlongside: isAlongside, isRemainder: !directions.isEmpty)
      }
    } else {
      for direction in others {
        addContinuous(
          undirected, direction: direction, runsAlongside: hasDiscrete(direction), isRemainder: true)
      }
    }
  }

  /// Remarks on steps in several directions: in Fusuma the direction is that of the last movement (swipe_detector.rb),
  /// so that one gesture can make all of them; a rule makes those along the direction in which it began.
  private mutating func remarkTurns(_ bindings: [FusumaBinding]) {
    let directed = bindings.filter { $0.direction != nil }
    let updates = directed.filter { $0.phase == .update }
    guard let first = directed.first else { return }
    for update in updates {
      let opposite = update.direction.flatMap(ImportDraft.opposite)
      let others = directed.filter { $0.direction != update.direction }
      // Steps forward and back become one rule.
      let isJoined = others.allSatisfy { other in
        other.direction == opposite && other.phase == .update
          && number("interval", of: other) == number("interval", of: update)
      }
      guard !others.isEmpty, !isJoined else { continue }
      draft.remark(
        .better, line: update.lines.lowerBound,
        "acts only in a gesture that begins \(update.direction ?? ""): in Fusuma, also in one that turns there, "
          + "such as that of \(line: first.direction == update.direction ? others[0].lines.lowerBound : first.lines.lowerBound)"
      )
    }
  }

  /// Creates the rule for the gesture of a binding, without actions; nil, with a remark, if it has no counterpart.
  mutating func newRule(_ binding: FusumaBinding, _ lines: ClosedRange<Int>) -> ImportedRule? {
    let scope = binding.scope
    let gestures: [String: Gesture.Kind] = ["hold": .longPress, "tap": .tap]
    guard let gesture = gestures[scope.gesture] ?? Gesture.Kind(rawValue: scope.gesture),
      binding.direction != nil || binding.phase != nil || gestures[scope.gesture] != nil
    else { return draft.leaveOut(lines.lowerBound, "a \(scope.gesture) needs a direction") }
    let value = binding.direction ?? (gesture == .tap ? "single" : "any")
    guard var rule = draft.rule(Binding(lines, (gesture, value), fingers: scope.fingers)) else { return nil }
    if !scope.applications.isEmpty {
      rule.conditions.append(.init(.app, YAMLValue(scope.applications)))
      draft.explain(ImportedRule.applicationNamesExplanation)
    }
    if let held = scope.heldKeys {
      let held = held.split(separator: "+").map { EvdevKeys.keysym(name: $0.trimmed).flatMap(Chord.Modifier.init) }
      guard !held.isEmpty, held.allSatisfy({ $0 != nil }) else {
        return draft.leaveOut(lines.lowerBound, "a condition requires modifiers, not other keys")
      }
      // The order in which they are pressed is irrelevant.
      let names = Chord.Modifier.allCases.filter { held.contains($0) }.map(\.rawValue)
      rule.conditions.append(.init(.modifiers, YAMLValue(names)))
      draft.explain(
        "Conditions on modifiers, as of Fusuma's plugin keypress, require 'read-keyboards'.")
    }
    rule.conditions += [Self.state(of: binding)].compactMap(\.self)
    if gesture == .longPress { rule.value = holdTime(of: binding, fingers: rule.fingers) }
    if gesture == .swipe, rule.fingers.upperBound < 3 {
      return draft.ignore(lines.lowerBound, "had no effect: libinput reports no such swipe")
    }
    if gesture == .pinch {
      draft.explain(
        "Fusuma 3.0 exchanged 'in' and 'out' of pinches. If the file was written for an older version, exchange them.")
    }
    return rule
  }

  /// The time after which a hold acts, as a quantity.
  private mutating func holdTime(of binding: FusumaBinding, fingers: ClosedRange<Int>) -> String {
    let delay = ImportedQuantity.holdDelay(fingers: fingers)
    guard binding.phase == nil else { return ImportedQuantity.duration(max(delay, 0.1)) }
    let seconds = Self.holdTime * (number("threshold", of: binding) ?? 1) + delay
    draft.explain(
      "A hold lasts 0.7s times its 'threshold', plus libinput's delay: 40ms with one or two fingers, 180ms with more.")
    return ImportedQuantity.duration((seconds * 100).rounded() / 100)
  }

  /// Adds the rule for a binding without a phase.
  private mutating func addDiscrete(_ binding: FusumaBinding) {
    guard let actions = actions(of: binding), var rule = newRule(binding, binding.lines) else { return }
    rule.act = actions.actions
    rule.notes += actions.notes
    let gesture = rule.gesture
    if let speed = Self.speeds[gesture] {
      let step = number("interval", of: binding).map { $0 * Self.onceInterval * speed }
      let maxStep = gesture == .swipe ? 20.0 : 15
      if let step, step <= maxStep {
        setThreshold(&rule, binding)
        setEvery(&rule, step)
        draft.explain(
          "A short 'interval' repeats the action during a gesture: it becomes 'every'. Without 'every' a swipe acts once."
        )
      } else {
        setThreshold(&rule, binding)
        if step != nil { draft.explain("An 'interval' that is no shorter than a gesture has no effect: it acts once.") }
      }
    }
    draft.rules.append(rule)
  }

  /// Sets the distance. A threshold is a factor of the default, in Fusuma and here.
  private mutating func setThreshold(_ rule: inout ImportedRule, _ binding: FusumaBinding) {
    guard let factor = number("threshold", of: binding), factor != 1 else { return }
    switch rule.gesture {
    case .swipe: rule[.distance] = ImportedQuantity.length(12 * factor)
    case .pinch:
      // A factor of 1.3, the ratio of the fingers' distances in ten events (BASE_THRESHOLD in pinch_detector.rb): below
      // 0.77, any pinch is recognised. As a distance, that would be accidental motion.
      let percent = 10 * (1.3 * factor - 1) / 0.3
      rule[.distance] = ImportedQuantity.text(max(percent, 5), "%")
      if percent < 5 {
        draft.remark(
          .better, line: rule.line,
          "Fusuma recognises nearly any pinch with this 'threshold': 'distance: 5%' is the least for a hand at rest")
      }
    case .rotate: rule[.distance] = ImportedQuantity.text(12 * factor, "°")
    case .tap, .longPress, .pan, .circle, .stroke, .press, .tipTap, .touch: return
    }
    draft.explain(
      "A 'threshold' is a factor of the default 'distance': 12mm for a swipe, 10% for a pinch, 12° for a rotation.")
  }

  func setEvery(_ rule: inout ImportedRule, _ step: Double) {
    switch rule.gesture.measure {
    case .distance, .speed:
      rule.gesture = .pan
      rule[.every] = ImportedQuantity.length(step)
    case .scale: rule[.every] = ImportedQuantity.text(step, "%")
    case .rotation: rule[.every] = ImportedQuantity.text(step, "°")
    case nil: break
    }
  }
}

/// A binding of Fusuma: the properties for one phase of a gesture.
struct FusumaBinding {
  /// The gesture and its conditions. Bindings with the same scope belong to the same gesture.
  struct Scope: Hashable {
    /// `swipe`, `pinch`, `rotate`, `hold`, `tap`
    var gesture: String
    /// The number of fingers; nil for any number.
    var fingers: Int?
    /// The keys that must be held, by Fusuma's names: `LEFTSHIFT`.
    var heldKeys: String?
    /// The applications of which one must be focused; empty for all.
    var applications: [String] = []
  }

  var scope: Scope
  var direction: String?
  /// The phase; nil to act once, when the gesture is recognised.
  var phase: ImportedRule.Phase?
  /// The properties: `command`, `sendkey`, `threshold` and others.
  var properties: [String: Node]
  var lines: ClosedRange<Int>
}
