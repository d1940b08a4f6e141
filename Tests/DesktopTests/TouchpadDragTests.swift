import Glibc
import HeadlessSway
import Testing

@testable import Desktop

/// Answers as sway (sway/ipc-json.c) writes them: `three_finger_drag` since 1.13.
@Suite("With how many fingers sway makes a touchpad drag")
struct TouchpadDragTests {
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
    "is what its setting says, the fewest of several touchpads, and none in releases without the setting",
    arguments: [
      ([touchpad(#", "three_finger_drag": "three_finger""#)], 3),
      ([touchpad(#", "three_finger_drag": "four_finger""#), touchpad("")], 4),
      ([touchpad(#", "three_finger_drag": "four_finger""#), touchpad(#", "three_finger_drag": "three_finger""#)], 3),
      ([touchpad(#", "three_finger_drag": "disabled""#)], 0), ([touchpad("")], 0), ([], 0),
      ([touchpad(#", "three_finger_drag": "unknown""#)], nil),
    ])
  func sway(touchpads: [String], fingers: Int?) throws {
    let folder = Folder()
    let sway = try PretendedCompositor(at: "\(folder.path)/sway-ipc.\(geteuid()).1.sock")
    let listener = try Listener(["XDG_RUNTIME_DIR": folder.path])
    let connection = try listener.connection(to: sway)
    let inputs = ([Self.keyboard] + touchpads).joined(separator: ", ")
    connection.say(
      Self.message(2, #"{"success": true}"#) + Self.message(2, #"{"success": true}"#)
        + Self.message(2, #"{"success": true}"#) + Self.message(7, #"{"major": 1, "minor": 13, "patch": 0}"#)
        + Self.message(4, #"{"id": 1, "type": "root", "nodes": []}"#))
    try listener.run { listener.link.kind == .sway }
    connection.say(Self.message(100, "[\(inputs)]"))
    try listener.run { listener.link.state.layout == 0 }
    #expect(listener.link.state.dragFingers == fingers)
  }
}
