internal import CLibinput

/// How libinput is to read touchpads in this program, whatever the user has chosen for the pointer: a compositor's
/// settings are its own and stay as they are. Newer releases can drag with three fingers; that is off unless asked for.
enum TouchpadSettings {
  /// Sets up `device`; what it does not have (a touchscreen has none of it) stays as it is.
  static func apply(to device: OpaquePointer) {
    // With this profile the unaccelerated movement has one factor to millimetres (LibinputUnits); speed changes it not.
    _ = libinput.device_config_accel_set_profile(device, LIBINPUT_CONFIG_ACCEL_PROFILE_ADAPTIVE)

    // Taps are only ever told as buttons. `TapReader` counts on each of these. Besides, tapping holds back movement
    // until a finger has gone 1.3 mm or 180 ms are over, which no gesture that began later than that notices: swipes
    // begin after 2 mm, holds of three fingers after 180 ms, of one or two after 40 ms as without.
    _ = libinput.device_config_tap_set_enabled(device, LIBINPUT_CONFIG_TAP_ENABLED)
    _ = libinput.device_config_tap_set_button_map(device, LIBINPUT_CONFIG_TAP_MAP_LRM)
    _ = libinput.device_config_tap_set_drag_enabled(device, LIBINPUT_CONFIG_DRAG_DISABLED)
    _ = libinput.device_config_tap_set_drag_lock_enabled(device, LIBINPUT_CONFIG_DRAG_LOCK_DISABLED)
    // It holds clicks back for 50 ms; a touchpad without a middle button does not let it be switched off.
    _ = libinput.device_config_middle_emulation_set_enabled(device, LIBINPUT_CONFIG_MIDDLE_EMULATION_DISABLED)

    // A scroll goes where the fingers go, and is made by two: along the edge one does.
    _ = libinput.device_config_scroll_set_natural_scroll_enabled(device, 0)
    let methods = libinput.device_config_scroll_get_methods(device)
    let hasTwoFingers = methods & LIBINPUT_CONFIG_SCROLL_2FG.rawValue != 0
    _ = libinput.device_config_scroll_set_method(
      device, hasTwoFingers ? LIBINPUT_CONFIG_SCROLL_2FG : LIBINPUT_CONFIG_SCROLL_NO_SCROLL)
  }
}
