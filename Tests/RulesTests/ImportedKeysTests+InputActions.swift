import Foreign

extension ImportedKeysTests {
  /// The configuration of InputActions.
  static let inputActions = [
    Tool(
      name: "inputactions", kind: .inputActions,
      text: """
        autoreload: true
        touchpad:
          speed:
            swipe: 20
          gestures:
            - type: swipe
              fingers: 3
              direction: left
              threshold: 20
              conditions: $window_class == kitty
              actions:
                - on: begin
                  input:
                    - keyboard: [ leftctrl+t ]
            - type: swipe
              fingers: 4
              direction: up_down
              actions:
                - on: update
                  interval: 75
                  command: foot
            - type: press
              fingers: 2
              actions:
                - on: begin
                  command: hold
            - type: pinch
              fingers: 2
              direction: in
              actions:
                - on: begin
                  plasma_shortcut: kwin,Window Maximize
            - type: rotate
              fingers: 2
              direction: clockwise
              actions:
                - on: end
                  command: turn
            - type: tap
              fingers: 3
              actions:
                - command: tapped
            - type: stroke
              fingers: 3
              strokes: [ 'ADEAAGQyZAA=' ]
              actions:
                - command: drawn
            - type: swipe
              fingers: 2
              angle: 60-120
              speed: fast
              actions:
                - on: begin
                  command: angled

        """,
      changes: [
        ("swipe: 20", "swipe: 20\n    pinch_in: 0.5"),
        ("swipe: 20", "swipe: 20\n    events: 9"),
        ("autoreload: true", "autoreload: true\nnotifications: {config_error: false}"),
        ("autoreload: true", "autoreload: true\nexternal_variable_access: false"),
        ("autoreload: true", "autoreload: true\nemergency_combination: false"),
        ("autoreload: true", "autoreload: true\nwrong: 1"),
        ("touchpad:\n", "touchpad:\n  click_timeout: 500\n"),
        ("touchpad:\n", "touchpad:\n  lift_delay: 5\n"),
        ("touchpad:\n", "touchpad:\n  wrong: 5\n"),
        ("touchpad:\n", "touchpad:\n  motion_threshold: 5\n"),
        ("touchpad:\n", "device_rules:\n  - conditions: $touchpad\n    buttonpad: true\ntouchpad:\n"),
        ("touchpad:\n", "device_rules:\n  - conditions: $touchpad\n    grab: true\ntouchpad:\n"),
        (
          "touchpad:\n",
          "mouse:\n  gestures:\n    - type: stroke\n      strokes: ['ADEAAGQyZAA=']\n      actions: [{command: m}]\ntouchpad:\n"
        ),
        (
          "touchpad:\n",
          "keyboard:\n  gestures:\n    - type: shortcut\n      shortcut: [leftmeta]\n      actions: [{command: m}]\ntouchpad:\n"
        ),
        ("touchpad:\n", "pointer:\n  gestures:\n    - type: hover\n      actions: [{command: m}]\ntouchpad:\n"),
        (
          "touchpad:\n",
          "touchscreen:\n  gestures:\n    - type: swipe\n      fingers: 2\n      direction: up\n      actions: [{command: m}]\ntouchpad:\n"
        ),
        ("      direction: left\n", "      direction: left\n      end_conditions: $window_class == x\n"),
        ("      fingers: 4\n", "      fingers: 4\n      end_conditions: $window_class == x\n"),
        ("      speed: fast\n", "      speed: fast\n      end_conditions: $window_class == x\n"),
        ("      direction: left\n", "      direction: left\n      set_last_trigger: false\n"),
        ("      fingers: 4\n", "      fingers: 4\n      set_last_trigger: false\n"),
        ("      speed: fast\n", "      speed: fast\n      set_last_trigger: false\n"),
        ("      direction: left\n", "      direction: left\n      block_events: false\n"),
        ("      fingers: 4\n", "      fingers: 4\n      block_events: false\n"),
        ("      speed: fast\n", "      speed: fast\n      block_events: false\n"),
        ("      direction: left\n", "      direction: left\n      clear_modifiers: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      clear_modifiers: true\n"),
        ("      speed: fast\n", "      speed: fast\n      clear_modifiers: true\n"),
        ("      direction: left\n", "      direction: left\n      resume_timeout: 300\n"),
        ("      fingers: 4\n", "      fingers: 4\n      resume_timeout: 300\n"),
        ("      speed: fast\n", "      speed: fast\n      resume_timeout: 300\n"),
        ("      direction: left\n", "      direction: left\n      lock_pointer: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      lock_pointer: true\n"),
        ("      speed: fast\n", "      speed: fast\n      lock_pointer: true\n"),
        ("      direction: left\n", "      direction: left\n      accelerated: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      accelerated: true\n"),
        ("      speed: fast\n", "      speed: fast\n      accelerated: true\n"),
        ("      direction: left\n", "      direction: left\n      keyboard_modifiers: [ctrl]\n"),
        ("      fingers: 4\n", "      fingers: 4\n      keyboard_modifiers: [ctrl]\n"),
        ("      speed: fast\n", "      speed: fast\n      keyboard_modifiers: [ctrl]\n"),
        ("      direction: left\n", "      direction: left\n      id: foo\n"),
        ("      fingers: 4\n", "      fingers: 4\n      id: foo\n"),
        ("      speed: fast\n", "      speed: fast\n      id: foo\n"),
        ("      direction: left\n", "      direction: left\n      bidirectional: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      bidirectional: true\n"),
        ("      speed: fast\n", "      speed: fast\n      bidirectional: true\n"),
        ("      direction: left\n", "      direction: left\n      mouse_buttons: [left]\n"),
        ("      fingers: 4\n", "      fingers: 4\n      mouse_buttons: [left]\n"),
        ("      speed: fast\n", "      speed: fast\n      mouse_buttons: [left]\n"),
        ("      direction: left\n", "      direction: left\n      speed: slow\n"),
        ("      fingers: 4\n", "      fingers: 4\n      speed: slow\n"),
        ("      direction: left\n", "      direction: left\n      wrong: 1\n"),
        ("      fingers: 4\n", "      fingers: 4\n      wrong: 1\n"),
        ("      speed: fast\n", "      speed: fast\n      wrong: 1\n"),
        ("      direction: left\n", "      direction: left\n      instant: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      instant: true\n"),
        ("      speed: fast\n", "      speed: fast\n      instant: true\n"),
        ("      direction: left\n", "      direction: left\n      button: left\n"),
        ("      fingers: 4\n", "      fingers: 4\n      button: left\n"),
        ("      speed: fast\n", "      speed: fast\n      button: left\n"),
        ("      direction: left\n", "      direction: left\n      mouse_buttons_exact_order: true\n"),
        ("      fingers: 4\n", "      fingers: 4\n      mouse_buttons_exact_order: true\n"),
        ("      speed: fast\n", "      speed: fast\n      mouse_buttons_exact_order: true\n"),
        ("type: press\n", "type: press\n      instant: true\n"),
        ("type: press\n", "type: press\n      button: left\n"),
        ("type: press\n", "type: press\n      threshold: 500\n"),
        ("type: press\n", "type: press\n      threshold: 100-500\n"),
        ("type: press\n", "type: press\n      lock_pointer: true\n"),
        ("type: press\n", "type: press\n      bidirectional: true\n"),
        ("type: press\n", "type: press\n      resume_timeout: 300\n"),
        ("type: pinch\n", "type: pinch\n      threshold: 0.3\n"),
        ("type: pinch\n", "type: pinch\n      speed: fast\n"),
        ("type: pinch\n", "type: pinch\n      bidirectional: true\n"),
        ("type: pinch\n", "type: pinch\n      accelerated: true\n"),
        ("type: pinch\n", "type: pinch\n      threshold: 0.3-0.8\n"),
        ("type: rotate\n", "type: rotate\n      threshold: 10\n"),
        ("type: rotate\n", "type: rotate\n      speed: fast\n"),
        ("type: rotate\n", "type: rotate\n      bidirectional: true\n"),
        ("type: tap\n", "type: tap\n      threshold: 10\n"),
        ("type: stroke\n", "type: stroke\n      threshold: 10\n"),
        ("type: tap\n", "type: tap\n      threshold: 100\n"),
        ("type: stroke\n", "type: stroke\n      threshold: 100\n"),
        ("type: tap\n", "type: tap\n      speed: fast\n"),
        ("type: stroke\n", "type: stroke\n      speed: fast\n"),
        ("threshold: 20\n", "threshold: 20-80\n"),
        ("threshold: 20\n", "threshold: 90\n"),
        ("threshold: 20\n", "threshold: abc\n"),
        ("direction: left", "direction: left_right"),
        ("direction: left", "direction: wrong"),
        ("angle: 60-120", "angle: 120-60"),
        ("angle: 60-120", "angle: 60-abc"),
        ("fingers: 3\n      direction", "fingers: 2-4\n      direction"),
        ("fingers: 3\n      direction", "fingers: 6\n      direction"),
        ("direction: up_down", "direction: any"),
        ("speed: fast", "speed: slow"),
        ("          command: foot\n", "          command: foot\n          limit: 1\n"),
        ("          command: foot\n", "          command: foot\n          limit: 3\n"),
        ("        - on: begin\n          input", "        - on: begin\n          limit: 3\n          input"),
        ("          command: turn\n", "          command: turn\n          limit: 3\n"),
        ("        - command: tapped\n", "        - command: tapped\n          limit: 3\n"),
        ("          command: foot\n", "          command: foot\n          threshold: 50\n"),
        ("        - on: begin\n          input", "        - on: begin\n          threshold: 50\n          input"),
        ("          command: turn\n", "          command: turn\n          threshold: 50\n"),
        ("        - command: tapped\n", "        - command: tapped\n          threshold: 50\n"),
        ("          command: foot\n", "          command: foot\n          threshold: 50-100\n"),
        ("        - on: begin\n          input", "        - on: begin\n          threshold: 50-100\n          input"),
        ("          command: turn\n", "          command: turn\n          threshold: 50-100\n"),
        ("        - command: tapped\n", "        - command: tapped\n          threshold: 50-100\n"),
        ("          command: foot\n", "          command: foot\n          sleep: 100\n"),
        ("        - on: begin\n          input", "        - on: begin\n          sleep: 100\n          input"),
        ("          command: turn\n", "          command: turn\n          sleep: 100\n"),
        ("        - command: tapped\n", "        - command: tapped\n          sleep: 100\n"),
        ("          command: foot\n", "          command: foot\n          conflicting: false\n"),
        ("        - on: begin\n          input", "        - on: begin\n          conflicting: false\n          input"),
        ("          command: turn\n", "          command: turn\n          conflicting: false\n"),
        ("        - command: tapped\n", "        - command: tapped\n          conflicting: false\n"),
        ("          command: foot\n", "          command: foot\n          wait: true\n"),
        ("        - on: begin\n          input", "        - on: begin\n          wait: true\n          input"),
        ("          command: turn\n", "          command: turn\n          wait: true\n"),
        ("        - command: tapped\n", "        - command: tapped\n          wait: true\n"),
        ("          command: foot\n", "          command: foot\n          id: x\n"),
        ("        - on: begin\n          input", "        - on: begin\n          id: x\n          input"),
        ("          command: turn\n", "          command: turn\n          id: x\n"),
        ("        - command: tapped\n", "        - command: tapped\n          id: x\n"),
        ("          command: foot\n", "          command: foot\n          function: '() => 1'\n"),
        ("        - on: begin\n          input", "        - on: begin\n          function: '() => 1'\n          input"),
        ("          command: turn\n", "          command: turn\n          function: '() => 1'\n"),
        ("        - command: tapped\n", "        - command: tapped\n          function: '() => 1'\n"),
        ("          command: foot\n", "          command: foot\n          activate_window: x\n"),
        ("        - on: begin\n          input", "        - on: begin\n          activate_window: x\n          input"),
        ("          command: turn\n", "          command: turn\n          activate_window: x\n"),
        ("        - command: tapped\n", "        - command: tapped\n          activate_window: x\n"),
        ("          command: foot\n", "          command: foot\n          replace_text: {regex: a}\n"),
        (
          "        - on: begin\n          input",
          "        - on: begin\n          replace_text: {regex: a}\n          input"
        ),
        ("          command: turn\n", "          command: turn\n          replace_text: {regex: a}\n"),
        ("        - command: tapped\n", "        - command: tapped\n          replace_text: {regex: a}\n"),
        ("          command: foot\n", "          command: foot\n          block_other: true\n"),
        ("        - on: begin\n          input", "        - on: begin\n          block_other: true\n          input"),
        ("          command: turn\n", "          command: turn\n          block_other: true\n"),
        ("        - command: tapped\n", "        - command: tapped\n          block_other: true\n"),
        ("          command: foot\n", "          command: foot\n          conditions: $window_class == a\n"),
        (
          "        - on: begin\n          input",
          "        - on: begin\n          conditions: $window_class == a\n          input"
        ),
        ("          command: turn\n", "          command: turn\n          conditions: $window_class == a\n"),
        ("        - command: tapped\n", "        - command: tapped\n          conditions: $window_class == a\n"),
        ("          command: foot\n", "          command: foot\n          wrong: 1\n"),
        ("        - on: begin\n          input", "        - on: begin\n          wrong: 1\n          input"),
        ("          command: turn\n", "          command: turn\n          wrong: 1\n"),
        ("        - command: tapped\n", "        - command: tapped\n          wrong: 1\n"),
        ("          command: foot\n", "          command: foot\n          accelerated: true\n"),
        ("        - on: begin\n          input", "        - on: begin\n          accelerated: true\n          input"),
        ("          command: turn\n", "          command: turn\n          accelerated: true\n"),
        ("        - command: tapped\n", "        - command: tapped\n          accelerated: true\n"),
        ("interval: 75", "interval: -75"),
        ("interval: 75", "interval: '+'"),
        ("interval: 75", "interval: '-'"),
        ("interval: 75", "interval: abc"),
        ("on: update", "on: tick"),
        ("on: update", "on: wrong"),
        ("on: end", "on: end_cancel"),
        ("on: end", "on: cancel"),
        ("[ leftctrl+t ]", "[ leftctrl+t, a ]"),
        ("[ leftctrl+t ]", "[ leftctrl+wrong ]"),
        ("[ leftctrl+t ]", "[ {text: hi} ]"),
        ("- keyboard: [ leftctrl+t ]", "- mouse: [ move_by 3 4 ]"),
        ("- keyboard: [ leftctrl+t ]", "- mouse: [ middle ]"),
        ("- keyboard: [ leftctrl+t ]", "- wrong: [ middle ]"),
        ("$window_class == kitty", "$window_maximized"),
        ("$window_class == kitty", "$window_title contains x"),
        ("$window_class == kitty", "$cursor_shape == left_ptr"),
        ("$window_class == kitty", "$last_trigger_id == x"),
        ("$window_class == kitty", "$plasma_overview_active"),
        ("$window_class == kitty", "$pointer_position_screen_percentage between 0.5,0.5;1,1"),
        ("$window_class == kitty", "$screen_name == eDP-1"),
        ("$window_class == kitty", "$fingers == 3"),
        ("$window_class == kitty", "$device_name == x"),
        ("$window_class == kitty", "$thumb_present"),
        ("kwin,Window Maximize", "kwin,Foo"),
        ("strokes: [ 'ADEAAGQyZAA=' ]", "strokes: [ 'ADEAAGQyZAA=', 'ZDIAnQAxZAA=' ]"),
      ],
      named: ["swipe"])
  ]
}
