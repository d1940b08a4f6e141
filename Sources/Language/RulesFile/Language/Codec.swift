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
  let ranges: LimitRanges?
  /// Values beside a gesture, the most usual one first; empty if no single one shows what the key takes.
  package let examples: @Sendable (Gesture.Kind?) -> [String]
  /// The schema of the values of the key `name` under a gesture or another key. The checker reads numbers and truth
  /// values as text if it expects text, so the schema permits them there.
  let schema: @Sendable (_ name: String, _ key: String) -> JSONValue
}

/// The notation of a key's values: how they are written, and how they are decoded.
package struct Codec<Value>: Sendable {
  let form: Form
  /// Decodes the value of a field; nil if it has a mistake.
  let decode: @Sendable (inout RulesDecoder, Field) -> Value?
}

extension Codec {
  init(
    _ type: String, examples: @escaping @autoclosure @Sendable () -> [String] = [],
    _ schema: @escaping @autoclosure @Sendable () -> JSONValue,
    decode: @escaping @Sendable (inout RulesDecoder, Field) -> Value?
  ) {
    self.init(
      form: Form(types: [type], ranges: nil, examples: { _ in examples() }, schema: { _, _ in schema() }),
      decode: decode)
  }

  /// The notation of other values, with which it has everything in common but the type.
  init<Other>(_ codec: Codec<Other>, _ value: @escaping @Sendable (inout RulesDecoder, Other) -> Value) {
    self.init(form: codec.form) { decoder, field in
      guard let other = codec.decode(&decoder, field) else { return nil }
      return value(&decoder, other)
    }
  }
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

// MARK: Values that are read together with others

extension Codec where Value == Node {
  static func node(_ type: String, example: String? = nil, _ schema: @escaping @autoclosure @Sendable () -> JSONValue)
    -> Codec
  {
    Codec(type, examples: example.map { [$0] } ?? [], schema()) { $1.value }
  }

  /// A mapping with the words of a context as keys.
  static func mapping(_ context: Word.Context) -> Codec {
    Codec(
      form: Form(
        types: ["mapping"], ranges: nil, examples: { _ in [] },
        schema: { name, _ in RulesSchema.mapping(context, under: name) })
    ) { $1.value }
  }

  /// A list of words of `edge` or `corner`, whichever it is under.
  static var regionsAtOnce: Codec {
    Codec(
      form: Form(
        types: ["corners"], ranges: nil, examples: { _ in [] },
        schema: { RulesSchema.merged(RulesSchema.list(of: RulesSchema.reference($1)), ["minItems": 2]) })
    ) { $1.value }
  }
}

extension Codec where Value == Void {
  /// Defaults of limits, with the words of a context as keys.
  static func defaults(
    _ context: Word.Context, _ read: @escaping @Sendable (inout RulesDecoder, Fields, inout Defaults) -> Void
  ) -> Codec {
    Codec(
      form: Form(
        types: ["mapping"], ranges: nil, examples: { _ in [] },
        schema: { name, _ in RulesSchema.mapping(context, under: name) })
    ) { decoder, field in
      guard let fields = decoder.defaults(field, in: context) else { return nil }
      var defaults = decoder.content.defaults
      read(&decoder, fields, &defaults)
      decoder.content.defaults = defaults
      return ()
    }
  }
}

// MARK: Words

extension Codec where Value: RawRepresentable<String> & SendableMetatype {
  /// One of the words of a context.
  static func word(_ context: Word.Context, _ type: String) -> Codec {
    Codec(type, examples: Vocabulary.names(in: context), RulesSchema.reference(context)) {
      $0.word($1.value, for: $1.name, in: context).flatMap { Value(rawValue: $0) }
    }
  }
}

extension Codec {
  /// One of the words of a context, or a list of them.
  static func words(_ context: Word.Context, _ type: String, _ value: @escaping @Sendable ([String]) -> Value) -> Codec
  {
    Codec(
      type, examples: Vocabulary.names(in: context), RulesSchema.oneOrMore(RulesSchema.reference(context))
    ) { $0.words($1.value, for: $1.name, in: context).map(value) }
  }
}

extension Codec where Value == SwipePath {
  private static var words: JSONValue {
    RulesSchema.oneOrMore(
      RulesSchema.reference(.direction),
      RulesSchema.quantity([[.angle], [.angle]], "a direction or a range of angles", "315°-45°"))
  }

  /// One of the words of `direction`, a range of angles such as `315°-45°`, or a list of these.
  static var directions: Codec {
    Codec("directions", examples: Vocabulary.names(in: .direction), words) {
      $0.directions($1.value, for: $1.name).map { SwipePath(first: $0) }
    }
  }

  /// The same, or words of `direction` joined by ` then `: `left then down`.
  static var path: Codec {
    Codec("directions", examples: Vocabulary.names(in: .direction), ["anyOf": [words, RulesSchema.legs]]) {
      $0.path($1.value, for: $1.name)
    }
  }
}

extension Codec where Value == Regions {
  /// One of the words of a context, a list of them, or a mapping with the words of `atOnce` as keys.
  static func regions(_ context: Word.Context, _ type: String) -> Codec {
    Codec(
      type, examples: Vocabulary.names(in: context),
      RulesSchema.oneOrMore(
        RulesSchema.reference(context), or: RulesSchema.mapping(.atOnce, under: context.rawValue, isNeverEmpty: true))
    ) { $0.regions($1.value, for: $1.name, in: context) }
  }
}

extension Codec where Value == Zone {
  /// A word of `zone`, or a mapping with the words of `area` as keys.
  static var zone: Codec {
    Codec(
      "zone", examples: Vocabulary.names(in: .zone),
      ["anyOf": [RulesSchema.reference(.zone), RulesSchema.mapping(.area, isNeverEmpty: true)]]
    ) { $0.zone($1) }
  }
}

// MARK: Numbers and quantities

extension Codec where Value == Bool {
  /// `true` or `false`.
  static var flag: Codec {
    Codec("boolean", examples: ["true", "false"], RulesSchema.flag) { $0.flag($1.value, for: $1.name) }
  }
}

extension Codec where Value == Double {
  /// A number with a unit, in its base unit: `500ms`, `12mm`.
  static func quantity(_ ranges: LimitRanges, _ type: String? = nil) -> Codec {
    Codec(
      form: Form(
        types: type.map { [$0] } ?? Set(ranges.all.map(\.dimension.rawValue)), ranges: ranges,
        examples: { ranges[$0].examples },
        schema: { RulesSchema.reference(ranges[Gesture.Kind(rawValue: $1)].dimension) })
    ) { $0.quantity($1.value, for: $1.name, ranges[nil]) }
  }

  /// A multiple of a speed: `1.5`.
  static func factor(of speed: String = "the pointer's speed") -> Codec {
    Codec("factor", RulesSchema.positive(RulesDecoder.mostSpeed)) { $0.factor($1.value, for: $1.name, of: speed) }
  }
}

extension Codec where Value == Duration {
  /// A number with a unit of time.
  static func duration(_ limits: Limits = .duration) -> Codec {
    Codec("duration", examples: limits.examples, RulesSchema.reference(.duration)) {
      $0.quantity($1.value, for: $1.name, limits).map { .milliseconds($0) }
    }
  }
}

extension Codec where Value == Duration? {
  /// A duration, or `true` for the default; nil for `false`.
  static var resume: Codec {
    Codec(
      "duration", examples: Limits.resume.examples,
      RulesSchema.merged(
        RulesSchema.quantity([[.duration]], "a duration or 'true'", "500ms"), ["type": ["boolean", "string"]])
    ) { $0.resume($1) }
  }
}

extension Codec where Value == ClosedRange<Double> {
  /// A speed or a range of speeds: `300mm/s`, `100mm/s-300mm/s`.
  static func speed(_ ranges: LimitRanges) -> Codec {
    Codec(
      form: Form(
        types: ["speed"], ranges: ranges, examples: { ranges[$0].examples },
        schema: { _, _ in
          RulesSchema.quantity([[.speed], [.speed]], isRange: false, "a speed or a range of speeds", "300mm/s")
        })
    ) { $0.speed($1.value, for: $1.name) }
  }
}

extension Codec where Value == ClosedRange<Millimetres> {
  /// A range of lengths: `20mm-130mm`.
  static var lengths: Codec {
    Codec(
      "span", examples: ["20mm-130mm", "0mm-60mm", "60mm-130mm"],
      RulesSchema.quantity([[.length], [.length]], "a range of lengths", "20mm-130mm")
    ) { $0.lengths($1.value, for: $1.name) }
  }
}

extension Codec where Value == (from: Zone.Position, to: Zone.Position) {
  /// A range of positions between two edges: `0%-50%`, `0mm-30mm`.
  static var span: Codec {
    Codec(
      "span",
      RulesSchema.quantity([[.length, .percentage], [.length, .percentage]], "a range of positions", "0%-50%")
    ) { $0.positions($1.value, for: $1.name) }
  }
}

extension Codec where Value == Size {
  /// A width and a height: `344mm x 194mm`.
  static var size: Codec {
    Codec(
      "size",
      RulesSchema.quantity([[.length], [.length]], separator: " x ", "a width and a height", "344mm x 194mm")
    ) { $0.surfaceSize($1.value, for: $1.name) }
  }
}

extension Codec where Value == Int {
  /// The number of taps: one of the words of `tap`, or a number from 1 to 10.
  static var tapCount: Codec {
    Codec(
      "count", examples: Vocabulary.names(in: .tap),
      ["anyOf": [RulesSchema.reference(.tap), RulesSchema.tapCount]]
    ) { $0.tapCount($1) }
  }

  /// The number of preceding taps: from 1 to 10.
  static var taps: Codec { Codec("number", examples: ["1", "2"], RulesSchema.tapCount) { $0.taps($1) } }

  /// The number of fingers that rest beside those that move: 1.
  static var anchor: Codec { Codec("number", examples: ["1"], ["enum": [1, "1"]]) { $0.anchor($1) } }

  /// A number of fingers that a hand can be shown with.
  static var shownFingers: Codec { Codec("number", RulesSchema.shownFingers) { $0.shownFingers($1) } }
}

extension Codec where Value == ClosedRange<Int> {
  /// A number of fingers, a range or a list of them.
  static var fingers: Codec {
    Codec(
      "numbers", examples: ["3"] + (1...Trigger.mostFingers).filter { $0 != 3 }.map(String.init), RulesSchema.fingers
    ) {
      $0.fingers($1)
    }
  }
}

// MARK: Text

extension Codec where Value == String {
  /// Any text.
  static func text(example: String) -> Codec {
    Codec("text", RulesSchema.anyText) { $0.text(of: $1.value, for: $1.name, expected: "text", example: example) }
  }

  /// A name of xkeyboard-config(7), or several with commas between them.
  static func layout(example: String) -> Codec {
    Codec("text", RulesSchema.anyText) { $0.name($1, noun: $1.name, example: example) }
  }

  /// The name of an output.
  static var output: Codec { Codec("name", RulesSchema.anyText) { $0.outputName($1) } }

  /// The name of a mode that is set.
  static var mode: Codec { Codec("text", RulesSchema.anyText) { $0.mode($1.value, for: $1.name, isSet: true) } }

  /// A shell command that reports the session's lock.
  static var lockProbe: Codec { Codec("command", RulesSchema.anyText) { $0.lockProbe($1) } }
}

extension Codec where Value == StrokePattern {
  /// A shape's name: one of the words of `stroke`, or one of the file's own.
  static var stroke: Codec {
    Codec(
      "name", examples: Vocabulary.names(in: .stroke),
      ["anyOf": [RulesSchema.reference(.stroke), RulesSchema.plain]]
    ) { $0.stroke($1) }
  }
}

extension Codec where Value == [DeviceFilter] {
  /// A kind of device, a name, or a list of them.
  static var devices: Codec {
    Codec(
      "devices", examples: Vocabulary.names(in: .device),
      RulesSchema.oneOrMore(RulesSchema.reference(.device), RulesSchema.plain)
    ) { $0.devices($1) }
  }
}

extension Codec where Value == KeyboardLayout {
  /// A layout's name, or a mapping with the words of `keyboard` as keys.
  static var keyboard: Codec {
    Codec("layout", ["anyOf": [RulesSchema.anyText, RulesSchema.mapping(.keyboard)]]) { $0.keyboard($1) }
  }
}

// MARK: Conditions

extension Codec where Value == Condition {
  /// A mapping with the words of `condition` as keys.
  static var condition: Codec {
    Codec("mapping", examples: ["{app: firefox}"], RulesSchema.reference(.condition)) {
      $0.condition($1.value, for: $1.name)
    }
  }
}

extension Codec where Value == Condition.Clause {
  /// A clause with a value of another notation.
  static func clause<Part>(_ codec: Codec<Part>, _ clause: @escaping @Sendable (Part) -> Condition.Clause) -> Codec {
    Codec(codec) { clause($1) }
  }

  /// Text with wildcards, or a list of such texts.
  static func patterns(
    example: String, _ clause: @escaping @Sendable ([Wildcard]) -> Condition.Clause
  ) -> Codec {
    Codec(
      "patterns", RulesSchema.merged(RulesSchema.oneOrMore(RulesSchema.anyText), ["examples": [.string(example)]])
    ) { $0.patterns($1.value, for: $1.name, example: YAMLText.element(example)).map(clause) }
  }

  /// `true` or `false`; both states are the absence of the key.
  static var locked: Codec { Codec("boolean", examples: ["true", "false"], RulesSchema.flag) { $0.locked($1) } }

  /// The properties of the window under the fingers.
  static var under: Codec {
    Codec("mapping", RulesSchema.mapping(.under, under: Word.under.name)) {
      .under($0.condition($1.value, for: $1.name, in: .under))
    }
  }

  /// A modifier, or a list of modifiers that may be empty.
  static var modifiers: Codec {
    Codec("modifiers", RulesSchema.heldModifiers) { $0.modifiers($1) }
  }

  /// A name or a list of names.
  static var modes: Codec { Codec("names", RulesSchema.oneOrMore(RulesSchema.plain)) { $0.modes($1) } }

  /// A list of mappings with the words of `condition` as keys.
  static var any: Codec { Codec("list", RulesSchema.list(of: RulesSchema.reference(.condition))) { $0.any($1) } }
}

// MARK: Actions

extension Codec where Value == [LocatedAction] {
  /// A reaction: a shell command, a mapping of one action, or a list of these.
  static var actions: Codec {
    Codec("actions", examples: ["{keys: super+Page_Down}"], RulesSchema.reference("actions")) {
      $0.actions($1.value, of: $1.name)
    }
  }
}

extension Codec where Value == Click {
  /// A button, optionally with modifiers in front.
  static var click: Codec {
    Codec("button", examples: ["left"], ["anyOf": [RulesSchema.reference(.button), RulesSchema.click]]) {
      $0.click($1.value, for: $1.name)
    }
  }
}

extension Codec where Value == Action {
  /// A program and its arguments, as a list.
  static var arguments: Codec {
    Codec(
      "list", examples: ["[playerctl, play-pause]"],
      RulesSchema.merged(RulesSchema.list(of: RulesSchema.anyText), ["examples": [["playerctl", "play-pause"]]])
    ) { $0.arguments($1).map { .run($0) } }
  }

  /// A chord or a list of chords.
  static var chords: Codec {
    Codec(
      "chords", examples: ["super+Page_Down"],
      RulesSchema.merged(RulesSchema.oneOrMore(RulesSchema.chord), ["examples": ["super+Page_Down"]])
    ) { $0.chords($1).map { .keys($0) } }
  }

  static var chord: Codec {
    Codec("chord", examples: ["alt"], RulesSchema.merged(RulesSchema.chord, ["examples": ["alt"]])) {
      $0.chord($1.value, for: $1.name, example: "alt").map { .hold($0) }
    }
  }

  /// Text to type.
  static var typed: Codec { Codec("text", RulesSchema.anyText) { $0.typed($1).map { .type($0) } } }

  /// A button, optionally with modifiers in front, or a list of them.
  static var clicks: Codec {
    Codec("buttons", examples: ["left"], RulesSchema.oneOrMore(RulesSchema.reference(.button), RulesSchema.click)) {
      decoder, field in
      decoder.clicks(field).map { .click($0, at: decoder.entry.position) }
    }
  }

  /// A button that is held, and moves the pointer.
  static var drag: Codec {
    Codec(Codec<Click>.click) { .drag($1, at: $0.entry.position, speed: $0.entry.speed) }
  }

  /// One of the words of `scroll`, or a mapping of a direction to a number of steps.
  static var scroll: Codec {
    Codec("scroll", examples: ["down"], ["anyOf": [RulesSchema.reference(.scroll), RulesSchema.steps]]) {
      $0.scroll($1).map { .scroll($0) }
    }
  }

  static var pointer: Codec {
    Codec("fingers", examples: ["fingers"], RulesSchema.reference(.pointer)) { decoder, field in
      decoder.word(field.value, for: field.name, in: .pointer).map { _ in .pointer(speed: decoder.entry.speed) }
    }
  }

  /// An action of the desktop: one of the words of a context; a workspace also by a number from 1 to 99.
  static func operation(_ context: Word.Context, _ type: String) -> Codec {
    Codec(
      type,
      context == .workspace
        ? ["anyOf": [RulesSchema.reference(context), RulesSchema.workspaceNumber]] : RulesSchema.reference(context)
    ) { $0.operation($1) }
  }

  /// A command in a compositor's own language.
  static func command(_ compositor: DesktopKind) -> Codec {
    Codec("command", RulesSchema.anyText) { $0.command($1, for: compositor).map { .compositor(compositor, $0) } }
  }

  /// A mode's name, or a mapping with the words of `mode-change` as keys.
  static var modeChange: Codec {
    Codec(
      "mode", examples: ["resize"],
      [
        "anyOf": [
          RulesSchema.plain, RulesSchema.merged(RulesSchema.mapping(.modeChange), RulesSchema.required(.modeName)),
        ]
      ]
    ) { $0.modeChange($1) }
  }

  static var wait: Codec {
    Codec(Codec<Duration>.duration(.duration.with("200ms"))) { .wait($1) }
  }
}
