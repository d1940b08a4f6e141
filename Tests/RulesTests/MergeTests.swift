import Diagnostics
import Gestures
import Rules
import RulesFile
import Testing

@Suite("Merge keys")
struct MergeTests {
  @Test("a rule takes the keys that it lacks from another")
  func rule() throws {
    let rules = try #require(
      read(
        """
        rules:
          - &base
            swipe: left
            fingers: 3
            do: one
          - <<: *base
            swipe: right
            do: two
          - {<<: [{fingers: 4}, *base], name: four}
        """))
    #expect(rules.rules.map(\.trigger.fingers) == [3...3, 3...3, 4...4])
    #expect(rules.rules.map(\.location) == ["rules.yml:2", "rules.yml:6", "rules.yml:9"])
    #expect(rules.rules.map { $0.reaction.act } == [[.shell("one")], [.shell("two")], [.shell("one")]])
    #expect(rules.rules[2].name == "four")
  }

  @Test("settings and shapes are merged, too")
  func others() throws {
    let rules = try #require(
      read(
        """
        settings:
          swipe: &limits {distance: 20mm, within: 1s}
          pan: {<<: {distance: 4mm}}
          tap: {<<: *limits, within: 200ms}
        strokes: {<<: {mine: "0,0 50,99 99,0"}}
        rules: [{stroke: mine, do: a}]
        """))
    #expect(rules.triggers.count == 1)
  }

  @Test("a mistake in a merged key is reported at its source, once")
  func once() {
    #expect(
      check(
        """
        rules:
          - &base {swipe: left, fingres: 3, do: a}
          - {<<: *base, swipe: up}
          - {<<: *base, swipe: down}

        """) == """
          rules.yml:2:25: error: unknown key 'fingres'; did you mean 'fingers'?
            2 |   - &base {swipe: left, fingres: 3, do: a}
              |                         ^^^^^^^

          rules.yml: 1 error

          """)
  }

  @Test("a mistake that arises from merging is reported at the merging rule")
  func there() {
    #expect(
      check(
        """
        rules:
          - &base {pan: left, do: a}
          - {tap: single, <<: *base}

        """) == """
          rules.yml:3:23: error: second gesture in one rule: 'pan'
            3 |   - {tap: single, <<: *base}
              |                       ^^^^^
          rules.yml:3:6: note: the first is here
            3 |   - {tap: single, <<: *base}
              |      ---
            help: start another rule with '- pan: …'

          rules.yml: 1 error

          """)
  }

  @Test("a merge key in quotes is an unknown key")
  func quoted() {
    let file = RulesFile.check(text: "rules: [{swipe: left, do: a, '<<': {fingers: 3}}]\n", name: "f")
    #expect(file.diagnostics.map(\.message) == ["unknown key '<<'"])
  }
}
