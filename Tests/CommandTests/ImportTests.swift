import Glibc
import JSONLines
import Testing

@Suite("sleight import")
struct ImportTests {
  private let configuration = """
    # The browser
    gesture swipe left 3 xdotool key alt+Right
    gesture swipe right 4 _internal ws_down
    gesture swipe sideways 3 foot

    """

  @Test("prints valid rules on standard output and remarks on standard error")
  func imports() async {
    let home = Home()
    home.write("libinput-gestures.conf", configuration)
    let result = await home.sleight("import", "libinput-gestures.conf")
    #expect(result.status == 0)
    #expect(
      result.output.contains("  # The browser\n  - swipe: left\n    fingers: 3\n    do: {keys: alt+Right}\n"))
    #expect(
      result.errors == """
        libinput-gestures.conf:4: left out: unknown gesture 'swipe sideways'
        libinput-gestures.conf: 2 rules, 1 left out

        """)
    #expect(
      await home.shell("\"$SLEIGHT\" import libinput-gestures.conf 2>/dev/null | \"$SLEIGHT\" check /dev/stdin")
        == .init(status: 0, output: "/dev/stdin: 2 rules, no errors\n"))
  }

  @Test("a tool's name stands for its file, with the files that this includes; without one, the places are named")
  func byName() async {
    let home = Home()
    let missing = await home.sleight("import", "hyprland")
    #expect(missing.status == 1 && missing.output.isEmpty)
    #expect(missing.errors.contains("looked for: ") && missing.errors.contains("/hypr/hyprland.conf"))
    _ = await home.shell("mkdir -p config/hypr/gestures")
    home.write("config/hypr/hyprland.conf", "source = ~/.config/hypr/gestures/*.conf\n")
    let none = await home.sleight("import", "hyprland")
    #expect(none.status == 1 && none.output.isEmpty)
    #expect(none.errors.contains("no gestures of Hyprland found; looked in: "))
    home.write("config/hypr/gestures/a.conf", "gesture = 3, up, dispatcher, exec, foot\ngesture = 9, up, float\n")
    let found = await home.sleight("import", "hyprland")
    #expect(found.status == 0 && found.output.contains("do: foot"))
    #expect(found.errors.contains("/gestures/a.conf:2: left out: "))
  }

  @Test("--prove prints a table of bindings")
  func prove() async {
    let home = Home()
    home.write("libinput-gestures.conf", configuration)
    let result = await home.sleight("import", "--prove", "libinput-gestures.conf")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("line  outcome   binding "))
    #expect(result.output.contains("\n2     same      swipe left, 3 fingers   {keys: alt+Right}"))
    #expect(
      result.output.hasSuffix(
        "\nswipe without a threshold: libinput-gestures requires any movement, a rule 12mm\n"
          + "2 same, 0 better, 0 both act, 0 changed, 0 kept, 1 left out, 0 ignored, 0 not tried, 0 silent\n"))
  }

  @Test("reads a command line from standard input, for a desktop")
  func standardInput() async {
    let home = Home()
    let result = await home.shell(
      "echo 'lisgd -g \"3,LR,*,*,R,xdotool set_desktop 2\"' | \"$SLEIGHT\" import --desktop kde -")
    #expect(result.status == 0)
    #expect(result.errors == "<standard input>: 1 rule\n")
    #expect(result.output.contains("    do: {workspace: 3}\n"))
  }

  @Test("--screen states the touchscreen, in the notation of rules files")
  func screen() async {
    let home = Home()
    home.write("hook.sh", "lisgd -g '1,RL,*,L,foot'\n")
    let usual = await home.sleight("import", "hook.sh")
    #expect(usual.output.contains("    distance: 227mm\n"))
    #expect(
      usual.errors == """
        hook.sh:1: note: lengths are for a touchscreen of 344mm x 194mm: import with --screen for another
        hook.sh: 1 rule

        """)
    let phone = await home.sleight("import", "--screen", "68mm x 150mm", "hook.sh")
    #expect(phone.output.contains("    distance: 44.9mm\n"))
    #expect(phone.errors == "hook.sh: 1 rule\n")
    let wrong = await home.sleight("import", "--screen", "720x1440", "hook.sh")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("'720x1440' is not the size of a screen, such as '68mm x 150mm'"))
  }

  @Test("a rules file is no configuration of another tool")
  func rulesFile() async {
    let home = Home()
    home.write("rules.yml", "rules:\n  - swipe: left\n    fingers: 3\n    do: foot\n")
    let result = await home.sleight("import", "rules.yml")
    #expect(result.status == 1)
    #expect(result.errors == "rules.yml: error: this is a rules file already; 'sleight check FILE' checks it\n")
  }

  @Test("--output writes a file, and replaces an existing one only with --force")
  func output() async {
    let home = Home()
    home.write("libinput-gestures.conf", configuration)
    let first = await home.sleight("import", "--output", "rules.yml", "libinput-gestures.conf")
    #expect(first.status == 0)
    #expect(first.output == "")
    let rules = home.content(of: "rules.yml")
    #expect(rules.contains("rules:\n"))
    home.write("rules.yml", "mine")
    let second = await home.sleight("import", "--output", "rules.yml", "libinput-gestures.conf")
    #expect(second.status == 1)
    #expect(
      second.errors.hasSuffix(
        "sleight: error: rules.yml exists; --force replaces it\n"))
    #expect(home.content(of: "rules.yml") == "mine")
    #expect(await home.sleight("import", "--force", "--output", "rules.yml", "libinput-gestures.conf").status == 0)
    #expect(home.content(of: "rules.yml") == rules)
  }

  @Test("a syntax error is reported with its location and exit status 1; no file is written")
  func unreadable() async {
    let home = Home()
    home.write("touchegg.conf", "<touchégg>\n  <application>\n")
    #expect(
      await home.sleight("import", "--output", "rules.yml", "touchegg.conf")
        == .init(status: 1, errors: "touchegg.conf:2:3: error: unterminated element 'application'\n"))
    #expect(!home.exists("rules.yml"))
    #expect(
      await home.sleight("import", "missing.conf")
        == .init(status: 1, errors: "sleight: error: open missing.conf: No such file or directory\n"))
    let unknown = await home.sleight("import", "--from", "emacs", "touchegg.conf")
    #expect(unknown.status == 64)
    #expect(
      unknown.errors.hasPrefix(
        "sleight: error: the value 'emacs' is invalid for '--from <kind>': unknown kind 'emacs'; expected one of libinput-gestures, "
      ))
  }

  @Test("bytes that are not UTF-8 are reported")
  func encoding() async {
    let home = Home()
    home.write("libinput-gestures.conf", Array("# ok\ngesture swipe left 3 caf".utf8) + [0xe9, 0x0a])
    let result = await home.sleight("import", "libinput-gestures.conf")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        libinput-gestures.conf:2: changed: this is not UTF-8 text; unreadable characters became '\u{fffd}'
        libinput-gestures.conf: 1 rule

        """)
    // A replacement character of the file's own is text.
    home.write("libinput-gestures.conf", "gesture swipe left 3 caf\u{fffd}\n")
    #expect(await home.sleight("import", "libinput-gestures.conf").errors == "libinput-gestures.conf: 1 rule\n")
  }

  @Test("--from with the configuration of another tool is an error that names the tool; nothing is printed")
  func mismatch() async {
    let home = Home()
    home.write("config", "bindgesture swipe:left workspace next\n")
    #expect(
      await home.sleight("import", "--from", "fusuma", "config")
        == .init(
          status: 1,
          errors:
            "config: error: this seems to be a configuration of sway, not of Fusuma; use '--from sway'\n"))
    let sway = await home.sleight("import", "--desktop", "hyprland", "config")
    #expect(sway.status == 0)
    #expect(sway.output.contains("    do: {workspace: next}\n"))
  }

  @Test("keys unknown to xkbcommon are left out")
  func unknownKeys() async {
    let home = Home()
    home.write("swipe.conf", "left3 = ctrl+Frobnicate\nright3 = ctrl+left\n")
    let result = await home.sleight("import", "--from", "comfortable-swipe", "swipe.conf")
    #expect(result.output.contains("    do: {keys: ctrl+Left}\n"))
    #expect(
      result.errors == """
        swipe.conf:1: left out: 'ctrl+Frobnicate' is not a chord of known keys
        swipe.conf: 1 rule, 1 left out

        """)
  }

  /// A configuration, and hands with the actions that they cause, without repetitions.
  struct Acting: CustomTestStringConvertible {
    var testDescription: String
    var configuration: String
    var name: String
    var hands: [(hand: SyntheticHand, fingers: Int, actions: [String])]
  }

  private static func line(_ dx: Double, _ dy: Double, tapsBefore: Int = 0) -> SyntheticHand {
    SyntheticHand(move: .line(dx: dx, dy: dy), tapsBefore: tapsBefore)
  }

  @Test(
    "imported rules act as the tool did",
    arguments: [
      Acting(
        testDescription: "InputActions: a range of angles in both directions",
        configuration: """
          touchpad:
            gestures:
              - type: swipe
                fingers: 3
                angle: 60-120
                bidirectional: true
                actions:
                  - {on: update, interval: -75, input: [keyboard: [pagedown]]}
                  - {on: update, interval: 75, input: [keyboard: [pageup]]}
          """, name: "config.yaml",
        hands: [
          (line(0, -40), 3, ["{keys: Page_Up}"]), (line(0, 40), 3, ["{keys: Page_Down}"]), (line(40, 0), 3, []),
        ]),
      Acting(
        testDescription: "InputActions: both diagonals, and steps that a single direction never has",
        configuration: """
          touchpad:
            gestures:
              - type: swipe
                fingers: 3
                direction: left_up_right_down
                actions:
                  - {on: update, interval: -50, input: [keyboard: [a]]}
                  - {on: update, interval: 50, input: [keyboard: [b]]}
              - type: swipe
                fingers: 4
                direction: left
                actions:
                  - {on: update, interval: -50, input: [keyboard: [a]]}
                  - {on: update, interval: 50, input: [keyboard: [b]]}
          """, name: "config.yaml",
        hands: [
          (line(-30, -30), 3, ["{keys: a}"]), (line(30, 30), 3, ["{keys: b}"]), (line(-40, 0), 4, ["{keys: b}"]),
        ]),
      Acting(
        testDescription: "InputActions: a window is dragged with a modifier and a button, in two entries or actions",
        configuration: """
          touchpad:
            gestures:
              - type: swipe
                fingers: 3
                direction: any
                actions:
                  - {on: begin, input: [{keyboard: [+leftmeta]}, {mouse: [+left]}]}
                  - {on: update, input: [mouse: [move_by_delta]]}
                  - {on: end_cancel, input: [{keyboard: [-leftmeta]}, {mouse: [-left]}]}
              - type: swipe
                fingers: 4
                direction: any
                actions:
                  - {on: begin, input: [{keyboard: [+leftalt]}]}
                  - {on: begin, input: [{mouse: [+left]}]}
                  - {on: end_cancel, input: [{mouse: [-left]}, {keyboard: [-leftalt]}]}
          """, name: "config.yaml",
        hands: [(line(40, 0), 3, ["{drag: super+left}"]), (line(40, 0), 4, ["{drag: alt+left}"])]),
      Acting(
        testDescription: "Touchégg 1: a tap and a drag in a direction, at the lift",
        configuration: """
          <touchégg><application name="All">
          <gesture type="TAP_AND_HOLD" fingers="3" direction="LEFT"><action type="SEND_KEYS">Control+Tab</action></gesture>
          <gesture type="TAP_AND_HOLD" fingers="3" direction="DOWN"><action type="SEND_KEYS">Control+W</action></gesture>
          </application></touchégg>
          """, name: "touchegg.conf",
        hands: [
          (line(-40, 0, tapsBefore: 1), 3, ["{keys: ctrl+Tab}"]), (line(0, 40, tapsBefore: 1), 3, ["{keys: ctrl+w}"]),
          (line(0, 40), 3, []), (SyntheticHand(move: .hold(afterTaps: 0)), 3, []),
          (SyntheticHand(move: .hold(afterTaps: 1)), 3, []),
        ]),
      Acting(
        testDescription: "Touchégg: steps back that repeat the held modifier",
        configuration: """
          <touchégg><application name="All">
          <gesture type="SWIPE" fingers="4" direction="LEFT"><action type="SEND_KEYS"><modifiers>Super_L</modifiers>
          <keys>Left</keys><repeat>true</repeat><decreaseKeys>Super_L+Right</decreaseKeys></action></gesture>
          <gesture type="SWIPE" fingers="4" direction="RIGHT"><action type="SEND_KEYS"><modifiers>Super_L</modifiers>
          <keys>Right</keys><repeat>true</repeat><decreaseKeys>Super_L+Left</decreaseKeys></action></gesture>
          <gesture type="SWIPE" fingers="3" direction="UP"><action type="SEND_KEYS"><modifiers>Control_L</modifiers>
          <keys>plus</keys><repeat>true</repeat><decreaseKeys>Control_L+minus</decreaseKeys></action></gesture>
          </application></touchégg>
          """, name: "touchegg.conf",
        hands: [
          (line(-40, 0), 4, ["{hold: super}", "{keys: Left}"]), (line(40, 0), 4, ["{hold: super}", "{keys: Right}"]),
          (line(0, -40), 3, ["{keys: ctrl+plus}"]), (line(0, 40), 3, ["{keys: ctrl+minus}"]),
        ]),
      Acting(
        testDescription: "a key behind a pause in a command",
        configuration: """
          swipe:
            3:
              right:
                command: "sleep 0.2; xdotool key ctrl+Page_Up"
          """, name: "fusuma.yml", hands: [(line(40, 0), 3, ["{wait: 200ms}", "{keys: ctrl+Page_Up}"])]),
      Acting(
        testDescription: "Hyprland in Lua: a command in a variable",
        configuration: """
          local menu = "fuzzel"
          hl.gesture({ fingers = 3, direction = "down", action = function() hl.dispatch(hl.dsp.exec_cmd(menu)) end })
          """, name: "hyprland.lua", hands: [(line(0, 40), 3, ["fuzzel"])]),
      Acting(
        testDescription: "sway: names of commands ignore case",
        configuration: "bindgesture swipe:3:left workspace next\nBindGesture swipe:4:up Exec foot\n", name: "sway.conf",
        hands: [(line(-40, 0), 3, ["{sway: workspace next}"]), (line(0, -40), 4, ["foot"])]),
    ])
  func acts(_ sample: Acting) async throws {
    let home = Home()
    home.write(sample.name, sample.configuration)
    let imported = await home.sleight("import", sample.name)
    #expect(imported.status == 0, "\(imported.errors)")
    home.writeRules(imported.output)
    for (hand, fingers, expected) in sample.hands {
      home.write("hand.jsonl", hand.recording(on: .touchpad, fingers: fingers))
      let lines = await home.sleight("replay", "--json", "hand.jsonl").output.split(separator: "\n")
      let actions = try lines.compactMap { try JSONReader.read(String($0))["action"]?.text }
      let changes = actions.indices.filter { $0 == 0 || actions[$0] != actions[$0 - 1] }.map { actions[$0] }
      #expect(changes.map { $0.replacing("\"", with: "") } == expected, "\(hand.move), \(fingers) fingers: \(actions)")
    }
  }

  @Test("a file that is no configuration is refused, although it has a word of one")
  func noConfiguration() async {
    let home = Home()
    for text in [
      "import numpy\ngesture = numpy.load(\"gesture.npy\")\n", "gesture recognition is hard\n", "gesture = [1, 2]\n",
    ] {
      home.write("notes.py", text)
      let result = await home.sleight("import", "notes.py")
      #expect(result.status == 1 && result.output == "", "\(text)")
      #expect(
        result.errors.hasPrefix("notes.py: error: the tool of this configuration is not recognised; "),
        "\(result.errors)")
    }
  }
}
