import Rules

extension MessageCase {
  /// Files with what may be wrong in what is said of devices.
  static let deviceMessages: [MessageCase] = [
    MessageCase(
      .unknownKey,
      """
      devices:
        "ELAN*": {sise: 344mm x 194mm}
        "Atmel*": {width: 344mm}
        "Wacom*": {transform: 90}
        "Synaptics*": {thing: 1}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:13: error: unknown key 'sise'; did you mean 'size'?
          2 |   "ELAN*": {sise: 344mm x 194mm}
            |             ^^^^

        rules.yml:3:14: error: unknown key 'width'
          3 |   "Atmel*": {width: 344mm}
            |              ^^^^^
          help: width and height stand together: 'size: 344mm x 194mm'

        rules.yml:4:14: error: unknown key 'transform'; did you mean 'orientation'?
          4 |   "Wacom*": {transform: 90}
            |              ^^^^^^^^^

        rules.yml:5:18: error: unknown key 'thing'
          5 |   "Synaptics*": {thing: 1}
            |                  ^^^^^
          help: known here: 'size', 'orientation', 'output' or 'ignore'

        rules.yml: 4 errors

        """),
    MessageCase(
      .missingUnit,
      """
      devices:
        "ELAN*": {size: 344x194mm}
        "Atmel*": {size: 344 x 194}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: '344x194mm' needs a unit behind each number; did you mean '344mm x 194mm'?
          2 |   "ELAN*": {size: 344x194mm}
            |                   ^^^^^^^^^

        rules.yml:3:20: error: '344 x 194' needs a unit behind each number; did you mean '344mm x 194mm'?
          3 |   "Atmel*": {size: 344 x 194}
            |                    ^^^^^^^^^

        rules.yml: 2 errors

        """),
    MessageCase(
      .malformedQuantity,
      """
      devices:
        "ELAN*": {size: 344mmx194mm}
        "Atmel*": {size: 344 mm × 194 mm}
        "Wacom*": {size: "34,4cm by 19,4cm"}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: '344mmx194mm' is not how a size is written; did you mean '344mm x 194mm'?
          2 |   "ELAN*": {size: 344mmx194mm}
            |                   ^^^^^^^^^^^
          help: a size is written as '344mm x 194mm'

        rules.yml:3:20: error: '344 mm × 194 mm' is not how a size is written; did you mean '344mm x 194mm'?
          3 |   "Atmel*": {size: 344 mm × 194 mm}
            |                    ^^^^^^^^^^^^^^^
          help: a size is written as '344mm x 194mm'

        rules.yml:4:20: error: '34,4cm by 19,4cm' is not how a size is written; did you mean '34.4cm x 19.4cm'?
          4 |   "Wacom*": {size: "34,4cm by 19,4cm"}
            |                    ^^^^^^^^^^^^^^^^^^
          help: a size is written as '344mm x 194mm'

        rules.yml: 3 errors

        """),
    MessageCase(
      .wrongUnit,
      """
      devices:
        "ELAN*": {size: 1920 x 1080}
        "Atmel*": {size: 1280px x 800px}
        "Wacom*": {size: 344ms x 194mm}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: '1920 x 1080' is a number of pixels, and a size is measured in millimetres
          2 |   "ELAN*": {size: 1920 x 1080}
            |                   ^^^^^^^^^^^
          help: write what a ruler shows, as in '344mm x 194mm'

        rules.yml:3:20: error: '1280px x 800px' is a number of pixels, and a size is measured in millimetres
          3 |   "Atmel*": {size: 1280px x 800px}
            |                    ^^^^^^^^^^^^^^
          help: write what a ruler shows, as in '344mm x 194mm'

        rules.yml:4:20: error: '344ms' is a duration, and a size is two lengths
          4 |   "Wacom*": {size: 344ms x 194mm}
            |                    ^^^^^^^^^^^^^
          help: write 'size: 344mm x 194mm'

        rules.yml: 3 errors

        """),
    MessageCase(
      .unknownUnit,
      """
      devices:
        "ELAN*": {size: 13.3in x 8in}
        "Atmel*": {size: 344millimeters x 194mm}
        "Wacom*": {size: 3feet x 2feet}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: unknown unit 'in' in '13.3in x 8in'
          2 |   "ELAN*": {size: 13.3in x 8in}
            |                   ^^^^^^^^^^^^
          help: a size is in 'mm' or 'cm'; an inch is 25.4mm

        rules.yml:3:20: error: unknown unit 'millimeters' in '344millimeters x 194mm'; did you mean '344mm x 194mm'?
          3 |   "Atmel*": {size: 344millimeters x 194mm}
            |                    ^^^^^^^^^^^^^^^^^^^^^^

        rules.yml:4:20: error: unknown unit 'feet' in '3feet x 2feet'
          4 |   "Wacom*": {size: 3feet x 2feet}
            |                    ^^^^^^^^^^^^^
          help: a size is in 'mm' or 'cm'

        rules.yml: 3 errors

        """),
    MessageCase(
      .outOfRange,
      """
      devices:
        "ELAN*": {size: 0mm x 194mm}
        "Atmel*": {size: -344mm x 194mm}
        "Wacom*": {size: 344cm x 194cm}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: '0mm x 194mm' is out of range: each side of a surface is from 10mm to 2500mm
          2 |   "ELAN*": {size: 0mm x 194mm}
            |                   ^^^^^^^^^^^

        rules.yml:3:20: error: '-344mm x 194mm' is out of range: each side of a surface is from 10mm to 2500mm
          3 |   "Atmel*": {size: -344mm x 194mm}
            |                    ^^^^^^^^^^^^^^

        rules.yml:4:20: error: '344cm x 194cm' is out of range: each side of a surface is from 10mm to 2500mm
          4 |   "Wacom*": {size: 344cm x 194cm}
            |                    ^^^^^^^^^^^^^

        rules.yml: 3 errors

        """),
    MessageCase(
      .notAQuantity,
      """
      devices:
        "ELAN*": {size: 344mm}
        "Atmel*": {size: large}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: '344mm' is not a width and a height
          2 |   "ELAN*": {size: 344mm}
            |                   ^^^^^
          help: write both with a unit, as in '344mm x 194mm'

        rules.yml:3:20: error: 'large' is not a width and a height
          3 |   "Atmel*": {size: large}
            |                    ^^^^^
          help: write both with a unit, as in '344mm x 194mm'

        rules.yml: 2 errors

        """),
    MessageCase(
      .wrongShape,
      """
      devices:
        "ELAN*": {size: [344mm, 194mm], orientation: [left], output: [eDP-1]}
        "Atmel*": ignore
        "Wacom*": 344 x 194
        "Synaptics*": left
        "Cypress*": [ignore]
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:19: error: 'size' takes a width and a height, not a list
          2 |   "ELAN*": {size: [344mm, 194mm], orientation: [left], output: [eDP-1]}
            |                   ^^^^^^^^^^^^^^
          help: write 'size: 344mm x 194mm'

        rules.yml:2:48: error: 'orientation' takes an orientation, not a list
          2 |   "ELAN*": {size: [344mm, 194mm], orientation: [left], output: [eDP-1]}
            |                                                ^^^^^^
          help: write 'orientation: left'

        rules.yml:2:64: error: 'output' takes an output's name, not a list
          2 |   "ELAN*": {size: [344mm, 194mm], orientation: [left], output: [eDP-1]}
            |                                                                ^^^^^^^
          help: write 'output: eDP-1'

        rules.yml:3:13: error: 'Atmel*' takes a mapping, not 'ignore'; did you mean '{ignore: true}'?
          3 |   "Atmel*": ignore
            |             ^^^^^^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml:4:13: error: 'Wacom*' takes a mapping, not '344 x 194'; did you mean '{size: 344mm x 194mm}'?
          4 |   "Wacom*": 344 x 194
            |             ^^^^^^^^^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml:5:17: error: 'Synaptics*' takes a mapping, not 'left'; did you mean '{orientation: left}'?
          5 |   "Synaptics*": left
            |                 ^^^^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml:6:15: error: 'Cypress*' takes a mapping, not a list
          6 |   "Cypress*": [ignore]
            |               ^^^^^^^^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml: 7 errors

        """),
    MessageCase(
      .wrongShape,
      """
      devices: [ELAN]
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:1:10: error: 'devices' takes a mapping of devices' names and what they are like, not a list
          1 | devices: [ELAN]
            |          ^^^^^^
          help: write 'devices: {"Atmel*": {size: 344mm x 194mm}}'

        rules.yml: 1 error

        """),
    MessageCase(
      .missingValue,
      """
      devices:
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:1:9: error: 'devices' has no value; it takes a mapping of devices' names and what they are like
          1 | devices:
            |         ^
          help: write 'devices: {"Atmel*": {size: 344mm x 194mm}}'

        rules.yml: 1 error

        """),
    MessageCase(
      .missingValue,
      """
      devices:
        "ELAN*":
        "Atmel*": {}
        "Wacom*": {size: , output: " "}
        "": {ignore: true}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:11: error: nothing is said of 'ELAN*'
          2 |   "ELAN*":
            |           ^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml:3:13: error: nothing is said of 'Atmel*'
          3 |   "Atmel*": {}
            |             ^^
          help: say what the device is like, as in '{size: 344mm x 194mm}' or '{ignore: true}'

        rules.yml:4:20: error: 'size' has no value; it takes a width and a height
          4 |   "Wacom*": {size: , output: " "}
            |                    ^
          help: write 'size: 344mm x 194mm'

        rules.yml:4:30: error: an output's name cannot be empty
          4 |   "Wacom*": {size: , output: " "}
            |                              ^^^
          help: write 'output: eDP-1'

        rules.yml:5:3: error: a device's name cannot be empty
          5 |   "": {ignore: true}
            |   ^^
          help: write '"*"' for every device

        rules.yml: 5 errors

        """),
    MessageCase(
      .unknownValue,
      """
      devices:
        "ELAN*": {orientation: lefft, ignore: yes}
        "Atmel*": {orientation: upside-down}
        "Wacom*": {orientation: 90}
        "Synaptics*": {orientation: askew}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:26: error: unknown orientation 'lefft'; did you mean 'left'?
          2 |   "ELAN*": {orientation: lefft, ignore: yes}
            |                          ^^^^^

        rules.yml:2:41: error: 'ignore' takes true or false, not 'yes'; did you mean 'true'?
          2 |   "ELAN*": {orientation: lefft, ignore: yes}
            |                                         ^^^

        rules.yml:3:27: error: unknown orientation 'upside-down'; did you mean 'inverted'?
          3 |   "Atmel*": {orientation: upside-down}
            |                           ^^^^^^^^^^^

        rules.yml:4:27: error: unknown orientation '90'
          4 |   "Wacom*": {orientation: 90}
            |                           ^^
          help: 'left' is a device whose own top edge is on the left of what is seen, 'right' one whose is on the right

        rules.yml:5:31: error: unknown orientation 'askew'
          5 |   "Synaptics*": {orientation: askew}
            |                               ^^^^^
          help: 'orientation' takes 'normal', 'left', 'right' or 'inverted'

        rules.yml: 5 errors

        """),
    MessageCase(
      .duplicateKey,
      """
      devices:
        "ELAN*": {ignore: true}
        "ELAN*": {ignore: false}
        elan*: {ignore: true}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:3:3: error: 'ELAN*' stands here twice
          3 |   "ELAN*": {ignore: false}
            |   ^^^^^^^
        rules.yml:2:3: note: the first is here
          2 |   "ELAN*": {ignore: true}
            |   -------

        rules.yml:4:3: error: 'elan*' stands here twice: upper and lower case are the same in it
          4 |   elan*: {ignore: true}
            |   ^^^^^
        rules.yml:2:3: note: the first is here
          2 |   "ELAN*": {ignore: true}
            |   -------

        rules.yml: 2 errors

        """),
    MessageCase(
      .unknownDevice,
      """
      devices:
        trackpad: {ignore: true}
        any: {ignore: true}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:3: error: unknown kind of device 'trackpad'; did you mean 'touchpad'?
          2 |   trackpad: {ignore: true}
            |   ^^^^^^^^
          help: for a device of that name write 'trackpad*'

        rules.yml:3:3: error: unknown kind of device 'any'
          3 |   any: {ignore: true}
            |   ^^^
          help: write '"*"' for every device

        rules.yml: 2 errors

        """),
    MessageCase(
      .keyNotText,
      """
      devices:
        ~: {ignore: true}
        [ELAN, Atmel]: {ignore: true}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:3: error: a device's name is text, not nothing
          2 |   ~: {ignore: true}
            |   ^

        rules.yml:3:3: error: a device's name is text, not a list
          3 |   [ELAN, Atmel]: {ignore: true}
            |   ^^^^^^^^^^^^^

        rules.yml: 2 errors

        """),
    MessageCase(
      .boolean,
      """
      devices:
        "ELAN*": {output: no}
      rules: [{tap: single, do: a}]

      """,
      shows: """
        rules.yml:2:21: error: 'no' means yes or no in YAML, and 'output' takes an output's name
          2 |   "ELAN*": {output: no}
            |                     ^^
          help: write 'output: eDP-1'

        rules.yml: 1 error

        """),
  ]
}
