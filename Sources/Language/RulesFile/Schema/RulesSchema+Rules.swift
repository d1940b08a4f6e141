internal import Foreign
internal import Gestures
internal import JSONLines

extension RulesSchema {
  /// An entry of `rules`: a group if it has `rules`, otherwise a rule.
  static var entry: JSONValue {
    let gestures = Vocabulary.words.filter { $0.context == .rule && $0.role == .gesture }
    let rules = Vocabulary.words.filter { $0.context == .rule && $0.name == .rules }
    let branches = gestures.map { gesture in
      ["if": JSONValue.required(gesture), "then": keys(with: gesture)] as JSONValue
    }
    let hasGesture = anyOf(gestures)
    return [
      "type": "object", "properties": properties(rules, under: ""), "if": hasGesture,
      "then": [
        "allOf": .array([anyOf([.act, .begin, .back, .end, .cancel, .dragging, .shown])] + branches),
        "dependencies": dependencies,
      ],
      "else": [
        "if": JSONValue.required(.rules), "then": JSONValue.mapping(.group),
        "else": JSONValue.merged(["properties": properties(gestures, under: "")], hasGesture),
      ],
    ]
  }

  /// A gesture with its limits, another one by its name, or a choice: a gesture under `gestures`, or one of its steps.
  static var step: JSONValue {
    let own: [Word] = [.follows, .sameTouch]
    let others = Vocabulary.words.filter {
      $0.context == .step && [Word.gesture.name, Word.ways.name].contains($0.name)
    }
    let branches = Vocabulary.gestures.map { gesture in
      let words = Word.ofSteps.filter { word in
        if case .qualifier(let kinds) = word.role { kinds.contains { $0.rawValue == gesture.name } } else { false }
      }
      return [
        "if": JSONValue.required(gesture),
        "then": [
          "properties": properties([gesture] + words + own, under: gesture.name), "additionalProperties": false,
        ],
      ] as JSONValue
    }
    return [
      "type": "object", "properties": properties(others + own, under: "step"), "allOf": .array(branches),
      "anyOf": .array((Vocabulary.gestures + others).map { JSONValue.required($0) }),
    ]
  }

  /// The keys that go with a gesture, and no others.
  private static func keys(with gesture: Word) -> JSONValue {
    let words = Vocabulary.words.filter { word in
      guard word.context == .rule, word.name != Word.rules.name else { return false }
      switch word.role {
      case .gesture: return false
      case .qualifier where gesture == Word.gesture:
        return [Word.fingers, .device].contains(word) || !(Word.ofSteps + [.after]).contains(word)
      case .qualifier(let kinds): return kinds.contains { $0.rawValue == gesture.name }
      case .other: return true
      }
    }
    return ["properties": properties([gesture] + words, under: gesture.name), "additionalProperties": false]
  }

  /// Dependencies and exclusions between keys.
  private static var dependencies: JSONValue {
    let rows: [(Word, JSONValue)] = [
      (.back, [.string(Word.every.name)]), (.every, anyOf([.act, .back])),
      (.at, JSONValue.merged(JSONValue.required(.act), not(.every))),
      (.margin, anyOf([.edge, .corner])), (.corner, not(.edge)), (.zone, ["allOf": [not(.edge), not(.corner)]]),
    ]
    return .object(rows.map { .init($0.0.name, $0.1) })
  }

  private static func not(_ key: Word) -> JSONValue { ["not": JSONValue.required(key)] }

  static func anyOf(_ keys: [Word]) -> JSONValue { ["anyOf": .array(keys.map { JSONValue.required($0) })] }
}
