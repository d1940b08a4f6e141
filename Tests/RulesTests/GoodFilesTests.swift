import Gestures
import Rules
import Testing
import Touch

@Suite("A good file says what its author meant")
struct GoodFilesTests {
  @Test("the gesture, its limits, the fingers and the devices")
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

  @Test("every direction by its own name")
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

  @Test("what to do, in order")
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

  @Test("a rule is known by the file's name, the line it starts at, and what its author calls it")
  func places() throws {
    let rules = try #require(
      read("rules:\n  - swipe: left\n    do: a\n    name: back\n\n  -\n    fingers: 3\n    swipe: up\n    do: b\n"))
    #expect(rules.rules.map(\.place) == ["rules.yml:2", "rules.yml:7"])
    #expect(rules.rules.map(\.name) == ["back", nil])
  }

  @Test("the keyboard layout, short and long")
  func keyboard() {
    #expect(read("settings: {keyboard: de}\nrules: []")?.keyboard == KeyboardLayout(layout: "de"))
    #expect(
      read(
        "settings: {keyboard: {layout: 'us,de', variant: ',neo', model: pc105, options: 'compose:caps'}}\nrules: []")?
        .keyboard
        == KeyboardLayout(layout: "us,de", variant: ",neo", model: "pc105", options: "compose:caps"))
    #expect(read("rules: []")?.keyboard == nil)
  }

  @Test("Norway has a keyboard layout, too")
  func norway() {
    #expect(read("settings: {keyboard: no}\nrules: []")?.keyboard == KeyboardLayout(layout: "no"))
  }

  @Test("anchors stand for what they name")
  func anchors() throws {
    let rules = try #require(
      read("rules:\n  - {swipe: left, device: &d touchscreen, do: &a echo}\n  - {swipe: up, device: *d, do: *a}\n"))
    #expect(rules.rules[1].reaction.act == [.shell("echo")])
    #expect(rules.rules[1].trigger.devices == [.kind(.touchscreen)])
  }

  @Test("CR LF, a byte order mark and other scripts change nothing")
  func encodings() throws {
    let rules = try #require(read("\u{feff}rules:\r\n  - swipe: left\r\n    do: notify-send 十本の指\r\n"))
    #expect(rules.rules[0].reaction.act == [.shell("notify-send 十本の指")])
    #expect(rules.rules[0].place == "rules.yml:2")
  }

  @Test("without anyone to ask, every key that could exist does")
  func noKeyNames() {
    let text = "rules: [{swipe: left, do: {keys: super+XF86Whatever}}]"
    #expect(RulesFile.check(text: text, name: "f").rules != nil)
    #expect(RulesFile.check(text: text, name: "f", keyNames: keyNames).rules == nil)
    #expect(RulesFile.check(text: "rules: [{swipe: left, do: {keys: super+-}}]", name: "f").rules == nil)
  }
}
