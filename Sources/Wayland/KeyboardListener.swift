internal import CWayland
internal import Linux

/// A seat's keyboards as one: of what they say, the keymap. Keys are told to windows only, and there is none here.
final class KeyboardListener {
  private static let listener: ListenerTable<wl_keyboard_listener> = {
    var listener = wl_keyboard_listener()
    listener.keymap = { data, _, format, file, size in
      // It is ours to close, whatever it is.
      let file = Descriptor(owning: file)
      guard format == WL_KEYBOARD_KEYMAP_FORMAT_XKB_V1.rawValue, let text = KeymapFile.text(in: file, size: size) else {
        return
      }
      receiver(data, KeyboardListener.self)?.keymapTold(text)
    }
    listener.enter = { _, _, _, _, _ in }
    listener.leave = { _, _, _, _ in }
    listener.key = { _, _, _, _, _, _ in }
    listener.modifiers = { _, _, _, _, _, _, _ in }
    listener.repeat_info = { _, _, _, _ in }
    return ListenerTable(listener)
  }()

  private let keymapTold: (String) -> Void
  private let proxy: Proxy

  /// Takes over the wl_keyboard `pointer`.
  init(owning pointer: OpaquePointer, on display: WaylandDisplay, keymapTold: @escaping (String) -> Void) {
    self.keymapTold = keymapTold
    proxy = Proxy(owning: pointer, on: display) { pointer in
      if wl_keyboard_get_version(pointer) >= 3 { wl_keyboard_release(pointer) } else { wl_keyboard_destroy(pointer) }
    }
    wl_keyboard_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }
}
