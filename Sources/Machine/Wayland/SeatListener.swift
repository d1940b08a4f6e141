internal import CWayland
internal import Linux

/// Listens to a seat, and to its keyboard while it has one.
final class SeatListener {
  private static let listener: ListenerTable<wl_seat_listener> = {
    var listener = wl_seat_listener()
    listener.capabilities = { data, _, capabilities in
      let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
      receiver(data, SeatListener.self)?.setKeyboard(isPresent: hasKeyboard)
    }
    listener.name = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private let display: WaylandDisplay
  private let keymapReceived: (String) -> Void
  private let proxy: Proxy
  private var keyboard: KeyboardListener?

  var hasKeyboard: Bool { keyboard != nil }

  /// Binds `global` and listens.
  /// - Parameter keymapReceived: called with each keymap.
  /// - Throws: `WaylandError`.
  init(
    _ global: Registry.Global, of display: WaylandDisplay, keymapReceived: @escaping (String) -> Void
  ) throws(WaylandError) {
    self.display = display
    self.keymapReceived = keymapReceived
    proxy = try Proxy(seat: global, of: display)
    wl_seat_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  private func setKeyboard(isPresent: Bool) {
    guard isPresent else { return keyboard = nil }
    guard keyboard == nil else { return }
    var pointer: OpaquePointer?
    try? display.request { pointer = wl_seat_get_keyboard(proxy.pointer) }
    keyboard = pointer.map { KeyboardListener(owning: $0, on: display, keymapReceived: keymapReceived) }
  }
}

extension Proxy {
  /// Binds the seat `global`.
  /// - Throws: `WaylandError`: `.missing` if it is nil.
  init(seat global: Registry.Global?, of display: WaylandDisplay) throws(WaylandError) {
    self.init(owning: try display.bind(global, as: .seat), on: display) { pointer in
      // Before version 5 there is no request to release a seat.
      if wl_seat_get_version(pointer) >= 5 { wl_seat_release(pointer) } else { wl_seat_destroy(pointer) }
    }
  }
}

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
