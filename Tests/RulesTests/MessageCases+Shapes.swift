import Rules

extension MessageCase {
  /// One file for each message about shapes: lists, mappings, values that are missing.
  static let shapeMessages: [MessageCase] = [
    MessageCase(
      .noRules,
      """
      rules:

      """,
      shows: """
        rules.yml:1:7: error: there is nothing under 'rules'
          1 | rules:
            |       ^
          help: write a list of rules, or 'rules: []' for none

        rules.yml: 1 error

        """),
    MessageCase(
      .emptyRules,
      """
      rules: []

      """,
      shows: """
        rules.yml:1:8: warning: the list of rules is empty: nothing will act
          1 | rules: []
            |        ^^

        rules.yml: 1 warning

        """),
    MessageCase(
      .wrongShape,
      """
      rules:
        swipe: left
        do: pause

      """,
      shows: """
        rules.yml:2:3: error: 'rules' takes a list of rules, not a mapping
          2 |   swipe: left
            |   ^
          help: every rule starts with '- ', as in '- swipe: left'

        rules.yml: 1 error

        """),
    MessageCase(
      .keyNotText,
      """
      rules:
        - swipe: left
          [fingers, device]: 3
          do: pause

      """,
      shows: """
        rules.yml:3:5: error: a key is text, not a list
          3 |     [fingers, device]: 3
            |     ^^^^^^^^^^^^^^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .duplicateKey,
      """
      rules:
        - swipe: left
          fingers: 3
          fingers: 4
          do: pause

      """,
      shows: """
        rules.yml:4:5: error: 'fingers' stands here twice
          4 |     fingers: 4
            |     ^^^^^^^
        rules.yml:3:5: note: the first is here
          3 |     fingers: 3
            |     -------

        rules.yml: 1 error

        """),
    MessageCase(
      .missingValue,
      """
      rules:
        - swipe: left
          fingers: ~
          do: pause

      """,
      shows: """
        rules.yml:3:14: error: 'fingers' has no value; it takes a number from 1 to 5
          3 |     fingers: ~
            |              ^
          help: write 'fingers: 3'

        rules.yml: 1 error

        """),
    MessageCase(
      .boolean,
      """
      rules:
        - swipe: left
          do: off

      """,
      shows: """
        rules.yml:3:9: error: 'off' means yes or no in YAML, and 'do' takes an action
          3 |     do: off
            |         ^^^
          help: to run a command of that name, put it in quotes

        rules.yml: 1 error

        """),
    MessageCase(
      .nulCharacter,
      #"""
      rules:
        - swipe: left
          do: "echo \0"

      """#,
      shows: #"""
        rules.yml:3:9: error: a command cannot hold a NUL character
          3 |     do: "echo \0"
            |         ^^^^^^^^^

        rules.yml: 1 error

        """#),
  ]
}
