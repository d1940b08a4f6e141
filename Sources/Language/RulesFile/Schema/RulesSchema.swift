internal import Foreign
internal import Gestures
package import JSONLines

/// The rules file's language as a JSON Schema, for editors that complete and explain words. It is generated from
/// `Vocabulary`, `Unit` and the gestures' defaults. It covers everything that can be checked without reading the file
/// as rules: the checker refuses everything that the schema refuses, but not the reverse.
///
/// The version is draft-07, not 2020-12: yaml-language-server has read draft-07 for as long as it has read modelines,
/// and 2020-12 for about a year, and both express the same here. Every version of python-jsonschema in use reads it,
/// too.
///
/// Three things suit yaml-language-server. `enumDescriptions` and `patternErrorMessage` are its own keywords, which
/// other programs ignore. Keywords beside a `$ref` are for hovering alone: draft-07 ignores them. A rule's keys are
/// under `then`, by its gesture, because it completes the keys of the branch that applies; and for an empty entry every
/// `if` applies.
public enum RulesSchema {
  /// The schema as text: JSON, with a line for every part that people may search for.
  public static var text: String { value.lines(depth: 3) + "\n" }

  /// The schema.
  package static let value: JSONValue = [
    "$schema": "http://json-schema.org/draft-07/schema#", "title": "Sleight's rules",
    "description": "Which gesture does what: see sleight(5).", "type": "object",
    "properties": properties(in: .file), "patternProperties": ["^x-": true], "additionalProperties": false,
    "definitions": definitions,
  ]

  // MARK: Definitions

  private static var definitions: JSONValue {
    let contexts: [Word.Context] = Word.Context.allCases.filter { context in
      Vocabulary.words.contains { $0.context == context && $0.form == nil }
    }
    var members = contexts.map { JSONValue.Member($0.rawValue, words(of: $0)) }
    members += Unit.Dimension.allCases.map { .init($0.rawValue, JSONValue.quantity([[$0]], $0.phrase, $0.example)) }
    members += [
      .init(Word.rules.name, ["type": "array", "items": entry]),
      .init(
        "definition",
        ["anyOf": [JSONValue.reference("step"), JSONValue.list(of: JSONValue.reference("definition"))]]),
      .init("step", step),
      .init("condition", JSONValue.mapping(.condition, isNeverEmpty: true)),
      .init("action", action),
      .init(
        "actions",
        [
          "anyOf": [JSONValue.reference("action"), JSONValue.list(of: JSONValue.reference("action"))],
          "examples": ["playerctl play-pause", .object([.init(Word.keys.name, "super+Page_Down")])],
        ]),
    ]
    return .object(members)
  }

  private static func words(of context: Word.Context) -> JSONValue {
    let words = Vocabulary.words.filter { $0.context == context && $0.form == nil }
    return [
      "type": "string", "enum": .array(words.map { .string($0.name) }),
      "enumDescriptions": .array(words.map { .string($0.meaning) }),
    ]
  }

  /// A shell command, or a mapping of one action, with `at` and `speed` beside those that have them.
  private static var action: JSONValue {
    let words = Vocabulary.words.filter { $0.context == .action || $0.context == .actionOption }
    func mapping(with keys: Word...) -> JSONValue { ["type": "object", "required": JSONValue.names(keys)] }
    func touched(_ subject: Word, _ values: JSONValue) -> JSONValue {
      [
        "required": JSONValue.names([subject]),
        "properties": .object([
          .init(Word.position.name, ["enum": ["fingers"]]), .init(subject.name, values),
        ]),
      ]
    }
    let neighbours: JSONValue = ["enum": ["next", "previous"]]
    return [
      "type": ["string", "number", "object"], "minLength": 1, "properties": properties(words, under: "action"),
      "additionalProperties": false, "minProperties": 1, "if": mapping(with: .position, .pointerSpeed),
      "then": ["required": JSONValue.names([.drag]), "maxProperties": 3],
      "else": [
        "if": mapping(with: .position),
        "then": [
          "anyOf": [
            JSONValue.required(.click), JSONValue.required(.drag),
            touched(.window, ["not": neighbours]), touched(.workspace, neighbours),
          ], "maxProperties": 2,
        ],
        "else": [
          "if": mapping(with: .pointerSpeed),
          "then": ["anyOf": [JSONValue.required(.drag), JSONValue.required(.pointer)], "maxProperties": 2],
          "else": ["maxProperties": 1],
        ],
      ],
    ]
  }

  // MARK: Mappings

  static func properties(in context: Word.Context, under key: String = "") -> JSONValue {
    properties(Vocabulary.words.filter { $0.context == context }, under: key.isEmpty ? context.rawValue : key)
  }

  /// The keys `words`, with the values that they take under `key`, on which the dimension of `distance`, for example,
  /// depends.
  static func properties(_ words: [Word], under key: String) -> JSONValue {
    .object(words.map { .init($0.name, property($0, under: key)) })
  }

  private static func property(_ word: Word, under key: String) -> JSONValue {
    guard case .object(let shape) = word.form?.schema(word.name, key) else { return true }
    var members: [JSONValue.Member] = [.init("title", .string(word.name))]
    members.append(.init("description", .string(word.entry(under: key))))
    if let usual = word.usual(under: key) { members.append(.init("default", usual)) }
    return .object(members + shape)
  }
}

extension JSONValue {
  /// The value as text, with the members of objects on separate lines down to `depth`.
  fileprivate func lines(depth: Int, indent: String = "") -> String {
    guard depth > 0, case .object(let members) = self, !members.isEmpty else { return text }
    let lines = members.map { member in
      "\(indent)  \(JSONValue.string(member.name).text): \(member.value.lines(depth: depth - 1, indent: indent + "  "))"
    }
    return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
  }
}
