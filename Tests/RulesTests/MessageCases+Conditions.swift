import Rules

extension MessageCase {
  /// One file for each message about conditions and what they allow.
  static let conditionMessages: [MessageCase] = [
    MessageCase(
      .misplacedAction,
      """
      rules:
        - swipe: left
          do: {hold: alt}
        - pan: left
          every: 6mm
          do: {drag: left}

      """,
      shows: """
        rules.yml:3:9: error: 'hold' lasts until its gesture ends, and a swipe happens once
          3 |     do: {hold: alt}
            |         ^^^^^^^^^^^
          help: it goes with a long-press, a pan, a pinch or a rotate

        rules.yml:6:9: error: 'drag' lasts until its gesture ends, so it starts when that begins
          6 |     do: {drag: left}
            |         ^^^^^^^^^^^^
          help: it stands under 'begin'

        rules.yml: 2 errors

        """),
    MessageCase(
      .inputWhileLocked,
      """
      rules:
        - tap: triple
          when: {locked: true}
          do: [{keys: Escape}, playerctl pause]

      """,
      shows: """
        rules.yml:4:10: error: 'keys' would go to the lock screen
          4 |     do: [{keys: Escape}, playerctl pause]
            |          ^^^^^^^^^^^^^^
          help: while the session is locked, a rule may run commands only

        rules.yml: 1 error

        """),
    MessageCase(
      .keyboardsNotRead,
      """
      rules:
        - tap: triple
          when: {modifiers: [super]}
          do: {keys: Escape}

      """,
      shows: """
        rules.yml:3:12: warning: which modifiers are held is not known: no keyboard is read
          3 |     when: {modifiers: [super]}
            |            ^^^^^^^^^
          help: to allow it, write 'read-keyboards: true' under 'settings'; see sleight(5) for what it means

        rules.yml: 1 warning

        """),
    MessageCase(
      .modeNeverSet,
      """
      rules:
        - tap: triple
          when: {mode: rezise}
          do: {mode: resize}

      """,
      shows: """
        rules.yml:3:18: warning: no rule sets the mode 'rezise'; did you mean 'resize'?
          3 |     when: {mode: rezise}
            |                  ^^^^^^

        rules.yml: 1 warning

        """),
    MessageCase(
      .modeNeverAsked,
      """
      rules:
        - tap: triple
          do: {mode: resize}

      """,
      shows: """
        rules.yml:3:16: warning: no rule asks for the mode 'resize': setting it changes nothing
          3 |     do: {mode: resize}
            |                ^^^^^^
          help: a rule asks for it with 'when: {mode: resize}'

        rules.yml: 1 warning

        """),
  ]
}
