internal import Foreign
internal import Gestures
internal import JSONLines
internal import Rules

extension RulesSchema {
  /// The schema of a key's value. The checker reads numbers and truth values as text if it expects text, so the schema
  /// permits them there.
  static func value(_ value: Word.Value, of word: Word, under key: String) -> JSONValue {
    switch value {
    case .none: [:]
    case .word(let context): reference(context)
    case .words(let context): oneOrMore(reference(context))
    case .quantity(let limits): reference(limits.dimension)
    case .distance: reference(distance(under: key))
    case .step:
      reference(Gesture.Kind(rawValue: key).flatMap { Limits.step(of: $0) }?.dimension ?? .length)
    case .speed: quantity([[.speed], [.speed]], isRange: false, "a speed or a range of speeds", "300mm/s")
    case .lengths: quantity([[.length], [.length]], "a range of lengths", "20mm-130mm")
    case .factor: positive(RulesDecoder.mostSpeed)
    case .directions:
      oneOrMore(reference(.direction), quantity([[.angle], [.angle]], "a direction or a range of angles", "315°-45°"))
    case .path:
      ["anyOf": [self.value(.directions, of: word, under: key), legs]]
    case .regions(let context):
      oneOrMore(reference(context), or: mapping(.atOnce, under: word.name, isNeverEmpty: true))
    case .regionsAtOnce: merged(list(of: reference(key)), ["minItems": 2])
    case .zone: ["anyOf": [reference(.zone), mapping(.area, isNeverEmpty: true)]]
    case .span:
      quantity([[.length, .percentage], [.length, .percentage]], "a range of positions", "0%-50%")
    case .tapCount: ["anyOf": [reference(.tap), tapCount]]
    case .taps: tapCount
    case .anchor: ["enum": [1, "1"]]
    case .stroke: ["anyOf": [reference(.stroke), plain]]
    case .strokes:
      ["type": "object", "additionalProperties": oneOrMore(["type": "string", "minLength": 1])]
    case .flag: flag
    case .resume:
      merged(quantity([[.duration]], "a duration or 'true'", "500ms"), ["type": ["boolean", "string"]])
    case .fingers: fingers
    case .shownFingers: shownFingers
    case .devices: oneOrMore(reference(.device), plain)
    case .deviceStatements:
      ["type": "object", "additionalProperties": mapping(.deviceProperty, isNeverEmpty: true)]
    case .size: quantity([[.length], [.length]], separator: " x ", "a width and a height", "344mm x 194mm")
    case .text: anyText
    case .paths: oneOrMore(plain)
    case .rules: reference("rules")
    case .actions: reference("actions")
    case .patterns: merged(oneOrMore(anyText), ["examples": [word.name == "title" ? "*YouTube*" : "firefox"]])
    case .names: oneOrMore(plain)
    case .modifiers:
      [
        "anyOf": [
          reference(.modifier), chordText(last: modifiers), ["type": "array", "items": chordText(last: modifiers)],
        ]
      ]
    case .conditions: list(of: reference(.condition))
    case .arguments: merged(list(of: anyText), ["examples": [["playerctl", "play-pause"]]])
    case .chords: merged(oneOrMore(chord), ["examples": ["super+Page_Down"]])
    case .chord: merged(chord, ["examples": ["alt"]])
    case .clicks: oneOrMore(reference(.button), click)
    case .click: ["anyOf": [reference(.button), click]]
    case .scroll: ["anyOf": [reference(.scroll), steps]]
    case .workspace: ["anyOf": [reference(.workspace), workspaceNumber]]
    case .modeChange:
      ["anyOf": [plain, merged(mapping(.modeChange), ["required": ["name"]])]]
    case .mapping(.condition): reference(.condition)
    case .mapping(let context): mapping(context, under: word.name)
    case .layout: ["anyOf": [anyText, mapping(.keyboard)]]
    }
  }

  // MARK: Quantities

  private static func reference(_ dimension: Unit.Dimension) -> JSONValue { reference(dimension.rawValue) }

  /// The dimension of `distance` in a gesture, or in gestures that start at an edge, which are swipes.
  private static func distance(under key: String) -> Unit.Dimension {
    Gesture.Kind(rawValue: key).flatMap { LimitRows.limits("distance", of: $0) }?.dimension ?? .length
  }

  /// Numbers with the units of `ends`, with `separator` between them. If a range is optional, the first alone is valid.
  static func quantity(
    _ ends: [[Unit.Dimension]], separator: String = "-", isRange: Bool = true, _ phrase: String, _ example: String
  ) -> JSONValue {
    let patterns = ends.map { dimensions in
      let units = Unit.all.filter { dimensions.contains($0.dimension) }.map(\.name).joined(separator: "|")
      return "\(number)(\(units))"
    }
    let pattern = isRange ? patterns.joined(separator: separator) : "\(patterns[0])(\(separator)\(patterns[1]))?"
    return [
      "type": "string", "pattern": .string("^\(pattern)$"),
      "patternErrorMessage": .string("This takes \(phrase), such as \(example)."), "examples": [.string(example)],
    ]
  }

  private static let number = "[0-9]+(\\.[0-9]+)?"

  private static var fingers: JSONValue {
    let most = JSONValue.number(Double(Trigger.mostFingers))
    let one = "0*([1-9]|10)"
    let count: JSONValue = [
      "type": ["integer", "string"], "minimum": 1, "maximum": most, "pattern": .string("^\(one)(-\(one))?$"),
    ]
    return merged(oneOrMore(count), ["examples": [3, "3-4"]])
  }

  /// A path of several legs.
  private static var legs: JSONValue {
    let direction = "(\(Vocabulary.names(in: .direction).joined(separator: "|")))"
    return [
      "type": "string",
      "pattern": .string("^\(direction)(\(SwipePath.separator)\(direction)){1,\(SwipePattern.mostLegs - 1)}$"),
      "examples": ["left then down"],
    ]
  }

  /// A number of taps.
  private static var tapCount: JSONValue {
    [
      "type": ["integer", "string"], "minimum": 1, "maximum": .number(Double(TapPattern.mostTaps)),
      "pattern": "^0*([1-9]|10)$",
    ]
  }

  private static var workspaceNumber: JSONValue {
    [
      "type": ["integer", "string"], "minimum": 1, "maximum": .number(Double(DesktopOperation.mostWorkspaces)),
      "pattern": "^0?[1-9]$|^[1-9][0-9]$",
    ]
  }

  private static var shownFingers: JSONValue {
    let range = Trigger.showableFingers
    return [
      "type": ["integer", "string"], "minimum": .number(Double(range.lowerBound)),
      "maximum": .number(Double(range.upperBound)),
      "pattern": .string("^0*[\(range.lowerBound)-\(range.upperBound)]$"), "examples": [4],
    ]
  }

  private static var steps: JSONValue {
    let directions = Vocabulary.names(in: .scroll).filter { Scroll.Direction(rawValue: $0) != nil }
    let count = positive(RulesDecoder.mostSteps)
    return [
      "type": "object", "properties": .object(directions.map { .init($0, count) }), "additionalProperties": false,
      "minProperties": 1, "maxProperties": 1,
    ]
  }

  /// A number without a unit, more than 0.
  private static func positive(_ most: Double) -> JSONValue {
    [
      "type": ["number", "string"], "exclusiveMinimum": 0, "maximum": .number(most), "pattern": .string("^\(number)$"),
    ]
  }

  // MARK: Text

  private static var anyText: JSONValue { ["type": ["string", "number", "boolean"]] }

  /// Text that is no truth value, which would be a mistake.
  private static var plain: JSONValue { ["type": ["string", "number"], "minLength": 1] }

  /// `true` or `false`, quoted or not.
  private static var flag: JSONValue { ["type": ["boolean", "string"], "pattern": "^(true|false)$"] }

  /// Modifiers joined by '+', followed by a match of `last`.
  private static func chordText(last: String) -> JSONValue {
    ["type": ["string", "number"], "pattern": .string("^((\(modifiers))\\+)*(\(last))$")]
  }

  private static var modifiers: String { Vocabulary.names(in: .modifier).joined(separator: "|") }

  /// A chord. Only the checker knows which keys exist.
  private static var chord: JSONValue { chordText(last: "[^+\\s]+") }

  private static var click: JSONValue { chordText(last: Vocabulary.names(in: .button).joined(separator: "|")) }

  // MARK: Lists

  static func list(of element: JSONValue) -> JSONValue { ["type": "array", "items": element, "minItems": 1] }

  /// One of `choices`, or a list of them.
  private static func oneOrMore(_ choices: JSONValue...) -> JSONValue {
    let element: JSONValue = choices.count == 1 ? choices[0] : ["anyOf": .array(choices)]
    return ["anyOf": .array(choices + [list(of: element)])]
  }

  /// One of `choice`, or a list of them, or `other`.
  private static func oneOrMore(_ choice: JSONValue, or other: JSONValue) -> JSONValue {
    ["anyOf": [choice, list(of: choice), other]]
  }

  /// The members of both; those of `other` win.
  static func merged(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    guard case .object(let members) = one, case .object(let others) = other else { return other }
    return .object(members.filter { other[$0.name] == nil } + others)
  }
}
