import Foreign
import Importing
import RulesFile
import Testing

@Suite("Importing keeps or names each key that a tool documents")
struct ImportedKeysTests {
  /// A configuration, and changes of it: each must change the rules or be named.
  struct Tool: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: ImportKind
    let text: String
    /// What is replaced, and by what.
    let changes: [(String, String)]
    /// Keys that the plain configuration has already, and that are named.
    var named: [String] = []
    var testDescription: String { name }
  }

  /// The rules and remarks, without the numbers of lines, which a change may shift.
  private func outcome(_ text: String, _ kind: ImportKind) throws -> String {
    let result: ImportResult
    do { result = try imported(text, kind: kind) } catch let error as ImportError { return error.message }
    let text = result.text + result.remarks.map { "\($0.kind): \($0.message)" }.joined(separator: "\n")
    return text.replacing(/(line |:)\d+/) { "\($0.1)" }
  }

  @Test("each key changes the rules, or is named", arguments: Self.tools)
  func keys(tool: Tool) throws {
    let plain = try outcome(tool.text, tool.kind)
    for name in tool.named { #expect(plain.contains("'\(name)'"), "'\(name)' is dropped without a word") }
    for (old, new) in tool.changes {
      #expect(tool.text.contains(old), "\(old)")
      let changed = try outcome(tool.text.replacing(old, with: new, maxReplacements: 1), tool.kind)
      #expect(changed != plain, "'\(new)' in place of '\(old)' is dropped without a word")
    }
  }

  private static let tools = [
    Tool(
      name: "lisgd", kind: .lisgd,
      text: """
        lisgd -v -g "1,DU,B,*,R,foot" -g "2,LR,*,*,R,foot"

        """,
      changes: [
        ("lisgd -v", "lisgd -v -d /dev/input/event3"),
        ("lisgd -v", "lisgd -v -r 30"),
        ("lisgd -v", "lisgd -v -t 300"),
        ("1,DU,B,*,R", "1,DU,B,*,P"),
        ("lisgd -v", "lisgd -v -m 400"),
        ("lisgd -v", "lisgd -v -o 1"),
        ("lisgd -v", "lisgd -v -s 2"),
        ("lisgd -v", "lisgd -v -t abc"),
        ("lisgd -v", "lisgd -v -x 3"),
        ("lisgd -v", "lisgd -v -m abc"),
        ("lisgd -v", "lisgd -v -o abc"),
        ("-g \"2,LR,*,*,R,foot\"", "-g \"2,LR\""),
        ("lisgd -v", "lisgd -v stray"),
      ]),
    Tool(
      name: "lisgd.h", kind: .lisgd,
      text: """
        unsigned int distancethreshold = 125;
        unsigned int distancethreshold_pressed = 60;
        unsigned int degreesleniency = 15;
        unsigned int timeoutms = 800;
        unsigned int orientation = 0;
        unsigned int verbose = 0;
        double edgesizeleft = 50.0;
        double edgessizescaling = 1.0;
        char *device = "/dev/input/touchscreen";
        Gesture gestures[] = {
        	/* nfingers  gestutetype  command */
        	{ 1,         SwipeLR,     EdgeLeft,   DistanceAny, ActModeReleased, "foot" },
        };

        """,
      changes: [
        ("degreesleniency = 15", "degreesleniency = 30"),
        ("/dev/input/touchscreen", "/dev/input/event1"),
        ("distancethreshold = 125", "distancethreshold = 300"),
        ("DistanceAny, ActModeReleased", "DistanceAny, ActModePressed"),
        ("timeoutms = 800", "timeoutms = 300"),
        ("edgesizeleft = 50.0", "edgesizeleft = 90.0"),
        ("SwipeLR", "Blah"),
        ("ActModeReleased", "ActModeFoo"),
        ("EdgeLeft", "EdgeFoo"),
        ("DistanceAny", "DistanceFoo"),
        ("distancethreshold = 125", "distancethreshold = 2 * 100"),
      ]),
    Tool(
      name: "fusuma", kind: .fusuma,
      text: """
        swipe:
          3:
            left: {command: foot}
            up: {sendkey: LEFTALT+RIGHT}
            right: {window: fullscreen}
            down: {workspace: next}
        pinch:
          2:
            in: {command: foot}
        tap:
          3: {command: foot}
        hold:
          3: {command: foot}
        threshold: {swipe: 1}
        interval: {swipe: 1}
        plugin:
          executors: {a_executor: {pipe: /run/x}}

        """,
      changes: [
        ("{window: fullscreen}", "{window: {fullscreen: add}}"),
        ("{window: fullscreen}", "{window: {maximized: remove}}"),
        ("{pipe: /run/x}}", "{pipe: /run/x}, sendkey_executor: {device_name: X}}"),
        ("{pipe: /run/x}", "{pipe: /run/x, other: 1}"),
        ("tap:\n  3: {command: foot}", "tap:\n  3: {command: foot, threshold: 2}"),
        ("tap:\n  3: {command: foot}", "tap:\n  3: {command: foot, interval: 2}"),
        ("hold:\n  3: {command: foot}", "hold:\n  3: {command: foot, threshold: 2}"),
        ("hold:\n  3: {command: foot}", "hold:\n  3: {command: foot, interval: 2}"),
        ("threshold: {swipe: 1}", "threshold: {swipe: 1, tap: 2}"),
        ("threshold: {swipe: 1}", "threshold: {swipe: 1, hold: 2}"),
        ("interval: {swipe: 1}", "interval: {swipe: 1, tap: 2}"),
        ("{command: foot}\n    up", "{command: foot, threshold: 2}\n    up"),
        ("{command: foot}\n    up", "{command: foot, threshold: -2}\n    up"),
        ("threshold: {swipe: 1}", "threshold: {swipe: 1}\nthreshold: {swipe: 3}"),
        ("threshold: {swipe: 1}", "threshold: {swipe: {3: 2}}"),
        ("LEFTALT+RIGHT", "[LEFTALT+RIGHT, A]"),
        ("{sendkey: LEFTALT+RIGHT}", "{sendkey: LEFTALT+RIGHT, clearmodifiers: true}"),
        ("{command: foot}\n    up", "{command: foot, accel: 2}\n    up"),
        ("{command: foot}\n    up", "{command: foot, keypress: {LEFTSHIFT: {command: bar}}}\n    up"),
        ("{command: foot}\n    up", "{command: foot, keypress: [LEFTSHIFT]}\n    up"),
        ("{command: foot}\n    up", "{command: foot, keypress: LEFTSHIFT}\n    up"),
        ("  executors:", "  inputs: {libinput_command_input: {enable-tap: true}}\n  executors:"),
        ("threshold: {swipe: 1}", "threshold: {swipe: 1}\nthumbsense: {}"),
        ("threshold: {swipe: 1}", "threshold: {swipe: 1}\nremap: {J: BTN_LEFT}"),
        ("interval: {swipe: 1}\n", "interval: {swipe: 1}\n---\ncontext: thumbsense\nremap:\n  J: BTN_LEFT\n---\n"),
        ("{command: foot}\n    up", "{command: [foot, bar]}\n    up"),
        ("{command: foot}\n    up", "{command: 3}\n    up"),
        ("{workspace: next}", "{workspace: {next: true}}"),
      ],
      named: ["interval"]),
    Tool(
      name: "libinput-gestures", kind: .libinputGestures,
      text: """
        swipe_threshold 0
        timeout 1.5
        device all
        gesture swipe up 3 foot
        gesture pinch in 2 foot
        gesture pinch clockwise 2 foot
        gesture hold on 4 foot

        """,
      changes: [
        ("swipe_threshold 0", "swipe_threshold 100"),
        ("timeout 1.5", "timeout 3"),
        ("device all", "device Foo"),
        ("hold on 4", "hold on 5"),
        ("gesture hold on 4 foot", "gesture hold on+2.5 4 foot"),
        ("swipe_threshold 0", "swipe_threshold -5"),
        ("timeout 1.5", "timeout 1.5\ntimeout 9"),
        ("timeout 1.5", "timeout 0"),
        ("swipe_threshold 0", "swipe_threshold 0\nswipe_threshold 200"),
        ("3 foot", "3 _internal ws_up"),
        ("3 foot", "3 _internal --col=2 ws_up"),
      ]),
    Tool(
      name: "touchegg", kind: .touchegg,
      text: """
        <touchégg>
        <settings><property name="animation_delay">150</property><property name="action_execute_threshold">20</property><property name="color">auto</property><property name="borderColor">auto</property></settings>
        <application name="All">
        <gesture type="SWIPE" fingers="3" direction="UP"><action type="MAXIMIZE_RESTORE_WINDOW"><animate>true</animate></action></gesture>
        <gesture type="SWIPE" fingers="3" direction="DOWN"><action type="RUN_COMMAND"><command>foot</command><repeat>false</repeat><on>begin</on></action></gesture>
        <gesture type="SWIPE" fingers="4" direction="DOWN"><action type="RUN_COMMAND"><repeat>true</repeat><command>foot</command></action></gesture>
        <gesture type="SWIPE" fingers="4" direction="UP"><action type="SEND_KEYS"><repeat>true</repeat><modifiers>Control_L</modifiers><keys>KP_Add</keys></action></gesture>
        <gesture type="SWIPE" fingers="3" direction="LEFT"><action type="CHANGE_DESKTOP"><direction>next</direction></action></gesture>
        <gesture type="SWIPE" fingers="4" direction="LEFT"><action type="TILE_WINDOW"><direction>left</direction></action></gesture>
        <gesture type="PINCH" fingers="2" direction="IN"><action type="SEND_KEYS"><modifiers>Control_L</modifiers><keys>a</keys></action></gesture>
        <gesture type="TAP" fingers="2"><action type="MOUSE_CLICK"><button>3</button></action></gesture>
        <gesture type="PINCH" fingers="4" direction="IN"><action type="CLOSE_WINDOW"></action></gesture>
        <gesture type="PINCH" fingers="3" direction="IN"><action type="SHOW_DESKTOP"></action></gesture>
        </application></touchégg>

        """,
      changes: [
        ("threshold\">20", "threshold\">60"),
        ("threshold\">20", "threshold\">abc"),
        ("threshold\">20", "threshold\">200"),
        ("<property name=\"color\">", "<property name=\"foo\">1</property><property name=\"color\">"),
        ("<animate>true</animate>", "<animate>true</animate><foo>1</foo>"),
        ("<application name=\"All\">", "<application name=\"All\" foo=\"1\">"),
        ("<application name=\"All\">", "<application name=\"All\"><foo/>"),
        ("type=\"TAP\" fingers=\"2\"", "type=\"TAP\" fingers=\"2\" foo=\"1\""),
        ("<gesture type=\"TAP\" fingers=\"2\">", "<gesture type=\"TAP\" fingers=\"2\"><foo/>"),
        (
          "<repeat>false</repeat><on>begin</on>",
          "<repeat>false</repeat><decreaseCommand>bar</decreaseCommand><on>begin</on>"
        ),
        ("<on>begin</on>", "<on>end</on>"),
        ("<repeat>true</repeat><command>", "<repeat>true</repeat><times>5</times><command>"),
        ("<repeat>false</repeat>", "<repeat>false</repeat><times>5</times>"),
        (
          "<repeat>true</repeat><command>foot</command>",
          "<repeat>true</repeat><command>foot</command><decreaseCommand>bar</decreaseCommand>"
        ),
        ("<keys>KP_Add</keys>", "<keys>KP_Add</keys><decreaseKeys>KP_Subtract</decreaseKeys>"),
        ("<keys>a</keys>", "<keys>a</keys><decreaseKeys>b</decreaseKeys>"),
        ("<keys>a</keys>", "<keys>a</keys><on>end</on>"),
        ("<direction>next</direction>", "<direction>next</direction><cyclic>true</cyclic>"),
        ("CLOSE_WINDOW\">", "CLOSE_WINDOW\"><animate>true</animate>"),
        ("<repeat>true</repeat><command>", "<repeat>true</repeat><on>end</on><command>"),
        ("<keys>a</keys>", "<keys>a</keys><keys>b</keys>"),
        ("<direction>left</direction>", "<direction>up</direction>"),
        ("<repeat>false</repeat>", "<repeat>maybe</repeat>"),
        ("<animate>true</animate>", "<animate>true</animate><on>end</on>"),
      ],
      named: ["animate", "animationPosition", "color", "borderColor", "animation_delay"]),
    Tool(
      name: "gebaar", kind: .gebaar,
      text: """
        [[swipe.commands]]
        fingers = 3
        type = "GESTURE"
        left = "foot"
        [[pinch.commands]]
        fingers = 2
        type = "ONESHOT"
        in = "foot"
        [settings]
        gesture_swipe.threshold = 0.5
        gesture_swipe.one_shot = true
        gesture_swipe.trigger_on_release = true
        gesture_pinch.threshold = 0.25
        gesture_pinch.one_shot = true
        touch_swipe.longswipe_screen_percentage = 70

        """,
      changes: [
        ("gesture_swipe.one_shot = true", "gesture_swipe.one_shot = false"),
        ("trigger_on_release = true", "trigger_on_release = false"),
        ("gesture_pinch.threshold = 0.25", "gesture_pinch.threshold = 0.5"),
        ("gesture_pinch.one_shot = true", "gesture_pinch.one_shot = false"),
        ("gesture_swipe.threshold = 0.5", "gesture_swipe.threshold = \"x\""),
        ("type = \"GESTURE\"", "type = \"FOO\""),
        ("gesture_pinch.threshold = 0.25", "gesture_pinch.threshold = 0.25\ngesture_rotate.threshold = 3"),
        ("gesture_pinch.threshold = 0.25", "gesture_pinch.threshold = 0.25\ngesture_foo.threshold = 3"),
        ("[settings]", "[[switch.commands]]\nlaptop = \"foot\"\n[settings]"),
        ("[[pinch.commands]]\nfingers = 2", "[[pinch.commands]]\nfingers = 9"),
      ],
      named: ["settings.gesture_swipe.threshold", "settings.touch_swipe.longswipe_screen_percentage", "type"]),
    Tool(
      name: "comfortable", kind: .comfortableSwipe,
      text: """
        threshold = 0
        left3 = super+Left
        hold3 = button1

        """,
      changes: [
        ("threshold = 0", "threshold = 900"),
        ("threshold = 0", "threshold = 50"),
        ("threshold = 0", "threshold = abc"),
        ("left3 = super+Left", "left3 = "),
        ("button1", "move"),
        ("left3 = super+Left", "left3 = super+Right\nleft3 = super+Left"),
      ]),
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
      named: ["swipe"]),
    Tool(
      name: "hyprland.conf", kind: .hyprland,
      text: """
        general:gaps = 3
        gestures {
            workspace_swipe_distance = 300
            workspace_swipe_invert = true
            gesture = 4, up, fullscreen
            gesture = 3, left, dispatcher, exec, foot
            gesture = 3, swipe, mod: SUPER, resize
            gesture = 3, down, close
            gesture = 4, horizontal, move
            gesture = 4, pinchin, float
            gesture = 2, up, special, magic
        }

        """,
      changes: [
        ("invert = true", "invert = true\n    workspace_swipe_touch = true"),
        ("invert = true", "invert = true\n    workspace_swipe_min_speed_to_force = 5"),
        ("invert = true", "invert = true\n    workspace_swipe_cancel_ratio = 0.3"),
        ("invert = true", "invert = true\n    workspace_swipe_create_new = false"),
        ("invert = true", "invert = true\n    workspace_swipe_direction_lock = false"),
        ("invert = true", "invert = true\n    workspace_swipe_direction_lock_threshold = 20"),
        ("invert = true", "invert = true\n    workspace_swipe_forever = true"),
        ("invert = true", "invert = true\n    close_max_timeout = 400"),
        ("invert = true", "invert = true\n    workspace_swipe = true\n    workspace_swipe_fingers = 4"),
        ("invert = true", "invert = true\n    scrolling:move_snap = 1"),
        ("invert = true", "invert = true\n    wrong = 1"),
        ("4, up, fullscreen", "4, up, fullscreen, maximize"),
        ("4, up, fullscreen", "4, up, scale: 1.5, fullscreen"),
        ("4, up, fullscreen", "4, up, mod: ALT, fullscreen"),
        ("4, up, fullscreen", "4, up, wrong"),
        ("4, up, fullscreen", "10, up, fullscreen"),
        ("4, up, fullscreen", "x, up, fullscreen"),
        ("4, up, fullscreen", "4, upp, fullscreen"),
        ("4, up, fullscreen", "4, up, mod: WRONG, fullscreen"),
        ("4, up, fullscreen", "4, up, scale: abc, fullscreen"),
        ("4, up, fullscreen", "4, up, unset"),
        ("4, up, fullscreen", "4, up, cursorZoom, 2"),
        ("4, up, fullscreen", "4, up, scrollMove"),
        ("4, up, fullscreen", "4, up, foo: bar, fullscreen"),
        ("exec, foot", "exec, [float] foot"),
        ("exec, foot", "workspace, 3"),
        ("exec, foot", "wrong, 3"),
        ("exec, foot", ""),
        ("4, pinchin, float", "4, pinchin, float, float"),
        ("4, pinchin, float", "4, pinchout, float"),
        ("special, magic", "special, other"),
        ("special, magic", "special"),
        ("3, down, close", "3, down, close\n    gesture = 3, down, float"),
        ("gestures {", "source = ./foo.conf\ngestures {"),
        ("gesture = 4, up", "gestureb = 4, up"),
      ],
      named: ["workspace_swipe_distance"]),
    Tool(
      name: "hyprgrass", kind: .hyprland,
      text: """
        plugin {
            touch_gestures {
                sensitivity = 4.0
                workspace_swipe_fingers = 3
                long_press_delay = 400
                edge_margin = 10
                resize_on_border_long_press = true
                emulate_touchpad_swipe = false
                hyprgrass-bind = , swipe:3:u, exec, foot
                hyprgrass-bind = , edge:l:r, exec, bar
                hyprgrass-bind = , longpress:3, killactive
                hyprgrass-bind = , tap:4, exec, tapped
                hyprgrass-bind = , pinch:4:i, exec, pinched
                hyprgrass-bindm = , longpress:2, movewindow
            }
        }

        """,
      changes: [
        ("sensitivity = 4.0", "sensitivity = 1.0"),
        ("delay = 400", "delay = 900"),
        ("edge_margin = 10", "edge_margin = 40"),
        ("emulate_touchpad_swipe = false", "emulate_touchpad_swipe = true"),
        ("edge_margin = 10", "edge_margin = 10\n        workspace_swipe_edge = l"),
        ("edge_margin = 10", "edge_margin = 10\n        hold_delay = 3"),
        ("edge_margin = 10", "edge_margin = 10\n        experimental {\n            send_cancel = 1\n        }"),
        ("edge_margin = 10", "edge_margin = 10\n        wrong = 1"),
        (", swipe:3:u", "SUPER, swipe:3:u"),
        ("swipe:3:u", "swipe:3:lu"),
        ("swipe:3:u", "swipe:3:x"),
        ("swipe:3:u", "swipe:u"),
        ("exec, foot", "exec, [float] foot"),
        ("hyprgrass-bind = , swipe", "hyprgrass-bindl = , swipe"),
        ("edge:l:r", "edge:x:r"),
        ("edge:l:r", "edge:l:u"),
        ("longpress:3, kill", "longpress:4, kill"),
        ("pinch:4:i", "pinch:4:o"),
        ("hyprgrass-bindm", "hyprgrass-bind"),
        ("edge_margin = 10", "edge_margin = 10\n        hyprgrass-gesture = swipe, 3, l, workspace"),
      ],
      named: ["resize_on_border_long_press"]),
    Tool(
      name: "hyprland.lua", kind: .hyprland,
      text: """
        hl.config({ gestures = { workspace_swipe_distance = 300, workspace_swipe_invert = true } })
        hl.gesture({ fingers = 4, direction = "up", action = "fullscreen" })
        hl.gesture({ fingers = 3, direction = "left", action = function() hl.exec_cmd("foot") end })
        hl.gesture({ fingers = 3, direction = "swipe", mods = "SUPER", action = "resize" })
        hl.gesture({ fingers = 4, direction = "pinchin", action = "float" })

        """,
      changes: [
        ("action = \"fullscreen\"", "action = \"fullscreen\", mode = \"maximize\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", arg = \"maximize\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", scale = 1.5"),
        ("action = \"fullscreen\"", "action = \"fullscreen\", mods = \"ALT\""),
        ("action = \"fullscreen\"", "action = \"fullscreen\", wrong = 1"),
        ("action = \"fullscreen\"", "action = \"fullscreen\", disable_inhibit = true"),
        ("action = \"fullscreen\"", "action = \"wrong\""),
        ("action = \"fullscreen\"", "action = \"move\""),
        ("action = \"fullscreen\"", "action = \"workspace\""),
        ("fingers = 4, direction = \"up\"", "fingers = n, direction = \"up\""),
        ("hl.exec_cmd(\"foot\")", "hl.exec_cmd(\"foot\") hl.exec_cmd(\"bar\")"),
        ("hl.exec_cmd(\"foot\")", "print(\"x\")"),
        ("workspace_swipe_invert = true", "workspace_swipe_invert = true, wrong = 3"),
        ("mods = \"SUPER\"", "mods = \"WRONG\""),
        ("hl.exec_cmd(\"foot\")", "if x then hl.exec_cmd(\"foot\") end"),
      ],
      named: ["workspace_swipe_distance"]),
    Tool(
      name: "sway", kind: .sway,
      text: """
        set $mod Mod4
        bindgesture swipe:3:right workspace prev
        bindgesture pinch:2:inward exec foot
        bindgesture --exact swipe:3:up exec baz
        bindgesture hold:4 exec bar
        bindgesture swipe:4 exec any

        """,
      changes: [
        ("swipe:3:right", "swipe:right"),
        ("swipe:3:right", "swipe:3:right+up"),
        ("swipe:3:right", "swipe:3:foo"),
        ("swipe:3:right", "swipe:7:right"),
        ("swipe:3:right", "swipe:3:right:up"),
        ("swipe:3:right", "swip:3:right"),
        ("hold:4", "hold:1"),
        ("hold:4", "hold"),
        ("hold:4", "hold:4:left"),
        ("exec bar", "exec bar; exec baz"),
        ("exec bar", "mode \"resize\""),
        ("exec bar", ""),
        ("exec bar", "exec xdotool key ctrl+t"),
        ("bindgesture hold", "unbindgesture swipe:3:right\nbindgesture hold"),
        ("bindgesture hold", "mode \"x\" bindgesture hold"),
        ("bindgesture hold", "include ~/foo\nbindgesture hold"),
        ("workspace prev", "[app_id=foo] focus"),
        ("workspace prev", "workspace $mod"),
        ("pinch:2:inward", "pinch:2:inward+up"),
        ("pinch:2:inward", "pinch:2:clockwise"),
        ("pinch:2:inward", "pinch:2"),
        ("pinch:2", "--exact pinch:2"),
        ("--exact", "--input-device=1:2:foo"),
        ("--exact", "--wrong"),
        ("swipe:3:up", "swipe:3"),
      ]),
  ]
}
