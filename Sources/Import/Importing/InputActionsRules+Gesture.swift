internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// The gesture of a trigger, and its limits.
extension InputActionsRules {
  mutating func pattern(
    _ trigger: InputActionsTrigger, in source: ImportSource
  ) -> (gesture: Gesture.Kind, values: [String])? {
    let line = trigger.lines.lowerBound
    let direction = trigger.text("direction") ?? ""
    switch trigger.type {
    case "swipe":
      if let values = draft.kind.values(direction, of: .swipe) { return (.swipe, values) }
      if direction.isEmpty, let angle = trigger.text("angle") {
        guard let values = Self.angles(angle, isBidirectional: trigger.text("bidirectional") == "true") else {
          return draft.leaveOut(line, "unknown angle \(Phrase.quote(angle))")
        }
        return (.swipe, values)
      }
    case "pinch", "rotate", "circle":
      let gesture = Gesture.Kind(rawValue: trigger.type) ?? .pinch
      if let values = draft.kind.values(direction, of: gesture) { return (gesture, values) }
    case "hold": return (.longPress, ["500ms"])
    case "tap": return (.tap, ["single"])
    case "stroke": return stroke(trigger, in: source)
    case "click" where trigger.device == "touchpad": return (.press, ["click"])
    default:
      return draft.leaveOut(line, "unknown type \(Phrase.quote(trigger.type))")
    }
    return draft.leaveOut(
      line, direction.isEmpty ? "the direction is missing" : "unknown direction \(Phrase.quote(direction))")
  }

  /// The range of `60-120`, followed by the opposite one if the gesture has both; nil if it is no range.
  private static func angles(_ text: String, isBidirectional: Bool) -> [String]? {
    let angles = text.split(separator: "-").map { ImportedQuantity.number(String($0)) }
    guard angles.count == 2, let from = angles[0], let to = angles[1], from <= 360, to <= 360 else { return nil }
    let range = "\(ImportedQuantity.text(from, "°"))-\(ImportedQuantity.text(to, "°"))"
    // The range itself precedes the opposite one.
    guard isBidirectional, to - from < 360, let opposite = ImportDraft.opposite(of: range) else { return [range] }
    return [range, opposite]
  }

  mutating func fingers(
    _ trigger: InputActionsTrigger, _ gesture: Gesture.Kind, _ parts: inout [InputActionsCondition]
  ) -> ClosedRange<Int>? {
    var fingers: ClosedRange<Int>?
    if let text = trigger.text("fingers") {
      let numbers = text.split(separator: "-").map { Int($0.trimmed) ?? 0 }
      fingers = (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
    for case .fingers(let range) in parts { fingers = range }
    parts.removeAll { if case .fingers = $0 { true } else { false } }
    let isTouchscreen = trigger.device == "touchscreen"
    return fingers ?? (isTouchscreen ? (gesture.motion == .turn ? 2...5 : 1...5) : nil)
  }

  /// Sets the zone of conditions on the start of fingers; returns false, with a remark, if no zone corresponds to them.
  mutating func setZone(_ rule: inout ImportedRule, _ parts: inout [InputActionsCondition]) -> Bool {
    var fingers: [String: [String: ClosedRange<Int>]] = [:]
    for case .zone(let finger, let axis, let range) in parts {
      let other = fingers[finger]?[axis] ?? range
      guard other.overlaps(range) else {
        draft.leaveOut(rule.line, "its conditions on the position of a finger exclude each other")
        return false
      }
      fingers[finger, default: [:]][axis] = other.clamped(to: range)
    }
    parts.removeAll { if case .zone = $0 { true } else { false } }
    guard let axes = fingers.values.first else { return true }
    guard Set(fingers.values).count == 1 else {
      draft.leaveOut(rule.line, "no zone corresponds to different positions of several fingers")
      return false
    }
    let spans = axes.sorted { $0.key < $1.key }
    rule.set(.zone, .mapping(spans.map { .init($0.key, .text("\($0.value.lowerBound)%-\($0.value.upperBound)%")) }))
    if rule.fingers.upperBound > 1 {
      draft.remark(
        .better, line: rule.line,
        "the middle of all fingers starts in 'zone'; in InputActions, it is the position of "
          + (fingers.count == 1 ? "one finger" : "each of \(fingers.count) fingers"))
    }
    return true
  }

  // MARK: Amounts

  /// The amount of a gesture in the unit of rules files.
  func quantity(_ amount: Double, _ gesture: Gesture.Kind, _ device: String) -> String? {
    switch gesture.measure {
    case .speed where gesture == .stroke, nil: return nil
    case .distance, .speed:
      let units = device == "touchscreen" ? draft.translator.screen.usualDensity : ImportedQuantity.unitsPerMillimetre
      return ImportedQuantity.length(amount / units)
    case .scale: return ImportedQuantity.text(amount * 100, "%")
    case .rotation: return ImportedQuantity.text(amount, "°")
    }
  }

  mutating func setThreshold(_ text: String, _ rule: inout ImportedRule, line: Int) {
    guard let amount = InputActionsTrigger.minimum(text), amount >= 0 else {
      return draft.ignore(line, "'threshold' \(Phrase.quote(text)) is not a number")
    }
    if ImportedQuantity.number(text) == nil {
      rule.objection = "this rule would act beyond the maximum of 'threshold' \(text) as well"
    }
    if rule.gesture == .longPress {
      rule.value = ImportedQuantity.duration(amount / 1000 + ImportedQuantity.holdDelay(fingers: rule.fingers))
    } else if let distance = quantity(amount, rule.gesture, rule[.device] ?? "") {
      rule[.distance] = distance
      explainUnits()
    } else {
      draft.ignore(line, "'threshold' has no counterpart")
    }
  }

  mutating func explainUnits() {
    draft.explain(
      "Thresholds and intervals of swipes are in libinput's units, 10.52 per mm; on touchscreens, in pixels, "
        + "\(ImportedQuantity.text(draft.translator.screen.usualDensity, "")) per mm."
    )
  }

  mutating func setSpeed(_ speed: String, _ rule: inout ImportedRule, line: Int) {
    guard speed != "any" else { return }
    guard ["fast", "slow"].contains(speed) else { return draft.ignore(line, "unknown speed \(Phrase.quote(speed))") }
    switch rule.gesture {
    case .swipe:
      let limit = ImportedQuantity.text((swipeSpeed / ImportedQuantity.unitsPerMillimetre).rounded(), "mm/s")
      rule[.speed] = speed == "fast" ? limit : "0mm/s-\(limit)"
    case .pinch: rule[speed == "fast" ? .within : .after] = "300ms"
    case .tap, .longPress, .pan, .rotate, .circle, .stroke, .press, .tipTap, .touch:
      draft.remark(.changed, line: line, "'speed' has no counterpart")
    }
  }
}
