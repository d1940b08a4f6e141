internal import Engine
internal import Linux
internal import Time
internal import Wayland

/// A virtual keyboard with keymaps made for characters that are on no key of the keymap in use.
final class WaylandCharacters {
  private let keyboard: VirtualKeyboard
  /// The keymaps, as text.
  let keymaps: [String]
  private var current = 0
  private var layout: UInt32?

  /// - Throws: `WaylandError`.
  init(on display: WaylandDisplay, _ keymaps: [String]) throws(WaylandError) {
    self.keymaps = keymaps
    keyboard = try VirtualKeyboard(on: display, keymap: keymaps.first ?? "")
  }

  /// Types a character.
  /// - Throws: `WaylandError`.
  func send(_ key: TextKey) throws(WaylandError) {
    // Queued before another layout required other keymaps.
    guard keymaps.indices.contains(key.keymap) else { return }
    if key.keymap != current {
      try keyboard.use(keymap: keymaps[key.keymap])
      current = key.keymap
      layout = nil
    }
    if key.layout != layout {
      try keyboard.set(VirtualKeyboard.Modifiers(layout: key.layout))
      layout = key.layout
    }
    let code = UInt32(key.key.number)
    let time = Timestamp.now
    try keyboard.key(code, isPressed: true, at: time)
    try keyboard.key(code, isPressed: false, at: time)
  }

  /// Restores the layout after another keyboard was used.
  func resume() { layout = nil }
}
