import Rules
import Testing
import Time

@Suite("The current situation")
struct CurrentSituationTests {
  private static let foot = Situation(app: "foot", title: "~", isFullscreen: false, output: "eDP-1")

  @Test("changes that no rule depends on do not ask for an evaluation")
  func flood() throws {
    let rules = try #require(read("rules: [{tap: single, when: {any: [{app: foot}, {not: {mode: a}}]}, do: b}]"))
    #expect(rules.subjects == [.app, .mode])
    var current = CurrentSituation()
    func isNews(_ situation: Situation) -> Bool { current.update(situation, conditionSubjects: rules.subjects) }
    #expect(isNews(Self.foot))
    for number in 0..<1000 {
      var next = Self.foot
      next.title = "title \(number)"
      next.output = number.isMultiple(of: 2) ? nil : "DP-1"
      next.isFullscreen = number.isMultiple(of: 3)
      #expect(!isNews(next))
      #expect(current.situation.title == next.title)
    }
    var browser = Self.foot
    browser.app = "firefox"
    #expect(isNews(browser))
    browser.app = nil
    #expect(isNews(browser))
  }

  @Test("each subject of conditions is tracked separately")
  func each() {
    let others: [(Condition.Subject, (inout Situation) -> Void)] = [
      (.app, { $0.app = "mpv" }), (.title, { $0.title = "film" }),
      (.fullscreen, { $0.isFullscreen = true }), (.output, { $0.output = "DP-1" }),
      (.maximized, { $0.facts[.maximized] = true }), (.overview, { $0.facts[.overview] = true }),
      (.tabletMode, { $0.facts[.tabletMode] = false }), (.onBattery, { $0.facts[.onBattery] = true }),
      (.penNear, { $0.facts[.penNear] = true }), (.connected, { $0.connections = Connections(named: ["mouse"]) }),
      (.orientation, { $0.orientation = .portrait }), (.modifiers, { $0.modifiers = [.ctrl] }),
    ]
    for (subject, change) in others {
      var other = Self.foot
      change(&other)
      for asked in Condition.Subject.allCases {
        var current = CurrentSituation(Self.foot)
        let isNews = current.update(other, conditionSubjects: [asked])
        #expect(isNews == (asked == subject), "\(subject), \(asked)")
      }
      #expect(other.knows(subject))
    }
    #expect(Condition.Subject.allCases.filter { Situation().knows($0) } == [.mode, .locked])
  }

  @Test("the desktop changes neither the rules' mode nor the session's lock")
  func own() {
    var current = CurrentSituation(Situation(isLocked: true))
    _ = current.setMode("resize", lasting: .seconds(10), at: .zero)
    _ = current.update(Self.foot, conditionSubjects: [])
    #expect(current.situation.mode == "resize")
    #expect(current.situation.isLocked)
    #expect(current.deadline == Timestamp(microseconds: 10_000_000))
  }

  @Test("modifiers are read only if this is permitted and a rule depends on them")
  func keyboards() throws {
    func reads(_ text: String) throws -> Bool { try #require(read(text)).readsModifiers }
    #expect(try !reads("settings: {read-keyboards: true}\nrules: [{tap: single, do: a}]"))
    #expect(try !reads("rules: [{tap: single, when: {modifiers: ctrl}, do: a}]"))
    #expect(
      try reads("settings: {read-keyboards: true}\nrules: [{tap: single, when: {not: {modifiers: ctrl}}, do: a}]"))
  }

  @Test("typing is read only if this is permitted, a rule for touchpads yields to it, and the lock needs no probe")
  func typing() throws {
    func reads(_ settings: String, device: String = "touchpad") throws -> Bool {
      try #require(read("settings: {\(settings)}\nrules: [{tap: triple, device: \(device), do: a}]")).readsTyping
    }
    #expect(try reads("read-keyboards: true"))
    #expect(try !reads("read-keyboards: false"))
    #expect(try !reads("read-keyboards: true, while-typing: true"))
    #expect(try !reads("read-keyboards: true", device: "touchscreen"))
    #expect(try !reads("read-keyboards: true, locked-if: 'false'"))
  }
}
