import Gestures
import Rules
import RulesFile
import Testing
import Touch

@Suite("The manual as the reference of the rules file")
struct ReferenceTests {
  private static let manual = DocumentationTests.manual

  /// The sections that have the entries of a place's keys, or its values.
  private static func sections(of word: Word) -> [String] {
    switch word.place {
    case .file: ["THE FILE"]
    case .rule:
      word.role == .gesture ? ["GESTURES"] : word.name == "rules" ? ["GROUPS"] : qualifierSections
    case .tap, .direction, .pinch, .rotate, .stroke: ["GESTURES"]
    case .device: ["QUALIFIERS"]
    case .edge, .corner, .zone, .area: ["Where it starts"]
    case .moment: ["The moments of a gesture"]
    case .condition, .orientation: ["CONDITIONS"]
    case .group: ["GROUPS"]
    case .action, .button, .scroll, .pointer: ["ACTIONS"]
    case .modifier: ["Chords"]
    case .deviceProperty, .deviceOrientation: ["DEVICES"]
    case .modeChange: ["MODES"]
    case .settings, .keyboard, .injector, .tapDefaults, .longPressDefaults, .swipeDefaults, .panDefaults,
      .pinchDefaults,
      .rotateDefaults, .startDefaults:
      ["SETTINGS"]
    }
  }

  private static let qualifierSections = ["QUALIFIERS", "Where it starts", "The moments of a gesture"]

  /// What the manual calls what a word takes; empty for words that are values themselves.
  private static func types(of value: Word.Value) -> Set<String> {
    switch value {
    case .none: []
    case .word(let place): typesOfWords[place].map { [$0] } ?? []
    case .words(let place): typesOfWords[place].map { [$0 + "s"] } ?? []
    case .duration, .resume: ["duration"]
    case .length: ["length"]
    case .distance: ["length", "percentage", "angle"]
    case .step: ["step"]
    case .speed: ["speed"]
    case .directions: ["directions"]
    case .zone: ["zone"]
    case .span: ["span"]
    case .size: ["size"]
    case .taps: ["number"]
    case .fingers: ["numbers"]
    case .stroke: ["name"]
    case .names: ["names"]
    case .text: ["text", "name", "command"]
    case .flag: ["boolean"]
    case .devices: ["devices"]
    case .rules, .conditions, .arguments: ["list"]
    case .mapping, .strokes, .deviceStatements: ["mapping"]
    case .actions: ["actions"]
    case .patterns: ["patterns"]
    case .paths: ["paths"]
    case .modifiers: ["modifiers"]
    case .chords: ["chords"]
    case .chord: ["chord"]
    case .clicks: ["buttons"]
    case .click: ["button"]
    case .scroll: ["scroll"]
    case .modeChange: ["mode"]
    case .layout: ["layout"]
    }
  }

  /// What the manual calls one of the words of a place; 'pointer' takes one word only, which stands there itself.
  private static let typesOfWords: [Word.Place: String] = [
    .tap: "count", .pinch: "direction", .rotate: "direction", .edge: "edge", .corner: "corner",
    .orientation: "orientation", .deviceOrientation: "turn", .injector: "injector",
    .moment: "moment", .pointer: "fingers",
  ]

  /// The keys of the language; those that settings have for single gestures are a table.
  private static let keys = Vocabulary.words.filter { word in
    word.value != .none && !limits.contains { $0.place == word.place }
  }

  @Test("has an entry for every key: with the type of its value, its default and an example", arguments: keys)
  func key(_ word: Word) {
    let sections = Self.sections(of: word)
    let entries = Self.manual.entries.filter { sections.contains($0.section) && $0.names.contains(word.name) }
    #expect(entries.count == (word.value == .distance ? 3 : 1))
    for entry in entries {
      #expect(Self.types(of: word.value).contains(entry.type ?? ""), "\(entry.type ?? "")")
      // One gesture there must be, and one of the actions stands where actions stand.
      let isChoice = word.role == .gesture || word.place == .action
      #expect((entry.defaultText != nil) != isChoice)
    }
    let examples = Self.manual.snippets.filter { sections.contains($0.section) && $0.remarks.isEmpty }
    #expect(examples.contains { $0.text.contains("\(word.name):") })
  }

  @Test("has every word that is a value where it is explained")
  func values() {
    for word in Vocabulary.words where word.value == .none {
      let marked = Self.sections(of: word).map { Self.manual.values[$0] ?? [] }
      #expect(marked.contains { $0.contains(word.name) }, "\(word.place) \(word.name)")
    }
    for unit in Unit.all { #expect(Self.manual.values["VALUES"]?.contains(unit.name) == true, "\(unit.name)") }
  }

  @Test("has no key that is not understood")
  func strangers() {
    let known = Vocabulary.words
    let sections = Set(Self.keys.flatMap { Self.sections(of: $0) })
    for entry in Self.manual.entries where sections.contains(entry.section) && entry.type != nil {
      for name in entry.names {
        #expect(known.contains { $0.name == name && Self.sections(of: $0).contains(entry.section) }, "\(name)")
      }
    }
  }

  @Test("explains the types of all values, and no others")
  func types() {
    let used = Self.keys.flatMap { word in
      let sections = Self.sections(of: word)
      return Self.manual.entries.filter { sections.contains($0.section) && $0.names.contains(word.name) }
        .compactMap(\.type)
    }
    // Of a type in the plural the manual explains the singular; "fingers" is no type but a word.
    let types = Set(used.filter { $0 != "fingers" }.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
    let explained = Self.manual.entries.filter { $0.section == "VALUES" }.flatMap(\.names)
    #expect(explained.sorted() == types.sorted())
  }

  // MARK: Defaults

  /// The defaults of a gesture's limits, or of those of gestures that start in some place.
  private struct Limits {
    var name: String
    var place: Word.Place
    /// What is so where a key is left out; nil where it is nothing.
    var values: [String: String]
  }

  private static let tap = TapPattern()
  private static let swipe = SwipePattern(.any)
  private static let pan = PanPattern(.any)
  private static let pinch = PinchPattern(.any)
  private static let rotate = RotatePattern(.any)

  private static let limits: [Limits] = [
    Limits(
      name: "tap", place: .tapDefaults,
      values: [
        "within": tap.within.text, "movement": tap.movement.text, "gap": tap.gap.text, "distance": tap.distance.text,
      ]),
    Limits(name: "long-press", place: .longPressDefaults, values: ["movement": LongPressPattern().movement.text]),
    Limits(
      name: "swipe", place: .swipeDefaults,
      values: [
        "distance": swipe.distance.text, "within": swipe.within.text,
        "after": swipe.after == .zero ? "no limit" : swipe.after.text, "speed": swipe.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "pan", place: .panDefaults,
      values: ["distance": pan.distance.text, "speed": pan.speed == nil ? "any speed" : ""]),
    Limits(
      name: "pinch", place: .pinchDefaults,
      values: [
        "distance": "\(Int(pinch.change * 100))%", "within": pinch.within?.text ?? "no limit",
        "after": pinch.after == .zero ? "no limit" : pinch.after.text,
      ]),
    Limits(name: "rotate", place: .rotateDefaults, values: ["distance": "\(Int(rotate.angle))°"]),
    Limits(name: "edge", place: .startDefaults, values: start("edge")),
    Limits(name: "corner", place: .startDefaults, values: start("corner")),
  ]

  /// The limits of a swipe that starts in a place, as a rule without any of them has them.
  private static func start(_ key: String) -> [String: String] {
    let trigger = read("rules: [{swipe: any, \(key): any, do: a}]")?.triggers.first
    guard case .swipe(let pattern) = trigger?.pattern else { return [:] }
    switch trigger?.start {
    case .edge(_, let margin), .corner(_, let margin):
      return ["margin": margin.text, "distance": pattern.distance.text]
    case .zone, nil: return [:]
    }
  }

  @Test("has a table of what settings can change, with the defaults of the gestures")
  func table() {
    let expected = Self.limits.flatMap { limits in
      Vocabulary.words.filter { $0.place == limits.place }.map { word in
        [limits.name, word.name, Self.type(of: word), limits.values[word.name] ?? ""]
      }
    }
    #expect(Self.manual.rows["SETTINGS"]?.dropFirst().map { $0 } == expected)
  }

  private static func type(of word: Word) -> String {
    switch (word.value, word.place) {
    case (.distance, .pinchDefaults): "percentage"
    case (.distance, .rotateDefaults): "angle"
    case (.distance, _): "length"
    case (let value, _): types(of: value).first ?? ""
    }
  }

  @Test("has the defaults of the gestures and of rules under each key")
  func defaults() throws {
    func value(_ name: String, _ key: String) -> String {
      Self.limits.first { $0.name == name }?.values[key] ?? ""
    }
    #expect(value("edge", "distance") == value("corner", "distance"))
    let plain = try #require(
      read("rules: [{swipe: any, do: a}, {pinch: any, do: a}, {rotate: any, do: a}, {pan: any, resume: true, do: a}]"))
    let fingers = plain.triggers.map(\.fingers)
    #expect(fingers == [1...1, 2...2, 2...2, 1...1])
    #expect(plain.triggers.map(\.isSimultaneous) == [false, false, false, false])
    #expect(plain.triggers.dropLast().map(\.resume) == [nil, nil, nil])
    #expect(plain.rules[0].reaction.moment == .certain)
    let resume = try #require(plain.triggers.last?.resume).text
    let expected: [(section: String, key: String, type: String, text: String)] = [
      ("QUALIFIERS", "fingers", "numbers", "2 for pinch and rotate, 1 for the others."),
      (
        "QUALIFIERS", "distance", "length",
        "\(value("swipe", "distance")) for swipe, and \(value("edge", "distance")) where it starts at an edge or in a "
          + "corner; \(value("pan", "distance")) for pan; \(value("tap", "distance")) for tap."
      ),
      ("QUALIFIERS", "distance", "percentage", "\(value("pinch", "distance"))."),
      ("QUALIFIERS", "distance", "angle", "\(value("rotate", "distance"))."),
      (
        "QUALIFIERS", "within", "duration",
        "\(value("swipe", "within")) for swipe, \(value("pinch", "within")) for pinch, \(value("tap", "within")) for tap."
      ),
      ("QUALIFIERS", "after", "duration", "\(value("swipe", "after"))."),
      (
        "QUALIFIERS", "movement", "length",
        "\(value("tap", "movement")) for tap, \(value("long-press", "movement")) for long-press."
      ),
      ("QUALIFIERS", "gap", "duration", "\(value("tap", "gap"))."),
      ("QUALIFIERS", "also", "boolean", "false, the first gesture that is certain has the fingers."),
      (
        "Where it starts", "margin", "length",
        "\(value("edge", "margin")) for edge, \(value("corner", "margin")) for corner."
      ),
      ("The moments of a gesture", "at", "moment", "begin."),
      ("The moments of a gesture", "resume", "duration", "false, it ends when the fingers lift."),
      ("SETTINGS", "settle", "duration", "\(Recognition.settling.text)."),
      ("SETTINGS", "resume", "duration", "\(resume)."),
    ]
    for (section, key, type, text) in expected {
      #expect(Self.manual.entry(key, in: section, type: type)?.defaultText == text, "\(key)")
    }
    #expect(
      Self.manual.entry("resume", in: "The moments of a gesture").map { ManualPage.plain($0.lines) }?
        .contains("true is the usual time, \(resume) unless SETTINGS say another.") == true)
  }
}

extension Duration {
  /// As the manual has it.
  fileprivate var text: String { "\(wholeMicroseconds / 1000)ms" }
}

extension Millimetres {
  /// As the manual has it.
  fileprivate var text: String { value == value.rounded() ? "\(Int(value))mm" : "\(value)mm" }
}
