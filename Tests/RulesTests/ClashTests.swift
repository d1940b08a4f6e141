import Diagnostics
import Testing

@testable import Gestures
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
    for rule in [
      "swipe: left", "swipe: up-left, fingers: 3", "pinch: in, fingers: 3", "tap: double, fingers: 3",
      "swipe: left, fingers: 3, device: touchscreen", "swipe: left, fingers: 3, edge: left",
    ] {
      #expect(clash(rule, on: gnome) == nil, "\(rule)")
    }
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
      """)
    #expect(
      clash("swipe: left, fingers: 3", on: new)
        == "Hyprland also does 'workspace' with this gesture; on a touchpad both happen")
    // For Hyprland a pinch out is one that zooms out.
    #expect(clash("pinch: in, fingers: 4", on: new) != nil)
    #expect(clash("pinch: out, fingers: 4", on: new) == nil)
    #expect(clash("swipe: up, fingers: 4", on: new) == nil)

    let old = DesktopGestures.hyprland("gestures {\n  workspace_swipe = true\n  workspace_swipe_fingers = 4\n}\n")
    #expect(clash("swipe: left, fingers: 4", on: old) != nil)
    #expect(clash("swipe: left, fingers: 3", on: old) == nil)
    #expect(DesktopGestures.hyprland("gestures {\n  workspace_swipe_fingers = 4\n}\n").claims.isEmpty)
  }
}
