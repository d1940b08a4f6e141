internal import JSONLines
internal import RulesFile
internal import YAML

/// The schemas that apply to the values of a document. Completion and hovering read the language from the schema, which
/// is generated from the vocabulary: they have no words of their own.
struct SchemaWalk {
  private let root = RulesSchema.value
  /// True if the keys of a rule without a gesture are those of all gestures: its gesture may be misspelt.
  var knowsAllGestures = false

  /// The schemas of the value at the end of `path`, without references and conditions, each with what they permit.
  func schemas(at path: NodePath) -> [JSONValue] {
    var schemas = expanded([root], for: path.root)
    for step in path.steps {
      switch step.key {
      case .name(let name): schemas = schemas.flatMap { Self.member(name, of: $0) }
      case .index: schemas = schemas.compactMap { $0["items"] }
      }
      schemas = expanded(schemas, for: step.node)
    }
    return schemas
  }

  /// The keys that a mapping may have, each once, with their schemas.
  static func keys(of schemas: [JSONValue]) -> [(name: String, schema: JSONValue)] {
    var known: Set<String> = []
    return schemas.flatMap { schema -> [(name: String, schema: JSONValue)] in
      guard case .object(let members)? = schema["properties"] else { return [] }
      return members.map { ($0.name, $0.value) }
    }.filter { known.insert($0.name).inserted }
  }

  /// The words that a value may be, each once, with their meanings.
  static func words(of schemas: [JSONValue]) -> [NamedThing] {
    var known: Set<String> = []
    return schemas.flatMap { schema -> [NamedThing] in
      let words = schema["enum"]?.array?.map { $0.string ?? $0.text } ?? []
      let meanings = schema["enumDescriptions"]?.array ?? []
      return words.enumerated().map { NamedThing($1, meanings.indices.contains($0) ? meanings[$0].string ?? "" : "") }
    }.filter { known.insert($0.name).inserted }
  }

  private static func member(_ name: String, of schema: JSONValue) -> [JSONValue] {
    if let property = schema["properties"]?[name] { return [property] }
    if case .object? = schema["additionalProperties"] { return [schema["additionalProperties"] ?? true] }
    return []
  }

  /// The parts of schemas that apply to a value.
  private func expanded(_ schemas: [JSONValue], for node: Node?) -> [JSONValue] {
    schemas.flatMap { expanded($0, for: node, depth: 0) }
  }

  private func expanded(_ schema: JSONValue, for node: Node?, depth: Int) -> [JSONValue] {
    // Definitions of gestures contain themselves, but not without a list or a key between.
    guard depth < 16 else { return [] }
    func parts(_ schema: JSONValue?) -> [JSONValue] {
      schema.map { expanded($0, for: node, depth: depth + 1) } ?? []
    }
    var all = [schema]
    if let name = schema["$ref"]?.string?.split(separator: "/").last {
      all += parts(root["definitions"]?[String(name)])
    }
    for choice in (schema["anyOf"]?.array ?? []) + (schema["allOf"]?.array ?? []) { all += parts(choice) }
    if let condition = schema["if"] {
      let isOpen =
        knowsAllGestures && node?.gesture == nil && node?.value(of: .rules) == nil && Self.namesGesture(condition)
      all += parts(schema[isOpen || Self.holds(condition, for: node) ? "then" : "else"])
    }
    return all
  }

  /// True if a condition of the schema asks for a gesture.
  private static func namesGesture(_ condition: JSONValue) -> Bool {
    (condition["required"]?.array ?? []).contains { Vocabulary.word($0.string ?? "", in: .rule)?.role == .gesture }
      || condition["anyOf"]?.array?.contains { namesGesture($0) } == true
  }

  /// True if a condition of the schema holds: which keys there are.
  private static func holds(_ condition: JSONValue, for node: Node?) -> Bool {
    let names = Set(node?.keyNames ?? [])
    if let required = condition["required"]?.array {
      guard required.allSatisfy({ names.contains($0.string ?? "") }) else { return false }
    }
    if let choices = condition["anyOf"]?.array, !choices.contains(where: { holds($0, for: node) }) { return false }
    return true
  }
}

extension Node {
  /// The names of the keys of a mapping.
  var keyNames: [String] { entries.compactMap(\.key.text) }

  /// The elements of a list; empty for other values.
  var elements: [Node] { if case .sequence(let elements) = content { elements } else { [] } }

  /// The gesture of a rule, with its value; nil if it has none.
  var gesture: Entry? {
    entries.first { $0.key.text.flatMap { Vocabulary.word($0, in: .rule) }?.role == .gesture }
  }
}
