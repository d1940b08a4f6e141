import Rules

extension MessageCase {
  /// One file for each message about rules as a whole.
  static let ruleMessages: [MessageCase] = [
    MessageCase(
      .noGesture,
      """
      rules:
        - fingers: 3
          do: pause

      """,
      shows: """
        rules.yml:2:5: error: this rule has no gesture
          2 |   - fingers: 3
            |     ^^^^^^^
          help: a rule starts with its gesture: 'tap', 'long-press', 'swipe', 'pan', 'pinch', 'rotate' or 'stroke'

        rules.yml: 1 error

        """),
    MessageCase(
      .twoGestures,
      """
      rules:
        - swipe: left
          pinch: in
          do: pause

      """,
      shows: """
        rules.yml:3:5: error: a second gesture in one rule: 'pinch'
          3 |     pinch: in
            |     ^^^^^
        rules.yml:2:5: note: the first is here
          2 |   - swipe: left
            |     -----
          help: start a rule of its own with '- pinch: …'

        rules.yml: 1 error

        """),
    MessageCase(
      .noAction,
      """
      rules:
        - swipe: left
          fingers: 3

      """,
      shows: """
        rules.yml:2:5: error: this rule does nothing: 'do' is missing
          2 |   - swipe: left
            |     ^^^^^
          help: write 'do: command' or 'do: {keys: super+Page_Down}'

        rules.yml: 1 error

        """),
    MessageCase(
      .emptyAction,
      """
      rules:
        - swipe: left
          do: []

      """,
      shows: """
        rules.yml:3:9: error: 'do' has an empty list: this rule does nothing
          3 |     do: []
            |         ^^
          help: write 'do: command' or 'do: {keys: super+Page_Down}'

        rules.yml: 1 error

        """),
    MessageCase(
      .twoActions,
      """
      rules:
        - swipe: left
          do: {run: [pause], keys: super}

      """,
      shows: """
        rules.yml:3:24: error: a second action in one mapping: 'keys'
          3 |     do: {run: [pause], keys: super}
            |                        ^^^^
        rules.yml:3:10: note: the first is here
          3 |     do: {run: [pause], keys: super}
            |          ---
          help: several actions are a list: [{…}, {…}]

        rules.yml: 1 error

        """),
    MessageCase(
      .misplacedKey,
      """
      rules:
        - long-press: 500ms
          distance: 3mm
          do: pause

      """,
      shows: """
        rules.yml:3:5: error: 'distance' does not go with 'long-press'
          3 |     distance: 3mm
            |     ^^^^^^^^
          help: it goes with 'tap', 'swipe', 'pan', 'pinch' or 'rotate'

        rules.yml: 1 error

        """),
    MessageCase(
      .conflictingKeys,
      """
      rules:
        - pan: up
          every: 6mm
          at: end
          do: pause

      """,
      shows: """
        rules.yml:4:5: error: 'do' is done at every step, so 'at' has nothing to say
          4 |     at: end
            |     ^^
        rules.yml:3:5: note: 'every' makes steps
          3 |     every: 6mm
            |     -----
          help: what is to be done once stands under 'begin' or 'end'

        rules.yml: 1 error

        """),
    MessageCase(
      .missingKey,
      """
      rules:
        - pan: up
          do: next
          back: previous

      """,
      shows: """
        rules.yml:4:5: error: 'back' is for steps the other way, and the rule has no steps: 'every' is missing
          4 |     back: previous
            |     ^^^^
          help: add how far it is from one step to the next: 6mm for a pan, 10% for a pinch, 15° for a rotation

        rules.yml: 1 error

        """),
    MessageCase(
      .neverActs,
      """
      rules:
        - swipe: left
          device: touchpad
          do: pause

      """,
      shows: """
        rules.yml:2:5: warning: libinput reports swipes of 2 to 4 fingers only on a touchpad: this rule can never act
          2 |   - swipe: left
            |     ^^^^^^^^^^^
          help: without 'fingers' it takes 1

        rules.yml: 1 warning

        """),
    MessageCase(
      .hiddenRule,
      """
      rules:
        - swipe: horizontal
          fingers: 3-4
          do: pause
        - swipe: left
          fingers: 3
          distance: 20mm
          do: next

      """,
      shows: """
        rules.yml:5:5: warning: an earlier rule always acts before this one
          5 |   - swipe: left
            |     ^^^^^^^^^^^
        rules.yml:2:5: note: this is the earlier rule
          2 |   - swipe: horizontal
            |     -----------------

        rules.yml: 1 warning

        """),
    MessageCase(
      .tapWaits,
      """
      rules:
        - tap: single
          fingers: 3
          do: pause
        - tap: double
          fingers: 3
          do: next

      """,
      shows: """
        rules.yml:2:5: note: this tap waits 300ms to see whether another one follows
          2 |   - tap: single
            |     ^^^^^^^^^^^
        rules.yml:5:5: note: because of this rule
          5 |   - tap: double
            |     -----------

        rules.yml: 1 note

        """),
  ]
}
