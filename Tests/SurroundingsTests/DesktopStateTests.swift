import Desktop
import Rules
import RulesFile
import Testing
import Time
import Touch
import Wayland

@testable import Surroundings

@Suite("The state of the desktop")
struct DesktopStateTests {
  private static let foot = FocusedWindow(app: "foot", title: "~", isFullscreen: false)

  private static func screen(_ name: String, _ orientation: Situation.Orientation = .landscape)
    -> DesktopState.OutputState
  {
    DesktopState.OutputState(panel: Panel(output: name, size: nil), orientation: orientation)
  }

  /// A desktop whose compositor answers.
  private static var sway: DesktopState {
    var state = DesktopState()
    state.compositor = .init(kind: .sway, version: "1.8")
    state.compositorState.window = foot
    state.compositorState.output = "DP-1"
    state.waylandProblem = nil
    state.outputs = [screen("eDP-1"), screen("DP-1", .portrait)]
    return state
  }

  @Test("the texts of a window are short, whatever its program sets, so that the status stays so")
  func longTexts() {
    let text = String(repeating: "\u{1}", count: 100_000)
    let window = FocusedWindow(app: text, title: text, isFullscreen: nil)
    #expect(window.app.utf8.count == 1024 && window.title.utf8.count == 1024)
    // A character that would be cut is left out.
    #expect(
      FocusedWindow(app: "", title: "a" + String(repeating: "ä", count: 600), isFullscreen: nil).title.utf8.count
        == 1023)
  }

  @Test("the compositor's own socket is preferred to the list of windows")
  func sources() {
    var state = Self.sway
    state.listedWindow = .init(
      window: FocusedWindow(app: "mpv", title: "film", isFullscreen: true), outputs: ["eDP-1"], interface: "list")
    #expect(
      state.situation
        == Situation(app: "foot", title: "~", isFullscreen: false, output: "DP-1", orientation: .portrait))
    #expect(state.windowSource == .compositor(.sway))
    state.compositor = nil
    state.compositorState = CompositorState()
    #expect(
      state.situation
        == Situation(app: "mpv", title: "film", isFullscreen: true, output: "eDP-1", orientation: .landscape))
    #expect(state.windowSource == .windowList("list"))
    state.listedWindow = nil
    #expect(state.situation == Situation())
    #expect(state.windowSource == nil)
  }

  @Test("an empty workspace does not count as an unknown window")
  func empty() {
    var state = Self.sway
    state.compositorState.window = FocusedWindow.absent
    #expect(state.situation.app == "")
    #expect(state.reasonUnknown(.app, desktop: nil) == nil)
  }

  @Test("the only output has the focus; of two that show one window, neither is certain")
  func outputs() {
    var state = DesktopState()
    state.waylandProblem = nil
    state.outputs = [Self.screen("Virtual-1", .portrait)]
    #expect(state.situation.output == "Virtual-1")
    #expect(state.situation.orientation == .portrait)
    state.outputs = [Self.screen("eDP-1"), Self.screen("DP-1")]
    state.listedWindow = .init(window: Self.foot, outputs: ["eDP-1", "DP-1"], interface: "list")
    #expect(state.situation.output == nil)
    state.listedWindow?.outputs = ["DP-1"]
    #expect(state.situation.output == "DP-1")
  }

  @Test("a position names the output on GNOME, which reports no name; a name precedes it")
  func position() {
    var state = DesktopState()
    state.waylandProblem = nil
    state.outputs = [Self.screen("eDP-1"), Self.screen("DP-1", .portrait)]
    state.outputs[0].rectangle = .init(x: 0, y: 0, size: .init(width: 1920, height: 1080))
    state.services.window = Self.foot
    #expect(state.output == nil)
    state.services.position = .init(x: 1919, y: 5)
    #expect(state.output == "eDP-1")
    #expect(state.situation.orientation == .landscape)
    // The right edge belongs to the output beside it, whose part of the desktop is not known yet.
    state.services.position = .init(x: 1920, y: 5)
    #expect(state.output == nil)
    state.outputs[1].rectangle = .init(x: 1920, y: 0, size: .init(width: 1080, height: 1920))
    #expect(state.output == "DP-1")
    #expect(state.situation.orientation == .portrait)
    state.compositorState.output = "eDP-1"
    #expect(state.output == "eDP-1")
  }

  @Test("an unknown value is reported with the reason and the rules that require it")
  func unknown() throws {
    let rules = try #require(
      RulesFile.check(
        text: """
          rules:
            - {tap: single, fingers: 2, when: {app: foot}, do: a}
            - {tap: single, fingers: 3, when: {mode: x}, do: {mode: x}}
            - when: {not: {app: mpv}}
              rules:
                - {tap: double, fingers: 2, when: {output: eDP-1}, do: a}
                - {tap: double, fingers: 3, do: a}
                - {tap: triple, fingers: 3, do: a}
          """, name: "rules.yml"
      ).rules)
    var state = DesktopState()
    state.waylandProblem = nil
    state.outputs = [Self.screen("eDP-1")]
    let unknown = UnknownSubject.all(of: rules, on: state, called: "GNOME")
    #expect(
      unknown.map(\.text) == [
        "condition 'app' is unknown: GNOME does not report the focused window; sway, Hyprland, niri and compositors "
          + "with zwlr_foreign_toplevel_manager_v1 do; required by 4 rules: rules.yml:2, rules.yml:6, "
          + "rules.yml:7 and 1 more"
      ])
    #expect(UnknownSubject.all(of: rules, on: Self.sway, called: nil) == [])
    #expect(UnknownSubject.all(of: RuleSet(), on: DesktopState(), called: nil) == [])
  }

  @Test("the window under the fingers is unknown where the desktop does not tell it, and under the pointer on sway")
  func touched() throws {
    func reasons(_ device: String, _ state: DesktopState) throws -> [String] {
      let rules = try #require(
        RulesFile.check(
          text: "rules: [{tap: single, fingers: 3, \(device)when: {under: {app: foot}}, do: a}]", name: "rules.yml"
        ).rules)
      return UnknownSubject.all(of: rules, on: state, called: "labwc").map(\.text)
    }
    #expect(try reasons("", Self.sway) == [])
    #expect(try reasons("device: touchscreen, ", Self.sway) == [])
    #expect(
      try reasons("device: touchpad, ", Self.sway) == [
        "condition 'under' is unknown: sway does not report where the pointer is; required by 1 rule: rules.yml:1"
      ])
    var other = DesktopState()
    other.waylandProblem = nil
    other.listedWindow = .init(window: .absent, outputs: [], interface: "zwlr_foreign_toplevel_manager_v1")
    #expect(
      try reasons("", other) == [
        "condition 'under' is unknown: labwc does not report where windows are; required by 1 rule: rules.yml:1"
      ])
    var niri = Self.sway
    niri.compositor = .init(kind: .niri, version: nil)
    #expect(niri.reasonUnknown(.under, desktop: nil) == "niri does not report where all windows are")
  }

  @Test("the most specific reason is given: a silent socket before a missing protocol")
  func reasons() {
    var state = DesktopState()
    state.waylandProblem = "connect /run/user/1000/wayland-1: Connection refused"
    #expect(
      state.reasonUnknown(.title, desktop: "sway")
        == "no compositor reports the focused window: connect /run/user/1000/wayland-1: Connection refused")
    state.compositorProblem = "cannot communicate with sway: Permission denied"
    #expect(state.reasonUnknown(.app, desktop: nil) == "cannot communicate with sway: Permission denied")
    var niri = Self.sway
    niri.compositor = .init(kind: .niri, version: nil)
    niri.compositorState.window?.isFullscreen = nil
    #expect(
      niri.reasonUnknown(.fullscreen, desktop: nil) == "niri does not report whether a window is fullscreen")
    state.keyboardProblem = "no keyboard is connected"
    #expect(state.reasonUnknown(.modifiers, desktop: nil) == "no keyboard is connected")
    state.modifiers = []
    #expect(state.reasonUnknown(.modifiers, desktop: nil) == nil)
  }

  @Test("a touchpad that is switched off gives no events; all of them are no touchscreens")
  func disabledTouchpads() {
    let devices = [("Pad", Device.Kind.touchpad), ("Other pad", .touchpad), ("Screen", .touchscreen)].enumerated().map {
      Device(id: DeviceID($0), name: $1.0, kind: $1.1, size: nil)
    }
    var adjustments = DeviceAdjustments()
    for device in devices {
      _ = adjustments.adjusted(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
    }
    for (disabled, expected) in [
      (DesktopTouchpads.Selection.none, ["Pad", "Other pad", "Screen"]), (.named(["Pad"]), ["Other pad", "Screen"]),
      (.all, ["Screen"]), (.none, ["Pad", "Other pad", "Screen"]),
    ] {
      _ = adjustments.replaceSettings(with: DesktopTouchpads(disabled: disabled))
      let heard = devices.filter { device in
        adjustments.adjusted(TouchEvent(time: .zero, device: device.id, kind: .touchUp(slot: 0))) != nil
      }
      #expect(heard.map(\.name) == expected, "\(disabled)")
    }
  }

  /// The position at which wlroots, and with it sway, draws a touch on its output (`apply_output_transform`), as
  /// fractions of the output. The finger is on the panel at 0.1 from the left and 0.2 from the top.
  private static let touches: [(Output.Transform, x: Double, y: Double)] = [
    (.normal, 0.1, 0.2), (.turned90, 0.8, 0.1), (.turned180, 0.9, 0.8), (.turned270, 0.2, 0.9),
    (.flipped, 0.9, 0.2), (.flipped90, 0.2, 0.1), (.flipped180, 0.1, 0.8), (.flipped270, 0.8, 0.9),
  ]

  @Test("a touch has the compositor's position for all eight output transforms", arguments: touches)
  func transforms(transform: Output.Transform, x: Double, y: Double) throws {
    let device = Device(
      id: DeviceID(0), name: "", kind: .touchscreen, size: Size(width: 300, height: 200))
    var adjustments = DeviceAdjustments()
    _ = adjustments.adjusted(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
    adjustments.replacePanels(with: [Panel(output: "eDP-1", size: nil, turn: SurfaceTurn(under: transform))])
    let size = try #require(adjustments.devices[0].size)
    #expect((size.width < size.height) == transform.swapsSides)
    let event = TouchEvent(time: .zero, device: device.id, kind: .touchDown(slot: 0, Point(x: 30, y: 40)))
    guard case .touchDown(_, let location)? = adjustments.adjusted(event)?.kind else {
      Issue.record("the touch is gone")
      return
    }
    #expect(abs(location.x - x * size.width) < 1e-9, "\(location)")
    #expect(abs(location.y - y * size.height) < 1e-9, "\(location)")
  }
}
