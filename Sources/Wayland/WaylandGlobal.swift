internal import CWayland

/// What a compositor may offer that this program has a use for, by the interface's name.
public enum WaylandGlobal: String, CaseIterable, Hashable, Sendable {
  /// Screens.
  case output = "wl_output"
  /// A group of keyboards, pointers and touchscreens that belong together.
  case seat = "wl_seat"
  /// The windows: which there are and which is in front.
  case toplevels = "zwlr_foreign_toplevel_manager_v1"
  /// Keys pressed by a program.
  case virtualKeyboard = "zwp_virtual_keyboard_manager_v1"
  /// A pointer moved by a program.
  case virtualPointer = "zwlr_virtual_pointer_manager_v1"

  /// The interface's name, as compositors and `wayland-info` write it.
  public var interface: String { rawValue }

  /// What it is for, for people.
  var purpose: String {
    switch self {
    case .output: "screens"
    case .seat: "a seat"
    case .toplevels: "which window is in front"
    case .virtualKeyboard: "keys pressed by programs"
    case .virtualPointer: "a pointer moved by programs"
    }
  }

  /// The newest version whose events and requests are known here.
  var newestVersion: UInt32 {
    switch self {
    case .output: 4
    case .seat: 5
    case .toplevels: 3
    case .virtualKeyboard: 1
    case .virtualPointer: 1
    }
  }

  /// How libwayland knows it.
  var type: UnsafePointer<wl_interface>? {
    switch self {
    case .output: sleight_output_interface()
    case .seat: sleight_seat_interface()
    case .toplevels: sleight_toplevel_manager_interface()
    case .virtualKeyboard: sleight_virtual_keyboard_manager_interface()
    case .virtualPointer: sleight_virtual_pointer_manager_interface()
    }
  }
}
