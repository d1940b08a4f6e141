internal import Foreign
internal import Gestures
internal import JSONLines

extension RulesSchema {
  /// An entry of `rules`: a group if it has `rules`, otherwise a rule.
  static var entry: JSONValue {
    let gestures = Vocabulary.words.filter { $0.context == .rule && $0.role == .gesture }
    let rules = Vocabulary.words.filter { $0.context == .rule && $0.value == .rules }
    let branches = gestures.map { gesture in
      ["if": required(gesture.name), "then": keys(with: gesture)] as JSONValue
    }
    let hasGesture = anyOf(gestures.map(\.name))
    return [
      "type": "object", "properties": properties(rules, under: ""), "if": hasGesture,
      "then": [
        "allOf": .array([anyOf(["do", "begin", "back", "end", "cancel", "drag", "as"])] + branches),
        "dependencies": dependencies,
      ],
      "else": [
        "if": required("rules"), "then": mapping(.group),
        "else": merged(["properties": properties(gestures, under: "")], hasGesture),
      ],
    ]
  }

  /// The keys that go with a gesture, and no others.
  private static func keys(with gesture: Word) -> JSONValue {
    let words = Vocabulary.words.filter { word in
      guard word.context == .rule, word.value != .rules else { return false }
      switch word.role {
      case .gesture: return false
      case .qualifier(let kinds): return kinds.contains { $0.rawValue == gesture.name }
      case .other: return true
      }
    }
    return ["properties": properties([gesture] + words, under: gesture.name), "additionalProperties": false]
  }

  /// Dependencies and exclusions between keys.
  private static var dependencies: JSONValue {
    [
      "back": ["every"], "every": anyOf(["do", "back"]), "at": merged(["required": ["do"]], not("every")),
      "margin": anyOf(["edge", "corner"]), "corner": not("edge"), "zone": ["allOf": [not("edge"), not("corner")]],
    ]
  }

  private static func required(_ key: String) -> JSONValue { ["required": [.string(key)]] }

  private static func not(_ key: String) -> JSONValue { ["not": required(key)] }

  private static func anyOf(_ keys: [String]) -> JSONValue { ["anyOf": .array(keys.map(required))] }
}
