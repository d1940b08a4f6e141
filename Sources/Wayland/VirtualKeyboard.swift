internal import CWayland
internal import Linux

/// A keyboard whose keys are pressed by this program (zwp_virtual_keyboard_v1). What is pressed when it goes, or when
/// the connection ends, is released by the compositor.
///
/// A compositor that lets nobody have one says so by ending the connection: `WaylandError.isKeyboardRefused`.
public final class VirtualKeyboard {
  /// What a keymap that is made up for typing calls its `xkb_keycodes`, so that `SeatKeyboard` does not take it for the
  /// user's: `xkb_keycodes "sleight" { ... }`.
  public static let keymapName = "sleight"

  /// The modifiers that are on, as bits of the keymap (`xkb_mod_mask_t`), and the layout.
  public struct Modifiers: Hashable, Sendable {
    /// Held down.
    public var depressed: UInt32
    /// On until the next key.
    public var latched: UInt32
    /// On until they are switched off, as CapsLock.
    public var locked: UInt32
    /// The layout's index in the keymap.
    public var layout: UInt32

    /// None, in the first layout, but for what is named.
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

  /// A keyboard on the first seat, with its keymap as text (XKB_KEYMAP_FORMAT_TEXT_V1). What the compositor offers has
  /// to be known: `WaylandDisplay.isReady`.
  /// - Throws: `WaylandError`: `.missing` where the compositor has no such keyboards or no seat.
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
  }

  /// Puts another keymap in the place of the one in use.
  /// - Throws: `WaylandError`: `.full`, `.failed` where there is no memory for it, what the connection ended by.
  public func use(keymap: String) throws(WaylandError) {
    let file: KeymapFile
    do {
      file = try KeymapFile(keymap)
    } catch {
      throw .failed(error)
    }
    // libwayland keeps a copy of the descriptor until it is sent.
    let (number, size) = (file.descriptor.number, file.size)
    try display.request(descriptors: 1) {
      zwp_virtual_keyboard_v1_keymap(keyboard.pointer, WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, number, size)
    }
    _ = consume file
  }

  /// Presses or releases a key. To be sent by `WaylandDisplay.flush`, as all here.
  /// - Parameters:
  ///   - code: the key as <linux/input-event-codes.h> numbers it, which is 8 less than xkb does.
  ///   - time: in microseconds of `monotonicNow`.
  /// - Throws: `WaylandError`: `.full`, what the connection ended by.
  public func key(_ code: UInt32, isPressed: Bool, at time: Int64) throws(WaylandError) {
    let state = isPressed ? WL_KEYBOARD_KEY_STATE_PRESSED : WL_KEYBOARD_KEY_STATE_RELEASED
    try display.request {
      zwp_virtual_keyboard_v1_key(keyboard.pointer, milliseconds(time), code, state.rawValue)
    }
  }

  /// Says which modifiers are on. Compositors do not learn that from keys alone.
  /// - Throws: `WaylandError`: `.full`, what the connection ended by.
  public func set(_ modifiers: Modifiers) throws(WaylandError) {
    try display.request {
      zwp_virtual_keyboard_v1_modifiers(
        keyboard.pointer, modifiers.depressed, modifiers.latched, modifiers.locked, modifiers.layout)
    }
  }

  /// Whether a keymap was made up for a virtual keyboard of ours.
  static func isMadeUp(_ keymap: String) -> Bool {
    // xkbcommon writes `xkb_keymap {`, a line feed, and the name of the first section.
    keymap.prefix(256).firstRange(of: "xkb_keycodes \"\(keymapName)\"") != nil
  }
}

/// A time as the protocols take it, wrapping round every 49 days.
func milliseconds(_ microseconds: Int64) -> UInt32 { UInt32(truncatingIfNeeded: microseconds / 1000) }
