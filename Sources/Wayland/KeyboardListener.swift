internal import CWayland
internal import Linux

/// Listens to a seat's keyboard for its keymap (wl_keyboard). Key events go to windows only, and this program has none.
final class KeyboardListener {
  private static let listener: ListenerTable<wl_keyboard_listener> = {
    var listener = wl_keyboard_listener()
    listener.keymap = { data, _, format, file, size in
      // Closes the descriptor in any case.
      let file = Descriptor(owning: file)
      guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, let text = KeymapFile.text(in: file, size: size) else {
        return
      }
      receiver(data, KeyboardListener.self)?.keymapReceived(text)
    }
    listener.enter = { _, _, _, _, _ in }
    listener.leave = { _, _, _, _ in }
    listener.key = { _, _, _, _, _, _ in }
    listener.modifiers = { _, _, _, _, _, _, _ in }
    listener.repeat_info = { _, _, _, _ in }
    return ListenerTable(listener)
  }()

  private let keymapReceived: (String) -> Void
  private let proxy: Proxy

  /// Takes ownership of the wl_keyboard `pointer`.
  /// - Parameter keymapReceived: called with each keymap.
  init(owning pointer: OpaquePointer, on display: WaylandDisplay, keymapReceived: @escaping (String) -> Void) {
    self.keymapReceived = keymapReceived
    proxy = Proxy(owning: pointer, on: display) { pointer in
      if wl_keyboard_get_version(pointer) >= 3 { wl_keyboard_release(pointer) } else { wl_keyboard_destroy(pointer) }
    }
    wl_keyboard_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }
}
