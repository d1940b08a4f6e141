internal import CWayland

/// The globals that this program uses, by the names of their interfaces.
public enum WaylandGlobal: String, CaseIterable, Hashable, Sendable {
  case output = "wl_output"
  /// A group of keyboards, pointers and touchscreens that belong together.
  case seat = "wl_seat"
  /// The windows and the one with the focus.
  case toplevels = "zwlr_foreign_toplevel_manager_v1"
  /// The windows, without the one with the focus.
  case toplevelList = "ext_foreign_toplevel_list_v1"
  /// COSMIC's states of these windows, such as the focus.
  case cosmicToplevels = "zcosmic_toplevel_info_v1"
  case workspaces = "ext_workspace_manager_v1"
  /// Times without input.
  case idleNotifier = "ext_idle_notifier_v1"
  /// KWin's windows and the one with the focus.
  case plasmaWindows = "org_kde_plasma_window_management"
  /// KWin's virtual keyboard and pointer.
  case fakeInput = "org_kde_kwin_fake_input"
  case virtualKeyboard = "zwp_virtual_keyboard_manager_v1"
  case virtualPointer = "zwlr_virtual_pointer_manager_v1"
  /// The positions of outputs on the desktop.
  case outputPositions = "zxdg_output_manager_v1"
  /// Surfaces.
  case compositor = "wl_compositor"
  /// Pictures in memory that the compositor reads.
  case sharedMemory = "wl_shm"
  /// Surfaces above all windows.
  case layerShell = "zwlr_layer_shell_v1"
  /// Surfaces whose size differs from that of their pictures.
  case viewporter = "wp_viewporter"
  /// Scales between whole numbers.
  case fractionalScales = "wp_fractional_scale_manager_v1"

  /// The name of the interface, as `wayland-info` prints it.
  public var interface: String { rawValue }

  /// Its purpose, for people.
  var purpose: String {
    switch self {
    case .output: "screens"
    case .seat: "a seat"
    case .toplevels, .cosmicToplevels, .plasmaWindows: "the focused window"
    case .toplevelList: "the windows"
    case .workspaces: "the workspaces"
    case .idleNotifier: "times without input"
    case .fakeInput: "a virtual keyboard and pointer"
    case .virtualKeyboard: "virtual keyboards"
    case .virtualPointer: "virtual pointers"
    case .outputPositions: "the positions of outputs"
    case .compositor, .sharedMemory, .viewporter, .fractionalScales: "pictures"
    case .layerShell: "pictures above all windows"
    }
  }

  /// The newest version that this program supports.
  var newestVersion: UInt32 {
    switch self {
    case .output: 4
    case .seat: 5
    case .toplevels: 3
    case .toplevelList: 1
    case .workspaces: 1
    case .idleNotifier: 2
    case .cosmicToplevels: 2
    case .plasmaWindows: 16
    case .fakeInput: 6
    case .virtualKeyboard: 1
    case .virtualPointer: 1
    case .outputPositions: 3
    case .compositor: 3
    case .sharedMemory: 1
    case .layerShell: 1
    case .viewporter: 1
    case .fractionalScales: 1
    }
  }

  /// libwayland's description of the interface.
  var type: UnsafePointer<wl_interface>? {
    switch self {
    case .output: sleight_output_interface()
    case .seat: sleight_seat_interface()
    case .toplevels: sleight_toplevel_manager_interface()
    case .toplevelList: sleight_toplevel_list_interface()
    case .workspaces: sleight_workspace_manager_interface()
    case .idleNotifier: sleight_idle_notifier_interface()
    case .cosmicToplevels: sleight_cosmic_toplevels_interface()
    case .plasmaWindows: sleight_plasma_windows_interface()
    case .fakeInput: sleight_fake_input_interface()
    case .virtualKeyboard: sleight_virtual_keyboard_manager_interface()
    case .virtualPointer: sleight_virtual_pointer_manager_interface()
    case .outputPositions: sleight_xdg_output_manager_interface()
    case .compositor: sleight_compositor_interface()
    case .sharedMemory: sleight_shm_interface()
    case .layerShell: sleight_layer_shell_interface()
    case .viewporter: sleight_viewporter_interface()
    case .fractionalScales: sleight_fractional_scale_manager_interface()
    }
  }
}
