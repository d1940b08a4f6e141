internal import Diagnostics
internal import Gestures
internal import JSONLines
internal import Rules
internal import Touch

/// The defaults of keys that a rule leaves out, as written in the file.
enum SchemaDefaults {
  /// The default of `name` in a rule with the gesture `key`, or under `key` in `settings`; nil if it has none.
  static func value(of name: String, under key: String) -> JSONValue? {
    if let usual = LimitRows.usual(name, under: key) { return .string(usual) }
    switch (key, name) {
    case ("settings", "settle"): return duration(Recognition.settling)
    case ("settings", "panic"): return duration(RuleSet.panicTime)
    case ("settings", "resume"): return duration(Defaults().resume)
    case (_, "fingers"): return Gesture.Kind(rawValue: key).map { .number(Double($0.usualFingers)) }
    case ("action", "at"): return "fingers"
    case (_, "at"): return "begin"
    case (_, "also"), (_, "keep"), ("settings", "read-keyboards"), ("settings", "keep-positions"),
      ("settings", "while-typing"):
      return false
    case ("settings", "contacts"): return true
    default: return nil
    }
  }

  private static func duration(_ value: Duration) -> JSONValue { .string(Phrase.milliseconds(value)) }
}
