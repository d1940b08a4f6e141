internal import Diagnostics
package import Gestures
internal import JSONLines
internal import Rules
internal import Touch
internal import YAML

/// How the values of a key are written.
package struct Form: Sendable {
  /// The names of their type in sleight(5).
  package let types: Set<String>
  /// The ranges of a quantity, which depend on the gesture; nil for other values.
  var ranges: LimitRanges?
  /// The range of a quantity that is the same everywhere; nil for other values.
  var limits: Limits?
  /// Values beside a gesture, the most usual one first; empty if no single one shows what the key takes.
  package let examples: @Sendable (Gesture.Kind?) -> [String]
  /// The schema of the values of the key `name` under a gesture or another key. The checker reads numbers and truth
  /// values as text if it expects text, so the schema permits them there.
  let schema: @Sendable (_ name: String, _ key: String) -> JSONValue

  /// The range of a quantity under a gesture or another key; nil for other values.
  func range(under key: String) -> Limits? { ranges?[Gesture.Kind(rawValue: key)] ?? limits }
}

/// The notation of a key's values: how they are written, and how they are decoded.
package struct Codec<Value>: Sendable {
  let form: Form
  /// Decodes the value of a field; nil if it has a mistake.
  let decode: @Sendable (inout RulesDecoder, Field) -> Value?
}

extension RulesDecoder {
  /// The value of a key; nil if it is left out, or has a mistake.
  mutating func read<Value>(_ key: Key<Value>, _ fields: Fields) -> Value? {
    guard let field = fields[key] else { return nil }
    return key.codec.decode(&self, field)
  }

  /// The value of a field whose key has this type; nil if it has another one, or if the value has a mistake.
  mutating func read<Value>(_ field: Field, as type: Value.Type) -> Value? {
    (field.word as? Key<Value>)?.codec.decode(&self, field)
  }
}

extension Codec {
  init(
    _ type: String, examples: @escaping @autoclosure @Sendable () -> [String] = [],
    _ schema: @escaping @autoclosure @Sendable () -> JSONValue,
    decode: @escaping @Sendable (inout RulesDecoder, Field) -> Value?
  ) {
    form = Form(types: [type], examples: { _ in examples() }, schema: { _, _ in schema() })
    self.decode = decode
  }

  /// The notation of other values, with which it has everything in common but the type.
  init<Other>(_ codec: Codec<Other>, _ value: @escaping @Sendable (inout RulesDecoder, Other) -> Value) {
    self.init(form: codec.form) { decoder, field in
      guard let other = codec.decode(&decoder, field) else { return nil }
      return value(&decoder, other)
    }
  }

  /// One of the words of a context, or a list of them.
  static func words(_ context: Word.Context, _ type: String, _ value: @escaping @Sendable ([String]) -> Value) -> Codec
  {
    Codec(type, examples: Vocabulary.names(in: context), .oneOrMore(.reference(context))) {
      $0.words($1.value, for: $1.name, in: context).map(value)
    }
  }

  /// A mapping with the words of a context as keys.
  static func mapping(
    _ context: Word.Context, _ decode: @escaping @Sendable (inout RulesDecoder, Field) -> Value?
  ) -> Codec {
    Codec(
      form: Form(
        types: ["mapping"], examples: { _ in [] }, schema: { name, _ in .mapping(context, under: name) }),
      decode: decode)
  }
}

extension Codec where Value == Node {
  /// A value that is read together with others.
  static func node(_ type: String, _ schema: @escaping @autoclosure @Sendable () -> JSONValue) -> Codec {
    Codec(type, schema()) { $1.value }
  }
}

extension Codec where Value: RawRepresentable<String> & SendableMetatype {
  /// One of the words of a context.
  static func word(_ context: Word.Context, _ type: String) -> Codec {
    Codec(type, examples: Vocabulary.names(in: context), .reference(context)) {
      $0.word($1.value, for: $1.name, in: context).flatMap { Value(rawValue: $0) }
    }
  }
}

extension Codec where Value == Regions {
  /// One of the words of a context, a list of them, or a mapping with the words of `atOnce` as keys.
  static func regions(_ context: Word.Context, _ type: String) -> Codec {
    Codec(
      type, examples: Vocabulary.names(in: context),
      .oneOrMore(.reference(context), or: .mapping(.atOnce, under: context.rawValue, isNeverEmpty: true))
    ) { $0.regions($1.value, for: $1.name, in: context) }
  }
}

extension Codec where Value == SwipePath {
  /// Words of `direction`, ranges of angles such as `315°-45°`, or a list of these.
  static var directions: Codec {
    Codec("directions", examples: Vocabulary.names(in: .direction), .directions) {
      $0.directions($1.value, for: $1.name).map { SwipePath(first: $0) }
    }
  }

  /// The same, or words of `direction` joined by ` then `: `left then down`.
  static var path: Codec {
    Codec("directions", examples: Vocabulary.names(in: .direction), ["anyOf": [.directions, .legs]]) {
      $0.path($1.value, for: $1.name)
    }
  }
}

extension Codec where Value == Bool {
  /// `true` or `false`.
  static var flag: Codec { Codec("boolean", examples: ["true", "false"], .flag) { $0.flag($1.value, for: $1.name) } }
}

extension Codec where Value == Double {
  /// A number with a unit, in its base unit: `500ms`, `12mm`.
  /// - Parameter ranges: the ranges by gesture, where they differ.
  static func quantity(_ usual: Limits, of kinds: [Gesture.Kind], but ranges: [Gesture.Kind: Limits] = [:]) -> Codec {
    quantity(LimitRanges(usual, of: kinds, but: ranges))
  }

  static func quantity(_ ranges: LimitRanges, _ type: String? = nil) -> Codec {
    Codec(
      form: Form(
        types: type.map { [$0] } ?? Set(ranges.all.map(\.dimension.rawValue)), ranges: ranges,
        examples: { ranges[$0].examples },
        schema: { .reference(ranges[Gesture.Kind(rawValue: $1)].dimension) })
    ) { $0.quantity($1.value, for: $1.name, ranges[nil]) }
  }

  /// A multiple of a speed: `1.5`.
  static func factor(of speed: String = "the pointer's speed") -> Codec {
    Codec("factor", .positive(RulesDecoder.mostSpeed)) { $0.factor($1.value, for: $1.name, of: speed) }
  }
}

extension Codec where Value == ClosedRange<Double> {
  /// A speed or a range of speeds: `300mm/s`, `100mm/s-300mm/s`, of a pinch `100%/s`, of a rotation `90°/s`.
  /// - Parameter ranges: the ranges by gesture, where they differ.
  static func speed(of kinds: [Gesture.Kind], but ranges: [Gesture.Kind: Limits] = [:]) -> Codec {
    let ranges = LimitRanges(.speed, of: kinds, but: ranges)
    let form = Form(
      types: ["speed"], ranges: ranges, examples: { ranges[$0].examples },
      schema: {
        let dimension = ranges[Gesture.Kind(rawValue: $1)].dimension
        return .quantity(
          [[dimension], [dimension]], isRange: false, "a speed or a range of speeds", dimension.example)
      })
    return Codec(form: form) { $0.speed($1.value, for: $1.name, ranges[nil]) }
  }
}

extension Codec where Value == Duration {
  /// A number with a unit of time.
  static func duration(_ limits: Limits = .duration) -> Codec {
    Codec(
      form: Form(
        types: ["duration"], limits: limits, examples: { _ in limits.examples },
        schema: { _, _ in .reference(.duration) })
    ) { $0.quantity($1.value, for: $1.name, limits).map { .milliseconds($0) } }
  }
}

extension Codec where Value == String {
  /// A name of xkeyboard-config(7), or several with commas between them.
  static func layout(example: String) -> Codec {
    Codec("text", .anyText) { $0.name($1, noun: $1.name, example: example) }
  }
}

extension Codec where Value == Condition {
  /// A mapping with the words of `condition` as keys.
  static var condition: Codec {
    Codec("mapping", examples: ["{app: firefox}"], .reference(.condition)) { $0.condition($1.value, for: $1.name) }
  }
}

extension Codec where Value == Condition.Clause {
  /// Text with wildcards, or a list of such texts.
  static func patterns(
    example: String, _ clause: @escaping @Sendable ([Wildcard]) -> Condition.Clause
  ) -> Codec {
    // Once, and not for each value that is read.
    let text = YAMLText.element(example)
    return Codec("patterns", .merged(.oneOrMore(.anyText), ["examples": [.string(example)]])) {
      $0.patterns($1.value, for: $1.name, example: text).map(clause)
    }
  }
}

extension Codec where Value == [LocatedAction] {
  /// A reaction: a shell command, a mapping of one action, or a list of these.
  static var actions: Codec {
    Codec("actions", examples: ["{keys: super+Page_Down}"], .reference("actions")) {
      $0.actions($1.value, of: $1.name)
    }
  }
}

extension Codec where Value == Click {
  /// A button, optionally with modifiers in front.
  static var click: Codec {
    Codec("button", examples: ["left"], ["anyOf": [.reference(.button), .click]]) {
      $0.click($1.value, for: $1.name)
    }
  }
}
