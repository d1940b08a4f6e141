import Glibc
import HeadlessSway
import Rules
import Testing

@testable import Desktop

/// Answers in the format of sway (sway/ipc-json.c): `three_finger_drag` since 1.13.
@Suite("sway's settings of touchpads")
struct SwayTouchpadsTests {
  private static func message(_ type: UInt32, _ payload: String) -> [UInt8] {
    var bytes = Array("i3-ipc".utf8)
    withUnsafeBytes(of: UInt32(payload.utf8.count)) { bytes += $0 }
    withUnsafeBytes(of: type) { bytes += $0 }
    return bytes + payload.utf8
  }

  private static func touchpad(_ setting: String) -> String {
    #"{"type": "touchpad", "libinput": {"tap": "enabled"\#(setting)}}"#
  }

  private static let keyboard = #"{"type": "keyboard", "xkb_active_layout_index": 0}"#

  @Test(
    "a touchpad that is switched off, always or beside a mouse, is known by its name",
    arguments: [
      ("enabled", [], false), ("disabled", [], true), ("disabled_on_external_mouse", [], false),
      ("disabled_on_external_mouse", [pointer("A Mouse")], true),
      ("disabled_on_external_mouse", [pointer("TPPS/2 IBM TrackPoint")], false),
      ("disabled_on_external_mouse", [#"{"type": "pointer", "name": "wlr_virtual_pointer_v1"}"#], false),
    ])
  func disabled(setting: String, others: [String], isDisabled: Bool) throws {
    let pad = #"{"type": "touchpad", "name": "Pad", "libinput": {"send_events": "\#(setting)"}}"#
    let recorded = try linkAnswering([Self.keyboard, pad] + others)
    #expect(recorded.link.state.touchpads.disabled == .named(isDisabled ? ["Pad"] : []))
  }

  @Test("touchpads without natural scrolling are known by their names")
  func natural() throws {
    let pads = ["enabled", "disabled"].map {
      #"{"type": "touchpad", "name": "\#($0)", "libinput": {"natural_scroll": "\#($0)"}}"#
    }
    // A mouse has a setting of its own, and a device that libinput does not drive has none.
    let mouse = #"{"type": "pointer", "name": "Mouse", "libinput": {"natural_scroll": "disabled"}}"#
    let other = #"{"type": "touchpad", "name": "Other"}"#
    let recorded = try linkAnswering([Self.keyboard, mouse, other] + pads)
    #expect(recorded.link.state.touchpads == DesktopTouchpads(reversed: .named(["disabled"])))
  }

  @Test("each touchpad has its own acceleration of the pointer")
  func acceleration() throws {
    let pad = #"{"type": "touchpad", "name": "Pad", "libinput": {"accel_speed": 0.4, "accel_profile": "flat"}}"#
    let mouse = #"{"type": "pointer", "name": "Mouse", "libinput": {"accel_speed": 1.0, "accel_profile": "adaptive"}}"#
    let recorded = try linkAnswering([Self.keyboard, mouse, pad])
    #expect(
      recorded.link.state.touchpads.accelerations == ["Pad": TouchpadAcceleration(isFlat: true, setting: 0.4)])
  }

  private static func pointer(_ name: String) -> String {
    #"{"type": "pointer", "name": "\#(name)", "libinput": {"send_events": "enabled"}}"#
  }

  @Test(
    "the number of fingers that drag: the smallest of several touchpads, and none in releases without the setting",
    arguments: [
      ([touchpad(#", "three_finger_drag": "three_finger""#)], 3),
      ([touchpad(#", "three_finger_drag": "four_finger""#), touchpad("")], 4),
      ([touchpad(#", "three_finger_drag": "four_finger""#), touchpad(#", "three_finger_drag": "three_finger""#)], 3),
      ([touchpad(#", "three_finger_drag": "disabled""#)], 0), ([touchpad("")], 0), ([], 0),
      ([touchpad(#", "three_finger_drag": "unknown""#)], nil),
    ])
  func sway(touchpads: [String], fingers: Int?) throws {
    #expect(try linkAnswering([Self.keyboard] + touchpads).link.state.dragFingers == fingers)
  }

  @Test("touchscreens are known by the outputs that the configuration maps them to, the most exact line first")
  func mapped() {
    let screens = [
      SwayMappings.Input(name: "ELAN Touch", identifier: "1267:11303:ELAN_Touch"),
      SwayMappings.Input(name: "Other", identifier: "1:2:Other"),
    ]
    func outputs(_ text: String) -> [String: String] { SwayMappings(text).outputs(of: screens) }
    #expect(outputs("") == [:])
    #expect(outputs("input type:touch map_to_output eDP-1\n") == ["ELAN Touch": "eDP-1", "Other": "eDP-1"])
    #expect(
      outputs(
        """
        # input "1:2:Other" map_to_output no
        set $panel DP-2
        input * map_to_output HDMI-A-1
        input "1267:11303:ELAN_Touch" {
          events enabled
          map_to_output $panel
        }
        bar {
          map_to_output no
        }
        input 1:2:Other map_to_region 1 2 3 4

        """) == ["ELAN Touch": "DP-2", "Other": "HDMI-A-1"])
    #expect(
      outputs("input type:touch map_to_output A\ninput 1:2:Other map_to_output *\n") == ["ELAN Touch": "A"])
  }

  /// A link to a sway that has these inputs.
  private func linkAnswering(_ inputs: [String]) throws -> RecordedLink {
    let folder = Folder()
    let sway = try FakeCompositor(at: "\(folder.path)/sway-ipc.\(geteuid()).1.sock")
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
    let connection = try recorded.connection(to: sway)
    connection.send(
      Self.message(2, #"{"success": true}"#) + Self.message(2, #"{"success": true}"#)
        + Self.message(2, #"{"success": true}"#) + Self.message(7, #"{"major": 1, "minor": 13, "patch": 0}"#)
        + Self.message(100, "[\(inputs.joined(separator: ", "))]")
        + Self.message(4, #"{"id": 1, "type": "root", "nodes": []}"#))
    try recorded.run { recorded.link.kind == .sway }
    #expect(recorded.link.state.layout == 0)
    return recorded
  }
}
