internal import Gestures
internal import JSONLines

/// The rules file's language as a JSON Schema, for editors that complete and explain words as they are typed. It is
/// made from `Vocabulary`, `Unit` and the gestures' own defaults, and knows of a file what can be known of it without
/// reading it as rules: what it refuses the checker refuses, too, and not the other way round.
///
/// It is draft-07, and not 2020-12: yaml-language-server has read draft-07 for as long as it has read modelines, 2020-12
/// for about a year, and both tell the same here. Every version of python-jsonschema that is in use reads it, too.
///
/// Three things are as yaml-language-server wants them. `enumDescriptions` and `patternErrorMessage` are its own words,
/// which other programs pass over. What stands beside a `$ref` is for hovering alone: draft-07 has no meaning for it.
/// A rule's keys stand under `then`, by its gesture, because it offers those keys whose branch is taken; and it takes
/// every `if` of an entry that is still empty to hold.
public enum RulesSchema {
  /// The schema as text: JSON, with a line for every part that somebody may look for.
  public static var text: String {
    let schema: JSONValue = [
      "$schema": "http://json-schema.org/draft-07/schema#", "title": "Sleight's rules",
      "description": "Which gesture does what: see sleight(5).", "type": "object",
      "properties": properties(in: .file), "patternProperties": ["^x-": true], "additionalProperties": false,
      "definitions": definitions,
    ]
    return schema.lines(depth: 3) + "\n"
  }

  // MARK: Parts that are referred to

  private static var definitions: JSONValue {
    let places: [Word.Place] = Word.Place.allCases.filter { place in
      Vocabulary.words.contains { $0.place == place && $0.value == .none }
    }
    var members = places.map { JSONValue.Member($0.rawValue, words(of: $0)) }
    members += Unit.Dimension.allCases.map { .init($0.rawValue, quantity([[$0]], $0.phrase, $0.example)) }
    members += [
      .init("rules", ["type": "array", "items": entry]),
      .init("condition", mapping(.condition, isNeverEmpty: true)),
      .init("action", action),
      .init(
        "actions",
        [
          "anyOf": [reference("action"), list(of: reference("action"))],
          "examples": ["playerctl play-pause", ["keys": "super+Page_Down"]],
        ]),
    ]
    return .object(members)
  }

  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/definitions/\(name)")] }

  static func reference(_ place: Word.Place) -> JSONValue { reference(place.rawValue) }

  private static func words(of place: Word.Place) -> JSONValue {
    let words = Vocabulary.words.filter { $0.place == place && $0.value == .none }
    return [
      "type": "string", "enum": .array(words.map { .string($0.name) }),
      "enumDescriptions": .array(words.map { .string($0.meaning) }),
    ]
  }

  /// A shell command, or a mapping of one action.
  private static var action: JSONValue {
    [
      "type": ["string", "number", "object"], "minLength": 1, "properties": properties(in: .action),
      "additionalProperties": false, "minProperties": 1, "maxProperties": 1,
    ]
  }

  // MARK: Mappings

  /// A mapping with the words of `place` as keys, as it stands under `key`.
  static func mapping(_ place: Word.Place, under key: String = "", isNeverEmpty: Bool = false) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("type", "object"), .init("properties", properties(in: place, under: key)),
      .init("additionalProperties", false),
    ]
    if isNeverEmpty { members.append(.init("minProperties", 1)) }
    return .object(members)
  }

  private static func properties(in place: Word.Place, under key: String = "") -> JSONValue {
    properties(Vocabulary.words.filter { $0.place == place }, under: key.isEmpty ? place.rawValue : key)
  }

  /// The keys `words`, with what they take where they stand under `key`: a gesture's name where it is the gesture's
  /// distance, and so on.
  static func properties(_ words: [Word], under key: String) -> JSONValue {
    .object(words.map { .init($0.name, property($0, under: key)) })
  }

  private static func property(_ word: Word, under key: String) -> JSONValue {
    guard case .object(let shape) = value(word.value, of: word, under: key) else { return true }
    var members: [JSONValue.Member] = [.init("title", .string(word.name))]
    if let usual = SchemaDefaults.value(of: word.name, under: key) {
      members.append(.init("description", .string("\(word.meaning) Default: \(usual.string ?? usual.text).")))
      members.append(.init("default", usual))
    } else {
      members.append(.init("description", .string(word.meaning)))
    }
    return .object(members + shape)
  }
}

extension JSONValue {
  /// The value as text, the members of its objects on lines of their own down to `depth`.
  fileprivate func lines(depth: Int, indent: String = "") -> String {
    guard depth > 0, case .object(let members) = self, !members.isEmpty else { return text }
    let lines = members.map { member in
      "\(indent)  \(JSONValue.string(member.name).text): \(member.value.lines(depth: depth - 1, indent: indent + "  "))"
    }
    return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
  }
}
