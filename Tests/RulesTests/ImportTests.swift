import Diagnostics
import Importing
import Rules
import RulesFile
import Testing

/// The result of importing a configuration.
func imported(
  _ text: String, name: String = "some.conf", kind: ImportKind? = nil, desktop: ImportDesktop? = nil
) throws -> ImportResult {
  try ImportResult.read(Array(text.utf8), name: name, kind: kind, desktop: desktop)
}

/// The action to which a command in libinput-gestures.conf is converted.
private func action(for command: String, desktop: ImportDesktop? = nil) throws -> Action? {
  let text = try imported("gesture swipe left 3 \(command)\n", desktop: desktop).text
  return RulesFile.check(text: text, name: "rules.yml").rules?.rules.first?.reaction.act.first
}

@Suite("Importing configurations of other tools")
struct ImportTests {
  @Test("each sample is converted to the expected file", arguments: ImportSample.all)
  func samples(sample: ImportSample) throws {
    let result = try imported(sample.text, name: "/home/me/\(sample.name)")
    #expect(result.text == sample.rules)
    let file = RulesFile.check(text: result.text, name: "rules.yml")
    #expect(file.diagnostics.allSatisfy { $0.id == MessageID.touchscreenOnly.rawValue })
    #expect(file.rules?.rules.count == result.ruleCount)
  }

  @Test("the tool is detected by content, then by file name")
  func recognition() throws {
    for sample in ImportSample.all {
      #expect(try imported(sample.text, name: "anything.txt").text.contains("  - "))
    }
    #expect(try imported("", name: "libinput-gestures.conf").ruleCount == 0)
    #expect(throws: ImportError.self) { try imported("nothing to be seen\n", name: "notes.txt") }
    let gestures = "gestures:\n  - type: swipe\n"
    #expect(try failure(gestures, name: "config.yaml").message.contains("say --from with one of libinput-gestures,"))
    #expect(
      try failure("touchpad:\n  gestures: []\n", name: "config.yaml").message
        .contains("a configuration of InputActions, which is not read"))
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
      "xdotool mousemove 10 10 click 1", "ydotool click 0xFF", "swaymsg -t get_tree", "hyprctl reload", "wmctrl -s 2",
      "swaymsg exec $TERMINAL", "niri msg action spawn -- foot", "xdotool mousedown 1 mousemove_relative 9 9 mouseup 1",
      "xdotool set_desktop 99999999999999",
      "notify-send 'a: b' \"c # d\"", "echo \\ö 'it''s'",
    ])
  func commands(command: String) throws {
    #expect(try action(for: command) == .shell(command))
  }

  @Test(
    "workspaces are switched by the means of the desktop",
    arguments: [
      (ImportDesktop.sway, Action.compositor(.sway, "workspace next")),
      (.hyprland, .compositor(.hyprland, "dispatch workspace e+1")),
      (.niri, .compositor(.niri, "focus-workspace-down")),
      (.gnome, .keys([Chord(modifiers: [.super], key: "Page_Down", text: "super+Page_Down")])),
      (.kde, .keys([Chord(modifiers: [.ctrl, .super], key: "Right", text: "ctrl+super+Right")])),
      (.xfce, .keys([Chord(modifiers: [.ctrl, .alt], key: "Right", text: "ctrl+alt+Right")])),
    ])
  func desktops(desktop: ImportDesktop, expected: Action) throws {
    #expect(try action(for: "_internal ws_up", desktop: desktop) == expected)
    #expect(try action(for: "xdotool set_desktop --relative -- 1", desktop: desktop) == expected)
    let commands = [
      "swaymsg workspace next", "hyprctl dispatch workspace e+1", "niri msg action focus-workspace-down",
    ]
    for command in commands { #expect(try action(for: command, desktop: desktop) == expected) }
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
    #expect(nul.text.contains("  # some.conf:1 a command cannot contain a NUL character:\n"))
  }

  @Test(
    "a syntax error is reported with line and column",
    arguments: [
      ("<touchégg>\n  <application>\n", ImportKind.touchegg, 2, 3, "'application' is never closed"),
      ("<touchégg><a></b></touchégg>", .touchegg, 1, 14, "'</b>' ends nothing: 'a' of line 1 is open"),
      ("<touchégg>\n<a b=c></a></touchégg>", .touchegg, 2, 6, "the value of 'b' needs quotes"),
      ("<touchégg>\n <!-- x", .touchegg, 2, 6, "a comment begins here and is never closed"),
      ("[swipe.commands\nup = 'a'\n", .gebaar, 1, 16, "a ']' is missing behind the name of a table"),
      ("[a]\nup = \"b\n", .gebaar, 2, 6, "this quote is never closed"),
      ("[a]\nup = 'b' c\n", .gebaar, 2, 10, "nothing may stand behind the value"),
      ("[a]\nup\n", .gebaar, 2, 3, "a key needs '=' and a value behind it"),
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
    #expect(text.contains("# 5 lines of comments that stood at no gesture are not kept.\n"))
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
      #expect(file.diagnostics == [])
      return file.rules?.rules ?? []
    }
    let joined = try rules(gesture("IN", "a", "b"), gesture("OUT", "b", "a"))
    #expect(joined.count == 1)
    #expect(joined.first?.reaction.back == [.keys([Chord(modifiers: [], key: "b", text: "b")])])
    let apart = try rules(gesture("IN", "a", "a"), gesture("OUT", "b", "b"))
    #expect(apart.map(\.reaction.back) == [[], []])
  }
}
