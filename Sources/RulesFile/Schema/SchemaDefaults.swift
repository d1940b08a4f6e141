internal import Gestures
internal import JSONLines
internal import Rules
internal import Touch

/// The defaults of keys that a rule leaves out, as written in the file.
enum SchemaDefaults {
  /// The default of `name` in a rule with the gesture `key`, or under `key` in `settings`; nil if it has none.
  static func value(of name: String, under key: String) -> JSONValue? {
    let usual = Defaults()
    switch (key, name) {
    case ("settings", "settle"): return duration(Recognition.settling)
    case ("settings", "panic"): return duration(RuleSet.panicTime)
    case ("settings", "resume"): return duration(usual.resume)
    case ("tap", "within"): return duration(TapPattern.longest)
    case ("tap", "gap"): return duration(usual.tap.gap)
    case ("tap", "distance"): return length(usual.tap.distance)
    case ("tap", "movement"): return length(usual.tap.movement)
    case ("long-press", "movement"): return length(usual.longPress.movement)
    case ("swipe", "distance"): return length(usual.swipe.distance)
    case ("swipe", "within"): return duration(usual.swipe.within)
    case ("pan", "distance"): return length(usual.pan.distance)
    case ("pinch", "distance"): return .string(Phrase.number(usual.pinch.change * 100) + "%")
    case ("rotate", "distance"): return .string(Phrase.number(usual.rotate.angle) + "°")
    case ("edge", "margin"): return length(usual.edge.margin)
    case ("edge", "distance"): return length(usual.edge.distance)
    case ("corner", "margin"): return length(usual.corner.margin)
    case ("corner", "distance"): return length(usual.corner.distance)
    case ("pinch", "fingers"): return fingers(.pinch(usual.pinch))
    case ("rotate", "fingers"): return fingers(.rotate(usual.rotate))
    case (_, "fingers") where Gesture.Kind(rawValue: key) != nil: return fingers(.swipe(usual.swipe))
    case ("action", "at"): return "fingers"
    case (_, "at"): return "begin"
    case (_, "also"), (_, "keep"), ("settings", "read-keyboards"): return false
    case ("settings", "contacts"): return true
    default: return nil
    }
  }

  private static func duration(_ value: Duration) -> JSONValue { .string(Phrase.milliseconds(value)) }

  private static func length(_ value: Millimetres) -> JSONValue { .string(Phrase.number(value.value) + "mm") }

  private static func fingers(_ pattern: Pattern) -> JSONValue { .number(Double(pattern.defaultFingers.lowerBound)) }
}
