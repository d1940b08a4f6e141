internal import Foreign
internal import Gestures
internal import JSONLines
internal import Rules

/// The parts of the schema.
extension JSONValue {

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/definitions/\(name)")] }

  static func reference(_ context: Word.Context) -> JSONValue { reference(context.rawValue) }

  static func reference(_ dimension: Unit.Dimension) -> JSONValue { reference(dimension.rawValue) }

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

  static var fingers: JSONValue {
    let most = JSONValue.number(Double(Trigger.mostFingers))
    let one = "0*([1-9]|10)"
    let count: JSONValue = [
      "type": ["integer", "string"], "minimum": 1, "maximum": most, "pattern": .string("^\(one)(-\(one))?$"),
    ]
    return merged(oneOrMore(count), ["examples": [3, "3-4"]])
  }

  /// Directions, as words or as ranges of angles.
  static var directions: JSONValue {
    oneOrMore(
      reference(.direction), quantity([[.angle], [.angle]], "a direction or a range of angles", "315°-45°"))
  }

  /// A path of several legs.
  static var legs: JSONValue {
    let direction = "(\(Vocabulary.names(in: .direction).joined(separator: "|")))"
    return [
      "type": "string",
      "pattern": .string("^\(direction)(\(SwipePath.separator)\(direction)){1,\(SwipePattern.mostLegs - 1)}$"),
      "examples": ["left then down"],
    ]
  }

  /// A number of taps.
  static var tapCount: JSONValue {
    [
      "type": ["integer", "string"], "minimum": 1, "maximum": .number(Double(TapPattern.mostTaps)),
      "pattern": "^0*([1-9]|10)$",
    ]
  }

  static var workspaceNumber: JSONValue {
    [
      "type": ["integer", "string"], "minimum": 1, "maximum": .number(Double(DesktopOperation.mostWorkspaces)),
      "pattern": "^0?[1-9]$|^[1-9][0-9]$",
    ]
  }

  static var toWorkspaceNumber: JSONValue {
    [
      "type": "string",
      "pattern": .string("^\(DesktopOperation.Change.toWorkspace)(0?[1-9]|[1-9][0-9])$"),
    ]
  }

  static var shownFingers: JSONValue {
    let range = Trigger.showableFingers
    return [
      "type": ["integer", "string"], "minimum": .number(Double(range.lowerBound)),
      "maximum": .number(Double(range.upperBound)),
      "pattern": .string("^0*[\(range.lowerBound)-\(range.upperBound)]$"), "examples": [4],
    ]
  }

  static var steps: JSONValue {
    let directions = Vocabulary.names(in: .scroll).filter { Scroll.Direction(rawValue: $0) != nil }
    let count = positive(RulesDecoder.mostSteps)
    return [
      "type": "object", "properties": .object(directions.map { .init($0, count) }), "additionalProperties": false,
      "minProperties": 1, "maxProperties": 1,
    ]
  }

  /// A number without a unit, more than 0.
  static func positive(_ most: Double) -> JSONValue {
    [
      "type": ["number", "string"], "exclusiveMinimum": 0, "maximum": .number(most), "pattern": .string("^\(number)$"),
    ]
  }

  // MARK: Text

  static var anyText: JSONValue { ["type": ["string", "number", "boolean"]] }

  /// Text that is no truth value, which would be a mistake.
  static var plain: JSONValue { ["type": ["string", "number"], "minLength": 1] }

  /// `true` or `false`, quoted or not.
  static var flag: JSONValue { ["type": ["boolean", "string"], "pattern": "^(true|false)$"] }

  /// Modifiers joined by '+', followed by a match of `last`.
  private static func chordText(last: String) -> JSONValue {
    ["type": ["string", "number"], "pattern": .string("^((\(modifiers))\\+)*(\(last))$")]
  }

  private static var modifiers: String { Vocabulary.names(in: .modifier).joined(separator: "|") }

  /// A chord. Only the checker knows which keys exist.
  static var chord: JSONValue { chordText(last: "[^+\\s]+") }

  static var click: JSONValue { chordText(last: Vocabulary.names(in: .button).joined(separator: "|")) }

  /// Modifiers that are held.
  static var heldModifiers: JSONValue {
    [
      "anyOf": [
        reference(.modifier), chordText(last: modifiers), ["type": "array", "items": chordText(last: modifiers)],
      ]
    ]
  }

  static var strokes: JSONValue {
    ["type": "object", "additionalProperties": oneOrMore(["type": "string", "minLength": 1])]
  }

  static var gestures: JSONValue { ["type": "object", "additionalProperties": reference("definition")] }

  static var deviceStatements: JSONValue {
    ["type": "object", "additionalProperties": mapping(.deviceProperty, isNeverEmpty: true)]
  }

  // MARK: Mappings

  /// A mapping with the words of `context` as keys, as the value of `key`.
  static func mapping(_ context: Word.Context, under key: String = "", isNeverEmpty: Bool = false) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "object"), .init("properties", RulesSchema.properties(in: context, under: key)),
      .init("additionalProperties", false),
    ]
    if isNeverEmpty { members.append(.init("minProperties", 1)) }
    return .object(members)
  }

  static func names(_ keys: [Word]) -> JSONValue { .array(keys.map { .string($0.name) }) }

  static func required(_ key: Word) -> JSONValue { ["required": names([key])] }

  // MARK: Lists

  static func list(of element: JSONValue) -> JSONValue { ["type": "array", "items": element, "minItems": 1] }

  /// One of `choices`, or a list of them.
  static func oneOrMore(_ choices: JSONValue...) -> JSONValue {
    let element: JSONValue = choices.count == 1 ? choices[0] : ["anyOf": .array(choices)]
    return ["anyOf": .array(choices + [list(of: element)])]
  }

  /// One of `choice`, or a list of them, or `other`.
  static func oneOrMore(_ choice: JSONValue, or other: JSONValue) -> JSONValue {
    ["anyOf": [choice, list(of: choice), other]]
  }

  /// The members of both; those of `other` win.
  static func merged(_ one: JSONValue, _ other: JSONValue) -> JSONValue {
    guard case .object(let members) = one, case .object(let others) = other else { return other }
    return .object(members.filter { other[$0.name] == nil } + others)
  }
}
