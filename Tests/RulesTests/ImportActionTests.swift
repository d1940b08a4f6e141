import Desktop
import Foreign
import Rules
import RulesFile
import Testing

@testable import Importing

/// The actions to which a command in libinput-gestures.conf is converted.
private func action(for command: String, desktop: DesktopKind? = nil) throws -> [Action] {
  let text = try imported("gesture swipe left 3 \(command)\n", desktop: desktop).text
  return RulesFile.check(text: text, name: "rules.yml").rules?.rules.first?.reaction.act ?? []
}

/// The rules to which a configuration is converted, without comments, header and footer.
private func rules(_ text: String, kind: ImportKind? = nil, desktop: DesktopKind? = nil) throws -> String {
  let result = try imported(text, kind: kind, desktop: desktop)
  let file = RulesFile.check(text: result.text, name: "rules.yml")
  #expect(file.mistakes == [])
  let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  let start = lines.firstIndex { $0 == "rules:" } ?? 0
  let kept = lines[(start + 1)...].prefix { !$0.hasPrefix("#") }
    .filter { !$0.isEmpty && !$0.drop { $0 == " " }.hasPrefix("#") }
  return kept.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
}

@Suite("Importing commands: keyboard and pointer input becomes actions")
struct ImportActionTests {
  @Test(
    "clicks, wheel, text, waits and compositor commands",
    arguments: [
      ("xdotool click 1", [Action.click([Click(.left)])]), ("xdotool click 9", [.click([Click(.forward)])]),
      ("xdotool click --repeat 2 1", [.click([Click(.left), Click(.left)])]),
      ("xdotool keydown ctrl click 1 keyup ctrl", [.click([Click(.left, modifiers: [.ctrl])])]),
      ("ydotool click 0xC1", [.click([Click(.right)])]), ("ydotool click 2", [.click([Click(.right)])]),
      ("xte 'mouseclick 2'", [.click([Click(.middle)])]), ("xdotool click 5", [.scroll(.steps(.down, 1))]),
      ("xdotool click --repeat 3 4", [.scroll(.steps(.up, 3))]), ("xdotool type 'two words'", [.type("two words")]),
      ("xdotool type two words", [.type("twowords")]),
      ("xte 'str a  b' 'key c'", [.type("a  b"), .keys([chord("c")])]),
      ("wtype two words", [.type("two words")]), ("wtype a -k b", [.type("a"), .keys([chord("b")])]),
      ("wtype -- -k b", [.type("-k b")]), ("ydotool type two words", [.type("twowords")]),
      ("ydotool type -- -f", [.type("-f")]), ("ydotool type -f notes", [.shell("ydotool type -f notes")]),
      ("wtype hello", [.type("hello")]), ("ydotool type --key-delay 5 hello", [.type("hello")]),
      ("xdotool key a sleep 0.2 key b", [.keys([chord("a")]), .wait(.milliseconds(200)), .keys([chord("b")])]),
      ("swaymsg workspace next", [.compositor(.sway, "workspace next")]),
      ("swaymsg 'move left; focus left'", [.compositor(.sway, "move left; focus left")]),
      ("hyprctl dispatch movewindow l", [.compositor(.hyprland, "dispatch movewindow l")]),
      ("niri msg action focus-column-left", [.compositor(.niri, "focus-column-left")]),
      ("xdotool getactivewindow windowminimize", [.desktop(.window(.minimize))]),
      ("wmctrl -c :ACTIVE:", [.desktop(.window(.close))]), ("wmctrl -s 2", [.desktop(.workspaceNumber(3))]),
      ("wmctrl -k on", [.desktop(.desktop(.showDesktop))]), ("xdotool set_desktop 0", [.desktop(.workspaceNumber(1))]),
      ("wmctrl -r :ACTIVE: -b toggle,fullscreen", [.desktop(.window(.fullscreen))]),
      ("wmctrl -r :ACTIVE: -b toggle,maximized_horz,maximized_vert", [.desktop(.window(.maximize))]),
      ("xdotool set_desktop --relative -- -1", [.desktop(.workspace(.previous))]),
      (
        "qdbus org.kde.kglobalaccel /component/kwin invokeShortcut 'Window Close'", [.desktop(.window(.close))]
      ),
      (
        "qdbus org.kde.kglobalaccel /component/kwin org.kde.kglobalaccel.Component.invokeShortcut Overview",
        [.desktop(.desktop(.overview))]
      ),
    ])
  func actions(command: String, expected: [Action]) throws {
    #expect(try action(for: command) == expected)
  }

  /// The beginning of a command that has GNOME Shell evaluate an expression.
  private static let eval =
    "gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval"

  @Test(
    "commands in a shell of their own, and one after the other, become steps where these mean the same",
    arguments: [
      ("sh -c \"xdotool key ctrl+t\"", [Action.keys([chord("ctrl+t")])]),
      ("/bin/bash -c 'swaymsg kill'", [.compositor(.sway, "kill")]),
      ("sh -c 'sleep 0.2; xdotool key a'", [.wait(.milliseconds(200)), .keys([chord("a")])]),
      ("sh -c 'xdotool key a && xdotool key b'", [.keys([chord("a")]), .keys([chord("b")])]),
      ("sh -c 'xdotool key a; foot'", [.keys([chord("a")]), .shell("foot")]),
      ("sh -c 'foot & xdotool key a'", [.shell("foot"), .keys([chord("a")])]),
      (
        "sh -c \"sh -c 'xdotool key a'; sleep 1; wmctrl -c :ACTIVE:\"",
        [.keys([chord("a")]), .wait(.seconds(1)), .desktop(.window(.close))]
      ),
      ("sh -c \"\(eval) 'Main.overview.toggle();'\"", [.desktop(.desktop(.overview))]),
      // These mean something else: a rule waits for no command, and does not ask how one has ended.
      ("sh -c 'foot; xdotool key a'", [.shell("sh -c 'foot; xdotool key a'")]),
      ("sh -c 'foot && xdotool key a'", [.shell("sh -c 'foot && xdotool key a'")]),
      ("sh -c 'xdotool key a || foot'", [.shell("sh -c 'xdotool key a || foot'")]),
      ("sh -c 'xdotool key $KEY'", [.shell("sh -c 'xdotool key $KEY'")]),
      ("sh -c 'xdotool key a' name", [.shell("sh -c 'xdotool key a' name")]),
    ])
  func shells(command: String, expected: [Action]) throws {
    #expect(try action(for: command) == expected)
  }

  @Test(
    "a part that reaches X11 windows only, or that GNOME refuses, is noted, however deep it is",
    arguments: [
      ("sh -c 'xdotool search --name foot windowactivate'", "xdotool reaches X11 windows only"),
      ("sh -c \"test -f x && sh -c 'wmctrl -l'\"", "wmctrl reaches X11 windows only"),
      ("bash -c 'kill $(xprop -id 3 | cut -f1)'", "xprop reaches X11 windows only"),
      ("sh -c \"\(eval) 'Main.overview.hide()'\"", "GNOME 41 and later refuses 'Shell.Eval'"),
    ])
  func obstacles(command: String, expected: String) throws {
    let remarks = try imported("gesture swipe left 3 \(command)\n").remarks
    #expect(remarks.map(\.message) == [expected] && remarks.map(\.kind) == [.note])
  }

  @Test(
    "Plasma's shortcuts are performed by name, whatever the program",
    arguments: [
      "qdbus org.kde.kglobalaccel /component/kwin invokeShortcut 'Grid View'",
      "qdbus6 org.kde.kglobalaccel /component/kwin org.kde.kglobalaccel.Component.invokeShortcut \"Grid View\"",
      "busctl --user call org.kde.kglobalaccel /component/kwin org.kde.kglobalaccel.Component invokeShortcut s "
        + "\"Grid View\"",
      "gdbus call --session --dest org.kde.kglobalaccel --object-path /component/kwin "
        + "--method org.kde.kglobalaccel.Component.invokeShortcut 'Grid View'",
      "dbus-send --type=method_call --dest=org.kde.kglobalaccel /component/kwin "
        + "org.kde.kglobalaccel.Component.invokeShortcut string:'Grid View'",
      "sh -c \"qdbus org.kde.kglobalaccel /component/kwin invokeShortcut 'Grid View'\"",
    ])
  func plasmaShortcuts(command: String) throws {
    for desktop in [nil, DesktopKind.plasma] {
      let text = try imported("gesture swipe left 3 \(command)\n", desktop: desktop).text
      #expect(text.contains("    do: {plasma-shortcut: \"kwin,Grid View\"}\n"), "\(text)")
    }
    // No other desktop has it.
    #expect(try action(for: command, desktop: .sway) == [.shell(command)])
  }

  @Test("text that libyaml refuses inside of brackets is quoted there")
  func colon() throws {
    #expect(try rules("gesture swipe up 3 xdotool type 'a:?b'\n").contains("do: {type: \"a:?b\"}"))
  }

  @Test("for a wheel with a modifier, a continuous gesture holds the modifier")
  func zoom() throws {
    let zoom = "xdotool keydown ctrl click 4 keyup ctrl"
    #expect(
      try rules("gesture pinch out 3 \(zoom)\ngesture swipe up 3 \(zoom)\n") == """
        - pinch: out
          fingers: 3
          begin: {hold: ctrl}
          do: {scroll: up}
        - swipe: up
          fingers: 3
          do: xdotool keydown ctrl click 4 keyup ctrl
        """)
  }

  @Test("rules for some applications form a group, before those for all")
  func programs() throws {
    #expect(
      try rules(
        """
        <touchégg>
          <application name="All">
            <gesture type="TAP" fingers="2"><action type="MOUSE_CLICK"><button>3</button></action></gesture>
            <gesture type="SWIPE" fingers="3" direction="LEFT"><action type="SEND_KEYS"><keys>a</keys></action></gesture>
          </application>
          <application name="Firefox,Chromium">
            <gesture type="SWIPE" fingers="3" direction="LEFT"><action type="SEND_KEYS"><keys>b</keys></action></gesture>
            <gesture type="SWIPE" fingers="3" direction="RIGHT"><action type="SEND_KEYS"><keys>c</keys></action></gesture>
          </application>
          <application name="Evince">
            <gesture type="SWIPE" fingers="3" direction="UP"><action type="SEND_KEYS"><keys>d</keys></action></gesture>
          </application>
        </touchégg>
        """) == """
          - when: {app: [Firefox, Chromium]}
            rules:
              - swipe: left
                fingers: 3
                do: {keys: b}
              - swipe: right
                fingers: 3
                do: {keys: c}
          - swipe: up
            fingers: 3
            when: {app: Evince}
            do: {keys: d}
          - tap: single
            fingers: 2
            device: touchscreen
            do: {click: right}
          - swipe: left
            fingers: 3
            do: {keys: a}
          """)
  }

  @Test("a window switcher stays open until the fingers lift")
  func switcher() throws {
    let touchegg = """
      <touchégg><application name="All"><gesture type="SWIPE" fingers="3" direction="RIGHT">
        <action type="SEND_KEYS"><repeat>true</repeat><modifiers>Alt_L</modifiers><keys>Tab</keys>
        <decreaseKeys>Shift_L+Tab</decreaseKeys></action>
      </gesture></application></touchégg>
      """
    let fusuma = """
      swipe:
        3:
          begin: {command: xdotool keydown alt}
          right: {update: {command: xdotool key Tab}}
          end: {command: xdotool keyup alt}
      """
    #expect(
      try rules(touchegg) == """
        - pan: right
          fingers: 3
          begin: {hold: alt}
          every: 3.8mm
          do: {keys: Tab}
          back: {keys: shift+Tab}
        """)
    #expect(
      try rules(fusuma) == """
        - pan: right
          fingers: 3
          begin: {hold: alt}
          every: 12mm
          do: {keys: Tab}
        """)
  }

  @Test("drags with three fingers, for each tool that supports them")
  func drags() throws {
    let drag = "- pan: any\n  fingers: 3\n  drag: left"
    let fusuma = """
      swipe:
        3:
          begin: {command: xdotool mousedown 1}
          update: {command: "xdotool mousemove_relative -- $move_x, $move_y", interval: 0.01}
          end: {command: xdotool mouseup 1}
      """
    #expect(try rules(fusuma) == drag)
    let first = """
      <touchégg><application name="All"><gesture type="DRAG" fingers="3" direction="ALL">
      <action type="DRAG_AND_DROP">BUTTON=1</action></gesture></application></touchégg>
      """
    #expect(try rules(first) == drag)
    #expect(
      try rules(first.replacing("DRAG_AND_DROP\">BUTTON=1", with: "MOVE_WINDOW\">"))
        == drag.replacing("left", with: "super+left"))
    #expect(
      try rules("mouse3 = button1 # left\nmouse4 = scroll\n", kind: .comfortableSwipe) == """
        \(drag)
          also: true
        - pan: any
          fingers: 4
          also: true
          begin: {scroll: fingers}
        """)
  }

  @Test("conditions on modifiers set 'read-keyboards', with a remark")
  func modifiers() throws {
    let result = try imported(
      "swipe: {3: {up: {keypress: {LEFTSHIFT+LEFTCTRL: {sendkey: [LEFTALT+F4, BTN_LEFT]}}}}}\n", kind: .fusuma)
    #expect(result.text.contains("settings:\n  # For conditions on modifiers.\n  read-keyboards: true\n"))
    #expect(result.remarks.map(\.message) == ["requires 'read-keyboards: true', which is set"])
    let rule = try #require(RulesFile.check(text: result.text, name: "rules.yml").rules?.rules.first)
    #expect(rule.condition == Condition([.modifiers([.ctrl, .shift])]))
    #expect(rule.reaction.act == [.keys([chord("alt+F4")]), .click([Click(.left)])])
  }

  @Test("Touchégg's, Fusuma's and InputActions' actions of the desktop are those of the rules file")
  func desktop() throws {
    let touchegg = [
      ("MAXIMIZE_RESTORE_WINDOW", "window: maximize"), ("MINIMIZE_WINDOW", "window: minimize"),
      ("FULLSCREEN_WINDOW", "window: fullscreen"), ("CLOSE_WINDOW", "window: close"),
      ("SHOW_DESKTOP", "desktop: show-desktop"), ("CHANGE_DESKTOP", "workspace: next"),
    ]
    for (type, action) in touchegg {
      let text = """
        <touchégg><application name="All"><gesture type="SWIPE" fingers="3" direction="LEFT">
        <action type="\(type)"></action></gesture></application></touchégg>
        """
      #expect(try rules(text).contains("do: {\(action)}"), "\(type)")
    }
    let fusuma = [
      ("workspace: next", "workspace: next"), ("workspace: prev", "workspace: previous"),
      ("window: next", "window: to-next-workspace"), ("window: fullscreen", "window: fullscreen"),
      ("window: maximized", "window: maximize"), ("window: close", "window: close"),
    ]
    for (property, action) in fusuma {
      #expect(
        try rules("swipe: {3: {left: {\(property)}}}\n", kind: .fusuma).contains("do: {\(action)}"), "\(property)")
    }
    let shortcuts = [
      ("kwin,Overview", "{desktop: overview}"), ("kwin,Window Close", "{window: close}"),
      ("kwin,Switch to Next Desktop", "{workspace: next}"),
      ("kwin,Edit Tiles", "{plasma-shortcut: \"kwin,Edit Tiles\"}"),
      // Its place depends on the rows.
      ("kwin,Switch One Desktop Up", "{plasma-shortcut: \"kwin,Switch One Desktop Up\"}"),
    ]
    for (shortcut, action) in shortcuts {
      let text = """
        touchpad:
          gestures:
            - {type: swipe, fingers: 3, direction: left, actions: [{on: begin, plasma_shortcut: "\(shortcut)"}]}
        """
      #expect(try rules(text, kind: .inputActions).contains("\(action)"), "\(shortcut)")
    }
  }

  @Test("an action that a desktop cannot perform becomes the nearest one, or is reported")
  func substitutes() throws {
    #expect(
      try action(for: "xdotool getactivewindow windowminimize", desktop: .sway) == [
        .compositor(.sway, "move scratchpad")
      ])
    #expect(
      try action(for: "wmctrl -r :ACTIVE: -b toggle,maximized_horz,maximized_vert", desktop: .sway)
        == [.desktop(.window(.fullscreen))])
    #expect(try action(for: "wmctrl -s 2", desktop: .xfce) == [.keys([chord("ctrl+F3")])])
    #expect(try action(for: "wmctrl -k on", desktop: .sway) == [.shell("wmctrl -k on")])
  }

  @Test("each command that imports write for Hyprland has a counterpart in Lua")
  func hyprland() {
    let actions: [DesktopAction] = [.tile(.left), .tile(.right), .operation(.window(.minimize))]
    let steps = ["killactive", "fullscreen 0", "fullscreen 1", "setfloating", "settiled", "togglefloating"]
    let commands =
      actions.compactMap { action -> String? in
        guard case .compositor("hyprland", let command) = action.action(on: .hyprland) else { return nil }
        return command
      } + steps.map { "dispatch \($0)" }
    #expect(commands.count == actions.count + steps.count)
    for command in commands { #expect(HyprlandCommand.problem(with: command, in: .lua) == nil, "\(command)") }
  }
}

/// A chord in the syntax of rules files.
private func chord(_ text: String) -> Chord {
  let parts = text.split(separator: "+").map(String.init)
  let modifiers = parts.compactMap { Chord.Modifier(rawValue: $0) }
  return Chord(modifiers: modifiers, key: parts.last { Chord.Modifier(rawValue: $0) == nil }, text: text)
}
