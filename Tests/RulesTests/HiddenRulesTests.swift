import Diagnostics
import RulesFile
import Testing

@Suite("Rules that can never act")
struct HiddenRulesTests {
  /// The messages about two rules, except that one is for touchscreens alone.
  private func diagnostics(_ first: String, _ second: String) -> [Diagnostic] {
    RulesFile.check(text: "rules:\n  - {\(first), do: a}\n  - {\(second), do: b}\n", name: "f").diagnostics.filter {
      ![MessageID.touchscreenOnly.rawValue, MessageID.commonGesture.rawValue].contains($0.id)
    }
  }

  private func warnings(_ first: String, _ second: String) -> [String] { diagnostics(first, second).map(\.id) }

  @Test(
    "a later rule is hidden by an earlier one that always matches with it",
    arguments: [
      ("swipe: left", "swipe: left"),
      ("swipe: any", "swipe: [left, up]"),
      ("swipe: left, fingers: 1-5", "swipe: left, fingers: 3"),
      ("swipe: left", "swipe: left, device: touchscreen"),
      ("swipe: left, device: [touchpad, touchscreen]", "swipe: left"),
      ("swipe: left, device: '*'", "swipe: left, device: atmel"),
      ("swipe: left, device: ATMEL", "swipe: left, device: atmel"),
      ("swipe: left", "swipe: left, distance: 20mm"),
      ("swipe: left", "swipe: left, within: 500ms"),
      ("swipe: left, after: 100ms", "swipe: left, after: 200ms"),
      ("swipe: any", "swipe: 30°-60°"),
      ("swipe: 30°-60°", "swipe: 30°-60°"),
      ("swipe: left", "swipe: left, at: end"),
      ("swipe: left, at: end", "swipe: left, at: end, distance: 20mm"),
      ("long-press: 500ms", "long-press: 1s"),
      ("swipe: left", "swipe: left, speed: 300mm/s"),
      ("swipe: left, speed: 300mm/s", "swipe: left, speed: 300mm/s"),
      ("swipe: right", "swipe: right, edge: left"),
      ("swipe: right, edge: any", "swipe: right, edge: left, margin: 3mm"),
      ("tap: single, corner: any", "tap: single, corner: top-left"),
      ("tap: single, zone: left", "tap: single, zone: {x: 0mm-10%}"),
      ("tap: single, zone: left", "tap: single, zone: {x: 10%-50%, y: 10mm-20mm}"),
      ("tap: single, fingers: 2", "tap: single, fingers: 2, apart: 0mm-60mm"),
      ("tap: single, fingers: 2, apart: 20mm-130mm", "tap: single, fingers: 2, apart: 30mm-130mm"),
      ("tap: double", "tap: double, gap: 200ms"),
      ("pan: vertical", "pan: up, every: 5mm"),
      ("pan: up, every: 5mm, back: b", "pan: down"),
      ("pan: any", "pan: 30°-60°"),
      ("pinch: any", "pinch: in, within: 1s"),
      ("pinch: in, within: 2s", "pinch: in, distance: 30%, within: 1s"),
      ("rotate: any", "rotate: clockwise, distance: 20°"),
      ("long-press: 500ms", "long-press: 1s, movement: 2mm"),
      ("long-press: 500ms, taps: 1", "long-press: 1s, taps: 1"),
    ])
  func hidden(first: String, second: String) {
    #expect(warnings(first, second) == ["hidden-rule"])
  }

  @Test(
    "an earlier pan hides other gestures in its direction that require no less",
    arguments: [
      ("pan: left", "swipe: left"), ("pan: left, every: 5mm, back: b", "swipe: horizontal"),
      ("pan: any, fingers: 3", "swipe: 30°-60°, fingers: 3"), ("pan: right", "swipe: right, edge: left"),
      ("pan: left, distance: 12mm", "swipe: left"), ("pan: any", "stroke: circle"),
      ("pan: any, fingers: 2, device: touchpad", "swipe: up, fingers: 2, device: touchpad"),
    ])
  func pans(first: String, second: String) {
    #expect(warnings(first, second) == ["hidden-rule"])
  }

  @Test(
    "a later rule that requires less waits for the earlier one: the note names both and the time",
    arguments: [
      ("swipe: left", "pan: horizontal", "this pan may wait up to 800ms for the swipe of an earlier rule"),
      ("swipe: left, within: 200ms", "pan: any", "this pan may wait up to 200ms for the swipe of an earlier rule"),
      (
        "swipe: left, at: end", "pan: left, distance: 20mm",
        "this pan may wait until the fingers lift for the swipe of an earlier rule"
      ),
      (
        "swipe: left, distance: 20mm", "swipe: left", "this swipe may wait up to 800ms for the swipe of an earlier rule"
      ),
      (
        "swipe: left, at: end", "swipe: left",
        "this swipe may wait until the fingers lift for the swipe of an earlier rule"
      ),
      (
        "pan: left, distance: 20mm", "swipe: left",
        "this swipe may wait until the fingers lift for the pan of an earlier rule"
      ),
      (
        "pinch: in, distance: 30%", "pinch: in",
        "this pinch may wait until the fingers lift for the pinch of an earlier rule"
      ),
      (
        "pinch: in, distance: 30%, within: 1s", "pinch: in",
        "this pinch may wait up to 1s for the pinch of an earlier rule"
      ),
      (
        "rotate: clockwise, distance: 30°", "rotate: any",
        "this rotate may wait until the fingers lift for the rotate of an earlier rule"
      ),
      (
        "long-press: 1s", "long-press: 500ms", "this long-press may wait up to 1s for the long-press of an earlier rule"
      ),
      (
        "tap: single, within: 600ms", "long-press: 500ms",
        "this long-press may wait up to 600ms for the tap of an earlier rule"
      ),
      (
        "long-press: 500ms, movement: 8mm", "pan: any",
        "this pan may wait up to 500ms for the long-press of an earlier rule"
      ),
      (
        "long-press: 300ms, moved: right, fingers: 3", "pan: horizontal, fingers: 3",
        "this pan may wait until the fingers lift for the long-press of an earlier rule"
      ),
      (
        "stroke: circle", "pan: any",
        "this pan may wait until the fingers lift for the stroke of an earlier rule"
      ),
      (
        "swipe: left, when: {app: firefox}", "pan: any",
        "this pan may wait up to 800ms for the swipe of an earlier rule"
      ),
    ])
  func waits(first: String, second: String, message: String) {
    let notes = diagnostics(first, second)
    #expect(notes.map(\.id) == ["waits"])
    #expect(notes.map(\.message) == [message])
    #expect(notes.first?.severity == .note)
    #expect(notes.first?.span?.start.line == 3)
    #expect(notes.first?.notes.first?.span?.start.line == 2)
  }

  @Test(
    "a rule that never acts on the same touch, or hardly ever later, is not waited for",
    arguments: [
      ("swipe: left, when: {mode: a}", "pan: any, when: {mode: b}"),
      ("swipe: left, device: touchpad, fingers: 3", "pan: any, device: touchscreen, fingers: 3"),
      ("swipe: left, fingers: 3", "pan: any, fingers: 4"), ("swipe: left", "pan: vertical"),
      ("swipe: left, also: true", "pan: any"), ("swipe: left", "pan: any, also: true"),
      ("swipe: left", "pan: any, distance: 20mm"), ("swipe: any", "pinch: any"), ("tap: single", "pan: any"),
      ("long-press: 500ms", "pan: any"), ("long-press: 500ms", "pinch: any"), ("swipe: any", "long-press: 500ms"),
      ("swipe: right, edge: left", "pan: any, edge: right"), ("swipe: left, edge: right", "pan: any"),
      ("tap: single", "long-press: 500ms"),
      ("long-press: 300ms, moved: right, fingers: 3", "swipe: up, fingers: 3"),
      ("long-press: 300ms, moved: right, fingers: 3", "swipe: left then down, fingers: 3"),
      ("long-press: 300ms, moved: right, fingers: 3", "pan: vertical, fingers: 3"),
    ])
  func noWait(first: String, second: String) {
    #expect(warnings(first, second).filter { !$0.hasPrefix("mode-") } == [])
  }

  @Test("a rule waits for the step of an earlier sequence, unless that one has 'also'", arguments: [false, true])
  func sequence(isShared: Bool) {
    let text = """
      gestures: {flick: [{swipe: left}, {tap: single}]}
      rules:
        - {gesture: flick, fingers: 3, also: \(isShared), do: a}
        - {pan: any, fingers: 3, do: b}

      """
    let waits = RulesFile.check(text: text, name: "f").diagnostics.filter { $0.message.contains(" waits ") }
    #expect(
      waits.map(\.message) == (isShared ? [] : ["this pan waits 600ms after the lift for the next step of 'flick'"]))
  }

  @Test("several earlier rules are one note")
  func severalWaits() {
    let text = """
      rules:
        - {swipe: left, fingers: 3, do: a}
        - {swipe: right, fingers: 3, within: 1s, do: a}
        - {swipe: up, fingers: 3, do: a}
        - {pan: any, fingers: 3, do: b}

      """
    #expect(
      render(RulesFile.check(text: text, name: "f")) == """
        f:5:6: note: this pan may wait up to 1s for 3 earlier rules
          5 |   - {pan: any, fingers: 3, do: b}
            |      ^^^^^^^^
        f:2:6: note: this is the first of them; the others are at f:3 and f:4
          2 |   - {swipe: left, fingers: 3, do: a}
            |      -----------
          help: to avoid the wait, move this rule above them, use other 'fingers' or 'when', or shorten the swipe's 'within'

        f: 1 note

        """)
  }

  @Test("a shape below a swipe or a pan gets a note: drawings may begin like those")
  func shapes() {
    #expect(warnings("swipe: left", "stroke: circle") == ["shape-after-movement"])
    #expect(warnings("pan: left", "stroke: circle") == ["shape-after-movement"])
    #expect(warnings("stroke: circle", "swipe: left") == ["waits"])
    #expect(warnings("swipe: left, fingers: 3", "stroke: circle, fingers: 1") == [])
  }

  @Test(
    "a rule that some gesture is left for is not hidden",
    arguments: [
      ("tap: single, fingers: 2", "tap: single, fingers: 2, apart: 100mm-300mm"),
      ("tap: single, fingers: 2, apart: 0mm-60mm", "tap: single, fingers: 2, apart: 50mm-100mm"),
      ("tap: single, fingers: 2, apart: 0mm-60mm", "tap: single, fingers: 2"),
      ("swipe: left", "swipe: right"),
      ("swipe: left", "swipe: horizontal"),
      ("swipe: left", "pinch: in"),
      ("swipe: left, fingers: 3", "swipe: left, fingers: 3-4"),
      ("swipe: left, device: touchscreen", "swipe: left"),
      ("swipe: left, device: atmel", "swipe: left, device: elan"),
      ("swipe: left, within: 250ms", "swipe: left, after: 250ms"),
      ("swipe: left, distance: 20mm", "swipe: left"), ("swipe: left, at: end", "swipe: left"),
      ("pinch: in, distance: 30%", "pinch: in"), ("swipe: left, fingers: 3", "pan: horizontal, fingers: 3"),
      ("swipe: left, after: 100ms", "swipe: left, after: 200ms, distance: 20mm"),
      ("swipe: left", "swipe: 30°-60°"),
      ("swipe: left, distance: 20mm, at: end", "swipe: left, at: end"),
      ("swipe: left, speed: 300mm/s", "swipe: left"),
      ("swipe: left, speed: 300mm/s", "swipe: left, speed: 300mm/s, distance: 20mm"),
      ("swipe: right, edge: left", "swipe: right"),
      ("tap: single, zone: left", "tap: single"),
      ("swipe: right, edge: left", "swipe: right, edge: bottom"),
      ("swipe: right, edge: left", "swipe: right, corner: top-left"),
      ("tap: single, zone: left", "tap: single, zone: {x: 0mm-30mm}"),
      ("tap: single, gap: 200ms", "tap: double, also: true"),
      ("tap: single, fingers: 2", "tap: single, fingers: 3"),
      ("tap: double, gap: 200ms", "tap: double"),
      ("pinch: in, within: 1s", "pinch: in"),
      ("rotate: clockwise", "rotate: any"),
      ("long-press: 500ms", "long-press: 1s, movement: 5mm"),
      ("long-press: 500ms", "long-press: 1s, taps: 1"),
      ("pan: up", "swipe: left"),
      ("pan: left, speed: 300mm/s", "swipe: left"),
      ("pan: left, distance: 20mm", "swipe: left"),
      ("pan: left, also: true", "swipe: left"),
      ("pan: left", "swipe: left, also: true"),
      ("pan: left", "pan: left, also: true"),
      ("pan: left, also: true", "pan: left, also: true"),
      // Two fingers on a touchpad scroll; only rules that name touchpads get this message.
      ("swipe: left, fingers: 2", "swipe: left, fingers: 2, device: touchpad"),
    ])
  func visible(first: String, second: String) {
    #expect(warnings(first, second).filter { $0 != "tap-waits" && $0 != "waits" } == [])
  }

  @Test(
    "a rule that libinput never reports on a touchpad can never act",
    arguments: [
      ("swipe: left, device: touchpad", true), ("swipe: left, fingers: 2, device: touchpad", false),
      ("swipe: left, fingers: 5, device: touchpad", false), ("swipe: left, fingers: 3, device: touchpad", false),
      ("swipe: left, fingers: 2-3, device: touchpad", false), ("swipe: left, device: [touchpad, touchscreen]", false),
      ("swipe: left, fingers: 2", false), ("pan: left, device: touchpad", true),
      ("pan: left, fingers: 4, device: touchpad", false), ("pan: left, fingers: 5, device: touchpad", false),
      ("pinch: in, fingers: 5, device: touchpad", false), ("pinch: in, device: touchpad", false),
      ("rotate: any, fingers: 5, device: touchpad", false), ("rotate: any, device: touchpad", false),
      ("long-press: 1s, fingers: 5, device: touchpad", false), ("long-press: 1s, device: touchpad", false),
      ("long-press: 1s, fingers: 4, taps: 1, device: touchpad", false),
      ("tap: single, fingers: 4, device: touchpad", false), ("tap: double, fingers: 3, device: touchpad", false),
      ("swipe: left, fingers: 3, edge: left, device: touchpad", false),
      ("tap: single, fingers: 3, corner: any, device: touchpad", false),
      ("tap: single, fingers: 3, zone: left, device: touchpad", false),
      ("tap: single, fingers: 3, zone: left", false),
      ("pinch: in, fingers: 1", true), ("rotate: any, fingers: 1", true), ("swipe: left", false),
    ])
  func touchpads(rule: String, isReported: Bool) {
    let ids = RulesFile.check(text: "rules: [{\(rule), do: a}]", name: "f").diagnostics.map(\.id)
    #expect(
      ids.filter { ![MessageID.touchscreenOnly.rawValue, MessageID.commonGesture.rawValue].contains($0) }
        == (isReported ? ["never-acts"] : []))
  }

  @Test(
    "a rule for every device gets a note if touchpads never report its gesture",
    arguments: [
      ("swipe: left", true), ("swipe: left, fingers: 2", true), ("swipe: left, fingers: 1-2", true),
      ("swipe: left, fingers: 5", false), ("pan: left, fingers: 2", true), ("stroke: circle", true),
      ("tap: single, fingers: 4", false), ("pinch: in, fingers: 5", false),
      ("swipe: left, fingers: 2-3", false), ("swipe: left, fingers: 3", false), ("tap: single", false),
      ("long-press: 1s", false), ("pinch: in", false), ("swipe: left, device: touchscreen", false),
      ("swipe: left, device: '*'", false), ("swipe: left, fingers: 2, device: touchpad", false),
      ("swipe: right, edge: left", true), ("swipe: right, zone: left", true),
      // With an error in the rule, only the error is reported.
      ("swipe: left, fingers: 1, finger: 2", false), ("pinch: in, fingers: 1", false),
    ])
  func touchscreens(rule: String, isNoted: Bool) {
    let ids = RulesFile.check(text: "rules: [{\(rule), do: a}]", name: "f").diagnostics.map(\.id)
    #expect(ids.contains("touchscreen-only") == isNoted)
  }

  @Test(
    "a tap gets a note if another rule makes it wait for a second one",
    arguments: [
      ("tap: single", "tap: double", "2 300ms 3"), ("tap: double, gap: 200ms", "tap: single", "3 200ms 2"),
      ("tap: double", "tap: triple, gap: 400ms", "2 400ms 3"),
      ("tap: single", "long-press: 500ms, taps: 1", "2 300ms 3"),
      ("tap: single, fingers: 2-3", "tap: double, fingers: 3", "2 300ms 3"),
      ("tap: single, device: touchpad", "tap: double, device: synaptics", "2 300ms 3"),
      ("tap: single", "tap: double, edge: left, also: true", "2 300ms 3"),
      ("tap: single", "long-press: 500ms", ""), ("tap: single, also: true", "tap: double", ""),
      ("tap: single, fingers: 2", "tap: double, fingers: 3", ""),
      ("tap: single, device: touchpad", "tap: double, device: touchscreen", ""),
      ("tap: single, edge: left", "tap: double, edge: right", ""), ("tap: double", "long-press: 500ms, taps: 1", ""),
    ])
  func tapWaits(first: String, second: String, expected: String) {
    let notes = diagnostics(first, second)
    #expect(notes.allSatisfy { $0.severity == .note })
    let shown = notes.map { note in
      let gap = note.message.split(separator: " ").first { $0.hasSuffix("ms") } ?? ""
      return "\(note.span?.start.line ?? 0) \(gap) \(note.notes.first?.span?.start.line ?? 0)"
    }
    #expect(shown == (expected.isEmpty ? [] : [expected]))
  }

  /// The messages about rules, with the lines of the rules that they are about.
  private func messages(_ rules: String...) -> [String] {
    let text = "rules:\n" + rules.map { "  - {\($0), fingers: 3, do: a}\n" }.joined()
    return RulesFile.check(text: text, name: "f").diagnostics.map { diagnostic in
      let lines = [diagnostic.span] + diagnostic.notes.map(\.span)
      return lines.compactMap { $0.map { "\($0.start.line - 1)" } }.joined(separator: " ") + " " + diagnostic.message
    }
  }

  @Test("a rule that precedes an earlier one over others is neither hidden by it nor waits for it")
  func transitive() {
    #expect(
      messages(
        "name: a, swipe: left", "name: b, tap: single, before: a", "name: c, swipe: left, distance: 20mm, before: b")
        == ["1 3 this swipe may wait up to 800ms for the swipe of a rule that precedes it"])
    // Between both, a rule that states nothing.
    #expect(
      messages("name: a, tap: single", "pan: any", "swipe: left, before: a")
        == ["2 3 this pan may wait up to 800ms for the swipe of a rule that precedes it"])
    #expect(
      messages("name: a, tap: single", "swipe: left, distance: 20mm", "swipe: left, before: a")
        == ["2 3 another rule always acts before this one"])
  }

  @Test("a rule that always acts before those that it precedes hides them, and one that waits for them does not")
  func stated() {
    #expect(
      messages("name: a, swipe: left", "swipe: any, before: a") == ["1 2 another rule always acts before this one"])
    #expect(messages("swipe: any, unless: b", "name: b, swipe: left").allSatisfy { !$0.contains("always") })
    #expect(messages("name: a, swipe: any", "swipe: left, with: a") == [])
    #expect(messages("name: a, swipe: any", "swipe: left, unless: a").contains { $0.contains("always acts before") })
  }

  @Test("a pan waits for the sequence that precedes it, wherever that is")
  func sequence() {
    func notes(_ statement: String) -> [String] {
      RulesFile.check(
        text: """
          gestures: {flick: [{swipe: left}, {tap: single}]}
          rules:
            - {name: move, pan: any, fingers: 3, do: a}
            - {gesture: flick, fingers: 3\(statement), do: a}

          """, name: "f"
      ).diagnostics.map(\.id)
    }
    #expect(notes(", before: move") == ["waits"])
    #expect(notes("") == ["hidden-rule"])
  }

  @Test("a swipe that precedes the one that goes on from it does not wait")
  func pathAfterSwipe() {
    let path = "name: path, swipe: left then down"
    #expect(messages(path, "swipe: left, before: path") == [])
    #expect(messages(path, "name: b, tap: single, before: path", "swipe: left, before: b") == [])
  }

  @Test("the message about a hidden rule for an edge says how to fix the order")
  func wayOut() {
    #expect(
      diagnostics("swipe: right", "swipe: right, edge: left").first?.help
        == "move this rule above that one to let it act first")
  }
}
