import Rules

extension MessageCase {
  /// One file for each message about the YAML that the rules are written in.
  static let yamlMessages: [MessageCase] = [
    MessageCase(
      .yamlSyntax,
      """
      rules:
        - swipe: left
            fingers: 3

      """,
      shows: """
        rules.yml:3:14: error: a ':' cannot stand here
          3 |       fingers: 3
            |              ^
          help: keys of one mapping start in the same column; a value with ': ' in it needs quotes

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownAlias,
      """
      rules:
        - swipe: *usual

      """,
      shows: """
        rules.yml:2:12: error: '*usual' stands for nothing: no '&usual' is above it
          2 |   - swipe: *usual
            |            ^^^^^^
          help: a value that starts with '*' needs quotes

        rules.yml: 1 error

        """),
    MessageCase(
      .aliasLoop,
      """
      rules: &all
        - *all

      """,
      shows: """
        rules.yml:2:5: error: '*all' stands inside what it stands for
          2 |   - *all
            |     ^^^^
        rules.yml:1:8: note: '&all' is given here
          1 | rules: &all
            |        -

        rules.yml: 1 error

        """),
    MessageCase(
      .yamlTag,
      """
      rules: !list []

      """,
      shows: """
        rules.yml:1:8: error: YAML tags such as '!list' are not understood
          1 | rules: !list []
            |        ^^^^^^^
          help: leave the tag out; put the value in quotes if it must stay text

        rules.yml: 1 error

        """),
    MessageCase(
      .malformedMerge,
      """
      rules:
        - <<: base
          swipe: left

      """,
      shows: """
        rules.yml:2:9: error: '<<' takes a mapping or a list of mappings, not text
          2 |   - <<: base
            |         ^^^^
          help: write '<<: *name' for the mapping that '&name' is given to; a key that is called so needs quotes

        rules.yml: 1 error

        """),
    MessageCase(
      .missingInclude,
      """
      include: [~/gestures.yml]
      rules: []

      """,
      shows: """
        rules.yml:1:11: error: there is no file '~/gestures.yml'
          1 | include: [~/gestures.yml]
            |           ^^^^^^^^^^^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unmatchedInclude,
      """
      include: gestures/*.yml
      rules: [{swipe: left, fingers: 3, do: foot}]

      """,
      shows: """
        rules.yml:1:10: warning: 'gestures/*.yml' matches no file
          1 | include: gestures/*.yml
            |          ^^^^^^^^^^^^^^

        rules.yml: 1 warning

        """),
    MessageCase(
      .secondDocument,
      """
      rules: []
      ---
      rules: []

      """,
      shows: """
        rules.yml:2:1: error: a second document begins here
          2 | ---
            | ^^^
          help: remove the line '---': a rules file is one document

        rules.yml: 1 error

        """),
  ]
}
