/// Keys that xkbcommon knows by name and that no layout of xkeyboard-config has.
package enum AbsentKeys {
  /// True if no layout has the key `name`.
  package static func contains(_ name: String) -> Bool {
    if names.contains(name) || families.contains(where: { name.hasPrefix($0) }) { return true }
    // Pictographs: no layout has them.
    guard name.hasPrefix("U"), name.utf8.count == 6, let code = Int(name.dropFirst(), radix: 16) else { return false }
    return (0x1f000...0x1ffff).contains(code)
  }

  /// The key that is probably meant by such a name; nil if it is unknown.
  package static func meant(by name: String) -> String? {
    if let meant = others[name] { return meant }
    return name.hasPrefix("osf") ? others[String(name.dropFirst(3))] : nil
  }

  /// The beginnings of names of other keyboards and of X11's own extensions.
  private static let families = [
    "3270_", "AccessX_", "Pointer_", "SunFA_", "osf", "hp", "First_Virtual_", "Prev_Virtual_", "Next_Virtual_",
    "Last_Virtual_", "ISO_Fast_", "ISO_Move_", "ISO_Partial_", "ISO_Release_", "ISO_Set_", "XF86Rocker",
  ]

  private static let names = Set(
    """
    AudibleBell_Enable BackTab Begin BounceKeys_Enable DRemove Hankaku ISO_Center_Object ISO_Continuous_Underline
    ISO_Discontinuous_Underline ISO_Emphasize ISO_Enter ISO_Lock KP_BackTab KP_Space MouseKeys_Accel_Enable
    MouseKeys_Enable Overlay1_Enable Overlay2_Enable RepeatKeys_Enable Reset SlowKeys_Enable StickyKeys_Enable
    SunPowerSwitch SunPowerSwitchShift User XF86Calculater XF86Memo XF86MySites XF86Option XF86PowerDown XF86Refresh
    XF86WheelButton Zenkaku
    """.words)

  private static let others = TextTable.meanings(
    """
    shift+Tab <- BackTab KP_BackTab
    space <- KP_Space
    Return <- ISO_Enter
    XF86Calculator <- XF86Calculater
    XF86Reload <- XF86Refresh
    XF86PowerOff <- XF86PowerDown
    XF86Copy <- Copy
    XF86Cut <- Cut
    XF86Paste <- Paste
    BackSpace <- BackSpace
    Escape <- Escape
    Left <- Left
    Right <- Right
    Up <- Up
    Down <- Down
    Page_Up <- PageUp
    Page_Down <- PageDown
    Insert <- Insert
    Delete <- Delete
    Undo <- Undo
    Menu <- Menu
    Help <- Help
    Cancel <- Cancel
    """)
}
