import Gestures
import RulesFile

/// Rules files for the schema: every key of the language with values of every shape, valid and invalid.
enum SchemaCases {
  /// Values of all kinds that YAML and the language have.
  private static let values = [
    "", "~", "null", "true", "false", "\"true\"", "True", "yes", "3", "\"3\"", "0", "010", "0x3", "1_000", "1:30",
    "1e3", "0.5",
    ".5", "-1", "2024-01-01", "a", "\"\"", "\" \"", "[]", "{}", "[a]", "[3]", "[[a]]", "[~]", "{a: b}", "[{a: b}]",
    "12mm",
    "1.5cm", "-5mm", "5 mm", "500ms", "0.5s", "10%", "15°", "300mm/s", "100mm/s-300mm/s", "315°-45°", "0%-50%",
    "0mm-30mm", "30mm-50%", "344mm x 194mm", "3-4", "[3, 4]", "left", "left then down",
    "left then down then right then up", "left then", "left then a", "[left, up]", "[left, 315°-45°]", "any",
    "double", "in", "[in, out]", "clockwise", "end", "top-left", "[top-left, top-right]", "[left, right]",
    "{all: [left, right]}", "center", "landscape", "inverted", "touchpad",
    "[touchpad, \"Atmel*\"]", "circle", "fingers", "ctrl", "[ctrl, alt]", "ctrl+shift", "ctrl+a", "[ctrl+a, b]",
    "ctrl+left", "+a", "c-a", "none", "{keys: a}", "{keys: 5}", "{keys: a, run: [b]}", "{kyes: a}", "[{keys: a}, b]",
    "{app: firefox}", "{app: []}", "[{app: firefox}]", "{not: {fullscreen: true}}", "{down: 3}", "{down: 0}",
    "{fingers: 3}", "{name: a}", "{name: a, for: 5s}", "{for: 5s}", "{x: 0%-50%}", "{x: 1}", "{layout: de}",
    "{layout: no}", "\"0,50 50,0 99,50\"", "{\"*\": {ignore: true}}", "{\"*\": {}}", "{tap: {within: 300ms}}",
    "{pinch: {distance: 12mm}}", "{bow: \"0,50 50,0 99,50\"}", "[{swipe: left, do: a}]", "[{rules: []}]",
  ]

  /// Each gesture with a valid value.
  private static let gestures = [
    ("tap", "single"), ("long-press", "500ms"), ("swipe", "left"), ("pan", "left"), ("pinch", "in"),
    ("rotate", "any"), ("circle", "any"), ("stroke", "circle"),
  ]

  /// One file for each case.
  static let all: [String] = {
    var files: [String] = []
    for value in values {
      for word in Vocabulary.words {
        files += texts(of: word, value)
      }
    }
    for (gesture, value) in gestures {
      for (key, sample) in samples { files.append("rules: [{\(gesture): \(value), \(key): \(sample), do: a}]") }
      for (other, sample) in gestures where other != gesture {
        files.append("rules: [{\(gesture): \(value), \(other): \(sample), do: a}]")
      }
      files.append("rules: [{\(gesture): \(value)}]")
      files.append("rules: [{\(gesture): \(value), every: 6mm, begin: a}]")
      files.append("rules: [{\(gesture): \(value), edge: left, corner: any, do: a}]")
      files.append("rules: [{fingers: 3, rules: [{\(gesture): \(value), do: a}]}]")
      files.append("rules: [{\(gesture): \(value), rules: [{\(gesture): \(value), do: a}]}]")
    }
    return files
  }()

  /// Keys of a rule with a valid value, whatever the gesture.
  private static let samples = [
    ("fingers", "3"), ("device", "touchpad"), ("distance", "20mm"), ("distance", "20%"), ("distance", "20°"),
    ("within", "300ms"), ("after", "100ms"), ("speed", "300mm/s"), ("movement", "2mm"), ("gap", "200ms"), ("taps", "1"),
    ("moved", "left"), ("moved", "left then down"), ("lift", "last"), ("edge-speed", "0mm/s"), ("edge-speed", "50mm/s"),
    ("anchor", "1"),
    ("edge", "left"), ("corner", "any"), ("margin", "5mm"), ("zone", "left"), ("when", "{app: a}"), ("begin", "a"),
    ("every", "6mm"), ("every", "6%"), ("every", "6°"), ("every", "100ms"), ("back", "a"), ("end", "a"),
    ("cancel", "a"),
    ("at", "end"), ("resume", "true"), ("also", "true"), ("name", "a"), ("drag", "left"), ("swype", "left"),
  ]

  /// Files in which `word` is a key with `value`, if it is a key.
  private static func texts(of word: Word, _ value: String) -> [String] {
    let entry = "\(word.name): \(value)"
    let rule = "rules: [{swipe: left, do: a}]"
    switch word.context {
    case .file: return word.name == "rules" ? [entry] : ["\(rule)\n\(entry)"]
    case .step:
      let own = "rules: [{gesture: a, do: b}]"
      let isGesture = Gesture.Kind(rawValue: word.name) != nil || word.name == "gesture" || word.name == "any"
      return isGesture
        ? ["gestures: {a: {\(entry)}}\n\(own)", "gestures: {a: [{\(entry)}, {tap: single}]}\n\(own)"]
        : [
          "gestures: {a: [{swipe: left}, {swipe: left, \(entry)}]}\n\(own)",
          "gestures: {a: [{pinch: in}, {pinch: in, \(entry)}]}\n\(own)",
        ]
    case .rule:
      let companions = ["back": ", every: 6mm", "every": ", begin: a", "margin": ", edge: any"][word.name] ?? ""
      guard word.role != .gesture, word.name != "do" else {
        return ["rules: [{\(entry), end: a}]", "rules: [{\(entry), do: a}]"]
      }
      return gestures.filter { word.goes(with: $0.0) }.prefix(2).map { gesture, sample in
        "rules: [{\(gesture): \(sample), \(entry), do: a\(companions)}]"
      }
    case .group:
      return word.name == "rules" ? ["rules: [{\(entry)}]"] : ["rules: [{\(entry), \(rule)}]"]
    case .condition: return ["settings: {read-keyboards: true}\nrules: [{swipe: left, do: a, when: {\(entry)}}]"]
    case .under: return ["rules: [{swipe: left, do: a, when: {under: {\(entry)}}}]"]
    case .action: return ["rules: [{pan: left, begin: {\(entry)}}]", "rules: [{pan: left, begin: [{\(entry)}]}]"]
    case .actionOption:
      return ["click: left", "drag: left", "window: close", "window: next", "keys: a", "click: left, drag: left"].map {
        action in
        "rules: [{pan: left, begin: {\(action), \(entry)}}]"
      } + ["rules: [{pan: left, begin: {\(entry)}}]"]
    case .modeChange: return ["rules: [{swipe: left, do: {mode: {\(entry)}}}]"]
    case .settings: return ["\(rule)\nsettings: {\(entry)}"]
    case .keyboard: return ["\(rule)\nsettings: {keyboard: {\(entry)}}"]
    case .tapDefaults, .longPressDefaults, .swipeDefaults, .panDefaults, .pinchDefaults, .rotateDefaults,
      .circleDefaults, .strokeDefaults, .pressDefaults:
      let key = word.context.rawValue.dropLast("-defaults".count)
      return ["\(rule)\nsettings: {\(key): {\(entry)}}"]
    case .startDefaults: return ["\(rule)\nsettings: {edge: {\(entry)}}", "\(rule)\nsettings: {corner: {\(entry)}}"]
    case .area: return ["rules: [{swipe: left, do: a, zone: {\(entry)}}]"]
    case .atOnce:
      return ["edge", "corner"].map { "rules: [{tap: single, fingers: 2, do: a, \($0): {\(entry)}}]" }
    case .question:
      return [
        "rules: [{swipe: left, do: a, ask: {\(entry), execute: a}}]", "rules: [{swipe: left, do: a, ask: {\(entry)}}]",
      ]
    case .shownHand: return ["devices: {touchpad: {own: true}}\nrules: [{swipe: left, fingers: 3, as: {\(entry)}}]"]
    case .deviceProperty: return ["\(rule)\ndevices: {\"Atmel*\": {\(entry)}}"]
    case .tap, .direction, .pinch, .rotate, .edge, .corner, .zone, .stroke, .press, .tipTap, .touch, .moment, .lift,
      .device, .deviceOrientation, .modifier, .orientation, .injector, .desktopSwipes, .person, .side, .button, .scroll,
      .position, .pointer,
      .workspace, .desktop, .window:
      return []
    }
  }
}

extension Word {
  /// True if the word is allowed beside a gesture.
  fileprivate func goes(with gesture: String) -> Bool {
    guard case .qualifier(let kinds) = role else { return true }
    return kinds.contains { $0.rawValue == gesture }
  }
}
