import Gestures
import Rules
import RulesFile
import Testing
import Time
import Touch

@Suite("The manual as the reference of the rules file")
struct ReferenceTests {
  private static let manual = DocumentationTests.manual

  /// The sections of the manual with the entries of a word's context.
  private static func sections(of word: Word) -> [String] {
    switch word.context {
    case .file: ["THE FILE"]
    case .rule:
      word.role == .gesture ? ["GESTURES"] : word.name == "rules" ? ["GROUPS"] : qualifierSections
    case .tap, .direction, .pinch, .rotate, .stroke, .press, .tipTap, .touch: ["GESTURES"]
    case .device, .side: ["QUALIFIERS"]
    case .edge, .corner, .atOnce, .zone, .area: ["Start regions"]
    case .moment, .lift: ["Phases"]
    case .step: ["OWN GESTURES"]
    case .question: ["Asking a program"]
    case .shownHand: ["Another number of fingers"]
    case .condition, .under, .orientation: ["CONDITIONS"]
    case .group: ["GROUPS"]
    case .action, .actionOption, .position, .button, .scroll, .pointer, .workspace, .desktop, .window: ["ACTIONS"]
    case .modifier: ["Chords"]
    case .deviceProperty, .deviceOrientation: ["DEVICES"]
    case .modeChange: ["MODES"]
    case .settings, .keyboard, .injector, .desktopSwipes, .person, .tapDefaults, .longPressDefaults, .swipeDefaults,
      .panDefaults, .pinchDefaults, .rotateDefaults, .circleDefaults, .strokeDefaults,
      .pressDefaults, .startDefaults:
      ["SETTINGS"]
    }
  }

  private static let qualifierSections = ["QUALIFIERS", "Start regions", "Phases"]

  /// The keys of the language, except the settings of single gestures, which are in a table.
  private static let keys = Vocabulary.words.filter { word in
    word.form != nil && !limits.contains { $0.context == word.context }
      // Those that steps share with rules are among the keys of rules.
      && (word.context != .step || ["after", "same-touch", "any", "gesture"].contains(word.name))
  }

  @Test("every key has an entry with the type of its value, its default and an example", arguments: keys)
  func key(_ word: Word) {
    let sections = Self.sections(of: word)
    let entries = Self.manual.entries.filter { sections.contains($0.section) && $0.names.contains(word.name) }
    #expect(entries.count == (word == .distance ? 3 : 1))
    for entry in entries {
      #expect(word.form?.types.contains(entry.type ?? "") == true, "\(entry.type ?? "")")
      // Gestures and actions have no default.
      let isChoice = word.role == .gesture || word.context == .action
      #expect((entry.defaultText != nil) != isChoice)
    }
    let examples = Self.manual.snippets.filter {
      sections.contains($0.section) && $0.remarks.allSatisfy { $0.hasPrefix("note: ") }
    }
    #expect(examples.contains { $0.text.contains("\(word.name):") })
  }

  @Test("every word that is a value is in the section that explains it")
  func values() {
    for word in Vocabulary.words where word.form == nil {
      let marked = Self.sections(of: word).map { Self.manual.values[$0] ?? [] }
      #expect(marked.contains { $0.contains(word.name) }, "\(word.context) \(word.name)")
    }
    for unit in Unit.all { #expect(Self.manual.values["VALUES"]?.contains(unit.name) == true, "\(unit.name)") }
  }

  @Test("the manual has no unknown key")
  func strangers() {
    let known = Vocabulary.words
    let sections = Set(Self.keys.flatMap { Self.sections(of: $0) })
    for entry in Self.manual.entries where sections.contains(entry.section) && entry.type != nil {
      for name in entry.names {
        #expect(known.contains { $0.name == name && Self.sections(of: $0).contains(entry.section) }, "\(name)")
      }
    }
  }

  @Test("the types that several keys have are explained, and none that no key has")
  func types() {
    let used = Self.keys.flatMap { word in
      let sections = Self.sections(of: word)
      return Self.manual.entries.filter { sections.contains($0.section) && $0.names.contains(word.name) }
        .compactMap(\.type)
    }
    // Types in the plural are explained in the singular; "fingers", "click" and "any" are words, not types.
    let types = used.filter { !["fingers", "click", "any"].contains($0) }
      .map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
    let counts = Dictionary(types.map { ($0, 1) }, uniquingKeysWith: +)
    let explained = Self.manual.entries.filter { $0.section == "VALUES" }.flatMap(\.names)
    #expect(Set(explained).isSubset(of: counts.keys), "\(explained)")
    #expect(explained.count == Set(explained).count)
    #expect(Set(counts.filter { $0.value > 1 }.keys).subtracting(explained) == [])
  }

  // MARK: Gestures and keys

  /// The tables of the manual: the gestures of fingers that rest, and of those that move.
  private static let tables = [
    Gesture.Kind.allCases.filter { $0.motion == .rest }, Gesture.Kind.allCases.filter { $0.motion != .rest },
  ]

  /// The keys that go with some gestures and not with others.
  private static let qualifiers = Vocabulary.words.filter { word in
    guard word.context == .rule, case .qualifier(let kinds) = word.role else { return false }
    return kinds.count < Gesture.Kind.allCases.count
  }

  private static func goes(_ word: Word, with kind: Gesture.Kind) -> Bool {
    if case .qualifier(let kinds) = word.role { kinds.contains(kind) } else { false }
  }

  /// The keys that each gesture has.
  private static let common = Vocabulary.words.filter { word in
    guard word.context == .rule, word.role != .gesture, word.name != Word.rules.name else { return false }
    return Gesture.Kind.allCases.allSatisfy { word.role == .other || goes(word, with: $0) }
  }

  @Test("the keys that all gestures have are named")
  func commonKeys() throws {
    let page = try #require(Checkout.text(of: "man/sleight.5"))
    let start = try #require(page.firstRange(of: "All gestures have\n"))
    let end = try #require(page[start.upperBound...].firstRange(of: "The others are in these tables"))
    let words = page[start.upperBound..<end.lowerBound].split { $0.isWhitespace || $0 == "," || $0 == "." }
    #expect(Set(words.map(String.init)).subtracting(["Ic", "and"]) == Set(Self.common.map(\.name)))
  }

  @Test("each gesture has each of them", arguments: common)
  func commonKey(word: Word) {
    for kind in Gesture.Kind.allCases {
      let gesture = Vocabulary.word(kind.rawValue, in: .rule)?.form?.examples(kind).first ?? "any"
      let value =
        switch word {
        case .when: "{app: firefox}"
        case _ where Word.ties.contains { $0 == word }: "other"
        default: word.form?.examples(kind).first ?? "true"
        }
      let rule = "{\(kind.rawValue): \(gesture), \(word == .margin ? "edge: left, " : "")\(word.name): \(value)"
      let text = "rules:\n- \(rule)\(word == .act ? "" : ", do: a")}\n- {name: other, tap: 4, fingers: 5, do: b}\n"
      let file = RulesFile.check(text: text, name: "rules.yml")
      #expect(file.rules != nil, "\(text): \(file.text)")
    }
  }

  @Test("the tables of gestures and keys are those of the language")
  func cells() {
    let expected = Self.tables.flatMap { kinds in
      [["Key"] + kinds.map(\.rawValue)]
        + Self.qualifiers.map { word in [word.name] + kinds.map { Self.goes(word, with: $0) ? "yes" : "-" } }
    }
    #expect(Self.manual.rows["Keys of each gesture"] == expected)
  }

  @Test("each refused pair of a gesture and a key says why", arguments: qualifiers)
  func refusals(word: Word) throws {
    for kind in Gesture.Kind.allCases where !Self.goes(word, with: kind) {
      let reason = try #require(word.refusal(by: kind), "\(word.name) with \(kind.rawValue)")
      let value = word.form?.examples(kind).first ?? "a"
      let gesture = Vocabulary.word(kind.rawValue, in: .rule)?.form?.examples(kind).first ?? "any"
      let output = check("rules: [{\(kind.rawValue): \(gesture), \(word.name): \(value), do: b}]")
      #expect(output.contains("'\(word.name)' does not apply to '\(kind.rawValue)': \(reason)"), "\(output)")
    }
    for kind in Gesture.Kind.allCases where Self.goes(word, with: kind) { #expect(word.refusal(by: kind) == nil) }
  }

  // MARK: Defaults

  /// The defaults of a gesture's limits, or of those of gestures with a start region.
  private struct Limits {
    var name: String
    var context: Word.Context
    /// The defaults by key; no entry if a key has none.
    var values: [String: String]
  }

  private static let tap = TapPattern()
  private static let swipe = SwipePattern(.any)
  private static let pan = PanPattern(.any)
  private static let pinch = PinchPattern(.any)
  private static let rotate = RotatePattern(.any)
  private static let circle = CirclePattern(.any)

  private static let limits: [Limits] = [
    Limits(
      name: "tap", context: .tapDefaults,
      values: [
        "within": TapPattern.longest.text, "movement": tap.movement.text, "gap": tap.gap.text,
        "distance": tap.distance.text,
      ]),
    Limits(name: "long-press", context: .longPressDefaults, values: ["movement": LongPressPattern().movement.text]),
    Limits(
      name: "swipe", context: .swipeDefaults,
      values: [
        "distance": swipe.distance.text, "within": swipe.within.text,
        "after": swipe.after == .zero ? "no limit" : swipe.after.text, "speed": swipe.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "pan", context: .panDefaults,
      values: [
        "distance": pan.distance.text, "within": pan.within?.text ?? "no limit",
        "speed": pan.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "pinch", context: .pinchDefaults,
      values: [
        "distance": "\(Int(pinch.change * 100))%", "within": pinch.within?.text ?? "no limit",
        "after": pinch.after == .zero ? "no limit" : pinch.after.text, "speed": pinch.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "rotate", context: .rotateDefaults,
      values: [
        "distance": "\(Int(rotate.angle))°", "within": rotate.within?.text ?? "no limit",
        "speed": rotate.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "circle", context: .circleDefaults,
      values: [
        "distance": "\(Int(circle.angle))°", "within": circle.within?.text ?? "no limit",
        "speed": circle.speed == nil ? "any speed" : "",
      ]),
    Limits(
      name: "stroke", context: .strokeDefaults,
      values: ["within": StrokePattern("", templates: []).within?.text ?? "no limit"]),
    Limits(name: "press", context: .pressDefaults, values: ["within": PressPattern().within?.text ?? "no limit"]),
    Limits(name: "edge", context: .startDefaults, values: start("edge")),
    Limits(name: "corner", context: .startDefaults, values: start("corner")),
  ]

  /// The default limits of a swipe with this start region.
  private static func start(_ key: String) -> [String: String] {
    let trigger = read("rules: [{swipe: any, \(key): any, do: a}]")?.triggers.first
    guard case .swipe(let pattern) = trigger?.pattern else { return [:] }
    switch trigger?.start {
    case .edge(_, let margin), .corner(_, let margin):
      return ["margin": margin.text, "distance": pattern.distance.text]
    case .allEdges, .allCorners, .zone, nil: return [:]
    }
  }

  @Test("the table of settings has the gestures' defaults")
  func table() {
    let expected = Self.limits.flatMap { limits in
      Vocabulary.words.filter { $0.context == limits.context }.map { word in
        [limits.name, word.name, Self.type(of: word), limits.values[word.name] ?? ""]
      }
    }
    #expect(Self.manual.rows["SETTINGS"]?.dropFirst().map { $0 } == expected)
  }

  private static func type(of word: Word) -> String {
    switch (word.name, word.context) {
    case (Word.distance.name, .pinchDefaults): "percentage"
    case (Word.distance.name, .rotateDefaults), (Word.distance.name, .circleDefaults): "angle"
    case (Word.distance.name, _): "length"
    default: word.form?.types.first ?? ""
    }
  }

  @Test("each key has the default of its gesture or rule")
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
      ("QUALIFIERS", "fingers", "numbers", "2 for pinch and rotate, 3 for press, 1 for the others."),
      (
        "QUALIFIERS", "distance", "length",
        "\(value("swipe", "distance")) for swipe, or \(value("edge", "distance")) with edge or corner; "
          + "\(value("pan", "distance")) for pan; \(value("tap", "distance")) for tap."
      ),
      ("QUALIFIERS", "distance", "percentage", "\(value("pinch", "distance"))."),
      (
        "QUALIFIERS", "distance", "angle",
        "\(value("rotate", "distance")) for rotate, \(value("circle", "distance")) for circle."
      ),
      (
        "QUALIFIERS", "within", "duration",
        "\(value("swipe", "within")) for swipe, \(value("tap", "within")) for tap, \(value("pan", "within")) for the others."
      ),
      ("QUALIFIERS", "after", "duration", "\(value("swipe", "after"))."),
      (
        "QUALIFIERS", "movement", "length",
        "\(value("tap", "movement")) for tap, \(value("long-press", "movement")) for long-press."
      ),
      ("QUALIFIERS", "gap", "duration", "\(value("tap", "gap"))."),
      ("QUALIFIERS", "also", "boolean", "false; the first gesture that is recognised owns the fingers."),
      (
        "Start regions", "margin", "length",
        "\(value("edge", "margin")) for edge, \(value("corner", "margin")) for corner."
      ),
      ("Phases", "at", "moment", "begin."),
      ("Phases", "resume", "duration", "false; the gesture ends when the fingers lift."),
      ("SETTINGS", "settle", "duration", "\(Recognition.settling.text)."),
      ("SETTINGS", "resume", "duration", "\(resume)."),
      ("SETTINGS", "panic", "duration", "\(RuleSet.panicTime.text)."),
    ]
    for (section, key, type, text) in expected {
      #expect(Self.manual.entry(key, in: section, type: type)?.defaultText == text, "\(key)")
    }
    #expect(
      Self.manual.entry("resume", in: "Phases").map { ManualPage.plain($0.lines) }?
        .contains("true is the usual time, \(resume) unless SETTINGS specifies another.") == true)
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
