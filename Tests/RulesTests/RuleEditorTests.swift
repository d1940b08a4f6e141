import Diagnostics
import Rules
import RulesFile
import Testing
import Trials

@Suite("Adding a rule to a rules file changes nothing else in it")
struct RuleEditorTests {
  static let rule = RuleText(
    [WordedKey(.swipe, ["left"]), WordedKey(.fingers, ["3"]), WordedKey(.act, ["echo a, b"])].map { .init($0) })

  /// `text` with the added rule; nil if the text is not edited.
  func add(to text: String, before position: Int? = nil) -> String? {
    guard let edit = RuleEditor.add([Self.rule], before: position, to: Array(text.utf8)) else { return nil }
    let edited = String(decoding: edit.bytes, as: UTF8.self)
    let rules = RulesFile.check(bytes: edit.bytes, name: "rules.yml", files: .texts(["more.yml": "rules: []\n"])).rules
    // The edit names the location of the gesture.
    #expect(rules?.rules.contains { $0.span?.start == edit.position } == true, "\(edited)")
    return edited
  }

  @Test("a new file has the rule alone")
  func newFile() {
    #expect(add(to: "") == "rules:\n  - swipe: left\n    fingers: 3\n    do: echo a, b\n")
  }

  @Test("at the end it follows the last rule, with its indentation, before the comments below")
  func end() {
    #expect(
      add(to: "# Mine.\nrules:  # all\n- tap: single  # one\n  do: foot # so\n\n# Later.\n#- tap: double\n")
        == """
        # Mine.
        rules:  # all
        - tap: single  # one
          do: foot # so
        - swipe: left
          fingers: 3
          do: echo a, b

        # Later.
        #- tap: double

        """)
    #expect(
      add(to: "rules:\n    - tap: single\n      do: |-\n        foot\n        bar\nsettings: {}\n")
        == "rules:\n    - tap: single\n      do: |-\n        foot\n        bar\n    - swipe: left\n      fingers: 3\n"
        + "      do: echo a, b\nsettings: {}\n")
    #expect(
      add(to: "rules:\n  - tap: single\n    do: foot")
        == "rules:\n  - tap: single\n    do: foot\n  - swipe: left\n    fingers: 3\n    do: echo a, b")
    #expect(
      add(to: "rules:\n  - when: {app: foot}\n    rules:\n      - tap: single\n        do: foot\n")
        == "rules:\n  - when: {app: foot}\n    rules:\n      - tap: single\n        do: foot\n  - swipe: left\n"
        + "    fingers: 3\n    do: echo a, b\n")
  }

  @Test("a rule is replaced in its place, in the same style; a group is not")
  func replaced() {
    func replace(_ position: Int, in text: String) -> String? {
      RuleEditor.replace(position, by: Self.rule, in: Array(text.utf8)).map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
    }
    let one = "rules:\n  # One.\n  - tap: single\n    do: foot\n\n  # Two.\n  - tap: double\n    do: bar  # so\n"
    #expect(
      replace(0, in: one)
        == "rules:\n  # One.\n  - swipe: left\n    fingers: 3\n    do: echo a, b\n\n  # Two.\n  - tap: double\n"
        + "    do: bar  # so\n")
    #expect(
      replace(1, in: one)
        == "rules:\n  # One.\n  - tap: single\n    do: foot\n\n  # Two.\n  - swipe: left\n    fingers: 3\n"
        + "    do: echo a, b  # so\n")
    #expect(
      replace(1, in: "rules: [{tap: single, do: a}, {tap: double, do: b}]\n")
        == "rules: [{tap: single, do: a}, {swipe: left, fingers: 3, do: \"echo a, b\"}]\n")
    #expect(replace(0, in: "rules:\n  - rules: [{tap: single, do: a}]\n") == nil)
    #expect(replace(2, in: one) == nil)
  }

  @Test("the comments in a rule that is replaced are kept above the new one")
  func replacedComments() {
    let text = """
      rules:
        # Mine.
        - swipe: left # go back
          # Why.
          fingers: 3
          when: # only
            app: [firefox, # there
              "a # b"]
          do:
            - # first
              keys: ctrl+w
            - |
              # no comment
              foot # nor this
            - bar # last
        - tap: double
          fingers: 3
          do: foot

      """
    let edit = RuleEditor.replace(0, by: Self.rule, in: Array(text.utf8))
    #expect(
      edit.map { String(decoding: $0.bytes, as: UTF8.self) } == """
        rules:
          # Mine.
          # go back
          # Why.
          # only
          # there
          # first
          - swipe: left
            fingers: 3
            do: echo a, b # last
          - tap: double
            fingers: 3
            do: foot

        """)
    #expect(edit?.position.line == 8)
    // There is no line for it.
    #expect(
      RuleEditor.replace(1, by: Self.rule, in: Array("rules: [{tap: single, do: a}, {tap: double, # x\n do: a}]".utf8))
        == nil)
  }

  @Test("a blank line separates it if one separates the last rule")
  func spaced() {
    let rules = "rules:\n  - tap: single\n    do: foot\n\n  # Two.\n  - tap: double\n    do: bar\n"
    #expect(add(to: rules) == rules + "\n  - swipe: left\n    fingers: 3\n    do: echo a, b\n")
    #expect(
      add(to: rules, before: 1)
        == """
        rules:
          - tap: single
            do: foot

          - swipe: left
            fingers: 3
            do: echo a, b

          # Two.
          - tap: double
            do: bar

        """)
  }

  @Test("before a rule it precedes the comment of that rule")
  func before() {
    let rules = "rules:\n  # One.\n  - tap: single\n    do: foot\n  - # two\n    tap: double\n    do: bar\n"
    #expect(
      add(to: rules, before: 0)
        == "rules:\n  - swipe: left\n    fingers: 3\n    do: echo a, b\n" + rules.dropFirst("rules:\n".count))
    // A rule whose first key is not on the line of its dash is unusual.
    #expect(add(to: rules, before: 1) == nil)
    // There is no third rule.
    #expect(add(to: rules, before: 2) == add(to: rules))
  }

  @Test("rules in braces keep their form")
  func flow() {
    #expect(
      add(to: "rules:\n  - {tap: single, do: foot}   # one\n  - {tap: double, do: foot}\n")
        == "rules:\n  - {tap: single, do: foot}   # one\n  - {tap: double, do: foot}\n"
        + "  - {swipe: left, fingers: 3, do: \"echo a, b\"}\n")
    #expect(add(to: "rules: []\n") == "rules: [{swipe: left, fingers: 3, do: \"echo a, b\"}]\n")
    #expect(
      add(to: "{\"rules\":[{\"tap\":\"single\",\"do\":\"foot\"}]}")
        == "{\"rules\":[{\"tap\":\"single\",\"do\":\"foot\"}, {swipe: left, fingers: 3, do: \"echo a, b\"}]}")
    #expect(
      add(to: "rules: [{tap: single, do: foot}, # one\n  {tap: double, do: foot},\n]\n", before: 1)
        == "rules: [{tap: single, do: foot}, # one\n  {swipe: left, fingers: 3, do: \"echo a, b\"}, "
        + "{tap: double, do: foot},\n]\n")
  }

  @Test("a file that only includes others gets 'rules' at its end")
  func newList() {
    #expect(
      add(to: "# Mine.\ninclude: more.yml   # theirs\n")
        == "# Mine.\ninclude: more.yml   # theirs\n\nrules:\n  - swipe: left\n    fingers: 3\n    do: echo a, b\n")
  }

  @Test("the file's line breaks and its byte order mark are kept")
  func bytes() {
    #expect(
      add(to: "\u{feff}rules:\r\n  - tap: single\r\n    do: foot\r\n")
        == "\u{feff}rules:\r\n  - tap: single\r\n    do: foot\r\n  - swipe: left\r\n    fingers: 3\r\n    do: echo a, b\r\n"
    )
  }

  @Test(
    "other ways of writing a file are refused",
    arguments: [
      "x-rules: &all [{tap: single, do: foot}]\nrules: *all\n", "- tap: single\n", "rules: {tap: single}\n",
      "rules: {\n", "include: more.yml # {\n...\n--- {}\n", "{include: more.yml}\n",
    ])
  func unusual(text: String) {
    #expect(add(to: text) == nil)
  }

  @Test(
    "a mutated file loses nothing, and a valid one stays valid",
    arguments: [
      "# Mine.\nrules:\n  # ä\n  - {swipe: left, do: a}\n  - tap: double\n    do: b # c\n",
      "rules: # s\n- tap: single\n  do:\n    - a\n    - {keys: b}\n\n- when: {app: a}\n  rules:\n  - {swipe: up, do: a}\n",
      "rules: [{tap: single, do: a}, {tap: double, do: [b]}] # s",
    ])
  func bent(text: String) {
    var edits = 0
    let mutations = mutations(of: text)
    let stride = trials(5, thorough: 1)
    for number in Swift.stride(from: 0, to: mutations.count, by: stride) {
      let bytes = mutations[number]
      guard let edit = RuleEditor.add([Self.rule], before: [nil, 0, 1][number % 3], to: bytes) else { continue }
      edits += 1
      expectAddition(bytes, edit.bytes)
    }
    #expect(edits > 200 / stride)
  }

  @Test(
    "what a person types for an action is a command, an action in braces, or keys",
    arguments: [
      ("playerctl next", "playerctl next"), ("  foot  ", "foot"), ("none", "none"), ("ctrl+w", "{keys: ctrl+w}"),
      ("Super + Page_Down", "{keys: super+Page_Down}"), ("keys: F5", "{keys: F5}"),
      ("{click: right}", "{click: right}"),
      ("[{keys: a}, foot]", "[{keys: a}, foot]"), ("'ctrl+w'", "'ctrl+w'"),
      ("notify-send \"a: b\" # c", "'notify-send \"a: b\" # c'"), ("echo a: b", "'echo a: b'"),
      ("[ -f x ] && foot", "'[ -f x ] && foot'"), ("~/bin/a", "~/bin/a"),
    ])
  func action(typed: String, written: String) {
    let property = ActionText.property(typed)
    #expect(property?.value == written)
    let text = RuleText([.init(WordedKey(.tap, ["single"]))] + (property.map { [$0] } ?? []))
    for file in ["rules:\n" + text.lines.map { "\($0)\n" }.joined(), "rules: [\(text.flow)]\n"] {
      #expect(RulesFile.check(text: file, name: "rules.yml").mistakes == [], "\(file)")
    }
  }

  @Test("nothing is no action")
  func noAction() {
    #expect(ActionText.property(" \t") == nil)
  }
}
