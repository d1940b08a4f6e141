import Diagnostics
import Gestures
import Rules
import Testing
import Touch

@testable import RulesFile

@Suite("Conditions")
struct ConditionTests {
  /// The one rule with this `when`.
  private func rule(when condition: String) throws -> Rule {
    let rules = try #require(
      read("settings: {read-keyboards: true}\nrules: [{tap: triple, when: \(condition), do: a}]"))
    return try #require(rules.rules.first)
  }

  private static let browsing: Situation = {
    var situation = Situation(
      app: "Firefox", title: "Sleight - YouTube", isFullscreen: false, output: "eDP-1", orientation: .landscape,
      modifiers: [.ctrl],
      touched: TouchedWindow(app: "foot", title: "~/src", isFullscreen: true, isMaximized: false, id: "7"))
    for (fact, value) in [
      (Fact.maximized, true), (.overview, false), (.tabletMode, false), (.onBattery, true), (.penNear, false),
    ] { situation.facts[fact] = value }
    situation.connections = Connections(
      devices: .init(names: ["Wacom Pen"], hasMouse: true), outputs: .init(names: ["eDP-1"], hasExternal: false))
    return situation
  }()

  @Test(
    "a rule acts only if its conditions are met",
    arguments: [
      ("{app: firefox}", true), ("{app: chromium}", false), ("{app: [chromium, firefox]}", true),
      ("{app: fire*}", true), ("{app: fire}", false), ("{app: F?REFOX}", true),
      ("{title: '*youtube'}", true), ("{title: youtube}", false),
      ("{fullscreen: false}", true), ("{fullscreen: true}", false),
      ("{output: [DP-*, eDP-*]}", true), ("{output: DP-1}", false),
      ("{orientation: landscape}", true), ("{orientation: portrait}", false),
      ("{maximized: true}", true), ("{maximized: false}", false), ("{overview: false}", true),
      ("{tablet-mode: true}", false), ("{on-battery: true}", true), ("{not: {pen-near: true}}", true),
      ("{connected: mouse}", true), ("{connected: external-output}", false),
      ("{connected: [external-output, mouse]}", true),
      ("{connected: 'wacom*'}", true), ("{connected: DP-*}", false), ("{connected: eDP-1}", true),
      ("{connected: 'm*'}", false), ("{under: {maximized: false}}", true), ("{under: {maximized: true}}", false),
      ("{orientation: [portrait, landscape]}", true),
      ("{modifiers: ctrl}", true), ("{modifiers: [ctrl, shift]}", false), ("{modifiers: []}", false),
      ("{mode: default}", true), ("{mode: resize}", false), ("{mode: [resize, default]}", true),
      ("{app: firefox, fullscreen: false}", true), ("{app: firefox, fullscreen: true}", false),
      ("{under: {app: foot}}", true), ("{under: {app: firefox}}", false), ("{under: {app: [mpv, FOOT]}}", true),
      ("{under: {title: '~*', fullscreen: true}}", true), ("{under: {app: foot, fullscreen: false}}", false),
      ("{app: firefox, under: {app: foot}}", true), ("{not: {under: {app: firefox}}}", true),
      ("{any: [{under: {app: mpv}}, {under: {app: foot}}]}", true), ("{under: {app: ''}}", false),
      ("{not: {app: firefox}}", false), ("{not: {app: foot}}", true),
      ("{not: {app: firefox, fullscreen: true}}", true),
      ("{any: [{app: foot}, {title: '*youtube'}]}", true), ("{any: [{app: foot}, {fullscreen: true}]}", false),
      ("{not: {any: [{app: foot}, {app: mpv}]}}", true), ("{not: {not: {app: firefox}}}", true),
    ])
  func holds(condition: String, acts: Bool) throws {
    #expect(try rule(when: condition).acts(in: Self.browsing) == acts)
  }

  @Test(
    "an unknown value keeps only those rules from acting whose condition depends on it",
    arguments: [
      ("{app: firefox}", nil), ("{not: {app: firefox}}", nil), ("{app: '*'}", nil),
      ("{under: {app: '*'}}", nil), ("{not: {under: {app: firefox}}}", nil), ("{under: {app: a}, mode: resize}", false),
      ("{app: firefox, mode: resize}", false), ("{app: firefox, mode: default}", nil),
      ("{any: [{app: firefox}, {mode: default}]}", true), ("{any: [{app: firefox}, {mode: resize}]}", nil),
      ("{not: {any: [{app: firefox}, {mode: default}]}}", false), ("{modifiers: []}", nil),
      ("{maximized: true}", nil), ("{overview: false}", nil), ("{tablet-mode: false}", nil),
      ("{on-battery: true}", nil),
      ("{pen-near: false}", nil), ("{connected: mouse}", nil), ("{not: {connected: mouse}}", nil),
    ] as [(String, Bool?)])
  func unknown(condition: String, holds: Bool?) throws {
    let rule = try rule(when: condition)
    #expect(rule.condition.holds(in: Situation()) == holds)
    #expect(rule.acts(in: Situation()) == (holds == true))
  }

  @Test("with 'while-pen-near: false', rules that do not name pens are for no pen near")
  func pens() throws {
    let rules = try #require(
      read(
        """
        settings: {while-pen-near: false}
        rules:
          - {tap: triple, do: a}
          - {tap: triple, when: {pen-near: true}, do: b}
        """)
    ).rules
    for (isNear, acting) in [(true, [false, true]), (false, [true, false]), (nil, [false, false])] as [(Bool?, [Bool])]
    {
      var situation = Situation()
      situation.facts[.penNear] = isNear
      #expect(rules.map { $0.acts(in: situation) } == acting, "\(String(describing: isNear))")
    }
  }

  @Test("without a focused window, the application is known to be none")
  func noFocus() throws {
    let desktop = Situation(app: "", title: "")
    #expect(try !rule(when: "{app: firefox}").acts(in: desktop))
    #expect(try rule(when: "{not: {app: firefox}}").acts(in: desktop))
    #expect(try rule(when: "{app: ''}").acts(in: desktop))
  }

  @Test("a locked session runs only rules for the locked session, and an unlocked one none of them")
  func locked() throws {
    let locked = Situation(isLocked: true)
    #expect(try !rule(when: "{mode: default}").acts(in: locked))
    #expect(try rule(when: "{locked: true}").acts(in: locked))
    #expect(try !rule(when: "{locked: true}").acts(in: Situation()))
    #expect(try rule(when: "{locked: false}").acts(in: Situation()))
    let plain = try #require(read("rules: [{tap: triple, do: a}]")?.rules.first)
    #expect(!plain.acts(in: locked))
    #expect(plain.acts(in: Situation()))
  }
}

@Suite("Groups of rules")
struct GroupTests {
  @Test("a group's keys are its rules' defaults; conditions add up")
  func inheritance() throws {
    let rules = try #require(
      read(
        """
        rules:
          - when: {app: firefox}
            fingers: 3
            device: touchpad
            name: Firefox
            rules:
              - swipe: left
                do: a
              - swipe: right
                fingers: 4
                device: touchscreen
                when: {fullscreen: true}
                do: b
              - when: {mode: default}
                rules:
                  - tap: double
                    do: c
          - swipe: up
            do: d
        """)
    ).rules
    #expect(rules.map(\.location) == ["rules.yml:7", "rules.yml:9", "rules.yml:16", "rules.yml:18"])
    #expect(rules.map(\.trigger.fingers) == [3...3, 4...4, 3...3, 1...1])
    #expect(rules.map(\.trigger.devices) == [[.kind(.touchpad)], [.kind(.touchscreen)], [.kind(.touchpad)], []])
    let firefox = Condition.Clause.app([Wildcard("firefox")])
    #expect(
      rules.map(\.condition.clauses) == [[firefox], [firefox, .fullscreen(true)], [firefox, .mode(["default"])], []])
  }

  @Test("the first rule whose condition holds acts on a gesture")
  func order() throws {
    let rules = try #require(
      read(
        """
        rules:
          - {swipe: left, when: {app: firefox}, do: a}
          - {swipe: [left, right], when: {app: foot}, do: b}
          - {swipe: left, do: c}
          - {swipe: left, when: {app: mpv}, do: d}
        """))
    #expect(rules.triggers.count == 2)
    #expect(rules.activeRules(in: Situation(app: "firefox")) == [0, nil])
    #expect(rules.activeRules(in: Situation(app: "foot")) == [2, 1])
    #expect(rules.activeRules(in: Situation(app: "mpv")) == [2, nil])
    #expect(rules.activeRules(in: Situation()) == [2, nil])
    #expect(rules.activeRules(in: Situation(isLocked: true)) == [nil, nil])
    #expect(rules.priorities == [TriggerPriority(first: 0, certain: 2), TriggerPriority(first: 1, certain: nil)])
  }

  @Test("a rule for the locked session is not hidden by one for the unlocked session")
  func lockedStandings() throws {
    let rules = try #require(
      read("rules: [{tap: triple, do: a}, {tap: triple, when: {locked: true}, do: b}]"))
    #expect(rules.activeRules(in: Situation()) == [0])
    #expect(rules.activeRules(in: Situation(isLocked: true)) == [1])
    #expect(rules.priorities == [TriggerPriority(first: 0, certain: nil)])
  }

  @Test(
    "a rule is hidden by an earlier one whose condition it implies",
    arguments: [
      ("", "", true), ("", "when: {app: foot}, ", true), ("when: {app: foot}, ", "", false),
      ("when: {app: foot}, ", "when: {app: foot}, ", true), ("when: {app: foot}, ", "when: {app: mpv}, ", false),
      ("when: {app: [foot, mpv]}, ", "when: {app: mpv}, ", true), ("when: {app: f*}, ", "when: {app: foot}, ", true),
      ("when: {app: f*}, ", "when: {app: 'fo*'}, ", false), ("when: {app: '*'}, ", "when: {app: 'fo*'}, ", true),
      ("when: {app: foot}, ", "when: {app: foot, fullscreen: true}, ", true),
      ("when: {app: foot, fullscreen: true}, ", "when: {app: foot}, ", false),
      ("", "when: {locked: true}, ", false), ("", "when: {locked: false}, ", false),
      ("when: {not: {app: foot}}, ", "when: {not: {app: foot}}, ", true),
    ])
  func hidden(first: String, second: String, isHidden: Bool) {
    let file = RulesFile.check(
      text: "rules: [{swipe: left, \(first)do: a}, {swipe: left, \(second)do: b}]", name: "rules.yml")
    #expect(file.diagnostics.contains { $0.id == "hidden-rule" } == isHidden)
  }

  @Test(
    "conditions that exclude each other are reported",
    arguments: [
      ("{app: foot}", "{app: mpv}", true), ("{app: foot}", "{app: 'f*'}", false), ("{app: a*}", "{app: b*}", false),
      ("{fullscreen: true}", "{fullscreen: false}", true), ("{mode: default}", "{mode: [a, b]}", true),
      ("{app: foot}", "{not: {app: foot}}", true), ("{app: foot}", "{not: {app: [foot, mpv]}}", true),
      ("{under: {app: foot}}", "{under: {app: mpv}}", true), ("{under: {app: foot}}", "{app: mpv}", false),
      ("{under: {app: foot}}", "{not: {under: {app: foot}}}", true),
      ("{app: [foot, mpv]}", "{not: {app: foot}}", false), ("{locked: true}", "{locked: false}", true),
    ])
  func contradictions(outer: String, inner: String, isNoticed: Bool) {
    let file = RulesFile.check(
      text: "rules: [{when: \(outer), rules: [{swipe: left, when: \(inner), do: a}]}]", name: "rules.yml")
    #expect(file.diagnostics.contains { $0.id == "never-acts" } == isNoticed)
  }
}
