import Foreign
import Importing
import Rules
import RulesFile
import Testing

@Suite("Importing preserves the meaning of Hyprland's gestures")
struct HyprlandMeaningTests {
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
    let classic = try importedLines("gesture = \(words)\n")
    let lua = try importedLines("hl.gesture(\(table))\n")
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
    let lines = try importedLines("gesture = 3, horizontal, workspace\ngesture = 3, swipe, dispatcher, exec, foot\n")
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

  @Test(
    "Hyprland: what functions of the configuration do or return takes the place of their calls",
    arguments: [
      ("local function run(cmd) return hl.dsp.exec_cmd(cmd) end", "run('fuzzel')", "do: fuzzel"),
      ("local run = function(cmd) return hl.dsp.exec_cmd('app ' .. cmd) end", "run('foot')", "do: app foot"),
      ("local function run(cmd)\n  return function() hl.exec_cmd(cmd) end\nend", "run('foot')", "do: foot"),
      (
        "local function both(a, b) hl.exec_cmd(a); hl.exec_cmd(b) end", "function() both('x', 'z') end",
        "do:\n      - x\n      - z"
      ),
      ("local function show() hl.exec_cmd('fuzzel') end", "show", "do: fuzzel"),
      ("local t = {}\nfunction t.run(cmd) return hl.dsp.exec_cmd(cmd) end", "t.run('foot')", "do: foot"),
      ("local dsp = hl.dsp", "dsp.exec_cmd('foot')", "do: foot"),
      (
        "local function ws(n) return hl.dsp.focus({ workspace = n }) end", "ws(3)",
        "do: {hyprland: \"dispatch hl.dsp.focus({ workspace = 3 })\"}"
      ),
      (
        "local function to(n) return 'r' .. n end\nlocal function ws(n) return hl.dsp.focus({ workspace = to(n) }) end",
        "ws('+1')", "do: {hyprland: \"dispatch hl.dsp.focus({ workspace = 'r' .. '+1' })\"}"
      ),
      // Its value depends on the time at which it is called, or on more than its arguments.
      ("local function run(cmd) local x = f() return hl.dsp.exec_cmd(x) end", "run('foot')", nil),
      (
        "function t.run(a) return hl.dsp.exec_cmd('x') end\nfunction u.run(a) return hl.dsp.exec_cmd('z') end",
        "t.run()", nil
      ),
      ("local function run(a) return hl.dsp.exec_cmd(a) end\nfunction t.run() end", "run('foot')", "do: foot"),
      ("local run = 'foot'\nlocal t = { run = 'fuzzel' }", "hl.dsp.exec_cmd(run)", "do: foot"),
      ("local function run(...) return hl.dsp.exec_cmd(...) end", "run('foot')", nil),
      ("local function run(a) return run(a) end", "run('foot')", nil),
      ("local function show() if f() then hl.exec_cmd('a') end end", "function() show() end", nil),
    ])
  func functions(definition: String, action: String, expected: String?) throws {
    let gesture = "hl.gesture({ fingers = 3, direction = 'up', action = \(action) })"
    let result = try imported("\(definition)\n\(gesture)\n", name: "hyprland.lua")
    #expect(result.ruleCount == (expected == nil ? 0 : 1), "\(result.text)")
    if let expected { #expect(result.text.contains("    \(expected)\n"), "\(result.text)") }
  }

  @Test("Hyprland: a function of the configuration may define gestures, each at its call")
  func functionOfGestures() throws {
    let text = """
      local function bind(side, command)
        hl.gesture({ fingers = 3, direction = side, action = function() hl.exec_cmd(command) end })
      end
      bind("left", "foot")
      bind("right", "fuzzel")
      bind("up", unknown)

      """
    let result = try imported(text, name: "hyprland.lua")
    #expect(result.ruleCount == 2 && result.text.contains("- swipe: right") && result.text.contains("do: fuzzel\n"))
    #expect(result.remarks.map(\.line) == [6] && result.remarks.map(\.kind) == [.leftOut])
  }

  @Test("Hyprland: functions that call each other do not keep the reader busy")
  func functionsInCircles() throws {
    let call = String(repeating: "f(g('x')); ", count: 300)
    let text = "function f(a) \(call) return g(a) end\nfunction g(a) \(call) return f(a) end\nf('x')\n"
    let gesture = "hl.gesture({ fingers = 3, direction = 'up', action = function() \(call) end })\n"
    #expect(try imported(text + gesture, name: "hyprland.lua").leftOutCount == 1)
  }

  @Test("Hyprland: an expression of Lua in a command makes no Lua of hyprland.conf")
  func expressionInCommand() throws {
    let text = "exec-once = hyprctl dispatch \"hl.dsp.focus({ workspace = 2 })\"\ngesture = 3, up, fullscreen\n"
    #expect(try importedLines(text, name: "hyprland.conf").contains("- swipe: up"))
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
    let lines = try importedLines(text + "\n", name: "home.nix", kind: .hyprland)
    let expected = ["- swipe: up", "fingers: 3", "- swipe: down", "fingers: 4", "do: a; b"]
    #expect(expected.allSatisfy(lines.contains), "\(lines)")
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
    let lines = try importedLines("plugin:touch_gestures {\n\(text)\n}\n")
    #expect(expected.allSatisfy { lines.contains($0) }, "\(lines)")
  }
}
