internal import CLibinput

/// libinput's settings for touchpads in this program. They are independent of the compositor's settings for the
/// pointer, which they do not change. Newer releases can drag with three fingers; that is disabled by default.
enum TouchpadSettings {
  /// Applies the settings. Those that `device` does not have, such as all of them on a touchscreen, are ignored.
  static func apply(to device: OpaquePointer) {
    // With this profile the unaccelerated movement has a fixed factor to millimetres (LibinputUnits), independent of
    // speed.
    _ = libinput.device_config_accel_set_profile(device, LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE)

    // libinput reports taps only as buttons. `TapDetector` requires each of these settings. Tapping delays movement
    // until a finger has moved 1.3 mm or 180 ms have passed, which affects no gesture that begins later: swipes begin
    // after 2 mm, holds of three fingers after 180 ms, and holds of one or two after 40 ms, as without tapping.
    _ = libinput.device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED)
    _ = libinput.device_config_tap_set_button_map(device, LIBINPUT_CONFIG_TAP_MAP_LRM)
    _ = libinput.device_config_tap_set_drag_enabled(device, LIBINPUT_CONFIG_DRAG_DISABLED)
    _ = libinput.device_config_tap_set_drag_lock_enabled(device, LIBINPUT_CONFIG_DRAG_LOCK_DISABLED)
    // Middle button emulation delays clicks by 50 ms; a touchpad without a middle button does not allow disabling it.
    _ = libinput.device_config_middle_emulation_set_enabled(device, LIBINPUT_CONFIG_MIDDLE_EMULATION_DISABLED)

    // Scrolling follows the fingers, and takes two of them: edge scrolling would take one.
    _ = libinput.device_config_scroll_set_natural_scroll_enabled(device, 0)
    let methods = libinput.device_config_scroll_get_methods(device)
    let hasTwoFingers = methods & LIBINPUT_CONFIG_SCROLL_2FG.rawValue != 0
    _ = libinput.device_config_scroll_set_method(
      device, hasTwoFingers ? LIBINPUT_CONFIG_SCROLL_2FG : LIBINPUT_CONFIG_SCROLL_NO_SCROLL)
  }
}
