import Foreign

extension ImportedKeysTests {
  /// The configurations of tools, but for InputActions.
  static let tools = [
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
  ]
}
