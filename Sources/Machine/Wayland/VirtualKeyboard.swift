internal import CWayland
internal import Linux
internal import Text
public import Time

/// A virtual keyboard of this program (zwp_virtual_keyboard_v1). When it is destroyed, or the connection ends, the
/// compositor releases its keys.
///
/// Its keymap stays in force: sway before 1.8 gives it the keymap of its configuration when it reads that, and windows
/// would then take its keys for others. A keymap that `SeatKeyboard` receives and that is none of this program's means
/// that this may have happened: the keymap is sent again before the next key. A compositor that changes a keyboard
/// reports it if the keyboard was the last one that was used; if another one was, the keymap of that was reported.
///
/// A compositor that does not permit virtual keyboards ends the connection: `WaylandError.isKeyboardRefused`.
public final class VirtualKeyboard {
  /// The name of `xkb_keycodes` in the keymaps of this program, `xkb_keycodes "sleight" { ... }`, so that
  /// `SeatKeyboard` does not take them for the user's.
  public static let keymapName = "sleight"

  /// The state of the modifiers, as bits of the keymap (`xkb_mod_mask_t`), and the layout group.
  public struct Modifiers: Hashable, Sendable {
    /// Modifiers that are held down.
    public var depressed: UInt32
    /// Modifiers that are on until the next key.
    public var latched: UInt32
    /// Modifiers that are on until they are switched off, such as CapsLock.
    public var locked: UInt32
    /// The index of the layout group in the keymap.
    public var layout: UInt32

    /// No modifiers and the first layout group, except as given.
    public init(depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0, layout: UInt32 = 0) {
      self.depressed = depressed
      self.latched = latched
      self.locked = locked
      self.layout = layout
    }
  }

  private let display: WaylandDisplay
  private let manager: Proxy
  private let seat: Proxy
  private let keyboard: Proxy
  private var keymap = ""
  /// The value of `WaylandDisplay.otherKeymaps` when the keymap was sent last.
  private var otherKeymaps = 0
  private var modifiers = Modifiers()

  /// Creates a keyboard on the first seat. Call it after `WaylandDisplay.isReady`.
  /// - Parameter keymap: as text (XKB_KEYMAP_FORMAT_TEXT_V1).
  /// - Throws: `WaylandError`: `.missing` if the compositor has no virtual keyboards or no seat.
  public init(on display: WaylandDisplay, keymap: String) throws(WaylandError) {
    self.display = display
    manager = Proxy(
      owning: try display.bind(display.first(.virtualKeyboard), as: .virtualKeyboard), on: display)
    seat = try Proxy(seat: display.first(.seat), of: display)
    var pointer: OpaquePointer?
    let (managerPointer, seatPointer) = (manager.pointer, seat.pointer)
    try display.request {
      pointer = zwp_virtual_keyboard_manager_v1_create_virtual_keyboard(managerPointer, seatPointer)
    }
    guard let pointer else { throw .noMemory(for: "zwp_virtual_keyboard_v1") }
    keyboard = Proxy(owning: pointer, on: display, destroy: zwp_virtual_keyboard_v1_destroy)
    try use(keymap: keymap)
    display.awaitNewKeyboard()
  }

  /// Replaces the keymap.
  /// - Throws: `WaylandError`: `.full`; `.failed` if there is no memory for it; the reason for which the connection
  ///   ended.
  public func use(keymap: String) throws(WaylandError) {
    let file: KeymapFile
    do {
      file = try KeymapFile(keymap)
    } catch {
      throw .failed(error)
    }
    // libwayland duplicates the descriptor until it is sent.
    let (number, size) = (file.descriptor.number, file.size)
    try display.request(descriptors: 1) {
      zwp_virtual_keyboard_v1_keymap(keyboard.pointer, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, number, size)
    }
    withExtendedLifetime(file) {}
    (self.keymap, otherKeymaps) = (keymap, display.otherKeymaps)
  }

  /// Presses or releases a key. As all requests here, it is sent by `WaylandDisplay.flush`.
  /// - Parameters:
  ///   - code: the keycode of <linux/input-event-codes.h>, which is 8 less than that of xkb.
  /// - Throws: `WaylandError`: `.full`; the reason for which the connection ended.
  public func key(_ code: UInt32, isPressed: Bool, at time: Timestamp) throws(WaylandError) {
    if try restoreKeymap() { try send(modifiers) }
    let state = isPressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED
    try display.request {
      zwp_virtual_keyboard_v1_key(keyboard.pointer, time.wireMilliseconds, code, state.rawValue)
    }
  }

  /// Sends the state of the modifiers, which compositors do not derive from keys.
  /// - Throws: `WaylandError`: `.full`; the reason for which the connection ended.
  public func set(_ modifiers: Modifiers) throws(WaylandError) {
    try restoreKeymap()
    try send(modifiers)
    self.modifiers = modifiers
  }

  private func send(_ modifiers: Modifiers) throws(WaylandError) {
    try display.request {
      zwp_virtual_keyboard_v1_modifiers(
        keyboard.pointer, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.layout)
    }
  }

  /// Sends the keymap again if the compositor may have replaced it, without the modifiers and the layout.
  /// - Returns: true if it was sent.
  @discardableResult
  private func restoreKeymap() throws(WaylandError) -> Bool {
    guard otherKeymaps != display.otherKeymaps else { return false }
    try use(keymap: keymap)
    return true
  }

  /// True if it is a keymap of this program.
  static func isOfThisProgram(_ keymap: String) -> Bool {
    // xkbcommon writes `xkb_keymap {`, a line feed, and the name of the first section.
    keymap.prefix(256).firstRange(of: "xkb_keycodes \"\(keymapName)\"") != nil
  }
}

extension Timestamp {
  /// The time in the protocols' format: milliseconds, which wrap every 49 days.
  var wireMilliseconds: UInt32 { UInt32(truncatingIfNeeded: microseconds / 1000) }
}
