internal import Engine
internal import Linux
internal import Wayland

/// A virtual keyboard with the keymap in use, for chords: programs are sent the same keymap as by other keyboards, and
/// the compositor's own shortcuts act.
///
/// A compositor takes from a virtual keyboard which modifiers are on, and does not find that out from its keys: it is
/// told right behind each key that changes any, as it tells programs of a real keyboard's. Keys that lock (CapsLock)
/// lock nothing here: what a person types would stay as it is, and what rules press would not.
final class WaylandKeys {
  private let keyboard: VirtualKeyboard
  private var state: XKBState
  private var layout: UInt32
  /// What is down, to be down still where the keymap changes meanwhile.
  private var pressed: [KeyCode] = []
  /// What the compositor was told last.
  private var told: VirtualKeyboard.Modifiers?

  /// - Throws: `WaylandError`.
  init(on display: WaylandDisplay, _ keymap: KeymapInUse) throws(WaylandError) {
    state = try Self.state(of: keymap)
    layout = keymap.keymap.activeLayout
    keyboard = try VirtualKeyboard(on: display, keymap: keymap.text)
  }

  /// Goes on with another keymap.
  /// - Throws: `WaylandError`.
  func use(_ keymap: KeymapInUse) throws(WaylandError) {
    state = try Self.state(of: keymap)
    try keyboard.use(keymap: keymap.text)
    layout = keymap.keymap.activeLayout
    for key in pressed { state.update(key.keycode, isDown: true) }
    told = nil
  }

  /// Presses or releases a key.
  /// - Throws: `WaylandError`.
  func send(_ event: KeyEvent) throws(WaylandError) {
    try tellModifiers()
    try keyboard.key(UInt32(event.key.number), isPressed: event.isDown, at: monotonicNow())
    pressed.removeAll { $0 == event.key }
    if event.isDown { pressed.append(event.key) }
    state.update(event.key.keycode, isDown: event.isDown)
    try tellModifiers()
  }

  /// Another keyboard was used meanwhile: whoever was told of its modifiers is to be told of these again.
  func resume() { told = nil }

  private func tellModifiers() throws(WaylandError) {
    let modifiers = VirtualKeyboard.Modifiers(depressed: state.held, latched: state.latched, layout: layout)
    guard modifiers != told else { return }
    try keyboard.set(modifiers)
    told = modifiers
  }

  private static func state(of keymap: KeymapInUse) throws(WaylandError) -> XKBState {
    guard let compiled = XKBKeymap(text: keymap.text), let state = XKBState(compiled) else {
      throw .malformed("a keymap")
    }
    return state
  }
}
