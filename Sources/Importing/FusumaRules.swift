internal import Gestures
internal import Rules
internal import RulesFile
internal import YAML

/// Makes rules of what Fusuma does at the moments of its gestures.
///
/// What they mean is as iberianpig/fusuma has it, in README.md, lib/fusuma/plugin/detectors and
/// lib/fusuma/plugin/executors.
struct FusumaRules {
  var harvest = ImportHarvest()
  /// `threshold: {swipe: 0.5}` of the document that is being read.
  var thresholds: [String: Double] = [:]
  /// `interval: {swipe: 0.5}` of it.
  var intervals: [String: Double] = [:]
  /// The pipes that executors of plugins write to, by the word they are asked with.
  var pipes: [String: String] = [:]
  let translator: CommandTranslator
  /// Whether a rule has asked which modifiers are held.
  private var asksForModifiers = false

  init(_ translator: CommandTranslator) { self.translator = translator }

  /// How fast a hand goes, to make lengths of Fusuma's times: a swipe in millimetres, a pinch in percent, a rotation in
  /// degrees, all in a second. Guesses: Fusuma asks for 190 mm/s before it acts (BASE_THRESHOLD in swipe_detector.rb), and
  /// most lower that.
  static let speeds = ["swipe": 120.0, "pinch": 100.0, "rotate": 90.0]
  /// How long Fusuma waits before it acts again, in seconds: for what is done once, and at each update (executor.rb).
  private static let onceInterval = 0.3
  static let updateInterval = 0.1
  /// How long a hold is, in seconds (BASE_THRESHOLD in hold_detector.rb).
  private static let holdTime = 0.7

  // MARK: Bindings

  /// Adds the rules for the bindings of a document.
  mutating func add(_ bindings: [FusumaBinding]) {
    var groups: [FusumaBinding.Occasion: [FusumaBinding]] = [:]
    var order: [FusumaBinding.Occasion] = []
    for binding in bindings {
      if groups[binding.occasion] == nil { order.append(binding.occasion) }
      groups[binding.occasion, default: []].append(binding)
    }
    for occasion in order { addGesture(groups[occasion] ?? []) }
  }

  /// Lets drags leave swipes their fingers: a drag begins before any swipe can act, and Fusuma does both.
  mutating func settleDrags() {
    for index in harvest.rules.indices {
      let drag = harvest.rules[index]
      guard drag.gesture == "pan", drag.value == "any", drag["every"] == nil else { continue }
      let hides = harvest.rules.contains { $0.gesture == "swipe" && $0.fingers.overlaps(drag.fingers) }
      if hides { harvest.rules[index]["also"] = "true" }
    }
  }

  /// Adds the rules for bindings of one occasion.
  private mutating func addGesture(_ bindings: [FusumaBinding]) {
    let lasting = bindings.filter { $0.status != nil }
    if !lasting.isEmpty, bindings.first?.occasion.gesture == "hold" {
      // It begins, its time is over, and it ends: all of that is one long press.
      addLasting(bindings, direction: nil, isBesideOthers: false)
      return
    }
    for binding in bindings where binding.status == nil { addOnce(binding) }
    guard !lasting.isEmpty else { return }
    let whole = lasting.filter { $0.direction == nil }
    var directions: [String] = []
    for binding in lasting {
      if let direction = binding.direction, !directions.contains(direction) { directions.append(direction) }
    }
    if directions.isEmpty {
      addLasting(whole, direction: nil, isBesideOthers: lasting.count < bindings.count)
    } else {
      // What begins and ends the gesture belongs to whichever way it goes.
      for direction in directions {
        addLasting(
          whole + lasting.filter { $0.direction == direction }, direction: direction, isBesideOthers: false)
      }
    }
  }

  mutating func newRule(_ binding: FusumaBinding, _ lines: ClosedRange<Int>) -> ImportedRule? {
    let occasion = binding.occasion
    if let fingers = occasion.fingers, !(1...Trigger.mostFingers).contains(fingers) {
      harvest.remark(.leftOut, line: lines.lowerBound, "no gesture has \(fingers) fingers")
      return nil
    }
    let gestures = ["hold": "long-press", "tap": "tap"]
    let gesture = gestures[occasion.gesture] ?? occasion.gesture
    guard binding.direction != nil || binding.status != nil || gestures[occasion.gesture] != nil else {
      harvest.remark(.leftOut, line: lines.lowerBound, "a \(gesture) needs a direction")
      return nil
    }
    let any = gesture == "swipe" || gesture == "long-press" || gesture == "tap" ? 3...4 : 2...4
    var rule = ImportedRule(
      lines: lines, gesture: gesture, value: binding.direction ?? (gesture == "tap" ? "single" : "any"),
      fingers: occasion.fingers.map { $0...$0 } ?? any)
    // Only a plugin has it read touchscreens, where one and two fingers mean something to programs.
    if rule.fingers.lowerBound <= 2 { rule["device"] = "touchpad" }
    if !occasion.applications.isEmpty {
      rule.conditions.append(.init(word: "app", values: occasion.applications))
      harvest.explain(ImportedRule.namesOfPrograms)
    }
    if let held = occasion.heldKeys {
      let held = held.split(separator: "+").map { EvdevKeys.keysym(name: $0.bare).flatMap(Chord.Modifier.init) }
      guard !held.isEmpty, held.allSatisfy({ $0 != nil }) else {
        harvest.remark(.leftOut, line: lines.lowerBound, "only modifiers can be held with a gesture")
        return nil
      }
      // In whichever order they are pressed.
      let names = Chord.Modifier.allCases.filter { held.contains($0) }.map(\.rawValue)
      rule.conditions.append(.init(word: "modifiers", values: names))
      harvest.explain(
        "Some of these rules ask which modifiers are held, as Fusuma's plugin keypress does. For that Sleight reads the "
          + "keyboards, as the plugin did; without 'read-keyboards' those rules have to go.")
      if !asksForModifiers {
        harvest.remark(.changed, line: lines.lowerBound, "keyboards are read for this: 'read-keyboards: true' is set")
      }
      asksForModifiers = true
    }
    if gesture == "long-press" {
      let delay = ImportedQuantity.holdDelay(fingers: rule.fingers)
      if binding.status == nil {
        let seconds = Self.holdTime * (number("threshold", of: binding) ?? 1) + delay
        rule.value = ImportedQuantity.duration((seconds * 100).rounded() / 100)
        harvest.explain(
          "A hold is one of 0.7s, times its 'threshold', and the time after which libinput tells of it: 40ms with one "
            + "and two fingers, 180ms with more.")
      } else {
        rule.value = ImportedQuantity.duration(max(delay, 0.1))
      }
    }
    if gesture == "swipe", rule.fingers.upperBound < 3 {
      harvest.remark(.changed, line: lines.lowerBound, "libinput knows no such swipe: Fusuma never did this")
    }
    if gesture == "pinch" {
      harvest.explain(
        "Fusuma exchanged in and out in its version 3.0, and the file does not say for which it was written: where "
          + "yours was older, exchange the two.")
    }
    return rule
  }

  private mutating func addOnce(_ binding: FusumaBinding) {
    guard let actions = actions(of: binding), var rule = newRule(binding, binding.lines) else { return }
    rule.act = actions.actions
    rule.notes += actions.notes
    let gesture = rule.gesture
    if let speed = Self.speeds[gesture] {
      let step = number("interval", of: binding).map { $0 * Self.onceInterval * speed }
      let mostOften = gesture == "swipe" ? 20.0 : 15
      if let step, step <= mostOften {
        setThreshold(&rule, binding)
        setEvery(&rule, step)
        harvest.explain(
          "A short 'interval' has Fusuma act again and again in one gesture. So do these rules, in steps of what a hand "
            + "does in that time; without 'every', a swipe acts once.")
      } else {
        setThreshold(&rule, binding)
      }
    }
    harvest.rules.append(rule)
  }

  /// A threshold is a factor of what is usual, there and here.
  private mutating func setThreshold(_ rule: inout ImportedRule, _ binding: FusumaBinding) {
    guard let factor = number("threshold", of: binding), factor != 1 else { return }
    switch rule.gesture {
    case "swipe": rule["distance"] = ImportedQuantity.text(min(max(12 * factor, 5), 40), "mm")
    case "pinch":
      // A factor of 1.3, the ratio of the fingers' distances (BASE_THRESHOLD in pinch_detector.rb): below 0.77 any
      // pinch will do.
      rule["distance"] = ImportedQuantity.text(min(max(10 * (1.3 * factor - 1) / 0.3, 5), 60), "%")
    case "rotate": rule["distance"] = ImportedQuantity.text(min(max(12 * factor, 6), 60), "°")
    default: return
    }
    harvest.explain(
      "A 'threshold' is a factor of what is usual: here 12mm for a swipe and 12° for a rotation; for a pinch, of 1.3 "
        + "times the fingers' distance, which is 10% here. What comes out is never less than about a half of it.")
  }

  func setEvery(_ rule: inout ImportedRule, _ step: Double) {
    switch rule.gesture {
    case "swipe", "pan":
      rule.gesture = "pan"
      rule["every"] = ImportedQuantity.text(min(max(step, 3), 40), "mm")
    case "pinch": rule["every"] = ImportedQuantity.text(min(max(step, 5), 50), "%")
    case "rotate": rule["every"] = ImportedQuantity.text(min(max(step, 5), 60), "°")
    default: break
    }
  }
}
