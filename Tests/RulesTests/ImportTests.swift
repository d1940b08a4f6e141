import Desktop
import Diagnostics
import Foreign
import Gestures
import Importing
import Rules
import RulesFile
import Testing

/// The result of importing a configuration.
func imported(
  _ text: String, name: String = "some.conf", kind: ImportKind? = nil, desktop: DesktopKind? = nil
) throws -> ImportResult {
  try ImportResult.read(Array(text.utf8), name: name, kind: kind, desktop: desktop)
}

/// The lines of the valid file to which `text` is converted, without their indentation.
func importedLines(_ text: String, name: String = "some.conf", kind: ImportKind? = nil) throws -> [String] {
  let result = try imported(text, name: name, kind: kind)
  #expect(RulesFile.check(text: result.text, name: "rules.yml").mistakes == [])
  return result.text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
}

/// The action to which a command in libinput-gestures.conf is converted.
private func action(for command: String, desktop: DesktopKind? = nil) throws -> Action? {
  let text = try imported("gesture swipe left 3 \(command)\n", desktop: desktop).text
  return RulesFile.check(text: text, name: "rules.yml").rules?.rules.first?.reaction.act.first
}

@Suite("Importing configurations of other tools")
struct ImportTests {
  @Test("each sample is converted to the expected file", arguments: ImportSample.all)
  func samples(sample: ImportSample) throws {
    let result = try imported(sample.text, name: "/home/me/\(sample.name)")
    if CorpusFile.isRewritten, result.text != sample.rules {
      sample.rewrite(result.text)
      Issue.record("written anew, to be read before it is kept:\n\(result.text)")
    } else {
      #expect(result.text == sample.rules)
    }
    let file = RulesFile.check(text: result.text, name: "rules.yml")
    // A gesture that the other tool permits may move the pointer here, too.
    #expect(file.mistakes.filter { $0.id != MessageID.pointerMoves.rawValue } == [])
    #expect(file.rules?.rules.count == result.ruleCount)
  }

  @Test("the tool is detected by content, then by file name")
  func recognition() throws {
    for sample in ImportSample.all where !sample.name.hasSuffix(".nix") {
      let text = try imported(sample.text, name: "anything.txt").text
      #expect(text.contains(" a configuration of \(sample.kind.toolName).\n"), "\(sample)")
    }
    #expect(try imported("gesture swipe x 3 foot\n", name: "libinput-gestures.conf").ruleCount == 0)
    #expect(throws: ImportError.self) { try imported("nothing to be seen\n", name: "notes.txt") }
    let gestures = "gestures:\n  - type: swipe\n"
    #expect(
      try failure(gestures, name: "config.yaml").message
        == "the tool of this configuration is not recognised; choose with --from: libinput-gestures, touchegg, fusuma, "
        + "gebaar, lisgd, comfortable-swipe, inputactions, hyprland, sway")
    #expect(
      try failure("[[device]]\ngestures = []\n", name: "config.toml").message
        == "this seems to be a configuration of syngestures, which cannot be imported; supported: libinput-gestures, "
        + "touchegg, fusuma, gebaar, lisgd, comfortable-swipe, inputactions, hyprland, sway")
  }

  @Test("with --from and the configuration of another tool, the error names that tool", arguments: ImportKind.allCases)
  func mismatch(kind: ImportKind) throws {
    for sample in ImportSample.all where sample.kind != kind && !sample.name.hasSuffix(".nix") {
      do {
        // lisgd may be started by the configuration of a compositor.
        #expect(try imported(sample.text, kind: kind).ruleCount > 0, "\(sample)")
      } catch let error as ImportError {
        let tool = sample.kind.toolName
        #expect(
          error.message
            == "this seems to be a configuration of \(tool), not of \(kind.toolName); use '--from \(sample.kind.rawValue)'"
        )
      }
    }
    #expect(
      try failure("nothing to be seen\n", kind: kind).message.contains(
        kind == .lisgd ? "no 'lisgd' with '-g' found" : kind == .touchegg ? "expected an element" : "")
    )
    #expect(
      try failure("[[device]]\n", kind: kind).message
        == "this seems to be a configuration of syngestures, not of \(kind.toolName), and cannot be imported")
  }

  private func failure(_ text: String, name: String = "some.conf", kind: ImportKind? = nil) throws -> ImportError {
    try #require(throws: ImportError.self) { try imported(text, name: name, kind: kind) }
  }

  @Test(
    "commands that press keys are converted to 'keys', for each program",
    arguments: [
      ("xdotool key alt+Right", ["alt+Right"]), ("xdotool key Super_L", ["super"]),
      ("xdotool key --clearmodifiers --delay 10 Control_L+Shift_L+Tab", ["ctrl+shift+Tab"]),
      ("xdotool key ctrl+c ctrl+v", ["ctrl+c", "ctrl+v"]), ("xdotool key T", ["shift+t"]),
      ("xdotool keydown alt key Tab keyup alt", ["alt+Tab"]), ("xdotool key 0xffe9+0xffc1", ["alt+F4"]),
      ("xdotool key 'ctrl+plus'", ["ctrl+plus"]), ("xdotool key alt+`", ["alt+grave"]),
      ("ydotool key 29:1 105:1 105:0 29:0", ["ctrl+Left"]),
      ("ydotool key --key-delay 0 125:1 42:1 15:1 15:0 42:0 125:0", ["super+shift+Tab"]),
      ("ydotool key 29:1 46:1 46:0 29:0 29:1 47:1 47:0 29:0", ["ctrl+c", "ctrl+v"]),
      ("YDOTOOL_SOCKET=/run/y ydotool key 56:1 key 106:1 key 106:0 key 56:0", ["alt+Right"]),
      ("ydotool key LEFTCTRL+PAGEUP", ["ctrl+Page_Up"]), ("wtype -M ctrl w -m ctrl", ["ctrl+w"]),
      ("wtype -k Up", ["Up"]), ("/usr/bin/xdotool key XF86AudioMute", ["XF86AudioMute"]),
      ("ydotool key 125:1 125:0", ["super"]), ("xte 'keydown Alt_L' 'key Left' 'keyup Alt_L'", ["alt+Left"]),
      ("xdotool key --repeat 2 Tab", ["Tab", "Tab"]),
    ])
  func keys(command: String, chords: [String]) throws {
    guard case .keys(let keys) = try action(for: command) else {
      Issue.record("\(command) presses no keys")
      return
    }
    #expect(keys.map(\.text) == chords)
  }

  @Test(
    "other commands are kept",
    arguments: [
      "xdotool click 20", "xdotool keydown ctrl click 4 keyup ctrl", "xdotool key ctrl+t key a+b",
      "xdotool keydown ctrl",
      "xdotool key $KEY", "xdotool key a && foot", "ydotool key 29:1", "ydotool key 29:1 999:1 999:0 29:0",
      "xdotool mousemove 10 10 click 1", "ydotool click 0xFF", "swaymsg -t get_tree", "hyprctl reload", "wmctrl -l",
      "swaymsg exec $TERMINAL", "niri msg action spawn -- foot", "xdotool mousedown 1 mousemove_relative 9 9 mouseup 1",
      "xdotool set_desktop 99999999999999",
      "notify-send 'a: b' \"c # d\"", "echo \\ö 'it''s'",
    ])
  func commands(command: String) throws {
    #expect(try action(for: command) == .shell(command))
  }

  @Test("workspaces are switched by the same action on every desktop", arguments: DesktopKind.importable)
  func desktops(desktop: DesktopKind) throws {
    let expected = Action.desktop(.workspace(.next))
    #expect(try action(for: "_internal ws_up", desktop: desktop) == expected)
    #expect(try action(for: "xdotool set_desktop --relative -- 1", desktop: desktop) == expected)
    let commands = [
      (DesktopKind.sway, "swaymsg workspace next"), (.hyprland, "hyprctl dispatch workspace m+1"),
      (.niri, "niri msg action focus-workspace-down"),
    ]
    for (own, command) in commands where own != desktop {
      #expect(try action(for: command, desktop: desktop) == expected)
    }
  }

  @Test("an invalid rule becomes a comment with the error")
  func refused() throws {
    let result = try ImportResult.read(
      Array("gesture swipe left 3 xdotool key ctrl+Frobnicate\nleft3 = x\n".utf8), name: "some.conf",
      kind: .comfortableSwipe, keyNames: keyNames)
    #expect(result.ruleCount == 1)
    let nul = try imported("gesture swipe left 3 echo \u{0}\ngesture swipe right 3 foot\n")
    #expect(nul.ruleCount == 1)
    #expect(nul.remarks.map(\.message) == ["a command cannot contain a NUL character"])
    #expect(nul.text.contains("  # some.conf:1: a command cannot contain a NUL character\n"))
  }

  @Test(
    "a syntax error is reported with line and column",
    arguments: [
      ("<touchégg>\n  <application>\n", ImportKind.touchegg, 2, 3, "unterminated element 'application'"),
      ("<touchégg><a></b></touchégg>", .touchegg, 1, 14, "'</b>' ends nothing: 'a' of line 1 is open"),
      ("<touchégg>\n<a b=c></a></touchégg>", .touchegg, 2, 6, "the value of 'b' requires quotes"),
      ("<touchégg>\n <!-- x", .touchegg, 2, 6, "unterminated comment"),
      ("[swipe.commands\nup = 'a'\n", .gebaar, 1, 16, "expected ']' after the name of a table"),
      ("[a]\nup = \"b\n", .gebaar, 2, 6, "unterminated string"),
      ("[a]\nup = 'b' c\n", .gebaar, 2, 10, "unexpected text after the value"),
      ("[a]\nup\n", .gebaar, 2, 3, "expected '=' after the key"),
      ("swipe:\n  3:\n    left: [\n", .fusuma, 3, 12, ""),
      ("swipe: {}\n---\npinch: *x\n", .fusuma, 3, 8, "'*x' has no anchor: no '&x' is above it"),
    ])
  func mistakes(text: String, kind: ImportKind, line: Int, column: Int, message: String) throws {
    let error = try failure(text, kind: kind)
    #expect(error.location?.line == line)
    #expect(error.location?.column == column)
    #expect(message == "" || error.message == message)
  }

  @Test("variables that a shell script assigns are replaced, others are kept")
  func shellVariables() throws {
    let script = """
      A="one two"
      export B=$A/three
      lisgd -g "1,LR,foot $B ${A} $HOME $(date "+%H") \\$x" # "1,RL,bar"
      """
    let text = try imported(script).text
    #expect(read(text)?.rules.map(\.reaction.act) == [[.shell("foot one two/three one two $HOME $(date \"+%H\") $x")]])
  }

  @Test("aliases and merge keys in YAML are expanded")
  func aliases() throws {
    let text = try imported(
      """
      swipe:
        zoom: &zoom
          command: foot
          threshold: 2
        3: {left: {<<: *zoom, threshold: 3}, right: *zoom}
      """
    ).text
    let rules = try #require(read(text)).rules
    #expect(rules.map(\.reaction.act) == [[.shell("foot")], [.shell("foot")]])
    #expect(text.contains("distance: 36mm") && text.contains("distance: 24mm"))
  }

  @Test("a configuration is found in a file in the Nix language")
  func nix() throws {
    let text = """
      { pkgs, ... }: {
        xdg.configFile."libinput-gestures.conf".text = ''
          gesture swipe left 3 foot
        '';
        programs = [ pkgs.wmctrl ];
      }
      """
    let result = try imported(text, name: "home.nix")
    #expect(result.ruleCount == 1)
    #expect(result.remarks == [])
  }

  @Test("comments before, in and after a gesture stay with its rule; those on the tool are dropped")
  func comments() throws {
    let text = try imported(
      """
      # This explains the tool.
      # It has a lot to say,
      # and nothing of it is
      # about any gesture.

      swipe:
        # With three fingers
        3:
          left: # to the left
            command: foot
            # threshold: 2
          right: {command: bar}
          # nothing here

      """
    ).text
    #expect(text.contains("# Comment lines that belong to no rule and are left out: 5.\n"))
    #expect(
      text.hasSuffix(
        """
        rules:
          # With three fingers
          # to the left
          # threshold: 2
          - swipe: left
            fingers: 3
            do: foot
          - swipe: right
            fingers: 3
            do: bar

        """))
  }

  @Test("Fusuma: bindings without a direction run alongside those with one")
  func beside() throws {
    let result = try imported(
      "swipe: {3: {begin: {command: a}, end: {command: b}, left: {command: c}}, 4: {update: {command: d}}}\n",
      kind: .fusuma)
    let file = RulesFile.check(text: result.text, name: "rules.yml")
    #expect(file.mistakes == [])
    #expect(result.text.contains("  - pan: any\n    fingers: 3\n    also: true\n    begin: a\n    end: b\n"))
  }

  @Test(
    "a key of another place says where it belongs, and is never suggested in its own place",
    arguments: [
      (
        "swipe: {3: {left: {command: a}}, threshold: {swipe: 0.5}}\n", ImportKind.fusuma,
        "'threshold' has no effect here: it belongs at the top level of the file, in the first column"
      ),
      (
        "swipe: {3: {left: {command: a}}}\nthreshold: {left: 0.5}\n", .fusuma,
        "'left' has no effect here: it belongs below a gesture, such as 'swipe'"
      ),
      (
        "touchpad: {gestures: [{type: swipe, fingers: 3, direction: left, command: a, actions: [{command: b}]}]}\n",
        .inputActions, "'command' has no effect here: it belongs to an entry of 'actions'"
      ),
      (
        "touchpad: {gestures: [{type: swipe, fingers: 3, direction: left, actions: [{fingers: 3, command: b}]}]}\n",
        .inputActions, "'fingers' has no effect here: it belongs to the gesture, beside 'actions'"
      ),
    ])
  func misplacedKeys(text: String, kind: ImportKind, remark: String) throws {
    #expect(try imported(text, kind: kind).remarks.map(\.message) == [remark])
  }

  @Test("two rules with steps in opposite directions are joined if their actions match")
  func opposites() throws {
    func gesture(_ direction: String, _ keys: String, _ back: String) -> String {
      """
      <gesture type="PINCH" fingers="2" direction="\(direction)"><action type="SEND_KEYS">
      <repeat>true</repeat><keys>\(keys)</keys><decreaseKeys>\(back)</decreaseKeys></action></gesture>
      """
    }
    func rules(_ first: String, _ second: String) throws -> [Rule] {
      let text = try imported("<touchégg><application name=\"All\">\(first)\(second)</application></touchégg>").text
      let file = RulesFile.check(text: text, name: "rules.yml")
      #expect(file.mistakes == [])
      return file.rules?.rules ?? []
    }
    let joined = try rules(gesture("IN", "a", "b"), gesture("OUT", "b", "a"))
    #expect(joined.count == 1)
    #expect(joined.first?.reaction.back == [.keys([Chord(modifiers: [], key: "b", text: "b")])])
    let apart = try rules(gesture("IN", "a", "a"), gesture("OUT", "b", "b"))
    #expect(apart.map(\.reaction.back) == [[], []])
  }

  @Test("comments of disabled and left out bindings, and of settings, belong to no rule")
  func otherComments() throws {
    let conf = try imported(
      """
      # How long a swipe may be
      swipe_threshold 0

      # Cannot be imported
      gesture swipe sideways 3 foot
      # To the left
      #gesture swipe left 3 first
      gesture swipe left 3 foot
      # Disabled
      # gesture swipe up 3 foot

      gesture swipe right 3 foot
      """)
    #expect(rules(conf) == ["# To the left", "- swipe: left", "- swipe: right"])
    let yaml = try imported(
      """
      swipe:
        3:
          left:
            command: foot
          # up:
          #   command: bar
        # With four fingers
        4:
          up: {command: baz}
          # The end of four
        # The end of all
      pinch:
        2:
          in: {unknown: x} # which is left out
          # Apart
          out: {command: foot}
      """)
    #expect(
      rules(yaml) == [
        "- swipe: left", "# With four fingers", "- swipe: up", "# Apart", "- pinch: out",
      ])
    let xml = try imported(
      """
      <touchégg>
        <!-- For all -->
        <application name="All">
          <!-- <gesture type="SWIPE" fingers="4" direction="UP">
            <action type="NO_ACTION"/></gesture> -->
          <gesture type="SWIPE" fingers="3" direction="UP"><action type="CLOSE_WINDOW"/></gesture>
          <!-- Nothing -->
          <gesture type="SWIPE" fingers="3" direction="LEFT"><action type="NO_ACTION"/></gesture>
          <!--
            Down
          -->
          <gesture type="SWIPE" fingers="3" direction="DOWN"><action type="CLOSE_WINDOW"/></gesture>
        </application>
      </touchégg>
      """)
    #expect(rules(xml) == ["# was CLOSE_WINDOW", "- swipe: up", "# Down", "# was CLOSE_WINDOW", "- swipe: down"])
  }

  /// The comments and the first lines of the rules.
  private func rules(_ result: ImportResult) -> [String] {
    let lines = result.text.split(separator: "\n").drop { $0 != "rules:" }.dropFirst()
    return lines.filter { $0.hasPrefix("  # ") || $0.hasPrefix("  - ") }.map { String($0.dropFirst(2)) }
  }

  @Test("a rule that another one always precedes is left out, and the report names that rule")
  func hidden() throws {
    let result = try imported(
      "gesture = 3, swipe, float\ngesture = 3, left, dispatcher, exec, foot\ngesture = 2, pinch, float\n")
    #expect(result.remarks.map(\.line) == [2])
    #expect(result.remarks.map(\.message) == ["the rule for line 1 always acts first"])
    #expect(result.ruleCount == 2)
    #expect(result.text.contains("  # some.conf:2: the rule for line 1 always acts first\n  #   - swipe: left\n"))
    #expect(RulesFile.check(text: result.text, name: "rules.yml").mistakes == [])
  }

  @Test("Gebaar: unknown settings are reported")
  func gebaarSettings() throws {
    let result = try imported(
      "[swipe.commands.three]\nleft = 'foot'\n[settings]\nswipe.one_shot = true\ninteract.type = 'TOUCH'\n",
      kind: .gebaar)
    #expect(result.remarks.map { "\($0.line): \($0.message)" } == ["5: unknown setting 'settings.interact.type'"])
  }

  @Test("with a desktop, commands for another compositor get a remark")
  func foreignCommands() throws {
    let text = """
      gesture swipe left 3 hyprctl dispatch movewindow l
      gesture swipe right 3 hyprctl dispatch killactive
      gesture swipe up 3 hyprctl clients | grep foot && swaymsg kill
      gesture swipe down 3 foot

      """
    #expect(try imported(text).remarks.filter { $0.message.contains("works in") } == [])
    let remarks = try imported(text, desktop: .sway).remarks.filter { $0.message.contains("works in") }
    #expect(remarks.map(\.line) == [1, 3])
    #expect(remarks.map(\.kind) == [.changed, .changed])
    #expect(Set(remarks.map(\.message)) == ["'hyprland' works in hyprland only", "'hyprctl' works in hyprland only"])
    #expect(try action(for: "hyprctl dispatch killactive", desktop: .sway) == .desktop(.window(.close)))
  }

  @Test("Fusuma: begin and end without a direction apply to the directions without steps as well")
  func otherDirections() throws {
    let result = try imported(
      """
      swipe: {3: {begin: {command: a}, end: {command: b}, left: {update: {command: c}}, up: {command: d}}}
      rotate: {2: {begin: {command: e}, clockwise: {update: {command: f}}}}
      """, kind: .fusuma)
    let rules = try #require(read(result.text)).rules
    let ways = rules.filter { !$0.reaction.begin.isEmpty }.map { ($0.trigger.pattern.kind.rawValue, $0.reaction) }
    #expect(ways.map(\.0) == ["pan", "pan", "pan", "pan", "rotate", "rotate"])
    #expect(ways[..<4].allSatisfy { $0.1.begin == [.shell("a")] && $0.1.end == [.shell("b")] })
    #expect(result.text.contains("  - pan: up\n    fingers: 3\n    also: true\n    begin: a\n    end: b\n"))
    #expect(result.text.contains("  - rotate: any\n    fingers: 2\n    device: touchpad\n    begin: e\n"))
  }
}
