internal import Engine
internal import Linux
internal import Time
internal import Wayland

/// A virtual keyboard with the keymap in use, for chords: programs are sent the same keymap as by other keyboards, and
/// the compositor's shortcuts work.
///
/// A compositor does not derive modifiers from the keys of a virtual keyboard: each change is sent right after its key,
/// as compositors do for programs with a real keyboard. Locking keys (CapsLock) lock nothing here: otherwise the lock
/// would change the meaning of the rules' keys, but not of the keys that the user types. NumLock is on while a rule's
/// key of the keypad requires it (`KeyCode.heldNumLock`).
final class WaylandKeys {
  private let keyboard: VirtualKeyboard
  private var state: XKBState
  private var layout: UInt32
  /// The modifiers that NumLock sets, and true while they are held for a key of the keypad.
  private var numLock: UInt32
  private var isNumLockHeld = false
  /// The pressed keys, which stay down when the keymap changes.
  private var pressed: [KeyCode] = []
  /// The modifiers that were sent last.
  private var sentModifiers: VirtualKeyboard.Modifiers?

  /// - Throws: `WaylandError`.
  init(on display: WaylandDisplay, _ keymap: KeymapInUse) throws(WaylandError) {
    let compiled = try Self.compile(keymap)
    layout = keymap.keymap.activeLayout
    state = try Self.state(of: compiled, layout)
    numLock = compiled.numLock(layout: layout)
    keyboard = try VirtualKeyboard(on: display, keymap: keymap.text)
  }

  /// Uses another keymap.
  /// - Throws: `WaylandError`.
  func use(_ keymap: KeymapInUse) throws(WaylandError) {
    let compiled = try Self.compile(keymap)
    state = try Self.state(of: compiled, keymap.keymap.activeLayout)
    try keyboard.use(keymap: keymap.text)
    layout = keymap.keymap.activeLayout
    numLock = compiled.numLock(layout: layout)
    for key in pressed { state.update(key.keycode, isDown: true) }
    sentModifiers = nil
  }

  /// Presses or releases a key.
  /// - Throws: `WaylandError`.
  func send(_ event: KeyEvent) throws(WaylandError) {
    if event.key == .heldNumLock {
      isNumLockHeld = event.isDown
      return try sendModifiers()
    }
    try sendModifiers()
    try keyboard.key(UInt32(event.key.number), isPressed: event.isDown, at: Timestamp.now)
    pressed.removeAll { $0 == event.key }
    if event.isDown { pressed.append(event.key) }
    state.update(event.key.keycode, isDown: event.isDown)
    try sendModifiers()
  }

  /// Sends the modifiers again before the next key, after another keyboard was used.
  func resume() { sentModifiers = nil }

  private func sendModifiers() throws(WaylandError) {
    let modifiers = VirtualKeyboard.Modifiers(
      depressed: state.held, latched: state.latched, locked: isNumLockHeld ? numLock : 0, layout: layout)
    guard modifiers != sentModifiers else { return }
    try keyboard.set(modifiers)
    sentModifiers = modifiers
  }

  private static func compile(_ keymap: KeymapInUse) throws(WaylandError) -> XKBKeymap {
    guard let compiled = XKBKeymap(text: keymap.text) else { throw .malformed("a keymap") }
    return compiled
  }

  private static func state(of keymap: borrowing XKBKeymap, _ layout: UInt32) throws(WaylandError) -> XKBState {
    guard let state = XKBState(keymap) else { throw .malformed("a keymap") }
    // Keys set the modifiers of the active layout.
    state.activate(layout)
    return state
  }
}
