import Diagnostics
import Testing

@testable import Gestures
import Desktop
@testable import Importing
import Rules
@testable import RulesFile
@testable import Touch

@Suite("Gestures that the desktop itself handles")
struct ClashTests {
  /// The purpose that is reported for one rule on a desktop; nil if nothing is.
  private func clash(_ rule: String, on desktop: DesktopGestures) -> String? {
    let file = RulesFile.check(
      bytes: Array("rules: [{\(rule), do: a}]".utf8), name: "rules.yml", keyNames: nil, files: .none, objection: nil,
      desktop: desktop)
    #expect(file.rules != nil, "\(render(file))")
    return file.diagnostics.first { $0.id == "desktop-gesture" }?.message
  }

  @Test("a rule for touchpads with one of GNOME's swipes gets a note")
  func gnome() throws {
    let gnome = try #require(DesktopGestures.builtIn("GNOME"))
    #expect(
      clash("swipe: left, fingers: 3", on: gnome)
        == "GNOME also switches workspaces with this gesture; on a touchpad both happen")
    #expect(
      clash("pan: vertical, fingers: 3-4", on: gnome)
        == "GNOME also opens and closes its overview with this gesture; on a touchpad both happen")
    #expect(clash("pan: left, fingers: 3, every: 5mm, back: b", on: gnome) != nil)
    #expect(clash("swipe: 170°-190°, fingers: 3", on: gnome) != nil)
    #expect(clash("swipe: left, fingers: 3, edge: left", on: gnome) != nil)
    for rule in [
      "swipe: left", "swipe: up-left, fingers: 3", "pinch: in, fingers: 3", "tap: double, fingers: 3",
      "swipe: left, fingers: 4, device: touchscreen",
    ] {
      #expect(clash(rule, on: gnome) == nil, "\(rule)")
    }
  }

  /// The messages about a file on a desktop.
  private func messages(_ text: String, on desktop: DesktopGestures?) -> [String] {
    RulesFile.check(
      bytes: Array(text.utf8), name: "rules.yml", keyNames: nil, files: .none, objection: nil, desktop: desktop
    ).diagnostics.filter { $0.id == "desktop-gesture" }.map(\.message)
  }

  @Test("a rule that takes the fingers on each touchpad of the machine has no note")
  func taken() throws {
    let gnome = try #require(DesktopGestures.builtIn("GNOME"))
    func pad(_ hasToolTypes: Bool, slots: Int = 5) -> Device {
      Device(
        id: DeviceID(1), name: hasToolTypes ? "New" : "Old", kind: .touchpad, size: Size(width: 100, height: 60),
        contacts: ContactReports(
          slots: slots, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true,
          hasToolTypes: hasToolTypes))
    }
    func notes(_ text: String, _ devices: [Device]?) -> [String] {
      RulesFile.check(
        bytes: Array(text.utf8), name: "rules.yml", desktop: gnome, devices: devices
      ).diagnostics.filter { $0.id == "desktop-gesture" }.map(\.message)
    }
    let rules = "rules: [{swipe: left, fingers: 3, device: touchpad, do: a}]\n"
    let note = ["GNOME also switches workspaces with this gesture; on a touchpad both happen"]
    #expect(notes(rules, [pad(true)]) == [])
    #expect(notes(rules, nil) == note)
    // Before a touchpad can be read, it is taken for one of today.
    #expect(notes(rules, []) == [])
    #expect(notes(rules, [pad(false)]) == note)
    #expect(notes(rules, [pad(true), pad(false)]) == note)
    // A rule for all devices is for those that are there.
    let screen = Device(id: DeviceID(2), name: "Screen", kind: .touchscreen, size: Size(width: 300, height: 200))
    let general = rules.replacing(", device: touchpad", with: "")
    #expect(notes(general, [pad(true)]) == [])
    #expect(notes(general, [pad(true), screen]) == [note[0].replacing("touchpad", with: "touchscreen")])
    #expect(notes(general, [screen]) == [note[0].replacing("touchpad", with: "touchscreen")])
    #expect(notes(general, nil) == note)
    #expect(notes(rules, [pad(true, slots: 2)]) == note)
    let named = rules.replacing("device: touchpad", with: "device: New")
    #expect(notes(named, [pad(true), pad(false)]) == [])
    // A name is for the devices that have it, of whichever kind.
    let panel = Device(id: DeviceID(3), name: "Panel", kind: .touchscreen, size: Size(width: 300, height: 200))
    let ofPanel = rules.replacing("device: touchpad", with: "device: Panel")
    #expect(notes(ofPanel, [pad(false)]) == note)
    #expect(notes(ofPanel, [pad(false), panel]) == [])
    for settings in ["settings: {keep: true}\n", "devices: {New: {keep: true}}\n", "settings: {contacts: false}\n"] {
      #expect(notes(settings + rules, [pad(true)]) == note, "\(settings)")
    }
    #expect(notes("settings: {keep: true}\ndevices: {New: {keep: false}}\n" + rules, [pad(true)]) == [])
    for key in ["keep: true", "also: true"] {
      #expect(notes(rules.replacing("do:", with: "\(key), do:"), [pad(true)]) == note, "\(key)")
    }
    #expect(
      notes(rules.replacing("device: touchpad", with: "device: touchscreen"), [pad(true)]) == [
        "GNOME also switches workspaces with this gesture; on a touchscreen both happen"
      ])
  }

  @Test("a rule that cancels the touches on each touchscreen of the machine has no note")
  func cancelled() throws {
    let gnome = try #require(DesktopGestures.builtIn("GNOME"))
    func screen(_ canCancel: Bool) -> Device {
      var screen = Device(
        id: DeviceID(canCancel ? 1 : 2), name: canCancel ? "New" : "Old", kind: .touchscreen,
        size: Size(width: 300, height: 200))
      screen.canCancelTouches = canCancel
      return screen
    }
    func notes(_ text: String, _ devices: [Device]?) -> [String?] {
      RulesFile.check(
        bytes: Array(text.utf8), name: "rules.yml", desktop: gnome, devices: devices
      ).diagnostics.filter { $0.id == "desktop-gesture" }.flatMap { [$0.message, $0.help] }
    }
    let swipe = "{swipe: left, fingers: 3, device: touchscreen, do: a}"
    let rules = "rules: [\(swipe)]\n"
    let note = "GNOME also switches workspaces with this gesture; on a touchscreen both happen"
    let owning = [note, "'devices: {touchscreen: {own: true}}' withholds from the desktop what rules take"]
    #expect(notes(rules, [screen(true)]) == [])
    #expect(notes(rules.replacing(", device: touchscreen", with: ""), [screen(true)]) == [])
    for devices in [nil, [], [screen(false)], [screen(true), screen(false)]] {
      #expect(notes(rules, devices) == owning, "\(devices?.count ?? -1)")
    }
    for settings in ["settings: {keep: true}\n", "devices: {New: {keep: true}}\n"] {
      #expect(
        notes(settings + rules, [screen(true)]) == [note, "remove 'keep: true' from 'settings' and 'devices'"])
    }
    let kept = rules.replacing("do:", with: "keep: true, do:")
    #expect(notes(kept, [screen(true)]) == [note, "remove 'keep' from the rule"])
    #expect(notes("settings: {contacts: false}\n" + rules, [screen(true)]) == [])
    #expect(notes(rules.replacing("do:", with: "also: true, do:"), [screen(true)]).first == note)
    // It may act when the touches have lifted, which nothing cancels then.
    #expect(notes(rules.replacing("do:", with: "at: end, do:"), [screen(true)]).first == note)
    let longer = "{swipe: left then up, fingers: 3, device: touchscreen, do: b}"
    #expect(notes("rules: [\(longer), \(swipe)]", [screen(true)]).last == owning.last)
    // The first step is the desktop's.
    let steps = "[{swipe: left, fingers: 3}, {tap: single}]"
    let sequence = "gestures: {both: \(steps)}\nrules: [{gesture: both, device: touchscreen, do: a}]\n"
    #expect(notes(sequence, [screen(true)]).first == note)
  }

  @Test("'desktop-swipes' replaces the notes on GNOME, requires the extension, and has no effect on other desktops")
  func setting() throws {
    let rules = "rules: [{swipe: left, fingers: 3, do: a}]\n"
    var gnome = try #require(DesktopGestures.builtIn("GNOME"))
    let note = "GNOME also switches workspaces with this gesture; on a touchpad both happen"
    #expect(messages(rules, on: gnome) == [note])
    for state in ["disabled", "unless-taken"] {
      #expect(messages("settings: {desktop-swipes: \(state)}\n" + rules, on: gnome) == [])
    }
    #expect(messages("settings: {desktop-swipes: enabled}\n" + rules, on: gnome) == [note])
    gnome.lacksExtension = true
    #expect(
      messages("settings: {desktop-swipes: disabled}\n" + rules, on: gnome)
        == ["'desktop-swipes' requires Sleight's extension of GNOME Shell, which is not installed"])
    #expect(messages(rules, on: gnome) == [note])
    let plasma = try #require(DesktopGestures.builtIn("KDE"))
    #expect(
      messages("settings: {desktop-swipes: disabled}\n" + rules, on: plasma) == [
        "'desktop-swipes' has no effect on Plasma",
        "Plasma also switches desktops with this gesture; on a touchpad both happen",
      ])
    #expect(messages("settings: {desktop-swipes: disabled}\n" + rules, on: nil) == [])
  }

  @Test("GNOME and Plasma have swipes of three fingers on touchscreens")
  func touchscreens() throws {
    let gnome = try #require(DesktopGestures.builtIn("GNOME"))
    let plasma = try #require(DesktopGestures.builtIn("KDE"))
    let rules = "rules: [{swipe: left, fingers: 3, device: touchscreen, do: a}]"
    #expect(
      messages(rules, on: gnome) == [
        "GNOME also switches workspaces with this gesture; on a touchscreen both happen"
      ])
    #expect(
      messages(rules, on: plasma) == [
        "Plasma also switches desktops with this gesture; on a touchscreen both happen"
      ])
    #expect(messages("devices: {touchscreen: {own: true}}\n" + rules, on: gnome) == [])
    #expect(messages(rules.replacing("fingers: 3", with: "fingers: 4"), on: gnome) == [])
  }

  @Test("the desktop's swipes are disabled along the axes of rules that can act now")
  func disabledSwipes() throws {
    func axes(_ setting: String, _ rules: String, in situation: Situation = Situation()) throws -> Directions {
      let text = "settings: {desktop-swipes: \(setting)}\nrules: [\(rules)]\n"
      return try #require(RulesFile.check(text: text, name: "rules.yml").rules).disabledSwipes(in: situation)
    }
    let left = "{swipe: left, fingers: 3, do: a}"
    let up = "{pan: up, fingers: 4, every: 5mm, do: a}"
    #expect(try axes("enabled", left) == [])
    #expect(try axes("disabled", "{tap: single, fingers: 3, do: a}") == .any)
    #expect(try axes("unless-taken", left) == .horizontal)
    #expect(try axes("unless-taken", up) == .vertical)
    #expect(try axes("unless-taken", "\(left), \(up)") == [.horizontal, .vertical])
    // Not the gestures of other fingers, devices and kinds.
    for rule in [
      "{swipe: left, fingers: 2, do: a}", "{swipe: left, fingers: 3, device: touchscreen, do: a}",
      "{pinch: in, fingers: 3, do: a}", "{swipe: left, fingers: 3, enabled: false, do: a}",
    ] {
      #expect(try axes("unless-taken", rule) == [], "\(rule)")
    }
    let conditional = "{swipe: left, fingers: 3, when: {app: foot}, do: a}"
    #expect(try axes("unless-taken", conditional, in: Situation(app: "foot")) == .horizontal)
    #expect(try axes("unless-taken", conditional, in: Situation(app: "mpv")) == [])
  }

  @Test("Plasma's pinches depend on its version")
  func plasma() throws {
    let newest = try #require(DesktopGestures.builtIn("KDE"))
    #expect(
      clash("pinch: out, fingers: 3", on: newest)
        == "Plasma also zooms the screen with this gesture; on a touchpad both happen")
    #expect(clash("pinch: any, fingers: 4", on: newest) == nil)
    let old = try #require(DesktopGestures.builtIn("KDE", version: "5"))
    #expect(clash("pinch: out, fingers: 3", on: old) == nil)
    #expect(
      clash("pinch: in, fingers: 4", on: old)
        == "Plasma also opens its overview with this gesture; on a touchpad both happen")
    for plasma in [newest, old] { #expect(clash("swipe: left, fingers: 3", on: plasma) != nil) }
  }

  @Test("unknown desktops have no gestures")
  func unknown() {
    #expect(DesktopGestures.builtIn("XFCE") == nil)
    #expect(["KDE", "COSMIC", "niri"].allSatisfy { DesktopGestures.builtIn($0) != nil })
  }

  @Test("a gesture on an owned touchpad is the rule's alone, unless it is kept")
  func owned() throws {
    let sway = DesktopGestures.sway("bindgesture swipe:3:right workspace prev")
    func notes(_ devices: String, _ rule: String) -> [String] {
      let text = "devices: {\(devices)}\nrules:\n  - {swipe: right, fingers: 3, \(rule)do: a}\n"
      return RulesFile.check(bytes: Array(text.utf8), name: "rules.yml", desktop: sway).diagnostics
        .filter { $0.id == "desktop-gesture" }.compactMap(\.help)
    }
    #expect(notes("touchpad: {own: true}", "").isEmpty)
    #expect(notes("ELAN*: {own: true}", "device: ELAN*, ").isEmpty)
    #expect(notes("touchpad: {own: true}", "keep: true, ").count == 1)
    #expect(notes("touchpad: {own: false}", "").count == 1)
    #expect(
      notes("ELAN*: {own: true}", "")
        == ["'devices: {touchpad: {own: true}}' withholds from the desktop what rules take"])
  }

  @Test(
    "'own' is proposed where it keeps the desktop from acting: one that finishes cancelled swipes sees none whose directions all have rules",
    arguments: ["GNOME", "KDE", "Hyprland", "niri", "sway", "GNOME on a touchscreen"])
  func proposed(name: String) throws {
    let (gesture, binding) = ("bindgesture swipe:3:right kill", "gesture = 3, horizontal, workspace")
    let desktop =
      switch name {
      case "sway": DesktopGestures.sway(gesture)
      case "Hyprland": DesktopGestures.hyprland(binding, in: .classic)
      default: try #require(DesktopGestures.builtIn(name.replacing(" on a touchscreen", with: "")))
      }
    let device = name.hasSuffix("touchscreen") ? "touchscreen" : "touchpad"
    /// What is said about the first rule of three fingers.
    func help(_ rules: String..., settings: String = "", devices: [Device]? = nil) -> String? {
      let text =
        "\(settings)rules:\n" + rules.map { "  - {\($0), device: \(device), do: a}\n" }.joined()
      return RulesFile.check(bytes: Array(text.utf8), name: "rules.yml", desktop: desktop, devices: devices).diagnostics
        .first { $0.id == "desktop-gesture" }?.help?.split(separator: "; ").last.map(String.init)
    }
    let owns = "'devices: {\(device): {own: true}}' withholds"
    let always = "\(owns) from the desktop what rules take"
    let others = ["swipe: left, fingers: 3", "swipe: vertical, fingers: 3"]
    let some =
      ["sway", "GNOME on a touchscreen"].contains(name)
      ? always : "\(owns) it from the desktop only if rules request all four directions of 3 fingers"
    #expect(help("swipe: right, fingers: 3") == some)
    #expect(help("swipe: right, fingers: 3", others[0]) == some)
    #expect(help("swipe: right, fingers: 3", "swipe: left, fingers: 4", "swipe: vertical, fingers: 3") == some)
    #expect(help("swipe: right, fingers: 3", others[0], others[1] + ", when: {app: foot}") == some)
    #expect(help("swipe: right, fingers: 3", others[0], others[1] + ", edge: left") == some)
    #expect(help("swipe: right, fingers: 3", others[0], others[1]) == always)
    #expect(help("swipe: any, fingers: 3") == always)
    #expect(help("swipe: right, fingers: 3, edge: left") == always)
    guard device == "touchpad" else { return }
    // Where the fingers could be taken, that is enough.
    let pad = [Device.todaysTouchpad]
    #expect(help("swipe: right, fingers: 3", devices: pad) == nil)
    #expect(
      help("swipe: right, fingers: 3", settings: "settings: {keep: true}\n", devices: pad)
        == "remove 'keep: true' from 'settings' and 'devices'")
    #expect(help("swipe: right, fingers: 3, keep: true", devices: pad) == "remove 'keep' from the rule")
    #expect(
      help("swipe: right, fingers: 3, keep: true", settings: "devices: {touchpad: {own: true}}\n")
        == "remove 'keep' from the rule")
    #expect(help("swipe: right, fingers: 3, keep: true")?.contains("own") != true)
  }

  @Test("of a pinch, nothing is proposed where 'own' would not keep the desktop from it")
  func pinches() throws {
    let plasma = try #require(DesktopGestures.builtIn("KDE"))
    let text = "rules: [{pinch: in, fingers: 3, do: a}]"
    let file = RulesFile.check(bytes: Array(text.utf8), name: "rules.yml", desktop: plasma)
    let help = file.diagnostics.compactMap(\.help)
    #expect(help == ["to disable the effect 'Zoom', clear it in System Settings, Desktop Effects"])
  }

  @Test(
    "a tap beside two fingers is noted, because the desktop clicks, unless the touchpad is owned",
    arguments: [
      ("", "fingers: 2", 1), ("", "fingers: 1-2", 1), ("", "fingers: 1", 0), ("", "fingers: 2, device: touchscreen", 0),
      ("touchpad: {own: true}", "fingers: 2", 0), ("touchpad: {own: true}", "fingers: 2, keep: true", 1),
    ])
  func tipTaps(devices: String, rule: String, count: Int) {
    let text = "devices: {\(devices)}\nrules:\n  - {tip-tap: left, \(rule), do: a}\n"
    let file = RulesFile.check(text: text.replacing("devices: {}\n", with: ""), name: "rules.yml")
    #expect(file.rules != nil)
    let found = file.diagnostics.filter { $0.id == "desktop-clicks" }
    #expect(found.count == count && found.allSatisfy { $0.severity == .note })
  }

  @Test("sway's gestures are its bindgesture lines")
  func sway() {
    let sway = DesktopGestures.sway(
      """
      # bindgesture swipe:4:left nothing
      bindgesture swipe:3:right workspace prev
      bindgesture --exact --no-warn pinch:4:inward+clockwise exec foot
        bindgesture hold:4 exec menu
      bindgesture swipe:5:up+left kill
      bindgesture swipe:x kill
      bindsym swipe:2 kill
      """)
    #expect(sway.claims.count == 4)
    #expect(
      clash("swipe: right, fingers: 3", on: sway)
        == "sway also does 'workspace prev' with this gesture; on a touchpad both happen")
    #expect(clash("swipe: left, fingers: 3", on: sway) == nil)
    #expect(clash("swipe: left, fingers: 4", on: sway) == nil)
    #expect(clash("pinch: in, fingers: 4", on: sway) != nil)
    #expect(clash("pinch: out, fingers: 4", on: sway) == nil)
    #expect(clash("long-press: 1s, fingers: 4", on: sway) != nil)
  }

  @Test("Hyprland's gestures are its gesture lines, and workspace_swipe in old versions")
  func hyprland() {
    let new = DesktopGestures.hyprland(
      """
      gesture = 3, horizontal, workspace
      gesture = 3, down, mod: ALT, close   # with a modifier
      gesture = 4, pinchout, fullscreen
      gesture = 4, up, unset
      """, in: .classic)
    #expect(
      clash("swipe: left, fingers: 3", on: new)
        == "Hyprland also does 'workspace' with this gesture; on a touchpad both happen")
    // For Hyprland a pinch out is one that zooms out.
    #expect(clash("pinch: in, fingers: 4", on: new) != nil)
    #expect(clash("pinch: out, fingers: 4", on: new) == nil)
    #expect(clash("swipe: up, fingers: 4", on: new) == nil)

    let old = DesktopGestures.hyprland(
      "gestures {\n  workspace_swipe = true\n  workspace_swipe_fingers = 4\n}\n", in: .classic)
    #expect(clash("swipe: left, fingers: 4", on: old) != nil)
    #expect(clash("swipe: left, fingers: 3", on: old) == nil)
    #expect(DesktopGestures.hyprland("gestures {\n  workspace_swipe_fingers = 4\n}\n", in: .classic).claims.isEmpty)
  }

  @Test("of hyprland.lua, the calls of hl.gesture are Hyprland's gestures")
  func hyprlandLua() {
    let lua = DesktopGestures.hyprland(
      """
      -- hl.gesture({ fingers = 3, direction = "vertical", action = "close" })
      hl.gesture({ fingers = 3, direction = "horizontal", action = "workspace" })
      hl.gesture { fingers = 4, direction = "up", action = function() hl.exec_cmd("foot") end }
      hl.gesture({ fingers = 4, direction = "pinchin", action = "cursor_zoom", zoom_level = 2 })
      hl.gesture({ fingers = 4, direction = "down", action = "unset" })
      """, in: .lua)
    #expect(
      clash("swipe: left, fingers: 3", on: lua)
        == "Hyprland also does 'workspace' with this gesture; on a touchpad both happen")
    #expect(
      clash("swipe: up, fingers: 4", on: lua)
        == "Hyprland also does 'foot' with this gesture; on a touchpad both happen")
    #expect(
      clash("pinch: out, fingers: 4", on: lua)
        == "Hyprland also does 'cursor_zoom' with this gesture; on a touchpad both happen")
    #expect(clash("swipe: down, fingers: 4", on: lua) == nil)
    #expect(clash("swipe: up, fingers: 3", on: lua) == nil)
  }

  @Test(
    "commands that the running Hyprland refuses are warnings, and notes where none runs",
    arguments: [
      ("dispatch workspace e+1", nil, nil, nil),
      (
        "dispatch hl.dsp.window.close()", nil, nil,
        "warning: Hyprland 0.57.0 with hyprland.conf refuses this: an expression in Lua requires hyprland.lua"
      ),
      (
        "keyword general:gaps_in 5", "note: Hyprland with hyprland.lua refuses this: 'keyword' requires hyprland.conf",
        "warning: Hyprland 0.57.0 with hyprland.lua refuses this: 'keyword' requires hyprland.conf", nil
      ),
    ] as [(String, String?, String?, String?)])
  func refused(command: String, unknown: String?, lua: String?, classic: String?) {
    func message(_ language: CompositorRelease.Language?) -> String? {
      var desktop = DesktopGestures("Hyprland", [])
      desktop.release = language.map { CompositorRelease(.hyprland, version: "0.57.0", language: $0) }
      let file = RulesFile.check(
        bytes: Array("rules: [{swipe: left, fingers: 4, do: {hyprland: '\(command)'}}]".utf8), name: "rules.yml",
        desktop: desktop)
      return file.diagnostics.first.map { "\($0.severity.rawValue): \($0.message)" }
    }
    #expect(message(nil) == unknown)
    #expect(message(.lua) == lua)
    #expect(message(.classic) == classic)
  }
}
