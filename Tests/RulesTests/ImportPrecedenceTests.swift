import Diagnostics
import Foreign
import Importing
import Rules
import RulesFile
import Testing

/// The rules to which a configuration is converted, each on one line, and the remarks.
private func converted(
  _ text: String, name: String = "some.conf", kind: ImportKind? = nil, screen: ImportScreen? = nil
) throws -> (rules: [String], remarks: [String]) {
  let result = try ImportResult.read(Array(text.utf8), name: name, kind: kind, screen: screen)
  #expect(RulesFile.check(text: result.text, name: "rules.yml").rules?.rules.count == result.ruleCount)
  var rules: [String] = []
  for line in result.text.split(separator: "\n").drop(while: { $0 != "rules:" }).dropFirst() {
    let text = line.drop { $0 == " " }
    if text.hasPrefix("#") { continue }
    if text.hasPrefix("- "), !text.hasPrefix("- {") {
      rules.append(String(text.dropFirst(2)))
    } else {
      rules[rules.count - 1] += ", \(text)"
    }
  }
  return (rules, result.remarks.map { "\($0.line): \($0.kind.rawValue): \($0.message)" })
}

@Suite("Importing: the binding that wins in the other tool wins here")
struct ImportPrecedenceTests {
  private func touchegg(_ gestures: String, applications: String = "") -> String {
    "<touchégg>\n<application name=\"All\">\n\(gestures)\n</application>\n\(applications)</touchégg>\n"
  }

  private func gesture(_ direction: String, _ action: String, _ content: String = "") -> String {
    "<gesture type=\"SWIPE\" fingers=\"3\" direction=\"\(direction)\"><action type=\"\(action)\">\(content)</action></gesture>"
  }

  @Test(
    "Touchégg: the last gesture of a key wins, whatever its action",
    arguments: [
      ("SEND_KEYS", "<keys>b</keys>", ["swipe: up, fingers: 3, do: {keys: b}"], []),
      ("GNOME_SHELL", "", [], ["4: ignored: GNOME_SHELL leaves the gesture to GNOME Shell"]),
      ("FOO_BAR", "", [], ["4: ignored: unknown action 'FOO_BAR': the gesture does nothing"]),
      ("MOUSE_CLICK", "<button>99</button>", [], ["4: left out: unknown button '99'"]),
    ])
  func toucheggLast(action: String, content: String, rules: [String], remarks: [String]) throws {
    let result = try converted(
      touchegg(gesture("UP", "SEND_KEYS", "<keys>a</keys>") + "\n" + gesture("UP", action, content)))
    #expect(result.rules == rules)
    #expect(result.remarks == ["3: ignored: had no effect: line 4 binds the same gesture"] + remarks)
  }

  @Test("Touchégg: an application's gesture replaces that of all, also if it does nothing")
  func toucheggApplications() throws {
    let result = try converted(
      touchegg(
        gesture("UP", "SEND_KEYS", "<keys>a</keys>") + gesture("LEFT", "SEND_KEYS", "<keys>b</keys>"),
        applications: """
          <application name="Firefox,Geary">\(gesture("UP", "SEND_KEYS", "<keys>c</keys>"))</application>
          <application name="firefox">\(gesture("UP", "NO_ACTION"))\(gesture("DOWN", "NO_ACTION"))</application>

          """))
    #expect(
      result.rules == [
        "swipe: up, fingers: 3, when: {app: Geary}, do: {keys: c}",
        "swipe: up, fingers: 3, when: {app: firefox}, do: none",
        "swipe: up, fingers: 3, do: {keys: a}", "swipe: left, fingers: 3, do: {keys: b}",
      ])
  }

  @Test(
    "sway: more directions win, then the later of equals; the number of fingers is irrelevant",
    arguments: [
      (["swipe:3:right exec a", "swipe:right exec b"], ["right 3-4 b"]),
      (["swipe:right exec b", "swipe:3:right exec a"], ["right 3 a", "right 3-4 b"]),
      (["swipe:3 exec any", "swipe:3:up exec up"], ["up 3 up", "any 3 any"]),
      (["swipe:3 exec any", "swipe:up exec up"], ["up 3-4 up", "any 3 any"]),
      (["--exact swipe:right exec a", "swipe:3:right exec b"], ["right 3-4 a"]),
      (["swipe:3:left exec a", "swipe:left exec b", "swipe:3:left exec c"], ["left 3-4 b"]),
      (["swipe:left exec a", "unbindgesture swipe:left"], []),
    ])
  func sway(bindings: [String], expected: [String]) throws {
    let text = bindings.map { $0.hasPrefix("unbind") ? $0 : "bindgesture \($0)" }.joined(separator: "\n") + "\n"
    let rules = try converted(text, kind: .sway).rules.map { rule in
      rule.replacing(/^swipe: (\S+), fingers: (\S+), device: touchpad, do: (\S+)$/) { "\($0.1) \($0.2) \($0.3)" }
    }
    #expect(rules == expected)
  }

  @Test("sway: the binding of a device precedes those of all, and the first one of its own wins")
  func swayDevices() throws {
    let result = try converted(
      """
      bindgesture swipe:left exec a
      bindgesture --input-device=1:2:Pad swipe exec b
      bindgesture --input-device=1:2:Pad swipe:3:right exec c
      bindgesture --input-device=1:2:Pad swipe:right exec d

      """)
    #expect(
      result.rules == [
        "swipe: right, fingers: 3, device: Pad*, do: c", "swipe: right, fingers: 3-4, device: Pad*, do: d",
        "swipe: any, fingers: 3-4, device: Pad*, do: b", "swipe: left, fingers: 3-4, device: touchpad, do: a",
      ])
  }

  @Test(
    "sway: ';' and ',' separate its commands, except in quotes",
    arguments: [
      ("exec a, workspace 2", "{sway: \"exec a, workspace 2\"}"), ("exec a; exec b", "{sway: exec a; exec b}"),
      ("exec \"a\", exec \"b\"", "{sway: \"exec \\\"a\\\", exec \\\"b\\\"\"}"),
      ("exec \"a, b; c\"", "a, b; c"), ("exec grim -g '10,10 9x9'", "grim -g '10,10 9x9'"),
    ])
  func swaySeparators(command: String, action: String) throws {
    let result = try converted("bindgesture swipe:3:left \(command)\n", kind: .sway)
    #expect(result.rules == ["swipe: left, fingers: 3, device: touchpad, do: \(action)"])
    #expect(result.remarks == [])
  }

  @Test("sway: gestures that it never recognises")
  func swayNever() throws {
    #expect(
      try converted("bindgesture --exact pinch:inward kill\nbindgesture swipe:up+left exec a\n").remarks == [
        "1: left out: with '--exact', sway never recognises this gesture",
        "2: better: sway recognises no diagonal swipe: this never acted",
      ])
  }

  @Test("lisgd: the first gesture that matches acts, and three lengths stay three rules")
  func lisgd() throws {
    let text = """
      lisgd -g "1,LR,L,*,edge" -g "1,LR,R,S,half" -g "1,RL,*,L,long" -g "1,RL,*,M,medium" -g "1,RL,*,*,short"

      """
    let one = "fingers: 1, device: touchscreen"
    let start = ["swipe: right, \(one), edge: left, do: edge"]
    let usual = try converted(text)
    #expect(
      usual.rules == start + [
        "swipe: left, \(one), distance: 227mm, do: long", "swipe: left, \(one), distance: 113.5mm, do: medium",
        "swipe: left, \(one), do: short",
      ])
    #expect(
      usual.remarks == [
        "1: note: lengths are for a touchscreen of 344mm x 194mm: import with --screen for another",
        "1: left out: lisgd requires that it ends at the edge; this rule would act wherever it ends",
      ])
    let phone = try converted(text, screen: ImportScreen("68mm x 150mm"))
    #expect(
      phone.rules == start + [
        "swipe: left, \(one), distance: 44.9mm, do: long", "swipe: left, \(one), distance: 22.4mm, do: medium",
        "swipe: left, \(one), do: short",
      ])
    #expect(phone.remarks == [usual.remarks[1]])
  }

  @Test(
    "lisgd: lengths in pixels are those of the given screen",
    arguments: [("", "distance: 9.7mm"), ("-w 720 -h 1440 ", "distance: 11.8mm")])
  func pixels(options: String, expected: String) throws {
    let text = "lisgd \(options)-t 125 -g '1,LR,*,*,foot'\n"
    #expect(try converted(text, screen: ImportScreen("68mm x 150mm")).rules[0].contains(expected))
  }

  @Test("the size of a screen is a width and a height", arguments: ["", "68", "68x150", "5mm x 5mm", "720px x 1440px"])
  func screens(text: String) { #expect(ImportScreen(text) == nil) }
}

@Suite("Importing reports what another tool does and rules do not")
struct ImportReportTests {
  @Test("Fusuma: steps in a direction that is not that of the beginning")
  func fusumaTurns() throws {
    let turns =
      "swipe: {3: {left: {begin: {command: a}},\n  up: {update: {command: b}},\n  down: {update: {command: c}}}}\n"
    #expect(
      try converted(turns, kind: .fusuma).remarks == [
        "2: better: acts only in a gesture that begins up: in Fusuma, also in one that turns there, such as that of line 1",
        "3: better: acts only in a gesture that begins down: in Fusuma, also in one that turns there, such as that of line 1",
      ])
    // Steps forward and back are one rule.
    let steps = "swipe: {3: {up: {update: {command: b}}, down: {update: {command: c}}}}\n"
    #expect(try converted(steps, kind: .fusuma).remarks == [])
  }

  @Test(
    "lengths, shares and times are those of the configuration, or the nearest possible ones with a remark",
    arguments: [
      ("swipe_threshold 2000\ngesture swipe left 3 foot", ImportKind.libinputGestures, "distance: 190.1mm", nil),
      ("swipe_threshold 9999\ngesture swipe left 3 foot", .libinputGestures, "distance: 500mm", "950.5mm"),
      ("timeout 90\ngesture swipe left 3 foot", .libinputGestures, "within: 60s", "90s"),
      ("swipe: {3: {left: {command: a, threshold: 9}}}", .fusuma, "distance: 108mm", nil),
      ("swipe: {3: {left: {command: a, threshold: 0.3}}}", .fusuma, "distance: 3.6mm", nil),
      ("pinch: {3: {out: {command: a, threshold: 30}}}", .fusuma, "distance: 500%", "1266.7%"),
      ("pinch: {3: {in: {command: a, threshold: 30}}}", .fusuma, "distance: 95%", "1266.7%"),
      ("rotate: {3: {clockwise: {command: a, threshold: 7}}}", .fusuma, "distance: 84°", nil),
      ("swipe: {3: {left: {update: {command: a, interval: 10}}}}", .fusuma, "every: 120mm", nil),
      (
        "[swipe.settings]\nthreshold = 0.6\none_shot = false\n[swipe.commands.three]\nright = 'p'", .gebaar,
        "every: 57mm",
        nil
      ),
      (
        "touchpad:\n  gestures:\n    - {type: swipe, fingers: 3, direction: up, threshold: 50, actions: [{command: a}]}",
        .inputActions, "distance: 4.8mm", nil
      ),
      (
        "touchpad:\n  speed: {swipe_threshold: 0.5}\n  gestures:\n"
          + "    - {type: swipe, fingers: 3, direction: up, speed: fast, actions: [{on: begin, command: a}]}",
        .inputActions, "speed: 7mm/s", nil
      ),
      (
        "touchpad:\n  speed: {swipe_threshold: 900}\n  gestures:\n"
          + "    - {type: swipe, fingers: 3, direction: up, speed: fast, actions: [{on: begin, command: a}]}",
        .inputActions, "speed: 10000mm/s", "11977mm/s"
      ),
      ("lisgd -g '1,LR,L,*,foot' -s 100", .lisgd, "margin: 500mm", "892.9mm"),
    ])
  func limits(text: String, kind: ImportKind, expected: String, original: String?) throws {
    let result = try converted(text + "\n", kind: kind)
    #expect(result.rules.first?.contains(", \(expected)") ?? false, "\(result.rules)")
    let key = expected.prefix { $0 != ":" }
    let remarks = result.remarks.filter { $0.contains("is out of range") }
    #expect(
      remarks.map { String($0.drop { $0 != ":" }) }
        == (original.map { [": better: '\(key): \($0)' is out of range: '\(expected)'"] } ?? []))
  }

  @Test(
    "files that are included are named",
    arguments: [
      (
        "gesture = 3, up, fullscreen\nsource = ~/.config/hypr/more.conf", ImportKind.hyprland, "source",
        "~/.config/hypr/more.conf"
      ),
      (
        "hl.gesture({ fingers = 3, direction = \"up\", action = \"fullscreen\" })\nrequire(\"more\")", .hyprland,
        "require",
        "more"
      ),
      (
        "hl.gesture({ fingers = 3, direction = \"up\", action = \"fullscreen\" })\nlocal m = dofile 'more.lua'",
        .hyprland,
        "dofile",
        "more.lua"
      ),
      ("bindgesture swipe:left kill\ninclude config.d/*", .sway, "include", "config.d/*"),
      ("lisgd -g '1,LR,foot'\n. common.sh", .lisgd, ".", "common.sh"),
      ("lisgd -g '1,LR,foot'\nsource \"$HOME/common.sh\"", .lisgd, "source", "$HOME/common.sh"),
    ])
  func includes(text: String, kind: ImportKind, word: String, path: String) throws {
    #expect(
      try converted(text + "\n", kind: kind).remarks
        == ["2: ignored: '\(word)' is not followed: import '\(path)' as well"])
  }

  @Test(
    "commands with a variable that is set elsewhere are reported, unless the session sets it",
    arguments: [
      ("lisgd -g \"1,DU,B,*,$OSK\"", ImportKind.lisgd, ["OSK"]),
      ("lisgd -g \"1,DU,B,*,$HOME/a ${XDG_RUNTIME_DIR}\"", .lisgd, []),
      ("A=b\nlisgd -g \"1,DU,B,*,$A\" -g '1,UD,*,*,echo \\$B'", .lisgd, []),
      ("lisgd -g '1,DU,B,*,for x in a b; do $x; done'", .lisgd, []),
      ("gesture = 3, up, dispatcher, exec, $menu --show", .hyprland, ["menu"]),
      ("$menu = fuzzel\ngesture = 3, up, dispatcher, exec, $menu", .hyprland, []),
    ])
  func variables(text: String, kind: ImportKind, names: [String]) throws {
    let remarks = try converted(text + "\n", kind: kind).remarks
    #expect(
      remarks
        == names.map {
          "1: note: the variable '\($0)' is not set in this file: the daemon's environment requires it"
        })
  }

  @Test("sway replaces its own variables in commands that it is sent")
  func swayVariables() throws {
    #expect(
      try converted("bindgesture swipe:left exec $menu\nbindgesture swipe:right exec foot $HOME\n").rules == [
        "swipe: left, fingers: 3-4, device: touchpad, do: {sway: exec $menu}",
        "swipe: right, fingers: 3-4, device: touchpad, do: foot $HOME",
      ])
  }

  @Test("expressions of the Nix language in commands")
  func nix() throws {
    let result = try converted("args = [ \"-g\" \"1,RL,R,*,R,${foot}/bin/foot\" ];\n", name: "home.nix", kind: .lisgd)
    #expect(result.remarks == ["1: left out: '${foot}' is an expression of the Nix language"])
  }

  @Test(
    "hyprgrass: each binding in Lua becomes a rule, whatever else the file has",
    arguments: [
      "%", "%(\n{ pattern = \"edge:d:u\", action = hl.dsp.exec_cmd(\"foot\") })", "hl.config({})\n%",
      "hl.dsp.focus({})\n%",
      "hl.bind(\"SUPER + Q\", 1)\n%", "local g = hl.plugin.hyprgrass\ng.bind%",
      "local b = hl.plugin.hyprgrass.bind\nb%",
      "% { pattern = {kind = \"edge\", origin = \"d\", direction = \"u\"}, action = hl.dsp.exec_cmd(\"foot\") }",
    ])
  func hyprgrass(text: String) throws {
    let table = " { pattern = \"edge:d:u\", action = hl.dsp.exec_cmd(\"foot\") }\n"
    let call = text.contains("hyprgrass") ? "" : "hl.plugin.hyprgrass.bind"
    let text = text.replacing("%", with: call) + (text.hasSuffix("%") ? table : "\n")
    #expect(
      try converted(text, name: "x.lua").rules == ["swipe: up, fingers: 1, device: touchscreen, edge: bottom, do: foot"]
    )
  }

  @Test("hyprgrass: calls without a table are reported, and names alone are not")
  func hyprgrassCalls() throws {
    let text = """
      if hl.plugin.hyprgrass.bind then
        hl.plugin.hyprgrass.bind("edge:r:l", hl.dsp.workspace("+1"))
      end

      """
    #expect(try converted(text, name: "x.lua").remarks == ["2: left out: requires a table of constants"])
  }

  @Test(
    "hyprgrass: bindings for the lock screen",
    arguments: [
      "hyprgrass-bindl = , edge:d:u, exec, wvkbd\n",
      "hl.plugin.hyprgrass.bind { pattern = \"edge:d:u\", action = hl.dsp.exec_cmd(\"wvkbd\"), locked = true }\n",
    ])
  func locked(text: String) throws {
    #expect(
      try converted(text).rules == [
        "swipe: up, fingers: 1, when: {locked: true}, device: touchscreen, edge: bottom, do: wvkbd"
      ])
    let moved = try converted("hyprgrass-bindlm = , longpress:2, movewindow\n").remarks
    #expect(moved == ["1: left out: a rule cannot move or resize the window under the fingers"])
  }

  @Test("'read-keyboards' is reported only if a rule in force requires it")
  func readKeyboards() throws {
    #expect(
      try converted("gesture = 3, up, mod: SUPER, foo\ngesture = 4, up, fullscreen\n").remarks
        == ["1: left out: unknown action 'foo'"])
    #expect(
      try converted("gesture = 3, up, mod: SUPER, float\ngesture = 4, up, mod: ALT, float\n").remarks
        == ["1: note: requires 'read-keyboards: true', which is set"])
  }

  @Test(
    "InputActions: clicks",
    arguments: [
      ("{command: foot}", "end: foot"), ("{on: begin, command: foot}", "do: foot"),
      ("{on: begin, command: a}, {on: end, command: b}", "begin: a, end: b"),
      ("{on: tick, interval: 100, command: a}", "every: 100ms, do: a"),
    ])
  func clicks(actions: String, expected: String) throws {
    let text = "touchpad:\n  gestures:\n    - {type: click, fingers: 4, actions: [\(actions)]}\n"
    let result = try converted(text)
    #expect(result.rules == ["press: click, fingers: 4, device: touchpad, \(expected)"])
    #expect(result.remarks == [])
  }

  @Test("a file with settings alone is not another tool's, whatever its name")
  func settingsAlone() {
    let file = RulesFile.check(text: "settings: {settle: 50ms}\n", name: "hyprland.yml")
    #expect(file.diagnostics.map(\.id) == ["no-rules"])
  }

  @Test("a rules file is not imported, and the error says what it is")
  func rulesFiles() throws {
    let texts = [
      "rules:\n  - swipe: left\n    fingers: 3\n    do: lisgd -d x\n", "include: more.yml\n", "{\"rules\": []}\n",
      "'rules':\n  - swipe: left\n    fingers: 3\n    do: lisgd -d x\n",
    ]
    for text in texts {
      let error = try #require(throws: ImportError.self) { try ImportResult.read(Array(text.utf8), name: "rules.yml") }
      #expect(error.message == "this is a rules file already; 'sleight check FILE' checks it")
      for kind in ImportKind.allCases {
        let error = try #require(throws: ImportError.self) {
          try ImportResult.read(Array(text.utf8), name: "rules.yml", kind: kind)
        }
        #expect(error.message == "this is a rules file, not a configuration of \(kind.toolName)")
      }
    }
  }
}

@Suite("Reading shell scripts")
struct ShellScriptTests {
  @Test(
    "expansions in a script of lisgd stay as written, with their quotes and spaces",
    arguments: [
      ("foot ${A:-b c}", "foot ${A:-b c}"), ("foot $(printf ')' x)", "foot $(printf ')' x)"),
      ("foot `date`", "foot `date`"), ("foot \\\"a b\\\"", "foot \"a b\""),
    ])
  func expansions(command: String, expected: String) throws {
    let text = try imported("lisgd ${A:+-o $B} -g \"1,LR,\(command)\" -g '1,RL,bar'\n").text
    let rules = RulesFile.check(text: text, name: "rules.yml").rules?.rules ?? []
    #expect(rules.map(\.reaction.act) == [[.shell(expected)], [.shell("bar")]])
  }
}
