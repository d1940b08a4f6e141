import Rules

extension MessageCase {
  /// One file for each message about words.
  static let wordMessages: [MessageCase] = [
    MessageCase(
      .unknownGesture,
      """
      rules:
        - swype: left
          do: pause

      """,
      shows: """
        rules.yml:2:5: error: unknown gesture 'swype'; did you mean 'swipe'?
          2 |   - swype: left
            |     ^^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownKey,
      """
      rules:
        - swipe: left
          finger_count: 3
          do: pause

      """,
      shows: """
        rules.yml:3:5: error: unknown key 'finger_count'; did you mean 'fingers'?
          3 |     finger_count: 3
            |     ^^^^^^^^^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownAction,
      """
      rules:
        - swipe: left
          do: {command: pause}

      """,
      shows: """
        rules.yml:3:10: error: unknown action 'command'
          3 |     do: {command: pause}
            |          ^^^^^^^
          help: a shell command is text without a key: 'do: playerctl play-pause'

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownDirection,
      """
      rules:
        - swipe: [left, dwon]
          do: pause

      """,
      shows: """
        rules.yml:2:19: error: unknown direction 'dwon'; did you mean 'down'?
          2 |   - swipe: [left, dwon]
            |                   ^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownDevice,
      """
      rules:
        - swipe: left
          device: trackpad
          do: pause

      """,
      shows: """
        rules.yml:3:13: error: unknown kind of device 'trackpad'; did you mean 'touchpad'?
          3 |     device: trackpad
            |             ^^^^^^^^
          help: for a device of that name write 'trackpad*'

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownStroke,
      """
      strokes: {house: "0,99 0,40 50,0 99,40 99,99"}
      rules:
        - {stroke: circel, do: pause}
        - {stroke: hous, do: pause}
        - {stroke: elephant, do: pause}

      """,
      shows: """
        rules.yml:3:14: error: unknown stroke 'circel'; did you mean 'circle'?
          3 |   - {stroke: circel, do: pause}
            |              ^^^^^^

        rules.yml:4:14: error: unknown stroke 'hous'; did you mean 'house'?
          4 |   - {stroke: hous, do: pause}
            |              ^^^^

        rules.yml:5:14: error: unknown stroke 'elephant'
          5 |   - {stroke: elephant, do: pause}
            |              ^^^^^^^^
          help: there are 'circle', 'check', 'caret', 'v', 'left-bracket', 'right-bracket', 'zigzag', 'triangle', 'rectangle', 'star', 'pigtail' and 'house'; 'sleight record --stroke NAME' writes what you draw into the file

        rules.yml: 3 errors

        """),
    MessageCase(
      .unknownValue,
      """
      rules:
        - tap: 2
          edge: [left, up]
          do: pause

      """,
      shows: """
        rules.yml:2:10: error: unknown number of taps '2'; did you mean 'double'?
          2 |   - tap: 2
            |          ^

        rules.yml:3:18: error: unknown edge 'up'; did you mean 'top'?
          3 |     edge: [left, up]
            |                  ^^

        rules.yml: 2 errors

        """),
  ]
}
