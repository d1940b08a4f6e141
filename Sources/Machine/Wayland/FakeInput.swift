internal import CWayland

/// A virtual keyboard and pointer on KWin (org_kde_kwin_fake_input), which it offers to granted programs only.
///
/// KWin 5.27 keeps pressed keys and buttons down after the end of the connection, later versions release them; so
/// `deinit` releases them. Requests are sent by `WaylandDisplay.flush`. Each method throws `WaylandError.full`, or the
/// reason for which the connection ended.
public final class FakeInput {
  private let display: WaylandDisplay
  private let input: Proxy
  private var pressedKeys: Set<UInt32> = []
  private var pressedButtons: Set<UInt32> = []

  /// The version from which on characters can be typed: 6, in KWin 6.7.
  private static let characterVersion: UInt32 = 6

  /// Binds the global. Call it after `WaylandDisplay.isReady`.
  /// - Throws: `WaylandError`: `.missing` if KWin does not offer it.
  public init(on display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    input = Proxy(owning: try display.bind(display.first(.fakeInput), as: .fakeInput), on: display) { pointer in
      // Before version 5 there is no request to destroy it.
      if wl_proxy_get_version(pointer) >= 5 {
        org_kde_kwin_fake_input_destroy(pointer)
      } else {
        wl_proxy_destroy(pointer)
      }
    }
    let pointer = input.pointer
    // KWin asks nobody, and ignores all requests before this one.
    try display.request(128) {
      org_kde_kwin_fake_input_authenticate(pointer, "Sleight", "keys and pointer actions of gestures")
    }
  }

  deinit {
    for key in pressedKeys { try? self.key(key, isPressed: false) }
    for button in pressedButtons { try? self.button(button, isPressed: false) }
    _ = try? display.flush()
  }

  /// True if `display` can type characters that are on no key of the keymap.
  public static func typesCharacters(on display: WaylandDisplay) -> Bool {
    display.first(.fakeInput).map { $0.version >= characterVersion } ?? false
  }

  /// Presses or releases a key.
  /// - Parameter code: the keycode of <linux/input-event-codes.h>.
  public func key(_ code: UInt32, isPressed: Bool) throws(WaylandError) {
    try display.request { org_kde_kwin_fake_input_keyboard_key(input.pointer, code, isPressed ? 1 : 0) }
    if isPressed { pressedKeys.insert(code) } else { pressedKeys.remove(code) }
  }

  /// Types a character, on the keymap or not; for KWin 6.7 and later.
  /// - Parameter keysym: the character's keysym.
  public func type(keysym: UInt32) throws(WaylandError) {
    try display.request {
      org_kde_kwin_fake_input_keyboard_keysym(input.pointer, keysym, 1)
      org_kde_kwin_fake_input_keyboard_keysym(input.pointer, keysym, 0)
    }
  }

  /// Presses or releases a button.
  /// - Parameter code: the button's code in <linux/input-event-codes.h>: BTN_LEFT is 272.
  public func button(_ code: UInt32, isPressed: Bool) throws(WaylandError) {
    try display.request { org_kde_kwin_fake_input_button(input.pointer, code, isPressed ? 1 : 0) }
    if isPressed { pressedButtons.insert(code) } else { pressedButtons.remove(code) }
  }

  /// Moves the pointer by a distance in logical units.
  public func move(x: Double, y: Double) throws(WaylandError) {
    try display.request { org_kde_kwin_fake_input_pointer_motion(input.pointer, fixed(x), fixed(y)) }
  }

  /// Moves the pointer to a position on the desktop, in logical units.
  public func move(toX x: Double, y: Double) throws(WaylandError) {
    try display.request { org_kde_kwin_fake_input_pointer_motion_absolute(input.pointer, fixed(x), fixed(y)) }
  }

  /// Scrolls smoothly; KWin knows neither steps of a wheel nor the source.
  /// - Parameter distance: in logical units; a wheel's step is 15. 0 ends scrolling.
  public func scroll(_ axis: VirtualPointer.Axis, by distance: Double) throws(WaylandError) {
    try display.request { org_kde_kwin_fake_input_axis(input.pointer, axis.rawValue, fixed(distance)) }
  }
}
