import Gestures
import Rules
import RulesFile
import Testing
import Touch

@Suite("The values of good files")
struct GoodFilesTests {
  @Test("a rule has its gesture, limits, fingers and devices")
  func triggers() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {swipe: [left, down-left], fingers: 3, do: a}
          - {swipe: horizontal, fingers: 3-4, distance: 1.5cm, after: 100ms, within: 0.5s, do: b}
          - {swipe: any, device: touchscreen, do: c}
          - {pinch: out, fingers: [2, 3], distance: 500%, within: 2s, do: d}
          - {pinch: any, device: [touchpad, "Atmel*"], do: e}
          - {long-press: 600ms, movement: 5mm, do: f}
        """))
    let expected: [Trigger] = [
      Trigger(.swipe(SwipePattern([.left, .downLeft])), fingers: 3...3),
      Trigger(
        .swipe(
          SwipePattern(.horizontal, distance: 15, after: .milliseconds(100), within: .milliseconds(500))),
        fingers: 3...4),
      Trigger(.swipe(SwipePattern(.any)), fingers: 1...1, devices: [.kind(.touchscreen)]),
      Trigger(.pinch(PinchPattern(.outwards, change: 5, within: .seconds(2))), fingers: 2...3),
      Trigger(.pinch(PinchPattern(.any)), fingers: 2...2, devices: [.kind(.touchpad), .named("Atmel*")]),
      Trigger(.longPress(LongPressPattern(.milliseconds(600), movement: 5)), fingers: 1...1),
    ]
    #expect(rules.triggers == expected)
  }

  @Test("every other gesture has all of its limits")
  func moreTriggers() throws {
    let rules = try #require(
      read(
        """
        strokes: {bow: "0,0 50,50 99,0"}
        rules:
          - {tap: double, fingers: 3, within: 200ms, movement: 2mm, gap: 0.25s, distance: 12mm, do: a}
          - {long-press: 400ms, taps: 2, every: 100ms, do: a}
          - {swipe: [315°-45°, up], speed: 300mm/s, at: end, do: a}
          - {pan: vertical, fingers: 3, distance: 5mm, every: 6mm, back: b, speed: 10cm/s-30cm/s, resume: 700ms, do: a}
          - {pan: left, also: true, resume: true, do: a}
          - {pinch: any, every: 15%, do: a, back: b}
          - {rotate: [clockwise, counterclockwise], distance: 20°, every: 15.5°, do: a}
          - {stroke: bow, fingers: 2, do: a}
          - {stroke: circle, do: a}
        """))
    let bow = try #require(StrokeTemplate(text: "0,0 50,50 99,0"))
    let expected: [Trigger] = [
      Trigger(
        .tap(
          TapPattern(2, within: .milliseconds(200), movement: 2, gap: .milliseconds(250), distance: 12)),
        fingers: 3...3),
      Trigger(
        .longPress(LongPressPattern(.milliseconds(400), taps: 2, step: .milliseconds(100))), fingers: 1...1),
      Trigger(
        .swipe(
          SwipePattern(.up, angles: [AngleRange(from: 315, to: 45)], speed: 300...(.infinity), waitsForLift: true)),
        fingers: 1...1),
      Trigger(
        .pan(PanPattern(.vertical, distance: 5, step: 6, goesBack: true, speed: 100...300)), fingers: 3...3,
        resume: .milliseconds(700)),
      Trigger(.pan(PanPattern(.left)), fingers: 1...1, isSimultaneous: true, resume: .milliseconds(500)),
      Trigger(.pinch(PinchPattern(.any, step: 0.15, goesBack: true)), fingers: 2...2),
      Trigger(.rotate(RotatePattern(.any, angle: 20, step: 15.5)), fingers: 2...2),
      Trigger(.stroke(StrokePattern("bow", templates: [bow])), fingers: 2...2),
      Trigger(.stroke(StrokePattern("circle", templates: BuiltInStroke.circle.templates)), fingers: 1...1),
    ]
    #expect(rules.triggers == expected)
  }

  @Test("a rule has its start region")
  func starts() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {swipe: right, edge: left, do: a}
          - {swipe: right, edge: [left, top], margin: 3mm, distance: 20mm, do: a}
          - {tap: single, corner: [top-left, bottom-right], do: a}
          - {pan: any, corner: any, margin: 2cm, do: a}
          - {tap: single, fingers: 2, corner: {all: [top-left, bottom-right]}, do: a}
          - {tap: single, fingers: 3, edge: {all: [left, right, top]}, margin: 4mm, do: a}
          - {tap: single, zone: right, do: a}
          - {tap: single, zone: center, do: a}
          - {tap: single, zone: {x: 0%-50%, y: 10mm-75%}, do: a}
        """))
    let center = Zone(left: .share(0.25), right: .share(0.75), top: .share(0.25), bottom: .share(0.75))
    let expected: [Trigger] = [
      Trigger(.swipe(SwipePattern(.right, distance: 15)), fingers: 1...1, start: .edge(.left)),
      Trigger(
        .swipe(SwipePattern(.right, distance: 20)), fingers: 1...1, start: .edge([.left, .top], margin: 3)),
      Trigger(.tap(TapPattern()), fingers: 1...1, start: .corner([.topLeft, .bottomRight])),
      Trigger(.pan(PanPattern(.any)), fingers: 1...1, start: .corner(.any, margin: 20)),
      Trigger(.tap(TapPattern()), fingers: 2...2, start: .allCorners([.topLeft, .bottomRight])),
      Trigger(.tap(TapPattern()), fingers: 3...3, start: .allEdges([.left, .right, .top], margin: 4)),
      Trigger(.tap(TapPattern()), fingers: 1...1, start: .zone(Zone(left: .share(0.5)))),
      Trigger(.tap(TapPattern()), fingers: 1...1, start: .zone(center)),
      Trigger(
        .tap(TapPattern()), fingers: 1...1,
        start: .zone(Zone(right: .share(0.5), top: .length(10), bottom: .share(0.75)))),
    ]
    #expect(rules.triggers == expected)
  }

  @Test("settings are the defaults of all rules, wherever they are in the file")
  func defaults() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {tap: single, do: a}
          - {tap: single, gap: 1s, do: a}
          - {long-press: 1s, do: a}
          - {swipe: up, do: a}
          - {swipe: up, distance: 30mm, edge: bottom, do: a}
          - {swipe: up, edge: bottom, do: a}
          - {pan: up, edge: bottom, do: a}
          - {swipe: up, corner: any, do: a}
          - {pinch: out, do: a}
          - {rotate: any, do: a}
          - {pan: left, resume: true, do: a}
        settings:
          tap: {within: 200ms, movement: 2mm, gap: 250ms, distance: 12mm}
          long-press: {movement: 4mm}
          swipe: {distance: 20mm, after: 50ms, within: 600ms, speed: 50mm/s}
          pan: {distance: 4mm, speed: 20mm/s}
          pinch: {distance: 15%, after: 50ms, within: 2s}
          rotate: {distance: 15°}
          edge: {margin: 8mm, distance: 25mm}
          corner: {margin: 15mm, distance: 35mm}
          settle: 120ms
          resume: 700ms
        """))
    let limits = (after: Duration.milliseconds(50), within: Duration.milliseconds(600), speed: 50...Double.infinity)
    func swipe(_ distance: Millimetres) -> Pattern {
      .swipe(SwipePattern(.up, distance: distance, after: limits.after, within: limits.within, speed: limits.speed))
    }
    func tap(gap: Duration) -> Pattern {
      .tap(TapPattern(within: .milliseconds(200), movement: 2, gap: gap, distance: 12))
    }
    func pan(_ directions: Directions) -> Pattern {
      .pan(PanPattern(directions, distance: 4, speed: 20...(.infinity)))
    }
    let expected: [Trigger] = [
      Trigger(tap(gap: .milliseconds(250)), fingers: 1...1), Trigger(tap(gap: .seconds(1)), fingers: 1...1),
      Trigger(.longPress(LongPressPattern(.seconds(1), movement: 4)), fingers: 1...1),
      Trigger(swipe(20), fingers: 1...1), Trigger(swipe(30), fingers: 1...1, start: .edge(.bottom, margin: 8)),
      Trigger(swipe(25), fingers: 1...1, start: .edge(.bottom, margin: 8)),
      Trigger(pan(.up), fingers: 1...1, start: .edge(.bottom, margin: 8)),
      Trigger(swipe(35), fingers: 1...1, start: .corner(.any, margin: 15)),
      Trigger(
        .pinch(PinchPattern(.outwards, change: 0.15, after: limits.after, within: .seconds(2))), fingers: 2...2),
      Trigger(.rotate(RotatePattern(.any, angle: 15)), fingers: 2...2),
      Trigger(pan(.left), fingers: 1...1, resume: .milliseconds(700)),
    ]
    #expect(rules.triggers == expected)
    #expect(rules.settling == .milliseconds(120))
    #expect(read("rules: []")?.settling == Recognition.settling)
  }

  @Test("a shape of the file replaces a built-in one of the same name")
  func ownStroke() throws {
    let rules = try #require(
      read("rules: [{stroke: circle, do: a}]\nstrokes:\n  circle: ['0,0 50,50 99,0', '0,0 40,60 99,0']"))
    let templates = ["0,0 50,50 99,0", "0,0 40,60 99,0"].compactMap { StrokeTemplate(text: $0) }
    #expect(templates.count == 2)
    #expect(
      rules.triggers == [Trigger(.stroke(StrokePattern("circle", templates: templates)), fingers: 1...1)])
  }

  @Test("every direction has its name")
  func directions() throws {
    let words: [(String, Directions)] = [
      ("left", .left), ("right", .right), ("up", .up), ("down", .down), ("up-left", .upLeft), ("up-right", .upRight),
      ("down-left", .downLeft), ("down-right", .downRight), ("horizontal", .horizontal), ("vertical", .vertical),
      ("any", .any),
    ]
    for (word, directions) in words {
      let rules = try #require(read("rules: [{swipe: \(word), do: a}]"))
      #expect(rules.triggers == [Trigger(.swipe(SwipePattern(directions)), fingers: 1...1)])
    }
  }

  @Test("actions keep their order")
  func actions() throws {
    let rules = try #require(
      read(
        """
        rules:
          - swipe: left
            do:
              - playerctl next && echo done
              - run: [notify-send, "It costs $5", ""]
              - keys: super+Page_Down
              - keys: [ctrl+alt+T, altgr+shift+plus, super, "5"]
        """))
    let keys = [
      Chord(modifiers: [.ctrl, .alt], key: "t", text: "ctrl+alt+T"),
      Chord(modifiers: [.altgr, .shift], key: "plus", text: "altgr+shift+plus"),
      Chord(modifiers: [.super], key: nil, text: "super"),
      Chord(modifiers: [], key: "5", text: "5"),
    ]
    #expect(
      rules.rules[0].reaction.act == [
        .shell("playerctl next && echo done"), .run(["notify-send", "It costs $5", ""]),
        .keys([Chord(modifiers: [.super], key: "Page_Down", text: "super+Page_Down")]), .keys(keys),
      ])
    #expect(rules.needsKeyboard)
  }

  @Test("a rule is identified by file and line, and by its name")
  func locations() throws {
    let rules = try #require(
      read("rules:\n  - swipe: left\n    do: a\n    name: back\n\n  -\n    fingers: 3\n    swipe: up\n    do: b\n"))
    #expect(rules.rules.map(\.location) == ["rules.yml:2", "rules.yml:7"])
    #expect(rules.rules.map(\.name) == ["back", nil])
  }

  @Test("the keyboard layout has a short and a long form")
  func keyboard() {
    #expect(read("settings: {keyboard: de}\nrules: []")?.keyboard == KeyboardLayout(layout: "de"))
    #expect(
      read(
        "settings: {keyboard: {layout: 'us,de', variant: ',neo', model: pc105, options: 'compose:caps'}}\nrules: []")?
        .keyboard
        == KeyboardLayout(layout: "us,de", variant: ",neo", model: "pc105", options: "compose:caps"))
    #expect(read("rules: []")?.keyboard == nil)
  }

  @Test("the keyboard layout 'no' is Norway's")
  func norway() {
    #expect(read("settings: {keyboard: no}\nrules: []")?.keyboard == KeyboardLayout(layout: "no"))
  }

  @Test("aliases are replaced by their anchors' values")
  func anchors() throws {
    let rules = try #require(
      read("rules:\n  - {swipe: left, device: &d touchscreen, do: &a echo}\n  - {swipe: up, device: *d, do: *a}\n"))
    #expect(rules.rules[1].reaction.act == [.shell("echo")])
    #expect(rules.rules[1].trigger.devices == [.kind(.touchscreen)])
  }

  @Test("CR LF, a byte order mark and other scripts are accepted")
  func encodings() throws {
    let rules = try #require(read("\u{feff}rules:\r\n  - swipe: left\r\n    do: notify-send 十本の指\r\n"))
    #expect(rules.rules[0].reaction.act == [.shell("notify-send 十本の指")])
    #expect(rules.rules[0].location == "rules.yml:2")
  }

  @Test("every well-formed key name is accepted without the list of names")
  func noKeyNames() {
    let text = "rules: [{swipe: left, do: {keys: super+XF86Whatever}}]"
    #expect(RulesFile.check(text: text, name: "f").rules != nil)
    #expect(RulesFile.check(text: text, name: "f", keyNames: keyNames).rules == nil)
    #expect(RulesFile.check(text: "rules: [{swipe: left, do: {keys: super+-}}]", name: "f").rules == nil)
  }
}
