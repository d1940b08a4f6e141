import Foreign
import Importing
import Rules
import RulesFile
import Testing

@Suite("Importing preserves the meaning of InputActions' triggers")
struct InputActionsMeaningTests {
  @Test("InputActions: text is typed as written, also with the sign of a negated condition")
  func inputActionsText() throws {
    let text = """
      touchpad:
        gestures:
          - type: tap
            fingers: 3
            conditions: !$window_fullscreen
            actions:
              - input:
                - keyboard: [{text: 'sudo !$'}]
      """
    let lines = try importedLines(text)
    #expect(lines.contains("do: {type: sudo !$}") && lines.contains("when: {not: {fullscreen: true}}"), "\(lines)")
  }

  @Test("InputActions: a click holds the modifiers of a wheel until its end, as a hold does")
  func inputActionsWheel() throws {
    for type in ["click", "hold"] {
      let lines = try importedLines(
        """
        touchpad:
          gestures:
            - type: \(type)
              fingers: 3
              actions: [{on: tick, command: xdotool keydown ctrl click 4 keyup ctrl}]
        """)
      #expect(lines.contains("begin: {hold: ctrl}") && lines.contains("do: {scroll: up}"), "\(type): \(lines)")
    }
  }

  @Test(
    "InputActions: conditions",
    arguments: [
      ("$window_class == firefox", "when: {app: firefox}"), ("$window_class one_of [ a, b ]", "when: {app: [a, b]}"),
      ("$window_title contains Video", "when: {title: \"*Video*\"}"),
      ("$window_title == Price !$5", "when: {title: Price !$5}"),
      ("$window_under_pointer_class == firefox", "when: {under: {app: firefox}}"),
      ("!$window_under_fingers_title contains b", "when: {not: {under: {title: \"*b*\"}}}"),
      ("$window_under_fingers_fullscreen", "when: {under: {fullscreen: true}}"),
      ("$window_class matches ^org\\.kde\\.", "when: {app: org.kde.*}"),
      ("$window_class matches ^(a|b)$", "when: {app: [a, b]}"),
      ("$window_class matches ^a|b$", "when: {app: [a*, \"*b\"]}"),
      ("!$window_fullscreen", "when: {not: {fullscreen: true}}"),
      ("$window_fullscreen == false", "when: {fullscreen: false}"), ("$window_maximized", "when: {maximized: true}"),
      ("!$window_under_fingers_maximized", "when: {not: {under: {maximized: true}}}"),
      ("{ window_state: maximized }", "when: {maximized: true}"),
      ("$screen_name != eDP-1", "when: {not: {output: eDP-1}}"),
      ("$keyboard_modifiers == [ meta, shift ]", "when: {modifiers: [super, shift]}"),
      ("[ $window_class == a, !$window_title == b ]", "when: {app: a, not: {title: b}}"),
      ("[ $window_class != a, $window_class != b ]", "when: {not: {any: [{app: a}, {app: b}]}}"),
      ("[ $window_class == a, $window_class contains b ]", "when: {app: a, not: {not: {app: \"*b*\"}}}"),
      ("{ any: [ $window_class == a, $window_fullscreen ] }", "when: {any: [{app: a}, {fullscreen: true}]}"),
      ("{ none: [ $window_class == a ] }", "when: {not: {app: a}}"), ("{ window_class: a }", "when: {app: \"*a*\"}"),
      ("{ window_state: fullscreen, negate: [ window_state ] }", "when: {not: {fullscreen: true}}"),
      ("$fingers between 3;4", "fingers: 3-4"),
    ])
  func inputActionsConditions(condition: String, expected: String) throws {
    let fingers = condition.contains("fingers") ? "" : "fingers: 3, "
    let text = "touchpad:\n  gestures:\n    - {type: pinch, \(fingers)direction: in, conditions: \(condition), "
    let quoted = condition.hasPrefix("[") || condition.hasPrefix("{") ? condition : "'\(condition)'"
    #expect(
      try importedLines(
        text.replacing("conditions: \(condition)", with: "conditions: \(quoted)") + "actions: [{command: foot}]}\n"
      )
      .contains(expected))
  }

  @Test(
    "InputActions: gestures, thresholds and intervals",
    arguments: [
      ("type: swipe, fingers: 3, direction: left, threshold: 200", "on: begin", ["- swipe: left", "distance: 19mm"]),
      ("type: swipe, fingers: 3, direction: left_up", "on: end", ["- swipe: up-left"]),
      ("type: swipe, fingers: 3, direction: up, speed: fast", "on: begin", ["speed: 266mm/s"]),
      (
        "type: swipe, fingers: 3, direction: left_right", "on: update, interval: -100", ["- pan: left", "every: 9.5mm"]
      ),
      ("type: swipe, fingers: 4, direction: up", "on: update, interval: 1, limit: 1", ["- swipe: up"]),
      ("type: pinch, fingers: 2, direction: any", "on: update, interval: -0.2", ["- pinch: in", "every: 20%"]),
      ("type: rotate, fingers: 2, direction: any", "on: update", ["- rotate: any", "every: 5°"]),
      ("type: hold, fingers: 3", "on: begin", ["- long-press: 200ms"]),
      ("type: press, fingers: 3", "on: end", ["- long-press: 500ms"]),
      ("type: hold, fingers: 3, threshold: 300", "on: tick, interval: 50", ["- long-press: 480ms", "every: 50ms"]),
      ("type: tap, fingers: 2", "on: update", ["- tap: single"]),
      ("type: tap, fingers: 2, keyboard_modifiers: [meta, alt]", "on: end", ["when: {modifiers: [super, alt]}"]),
      ("type: tap, fingers: 2, keyboard_modifiers: none", "on: end", ["when: {modifiers: []}"]),
      ("type: rotate, fingers: 2, direction: any, speed: any", "on: update, repeat_interval: 20", ["every: 20°"]),
      ("type: circle, fingers: 2, direction: any", "on: end", ["- circle: any"]),
      ("type: stroke, fingers: 3, strokes: ZDIAnQAxZAA=", "on: end", ["- swipe: left"]),
      ("type: stroke, fingers: 3, strokes: 'ZBEAVC4tMk4AUmQA'", "on: end", ["- swipe: down-left"]),
      (
        "type: stroke, fingers: 3, strokes: [ZCMAYwAmTzEAQGQA]", "on: end",
        ["stroke-1: \"100,35 0,38 0,64\"", "- stroke: stroke-1"]
      ),
    ])
  func inputActions(trigger: String, moment: String, expected: [String]) throws {
    let text = "touchpad:\n  gestures:\n    - {\(trigger), actions: [{\(moment), command: foot}]}\n"
    let lines = try importedLines(text)
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
    #expect(lines.contains("do: foot"))
  }

  @Test("InputActions: ignored devices keep being ignored, in the same precedence")
  func inputActionsDevices() throws {
    let text = """
      device_rules:
        - {conditions: $name == Old Pad, ignore: false}
        - {conditions: {any: [$name contains Logi, $touchscreen]}, ignore: true}
        - {conditions: $mouse, press_timeout: 300}
        - {conditions: "!$touchpad", ignore: true}
        - {ignore: true, motion_threshold: 20}
      touchpad: {gestures: [{type: tap, fingers: 3, actions: [{command: foot}]}]}

      """
    let result = try imported(text, kind: .inputActions)
    let devices = "devices:\n  Old Pad: {ignore: false}\n  '*Logi*': {ignore: true}\n  touchscreen: {ignore: true}\n"
    #expect(result.text.contains(devices + "  '*': {ignore: true}\n"), "\(result.text)")
    #expect(
      result.remarks.map(\.message) == [
        "no name in 'devices' corresponds to the conditions of this 'ignore'", "'motion_threshold' has no counterpart",
      ])
  }

  @Test(
    "InputActions: what acts otherwise than there is said",
    arguments: [
      (
        "{type: tap, fingers: 3, conditions: $cursor_shape, actions: [{command: a}]}, "
          + "{type: tap, fingers: 3, actions: [{command: b}]}",
        ["no condition corresponds to '$cursor_shape'; line 3 acts in its place"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{one: [{command: a, conditions: $cursor_shape}, {command: b}]}]}",
        ["no condition corresponds to '$cursor_shape'; line 3 acts in its place"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, actions: [{on: update, interval: -10, command: a}]}",
        ["had no effect: this gesture has no steps back"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{command: echo $window_pid}]}",
        ["no variable of a rule corresponds to 'window_pid'"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, actions: [{on: update, interval: 10, command: a}, "
          + "{on: update, interval: 20, command: b}]}",
        ["a rule has one 'every', that of line 3"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, threshold: 200-400, actions: [{command: a}]}",
        ["this rule would act beyond the maximum of 'threshold' 200-400 as well"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{command: a, conditions: $window_class == a}, "
          + "{command: b, conditions: $window_class == b}]}", []
      ),
    ])
  func inputActionsDifferences(triggers: String, expected: [String]) throws {
    let result = try imported("touchpad:\n  gestures: [\n    \(triggers)]\n")
    #expect(result.remarks.map(\.message) == expected)
  }

  @Test("InputActions: actions whose conditions hold at once are executed together")
  func inputActionsOverlaps() throws {
    func rules(_ conditions: String...) throws -> [String] {
      let actions = conditions.enumerated().map { "{command: echo \($0), conditions: \($1)}" }.joined(separator: ", ")
      let text = "touchpad:\n  gestures: [{type: tap, fingers: 4, actions: [\(actions)]}]\n"
      return try importedLines(text).filter { ["when:", "do:", "- echo"].contains(where: $0.hasPrefix) }
    }
    #expect(
      try rules("$window_class == a", "$window_fullscreen") == [
        "when: {app: a, fullscreen: true}", "do:", "- echo 0", "- echo 1", "when: {app: a}", "do: echo 0",
        "when: {fullscreen: true}", "do: echo 1",
      ])
    #expect(
      try rules("$window_class == a", "$window_class == b") == [
        "when: {app: a}", "do: echo 0", "when: {app: b}", "do: echo 1",
      ])
    #expect(
      try rules("$window_class == a", "$window_maximized", "$window_fullscreen").count { $0.hasPrefix("when:") } == 7)
  }

  @Test("InputActions: the factor of the pointer's motion")
  func inputActionsMotion() throws {
    func lines(_ input: String) throws -> [String] {
      try importedLines(
        "touchpad: {gestures: [\n{type: swipe, direction: any, fingers: 3, actions: [\(input)]}]}\n",
        kind: .inputActions)
    }
    let motion = "{on: update, input: [mouse: [move_by_delta 1.5]]}"
    #expect(try lines(motion).contains("begin: {pointer: fingers, speed: 1.5}"))
    let press = "{on: begin, input: [mouse: [+left]]}, {on: end_cancel, input: [mouse: [-left]]}"
    #expect(try lines("\(press), \(motion)").contains("begin: {drag: left, speed: 1.5}"))
    #expect(try lines("\(press), \(motion)").contains("resume: true"))
    #expect(try lines("\(press), {on: update, input: [mouse: [move_by_delta]]}").contains("drag: left"))
  }
}
