import Diagnostics
import Rules
import Testing

@Suite("Words that people bring along from other tools")
struct ForeignWordsTests {
  /// The first line of each message about a rule, without its place.
  private func messages(_ rule: String) -> [String] {
    RulesFile.check(text: "rules:\n  - {\(rule)}\n", name: "f", keyNames: keyNames).diagnostics.map { diagnostic in
      diagnostic.message + (diagnostic.suggestion.map { " → \($0)" } ?? diagnostic.help.map { ": \($0)" } ?? "")
    }
  }

  @Test(
    "each gets one message that says what to write here",
    arguments: [
      ("hold: 500ms, do: a", "unknown gesture 'hold' → long-press"),
      ("swipe: left, finger_count: 3, do: a", "unknown key 'finger_count' → fingers"),
      ("swipe: left, action: a", "unknown key 'action' → do"),
      ("swipe: left, command: a", "unknown key 'command' → do"),
      ("swipe: left, exec: a", "unknown key 'exec' → do"),
      ("swipe: left, threshold: 3mm, do: a", "unknown key 'threshold' → distance"),
      ("type: swipe, do: a", "unknown key 'type': the gesture itself is the key: 'swipe: left'"),
      ("gesture: swipe, do: a", "unknown key 'gesture': the gesture itself is the key: 'swipe: left'"),
      (
        "swipe: left, direction: left, do: a",
        "unknown key 'direction': the direction is the gesture's value: 'swipe: left'"
      ),
      ("swipe_left: a", "unknown key 'swipe_left': the direction is the gesture's value: 'swipe: left'"),
      ("pinch-in: a", "unknown key 'pinch-in': the direction is the gesture's value: 'pinch: in'"),
      ("left: a", "unknown key 'left': the direction is the gesture's value: 'swipe: left'"),
      (
        "swipe: left, keys: super",
        "unknown key 'keys': actions stand under 'do': 'do: {keys: super+Page_Down}'"
      ),
      (
        "swipe: {left: a}, do: a",
        "'swipe' takes a direction, not a mapping: write 'swipe: left', and the rule's other keys in the same column as 'swipe'"
      ),
      ("swipe: 'left, right', do: a", "several directions are a list → [left, right]"),
      ("swipe: left-up, do: a", "unknown direction 'left-up' → up-left"),
      ("swipe: in, do: a", "unknown direction 'in': 'in' and 'out' are directions of a pinch"),
      ("pinch: left, do: a", "unknown direction 'left': a pinch goes 'in' or 'out'"),
      ("pinch: spread, do: a", "unknown direction 'spread' → out"),
      ("swipe: true, do: a", "'true' means yes or no in YAML, and 'swipe' takes a direction: write 'swipe: left'"),
      (
        "swipe: 30°, do: a",
        "angles are not supported yet: one of 'left', 'right', 'up', 'down', 'up-left', 'up-right', 'down-left', 'down-right', 'horizontal', 'vertical' or 'any'"
      ),
      ("swipe: left, device: touch, do: a", "unknown kind of device 'touch' → touchscreen"),
      ("swipe: left, device: any, do: a", "unknown kind of device 'any': without 'device' a rule acts on every device"),
      ("swipe: left, fingers: '3,4', do: a", "'3,4' is not a number of fingers → 3-4"),
      ("swipe: left, fingers: 4-3, do: a", "'4-3' runs backwards → 3-4"),
      ("swipe: left, fingers: 6, do: a", "'6' is out of range: 'fingers' is from 1 to 5"),
      ("swipe: left, within: 0.5, do: a", "'0.5' needs a unit → 0.5s"),
      ("swipe: left, within: 500, do: a", "'500' needs a unit → 500ms"),
      ("swipe: left, distance: .5cm, do: a", "'.5cm' is not how a quantity is written → 0.5cm"),
      ("swipe: left, distance: 12MM, do: a", "unknown unit 'MM' in '12MM' → 12mm"),
      (
        "swipe: left, after: 900ms, do: a",
        "the gesture must take longer than it may: 'within' is 800ms by default: add 'within' with a longer time"
      ),
      (
        "swipe: left, do: {keys:super+a}", "unknown action 'keys:super+a': a space is missing behind the ':' of 'keys:'"
      ),
      (
        "swipe: left, do: {run: pause}",
        "'run' takes a list of a program and its arguments, not 'pause': write 'run: [program, argument]'; a shell command stands right behind 'do:'"
      ),
      ("swipe: left, do: {key: super}", "unknown action 'key' → keys"),
      ("swipe: left, do: {keys: meta+Tab}", "unknown modifier 'meta' → super"),
      ("swipe: left, do: {keys: Super+Tab}", "unknown modifier 'Super' → super"),
      ("swipe: left, do: {keys: ctrl++}", "the key '+' is written 'plus' → ctrl+plus"),
      ("swipe: left, do: {keys: ctrl+-}", "unknown key '-' → minus"),
      ("swipe: left, do: {keys: ctrl+Enter}", "unknown key 'Enter' → Return"),
      ("swipe: left, do: {keys: ctrl+page_down}", "unknown key 'page_down' → Page_Down"),
      ("swipe: left, do: {keys: ctrl+ä}", "unknown key 'ä' → U00E4"),
      ("swipe: left, do: {keys: ctrl + t}", "a chord has no spaces in it → ctrl+t"),
      ("swipe: left, do: {keys: <Ctrl><Alt>t}", "'<Ctrl><Alt>t' is not how a chord is written → ctrl+alt+t"),
      (
        "swipe: left, do: {keys: a+b}",
        "'a' is not a modifier: a chord has one key, at its end; several chords are a list: [super+a, super+b]"
      ),
      ("swipe: left, do: {keys: super+super+a}", "'super' stands in the chord twice"),
      (
        "swipe: left, do: {keys: super+}",
        "'super+' has a '+' without a key: write modifiers and a key, as in ctrl+alt+t; the key '+' is written 'plus'"
      ),
    ])
  func foreign(rule: String, message: String) {
    #expect(messages(rule) == [message])
  }

  @Test("a list where 'rules:' should be above it is understood as such")
  func listOfRules() {
    #expect(
      check("- swipe: left\n  do: a\n") == """
        rules.yml:1:1: error: a rules file is a mapping, not a list
          1 | - swipe: left
            | ^
          help: put 'rules:' in a line above the list

        rules.yml: 1 error

        """)
  }

  @Test("a mistake in what several aliases stand for is one mistake")
  func aliases() {
    #expect(
      check("rules:\n  - {swipe: left, do: &a {keys: win+a}}\n  - {swipe: up, do: *a}\n") == """
        rules.yml:2:33: error: unknown modifier 'win'; did you mean 'super'?
          2 |   - {swipe: left, do: &a {keys: win+a}}
            |                                 ^^^

        rules.yml: 1 error

        """)
  }
}
