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
      ("swipe: 30°, do: a", "'30°' is one angle, and no hand keeps to one → 15°-45°"),
      ("swipe: 350°, do: a", "'350°' is one angle, and no hand keeps to one → 335°-5°"),
      ("swipe: -45°-45°, do: a", "angles go from 0° to 360°, counterclockwise → 315°-45°"),
      ("swipe: 315-45°, do: a", "'315-45°' is not how a range is written → 315°-45°"),
      ("swipe: 315deg-45deg, do: a", "'315deg-45deg' is not how a range is written → 315°-45°"),
      ("swipe: 315° – 45°, do: a", "'315° – 45°' is not how a range is written → 315°-45°"),
      ("swipe: 90°-90°, do: a", "'90°-90°' has one angle in it, and no hand keeps to one: 'any' is every direction"),
      ("swipe: 90°-400°, do: a", "'400°' is out of range: 'swipe' is from 0° to 360°"),
      ("rotate: left, do: a", "unknown direction 'left' → counterclockwise"),
      ("rotate: clockwise, distance: 10deg, do: a", "unknown unit 'deg' in '10deg' → 10°"),
      ("rotate: clockwise, distance: 10, do: a", "'10' needs a unit → 10°"),
      (
        "pinch: clockwise, do: a", "unknown direction 'clockwise': turning is a gesture of its own: 'rotate: clockwise'"
      ),
      (
        "pinch: in, every: 10mm, do: a",
        "'10mm' is a length, and 'every' takes a percentage: write a percentage such as 10%"
      ),
      ("pan: up, every: 6, do: a", "'6' needs a unit → 6mm"),
      ("pan: up, every: 0.1mm, do: a", "'0.1mm' is out of range: 'every' is from 0.5mm to 500mm"),
      ("long-press: 500ms, every: 5ms, do: a", "'5ms' is out of range: 'every' is from 10ms to 60s"),
      ("double-tap: left, do: a", "unknown key 'double-tap': how many taps is the gesture's value: 'tap: double'"),
      ("tap: 3, do: a", "unknown number of taps '3' → triple"),
      ("tap: double-tap, do: a", "unknown number of taps 'double-tap' → double"),
      ("long-press: 500ms, taps: double, do: a", "'taps' takes 1 or 2, not 'double' → 2"),
      ("swipe: left, speed: 300, do: a", "'300' needs a unit → 300mm/s"),
      ("swipe: left, speed: 300mm, do: a", "'300mm' is a length, and 'speed' takes a speed → 300mm/s"),
      ("swipe: left, speed: 3cm/s-2cm/s, do: a", "'3cm/s-2cm/s' runs backwards → 2cm/s-3cm/s"),
      ("swipe: left, speed: 0mm/s, do: a", "'0mm/s' is out of range: 'speed' is more than 0mm/s and at most 10000mm/s"),
      ("swipe: left, velocity: 300mm/s, do: a", "unknown key 'velocity' → speed"),
      ("swipe: left, edge: up, do: a", "unknown edge 'up' → top"),
      ("swipe: left, edge: top-left, do: a", "unknown edge 'top-left': that is a corner: 'corner: top-left'"),
      ("swipe: left, corner: left-top, do: a", "unknown corner 'left-top' → top-left"),
      ("swipe: left, corner: left, do: a", "unknown corner 'left': that is an edge: 'edge: left'"),
      ("tap: single, zone: middle, do: a", "unknown zone 'middle' → center"),
      (
        "tap: single, zone: {x: 50%}, do: a",
        "'50%' is not a range of places: write from where to where, such as 'x: 0%-50%' or 'x: 0mm-30mm'"
      ),
      ("tap: single, zone: {x: 50%-20%}, do: a", "'50%-20%' runs backwards → 20%-50%"),
      (
        "tap: single, zone: [left, right], do: a",
        "'zone' takes one zone, not a list: write 'zone: left' or 'zone: {x: 0%-50%, y: 0mm-30mm}'"
      ),
      ("tap: single, zone: {}, do: a", "this zone has no bounds: write 'zone: {x: 0%-50%, y: 0mm-30mm}'"),
      (
        "pan: left, edge: left, corner: any, do: a",
        "a touch starts in one place: 'edge' and 'corner' exclude each other"
      ),
      (
        "pan: left, margin: 3mm, do: a",
        "'margin' is how near an edge or a corner the touch starts, and the rule has neither: add 'edge: left' or 'corner: top-left'"
      ),
      ("pan: left, also: yes, do: a", "'also' takes true or false, not 'yes' → true"),
      ("pan: left, also: 0, do: a", "'also' takes true or false, not '0' → false"),
      ("pan: left, at: lift, do: a", "unknown moment 'lift' → end"),
      (
        "pan: left, at: end, begin: a",
        "'at' says when 'do' is done, and 'do' is missing: what stands under 'begin' and 'end' has its moment"
      ),
      (
        "pan: left, every: 6mm",
        "'every' has steps, and the rule says nothing to do for one: add 'do', for a step, or 'back', for one the other way"
      ),
      ("pan: left, interval: 6mm, do: a", "unknown key 'interval' → every"),
      ("pan: left, resume: 1m, do: a", "unknown unit 'm' in '1m': a duration is written with 'ms' or 's'"),
      ("pan: left, resume: 20s, do: a", "'20s' is out of range: 'resume' is more than 0ms and at most 10s"),
      ("pan: left, resume: yes, do: a", "'resume' takes true or false, not 'yes' → true"),
      (
        "swipe: left, end: a",
        "'end' does not go with 'swipe': a swipe happens once, and 'do' is done then; what begins, goes on and ends is a 'pan'"
      ),
      ("tap: single, every: 6mm, do: a", "'every' does not go with 'tap': a tap happens once, and 'do' is done then"),
      (
        "tap: single, resume: 1s, do: a",
        "'resume' does not go with 'tap': it goes with 'long-press', 'pan', 'pinch' or 'rotate'"
      ),
      (
        "long-press: 1s, every: 100ms, do: a, back: b",
        "'back' does not go with 'long-press': it goes with 'pan', 'pinch' or 'rotate'"
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
