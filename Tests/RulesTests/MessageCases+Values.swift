import Rules

extension MessageCase {
  /// One file for each message about values.
  static let valueMessages: [MessageCase] = [
    MessageCase(
      .notAQuantity,
      """
      rules:
        - long-press: long
          do: pause

      """,
      shows: """
        rules.yml:2:17: error: 'long' is not a duration
          2 |   - long-press: long
            |                 ^^^^
          help: write a number and a unit, such as 500ms

        rules.yml: 1 error

        """),
    MessageCase(
      .malformedQuantity,
      """
      rules:
        - swipe: left
          distance: 1,5 cm
          do: pause

      """,
      shows: """
        rules.yml:3:15: error: '1,5 cm' is not how a quantity is written; did you mean '1.5cm'?
          3 |     distance: 1,5 cm
            |               ^^^^^^
          help: the unit stands right behind the number, whose mark is a point

        rules.yml: 1 error

        """),
    MessageCase(
      .missingUnit,
      """
      rules:
        - swipe: left
          distance: 12
          do: pause

      """,
      shows: """
        rules.yml:3:15: error: '12' needs a unit; did you mean '12mm'?
          3 |     distance: 12
            |               ^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownUnit,
      """
      rules:
        - swipe: left
          distance: 300px
          within: 2sec
          do: pause

      """,
      shows: """
        rules.yml:3:15: error: unknown unit 'px' in '300px'
          3 |     distance: 300px
            |               ^^^^^
          help: a length is that of the hand's own movement, in mm or cm

        rules.yml:4:13: error: unknown unit 'sec' in '2sec'; did you mean '2s'?
          4 |     within: 2sec
            |             ^^^^

        rules.yml: 2 errors

        """),
    MessageCase(
      .wrongUnit,
      """
      rules:
        - swipe: left
          distance: 10ms
          do: pause

      """,
      shows: """
        rules.yml:3:15: error: '10ms' is a duration, and 'distance' takes a length; did you mean '10mm'?
          3 |     distance: 10ms
            |               ^^^^
          help: write a length such as 12mm

        rules.yml: 1 error

        """),
    MessageCase(
      .outOfRange,
      """
      rules:
        - pinch: in
          distance: 100%
          do: pause

      """,
      shows: """
        rules.yml:3:15: error: '100%' is out of range: 'distance' is from 1% to 95%
          3 |     distance: 100%
            |               ^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .malformedRange,
      """
      rules:
        - swipe: 45°
          speed: 100-300mm/s
          do: pause

      """,
      shows: """
        rules.yml:2:12: error: '45°' is one angle, and no hand keeps to one; did you mean '30°-60°'?
          2 |   - swipe: 45°
            |            ^^^
          help: write a range: 0° is right, 90° up, 180° left, 270° down

        rules.yml:3:12: error: '100-300mm/s' is not how a range is written; did you mean '100mm/s-300mm/s'?
          3 |     speed: 100-300mm/s
            |            ^^^^^^^^^^^
          help: both ends have their unit, and a '-' without spaces stands between them

        rules.yml: 2 errors

        """),
    MessageCase(
      .afterExceedsWithin,
      """
      rules:
        - swipe: left
          after: 500ms
          within: 200ms
          do: pause

      """,
      shows: """
        rules.yml:3:5: error: the gesture must take longer than it may
          3 |     after: 500ms
            |     ^^^^^^^^^^^^
        rules.yml:4:5: note: 'within' is shorter
          4 |     within: 200ms
            |     -------------
          help: 'after' is the shortest time to its distance and 'within' the longest

        rules.yml: 1 error

        """),
    MessageCase(
      .notAStroke,
      """
      strokes:
        bow: ["0,0 50,50 99,0", "0,0 99,99"]
      rules: [{stroke: bow, do: pause}]

      """,
      shows: """
        rules.yml:2:27: error: '0,0 99,99' is no drawing of a shape
          2 |   bow: ["0,0 50,50 99,0", "0,0 99,99"]
            |                           ^^^^^^^^^^^
          help: a drawing is places, three or more and not all in a line, such as "0,50 50,0 99,50"; 'sleight record --stroke NAME' writes what you draw into the file

        rules.yml: 1 error

        """),
    MessageCase(
      .wrongFingers,
      """
      rules:
        - swipe: left
          fingers: three
          do: pause

      """,
      shows: """
        rules.yml:3:14: error: 'three' is not a number of fingers; did you mean '3'?
          3 |     fingers: three
            |              ^^^^^
          help: write a number from 1 to 5, or a range such as 3-4

        rules.yml: 1 error

        """),
    MessageCase(
      .malformedChord,
      """
      rules:
        - swipe: left
          do: {keys: ctrl-alt-t}

      """,
      shows: """
        rules.yml:3:16: error: the keys of a chord are joined by '+'; did you mean 'ctrl+alt+t'?
          3 |     do: {keys: ctrl-alt-t}
            |                ^^^^^^^^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownModifier,
      """
      rules:
        - swipe: left
          do: {keys: "ctrl+win+t"}

      """,
      shows: """
        rules.yml:3:22: error: unknown modifier 'win'; did you mean 'super'?
          3 |     do: {keys: "ctrl+win+t"}
            |                      ^^^

        rules.yml: 1 error

        """),
    MessageCase(
      .unknownKeyName,
      """
      rules:
        - swipe: left
          do: {keys: super+Page_Dwon}

      """,
      shows: """
        rules.yml:3:22: error: unknown key 'Page_Dwon'; did you mean 'Page_Down'?
          3 |     do: {keys: super+Page_Dwon}
            |                      ^^^^^^^^^

        rules.yml: 1 error

        """),
  ]
}
