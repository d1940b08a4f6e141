import Foreign
import Importing
import Rules
import RulesFile
import Testing

@Suite("Importing preserves the meaning of numbers and words")
struct ImportMeaningTests {
  /// The lines of the file to which `text` is converted.
  private func lines(_ text: String, name: String = "some.conf", kind: ImportKind? = nil) throws -> [String] {
    let result = try imported(text, name: name, kind: kind)
    #expect(RulesFile.check(text: result.text, name: "rules.yml").mistakes == [])
    return result.text.split(separator: "\n").map { line in String(line.drop { $0 == " " }) }
  }

  private func touchegg(_ gesture: String, _ action: String) -> String {
    "<touchégg><application name=\"All\"><gesture \(gesture)>\(action)</gesture></application></touchégg>"
  }

  @Test(
    "libinput-gestures: thresholds in libinput's units, times in seconds, holds in addition to libinput's delay",
    arguments: [
      ("swipe_threshold 200\ngesture swipe left 3 foot", "distance: 19mm"),
      ("timeout 0\ngesture swipe left 3 foot", "within: 60s"), ("gesture hold on 4 foot", "- long-press: 500ms"),
      ("gesture hold on+2.2 4 foot", "- long-press: 2380ms"), ("gesture pinch clockwise 3 foot", "distance: 15°"),
      ("gesture hold on foot", "fingers: 1-4"), ("gesture pinch in 2 foot", "device: touchpad"),
    ])
  func libinputGestures(text: String, expected: String) throws {
    #expect(try lines(text + "\n").contains(expected))
  }

  @Test("libinput-gestures: of two holds with the same fingers, the longer one is left out")
  func twoHolds() throws {
    let result = try imported("gesture hold on+2 4 foot\ngesture hold on 4 bar\ngesture hold on+2 3 baz\n")
    #expect(result.ruleCount == 2)
    #expect(result.remarks.map(\.line) == [1])
    #expect(result.remarks.map(\.message) == ["the shorter hold of line 2 acts first"])
  }

  @Test("Touchégg: keys and commands act at the beginning, subject to 'times' and 'on'")
  func toucheggMoments() throws {
    let swipe = "type=\"SWIPE\" fingers=\"3\" direction=\"UP\""
    func keys(_ more: String) -> String { "<action type=\"SEND_KEYS\"><keys>a</keys>\(more)</action>" }
    #expect(try !lines(touchegg(swipe, keys(""))).contains { $0.hasPrefix("at:") || $0.hasPrefix("distance:") })
    #expect(try lines(touchegg(swipe, keys("<on>end</on>"))).contains("at: end"))
    #expect(
      try lines(touchegg(swipe, keys("<on>begin-and-end</on>"))).suffix(4)
        == ["- pan: up", "fingers: 3", "begin: {keys: a}", "end: {keys: a}"])
    #expect(
      try lines(touchegg(swipe, keys("<on>start</on>"))).contains(
        "# 'on' was 'start', which is unknown to Touchégg"))
    // A tenth of 24.3 mm, and half of it.
    #expect(try lines(touchegg(swipe, keys("<repeat>true</repeat>"))).contains("every: 2.4mm"))
    #expect(try lines(touchegg(swipe, keys("<repeat>true</repeat><times>2</times>"))).contains("every: 12.2mm"))
    let pinch = "type=\"PINCH\" fingers=\"2\" direction=\"IN\""
    #expect(try lines(touchegg(pinch, keys("<repeat>true</repeat><times>5</times>"))).contains("every: 20%"))
  }

  @Test("Touchégg: the buttons of X11's wheel scroll, and a command with a variable that Touchégg sets is left out")
  func toucheggButtonsAndVariables() throws {
    let tap = "type=\"TAP\" fingers=\"2\""
    #expect(
      try lines(touchegg(tap, "<action type=\"MOUSE_CLICK\"><button>4</button></action>")).contains("do: {scroll: up}"))
    func remarks(_ command: String) throws -> [String] {
      let action = "<action type=\"RUN_COMMAND\"><command>\(command)</command></action>"
      return try imported(touchegg("type=\"SWIPE\" fingers=\"3\" direction=\"UP\"", action)).remarks.map(\.message)
    }
    #expect(
      try remarks("foot ${TOUCHEGG_GESTURE_ON}") == ["no variable of a rule corresponds to 'TOUCHEGG_GESTURE_ON'"])
    #expect(try remarks("echo \\$TOUCHEGG_GESTURE_ON $HOME") == [])
  }

  @Test("Touchégg: a gesture without keys or left to the desktop does not count as a binding")
  func toucheggNothing() throws {
    let result = try imported(
      """
      <touchégg><application name="All">
      <gesture type="SWIPE" fingers="3" direction="UP"><action type="GNOME_SHELL"></action></gesture>
      <gesture type="SWIPE" fingers="3" direction="DOWN"><action type="SEND_KEYS"><keys></keys></action></gesture>
      <gesture type="DRAG" fingers="2" direction="ALL"><action type="SCROLL">SPEED=20</action></gesture>
      </application></touchégg>
      """)
    #expect(result.leftOutCount == 0)
    #expect(
      result.remarks.map(\.message) == [
        "GNOME_SHELL leaves the gesture to GNOME Shell", "the keys are missing",
        "two fingers scroll anyway: 'SPEED=20' is left out, and the desktop's settings for touchpads apply: "
          + "turn natural scrolling off there",
      ])
  }

  @Test(
    "Fusuma: thresholds are factors, holds last 0.7 s in addition to libinput's delay",
    arguments: [
      ("swipe: {3: {left: {command: foot, threshold: 0.5}}}", "distance: 6mm"),
      ("pinch: {3: {in: {command: foot, threshold: 1.2}}}", "distance: 18.7%"),
      ("pinch: {3: {in: {command: foot, threshold: 0.1}}}", "distance: 5%"),
      ("rotate: {3: {clockwise: {command: foot, threshold: 2}}}", "distance: 24°"),
      ("hold: {3: {command: foot}}", "- long-press: 880ms"), ("hold: {2: {command: foot}}", "- long-press: 740ms"),
      ("hold: {4: {command: foot, threshold: 2}}", "- long-press: 1580ms"),
      ("hold: {3: {begin: {command: a}, end: {command: b}, cancelled: {command: c}}}", "cancel: c"),
      ("pinch: {in: {command: foot}}", "device: touchpad"),
    ])
  func fusuma(text: String, expected: String) throws {
    #expect(try lines(text + "\n", kind: .fusuma).contains(expected))
  }

  @Test("Fusuma: bindings in an unsupported context are left out")
  func fusumaContexts() throws {
    let result = try imported(
      "swipe: {3: {left: {command: a}}}\n---\ncontext: thumbsense\nswipe: {3: {left: {command: b}}}\n", kind: .fusuma)
    #expect(result.ruleCount == 1)
    #expect(result.remarks.map(\.message) == ["no condition corresponds to the context 'thumbsense'"])
  }

  @Test(
    "Gebaar: lengths in libinput's units, and pinches that are continuous unless set to act once",
    arguments: [
      (
        "[swipe.commands.three]\nleft = 'foot'\n[swipe.settings]\nthreshold = 0.1\ntrigger_on_release = false",
        "distance: 9.5mm"
      ),
      ("[swipe.commands.three]\nup = 'foot'\n[swipe.settings]\nthreshold = 0.3\none_shot = false", "every: 14.3mm"),
      ("[pinch.commands.two]\nin = 'foot'", "every: 25%"),
      ("[pinch.commands.two]\nin = 'foot'\n[pinch.settings]\none_shot = true", "distance: 25%"),
      ("[[pinch.commands]]\nin = 'foot'", "distance: 25%"),
      ("[[pinch.commands]]\ntype = 'CONTINUOUS'\nrotate_left = 'foot'", "every: 20°"),
    ])
  func gebaar(text: String, expected: String) throws {
    #expect(try lines(text + "\n", kind: .gebaar).contains(expected))
  }

  @Test("Fusuma: a setting without an action beside it is not dropped in silence")
  func fusumaSettings() throws {
    let text = "swipe:\n  3:\n    threshold: 0.5\n    left:\n      command: foot\n"
    let result = try imported(text, kind: .fusuma)
    #expect(result.remarks.map(\.message) == ["'threshold' has no effect without an action beside it"])
    #expect(result.remarks.map(\.line) == [3] && result.ruleCount == 1)
  }

  @Test("Gebaar: a table that is not read is not dropped in silence")
  func gebaarTables() throws {
    let result = try imported("[[swipe.commands]]\nup = 'foot'\n[interact-type]\ntype = 'BOTH'\n", kind: .gebaar)
    #expect(result.remarks.map(\.message) == ["'interact-type.type' has no counterpart"])
    #expect(result.remarks.map(\.line) == [4] && result.ruleCount == 1)
  }

  @Test("comfortable-swipe: a swipe requires a tenth of the threshold")
  func comfortableSwipe() throws {
    #expect(try lines("left3 = super\nthreshold = 2000 # far\n").contains("distance: 19mm"))
    #expect(try !lines("left3 = super\nthreshold = 240.0\n").contains { $0.hasPrefix("distance:") })
  }

  @Test(
    "lisgd: fields of all versions, rotated by the orientation",
    arguments: [
      ("lisgd -g '1,LR,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '1,DU,B,*,foot'", ["- swipe: up", "edge: bottom", "do: foot"]),
      ("lisgd -g '3,LR,*,0.08,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '3,LR,*,*,*,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '3,LR,0.15,0.5,0,foot'", ["- swipe: right", "do: foot"]),
      ("lisgd -g '1,BL,DLUR,*,R,foot'", ["- swipe: up-right", "corner: bottom-left", "do: foot"]),
      ("lisgd -g '2,UD,N,S,R,foot'", ["- swipe: down", "zone: {x: 3%-97%, y: 5%-95%}", "do: foot"]),
      ("lisgd -s 2 -g '1,RL,R,*,R,foot'", ["- swipe: left", "edge: right", "margin: 17.9mm", "do: foot"]),
      ("lisgd -o 1 -g '1,LR,L,*,R,foot'", ["- swipe: down", "edge: top", "do: foot"]),
      ("exec lisgd \\\n  -g \"1,UD,foot a,b\"", ["- swipe: down", "do: foot a,b"]),
      ("Exec = \"x\" + \"-g '2,LR,*,*,R,foot' \";", ["- swipe: right", "do: foot"]),
      ("args = [ \"-g\" \"1,RL,R,*,R,foot\" ];", ["- swipe: left", "edge: right", "do: foot"]),
      (
        "Gesture gestures[] = {\n  { 2, SwipeLR, \"foot\" },\n  { 1, SwipeDU, EdgeBottom, DistanceAny, \"foot\" },\n};",
        ["- swipe: right", "- swipe: up", "edge: bottom"]
      ),
    ])
  func lisgd(text: String, expected: [String]) throws {
    let lines = try lines(text + "\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }

  @Test(
    "sway: gestures, fingers, directions, devices and commands",
    arguments: [
      ("swipe:left workspace next", ["- swipe: left", "fingers: 3-4", "do: {sway: workspace next}"]),
      ("swipe:3:up+right kill", ["- swipe: up-right", "fingers: 3"]), ("swipe kill", ["- swipe: any"]),
      ("pinch:outward exec foot", ["- pinch: out", "fingers: 2-4", "do: foot"]), ("pinch:2:any kill", ["- pinch: any"]),
      ("pinch:3:counterclockwise kill", ["- rotate: counterclockwise"]), ("hold:3 kill", ["- long-press: 500ms"]),
      ("--no-warn --input-device=\"1:2:A_B\" swipe:3:left kill", ["device: A?B"]),
      ("swipe:3:left exec xdotool key alt+Left", ["do: {keys: alt+Left}"]),
      ("swipe:3:left exec 'foo; bar'", ["do: foo; bar"]),
      ("swipe:3:left exec foo; kill", ["do: {sway: exec foo; kill}"]),
    ])
  func sway(binding: String, expected: [String]) throws {
    let lines = try lines("bindgesture \(binding)\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }

  @Test(
    "Hyprland: directions, modifiers and actions, in hyprland.conf and hyprland.lua",
    arguments: [
      (
        "3, left, fullscreen", "{ fingers = 3, direction = \"left\", action = \"fullscreen\" }",
        ["- swipe: left", "fingers: 3"]
      ),
      ("2, pinchin, float", "{ fingers = 2, direction = \"zoomin\", action = \"float\" }", ["- pinch: out"]),
      (
        "3, vert, float, tile", "{ fingers = 3, direction = \"vertical\", action = \"float\", mode = \"tile\" }",
        ["- swipe: vertical"]
      ),
      (
        "4, swipe, mod: SUPER, fullscreen",
        "{ fingers = 4, direction = \"swipe\", mods = \"SUPER\", action = \"fullscreen\" }",
        ["- swipe: any", "when: {modifiers: super}"]
      ),
      (
        "3, up, dispatcher, exec, foot",
        "{ fingers = 3, direction = \"u\", action = function() hl.exec_cmd(\"foot\") end }",
        ["- swipe: up", "do: foot"]
      ),
    ])
  func hyprland(words: String, table: String, expected: [String]) throws {
    let classic = try lines("gesture = \(words)\n")
    let lua = try lines("hl.gesture(\(table))\n")
    #expect(expected.allSatisfy { classic.contains($0) }, "\(classic)")
    #expect(expected.allSatisfy { lua.contains($0) }, "\(lua)")
    // Dispatchers are sent as expressions where Hyprland requires that.
    #expect(!(classic + lua).contains { $0.contains("hl.dsp.") }, "\(classic) \(lua)")
  }

  @Test("Hyprland: on another desktop, a workspace swipe goes to the next workspace to the left, unless inverted")
  func workspaceSwipe() throws {
    func targets(_ text: String) throws -> [String] {
      try imported(text, desktop: .sway).text.split(separator: "\n").map(\.trimmed)
        .filter { $0.hasPrefix("- swipe") || $0.hasPrefix("do:") }
    }
    #expect(
      try targets("gesture = 3, horizontal, workspace\n") == [
        "- swipe: left", "do: {workspace: next}", "- swipe: right", "do: {workspace: previous}",
      ])
    #expect(
      try targets("gestures {\n  workspace_swipe_invert = false\n  gesture = 4, vertical, workspace\n}\n") == [
        "- swipe: up", "do: {workspace: previous}", "- swipe: down", "do: {workspace: next}",
      ])
    #expect(try imported("gesture = 3, horizontal, workspace\ngesture = 3, horizontal, unset\n").ruleCount == 0)
  }

  @Test("Hyprland keeps its workspace swipes, also beside a swipe in any direction, and instead of those they cover")
  func workspaceSwipeIsLeft() throws {
    let left = "'workspace' follows the fingers and makes new workspaces: leave this gesture to Hyprland"
    for desktop in [nil, DesktopKind.hyprland] {
      let result = try imported(
        "gesture = 3, horizontal, workspace\ngesture = 3, left, fullscreen\ngesture = 3, up, fullscreen\n",
        desktop: desktop)
      #expect(result.ruleCount == 1 && result.text.contains("- swipe: up\n"))
      #expect(result.remarks.map(\.message) == [left, "had no effect: line 1 binds the same gesture"])
    }
    let lines = try lines("gesture = 3, horizontal, workspace\ngesture = 3, swipe, dispatcher, exec, foot\n")
    #expect(lines.filter { $0.hasPrefix("do:") }.suffix(2) == ["do: none", "do: foot"], "\(lines)")
  }

  @Test(
    "Hyprland keeps each gesture that follows the fingers, which counts as kept; another desktop can only close",
    arguments: [("move", 0), ("resize", 0), ("close", 1), ("special, x", 0), ("cursorZoom", 0)])
  func following(action: String, others: Int) throws {
    let text = "gesture = 4, horizontal, \(action)\n"
    let result = try imported(text)
    #expect(result.ruleCount == 0 && result.keptCount == 1 && result.leftOutCount == 0)
    let word = action.prefix { $0 != "," }
    #expect(result.remarks.map(\.message) == ["'\(word)' follows the fingers: leave this gesture to Hyprland"])
    #expect(result.text.contains("# Left to the compositor:\n#   some.conf:1: "))
    let other = try imported(text, desktop: .sway)
    #expect(other.ruleCount == others && other.leftOutCount == 1 - others, "\(other.text)")
  }

  @Test("Hyprland: a live gesture is left to it; on another desktop, 'feed' is named")
  func live() throws {
    let text =
      "hl.gesture({ fingers = 3, direction = \"up\", action = { update = function(e) hl.exec_cmd(\"a\") end } })\n"
    #expect(try imported(text).keptCount == 1)
    let other = try imported(text, desktop: .gnome).remarks
    #expect(other.map(\.kind) == [.leftOut] && other[0].message.contains("'feed'"))
  }

  @Test(
    "Hyprland: variables and keys of tables are constants, if they have one value",
    arguments: [
      ("local menu = 'fuzzel'", "hl.dsp.exec_cmd(menu)", "do: fuzzel"),
      ("local bin = os.getenv('HOME') .. '/bin'", "hl.dsp.exec_cmd(bin .. '/menu')", "do: $HOME/bin/menu"),
      ("local apps = { menu = 'fuzzel' }", "hl.dsp.exec_cmd(apps.menu)", "do: fuzzel"),
      ("local apps = { menu = 'fuzzel' }\nlocal more = { menu = 'rofi' }", "hl.dsp.exec_cmd(apps.menu)", nil),
      (
        "local ws = 3", "hl.dsp.focus({ workspace = ws })",
        "do: {hyprland: \"dispatch hl.dsp.focus({ workspace = 3 })\"}"
      ),
      (
        "local side = 'l'", "hl.dsp.focus({ direction = side })",
        "do: {hyprland: \"dispatch hl.dsp.focus({ direction = \\\"l\\\" })\"}"
      ),
    ])
  func constants(definition: String, dispatcher: String, expected: String?) throws {
    let gesture = "hl.gesture({ fingers = 3, direction = 'up', action = function() hl.dispatch(\(dispatcher)) end })"
    let result = try imported("\(definition)\n\(gesture)\n", name: "hyprland.lua")
    #expect(result.ruleCount == (expected == nil ? 0 : 1), "\(result.text)")
    if let expected { #expect(result.text.contains("    \(expected)\n"), "\(result.text)") }
  }

  @Test("Hyprland: an expression of Lua in a command makes no Lua of hyprland.conf")
  func expressionInCommand() throws {
    let text = "exec-once = hyprctl dispatch \"hl.dsp.focus({ workspace = 2 })\"\ngesture = 3, up, fullscreen\n"
    #expect(try lines(text, name: "hyprland.conf").contains("- swipe: up"))
  }

  @Test("Hyprland: Home Manager's attributes of gestures for hyprland.lua, on one line or several")
  func attributes() throws {
    let text = """
      settings.gesture = [
        { fingers = 3; direction = "up"; action = "fullscreen"; }
        {
          fingers = 4; # with a thumb
          direction = "down";
          action = lib.generators.mkLuaInline "function() hl.exec_cmd(\\"a; b\\") end";
        }
      ];
      """
    let lines = try lines(text + "\n", name: "home.nix", kind: .hyprland)
    let expected = ["- swipe: up", "fingers: 3", "- swipe: down", "fingers: 4", "do: a; b"]
    #expect(expected.allSatisfy(lines.contains), "\(lines)")
  }

  @Test("lisgd: each of several commands has its own options")
  func severalCommands() throws {
    let text = "lisgd -t 200 -g '1,LR,*,*,R,foot' &\nlisgd -g '2,RL,*,*,R,kitty' &\n"
    let rules = try imported(text).text.split(separator: "\n").map(\.trimmed)
    #expect(rules.count { $0.hasPrefix("distance:") } == 1)
  }

  @Test("libinput-gestures: 'swipe_threshold 0' is the least distance that has a direction")
  func noThreshold() throws {
    #expect(try imported("swipe_threshold 0\ngesture swipe left 3 foot\n").text.contains("    distance: 3mm\n"))
  }

  @Test("hyprgrass: swipes that it emulates by a setting are not dropped in silence")
  func emulation() throws {
    func remarks(_ value: String) throws -> [ImportRemark] {
      let text = "plugin:touch_gestures {\nemulate_touchpad_swipe = \(value)\nhyprgrass-bind = , tap:3, exec, foot\n}\n"
      return try imported(text).remarks
    }
    #expect(try remarks("true").map(\.line) == [2] && remarks("true").map(\.kind) == [.leftOut])
    #expect(try remarks("false") == [])
  }

  @Test(
    "hyprgrass: patterns and settings",
    arguments: [
      ("hyprgrass-bind = , edge:d:u, exec, foot", ["- swipe: up", "edge: bottom", "device: touchscreen", "do: foot"]),
      ("hyprgrass-bind = SUPER, swipe:4:rd, killactive", ["- swipe: down-right", "when: {modifiers: super}"]),
      (
        "hyprgrass-bind = , tap:3, exec, [float] foot",
        ["- tap: single", "do: {hyprland: \"dispatch exec [float] foot\"}"]
      ),
      ("long_press_delay = 250\nhyprgrass-bind = , longpress:2, killactive", ["- long-press: 250ms", "fingers: 2"]),
      ("sensitivity = 2\nhyprgrass-bind = , swipe:3:l, workspace, +1", ["distance: 13.4mm"]),
      ("hyprgrass-gesture = swipe, 3, down, fullscreen", ["- swipe: down", "do: {hyprland: dispatch fullscreen 0}"]),
    ])
  func hyprgrass(text: String, expected: [String]) throws {
    let lines = try lines("plugin:touch_gestures {\n\(text)\n}\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }

  @Test("InputActions: text is typed as written, also with the sign of a negated condition")
  func inputActionsText() throws {
    let text = """
      touchpad:
        gestures:
          - type: tap
            fingers: 3
            conditions: !$window_fullscreen
            actions:
              - input:
                - keyboard: [{text: 'sudo !$'}]
      """
    let lines = try lines(text)
    #expect(lines.contains("do: {type: sudo !$}") && lines.contains("when: {not: {fullscreen: true}}"), "\(lines)")
  }

  @Test(
    "InputActions: conditions",
    arguments: [
      ("$window_class == firefox", "when: {app: firefox}"), ("$window_class one_of [ a, b ]", "when: {app: [a, b]}"),
      ("$window_title contains Video", "when: {title: \"*Video*\"}"),
      ("$window_title == Price !$5", "when: {title: Price !$5}"),
      ("$window_under_pointer_class == firefox", "when: {under: {app: firefox}}"),
      ("!$window_under_fingers_title contains b", "when: {not: {under: {title: \"*b*\"}}}"),
      ("$window_under_fingers_fullscreen", "when: {under: {fullscreen: true}}"),
      ("$window_class matches ^org\\.kde\\.", "when: {app: org.kde.*}"),
      ("$window_class matches ^(a|b)$", "when: {app: [a, b]}"),
      ("!$window_fullscreen", "when: {not: {fullscreen: true}}"),
      ("$window_fullscreen == false", "when: {fullscreen: false}"), ("$window_maximized", "when: {maximized: true}"),
      ("!$window_under_fingers_maximized", "when: {not: {under: {maximized: true}}}"),
      ("{ window_state: maximized }", "when: {maximized: true}"),
      ("$screen_name != eDP-1", "when: {not: {output: eDP-1}}"),
      ("$keyboard_modifiers == [ meta, shift ]", "when: {modifiers: [super, shift]}"),
      ("[ $window_class == a, !$window_title == b ]", "when: {app: a, not: {title: b}}"),
      ("[ $window_class != a, $window_class != b ]", "when: {not: {any: [{app: a}, {app: b}]}}"),
      ("[ $window_class == a, $window_class contains b ]", "when: {app: a, not: {not: {app: \"*b*\"}}}"),
      ("{ any: [ $window_class == a, $window_fullscreen ] }", "when: {any: [{app: a}, {fullscreen: true}]}"),
      ("{ none: [ $window_class == a ] }", "when: {not: {app: a}}"), ("{ window_class: a }", "when: {app: \"*a*\"}"),
      ("{ window_state: fullscreen, negate: [ window_state ] }", "when: {not: {fullscreen: true}}"),
      ("$fingers between 3;4", "fingers: 3-4"),
    ])
  func inputActionsConditions(condition: String, expected: String) throws {
    let fingers = condition.contains("fingers") ? "" : "fingers: 3, "
    let text = "touchpad:\n  gestures:\n    - {type: pinch, \(fingers)direction: in, conditions: \(condition), "
    let quoted = condition.hasPrefix("[") || condition.hasPrefix("{") ? condition : "'\(condition)'"
    #expect(
      try lines(
        text.replacing("conditions: \(condition)", with: "conditions: \(quoted)") + "actions: [{command: foot}]}\n"
      )
      .contains(expected))
  }

  @Test(
    "InputActions: gestures, thresholds and intervals",
    arguments: [
      ("type: swipe, fingers: 3, direction: left, threshold: 200", "on: begin", ["- swipe: left", "distance: 19mm"]),
      ("type: swipe, fingers: 3, direction: left_up", "on: end", ["- swipe: up-left"]),
      ("type: swipe, fingers: 3, direction: up, speed: fast", "on: begin", ["speed: 266mm/s"]),
      (
        "type: swipe, fingers: 3, direction: left_right", "on: update, interval: -100", ["- pan: left", "every: 9.5mm"]
      ),
      ("type: swipe, fingers: 4, direction: up", "on: update, interval: 1, limit: 1", ["- swipe: up"]),
      ("type: pinch, fingers: 2, direction: any", "on: update, interval: -0.2", ["- pinch: in", "every: 20%"]),
      ("type: rotate, fingers: 2, direction: any", "on: update", ["- rotate: any", "every: 5°"]),
      ("type: hold, fingers: 3", "on: begin", ["- long-press: 200ms"]),
      ("type: press, fingers: 3", "on: end", ["- long-press: 500ms"]),
      ("type: hold, fingers: 3, threshold: 300", "on: tick, interval: 50", ["- long-press: 480ms", "every: 50ms"]),
      ("type: tap, fingers: 2", "on: update", ["- tap: single"]),
      ("type: tap, fingers: 2, keyboard_modifiers: [meta, alt]", "on: end", ["when: {modifiers: [super, alt]}"]),
      ("type: tap, fingers: 2, keyboard_modifiers: none", "on: end", ["when: {modifiers: []}"]),
      ("type: rotate, fingers: 2, direction: any, speed: any", "on: update, repeat_interval: 20", ["every: 20°"]),
      ("type: circle, fingers: 2, direction: any", "on: end", ["- circle: any"]),
      ("type: stroke, fingers: 3, strokes: ZDIAnQAxZAA=", "on: end", ["- swipe: left"]),
      ("type: stroke, fingers: 3, strokes: 'ZBEAVC4tMk4AUmQA'", "on: end", ["- swipe: down-left"]),
      (
        "type: stroke, fingers: 3, strokes: [ZCMAYwAmTzEAQGQA]", "on: end",
        ["stroke-1: \"100,35 0,38 0,64\"", "- stroke: stroke-1"]
      ),
    ])
  func inputActions(trigger: String, moment: String, expected: [String]) throws {
    let text = "touchpad:\n  gestures:\n    - {\(trigger), actions: [{\(moment), command: foot}]}\n"
    let lines = try lines(text)
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
    #expect(lines.contains("do: foot"))
  }

  @Test("InputActions: ignored devices keep being ignored, in the same precedence")
  func inputActionsDevices() throws {
    let text = """
      device_rules:
        - {conditions: $name == Old Pad, ignore: false}
        - {conditions: {any: [$name contains Logi, $touchscreen]}, ignore: true}
        - {conditions: $mouse, press_timeout: 300}
        - {conditions: "!$touchpad", ignore: true}
        - {ignore: true, motion_threshold: 20}
      touchpad: {gestures: [{type: tap, fingers: 3, actions: [{command: foot}]}]}

      """
    let result = try imported(text, kind: .inputActions)
    let devices = "devices:\n  Old Pad: {ignore: false}\n  '*Logi*': {ignore: true}\n  touchscreen: {ignore: true}\n"
    #expect(result.text.contains(devices + "  '*': {ignore: true}\n"), "\(result.text)")
    #expect(
      result.remarks.map(\.message) == [
        "no name in 'devices' corresponds to the conditions of this 'ignore'", "'motion_threshold' has no counterpart",
      ])
  }

  @Test(
    "InputActions: what acts otherwise than there is said",
    arguments: [
      (
        "{type: tap, fingers: 3, conditions: $cursor_shape, actions: [{command: a}]}, "
          + "{type: tap, fingers: 3, actions: [{command: b}]}",
        ["no condition corresponds to '$cursor_shape'; line 3 acts in its place"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{one: [{command: a, conditions: $cursor_shape}, {command: b}]}]}",
        ["no condition corresponds to '$cursor_shape'; line 3 acts in its place"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, actions: [{on: update, interval: -10, command: a}]}",
        ["had no effect: this gesture has no steps back"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{command: echo $window_pid}]}",
        ["no variable of a rule corresponds to 'window_pid'"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, actions: [{on: update, interval: 10, command: a}, "
          + "{on: update, interval: 20, command: b}]}",
        ["a rule has one 'every', that of line 3"]
      ),
      (
        "{type: swipe, fingers: 3, direction: left, threshold: 200-400, actions: [{command: a}]}",
        ["this rule would act beyond the maximum of 'threshold' 200-400 as well"]
      ),
      (
        "{type: tap, fingers: 3, actions: [{command: a, conditions: $window_class == a}, "
          + "{command: b, conditions: $window_class == b}]}", []
      ),
    ])
  func inputActionsDifferences(triggers: String, expected: [String]) throws {
    let result = try imported("touchpad:\n  gestures: [\n    \(triggers)]\n")
    #expect(result.remarks.map(\.message) == expected)
  }

  @Test("InputActions: actions whose conditions hold at once are executed together")
  func inputActionsOverlaps() throws {
    func rules(_ conditions: String...) throws -> [String] {
      let actions = conditions.enumerated().map { "{command: echo \($0), conditions: \($1)}" }.joined(separator: ", ")
      let text = "touchpad:\n  gestures: [{type: tap, fingers: 4, actions: [\(actions)]}]\n"
      return try lines(text).filter { ["when:", "do:", "- echo"].contains(where: $0.hasPrefix) }
    }
    #expect(
      try rules("$window_class == a", "$window_fullscreen") == [
        "when: {app: a, fullscreen: true}", "do:", "- echo 0", "- echo 1", "when: {app: a}", "do: echo 0",
        "when: {fullscreen: true}", "do: echo 1",
      ])
    #expect(
      try rules("$window_class == a", "$window_class == b") == [
        "when: {app: a}", "do: echo 0", "when: {app: b}", "do: echo 1",
      ])
    #expect(
      try rules("$window_class == a", "$window_maximized", "$window_fullscreen").count { $0.hasPrefix("when:") } == 7)
  }

  @Test("InputActions: the factor of the pointer's motion")
  func inputActionsMotion() throws {
    func lines(_ input: String) throws -> [String] {
      try self.lines(
        "touchpad: {gestures: [\n{type: swipe, direction: any, fingers: 3, actions: [\(input)]}]}\n",
        kind: .inputActions)
    }
    let motion = "{on: update, input: [mouse: [move_by_delta 1.5]]}"
    #expect(try lines(motion).contains("begin: {pointer: fingers, speed: 1.5}"))
    let press = "{on: begin, input: [mouse: [+left]]}, {on: end_cancel, input: [mouse: [-left]]}"
    #expect(try lines("\(press), \(motion)").contains("begin: {drag: left, speed: 1.5}"))
    #expect(try lines("\(press), \(motion)").contains("resume: true"))
    #expect(try lines("\(press), {on: update, input: [mouse: [move_by_delta]]}").contains("drag: left"))
  }

  @Test(
    "Fusuma: a window's state is set or removed, not changed back and forth",
    arguments: [
      ("{maximized: add}", "when: {maximized: false}", "do: {window: maximize}"),
      ("{fullscreen: remove}", "when: {fullscreen: true}", "do: {window: fullscreen}"),
      ("{fullscreen: toggle}", "fingers: 3", "do: {window: fullscreen}"),
    ])
  func fusumaStates(window: String, condition: String, action: String) throws {
    let lines = try lines("swipe: {3: {left: {window: \(window)}}}\n", kind: .fusuma)
    #expect(lines.contains(condition) && lines.contains(action), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("when:") } == condition.hasPrefix("when:"))
  }

  @Test("Touchégg 1: words that it does not understand, and its last action")
  func toucheggFirstVersion() throws {
    let tap = "type=\"DOUBLE_TAP\" fingers=\"3\" direction=\"\""
    let click = try lines(touchegg(tap, "<action type=\"MOUSE_CLICK\">BUTTON=3:TIMES=2</action>"))
    #expect(click.contains("do: {click: left}"))
    #expect(click.contains("# Touchégg does not understand 'BUTTON=3:TIMES=2' and takes the left button"))
    let two = "<action type=\"RUN_COMMAND\">a</action><action type=\"RUN_COMMAND\">b</action>"
    #expect(try lines(touchegg(tap, two)).contains("do: b"))
    let start = "<action type=\"RUN_COMMAND\" when=\"AT_START\">a</action>"
    #expect(
      try lines(touchegg("type=\"TAP_AND_HOLD\" fingers=\"3\" direction=\"UP\"", start)).suffix(4)
        == ["- pan: up", "fingers: 3", "taps: 1", "begin: a"])
    let result = try imported(touchegg("type=\"TAP_AND_HOLD\" fingers=\"3\" direction=\"\"", start))
    #expect(result.remarks.map(\.message) == ["unknown gesture 'TAP_AND_HOLD': had no effect"])
  }

  @Test("sway: a pinch also acts where one that moves is left out, which is said")
  func swayPinches() throws {
    let result = try imported("bindgesture pinch:inward+up move up\nbindgesture pinch:inward exec foot\n")
    #expect(
      result.remarks.map(\.message) == [
        "a pinch that also moves or turns has no counterpart; line 2 acts in its place"
      ])
  }

  @Test("a command of several parts with xdotool reaches X11 windows only, which is said")
  func x11Programs() throws {
    let result = try imported("swipe: {3: {left: {command: 'sleep 1; xdotool getmouselocation'}}}\n", kind: .fusuma)
    #expect(result.remarks.map(\.message) == ["xdotool reaches X11 windows only"])
  }
}
